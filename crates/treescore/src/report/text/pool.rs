//! Pooling of rare labels into one row, because a score over a handful of brackets says little.

use std::borrow::Cow;

use crate::measure::MeasureInfo;
use crate::report::model::{Breakdown, Group, Scores};

/// Labels with fewer gold brackets than this are pooled.
const FEW: u64 = 20;

/// The name of the pooled row.
pub(crate) const OTHER: &str = "other";

/// One row of a breakdown: the group of each system, where the system has it.
#[derive(Clone, Debug)]
pub(crate) struct Row<'r> {
    pub name: Cow<'r, str>,
    /// Those of the report where possible: a corpus may have any number of labels.
    pub groups: Vec<Option<Cow<'r, Group>>>,
    /// The number of labels in the row, if it is the pooled one.
    pub pooled: Option<usize>,
}

/// Pools the rare labels into a last row. A single rare label stays, and so do labels that are all rare:
/// pooling would only hide their names. `others` is the number of labels that are one row already.
pub(crate) fn pool<'r>(rows: Vec<Row<'r>>, info: &MeasureInfo, others: usize) -> Vec<Row<'r>> {
    if rows.iter().any(|row| row.name == OTHER) {
        return rows;
    }
    let rare = rows.iter().filter(|row| is_rare(row, info)).count();
    if rare < 2 || rare == rows.len() {
        return rows;
    }
    let (rare, mut kept): (Vec<Row<'_>>, Vec<Row<'_>>) = rows.into_iter().partition(|row| is_rare(row, info));
    let systems = rare.iter().map(|row| row.groups.len()).max().unwrap_or(0);
    let groups = (0..systems).map(|system| {
        let groups = rare.iter().filter_map(|row| row.groups.get(system)?.as_deref());
        let scores = sum(&groups.map(|group| &group.scores).collect::<Vec<_>>(), info);
        Some(Cow::Owned(Group { name: OTHER.to_owned(), scores, ..Group::default() }))
    });
    let labels = if others > 0 { rare.len() - 1 + others } else { rare.len() };
    kept.push(Row { name: Cow::Borrowed(OTHER), groups: groups.collect(), pooled: Some(labels) });
    kept
}

fn is_rare(row: &Row<'_>, info: &MeasureInfo) -> bool {
    row.name == Breakdown::OTHERS
        || row.groups.iter().flatten().all(|group| group.scores.count(info, "gold").unwrap_or(0) < FEW)
}

/// The scores of summed counts. A figure that no label has, because it belongs to whole pairs, is undefined.
fn sum(scores: &[&Scores], info: &MeasureInfo) -> Scores {
    let mut counts = vec![0_i128; info.fields.len()];
    for one in scores {
        counts.iter_mut().zip(&one.counts).for_each(|(sum, count)| *sum = sum.saturating_add(*count));
    }
    let has = |at: usize| scores.iter().any(|one| one.corpus.get(at).is_some_and(Option::is_some));
    let figures = (info.derive)(&counts);
    let corpus = figures.iter().enumerate().map(|(at, figure)| figure.filter(|_| has(at))).collect();
    Scores { corpus, counts, ..Scores::default() }
}
