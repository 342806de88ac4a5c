//! Rare labels become one row, because a score over a handful of brackets says nothing.

use crate::measure::Counts;
use crate::report::model::{Group, Report, Scores};

/// Labels with fewer gold brackets than this are pooled.
const FEW: u64 = 20;

/// Name of the pooled row.
pub(crate) const OTHER: &str = "other";

/// One row of a breakdown: a group per system, where the system has it.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub name: String,
    pub groups: Vec<Option<Group>>,
    /// How many labels the row stands for, if it is the pooled one.
    pub pooled: Option<usize>,
}

/// The rows with rare labels pooled at the end. A single rare label stays, and so do labels that
/// are all rare: pooling would only hide their names.
pub(crate) fn pool(rows: Vec<Row>, report: &Report) -> Vec<Row> {
    if rows.iter().any(|row| row.name == OTHER) {
        return rows;
    }
    let (rare, mut kept): (Vec<Row>, Vec<Row>) = rows.iter().cloned().partition(is_rare);
    if rare.len() < 2 || kept.is_empty() {
        return rows;
    }
    let systems = rare.iter().map(|row| row.groups.len()).max().unwrap_or(0);
    let groups = (0..systems).map(|system| {
        let scores =
            rare.iter().filter_map(|row| row.groups.get(system)?.as_ref()).map(|group| &group.scores);
        let scores = sum(scores, report);
        Some(Group { name: OTHER.to_owned(), scores, sentence_mean: None, relabelled: vec![], speech: None })
    });
    kept.push(Row { name: OTHER.to_owned(), groups: groups.collect(), pooled: Some(rare.len()) });
    kept
}

fn is_rare(row: &Row) -> bool {
    row.groups.iter().flatten().all(|group| group.scores.count("gold").unwrap_or(0) < FEW)
}

/// The scores of summed counts.
fn sum<'a>(scores: impl Iterator<Item = &'a Scores>, report: &Report) -> Scores {
    let mut tally = Counts::new();
    for (&name, &count) in scores.flat_map(|scores| &scores.tally) {
        let sum = tally.entry(name).or_default();
        *sum = sum.saturating_add(count);
    }
    let keys = report.columns.iter().map(|column| column.key);
    Scores { values: keys.zip(report.derive.figures(&tally)).collect(), tally }
}
