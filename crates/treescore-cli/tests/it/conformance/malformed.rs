//! The `M` cases: input on which EVALB is undefined. There is nothing to compare bytes with; `facts.txt` of each says what must
//! hold, and each fact is checked here.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::conformance::case::{Case, Run, cases};

fn case(number: &str) -> Case {
    let mut found = cases("evalb/robustness", |name| name.starts_with(number));
    assert_eq!(found.len(), 1, "{number}");
    assert!(found[0].file("facts.txt").is_some(), "{number} has no facts");
    found.remove(0)
}

fn stderr(run: &Run) -> String {
    String::from_utf8(run.stderr.clone()).unwrap()
}

/// The numbers of each row: ID, length, status, recall, precision, matched, gold, test, crossing, words, tags, accuracy.
fn rows(run: &Run) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(&run.stdout);
    let numbers = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let is_row = |row: &Vec<String>| row.len() == 12 && row.iter().all(|item| item.parse::<f64>().is_ok());
    text.lines().map(numbers).filter(is_row).collect()
}

fn assert_scored(row: &[String]) {
    assert_eq!((row[2].as_str(), row[3].as_str(), row[4].as_str()), ("0", "100.00", "100.00"), "{row:?}");
}

fn assert_zero(row: &[String]) {
    assert_eq!(row[2], "1", "{row:?}");
    assert!(row[3..].iter().all(|item| item.parse::<f64>() == Ok(0.0)), "{row:?}");
}

#[test]
fn all_cases_are_known() {
    assert_eq!(cases("evalb/robustness", |name| name.starts_with('M')).len(), 8);
}

#[test]
fn m01_multi_line_tree() {
    let run = case("M01").run(&["evalb"]);
    assert_eq!(run.status, 0);
    assert!(stderr(&run).starts_with("test:2:1: error: "), "{}", stderr(&run));
    let rows = rows(&run);
    assert_eq!(rows.len(), 5);
    assert_zero(&rows[1]);
    assert_scored(&rows[0]);
    assert_scored(&rows[4]);
}

#[test]
fn m02_ends_inside_word() {
    let run = case("M02").run(&["evalb"]);
    assert_eq!(run.status, 0);
    assert_eq!(stderr(&run), "gold:2:31: error: the line ends inside a word\n");
    let rows = rows(&run);
    assert_scored(&rows[0]);
    assert_zero(&rows[1]);
}

#[test]
fn m03_ends_after_label() {
    let run = case("M03").run(&["evalb"]);
    assert_eq!(run.status, 0);
    assert_eq!(stderr(&run), "test:2:27: error: the line ends after a label\n");
    let rows = rows(&run);
    assert_scored(&rows[0]);
    assert_zero(&rows[1]);
    assert_scored(&rows[2]);
}

#[test]
fn m04_nul_byte() {
    let run = case("M04").run(&["evalb"]);
    assert_eq!(run.status, 0);
    assert!(stderr(&run).starts_with("test:2:22: error: NUL byte"), "{}", stderr(&run));
    assert_eq!(stderr(&run).lines().count(), 1);
    let rows = rows(&run);
    assert_scored(&rows[0]);
    assert_zero(&rows[1]);
    assert_scored(&rows[2]);
}

#[test]
fn m05_debug2_unclosed() {
    let run = case("M05").run(&["evalb"]);
    assert_eq!((run.status, rows(&run).len()), (0, 2));
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("  EXTRA[0--2]:  (NP (DT the) (NN cat)) (VP (VBZ sleeps))\n"), "{text}");
}

#[test]
fn m06_keyword_without_value() {
    let run = case("M06").run(&["evalb"]);
    assert_eq!(run.status, 0);
    assert_eq!(stderr(&run), "params.prm:2:1: error: DELETE_LABEL needs a value\n");
    let rows = rows(&run);
    assert_eq!((rows[0][6].as_str(), rows[0][7].as_str()), ("2", "2"));
    assert!(String::from_utf8(run.stdout).unwrap().contains("-- len<=12 --"));
}

#[test]
fn m07_invalid_utf8() {
    let run = case("M07").run(&["evalb"]);
    assert_eq!((run.status, stderr(&run).as_str()), (0, ""));
    let rows = rows(&run);
    assert_scored(&rows[0]);
    assert_eq!((rows[1][2].as_str(), rows[1][3].as_str()), ("0", "66.67"));
}

/// Two thousand million messages are on their way: they come at once, from little memory, and stop when nobody listens.
#[test]
fn m08_huge_error_limit() {
    let case = case("M08");
    let copy = case.copy();
    let program = Path::new(env!("CARGO_BIN_EXE_treescore"));
    let mut command = case.command(program, &["evalb"], copy.path());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stderr.take().unwrap();
    let mut head = vec![0; 4_000_000];
    let read = pipe.read_exact(&mut head);
    let memory = peak_memory(&child);
    drop(pipe);
    let ended = ends_soon(&mut child);
    read.unwrap();
    assert!(
        head.split_inclusive(|&byte| byte == b'\n')
            .rev()
            .skip(1)
            .all(|line| line == b"2 : Reading sentence\n")
    );
    assert!(memory.is_none_or(|kib| kib < 64 * 1024), "{memory:?} KiB");
    assert!(ended, "the program went on writing to a closed pipe");
}

/// The most memory the process has had, in KiB, where the system says so.
fn peak_memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Waits for the process to end of itself; ends it if it does not.
fn ends_soon(child: &mut Child) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}
