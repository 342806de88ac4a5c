//! A comparison for programs.

use serde::Serialize;

use super::{Compared, ComparedMeasure, SegmentTest};
use crate::report::csv::line;
use crate::report::json::{ComparisonJson, in_memory};
use crate::report::statistics::ComparisonReport;
use crate::report::style::Style;
use crate::stats::MatchedPairs;

/// The schema of a comparison in JSON.
const SCHEMA: &str = "treescore.compare/1";

/// Systems compared with each other.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Compare"))]
pub(in crate::report) struct CompareJson<'c> {
    /// The name and version of this schema: `treescore.compare/1`.
    schema: &'c str,
    /// The version of treescore.
    treescore: &'c str,
    /// The names of the systems.
    systems: &'c [String],
    /// The measures.
    measures: Vec<MeasureJson<'c>>,
    /// Sentences that qualify the numbers.
    notes: &'c [String],
    /// How the numbers were made.
    signatures: &'c [String],
}

/// Systems compared by one measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ComparedMeasure"))]
struct MeasureJson<'c> {
    /// The name of the measure.
    name: &'c str,
    /// The average of its headline.
    average: crate::prepare::Average,
    /// The number of pairs, groups or sides of the system that has most of them, those that some comparison leaves out
    /// included. Two systems are compared over joined groups: `better` of a comparison adds up to their number.
    pairs: u64,
    /// The differences, figure by figure.
    comparisons: Vec<ComparisonJson<'c>>,
    /// What `labels` count.
    found: &'c str,
    /// Of two systems: the labels that they found differently often, the greatest difference first.
    labels: Vec<LabelJson<'c>>,
    /// Of two systems: the sentences that differ most in the headline.
    sentences: Vec<SentenceJson<'c>>,
    /// Of word errors: the test of matched pairs of segments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matched_pairs: Vec<SegmentJson<'c>>,
}

/// The test of matched pairs of segments: errors of `against` minus errors of `system`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MatchedPairs"))]
struct SegmentJson<'c> {
    /// The system.
    system: &'c str,
    /// The system it is compared with.
    against: &'c str,
    /// The number of segments.
    segments: u64,
    /// The mean difference; `null` without segments.
    mean: Option<f64>,
    /// The standard deviation of the differences; `null` if there is no test.
    deviation: Option<f64>,
    /// The test statistic.
    z: Option<f64>,
    /// The p-value, two-sided.
    p: Option<f64>,
}

/// How often two systems found a label.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LabelDifference"))]
struct LabelJson<'c> {
    /// The label.
    label: &'c str,
    /// How often the first and the second system found it, as decimal numbers.
    counts: [String; 2],
}

/// A sentence with the headline figure of two systems.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SentenceDifference"))]
struct SentenceJson<'c> {
    /// The number of its first gold tree, from 1.
    gold_tree: u64,
    /// The number of the conversation side, from 1, if sides are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<u64>,
    /// Its words, if they are known.
    text: Option<&'c str>,
    /// The figure of the first and the second system.
    values: [f64; 2],
}

/// Renders a comparison as one JSON object.
pub fn render_json(compared: &Compared) -> String {
    let json = CompareJson {
        schema: SCHEMA,
        treescore: env!("CARGO_PKG_VERSION"),
        systems: &compared.names,
        measures: compared.measures.iter().map(|measure| MeasureJson::new(compared, measure)).collect(),
        notes: &compared.notes,
        signatures: &compared.signatures,
    };
    in_memory(serde_json::to_string_pretty(&json)) + "\n"
}

impl<'c> MeasureJson<'c> {
    fn new(compared: &'c Compared, measure: &'c ComparedMeasure) -> Self {
        let settings = &compared.statistics.settings;
        let comparisons = measure.comparisons.iter();
        let comparisons =
            comparisons.map(|found| ComparisonJson::new(&compared.names, measure.info, found, settings));
        let labels = measure.labels.iter().map(|label| LabelJson {
            label: &label.label,
            counts: [label.first.to_string(), label.second.to_string()],
        });
        let sentences = measure.sentences.iter().map(|sentence| SentenceJson {
            gold_tree: sentence.tree,
            side: sentence.side,
            text: sentence.text.as_deref(),
            values: [sentence.first, sentence.second],
        });
        Self {
            name: measure.info.name,
            average: measure.average,
            pairs: measure.pairs,
            comparisons: comparisons.collect(),
            found: measure.found,
            labels: labels.collect(),
            sentences: sentences.collect(),
            matched_pairs: measure
                .segments
                .iter()
                .map(|test| SegmentJson {
                    system: &compared.names[test.system],
                    against: &compared.names[test.against],
                    segments: test.found.segments,
                    mean: test.found.mean,
                    deviation: test.found.deviation,
                    z: test.found.z,
                    p: test.found.p,
                })
                .collect(),
        }
    }
}

/// The columns of a comparison in CSV.
const COLUMNS: [&str; 18] = [
    "measure",
    "system",
    "against",
    "figure",
    "average",
    "over",
    "value",
    "value_against",
    "difference",
    "difference_low",
    "difference_high",
    "test",
    "p",
    "p_adjusted",
    "better_system",
    "better_against",
    "equal",
    "detectable",
];

/// The columns of the test of matched pairs of segments, if word errors are compared.
const SEGMENTS: [&str; 4] = ["segments", "segments_mean", "segments_z", "segments_p"];

/// Renders the figures of a comparison as comma-separated values: a line for each comparison and figure. The test of
/// matched pairs is in the line of the word error rate.
pub fn render_csv(compared: &Compared, style: &Style) -> String {
    let has_segments = compared.measures.iter().any(|measure| !measure.segments.is_empty());
    let header = COLUMNS.iter().chain(SEGMENTS.iter().filter(|_| has_segments));
    let mut text = line(&header.map(|&name| name.to_owned()).collect::<Vec<_>>(), style);
    for measure in &compared.measures {
        for found in &measure.comparisons {
            let mut fields = csv_fields(compared, measure, found).to_vec();
            if has_segments {
                fields.extend(csv_segments(measure, found));
            }
            text += &line(&fields, style);
        }
    }
    text
}

fn number(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// What two systems have in one figure.
fn csv_fields(compared: &Compared, measure: &ComparedMeasure, found: &ComparisonReport) -> [String; 18] {
    let comparison = &found.comparison;
    let name = |at: usize| compared.names.get(at).cloned().unwrap_or_default();
    let (asked, ends) = (found.asked_test(), comparison.difference.ends);
    [
        measure.info.name.to_owned(),
        name(found.system),
        name(found.against),
        measure.info.figures[found.figure].key.to_owned(),
        found.average.as_str().to_owned(),
        comparison.over.as_str().to_owned(),
        number(comparison.second),
        number(comparison.first),
        number(comparison.difference.value),
        number(ends.map(|(low, _)| low)),
        number(ends.map(|(_, high)| high)),
        asked.kind.as_str().to_owned(),
        number(asked.p),
        number(found.p_adjusted),
        comparison.wins.second.to_string(),
        comparison.wins.first.to_string(),
        comparison.wins.equal.to_string(),
        number(comparison.detectable),
    ]
}

/// The test of matched pairs of two systems, in the line of the word error rate; empty in other lines.
fn csv_segments(measure: &ComparedMeasure, found: &ComparisonReport) -> [String; 4] {
    let is_same = |test: &&SegmentTest| (test.system, test.against) == (found.system, found.against);
    let is_rate = (found.figure, found.average) == (0, measure.average);
    let test = measure.segments.iter().find(is_same).filter(|_| is_rate).map(|test| test.found);
    let segments = test.map(|test| test.segments.to_string()).unwrap_or_default();
    let value = |of: fn(MatchedPairs) -> Option<f64>| number(test.and_then(of));
    [segments, value(|test| test.mean), value(|test| test.z), value(|test| test.p)]
}
