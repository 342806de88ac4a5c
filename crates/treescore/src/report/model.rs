//! What a report says, before anything is rendered.
//!
//! The JSON report is this model, field for field; the other formats show a part of it. Fractions are in `[0, 1]`,
//! undefined is `None` (`null`), never NaN. Nothing in it depends on time, path, thread count or hash order.

use std::collections::BTreeMap;

use serde::Serialize;

use super::aligned::{PairTrees, TextReport};
use super::speech::{SpeechReport, WordReport};
use crate::measure::{Counts, Fact, Mapped, Tally};
pub use crate::prepare::Average;

/// A whole report: one measure, one or more systems against one gold corpus.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// Version of treescore that made the report.
    pub treescore: String,
    /// Name of the measure, for example `parseval`.
    pub measure: String,
    /// The figures every [`Scores`] of this report carries, in the order tables show them; the first is the headline.
    pub columns: Vec<Column>,
    /// BibTeX keys of the papers that define the measure.
    pub papers: Vec<&'static str>,
    /// Which average the recipe calls the headline.
    pub average: Average,
    /// One entry per system, in command-line order; the first is the reference for differences.
    pub systems: Vec<SystemReport>,
    /// The line that pins down how the numbers were made.
    pub signature: String,
    /// True when the run was interrupted: the numbers cover only the pairs read until then.
    pub interrupted: bool,
    /// How figures are read off summed counts, for tables that sum rows.
    #[serde(skip)]
    pub derive: Derive,
}

impl Default for Report {
    /// A report of nothing.
    fn default() -> Self {
        Self {
            treescore: env!("CARGO_PKG_VERSION").to_owned(),
            measure: String::new(),
            columns: Vec::new(),
            papers: Vec::new(),
            average: Average::Corpus,
            systems: Vec::new(),
            signature: String::new(),
            interrupted: false,
            derive: Derive::default(),
        }
    }
}

/// How the figures of a measure are read off the counts of a tally.
#[derive(Clone, Copy, Debug)]
pub struct Derive(fn(&Counts) -> Vec<Option<f64>>);

impl Derive {
    /// As this tally does it.
    pub fn of<T: Tally>() -> Self {
        Self(|counts| T::of_counts(counts).corpus())
    }

    /// The figures of these counts, in the order of the measure's.
    pub fn figures(self, counts: &Counts) -> Vec<Option<f64>> {
        self.0(counts)
    }
}

impl Default for Derive {
    fn default() -> Self {
        Self(|_| Vec::new())
    }
}

impl PartialEq for Derive {
    /// Always: it follows from the measure, which reports name.
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

/// One figure of a measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Column {
    /// Key in [`Scores::values`], for example `f1`.
    pub key: &'static str,
    /// Heading in tables, for example `F1`.
    pub title: &'static str,
    /// How tables print it.
    pub unit: Unit,
    /// When a table is too wide, columns with the lowest rank go first; the headline has the highest.
    pub rank: u8,
}

/// How tables print a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A fraction, printed as per cent with two decimals.
    Percent,
    /// A fraction, printed as it is with four decimals.
    Fraction,
    /// An amount per pair, printed with two decimals.
    PerPair,
}

/// Everything about one system.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SystemReport {
    /// Name shown in tables: the file name without its folder.
    pub name: String,
    /// Scores over the scored pairs, summed.
    pub corpus: Scores,
    /// The same for pairs no longer than the cutoff, if there is one and some pair is longer.
    pub within_cutoff: Option<WithinCutoff>,
    /// Means of the sentences' scores over the scored pairs.
    pub sentence_mean: Scores,
    /// Scores over all pairs, the refused ones counted as if the system had found nothing.
    pub all_pairs: Scores,
    /// Sentence means over all pairs, the refused ones counted as zero.
    pub all_pairs_sentence_mean: Scores,
    /// More about the scored pairs, in lines of a few numbers, for tables: machine formats have the tally.
    #[serde(skip)]
    pub facts: Vec<Fact>,
    /// What was read, scored and refused.
    pub coverage: Coverage,
    /// How far the texts agree, if they were aligned.
    pub text: Option<TextReport>,
    /// How far the words were recognised, if they were aligned as those of speech.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speech: Option<SpeechReport>,
    /// The scores by length, label or file, if asked for.
    pub breakdown: Option<Breakdown>,
    /// Every refused pair, if asked for.
    pub refused: Option<Vec<RefusedPair>>,
    /// Every pair with its scores, if asked for.
    pub sentences: Option<Vec<SentenceScores>>,
}

/// The scores of one pair.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SentenceScores {
    /// One-based number of the pair.
    pub pair: u64,
    /// Length of the gold sentence by the recipe's way of counting, if it could be read.
    pub words: Option<u32>,
    /// The utterance its times are from, if it has times and was scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utterance: Option<String>,
    /// Its scores, unless it was refused.
    pub scores: Option<Scores>,
    /// Why it was refused, if it was.
    pub refused: Option<String>,
    /// What was mapped to what, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapping: Option<Vec<Mapped>>,
    /// Which trees it is made of, if texts were aligned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trees: Option<PairTrees>,
    /// What became of its words, if they were aligned as those of speech.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speech: Option<WordReport>,
}

/// The scores of the pairs that are not longer than a cutoff.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithinCutoff {
    /// Greatest number of words.
    pub words: u32,
    /// The scores of the summed tallies.
    pub scores: Scores,
    /// Means of the sentences' scores.
    pub sentence_mean: Scores,
}

/// The figures of one group of pairs, with the integers they were made from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scores {
    /// One entry per [`Column`]; `None` where the figure is undefined or does not exist for this average.
    pub values: BTreeMap<&'static str, Option<f64>>,
    /// The tally, by name (`pairs`, `gold`, `system`, `matched`, …). Real-valued sums are fixed-point, value × 2^60.
    pub tally: BTreeMap<&'static str, i128>,
}

/// What was read, scored and refused, and why. `read` is always `scored` + `refused`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// Pairs read.
    pub read: u64,
    /// Pairs scored.
    pub scored: u64,
    /// Pairs refused.
    pub refused: u64,
    /// Refused pairs longer than the cutoff.
    pub refused_beyond_cutoff: u64,
    /// The refused pairs by reason, most frequent first.
    pub reasons: Vec<Reason>,
    /// What is odd about pairs that were scored all the same.
    pub notes: Vec<Reason>,
}

/// One reason for refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// `words differ`, `not a tree`, `no tree`, …
    pub why: String,
    /// How many pairs.
    pub pairs: u64,
    /// Where the first one is: `pair 312`, `heron.trees:118:42`.
    pub first: String,
    /// What seems to have happened, if anything can be said: `one system tree seems to be missing`.
    pub note: Option<String>,
}

/// One refused pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusedPair {
    /// One-based number of the pair.
    pub pair: u64,
    /// Line of the gold tree in its file, if there is one.
    pub gold_line: Option<u64>,
    /// Line of the system tree in its file, if there is one.
    pub system_line: Option<u64>,
    /// Why, in one line: `words differ at word 1: "Nobody" / "Rain"`.
    pub why: String,
}

/// The scores of groups of pairs or of brackets.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Breakdown {
    /// What the groups are made by.
    pub by: By,
    /// The groups: classes in order of length, labels most frequent in gold first, files in reading order.
    pub groups: Vec<Group>,
}

/// What a breakdown is made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Number of words of the gold tree.
    Length,
    /// The same, each class with the shorter ones in it.
    MaxLength,
    /// Label of the bracket or node.
    Label,
    /// Type of the node.
    Type,
    /// File of the gold tree.
    File,
}

/// One group of a breakdown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    /// `11–20`, `NP`, `wsj_0001.mrg`.
    pub name: String,
    /// Its scores. By label or type, figures and counts that belong to whole pairs are undefined or zero.
    pub scores: Scores,
    /// Means of the sentences' scores; not by label or type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence_mean: Option<Scores>,
    /// By label or type: which ones the system gave to these gold brackets or nodes instead, most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relabelled: Vec<Relabelled>,
    /// What became of its words, if they were aligned as those of speech; not by label or type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speech: Option<WordReport>,
}

/// How often a system bracket of equal span had this label instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Relabelled {
    /// The system's label.
    pub label: String,
    /// How many brackets.
    pub brackets: u64,
}
