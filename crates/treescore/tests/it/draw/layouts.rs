//! The geometry of trees is the same in Rust and in the report's script: both are checked against one file.
//! `TREESCORE_BLESS=1 cargo test -p treescore --test it layouts` writes it.

#![allow(clippy::disallowed_methods, reason = "this test reads and writes a file of the repository")]

use std::path::Path;

use serde_json::{Value, json};
use treescore::draw::layout::layout;

use super::made::{self, Dice};

/// Forty trees, half of them with gaps: what goes in, and where everything is. As in the script, a root has the parent -1.
fn cases() -> Vec<Value> {
    let made = (0..40).map(|seed| {
        let mut dice = Dice::new(seed);
        let columns = 1 + dice.roll(14);
        let input = made::input(&mut dice, columns, if seed % 2 == 0 { 0 } else { 4 });
        let layout = layout(&input);
        let mut case = json!({ "input": input, "layout": layout });
        for node in case["input"]["nodes"].as_array_mut().unwrap() {
            if node["parent"].is_null() {
                node["parent"] = json!(-1);
            }
        }
        case
    });
    made.collect()
}

#[test]
fn layouts_are_those_of_the_script() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../treescore-html/front/test/layouts.json");
    if std::env::var_os("TREESCORE_BLESS").is_some() {
        let lines: Vec<String> = cases().iter().map(Value::to_string).collect();
        std::fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let expected: Vec<Value> = serde_json::from_str(&text).unwrap();
    let found = cases();
    assert_eq!(found.len(), expected.len());
    for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(found, expected, "layout {number} of {}", path.display());
    }
    let has_gap = |node: &Value| node["stretches"].as_array().unwrap().len() > 1;
    assert!(found.iter().any(|case| case["input"]["nodes"].as_array().unwrap().iter().any(has_gap)));
}
