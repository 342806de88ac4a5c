//! N-best lists for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{ChoiceScore, NbestCandidate, NbestChoice, NbestMeasure, NbestPoint, NbestReport, NbestRow};
use crate::measure::{CountMap, MeasureInfo};
use crate::prepare::Average;
use crate::report::csv::line;
use crate::report::json::{FigureMap, in_memory};
use crate::report::style::Style;

/// The schema of n-best lists in JSON.
const SCHEMA: &str = "treescore.nbest/1";

/// Scores of n-best lists.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Nbest"))]
pub(in crate::report) struct NbestJson<'n> {
    /// The name and version of this schema: `treescore.nbest/1`.
    schema: &'n str,
    /// The version of treescore.
    treescore: &'n str,
    /// The name of the file.
    name: &'n str,
    /// The number of sentences.
    sentences: u64,
    /// The number of trees.
    candidates: u64,
    /// The measures.
    measures: Vec<MeasureJson<'n>>,
}

/// Scores of n-best lists by one measure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NbestMeasure"))]
struct MeasureJson<'n> {
    /// The name of the measure.
    name: &'n str,
    /// The average of its headline.
    average: Average,
    /// How the numbers were made.
    signature: &'n str,
    /// The numbers of trees that could not be scored, by reason.
    faulty: BTreeMap<&'static str, u64>,
    /// The scores over the first n trees, with increasing n.
    points: Vec<PointJson<'n>>,
    /// The sentences, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<RowJson<'n>>>,
}

/// The scores over the first n trees of each list.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NbestPoint"))]
struct PointJson<'n> {
    /// How many trees are looked at.
    n: usize,
    /// True if these are all trees of all lists.
    all: bool,
    /// The scores of each choice.
    choices: Vec<ChoiceJson<'n>>,
}

/// The scores of the trees that were chosen. Sentences without a usable tree count as if nothing had been found.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NbestChoice"))]
struct ChoiceJson<'n> {
    /// How they were chosen: `first`, `oracle`, `expected` or `mbr`.
    choice: &'static str,
    /// The number of sentences without a usable tree.
    missed: u64,
    /// The figures of the summed counts; `null` is undefined.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Option<f64>>"))]
    corpus: FigureMap<'n>,
    /// Means of the sentences' figures, for the figures that have one; `null` is undefined.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Option<f64>>"))]
    sentence_mean: FigureMap<'n>,
    /// The summed counts; not of expected scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<BTreeMap<String, crate::report::json::CountValue>>")
    )]
    counts: Option<CountMap<'n>>,
}

/// One sentence.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NbestRow"))]
struct RowJson<'n> {
    /// Its number, from 1.
    sentence: u64,
    /// Its id, if the file says one.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'n str>,
    /// The place of the tree with the highest headline, from 1; `null` if no tree was scored.
    oracle: Option<usize>,
    /// The place of the tree that agrees best with the others, from 1.
    mbr: Option<usize>,
    /// The expected headline.
    expected: Option<f64>,
    /// Its trees.
    candidates: Vec<CandidateJson<'n>>,
}

/// A tree of a list.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NbestCandidate"))]
struct CandidateJson<'n> {
    /// Its score in the file; `null` if that is no finite number.
    score: Option<f64>,
    /// Its probability within the list.
    weight: f64,
    /// Its headline; `null` if it is undefined or if the tree was not scored.
    figure: Option<f64>,
    /// Why it was not scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'static str>,
    /// Its counts; of a tree that was not scored, what is missing.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, crate::report::json::CountValue>"))]
    counts: CountMap<'n>,
}

/// Renders n-best lists as one JSON object.
pub fn render_json(report: &NbestReport) -> String {
    let json = NbestJson {
        schema: SCHEMA,
        treescore: env!("CARGO_PKG_VERSION"),
        name: &report.name,
        sentences: report.sentences,
        candidates: report.candidates,
        measures: report.measures.iter().map(MeasureJson::new).collect(),
    };
    in_memory(serde_json::to_string_pretty(&json)) + "\n"
}

impl<'n> MeasureJson<'n> {
    fn new(measure: &'n NbestMeasure) -> Self {
        let info = measure.info;
        let point = |point: &'n NbestPoint| PointJson {
            n: point.n,
            all: point.is_all,
            choices: point.choices.iter().map(|found| ChoiceJson::new(info, found)).collect(),
        };
        let rows = measure.rows.as_ref();
        Self {
            name: info.name,
            average: measure.average,
            signature: &measure.signature,
            faulty: measure.faulty.iter().copied().collect(),
            points: measure.points.iter().map(point).collect(),
            rows: rows.map(|rows| rows.iter().map(|row| RowJson::new(info, row)).collect()),
        }
    }
}

impl<'n> ChoiceJson<'n> {
    fn new(info: &'static MeasureInfo, ChoiceScore { choice, scores, missed }: &'n ChoiceScore) -> Self {
        let counts = CountMap { info, counts: &scores.counts };
        Self {
            choice: choice.as_str(),
            missed: *missed,
            corpus: FigureMap { info, values: &scores.corpus, is_of_means: false },
            sentence_mean: FigureMap { info, values: &scores.sentence_mean, is_of_means: true },
            counts: (*choice != NbestChoice::Expected).then_some(counts),
        }
    }
}

impl<'n> RowJson<'n> {
    fn new(info: &'static MeasureInfo, row: &'n NbestRow) -> Self {
        let candidate = |candidate: &'n NbestCandidate| CandidateJson {
            score: Some(candidate.score).filter(|score| score.is_finite()),
            weight: candidate.weight,
            figure: candidate.figure,
            refused: candidate.refused,
            counts: CountMap { info, counts: &candidate.counts },
        };
        Self {
            sentence: row.number,
            id: row.id.as_deref(),
            oracle: row.oracle.map(|at| at + 1),
            mbr: row.mbr.map(|at| at + 1),
            expected: row.expected,
            candidates: row.candidates.iter().map(candidate).collect(),
        }
    }
}

/// The columns of the curves.
const CURVE: [&str; 8] = ["measure", "n", "all", "choice", "missed", "figure", "average", "value"];

/// The columns of sentences.
const SENTENCES: [&str; 10] = [
    "measure",
    "sentence",
    "id",
    "candidates",
    "first",
    "oracle",
    "oracle_place",
    "expected",
    "mbr",
    "mbr_place",
];

/// Renders the curves as comma-separated values, a line for each figure; or the sentences, if they were requested.
pub fn render_csv(report: &NbestReport, style: &Style) -> String {
    let has_rows = report.measures.iter().any(|measure| measure.rows.is_some());
    let header: &[&str] = if has_rows { &SENTENCES } else { &CURVE };
    let mut text = line(&header.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), style);
    for measure in &report.measures {
        match &measure.rows {
            Some(rows) => rows.iter().for_each(|row| text += &line(&csv_row(measure.info, row), style)),
            None => csv_curve(measure).for_each(|fields| text += &line(&fields, style)),
        }
    }
    text
}

fn number(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// A line for each point, choice, average and figure.
fn csv_curve(measure: &NbestMeasure) -> impl Iterator<Item = [String; 8]> {
    let info = measure.info;
    let of_choice = move |point: &NbestPoint, found: &ChoiceScore| {
        let averages =
            [(Average::Corpus, &found.scores.corpus), (Average::Sentence, &found.scores.sentence_mean)];
        let mut lines = Vec::new();
        for (average, values) in averages {
            let figures = info.figures.iter().zip(values);
            for (figure, value) in figures.filter(|(figure, _)| average == Average::Corpus || figure.has_mean)
            {
                lines.push([
                    info.name.to_owned(),
                    point.n.to_string(),
                    point.is_all.to_string(),
                    found.choice.as_str().to_owned(),
                    found.missed.to_string(),
                    figure.key.to_owned(),
                    average.as_str().to_owned(),
                    number(*value),
                ]);
            }
        }
        lines
    };
    measure
        .points
        .iter()
        .flat_map(move |point| point.choices.iter().flat_map(move |found| of_choice(point, found)))
}

fn csv_row(info: &'static MeasureInfo, row: &NbestRow) -> [String; 10] {
    let place = |at: Option<usize>| at.map(|at| (at + 1).to_string()).unwrap_or_default();
    [
        info.name.to_owned(),
        row.number.to_string(),
        row.id.clone().unwrap_or_default(),
        row.candidates.len().to_string(),
        number(row.figure(Some(0))),
        number(row.figure(row.oracle)),
        place(row.oracle),
        number(row.expected),
        number(row.figure(row.mbr)),
        place(row.mbr),
    ]
}
