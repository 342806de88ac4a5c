//! The content of a report before it is rendered: several systems by several measures, against one gold.
//!
//! Figures are fractions in `[0, 1]` unless their unit says otherwise; an undefined figure is `None`, never
//! NaN. Nothing in a report depends on time, path, thread count or hash order. The JSON report has the same
//! content, with names in place of positions.

use serde::Serialize;

use super::aligned::TextReport;
use super::baselines::BaselineReport;
use super::findings::FindingReport;
use super::inputs::InputReport;
use super::refusals::RefusedRows;
use super::replies::{ReplyReport, ReplyScores};
use super::speech::SpeechReport;
use super::statistics::{ComparisonReport, FigureInterval, StatisticsReport};
use crate::align::{Cause, Refusal, WordCounts};
pub use crate::measure::FigureUnit;
use crate::measure::{Fact, MeasureInfo, ShownMatch, Sum};
pub use crate::prepare::Average;
use crate::report::TableCosts;
use crate::run::ReplyNote;
pub use crate::run::RowKind;
use crate::stats::Interval;
use crate::values::{Advice, Fixed, choice};

/// The schema of the JSON report. The number changes when a field is renamed, removed or gets another
/// meaning.
pub const SCHEMA: &str = "treescore.report/1";

/// A whole report: systems by measures.
#[derive(Clone, Debug)]
pub struct Report {
    /// Version of treescore that made the report.
    pub treescore: String,
    /// The files that were read, by side and format.
    pub inputs: Vec<InputReport>,
    /// What was noticed about the input, in the order in which it is told.
    pub findings: Vec<FindingReport>,
    /// The systems, in the order given; the first is the reference for differences.
    pub systems: Vec<SystemReport>,
    /// The measures, in the order given.
    pub measures: Vec<MeasureReport>,
    /// The refused pairs, if requested: ordered by pair, then system.
    pub refused: Option<RefusedRows>,
    /// The rows, if they were requested and kept: ordered by pair, then system, then measure.
    pub rows: Option<Vec<Row>>,
    /// The pairs with the lowest headline figure, if requested: for each system and measure, the worst first.
    pub worst: Option<Vec<Row>>,
    /// The costs of word errors, if the worst pairs are shown as tables of costs.
    pub costs: Option<TableCosts>,
    /// How intervals and tests were made, if there are any.
    pub statistics: Option<StatisticsReport>,
    /// The baselines, if requested.
    pub baselines: Option<BaselineReport>,
    /// Whether gold is in several files, so that a line number alone does not identify a pair.
    pub has_files: bool,
    /// True if the run was interrupted: the numbers cover only the pairs read until then.
    pub interrupted: bool,
}

impl Default for Report {
    /// A report without systems and measures.
    fn default() -> Self {
        Self {
            treescore: env!("CARGO_PKG_VERSION").to_owned(),
            inputs: Vec::new(),
            findings: Vec::new(),
            systems: Vec::new(),
            measures: Vec::new(),
            refused: None,
            rows: None,
            worst: None,
            costs: None,
            statistics: None,
            baselines: None,
            has_files: false,
            interrupted: false,
        }
    }
}

/// The part of a report about one system that does not depend on the measures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SystemReport {
    /// The name shown in tables: the file name without its folder.
    pub name: String,
    /// The trees in no pair, where a pair is a group of trees or a conversation side.
    pub unpaired: Option<UnpairedTrees>,
    /// How far the texts agree, if they were aligned.
    pub text: Option<TextReport>,
    /// The word errors, if the words are those of speech.
    pub speech: Option<SpeechReport>,
    /// What became of its replies, if it is a language model.
    pub replies: Option<ReplyReport>,
}

/// The name.
impl AsRef<str> for SystemReport {
    fn as_ref(&self) -> &str {
        &self.name
    }
}

/// Trees in no pair, of gold and of the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnpairedTrees {
    /// Trees that cannot be read.
    pub unreadable: BothSides,
    /// Trees without words.
    pub without_words: BothSides,
}

/// A number for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BothSides {
    /// For gold.
    pub gold: u64,
    /// For the system.
    pub system: u64,
}

/// One measure over all systems.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasureReport {
    /// Its name, figures and counts.
    pub info: &'static MeasureInfo,
    /// The average of the headline, which the recipe decides.
    pub average: Average,
    /// How the numbers were made: the signature without the number of pairs and the gold trees.
    pub setup: String,
    /// The scores of each system, in the order of the systems.
    pub cells: Vec<SystemScores>,
    /// The differences between systems, if they were asked for.
    pub comparisons: Vec<ComparisonReport>,
}

/// The scores of one system by one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemScores {
    /// How the numbers were made, with the number of pairs and the gold trees.
    pub signature: String,
    /// Over the scored pairs.
    pub scored: Scores,
    /// The scores of the pairs no longer than the cutoff, if there is a cutoff and some pair is longer.
    pub within_cutoff: Option<WithinCutoff>,
    /// Over all pairs. Refused pairs count as if the system had found nothing.
    pub all_pairs: Scores,
    /// How sure the figures are, if that was asked for.
    pub intervals: Vec<FigureInterval>,
    /// Lines of numbers about the scored pairs, for tables. Machine formats have the counts instead.
    pub facts: Vec<Fact>,
    /// What was read, scored and refused.
    pub coverage: Coverage,
    /// The scores by length, label, type or file, if requested.
    pub breakdown: Option<Breakdown>,
    /// A second one, of the other kind. Only HTML reports show it.
    pub second_breakdown: Option<Breakdown>,
    /// The scores of some of the replies, if the system is a language model.
    pub replies: Option<ReplyScores>,
}

/// The scores of the pairs no longer than the cutoff.
#[derive(Clone, Debug, PartialEq)]
pub struct WithinCutoff {
    /// The greatest number of words.
    pub words: u32,
    /// The scores.
    pub scores: Scores,
}

/// The figures of some pairs, with the integers they are computed from. Positions are those of the measure's
/// figures and fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// Figures of the summed counts; `None` is undefined.
    pub corpus: Vec<Option<f64>>,
    /// Means of the pairs' figures; `None` is undefined, or a figure without a mean.
    pub sentence_mean: Vec<Option<f64>>,
    /// The summed counts.
    pub counts: Vec<i128>,
    /// The sums of the pairs' figures, behind the means.
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

/// The numbers of pairs read, scored and refused, with the reasons. `read` is always `scored` + `refused`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// What is counted here.
    pub kind: RowKind,
    /// Pairs read.
    pub read: u64,
    /// Pairs scored.
    pub scored: u64,
    /// Scored pairs with no counted word or item, which contribute nothing.
    pub empty: u64,
    /// Pairs refused.
    pub refused: u64,
    /// The length of the shortest sentence that counts.
    #[serde(skip)]
    pub shortest: u32,
    /// Refused pairs longer than the cutoff.
    pub refused_beyond_cutoff: u64,
    /// The reasons for refusals, most frequent first.
    pub reasons: Vec<Reason>,
    /// Unusual facts about scored pairs.
    pub notes: Vec<Reason>,
}

choice! {
    /// Which pairs the headline is about.
    HeadlineOver {
        /// The scored pairs.
        Scored = "scored",
        /// All pairs: more than a tenth is refused, and the scored ones are other data than what was given.
        AllPairs = "all_pairs",
    }
}

impl Coverage {
    /// Which pairs the headline is about. `None` if no pair was scored.
    pub fn headline(&self) -> Option<HeadlineOver> {
        let over = if self.refused * 10 > self.read { HeadlineOver::AllPairs } else { HeadlineOver::Scored };
        (self.scored > 0 || self.refused == 0).then_some(over)
    }
}

/// One reason for refusals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// `words differ`, `not a tree`, `no tree`, …
    pub why: String,
    /// The number of pairs.
    pub pairs: u64,
    /// The position of the first one: `pair 312`, `heron.trees:118:42`.
    pub first: String,
    /// The likely cause, if one was found: `one system tree seems to be missing`.
    pub note: Option<String>,
    /// Why words differ, most frequent first, if they do and if causes were looked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseReport>,
    /// Whether aligning the texts can help.
    #[serde(skip)]
    pub(crate) is_about_words: bool,
    /// What to do about it, for tables; each face has its own wording.
    #[serde(skip)]
    pub advice: Option<Advice>,
}

impl Reason {
    /// A reason with its number of pairs and the first of them.
    pub(crate) fn new(why: impl Into<String>, pairs: u64, first: String) -> Self {
        let (note, causes, advice) = (None, Vec::new(), None);
        let why = why.into();
        Self { is_about_words: why == Refusal::WORDS_DIFFER, why, pairs, first, note, causes, advice }
    }
}

/// Why the words of some refused pairs differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CauseReport {
    /// The cause: the id of its finding.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub cause: Cause,
    /// The number of pairs.
    pub pairs: u64,
    /// What to do about it, for tables; each face has its own wording.
    #[serde(skip)]
    pub advice: Option<Advice>,
}

/// The number and position of a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowPlace {
    /// What the row describes.
    pub kind: RowKind,
    /// The number of the pair, group or side, from 1; `None` for a tree in no pair.
    pub pair: Option<u64>,
    /// The numbers of the gold trees, from 1.
    pub gold_trees: Vec<u64>,
    /// The numbers of the system's trees, from 1.
    pub system_trees: Vec<u64>,
    /// The file: its name relative to the given folder, or the name of the given file, never a full path.
    /// Gold's file if the row has a gold tree.
    pub file: Option<String>,
    /// The line of the first gold tree in its file.
    pub gold_line: Option<u64>,
    /// The line of the first system tree in its file.
    pub system_line: Option<u64>,
    /// The name of the utterance, if known.
    pub utterance: Option<String>,
}

/// The results of one pair of one system by one measure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The position of the system.
    pub system: usize,
    /// The position of the measure.
    pub measure: usize,
    /// The number and position of the pair.
    pub place: RowPlace,
    /// The length of the gold sentence as the recipe counts it; `None` if it could not be read.
    pub words: Option<u32>,
    /// Its figures, in the order of the measure's figures; all undefined if the pair was refused.
    pub figures: Vec<Option<f64>>,
    /// Its counts, in the order of the measure's fields; for a refused pair, what it missed.
    pub counts: Vec<i128>,
    /// Why the pair was refused; `None` if it was scored.
    pub refused: Option<Refused>,
    /// The items of both sides with their verdicts, if requested.
    pub matches: Option<Vec<ShownMatch>>,
    /// How the words of both sides were aligned, if texts were aligned.
    pub cells: Option<super::aligned::Cells>,
    /// The word errors, if the words are those of speech.
    pub speech: Option<WordCounts>,
    /// What became of the reply, if the system's unit is one.
    pub reply: Option<ReplyNote>,
}

/// Why a pair was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refused {
    /// The kind of refusal, as in the coverage: `words differ`, `not a tree`, …
    pub kind: String,
    /// The reason in one line: `words differ at word 1: "Nobody" / "Rain"`.
    pub why: String,
    /// What to do about it, for tables; each face has its own wording.
    #[serde(skip)]
    pub advice: Option<Advice>,
}

/// A refused pair of one system, with the measures that refused it.
#[derive(Clone, Debug, PartialEq)]
pub struct RefusedRow {
    /// The position of the system.
    pub system: usize,
    /// The positions of the measures.
    pub measures: Vec<usize>,
    /// The number and position of the pair.
    pub place: RowPlace,
    /// The reason.
    pub refused: Refused,
}

/// The scores of groups of pairs or of items.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakdown {
    /// The facet of the groups.
    pub by: By,
    /// The groups: length classes in order, labels with the most frequent in gold first, files in reading
    /// order.
    pub groups: Vec<Group>,
    /// By label or type: how many of the rarest are summed up in the last group, because there are too many to
    /// list.
    pub others: u64,
}

impl Breakdown {
    /// The largest number of labels or types that are listed one by one.
    pub const LISTED_MAX: usize = 10_000;
    /// The name of the group of all others.
    pub const OTHERS: &'static str = "(others)";
}

/// The facet of a breakdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Number of words of the gold tree.
    Length,
    /// Number of words of the gold tree; each class includes the shorter ones.
    MaxLength,
    /// Label of the bracket or node.
    Label,
    /// Labels that gold and system have for the same item.
    LabelPairs,
    /// Type of the node.
    Type,
    /// File of the gold tree.
    File,
}

/// One group of a breakdown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The name of the group: `11–20`, `NP`, `wsj_0001.mrg`.
    pub name: String,
    /// By label or type: its bytes, which need not be UTF-8.
    pub label: Option<Vec<u8>>,
    /// Its scores. By label or type, figures and counts of whole pairs are undefined or zero, and there are
    /// no means.
    pub scores: Scores,
    /// By label or type: the labels or types the system gave to these gold items instead, most frequent
    /// first.
    pub relabelled: Vec<Relabelled>,
    /// By pairs of labels: the two labels.
    pub pair: Option<LabelPair>,
    /// The word errors, if the words are those of speech; not by label or type.
    pub speech: Option<WordCounts>,
    /// How sure the headline figure is, if that was asked for.
    pub interval: Option<Interval>,
}

/// Two labels that meet: gold and system have them over the same words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabelPair {
    /// The label of gold; `null` for brackets of the system without a bracket of gold over the same words.
    pub gold: Option<String>,
    /// The label of the system; `null` for brackets of gold without a bracket of the system.
    pub system: Option<String>,
    /// How often they meet.
    pub count: u64,
    /// The share of the brackets with that label of gold.
    pub of_gold: Option<f64>,
    /// The share of the brackets with that label of the system.
    pub of_system: Option<f64>,
}

/// A label that the system gave instead, with its frequency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Relabelled {
    /// The system's label.
    pub label: String,
    /// The number of brackets or nodes.
    pub brackets: u64,
}
