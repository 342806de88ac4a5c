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
        ("help perturb", "With --times:\n      --allow-overlaps"),
        ("help phrase eval", "Options:\n      --input"),
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
        (
            "gold gold --pair 0 --detail",
            "invalid value '0' for '--pair <N>': must be a whole number of at least 1",
        ),
        ("gold gold --worst x", "must be a whole number of at least 1"),
        ("gold gold --by length --bins x", "bins are increasing numbers"),
        ("gold gold --width -5", "must be a whole number of at least 1"),
        ("gold gold --threads x", "must be a whole number from 1 to 1024"),
        ("gold gold --threads -1", "must be a whole number from 1 to 1024"),
        ("gold gold --side --time-slack x", "must be a number, for example 0.5"),
        ("gold gold --cutoff -1", "a number of words, or none"),
        ("gold gold -m word --cost-sub -1", "`-1` is not a valid value for `cost-sub`"),
        ("perturb gold --insert x --trees-out a --times-out b.ctm", "must be a number, for example 0.5"),
        ("perturb gold --insert 0.1 --seed x --trees-out a --times-out b.ctm", "must be a whole number"),
        ("phrase train --first gold --tau x -o m.json", "must be a number, for example 0.5"),
        ("gold @", "@ needs the name of a list"),
        ("align gold @", "@ needs the name of a list"),
        ("conllu @", "@ needs the name of a list"),
        ("phrase chunk @", "@ needs the name of a list"),
        ("gold gold -o .", ". is a folder: give the name of a file"),
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
fn short_help_promises_only_what_there_is() {
    let place = Place::with(&[]);
    for (line, end) in [
        ("align -h", "All options and the exit status: treescore help align\n"),
        ("measures -h", ""),
        ("schema -h", ""),
        ("completions -h", ""),
    ] {
        let text = place.run(line).stdout;
        assert!(text.ends_with(end), "{line}: {text}");
        assert_eq!(text.contains("treescore help "), !end.is_empty(), "{line}: {text}");
    }
}

#[test]
fn completions_offer_topics_and_the_switches_of_originals() {
    let place = Place::with(&[]);
    let fish = place.run("completions fish").stdout;
    for name in ["help", "man"] {
        let line = fish.lines().find(|line| line.contains(&format!("subcommand {name}\" -f -a")));
        assert!(line.is_some_and(|line| line.contains(" signature ")), "{name}: {line:?}");
    }
    let bash = place.run("completions bash").stdout;
    for (name, words) in [
        ("help", &["signature", "align", "evalb"][..]),
        ("man", &["align", "perturb"]),
        ("evalb", &["-p", "-c", "collins", "ctb"]),
        ("evalb__subcmd__spmrl", &["-K", "spmrl-hebrew"]),
        ("jp__subcmd__evalb", &["--aligned", "--json"]),
        ("sparseval", &["-p", "-z", "speech", "charniak2000"]),
    ] {
        let (_, rest) = bash.split_once(&format!("\n        treescore__subcmd__{name})\n")).unwrap();
        let section = rest.split("\n        treescore__").next().unwrap();
        for word in words {
            let has = section.split([' ', '"', '\n', ')']).any(|other| other == *word);
            assert!(has, "{name} lacks {word}: {section}");
        }
    }
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
    for text in [".SH EXIT STATUS\n", ".SH ENVIRONMENT\n.nf\n\\&TREESCORE_FORMAT ", "Show a summary (\\-h)"] {
        assert!(all.contains(text), "{text}");
    }
    let align = place.run("man align").stdout;
    let title = format!("treescore {}", env!("CARGO_PKG_VERSION"));
    assert!(align.lines().any(|line| line.starts_with(".TH") && line.contains(&title)), "{align}");
    assert!(one.contains(".SH EXAMPLES\n") && !one.contains("\\-\\-signature"), "{one}");
}
