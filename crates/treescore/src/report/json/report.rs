//! The whole report in JSON.

use serde::Serialize;

use super::cells::ScoresOfSystem;
#[cfg(feature = "schema")]
use super::row::RefusedJson;
use super::row::{RefusedList, RowJson};
use super::statistics::{self, ComparisonJson};
use crate::measure::{Better, FigureUnit};
use crate::report::aligned::TextReport;
use crate::report::baselines::{self, BaselineJson};
use crate::report::findings::FindingReport;
use crate::report::inputs::InputReport;
use crate::report::model::{Average, MeasureReport, Report, SCHEMA, SystemReport, UnpairedTrees};
use crate::report::replies::ReplyReport;
use crate::report::speech::SpeechReport;
use crate::values::FieldKind;

/// A report: systems by measures.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Report"))]
pub(in crate::report) struct ReportJson<'r> {
    /// Name and version of this format. The version changes when a field is renamed, removed or gets another
    /// meaning.
    schema: &'r str,
    /// Version of treescore that made the report.
    treescore: &'r str,
    /// Every pair of every system by every measure, if requested: ordered by pair, then system, then measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<RowJson<'r>>>,
    #[serde(flatten)]
    rest: ReportRest<'r>,
}

/// The fields of a report that come after its rows.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ReportRest<'r> {
    /// The refused pairs, if requested: ordered by pair, then system.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<RefusedJson<'r>>>"))]
    refused: Option<RefusedList<'r>>,
    /// The pairs with the lowest headline figure, if requested: for each measure and system, the worst first.
    #[serde(skip_serializing_if = "Option::is_none")]
    worst: Option<Vec<RowJson<'r>>>,
    /// The files that were read, by side and format.
    inputs: &'r [InputReport],
    /// What was noticed about the input and is not about one system.
    findings: Vec<&'r FindingReport>,
    /// The systems, in the order given; the first is the reference for differences.
    systems: Vec<SystemJson<'r>>,
    /// The measures, in the order given.
    measures: Vec<MeasureJson<'r>>,
    /// The baselines, if requested: trees that anybody can make, gold, a second annotator.
    #[serde(skip_serializing_if = "Option::is_none")]
    baselines: Option<Vec<BaselineJson<'r>>>,
    /// True if the run was interrupted: the numbers cover only the pairs read until then.
    interrupted: bool,
}

impl<'r> ReportJson<'r> {
    /// The report without its rows, which are written one by one.
    pub(super) fn new(report: &'r Report) -> Self {
        Self { schema: SCHEMA, treescore: &report.treescore, rows: None, rest: ReportRest::new(report) }
    }
}

impl<'r> ReportRest<'r> {
    pub(super) fn new(report: &'r Report) -> Self {
        let refused = report.refused.as_ref();
        let worst = report.worst.as_ref();
        Self {
            refused: refused.map(|rows| RefusedList { report, rows, only: None }),
            worst: worst.map(|rows| rows.iter().map(|row| RowJson::of_report(report, row)).collect()),
            inputs: &report.inputs,
            findings: findings(report, None),
            systems: report
                .systems
                .iter()
                .enumerate()
                .map(|(at, system)| SystemJson::new(system, findings(report, Some(at))))
                .collect(),
            measures: report.measures.iter().map(|measure| MeasureJson::new(report, measure)).collect(),
            baselines: baselines::json(report),
            interrupted: report.interrupted,
        }
    }
}

/// The findings about a system, or about none.
fn findings(report: &Report, system: Option<usize>) -> Vec<&FindingReport> {
    report.findings.iter().filter(|finding| finding.system == system).collect()
}

/// One system, independent of the measures.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "System"))]
struct SystemJson<'r> {
    /// File name without its folder.
    name: &'r str,
    /// Trees in no pair, where a pair is a group of trees or a conversation side; else `null`.
    unpaired: Option<UnpairedTrees>,
    /// Agreement of the texts, if they were aligned; else `null`.
    text: &'r Option<TextReport>,
    /// Word errors, if the words are those of speech; else `null`.
    words: Option<&'r SpeechReport>,
    /// What became of its replies, if it is a language model.
    #[serde(skip_serializing_if = "Option::is_none")]
    replies: Option<&'r ReplyReport>,
    /// What was noticed about the system and its pairs, in the order in which it is told.
    findings: Vec<&'r FindingReport>,
}

impl<'r> SystemJson<'r> {
    fn new(system: &'r SystemReport, findings: Vec<&'r FindingReport>) -> Self {
        let SystemReport { name, unpaired, text, speech, replies } = system;
        let (words, replies) = (speech.as_ref(), replies.as_ref());
        Self { name, unpaired: *unpaired, text, words, replies, findings }
    }
}

/// One measure over all systems.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Measure"))]
struct MeasureJson<'r> {
    /// Its name.
    name: &'r str,
    /// The average of the headline.
    average: Average,
    /// How the numbers were made: the signature without the number of pairs and the gold trees.
    setup: &'r str,
    /// BibTeX keys of the papers that define the measure.
    papers: &'r [&'r str],
    /// Its figures, the headline first.
    figures: Vec<FigureJson>,
    /// Its counts.
    counts: Vec<FieldJson>,
    /// The scores of each system, in the order of the systems.
    scores: Vec<SystemScoresJson<'r>>,
    /// The differences between systems, if there are several and unless that was not asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comparisons: Vec<ComparisonJson<'r>>,
}

impl<'r> MeasureJson<'r> {
    fn new(report: &'r Report, measure: &'r MeasureReport) -> Self {
        let figures = measure.info.figures.iter().map(|figure| FigureJson {
            key: figure.key,
            title: figure.title,
            unit: figure.unit,
            rank: figure.rank,
            has_mean: figure.has_mean,
            better: figure.better,
        });
        let counts =
            measure.info.fields.iter().map(|field| FieldJson { name: field.name, kind: field.kind.into() });
        let scores = report.systems.iter().zip(&measure.cells).map(|(system, cell)| SystemScoresJson {
            system: &system.name,
            scores: ScoresOfSystem::new(report, measure, cell),
        });
        Self {
            name: measure.info.name,
            average: measure.average,
            setup: &measure.setup,
            papers: measure.info.papers,
            figures: figures.collect(),
            counts: counts.collect(),
            scores: scores.collect(),
            comparisons: statistics::comparisons(report, measure, None),
        }
    }
}

/// A figure of a measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Figure"))]
struct FigureJson {
    /// Its key in `corpus`, `sentence_mean`, `means` and `figures`.
    key: &'static str,
    /// Its heading in tables.
    title: &'static str,
    /// The unit in tables.
    unit: FigureUnit,
    /// Its rank; narrow tables drop the lowest rank first.
    rank: u8,
    /// Whether the mean of the pairs' values is reported too.
    has_mean: bool,
    /// Which values are better.
    better: Better,
}

/// A count of a measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Count"))]
struct FieldJson {
    /// Its key in `counts`.
    name: &'static str,
    /// What the integer stands for.
    kind: CountKind,
}

/// What the integer of a count stands for.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum CountKind {
    /// A number of items: a JSON number.
    Count,
    /// A real value × 2^60: a decimal string.
    Fixed,
    /// A real value in millionths: a decimal string.
    Millionths,
}

impl From<FieldKind> for CountKind {
    fn from(kind: FieldKind) -> Self {
        match kind {
            FieldKind::Count => Self::Count,
            FieldKind::Fixed => Self::Fixed,
            FieldKind::Millionths => Self::Millionths,
        }
    }
}

/// The scores of one system by one measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SystemScores"))]
struct SystemScoresJson<'r> {
    /// Name of the system.
    system: &'r str,
    #[serde(flatten)]
    scores: ScoresOfSystem<'r>,
}
