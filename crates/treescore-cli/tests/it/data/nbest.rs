//! N-best lists of real parsers: EVALB's counts of every tree, and the best of each sentence.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::data;
use crate::json::{numbers, report};

/// Parser, sentences, parameters, and F1 of the first trees and of the best ones as the reference gives them.
const LISTS: [(&str, usize, &[&str], [&str; 2]); 2] =
    [("berkeley", 300, &[], ["84.41", "89.97"]), ("bllip", 200, &["--delete", "S1"], ["81.40", "90.43"])];

/// What is printed about the lists of a parser.
fn nbest(data: &Path, gold: &Path, parser: &str, more: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_treescore"));
    command.arg("nbest").arg(gold).arg(data.join(format!("systems/{parser}.10best"))).arg("-r");
    command.arg(data.join("params/collins.prm")).args(["--per-sentence", "-f", "json", "-q"]).args(more);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{parser}: {}", String::from_utf8_lossy(&output.stderr));
    report(&String::from_utf8(output.stdout).unwrap())
}

/// The line of the reference for a sentence.
fn line(row: &Value) -> String {
    let candidates = row["candidates"].as_array().unwrap();
    let counts = candidates.iter().map(|tree| numbers(&tree["counts"], ["matched", "system", "gold"]));
    let counts: Vec<[u64; 3]> = counts.collect();
    let each: Vec<String> = counts.iter().map(|[matched, system, _]| format!("{matched}/{system}")).collect();
    let (sentence, oracle) = (&row["sentence"], &row["oracle"]);
    format!("{sentence}\t{}\t{}\t{}\t{oracle}", candidates.len(), counts[0][2], each.join(" "))
}

#[test]
fn every_tree_has_evalbs_counts_and_the_best_is_the_same() {
    let Some(data) = data() else { return };
    let made = tempfile::tempdir().unwrap();
    let gold = fs::read_to_string(data.join("gold/test.gold.clean")).unwrap();
    for (parser, sentences, more, figures) in LISTS {
        let path = made.path().join(parser);
        let some: String = gold.split_inclusive('\n').take(sentences).collect();
        fs::write(&path, some).unwrap();
        let measure = &nbest(&data, &path, parser, more)["measures"][0];
        let rows = measure["rows"].as_array().unwrap();
        let reference = data.join(format!("reference/nbest.{parser}.per-sentence.tsv"));
        let reference = fs::read_to_string(reference).unwrap();
        assert_eq!(rows.len(), sentences);
        for (row, expected) in rows.iter().zip(reference.lines().skip(1)) {
            assert_eq!(line(row), expected, "{parser}");
        }
        let choices = measure["points"].as_array().unwrap().last().unwrap()["choices"].as_array().unwrap();
        let f1 = |at: usize| format!("{:.2}", 100.0 * choices[at]["corpus"]["f1"].as_f64().unwrap());
        assert_eq!([f1(0), f1(1)], figures, "{parser}");
    }
}
