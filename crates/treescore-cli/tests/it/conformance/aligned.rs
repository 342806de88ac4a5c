//! Native alignment on the cases of alignment-based PARSEVAL: the counts of each pair and of all, number by number.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::conformance::case::{Case, cases};
use crate::json as report;

/// The parameters that the program has built in for `-evalb`.
const BUILT_IN: &str =
    "DELETE_LABEL TOP -NONE- , : `` '' .\nEQ_LABEL ADVP PRT\nDELETE_LABEL_FOR_LENGTH -NONE-\n";

/// What the program says about a case, in the form of `aligned.json`.
fn counts(case: &Case) -> Value {
    let folder = case.copy();
    fs::write(folder.path().join("built-in.prm"), BUILT_IN).unwrap();
    let arguments = case.arguments();
    let recipe = match arguments.last().map(String::as_str) {
        Some("-evalb") => "aligned:built-in.prm".to_owned(),
        Some(file @ "params.prm") => format!("aligned:{file}"),
        _ => "aligned".to_owned(),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_treescore"))
        .args(["gold", "test", "--align", "--format", "json", "--per-sentence", "--recipe", &recipe])
        .current_dir(folder.path())
        .output()
        .unwrap();
    if String::from_utf8_lossy(&output.stderr).contains("gold is empty") {
        return nothing(); // an error here: a score of nothing helps nobody
    }
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{}: {error}: {}", case.name(), String::from_utf8_lossy(&output.stderr))
    });
    let shared = |counts: &Value| -> Value {
        let names = ["matched", "crossing", "words", "tags"];
        names.iter().map(|&name| (name.to_owned(), counts[name].clone())).collect()
    };
    let blocks: Vec<Value> = report::rows(&report)
        .iter()
        .map(|row| {
            let mut block = shared(&row["counts"]);
            block["gold_brackets"] = row["counts"]["gold"].clone();
            block["test_brackets"] = row["counts"]["system"].clone();
            block["gold"] = row["gold_trees"].clone();
            block["test"] = row["system_trees"].clone();
            block
        })
        .collect();
    let all = report::counts(&report);
    let mut totals = shared(all);
    totals["gold"] = all["gold"].clone();
    totals["test"] = all["system"].clone();
    totals["blocks"] = json!(blocks.len());
    totals["cells"] = report::system(&report)["text"]["cells"].clone();
    let test_only = totals["cells"].as_object_mut().and_then(|cells| cells.remove("system"));
    totals["cells"]["test"] = test_only.unwrap_or_default();
    json!({ "totals": totals, "blocks": blocks })
}

/// The counts of files without trees.
fn nothing() -> Value {
    let cells = json!({ "same": 0, "retok": 0, "equiv": 0, "diff": 0, "gold": 0, "test": 0 });
    let totals = json!({
        "blocks": 0, "matched": 0, "gold": 0, "test": 0, "crossing": 0, "words": 0, "tags": 0, "cells": cells,
    });
    json!({ "totals": totals, "blocks": [] })
}

/// The first thing in which the counts of a case differ.
fn difference(case: &Case) -> Option<String> {
    let expected: Value = serde_json::from_slice(&case.file("aligned.json")?).unwrap();
    let got = counts(case);
    if expected == got {
        return None;
    }
    let blocks = |value: &Value| value["blocks"].as_array().cloned().unwrap_or_default();
    let (want, have) = (blocks(&expected), blocks(&got));
    let first = want.iter().zip(&have).find(|(want, have)| want != have);
    let block = first.map(|(want, have)| format!("\n  expected {want}\n  got      {have}"));
    Some(format!(
        "{}:\n  expected {}\n  got      {}{}",
        case.name(),
        expected["totals"],
        got["totals"],
        block.unwrap_or_default()
    ))
}

fn check(cases: &[Case], expected_count: usize) {
    let compared = cases.iter().filter(|case| case.file("aligned.json").is_some()).count();
    let failures: Vec<String> = cases.iter().filter_map(difference).collect();
    eprintln!("{compared} cases compared, {} differ", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(
        compared, expected_count,
        "cases were lost from the pack, or added without being counted here"
    );
}

#[test]
fn aligned() {
    // Words without brackets of their own are untagged words here, and their bracket is a bracket
    // (docs/formats.md); jp-evalb takes it as their tag, and so does `treescore jp-evalb`.
    let is_other = |name: &str| name == "043-many-words-one-tag";
    check(&cases("jp-evalb", |name| name != "aligned-extra" && name != "data" && !is_other(name)), 81);
}

#[test]
fn aligned_beyond_the_paper() {
    check(&cases("jp-evalb/aligned-extra", |_| true), 12);
}

/// The rows of the program's report over native alignment: matched, gold, test, crossing, words and tags of each block.
fn rows(case: &Case) -> Vec<Vec<u64>> {
    let run = case.run(&["jp-evalb", "--aligned", "--no-file"]);
    let text = String::from_utf8(run.stdout).unwrap();
    let rows = text.split(&format!("{}\n", "=".repeat(76))).nth(1).unwrap_or_default().lines();
    let number = |field: &str| field.parse().unwrap();
    rows.map(|row| row.split_whitespace().skip(5).take(6).map(number).collect()).collect()
}

#[test]
fn aligned_in_the_layout_of_the_program() {
    for case in cases("jp-evalb", |name| name != "aligned-extra" && name != "data") {
        let Some(expected) = case.file("aligned.json") else { continue };
        let expected: Value = serde_json::from_slice(&expected).unwrap();
        let names = ["matched", "gold_brackets", "test_brackets", "crossing", "words", "tags"];
        let numbers =
            |block: &Value| names.iter().map(|&name| block[name].as_u64().unwrap()).collect::<Vec<_>>();
        let expected: Vec<Vec<u64>> = expected["blocks"].as_array().unwrap().iter().map(numbers).collect();
        assert_eq!(rows(&case), expected, "{}", case.name());
    }
}
