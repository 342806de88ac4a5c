//! The recorded cases, and those that decide what the description leaves open.

use serde_json::{Value, json};
use treescore::repair::{Remark, Repair, RepairLimits, Repaired, Step, repair_within};

use super::{repaired, tree};

const CASES: &str = include_str!("../../conformance/replies/cases.jsonl");

/// A result in the form of the cases.
fn described(repaired: &Repaired) -> Value {
    json!({
        "valid": repaired.is_valid,
        "balanced": repaired.is_balanced,
        "faithful": repaired.is_faithful,
        "steps": repaired.steps.iter().map(|step| step.as_str()).collect::<Vec<_>>(),
        "remarks": repaired.remarks.iter().map(|remark| remark.as_str()).collect::<Vec<_>>(),
        "tree": tree(repaired),
    })
}

#[test]
fn recorded_cases() {
    let mut wrong = Vec::new();
    let cases: Vec<Value> = CASES.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(cases.len(), 69);
    for case in &cases {
        let found = described(&repaired(case["gold"].as_str().unwrap(), case["reply"].as_str().unwrap()));
        if found != case["expected"] {
            wrong.push(format!("{}\n  expected {}\n  found    {found}", case["case"], case["expected"]));
        }
    }
    assert!(wrong.is_empty(), "{} cases differ\n{}", wrong.len(), wrong.join("\n"));
}

const GOLD: &str = "(S (NP (DT The) (NN dog)) (VP (VBZ barks)))";

/// A reply, the tree that is expected, the steps, and what the case shows.
type Case = (&'static str, Option<&'static str>, &'static str, &'static str);

#[test]
fn labels_and_characters() {
    check(&[
        ("(S (-NONE- The) (. .))", None, "", "the only words of gold are traces"),
        (
            "(s (np (dt The) (nn dog)) (vp (vbz barks)) (X no))",
            Some("(S (NP (DT The) (NN dog)) (VP (VBZ barks)))"),
            "drop-extra-words",
            "the only label in upper case is dropped with its word",
        ),
        (
            "(s (np The) (np dog) (vp barks) (X no))",
            Some("(S (NP (XX The)) (NP (XX dog)) (VP (XX barks)))"),
            "drop-extra-words",
            "and then the label of a word is that of a phrase",
        ),
        (
            "(S&amp;lt; (NP (DT The) (NN dog)) (VP (VBZ barks)))",
            Some("(Slt; (NP (DT The) (NN dog)) (VP (VBZ barks)))"),
            "unescape",
            "a label that would be unescaped again",
        ),
        (
            "(S (NP (DT The) (NN d&#111;g)) (VP (VBZ barks)))",
            Some(GOLD),
            "unescape",
            "a number of a character",
        ),
        (
            "(S (NP (DT The) (NN dog&nbsp;)) (VP (VBZ barks)))",
            Some(GOLD),
            "restore-words",
            "white space stays a reference",
        ),
        (
            "(S (NP (DT The) (NN dog&#1;)) (VP (VBZ barks)))",
            Some(GOLD),
            "unescape restore-words",
            "a character that is none",
        ),
    ]);
}

#[test]
fn what_is_around_trees() {
    check(&[
        (
            "\u{feff}(S (NP (DT The) (NN dog))\r\n (VP (VBZ barks)))\r\n",
            Some(GOLD),
            "join-lines",
            "line ends",
        ),
        (
            "[\"a\"] {\"x\": [1, {\"tree\": \"(S (NP (DT The) (NN dog)) (VP (VBZ barks)))\"}]}",
            Some(GOLD),
            "strip-prose extract-json",
            "the first value with a tree",
        ),
        (
            "[[[[[[ {\"tree\": \"(S (NP (DT The) (NN dog)) (VP (VBZ barks)))\"}",
            Some(GOLD),
            "strip-prose extract-json",
            "values that do not end",
        ),
    ]);
}

fn check(cases: &[Case]) {
    for (reply, expected, steps, why) in cases {
        let found = repaired(GOLD, reply);
        let names: Vec<&str> = found.steps.iter().map(|step| step.as_str()).collect();
        assert_eq!((tree(&found).as_deref(), &*names.join(" ")), (*expected, *steps), "{why}: {reply}");
    }
}

#[test]
fn words_of_gold_decide_what_is_notation() {
    for (gold, reply, why) in [
        ("(S (N a\u{a0}b) (N c))", "(S (N a\u{a0}b) (N c))", "white space in a word"),
        (
            "(S (N [\"x) (NP (N b)) (N y\"]))",
            "(S (N [\"x) (NP (N b)) (N y\"]))",
            "words that together look like JSON",
        ),
        ("(S (N a\\ ) (N b))", "(S (N a\\) (N b))", "a backslash at the end"),
        ("(S (N &amp;) (N b))", "(S (N &amp;) (N b))", "a reference"),
    ] {
        let found = repaired(gold, reply);
        assert_eq!(
            (tree(&found).as_deref(), found.is_valid, found.steps.as_slice()),
            (Some(reply), true, &[][..]),
            "{why}"
        );
    }
}

#[test]
fn less_may_be_repaired() {
    for (reply, [all, brackets, none]) in [
        ("(S (NP (DT The) (NN dog)) (VP (VBZ barks)))", [true, true, true]),
        ("`(S (NP (DT The) (NN dog)) (VP (VBZ barks)))`", [true, true, false]),
        ("(S (NP (DT The) (NN dog)) (VP (VBZ barks))", [true, true, false]),
        ("(S (NP (DT The) (NN dog)) (VP (VBZ bark)))", [true, false, false]),
        ("no", [false, false, false]),
    ] {
        let found = repaired(GOLD, reply);
        for (allowed, expected) in [(Repair::All, all), (Repair::Brackets, brackets), (Repair::None, none)] {
            assert_eq!(found.tree_within(allowed).is_ok(), expected, "{reply} with {}", allowed.as_str());
        }
    }
}

#[test]
fn too_much_work_is_refused_and_counted() {
    let limits = RepairLimits { effort: 100, ..RepairLimits::default() };
    let words = ["The", "dog", "barks"];
    let found = repair_within("(S (NP (DT The) (NN dog)) (VP (VBZ bark)))", &words, limits);
    assert_eq!((found.tree.is_none(), found.too_large), (true, Some(108)));
    let equal = repair_within("(S (NP (DT The) (NN dog)) (VP (VBZ barks)))", &words, limits);
    assert!(equal.tree.is_some(), "equal words need no table");
    let limits = RepairLimits { memory: 10, ..RepairLimits::default() };
    assert!(repair_within("(S (NP (DT The) (NN dog)) (VP (VBZ bark)))", &words, limits).too_large.is_some());
}

#[test]
fn names_are_listed_in_order() {
    assert_eq!(Step::ALL.map(Step::as_str), *Step::VALUES);
    assert_eq!(Remark::ALL.map(Remark::as_str), *Remark::VALUES);
}
