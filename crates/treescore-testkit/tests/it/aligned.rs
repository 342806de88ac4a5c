//! The twin of `treescore --align` against the recorded cases.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use treescore_testkit::aligned::{Outcome, Params, Settings, Windows, score};

fn pack() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../treescore-cli/tests/conformance/jp-evalb")
}

/// A file of the pack, plain or compressed.
#[expect(clippy::disallowed_methods, reason = "the pack is files")]
fn file(folder: &Path, name: &str) -> Option<String> {
    if let Ok(text) = fs::read_to_string(folder.join(name)) {
        return Some(text);
    }
    let mut text = String::new();
    let packed = fs::File::open(folder.join(format!("{name}.gz"))).ok()?;
    GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    Some(text)
}

/// The folders below `folder` that are cases.
fn cases(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    cases.retain(|case| case.join("cmd").exists());
    cases.sort();
    cases
}

/// The settings of a case, the tables of the pack included.
fn settings(case: &Path) -> Settings {
    let table = |name| file(&pack().join("data"), name).unwrap_or_else(|| panic!("the pack has no {name}"));
    let command = file(case, "cmd").unwrap();
    let params = match (file(case, "params.prm"), command.contains("-evalb")) {
        (Some(text), _) => Params::parse(&text),
        (None, true) => Params::evalb(),
        (None, false) => Params::default(),
    };
    Settings {
        normalise: table("normalise.tsv"),
        exceptions: table("exceptions.en.tsv"),
        params,
        windows: None,
    }
}

fn run(case: &Path, settings: &Settings) -> Option<Outcome> {
    score(&file(case, "gold").unwrap(), &file(case, "test").unwrap(), settings).ok()
}

/// The outcome in the format of the pack.
fn shown(outcome: &Outcome) -> Value {
    let sum =
        |count: fn(&treescore_testkit::aligned::Block) -> u64| outcome.blocks.iter().map(count).sum::<u64>();
    let cells = outcome.cells;
    let blocks: Vec<Value> = outcome
        .blocks
        .iter()
        .map(|block| {
            json!({
                "gold": block.gold, "test": block.system, "matched": block.matched,
                "gold_brackets": block.gold_brackets, "test_brackets": block.system_brackets,
                "crossing": block.crossing, "words": block.words, "tags": block.tags,
            })
        })
        .collect();
    json!({
        "totals": {
            "blocks": blocks.len(), "matched": sum(|it| it.matched), "gold": sum(|it| it.gold_brackets),
            "test": sum(|it| it.system_brackets), "crossing": sum(|it| it.crossing), "words": sum(|it| it.words),
            "tags": sum(|it| it.tags),
            "cells": {
                "same": cells.same, "retok": cells.retok, "equiv": cells.equiv, "diff": cells.diff,
                "gold": cells.gold, "test": cells.system,
            },
        },
        "blocks": blocks,
    })
}

#[test]
fn every_case_of_the_pack() {
    let mut checked = 0;
    let mut wrong = Vec::new();
    for case in cases(&pack()).into_iter().chain(cases(&pack().join("aligned-extra"))) {
        let expected = file(&case, "aligned.json").map(|text| serde_json::from_str::<Value>(&text).unwrap());
        let made = run(&case, &settings(&case)).as_ref().map(shown);
        checked += 1;
        if made != expected {
            let totals = |value: &Option<Value>| value.as_ref().map(|value| value["totals"].to_string());
            wrong.push(format!("{}\n  {:?}\n  {:?}", case.display(), totals(&expected), totals(&made)));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(checked >= 95, "only {checked} cases");
}

#[test]
fn windows_larger_than_the_text_do_not_show() {
    for case in cases(&pack()).into_iter().chain(cases(&pack().join("aligned-extra"))) {
        let settings = settings(&case);
        let windowed = Settings { windows: Some(Windows::default()), ..settings.clone() };
        assert_eq!(run(&case, &windowed), run(&case, &settings), "{}", case.display());
    }
}
