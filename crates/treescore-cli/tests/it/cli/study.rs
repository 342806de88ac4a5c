//! `treescore study`: the list, files, refusals, and a parser.

use super::{GOLD, Place};

fn place() -> Place {
    Place::with(&[
        ("gold", GOLD.as_bytes()),
        ("short", GOLD.lines().next().unwrap().as_bytes()),
        ("out/keep", b""),
    ])
}

#[test]
fn studies_are_listed() {
    let listed = place().run("study");
    assert_eq!(listed.status, Some(0), "{}", listed.stderr);
    for name in ["attachment", "perturbation", "speech-factors", "alignment-growth"] {
        assert!(listed.stdout.contains(name), "{}", listed.stdout);
    }
}

#[test]
fn files_are_written_whole() {
    let place = place();
    let ran = place.run("study averages gold gold --out out -f csv");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert_eq!(place.bytes("out/averages.csv"), ran.stdout.as_bytes());
    for name in ["out/averages.json", "out/averages.svg"] {
        assert!(!place.bytes(name).is_empty(), "{name}");
    }
    let ran = place.run("study averages gold gold --out new/folder");
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
    assert!(!place.bytes("new/folder/averages.json").is_empty());
}

#[test]
fn what_is_wrong_is_named() {
    let place = place();
    for (line, expected) in [
        ("nothing", "unknown study `nothing`"),
        ("attachment --runs 3", "--runs is not an option of the study attachment"),
        ("averages gold", "takes two files"),
        ("averages gold absent", "absent"),
        ("averages gold short", "gold has 3 trees"),
        ("averages gold gold --out gold", "--out gold: cannot make this folder"),
        ("--seed 3", "--seed needs the name of a study"),
        ("--all", "--all needs the name of a study"),
        ("--threads 2", "--threads needs the name of a study"),
        ("averages gold gold --gold-times gold", "--gold-times and --system-times go together"),
        ("--out out", "--out needs the name of a study"),
        ("speech-factors", "needs DESIGN, a table of conditions"),
        ("speech-factors --scores gold", "gold:1: there is no column `side`"),
        ("perturbation gold gold --deltas 0.5,0.2", "each greater than the one before"),
        ("concepts gold", "takes gold and a system, or no files"),
        ("phrase-models gold", "set --first, --second and --test"),
    ] {
        let ran = place.run(&format!("study {line}"));
        assert_eq!(ran.status, Some(2), "{line}: {}", ran.stdout);
        assert!(ran.stderr.contains(expected), "{line}: {}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_parser_is_asked_once_and_checked() {
    let place = place();
    let run = |parser: &str| {
        let line =
            ["study", "perturbation", "gold", "gold", "--deltas", "0.5", "--runs", "2", "--parser", parser];
        super::Ran::of(&place.command(&line).output().unwrap())
    };
    let flat = run("sed 's/[^ ][^ ]*/(X &)/g; s/^/(S /; s/$/)/'");
    assert_eq!(flat.status, Some(0), "{}", flat.stderr);
    assert!(flat.stdout.contains("delete, parsed again"), "{}", flat.stdout);
    for (parser, expected) in [
        ("head -n 1", "wrote 1 lines for"),
        ("yes '(())'", "wrote at least 7 lines for 6 sentences"),
        ("cat", "is not a tree"),
        ("exit 3", "failed"),
        ("sed 's/.*/(S (X other))/'", "has the words `other`"),
    ] {
        let ran = run(parser);
        assert_eq!(ran.status, Some(2), "{parser}: {}", ran.stdout);
        assert!(ran.stderr.contains(expected), "{parser}: {}", ran.stderr);
    }
    let fails = run("sed 's/.*/(())/'");
    assert_eq!(fails.status, Some(0), "{}", fails.stderr);
    for expected in [
        "the parser returned no tree for 6 of 6 sentences: its score is 0",
        "needs a parser that returns trees: insert is above delete, parsed again, at every amount",
    ] {
        assert!(fails.stdout.contains(expected), "{}", fails.stdout);
    }
}
