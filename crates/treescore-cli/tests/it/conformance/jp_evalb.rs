//! The recorded runs of jp-evalb: its report where it ended normally, the repaired one where it died, an error where the input is
//! no trees.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::conformance::case::{Case, cases, first_difference};

/// Which cases have an input error, and where.
const INPUT_ERRORS: [(&str, &str); 2] =
    [("065-unbalanced", "gold:1:34: "), ("066-two-trees-on-a-line", "gold:1:71: ")];

fn all() -> Vec<Case> {
    cases("jp-evalb", |name| name.starts_with(|first: char| first.is_ascii_digit() || first == 'g'))
}

/// Runs the command with more arguments behind those of the case; also the report that was left in the folder.
fn run(case: &Case, more: &[&str]) -> (Output, Option<Vec<u8>>) {
    let copy = case.copy();
    let program = Path::new(env!("CARGO_BIN_EXE_treescore"));
    let output = case.command(program, &["jp-evalb"], copy.path()).args(more).output().unwrap();
    (output, fs::read(copy.path().join("jp-evalb.txt")).ok())
}

/// The report without its first and last line, which must be times.
fn without_times(report: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = report.split_inclusive(|&byte| byte == b'\n').collect();
    let [first, inner @ .., last] = &lines[..] else { panic!("no report") };
    for line in [first, last] {
        // MM/DD/YY HH:MM:SS.uuuuuu000 UTC
        let digits = line.iter().filter(|byte| byte.is_ascii_digit()).count();
        assert!(
            line.starts_with(b"Current time: ")
                && line.ends_with(b"000 UTC\n")
                && digits == 21
                && line.len() == 46
        );
    }
    inner.concat()
}

/// What is wrong with a run that should give a report.
fn difference(case: &Case, expected: &[u8], is_repaired: bool) -> Option<String> {
    let (output, file) = run(case, &[]);
    let (Some(report), Some(file)) = (output.stdout.strip_suffix(b"\n"), file) else {
        return Some("no report, or no jp-evalb.txt".to_owned());
    };
    let stderr = String::from_utf8_lossy(&output.stderr);
    let is_told = stderr.lines().count() == 1 && stderr.contains("; repaired: ");
    if report != file {
        Some("jp-evalb.txt is not what was printed".to_owned())
    } else if output.status.code() != Some(0) || is_told != is_repaired {
        Some(format!("{}, {stderr}", output.status))
    } else {
        first_difference(expected, &without_times(report))
    }
}

#[test]
fn reports() {
    let (mut wrong, mut counts) = (Vec::new(), [0; 3]);
    for case in all() {
        let (expected, repaired) = (case.file("expected.txt"), case.file("repaired.txt"));
        counts[if expected.is_some() { 0 } else { 1 + usize::from(repaired.is_none()) }] += 1;
        let is_repaired = repaired.is_some();
        let Some(expected) = expected.or(repaired) else { continue };
        wrong.extend(difference(&case, &expected, is_repaired).map(|at| format!("{}: {at}", case.name())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(counts, [64, 17, 2], "cases were lost from the pack, or added without being counted here");
}

#[test]
fn input_errors_say_where() {
    for (name, place) in INPUT_ERRORS {
        let case = cases("jp-evalb", |case| case == name).remove(0);
        let (output, file) = run(&case, &[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with(place) && stderr.lines().count() == 1, "{stderr}");
        assert_eq!((output.status.code(), output.stdout.len(), file), (Some(2), 0, None), "{name}");
    }
}

/// The first repair is an error exactly where the program died.
#[test]
fn strict_runs_end_where_the_program_ended() {
    for case in all() {
        let expected = match (case.file("expected.txt"), case.file("repaired.txt")) {
            (Some(_), _) => 0,
            (None, Some(_)) => 3,
            (None, None) => 2,
        };
        let (output, file) = run(&case, &["--strict-compat"]);
        assert_eq!(output.status.code(), Some(expected), "{}", case.name());
        assert_eq!(
            (output.stdout.is_empty(), file.is_none()),
            (expected > 0, expected > 0),
            "{}",
            case.name()
        );
    }
}

/// The counts of the JSON report are those of the rows.
#[test]
fn json_has_the_counts_of_the_rows() {
    for case in all() {
        let (output, file) = run(&case, &["--no-file", "--json", "-"]);
        assert_eq!(file, None, "{}", case.name());
        let Some(expected) = case.file("expected.txt").or_else(|| case.file("repaired.txt")) else {
            continue;
        };
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let expected = String::from_utf8(expected).unwrap();
        let rows: Vec<&str> = expected.lines().skip(3).take_while(|line| !line.starts_with('=')).collect();
        let blocks = json["blocks"].as_array().unwrap();
        assert_eq!(blocks.len(), rows.len(), "{}", case.name());
        for (row, block) in rows.into_iter().zip(blocks) {
            let fields: Vec<&str> = row.split_whitespace().collect();
            let names = [
                "length",
                "status",
                "matched",
                "gold_brackets",
                "test_brackets",
                "crossing",
                "words",
                "tags",
            ];
            for (name, at) in names.into_iter().zip([1, 2, 5, 6, 7, 8, 9, 10]) {
                assert_eq!(block[name].to_string(), fields[at], "{}: {row}", case.name());
            }
        }
        let died = case.file("repaired.txt").is_some();
        let fatal =
            json["repairs"].as_array().unwrap().iter().filter(|repair| repair["kind"] != "dropped").count();
        assert_eq!(fatal > 0, died, "{}", case.name());
    }
}
