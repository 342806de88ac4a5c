//! `-h`, `--help`, `treescore help`, the manual page and completion scripts. What they contain is tested beside the code.

use std::io::Write;
use std::process::{Command, Stdio};

use super::{GOLD, Place};

#[test]
fn help_goes_to_standard_output() {
    let place = Place::with(&[]);
    for (line, expected) in [
        ("-h", "Original programs: evalb"),
        ("--help", "Choose what to measure:"),
        ("gold system --help", "Struct-IoU (-m struct-iou):"),
        ("phrase train -h", "All options and the exit status: treescore help phrase train"),
        ("phrase train --help", "Exit status: 0 all trees used"),
        ("help", "Topics:"),
        ("help phrase train", "--second-range"),
        ("help recipes", "EVALB with COLLINS.prm"),
        ("help signature", "checksum of the gold trees"),
        ("help evalb", " evalb [-dDh][-c n]"),
        ("help evalb", "\n-p also takes the name of a recipe: collins, new"),
        ("help evalb-spmrl", "recipe: spmrl, spmrl-hebrew\n"),
        ("help evalb-spmrl", "Count skipped sentences"),
        ("help sparseval", "Usage: sparseval [-opts]"),
        ("help jp-evalb", "usage: treescore jp-evalb"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{line}");
        assert!(ran.stdout.contains(expected), "{line}: {}", ran.stdout);
    }
}

#[test]
fn nothing_to_do_and_unknown_topics_are_errors() {
    let place = Place::with(&[]);
    for (line, expected) in [
        ("", "Usage: treescore [OPTIONS] GOLD SYSTEM..."),
        ("phrase", "treescore phrase chunk gold.trees"),
        ("help nonsense", "there is no command or topic `nonsense`; list all of them: treescore help"),
        ("help signatur", "did you mean: treescore help signature"),
        ("man nonsense", "there is no command `nonsense`"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(expected), "{line}: {}", ran.stderr);
    }
}

#[test]
fn values_are_checked_in_plain_words() {
    let place = Place::with(&[("gold", GOLD.as_bytes())]);
    for (line, expected) in [
        ("gold gold --pair 0 --detail", "invalid value '0' for '--pair <N>': must be at least 1"),
        ("gold gold --worst x", "must be a whole number of at least 1"),
        ("gold gold -m parseval,,word", "--measure contains an empty name"),
        ("gold gold -m parseval,word --untyped", "--untyped is not an option of parseval or word"),
        (
            "gold gold --detail -f latex",
            "--detail cannot be shown in --format latex: use table, json or jsonl",
        ),
    ] {
        let ran = place.run(line);
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(ran.status == Some(2) && flat.contains(expected), "{line}: {flat}");
    }
}

#[test]
fn narrow_screens_do_not_spoil_help() {
    let place = Place::with(&[]);
    let with = |columns: &str| {
        let ran = place.command(&["--help"]).env("COLUMNS", columns).output().unwrap();
        String::from_utf8(ran.stdout).unwrap()
    };
    assert_eq!(with("0"), with("100"));
    assert_eq!(with("5"), with("60"));
    assert_ne!(with("60"), with("100"));
}

#[test]
fn bash_accepts_the_completion_script() {
    let script = Place::with(&[]).run("completions bash").stdout;
    let Ok(mut bash) = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() else { return };
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(bash.wait().unwrap().success());
}

#[test]
fn a_command_has_a_manual_page_of_its_own() {
    let place = Place::with(&[]);
    let (all, one) = (place.run("man").stdout, place.run("man phrase chunk").stdout);
    for text in [".SH TREESCORE PHRASE CHUNK\n", ".SH TREESCORE EVALB\n", "\\&    \\-p param_file"] {
        assert!(all.contains(text), "{text}");
    }
    assert!(one.starts_with(".ie") && one.contains(".TH treescore-phrase-chunk 1"), "{one}");
    assert!(one.contains(".SH EXAMPLES\n") && !one.contains("\\-\\-signature"), "{one}");
}
