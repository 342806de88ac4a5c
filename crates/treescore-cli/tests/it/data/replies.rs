//! Genuine replies of a language model: the recorded steps of each, and the recorded totals, by a run over all of them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::data;
use crate::cli::Place;

/// The gold trees of some sentences, by their lines.
fn gold(data: &Path, lines: &[usize]) -> String {
    let trees = fs::read_to_string(data.join("gold/test.gold.clean")).unwrap();
    let trees: Vec<&str> = trees.lines().collect();
    lines.iter().map(|&line| trees[line - 1].to_owned() + "\n").collect()
}

/// The rows of a run over replies.
fn rows(place: &Place, replies: &str) -> Vec<Value> {
    let ran = place.run(&format!("gold {replies} --no-tests -f jsonl --per-sentence"));
    assert!(ran.status.is_some_and(|status| status < 2), "{}", ran.stderr);
    ran.lines().into_iter().filter(|row| row.get("reply").is_some()).collect()
}

/// A row in the form of the recorded counts: balanced, faithful, steps.
fn counts(row: &Value) -> String {
    let reply = &row["reply"];
    let bit = |name: &str| u8::from(reply[name].as_bool().unwrap());
    let steps: Vec<&str> =
        reply["steps"].as_array().unwrap().iter().map(|step| step.as_str().unwrap()).collect();
    let steps = if steps.is_empty() { "-".to_owned() } else { steps.join(",") };
    format!("{}\t{}\t{steps}", bit("balanced"), bit("faithful"))
}

#[test]
fn recorded_counts_of_genuine_replies() {
    let Some(data) = data() else { return };
    let recorded = fs::read_to_string(data.join("llm/counts.tsv")).unwrap();
    let recorded: Vec<Vec<&str>> =
        recorded.lines().skip(1).map(|line| line.splitn(4, '\t').collect()).collect();
    let expected: Vec<&str> = recorded.iter().map(|row| row[3]).collect();
    let lines: Vec<usize> = recorded.iter().map(|row| row[2].parse().unwrap()).collect();
    let pieces = fs::read(data.join("llm/pieces.jsonl")).unwrap();
    let place = Place::with(&[("gold", gold(&data, &lines).as_bytes()), ("pieces", &pieces)]);
    let found: Vec<String> = rows(&place, "pieces --input replies:text").iter().map(counts).collect();
    assert_eq!(found, expected);
    assert_eq!(found.len(), 120);
}

/// The replies as they came, which the content cuts, give the same counts as the recorded pieces.
#[test]
fn genuine_replies_are_cut_by_their_content() {
    let Some(data) = data() else { return };
    let recorded = fs::read_to_string(data.join("llm/counts.tsv")).unwrap();
    for (batch, file) in [("1", "batch1.txt"), ("2", "batch2.md"), ("3", "batch3.json"), ("4", "batch4.md")] {
        let of_batch = recorded.lines().skip(1).map(|line| line.splitn(4, '\t').collect::<Vec<_>>());
        let of_batch: Vec<Vec<&str>> = of_batch.filter(|row| row[0] == batch).collect();
        let lines: Vec<usize> = of_batch.iter().map(|row| row[2].parse().unwrap()).collect();
        let replies = fs::read(data.join("llm/replies").join(file)).unwrap();
        let place = Place::with(&[("gold", gold(&data, &lines).as_bytes()), ("replies", &replies)]);
        let found: Vec<String> = rows(&place, "replies --input replies").iter().map(counts).collect();
        let expected: Vec<&str> = of_batch.iter().map(|row| row[3]).collect();
        assert_eq!(found, expected, "{file}");
    }
}
