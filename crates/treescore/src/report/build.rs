//! From the outcome of a run to the report that says it.

use std::collections::BTreeMap;

use super::model::{
    Breakdown, By, Column, Coverage, Group, Reason, RefusedPair, Relabelled, Scores, SystemReport, Unit,
    WithinCutoff,
};
use crate::measure::{Figure, FigureKind, LabelTally, Measure, Tally, ratio};
use crate::read::Corpus;
use crate::refusal::Refusal;
use crate::run::{GroupBy, Job, RefusedAt, Scored, Totals};
use crate::tree::Which;

/// The columns of a measure.
pub fn columns(figures: &[Figure]) -> Vec<Column> {
    let unit = |kind| match kind {
        FigureKind::Percent => Unit::Percent,
        FigureKind::PerPair => Unit::PerPair,
    };
    figures
        .iter()
        .map(|figure| Column {
            key: figure.key,
            title: figure.title,
            unit: unit(figure.kind),
            rank: figure.rank,
        })
        .collect()
}

/// Everything a report says about one system.
pub fn system_report<M: Measure>(measure: &M, job: &Job, scored: &Scored<M::Tally>) -> SystemReport {
    let Totals { scored: sum, within_cutoff, missed, beyond_cutoff, .. } = &scored.totals;
    let figures = measure.figures();
    let mut all = sum.clone();
    all += missed.clone();
    let cutoff = job.recipe.cutoff.filter(|_| *beyond_cutoff > 0);
    SystemReport {
        name: job.system.short_name(),
        corpus: corpus(figures, sum),
        within_cutoff: cutoff.map(|words| WithinCutoff { words, scores: corpus(figures, within_cutoff) }),
        sentence_mean: scores(figures, sum.sentence_mean(), sum),
        all_pairs: corpus(figures, &all),
        all_pairs_sentence_mean: scores(figures, all.sentence_mean(), &all),
        coverage: coverage(job, scored),
        breakdown: job.by.as_ref().map(|by| breakdown(by, job, figures, &scored.totals)),
        refused: job.keep_refused.then(|| scored.refused.iter().map(refused_pair).collect()),
        sentences: None,
    }
}

fn corpus<T: Tally>(figures: &[Figure], tally: &T) -> Scores {
    scores(figures, tally.corpus(), tally)
}

fn scores<T: Tally>(figures: &[Figure], values: Vec<Option<f64>>, tally: &T) -> Scores {
    Scores { values: figures.iter().map(|figure| figure.key).zip(values).collect(), tally: tally.counts() }
}

fn coverage<T>(job: &Job, scored: &Scored<T>) -> Coverage {
    let Totals { pairs, refused, refused_beyond_cutoff, .. } = scored.totals;
    let mut reasons: Vec<Reason> = scored
        .kinds
        .iter()
        .map(|(&why, (pairs, first))| Reason {
            why: why.to_owned(),
            pairs: *pairs,
            first: place(first, job),
            note: scored.shift.filter(|_| why == "words differ").map(|shift| shift.note()),
        })
        .collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.pairs)); // stable: equal counts stay in the order of their names
    Coverage { read: pairs + refused, scored: pairs, refused, refused_beyond_cutoff, reasons }
}

/// Where a refused pair is: the file and line of what cannot be read, or the number of the pair.
fn place(refused: &RefusedAt, job: &Job) -> String {
    let in_file = |corpus: &Corpus, at: Option<(usize, u64)>| {
        at.and_then(|(document, line)| Some((corpus.documents().get(document)?.short_name(), line)))
    };
    match &refused.refusal {
        Refusal::NotATree(which, error) => {
            let (corpus, at) = match which {
                Which::Gold => (&job.gold, refused.gold),
                Which::System => (&job.system, refused.system),
            };
            let name = in_file(corpus, at).map(|(name, _)| name).unwrap_or_default();
            format!("{name}:{}:{}", error.position.line, error.position.column)
        }
        _ => format!("pair {}", refused.pair),
    }
}

fn refused_pair(refused: &RefusedAt) -> RefusedPair {
    RefusedPair {
        pair: refused.pair,
        gold_line: refused.gold.map(|(_, line)| line),
        system_line: refused.system.map(|(_, line)| line),
        why: refused.refusal.to_string(),
    }
}

fn breakdown<T: Tally>(by: &GroupBy, job: &Job, figures: &[Figure], totals: &Totals<T>) -> Breakdown {
    let group = |name: String, key: u64| {
        let empty = T::default();
        let tally = totals.groups.get(&key).unwrap_or(&empty);
        Group { name, scores: corpus(figures, tally), relabelled: Vec::new() }
    };
    let (by, groups) = match by {
        GroupBy::Length(bins) => {
            let classes = 0..=bins.0.len();
            (By::Length, classes.map(|class| group(bins.name(class), class as u64)).collect())
        }
        GroupBy::File => {
            let files = job.gold.documents().iter().enumerate();
            (By::File, files.map(|(number, document)| group(document.name.clone(), number as u64)).collect())
        }
        GroupBy::Label => (By::Label, label_groups(&totals.labels.labels)),
    };
    Breakdown { by, groups }
}

fn label_groups(labels: &BTreeMap<Vec<u8>, LabelTally>) -> Vec<Group> {
    let mut sorted: Vec<(&Vec<u8>, &LabelTally)> = labels.iter().collect();
    sorted.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.gold)); // stable: then by name
    sorted.into_iter().map(|(name, tally)| label_group(name, tally)).collect()
}

fn label_group(name: &[u8], tally: &LabelTally) -> Group {
    let LabelTally { matched, gold, system, relabelled } = tally;
    let mut others: Vec<Relabelled> = relabelled
        .iter()
        .map(|(label, &brackets)| Relabelled { label: String::from_utf8_lossy(label).into_owned(), brackets })
        .collect();
    others.sort_by_key(|other| std::cmp::Reverse(other.brackets));
    let values = BTreeMap::from([
        ("f1", ratio(2 * matched, gold + system)),
        ("recall", ratio(*matched, *gold)),
        ("precision", ratio(*matched, *system)),
    ]);
    let counts = BTreeMap::from([
        ("matched", i128::from(*matched)),
        ("gold", i128::from(*gold)),
        ("system", i128::from(*system)),
    ]);
    Group {
        name: if name.is_empty() { "(none)".to_owned() } else { String::from_utf8_lossy(name).into_owned() },
        scores: Scores { values, tally: counts },
        relabelled: others,
    }
}
