//! Systems compared with each other: all figures with their differences, where the systems differ by label, and the
//! sentences that differ most.

mod json;
mod samples;
mod text;

use std::collections::BTreeMap;

use super::model::{Average, MeasureReport, Report, RowKind};
use super::statistics::{ComparisonReport, StatisticsReport, compare_rows, word_comparisons};
use super::text::statistics::{incomplete, weak};
use crate::measure::{Measure, MeasureInfo, Parseval, registry};
use crate::run::{Furthest, Kept, KeptFigures, Plan, Scored, StatRows, Statistics, UnitDifference};
use crate::setup::{Folding, ResampleBy, StatSettings, Used};
use crate::stats::{Incomplete, MatchedPairs, Over, Parts, Units, matched_pairs, segments};

#[cfg(feature = "schema")]
pub(super) use json::CompareJson;
pub use json::{render_csv, render_json};
pub use samples::{SampleFormat, SampleLine, each_sample, write_samples};
pub use text::{render, render_typeset};

/// The counts that say how much of a label was found, where a measure has one of them.
const FOUND: [&str; 3] = ["matched", "mapped", "correct"];

/// Systems compared by some measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The names of the systems.
    pub names: Vec<String>,
    /// What is drawn and swapped, if nothing else was asked for.
    pub kind: RowKind,
    /// How intervals and tests were made.
    pub statistics: StatisticsReport,
    /// The measures.
    pub measures: Vec<ComparedMeasure>,
    /// Sentences that qualify the numbers.
    pub notes: Vec<String>,
    /// How the numbers were made.
    pub signatures: Vec<String>,
}

/// Systems compared by one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedMeasure {
    /// The measure.
    pub info: &'static MeasureInfo,
    /// The average of its headline.
    pub average: Average,
    /// The number of pairs, groups or sides of the system that has most of them. Groups of two systems are joined where
    /// they share gold trees; how many there are then is what the wins of a comparison add up to.
    pub pairs: u64,
    /// The differences.
    pub comparisons: Vec<ComparisonReport>,
    /// Of two systems: how often they found each label, the greatest difference first.
    pub labels: Vec<LabelDifference>,
    /// What is counted of each label.
    pub found: &'static str,
    /// Of two systems: the sentences that differ most.
    pub sentences: Vec<SentenceDifference>,
    /// Of word errors: the test of matched pairs of segments, for each pair of systems.
    pub segments: Vec<SegmentTest>,
}

/// The test of matched pairs of segments (Gillick and Cox 1989): errors of `against` minus errors of `system`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentTest {
    /// The position of the system.
    pub system: usize,
    /// The position of the system it is compared with.
    pub against: usize,
    /// What was found.
    pub found: MatchedPairs,
}

/// How often two systems found a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelDifference {
    /// The label.
    pub label: String,
    /// How often the first system found it.
    pub first: i128,
    /// How often the second did.
    pub second: i128,
}

/// A sentence with the headline figure of two systems.
#[derive(Clone, Debug, PartialEq)]
pub struct SentenceDifference {
    /// The number of its first gold tree, from 1.
    pub tree: u64,
    /// The number of the conversation side, from 1, if sides are compared.
    pub side: Option<u64>,
    /// Its words, if they are known.
    pub text: Option<String>,
    /// The figure of the first system.
    pub first: f64,
    /// The figure of the second.
    pub second: f64,
}

impl Compared {
    /// Collects the comparisons of a report. With two systems, also labels and the sentences that differ most.
    pub fn new(report: &Report, plan: &Plan, scored: &Scored) -> Option<Self> {
        let statistics = report.statistics.clone()?;
        let most = plan.ask.statistics.as_ref()?.furthest;
        let measures = report.measures.iter().enumerate().map(|(at, measure)| {
            let found = FOUND.into_iter().find(|name| measure.info.field(name).is_some());
            let counts = |system: usize| found_labels(report, at, system, found.unwrap_or_default());
            let is_pair = report.systems.len() == 2 && !measure.comparisons.is_empty();
            let kept = |system: usize| scored.systems.get(system)?.setups.get(at)?.kept.as_ref();
            let sentences = match (kept(0), kept(1), is_pair) {
                (Some(first), Some(second), true) => {
                    most_different([first, second], most, report.kind() == RowKind::Side)
                }
                _ => Vec::new(),
            };
            ComparedMeasure {
                info: measure.info,
                average: measure.average,
                pairs: measure.cells.iter().map(|cell| cell.coverage.read).max().unwrap_or(0),
                comparisons: measure.comparisons.clone(),
                labels: if is_pair { label_differences(&counts(0), &counts(1)) } else { Vec::new() },
                found: found.unwrap_or_default(),
                sentences,
                segments: Vec::new(),
            }
        });
        let measures = measures.chain(words(plan, scored));
        Some(Self {
            names: report.systems.iter().map(|system| system.name.clone()).collect(),
            kind: report.kind(),
            statistics,
            measures: measures.collect(),
            notes: Vec::new(),
            signatures: super::text::signature_lines(report),
        })
        .filter(|_| report.systems.len() > 1)
        .map(Self::with_notes)
    }
}

impl Compared {
    /// Collects the comparisons of a report, without labels and sentences.
    pub fn of_report(report: &Report) -> Option<Self> {
        let measure = |measure: &MeasureReport| ComparedMeasure {
            info: measure.info,
            average: measure.average,
            pairs: measure.cells.iter().map(|cell| cell.coverage.read).max().unwrap_or(0),
            comparisons: measure.comparisons.clone(),
            labels: Vec::new(),
            found: "",
            sentences: Vec::new(),
            segments: Vec::new(),
        };
        Some(Self {
            names: report.systems.iter().map(|system| system.name.clone()).collect(),
            kind: report.kind(),
            statistics: report.statistics.clone()?,
            measures: report.measures.iter().map(measure).collect(),
            notes: Vec::new(),
            signatures: super::text::signature_lines(report),
        })
        .filter(|_| report.systems.len() > 1)
        .map(Self::with_notes)
    }
}

impl Compared {
    /// Compares systems whose counts of PARSEVAL are known pair by pair, without their trees. Of refused pairs nothing is
    /// known: each two systems are compared over the pairs that both scored.
    ///
    /// # Errors
    /// If the systems do not have the same pairs.
    pub fn of_rows(names: Vec<String>, rows: &[StatRows], asked: &Statistics) -> Result<Self, Incomplete> {
        let info = Parseval.info();
        let mut figures = KeptFigures::All.of(info, Average::Corpus);
        for figure in &mut figures {
            figure.quotient = figure.quotient.clone().over_known();
        }
        let mut comparisons =
            compare_rows(&rows.iter().collect::<Vec<_>>(), &figures, asked, &asked.settings)
                .map_err(|mismatch| Incomplete { system: mismatch.system, ..mismatch.error })?;
        for found in &mut comparisons {
            found.left_out = unscored([&rows[found.against], &rows[found.system]]);
            // Neither system is better in them.
            found.comparison.wins.equal -= found.left_out;
        }
        let folded = comparisons.iter().any(|found| found.comparison.difference.is_folded);
        let used = Used { intervals: true, test: Some(asked.test), folded, detectable: true };
        let measure = ComparedMeasure {
            info,
            average: Average::Corpus,
            pairs: rows.first().map_or(0, |rows| rows.len() as u64),
            comparisons,
            labels: Vec::new(),
            found: "matched",
            sentences: Vec::new(),
            segments: Vec::new(),
        };
        Ok(Self {
            names,
            kind: RowKind::Pair,
            statistics: StatisticsReport {
                settings: asked.settings,
                test: Some(asked.test),
                reference: asked.reference,
                incomplete: None,
            },
            measures: vec![measure],
            notes: Vec::new(),
            signatures: vec![asked.settings.signature(used)],
        }
        .with_notes())
    }

    /// Adds the sentences that qualify the intervals of differences.
    fn with_notes(mut self) -> Self {
        self.notes = weak(&text::shown_intervals(&self), &self.statistics.settings);
        self.notes.extend(incomplete(&self.statistics));
        self
    }

    /// What is drawn and swapped as one: `pair`, `group`, `side`, `file` or `key`.
    pub fn unit_noun(&self) -> &'static str {
        match self.statistics.settings.resample_by {
            ResampleBy::Pair => self.kind.as_str(),
            ResampleBy::File => "file",
            ResampleBy::Side => "side",
            ResampleBy::Keys => "key",
        }
    }
}

/// The number of pairs that one of two systems did not score.
fn unscored(rows: [&StatRows; 2]) -> u64 {
    let pairs = 0..rows[0].len().min(rows[1].len());
    pairs.filter(|&pair| rows.iter().any(|rows| rows.is_refused(pair))).count() as u64
}

/// Word errors of speech, compared as a measure of their own, with the test of matched pairs.
fn words(plan: &Plan, scored: &Scored) -> Option<ComparedMeasure> {
    let asked = plan.ask.statistics.as_ref()?;
    let comparisons = word_comparisons(plan, scored).ok().filter(|found| !found.is_empty())?;
    let first = scored.systems.iter().find_map(|system| system.kept_words.as_ref())?;
    let mut segments = Vec::new();
    for found in comparisons.iter().filter(|found| found.figure == 0) {
        let steps = |system: usize| Some(&scored.systems[system].kept_words.as_ref()?.steps);
        let test = |first: &[Vec<u8>], second: &[Vec<u8>]| segment_test(first, second);
        if let (true, Some(first), Some(second)) = (asked.segments, steps(found.against), steps(found.system))
        {
            segments.extend(test(first, second).map(|test| SegmentTest {
                system: found.system,
                against: found.against,
                found: test,
            }));
        }
    }
    Some(ComparedMeasure {
        info: registry::info("words")?,
        average: Average::Corpus,
        pairs: first.rows.len() as u64,
        comparisons,
        labels: Vec::new(),
        found: "",
        sentences: Vec::new(),
        segments,
    })
}

/// The test of two systems' alignments with the same gold words; `None` if they are not the same.
fn segment_test(first: &[Vec<u8>], second: &[Vec<u8>]) -> Option<MatchedPairs> {
    if first.len() != second.len() {
        return None;
    }
    let each = first.iter().zip(second).map(|(first, second)| segments(first, second));
    let all: Option<Vec<Vec<(u64, u64)>>> = each.collect();
    Some(matched_pairs(&all?.concat()))
}

/// How often a system found each label.
fn found_labels(report: &Report, measure: usize, system: usize, count: &str) -> BTreeMap<String, i128> {
    let measure = &report.measures[measure];
    let (Some(at), Some(cell)) = (measure.info.field(count), measure.cells.get(system)) else {
        return BTreeMap::new();
    };
    let groups = cell.breakdown.iter().filter(|breakdown| breakdown.by.is_item_facet());
    let groups = groups.flat_map(|breakdown| &breakdown.groups);
    groups.map(|group| (group.name.clone(), group.scores.counts.get(at).copied().unwrap_or(0))).collect()
}

/// The labels that two systems found differently often, the greatest difference first.
fn label_differences(
    first: &BTreeMap<String, i128>,
    second: &BTreeMap<String, i128>,
) -> Vec<LabelDifference> {
    let names: std::collections::BTreeSet<&String> = first.keys().chain(second.keys()).collect();
    let of = |counts: &BTreeMap<String, i128>, name: &String| counts.get(name).copied().unwrap_or(0);
    let mut all: Vec<LabelDifference> = names
        .into_iter()
        .map(|name| LabelDifference { label: name.clone(), first: of(first, name), second: of(second, name) })
        .filter(|label| label.first != label.second)
        .collect();
    all.sort_by_key(|label| std::cmp::Reverse((label.second - label.first).abs()));
    all
}

/// The units in which two systems differ most in the headline figure, by the gold trees they have in common.
fn most_different(kept: [&Kept; 2], most: usize, is_by_side: bool) -> Vec<SentenceDifference> {
    let [first, second] = kept;
    // Rows that were summed do not tell pairs apart. They were listed before, against the reference.
    let exchanged =
        || first.furthest_from(1).map(|all| all.into_iter().map(UnitDifference::exchanged).collect());
    let listed = second.furthest_from(0).or_else(exchanged);
    let is_summed = first.rows.is_summed() || second.rows.is_summed();
    let all = listed.unwrap_or_else(|| if is_summed { Vec::new() } else { find_furthest(kept, most) });
    let sentence = |found: UnitDifference| SentenceDifference {
        tree: found.tree + 1,
        side: is_by_side.then(|| side_of(&first.rows, found.tree)),
        text: None,
        first: found.first,
        second: found.second,
    };
    all.into_iter().map(sentence).collect()
}

/// The number of the side of a gold tree, from 1. A side is a gold file.
pub(super) fn side_of(rows: &StatRows, tree: u64) -> u64 {
    // Rows are summed only if each side is one tree.
    let mut row = (0..rows.len()).filter(|_| !rows.is_summed());
    row.find(|&row| rows.gold(row).contains(&tree)).map_or(tree, |row| rows.cluster(row)) + 1
}

fn find_furthest(kept: [&Kept; 2], most: usize) -> Vec<UnitDifference> {
    let Some(headline) = kept[0].figures.first() else { return Vec::new() };
    let quotient = headline.quotient.of_parts(headline.average, 0);
    let parts = |table: &StatRows, row: usize| Parts {
        numerator: table.count(row, 0),
        denominator: table.count(row, 1),
    };
    let folding = Folding::new(usize::MAX, 16).unwrap_or_default();
    let settings = StatSettings { resample_by: ResampleBy::Pair, folding, ..StatSettings::default() };
    let units = Units::new(&[&kept[0].rows, &kept[1].rows], &parts, Over::All, &settings);
    let [first, second] = &units.columns[..] else { return Vec::new() };
    let mut furthest = Furthest::new(most);
    for (&key, (first, second)) in units.keys.iter().zip(first.iter().zip(second)) {
        furthest.add(key, quotient.value(*first), quotient.value(*second));
    }
    furthest.into_list()
}
