//! What a report says, before anything is rendered: several systems by several measures, against one gold.
//!
//! Figures are fractions in `[0, 1]` unless their unit says otherwise; undefined is `None`, never NaN.
//! Nothing in a report depends on time, path, thread count or hash order. The JSON report says the same with
//! names in place of positions.

use serde::Serialize;

use super::aligned::TextReport;
use super::speech::SpeechReport;
use crate::align::WordCounts;
pub use crate::measure::FigureUnit;
use crate::measure::{Fact, MeasureInfo, ShownMatch, Sum};
pub use crate::prepare::Average;
pub use crate::run::RowKind;
use crate::values::{Advice, Fixed};

/// The schema of the JSON report. The number changes when a field is renamed, removed or means something
/// else.
pub const SCHEMA: &str = "treescore.report/1";

/// A whole report: systems by measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Version of treescore that made the report.
    pub treescore: String,
    /// The systems, in the order given; the first is the reference for differences.
    pub systems: Vec<SystemReport>,
    /// The measures, in the order given.
    pub measures: Vec<MeasureReport>,
    /// What was refused, if asked for, in order of pairs, then systems.
    pub refused: Option<Vec<RefusedRow>>,
    /// The pairs, if they were asked for and kept, in order of pairs, then systems, then measures.
    pub rows: Option<Vec<Row>>,
    /// The pairs with the lowest headline figure, if asked for: for each system and measure, the worst first.
    pub worst: Option<Vec<Row>>,
    /// Is gold in several files, so that a line alone does not say where a pair is?
    pub has_files: bool,
    /// True when the run was interrupted: the numbers cover only the pairs read until then.
    pub interrupted: bool,
}

impl Default for Report {
    /// A report of nothing.
    fn default() -> Self {
        Self {
            treescore: env!("CARGO_PKG_VERSION").to_owned(),
            systems: Vec::new(),
            measures: Vec::new(),
            refused: None,
            rows: None,
            worst: None,
            has_files: false,
            interrupted: false,
        }
    }
}

/// What is known of one system, whatever is measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SystemReport {
    /// Name shown in tables: the file name without its folder.
    pub name: String,
    /// Trees that are in no pair, where a pair is a group of trees or a conversation side.
    pub unpaired: Option<UnpairedTrees>,
    /// How far the texts agree, if they were aligned.
    pub text: Option<TextReport>,
    /// How far the words were recognised, if they were aligned as those of speech.
    pub speech: Option<SpeechReport>,
}

/// Trees that are in no pair, of gold and of the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnpairedTrees {
    /// Trees that cannot be read.
    pub unreadable: BothSides,
    /// Trees without words.
    pub without_words: BothSides,
}

/// A number of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BothSides {
    /// Of gold.
    pub gold: u64,
    /// Of the system.
    pub system: u64,
}

/// One measure over all systems.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureReport {
    /// Its name, figures and counts.
    pub info: &'static MeasureInfo,
    /// Which average the recipe calls the headline.
    pub average: Average,
    /// How the numbers were made: the signature without the number of pairs and the gold trees.
    pub setup: String,
    /// One for each system, in their order.
    pub cells: Vec<SystemScores>,
}

/// What one system gets by one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemScores {
    /// How the numbers were made, with the number of pairs and the gold trees.
    pub signature: String,
    /// Over the scored pairs.
    pub scored: Scores,
    /// The same for pairs no longer than the cutoff, if there is one and some pair is longer.
    pub within_cutoff: Option<WithinCutoff>,
    /// Over all pairs, the refused ones counted as if the system had found nothing.
    pub all_pairs: Scores,
    /// More about the scored pairs, in lines of a few numbers, for tables: machine formats have the counts.
    pub facts: Vec<Fact>,
    /// What was read, scored and refused.
    pub coverage: Coverage,
    /// The scores by length, label, type or file, if asked for.
    pub breakdown: Option<Breakdown>,
}

/// The scores of the pairs that are not longer than a cutoff.
#[derive(Clone, Debug, PartialEq)]
pub struct WithinCutoff {
    /// Greatest number of words.
    pub words: u32,
    /// The scores.
    pub scores: Scores,
}

/// The figures of some pairs, with the integers they were read off. Positions are those of the measure's
/// figures and fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// Figures read off the summed counts; `None` is undefined.
    pub corpus: Vec<Option<f64>>,
    /// Means of the pairs' figures; `None` is undefined, or a figure without a mean.
    pub sentence_mean: Vec<Option<f64>>,
    /// The summed counts.
    pub counts: Vec<i128>,
    /// The sums of the pairs' figures.
    pub means: Vec<Fixed>,
}

impl From<&Sum> for Scores {
    fn from(sum: &Sum) -> Self {
        Self {
            corpus: sum.figures(Average::Corpus).to_vec(),
            sentence_mean: sum.figures(Average::Sentence).to_vec(),
            counts: sum.counts().to_vec(),
            means: sum.means().to_vec(),
        }
    }
}

/// What was read, scored and refused, and why. `read` is always `scored` + `refused`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// What is counted here.
    pub kind: RowKind,
    /// Pairs read.
    pub read: u64,
    /// Pairs scored.
    pub scored: u64,
    /// Of the scored pairs, those without any word or item that counts, which add nothing.
    pub empty: u64,
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
    /// Can aligning the texts help?
    #[serde(skip)]
    pub is_about_words: bool,
    /// What to do about it, for tables; each face words it.
    #[serde(skip)]
    pub advice: Option<Advice>,
}

/// Where a row comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowPlace {
    /// What it is about.
    pub kind: RowKind,
    /// Number of the pair, group or side, from 1; none for a tree that is in no pair.
    pub pair: Option<u64>,
    /// Numbers of the gold trees, from 1.
    pub gold_trees: Vec<u64>,
    /// Numbers of the system's trees, from 1.
    pub system_trees: Vec<u64>,
    /// The file: its name below the folder given, or the name of the file given, never a path. Gold's, if the
    /// row has a gold tree.
    pub file: Option<String>,
    /// Line of the first gold tree in its file.
    pub gold_line: Option<u64>,
    /// Line of the first system tree in its file.
    pub system_line: Option<u64>,
    /// The utterance it is, if that is known.
    pub utterance: Option<String>,
}

/// One pair of one system by one measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Position of the system.
    pub system: usize,
    /// Position of the measure.
    pub measure: usize,
    /// Where it comes from.
    pub place: RowPlace,
    /// Length of the gold sentence by the recipe's way of counting, if it could be read.
    pub words: Option<u32>,
    /// Its figures, in the order of the measure's; all undefined if it was refused.
    pub figures: Vec<Option<f64>>,
    /// Its counts, in the order of the measure's fields; of a refused pair, what it missed.
    pub counts: Vec<i128>,
    /// Why it was refused, if it was.
    pub refused: Option<Refused>,
    /// What became of each item, if asked for.
    pub matches: Option<Vec<ShownMatch>>,
    /// How the words of both sides meet, if texts were aligned.
    pub cells: Option<super::aligned::Cells>,
    /// What became of its words, if they were aligned as those of speech.
    pub speech: Option<WordCounts>,
}

/// Why a pair was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The kind, as coverage names it: `words differ`, `not a tree`, …
    pub kind: String,
    /// Why, in one line: `words differ at word 1: "Nobody" / "Rain"`.
    pub why: String,
    /// What to do about it, for tables; each face words it.
    #[serde(skip)]
    pub advice: Option<Advice>,
}

/// One refusal: a pair of one system, and the measures that could not have it.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedRow {
    /// Position of the system.
    pub system: usize,
    /// Positions of the measures.
    pub measures: Vec<usize>,
    /// Where it is.
    pub place: RowPlace,
    /// Why.
    pub refused: Refused,
}

/// The scores of groups of pairs or of items.
#[derive(Clone, Debug, PartialEq)]
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// `11–20`, `NP`, `wsj_0001.mrg`.
    pub name: String,
    /// Its scores. By label or type, figures and counts that belong to whole pairs are undefined or zero, and
    /// there are no means.
    pub scores: Scores,
    /// By label or type: which ones the system gave to these gold items instead, most frequent first.
    pub relabelled: Vec<Relabelled>,
    /// What became of its words, if they were aligned as those of speech; not by label or type.
    pub speech: Option<WordCounts>,
}

/// How often the system had this label instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Relabelled {
    /// The system's label.
    pub label: String,
    /// How many brackets or nodes.
    pub brackets: u64,
}
