//! Readers that leave, and Ctrl-C.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::cli::{GOLD, Place};

#[test]
fn a_closed_pipe_is_no_failure() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    for args in
        [&["gold", "gold", "--per-sentence"][..], &["evalb", "gold", "gold"], &["completions", "bash"]]
    {
        let mut child = place.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap(); // and the pipe is closed
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{args:?}");
    }
}

/// Starts a run that waits for more input, after `before` of it.
fn waiting(place: &Place, args: &[&str], before: &[u8]) -> std::process::Child {
    let mut child = place
        .command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(before).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    child
}

/// Presses Ctrl-C, and gives a busy machine the time to deliver it before the end of the input ends the run.
fn interrupt(child: &std::process::Child) {
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    std::thread::sleep(Duration::from_millis(300));
}

#[test]
fn ctrl_c_leaves_no_file() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    for feeds_on in [false, true] {
        let mut child = waiting(&place, &["gold", "-", "-o", "report.txt"], GOLD.repeat(3000).as_bytes());
        assert!(place.names().iter().any(|name| name.starts_with(".treescore-")), "the run has begun");
        interrupt(&child);
        if feeds_on {
            let _ = child.stdin.as_mut().unwrap().write_all(GOLD.repeat(17_000).as_bytes());
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(place.names(), ["gold"], "no report, no temporary file");
    }
}

#[test]
fn ctrl_c_leaves_neither_of_two_files() {
    let place = Place::with(&[]);
    let args = ["perturb", "-", "--noise", "0.5", "--trees-out", "out.trees", "--times-out", "out.ctm"];
    let child = waiting(&place, &args, GOLD.repeat(3000).as_bytes());
    let begun = place.names().iter().filter(|name| name.starts_with(".treescore-")).count();
    assert_eq!(begun, 2, "the run has begun");
    interrupt(&child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert_eq!(place.names(), [""; 0], "no trees, no times, no temporary files");
}

#[test]
fn ctrl_c_reports_what_was_scored() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    let mut child = waiting(&place, &["gold", "-"], GOLD.repeat(6000).as_bytes());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let _ = child.stdin.as_mut().unwrap().write_all(GOLD.repeat(14_000).as_bytes());
    let output = child.wait_with_output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130));
    assert!(stdout.contains("interrupted after "), "{stdout}");
}

/// JSON that is cut short is still JSON, with and without rows.
#[test]
fn ctrl_c_leaves_valid_json() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    for options in
        [&["-f", "json"][..], &["-f", "json", "--per-sentence"], &["-f", "jsonl", "--per-sentence"]]
    {
        let args = [&["gold", "-", "-m", "parseval,dependency"], options].concat();
        // Rows must be read, or the run waits for its reader.
        let mut child = waiting_to_be_read(&place, &args);
        let mut output = child.stdout.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            output.read_to_string(&mut text).unwrap();
            text
        });
        child.stdin.as_mut().unwrap().write_all(GOLD.repeat(6000).as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        let _ = child.stdin.as_mut().unwrap().write_all(GOLD.repeat(14_000).as_bytes());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{options:?}");
        let text = reader.join().unwrap();
        let last = if options[1] == "json" { &text[..] } else { text.lines().last().unwrap() };
        let report = crate::json::report(last);
        assert_eq!(report["interrupted"], true, "{options:?}");
        let has_rows = options.len() > 2 && options[1] == "json";
        assert_eq!(report["rows"].as_array().is_some_and(|rows| !rows.is_empty()), has_rows, "{options:?}");
    }
}

/// Starts a run that waits for its input.
fn waiting_to_be_read(place: &Place, args: &[&str]) -> std::process::Child {
    let mut command = place.command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// A run that waits for input cannot end by itself; what was written is complete all the same.
#[test]
fn json_is_whole_if_the_program_has_to_be_ended() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    let written = tempfile::NamedTempFile::new().unwrap(); // rows would fill a pipe that nobody reads yet
    let mut child = place
        .command(&["gold", "-", "--per-sentence", "-f", "json"])
        .stdin(Stdio::piped())
        .stdout(written.reopen().unwrap())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap(); // stays open: the end of the input must not end the run
    stdin.write_all(GOLD.repeat(6000).as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let report: serde_json::Value = serde_json::from_reader(written.reopen().unwrap()).unwrap();
    assert_eq!(report["interrupted"], true);
    assert!(report["rows"].as_array().is_some_and(|rows| !rows.is_empty()));
}
