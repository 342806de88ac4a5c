//! `treescore perturb`.

use crate::{GOLD, Place, Ran};

const TO: &str = "--trees-out out.trees --times-out out.jsonl";

impl Place {
    fn perturb(&self, what: &str) -> Ran {
        self.run(&format!("perturb gold {what} {TO}"))
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }
}

fn gold() -> Place {
    Place::with(&[("gold", GOLD.as_bytes())])
}

#[test]
fn nothing_is_changed_with_zero() {
    for what in ["--noise 0", "--insert 0", "--insert 0 --insert-style flat", "--insert 0 --seed 7"] {
        let place = gold();
        let ran = place.perturb(what);
        assert_eq!((ran.status, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""), "{what}");
        assert_eq!(place.read("out.trees"), GOLD, "{what}");
        let last = place.read("out.jsonl").lines().last().unwrap_or_default().to_owned();
        assert_eq!(last, r#"[["it",0.0,1.0],["rained",1.0,2.0]]"#, "{what}");
    }
}

#[test]
fn everything_is_changed_with_one() {
    for (what, last, times) in [
        ("--insert 1", "(TOP (S (NP (PRP (PRP it) (PRP it))) (VP (VBD (VBD rained) (VBD rained)))))", 4),
        (
            "--insert 1 --insert-style flat",
            "(TOP (S (NP (PRP it) (PRP it)) (VP (VBD rained) (VBD rained))))",
            4,
        ),
        ("--delete 1", "(TOP (S (NP (PRP it_rained))))", 1),
        ("--noise 1", "(TOP (S (NP (PRP it)) (VP (VBD rained))))", 2),
    ] {
        let place = gold();
        assert_eq!(place.perturb(what).status, Some(0), "{what}");
        assert_eq!(place.read("out.trees").lines().last(), Some(last), "{what}");
        assert_eq!(place.read("out.trees").lines().count(), 3, "{what}");
        let line: Vec<(String, f64, f64)> =
            serde_json::from_str(place.read("out.jsonl").lines().last().unwrap()).unwrap();
        assert_eq!((line.len(), line[0].1, line[times - 1].2), (times, 0.0, 2.0), "{what}");
    }
}

#[test]
fn merging_says_what_it_is_not() {
    let ran = gold().perturb("--delete 0");
    assert_eq!(ran.status, Some(0));
    assert!(ran.stderr.starts_with("warning: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("not comparable with its Delete curve"), "{}", ran.stderr);
}

#[test]
fn the_seed_decides() {
    let place = gold();
    let mut seen = Vec::new();
    for seed in ["", "--seed 12345", "--seed 1", "--seed 18446744073709551615"] {
        place.perturb(&format!("--noise 0.5 {seed}"));
        seen.push(place.read("out.jsonl"));
    }
    assert_eq!(seen[0], seen[1], "the default seed");
    assert!(seen[1] != seen[2] && seen[2] != seen[3]);
}

#[test]
fn an_unreadable_tree_leaves_a_mark() {
    let place = Place::with(&[("gold", GOLD.replace("(NNP Mara)", "(NNP Mara))").as_bytes())]);
    let ran = place.perturb("--insert 0");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.contains("gold:2:"), "{}", ran.stderr);
    assert!(ran.stderr.contains("tree 2 is left out, the others are perturbed"), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("1 of 3 trees not perturbed: (()) stands in place of each"),
        "{}",
        ran.stderr
    );
    let lines: Vec<&str> = GOLD.lines().collect();
    assert_eq!(place.read("out.trees"), format!("{}\n(())\n{}\n", lines[0], lines[2]));
    assert_eq!(place.read("out.jsonl").lines().nth(1), Some("[]"));
}

#[test]
fn only_the_first_unreadable_trees_are_shown() {
    let place = Place::with(&[("gold", GOLD.replace('\n', ")\n").repeat(4).as_bytes())]);
    let ran = place.perturb("--insert 0");
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.stderr.matches("error:").count(), 5, "{}", ran.stderr);
    assert!(ran.stderr.contains("12 of 12 trees not perturbed"), "{}", ran.stderr);
    assert_eq!(place.read("out.trees"), "(())\n".repeat(12));
}

#[test]
fn trees_may_go_to_standard_output() {
    let place = gold();
    let ran = place.run("perturb gold --noise 0 --trees-out - --times-out out.ctm");
    assert_eq!((ran.status, ran.stdout.as_str()), (Some(0), GOLD));
    assert_eq!(place.read("out.ctm").lines().last(), Some("3 A 1 1 rained"));
    assert_eq!(place.names(), ["gold", "out.ctm"]);
}

#[test]
fn what_makes_no_sense_is_said_and_nothing_written() {
    let place = Place::with(&[("gold", GOLD.as_bytes()), ("empty", b""), ("gold.json", GOLD.as_bytes())]);
    for (line, said) in [
        ("perturb gold", "--noise <DELTA>|--insert <DELTA>|--delete <DELTA>"),
        ("perturb gold --noise 0.1 --times-out t.ctm", "--trees-out"),
        ("perturb gold --noise 0.1 --insert 0.1 --trees-out a --times-out t.ctm", "cannot be used with"),
        (
            "perturb gold --noise 0.1 --insert-style flat --trees-out a --times-out t.ctm",
            "cannot be used with",
        ),
        (
            "perturb gold --noise 1.5 --trees-out a --times-out t.ctm",
            "--noise: delta is 1.5; it must be a number from 0 to 1",
        ),
        ("perturb gold --insert -1 --trees-out a --times-out t.ctm", "--insert: delta is -1"),
        ("perturb gold --delete nan --trees-out a --times-out t.ctm", "--delete: delta is NaN"),
        (
            "perturb gold --noise 0.1 --trees-out a --times-out t.txt",
            "t.txt: the name must end in .ctm, .json or .jsonl",
        ),
        ("perturb gold --noise 0.1 --trees-out a --times-out -", "the name must end in"),
        ("perturb gold --noise 0.1 --trees-out a.ctm --times-out a.ctm", "are both a.ctm"),
        (
            "perturb gold --noise 0.1 --trees-out ./gold --times-out t.ctm",
            "--trees-out ./gold would overwrite",
        ),
        (
            "perturb gold.json --noise 0.1 --trees-out a --times-out gold.json",
            "--times-out gold.json would overwrite",
        ),
        (
            "perturb gold --noise 0.1 --trees-out no/a --times-out t.ctm",
            "cannot write no/a: its folder does not exist",
        ),
        ("perturb gold --noise 0.1 --trees-out a --times-out no/t.ctm", "cannot write no/t.ctm: its folder"),
        ("perturb nowhere --noise 0.1 --trees-out a --times-out t.ctm", "cannot read nowhere"),
        ("perturb empty --noise 0.1 --trees-out a --times-out t.ctm", "empty holds no trees"),
    ] {
        let ran = place.run(line);
        assert_eq!((ran.status, ran.stdout.as_str()), (Some(2), ""), "{line}");
        let flat = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(said), "{line}: {}", ran.stderr);
        assert_eq!(place.names(), ["empty", "gold", "gold.json"], "{line}");
    }
}
