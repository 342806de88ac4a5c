//! Readers that leave, and Ctrl-C.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
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

/// Starts a run with piped streams. Shells start what runs in the background with Ctrl-C ignored, and the program
/// honours that; here it is noticed whoever runs the tests.
fn start(place: &Place, args: &[&str]) -> Child {
    let program = ["--default-signal=INT", env!("CARGO_BIN_EXE_treescore")];
    let mut command = place.command_of("env", &[&program, args].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Starts a run that waits for more input, after `before` of it.
fn waiting(place: &Place, args: &[&str], before: &[u8]) -> Child {
    let mut child = start(place, args);
    child.stdin.as_mut().unwrap().write_all(before).unwrap();
    until_watched(&mut child);
    child
}

/// Waits until the program would notice Ctrl-C, however busy the machine is.
fn until_watched(child: &mut Child) {
    let status = format!("/proc/{}/status", child.id());
    let is_watched = || {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_some_and(|caught| u64::from_str_radix(caught.trim(), 16).unwrap() & 0b10 != 0)
    };
    while !is_watched() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Presses Ctrl-C.
fn interrupt(child: &Child) {
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
}

/// Waits until this many files are being written.
fn until_begun(place: &Place, files: usize) {
    let begun = || place.names().iter().filter(|name| name.starts_with(".treescore-")).count();
    while begun() < files {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// All that the run still prints, read by another thread: a full pipe would hold it up.
fn rest_of_output(child: &mut Child) -> std::thread::JoinHandle<String> {
    let mut output = child.stdout.take().unwrap();
    std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).unwrap();
        text
    })
}

#[test]
fn ctrl_c_leaves_no_file() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    for feeds_on in [false, true] {
        let mut child = waiting(&place, &["gold", "-", "-o", "report.txt"], GOLD.repeat(3000).as_bytes());
        until_begun(&place, 1);
        interrupt(&child);
        if feeds_on {
            let _ = child.stdin.as_mut().unwrap().write_all(GOLD.repeat(17_000).as_bytes());
        }
        // The input stays open, so its end does not end the run.
        let stdin = child.stdin.take();
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(place.names(), ["gold"], "no report, no temporary file");
    }
}

#[test]
fn ctrl_c_leaves_neither_of_two_files() {
    let place = Place::with(&[]);
    let args = ["perturb", "-", "--noise", "0.5", "--trees-out", "out.trees", "--times-out", "out.ctm"];
    let mut child = waiting(&place, &args, GOLD.repeat(3000).as_bytes());
    until_begun(&place, 2);
    interrupt(&child);
    let stdin = child.stdin.take();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    drop(stdin);
    assert_eq!(place.names(), [""; 0], "no trees, no times, no temporary files");
}

/// A run that waits for its input reports what it has read.
#[test]
fn ctrl_c_reports_what_was_scored() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    let mut child = start(&place, &["gold", "-", "--per-sentence", "-f", "jsonl"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let feeding = std::thread::spawn(move || {
        let _ = stdin.write_all(GOLD.repeat(6000).as_bytes());
        stdin // stays open
    });
    let mut row = String::new();
    output.read_line(&mut row).unwrap(); // something was scored
    interrupt(&child);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(feeding.join().unwrap());
    let report = crate::json::report(rest.lines().last().unwrap());
    assert_eq!(report["interrupted"], true);
    let scored = report["coverage"]["scored"].as_u64().unwrap();
    assert_eq!(scored, rest.lines().count() as u64, "every row is in the sum: {report}");
}

/// JSON that is cut short is still JSON, with and without rows. It does not matter when Ctrl-C comes.
#[test]
fn ctrl_c_leaves_valid_json() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    for options in
        [&["-f", "json"][..], &["-f", "json", "--per-sentence"], &["-f", "jsonl", "--per-sentence"]]
    {
        let args = [&["gold", "-", "-m", "parseval,dependency"], options].concat();
        let mut child = start(&place, &args);
        let reader = rest_of_output(&mut child);
        child.stdin.as_mut().unwrap().write_all(GOLD.repeat(6000).as_bytes()).unwrap();
        until_watched(&mut child);
        interrupt(&child);
        let _ = child.stdin.as_mut().unwrap().write_all(GOLD.repeat(13_000).as_bytes());
        let stdin = child.stdin.take(); // stays open: the end of the input must not end the run
        assert_eq!(child.wait().unwrap().code(), Some(130), "{options:?}");
        drop(stdin);
        let text = reader.join().unwrap();
        let last = if options[1] == "json" { &text[..] } else { text.lines().last().unwrap() };
        assert_eq!(crate::json::report(last)["interrupted"], true, "{options:?}");
    }
}

/// A pair that would take hours is left in the middle, and the report comes all the same.
#[test]
fn ctrl_c_ends_a_long_pair() {
    let line =
        |letter: char| (0..400_000).map(|word| format!("{letter}{word}")).collect::<Vec<_>>().join(" ");
    let gold = format!("a b c\n{}\n", line('g'));
    let system = format!("a b d\n{}\n", line('s'));
    let place = Place::with(&[("gold", gold.as_bytes()), ("system", system.as_bytes())]);
    let mut child = start(&place, &["gold", "system", "-m", "word", "--effort", "1e15", "-f", "json"]);
    let reader = rest_of_output(&mut child);
    until_watched(&mut child);
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let report = crate::json::report(&reader.join().unwrap());
    assert_eq!(report["interrupted"], true);
    assert_eq!(
        report["measures"][0]["scores"][0]["coverage"]["refused"], 0,
        "the pair at hand is left out: {report}"
    );
}

/// All pairs are scored when intervals are computed, so that the scores are printed without them.
#[test]
fn ctrl_c_during_intervals_keeps_the_scores() {
    let place = Place::with(&[("gold", GOLD.repeat(100).as_bytes())]);
    for options in [&["-f", "json"][..], &["-f", "json", "--per-sentence"], &["-f", "table"]] {
        let args = [&["gold", "gold", "--resamples", "5000000"], options].concat();
        let mut child = start(&place, &args);
        let reader = rest_of_output(&mut child);
        until_watched(&mut child);
        // Everything but the resamples is done in a moment.
        std::thread::sleep(Duration::from_secs(2));
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{options:?}");
        let text = reader.join().unwrap();
        if options[1] == "json" {
            let report = crate::json::report(&text);
            assert_eq!(
                (&report["interrupted"], &report["measures"][0]["scores"][0]["coverage"]["refused"]),
                (&true.into(), &0.into())
            );
        } else {
            assert!(text.contains("interrupted after") && text.contains("100.00"), "{text}");
        }
    }
}

/// A comparison of some pairs would be one of other systems, so that nothing is compared, and no file is left. It does not
/// matter whether Ctrl-C comes while pairs are scored or while shuffles are drawn.
#[test]
fn ctrl_c_ends_a_comparison() {
    let system = "(S (NP (DT the) (NN cat)) (VP (VBD sat)))\n(S (X (DT a) (NN dog)) (VP (VBD ran)))\n";
    let gold =
        "(S (NP (DT the) (NN cat)) (VP (VBD sat)))\n(S (NP (DT a) (NN dog)) (VP (VBD ran)))\n".repeat(200);
    let files = [("gold", gold.as_bytes()), ("b", &system.repeat(200).into_bytes())];
    for (first, draws) in [("-", "10"), ("gold", "4294967296")] {
        let place = Place::with(&files);
        let args = ["compare", "gold", first, "b", "-o", "out.txt", "--shuffles", draws];
        let mut child = waiting(&place, &args, gold.as_bytes());
        until_begun(&place, 1);
        if first == "gold" {
            // Until shuffles are drawn: everything else is done in a moment.
            std::thread::sleep(Duration::from_millis(500));
        }
        let pressed = std::time::Instant::now();
        interrupt(&child);
        let stdin = child.stdin.take();
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        assert_eq!(output.status.code(), Some(130), "{first}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(pressed.elapsed() < Duration::from_secs(30), "{first}");
        assert_eq!(place.names(), ["b", "gold"], "{first}: no report, no temporary file");
    }
}

/// The same of correlations: measures go over the data one after the other, so that some pairs have one value only. It does
/// not matter whether Ctrl-C comes while pairs are scored or while replicates are drawn.
#[test]
fn ctrl_c_ends_a_correlation() {
    let trees =
        "(S (NP (DT the) (NN cat)) (VP (VBD sat)))\n(S (NP (DT a) (NN dog)) (VP (VBD ran)))\n".repeat(200);
    for (system, replicates) in [("-", "10"), ("b", "3000000")] {
        let other = trees.replace("(NP (DT a)", "(X (DT a)");
        let place = Place::with(&[("gold", trees.as_bytes()), ("b", other.as_bytes())]);
        let measures = ["-m", "parseval,struct-iou", "--resamples", replicates];
        let args =
            [&["correlate", "gold", system, "-o", "out.txt", "--plot", "p.svg"], &measures[..]].concat();
        let mut child = waiting(&place, &args, trees.as_bytes());
        until_begun(&place, 1);
        if system == "b" {
            std::thread::sleep(Duration::from_millis(500)); // until replicates are drawn
        }
        let pressed = std::time::Instant::now();
        interrupt(&child);
        let stdin = child.stdin.take();
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{system}: {said}");
        assert!(system == "b" || said.contains("nothing was correlated: the run was interrupted"), "{said}");
        assert!(pressed.elapsed() < Duration::from_secs(30), "{system}");
        assert_eq!(place.names(), ["b", "gold"], "{system}: no report, no plot, no temporary file");
    }
}

/// A run cannot stop by itself if nobody reads what it prints. Ctrl-C again ends it.
#[test]
fn ctrl_c_again_ends_the_program() {
    let place = Place::with(&[("gold", GOLD.repeat(20_000).as_bytes())]);
    let mut child = start(&place, &["gold", "gold", "--per-sentence"]);
    until_watched(&mut child);
    while child.try_wait().unwrap().is_none() {
        interrupt(&child);
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
