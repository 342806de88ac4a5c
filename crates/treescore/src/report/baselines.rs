//! Baselines: what a score is worth beside trees that anybody can make, gold itself, and a second annotator.

use serde::Serialize;

use super::columns::Shows;
use super::json::FigureMap;
use super::model::{Average, Report, Scores};
use super::number::{count, figure};
use super::style::{Role, Style, visible};
use super::table::{Column, Table, TableCell};
use crate::measure::MeasureInfo;
use crate::values::{Advice, choice};

choice! {
    /// What the scores of systems are seen beside.
    Baseline {
        /// Every word is added on the right of all before it.
        Left = "left-branching",
        /// Every word is added on the left of all behind it.
        Right = "right-branching",
        /// Every stretch of words is cut in two at a random place.
        Random = "random-binary",
        /// The binary tree that has most brackets of gold.
        Best = "best-binary",
        /// Gold itself.
        Gold = "gold",
        /// A second annotator.
        Second = "second-annotator",
    }
}

impl Baseline {
    fn title(self) -> &'static str {
        match self {
            Self::Left => "left branching",
            Self::Right => "right branching",
            Self::Random => "random binary",
            Self::Best => "best binary tree",
            Self::Gold => "gold",
            Self::Second => "second annotator",
        }
    }

    /// True for binary trees without labels, which are baselines where spans are compared.
    pub fn is_binary(self) -> bool {
        !matches!(self, Self::Gold | Self::Second)
    }
}

/// The baselines of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BaselineReport {
    /// The baselines.
    pub rows: Vec<BaselineRow>,
    /// The seed of random trees.
    pub seed: u64,
    /// Whether binary trees are missing where labels are compared, too.
    pub needs_spans: bool,
    /// True if some measure is not one of brackets or nodes, so that binary trees are left out for it.
    pub needs_brackets: bool,
}

/// A baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct BaselineRow {
    /// Which it is.
    pub baseline: Baseline,
    /// The name of the file, if it is in one.
    pub name: Option<String>,
    /// Its scores by each measure; `None` where it is no baseline.
    pub cells: Vec<Option<BaselineScores>>,
}

/// The scores of a baseline by one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct BaselineScores {
    /// Over all pairs; of random trees, the means of several runs, without counts.
    pub scores: Scores,
    /// The standard deviation of the headline over several runs.
    pub spread: Option<f64>,
    /// The number of pairs.
    pub read: u64,
    /// The number of pairs that were refused, which count as zero.
    pub refused: u64,
}

impl BaselineRow {
    /// What it is called: its kind, and its file if it is in one.
    pub fn title(&self, style: &Style) -> String {
        match &self.name {
            Some(name) => format!("{} ({})", self.baseline.title(), visible(name, style)),
            None => self.baseline.title().to_owned(),
        }
    }
}

/// The table: a row for each baseline, with the headline of each measure, and of one measure two more figures; or with the
/// figures of the chosen columns.
pub(super) fn table(report: &Report, style: &Style) -> Option<Table> {
    let found = report.baselines.as_ref()?;
    let is_one = report.measures.len() == 1;
    let shown = shown(report, style);
    let mut columns = vec![Column::left("baseline").shrinks_to(28)];
    let has_twins = (0..report.measures.len()).any(|measure| style.is_twin(measure));
    for &(number, at) in &shown {
        let measure = &report.measures[number];
        let title = measure.info.figures[at].title;
        columns.push(Column::right(&match (is_one, has_twins) {
            (true, _) => title.to_owned(),
            (false, true) if style.is_twin(number) => format!("unlabelled {title}"),
            (false, true) => format!("labelled {title}"),
            (false, false) => format!("{} {title}", measure.info.name),
        }));
        columns.extend((at == 0).then(|| Column::left("").gap(1)));
    }
    let row = |row: &BaselineRow| {
        let mut cells = vec![TableCell::new(Role::Strong, row.title(style))];
        for &(number, at) in &shown {
            let (measure, cell) = (&report.measures[number], row.cells.get(number).and_then(Option::as_ref));
            let figures = measure.info.figures;
            let unit = figures[at].unit;
            let average = if figures[at].has_mean || style.columns.is_empty() {
                measure.average
            } else {
                Average::Corpus
            };
            let value = cell.map(|cell| figure(cell.scores.value(average, at), unit, style));
            cells.push(TableCell::plain(value.unwrap_or_default()));
            let spread = cell.and_then(|cell| cell.spread).filter(|_| at == 0);
            let sign = if style.unicode { "±" } else { "+-" };
            let spread = spread.map(|spread| format!("{sign} {}", figure(Some(spread), unit, style)));
            cells.extend((at == 0).then(|| TableCell::plain(spread.unwrap_or_default())));
        }
        cells
    };
    Some(Table { rows: found.rows.iter().map(row).collect(), columns })
}

/// The figures that are shown, each with the number of its measure.
fn shown(report: &Report, style: &Style) -> Vec<(usize, usize)> {
    let mut chosen: Vec<(usize, usize)> = Vec::new();
    for column in &style.columns {
        let figure = match column.shows {
            Shows::Figure(at) => (column.measure, at),
            Shows::Mean | Shows::AllPairs => (column.measure, 0),
            Shows::Interval | Shows::Difference | Shows::P => continue, // baselines have none
        };
        if !chosen.contains(&figure) {
            chosen.push(figure);
        }
    }
    if !chosen.is_empty() {
        return chosen;
    }
    let most = if report.measures.len() == 1 { 3 } else { 1 };
    let measures = report.measures.iter().enumerate();
    measures
        .flat_map(|(number, measure)| (0..measure.info.figures.len().min(most)).map(move |at| (number, at)))
        .collect()
}

/// Renders the baselines of a report for people: a table, and what to know about it.
pub fn render(report: &Report, style: &Style) -> String {
    super::text::of_baselines(report, style).unwrap_or_default()
}

/// The sentences below the table.
pub(super) fn notes(report: &Report, style: &Style) -> Vec<String> {
    let Some(found) = &report.baselines else { return Vec::new() };
    let mut notes = vec!["Baselines are over all pairs, and in no test.".to_owned()];
    if found.rows.iter().any(|row| row.baseline == Baseline::Random && row.cells.iter().any(Option::is_some))
    {
        notes.push(format!("random binary: mean and standard deviation of five runs, seed {}", found.seed));
    }
    if found.needs_spans {
        let advice = (style.advice)(&Advice::CompareSpans);
        notes.push(format!(
            "binary trees have no labels, so that they are baselines only where spans are compared; {advice}"
        ));
    }
    if found.needs_brackets {
        notes.push(
            "binary trees are baselines of measures of brackets and nodes, not of words and their labels"
                .to_owned(),
        );
    }
    for row in &found.rows {
        let refused =
            row.cells.iter().flatten().max_by_key(|cell| cell.refused).filter(|cell| cell.refused > 0);
        notes.extend(refused.map(|cell| {
            format!(
                "{}: {} of {} pairs refused, which count as zero",
                row.title(style),
                count(cell.refused),
                count(cell.read)
            )
        }));
    }
    notes
}

/// The rows of a measure in CSV: the baseline, its average, and the scores.
pub(super) fn cells(
    report: &Report,
    measure: usize,
) -> impl Iterator<Item = (&BaselineRow, &BaselineScores)> {
    let rows = report.baselines.iter().flat_map(|found| &found.rows);
    rows.filter_map(move |row| Some((row, row.cells.get(measure)?.as_ref()?)))
}

/// A baseline. It is in no test and no comparison.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Baseline"))]
pub(super) struct BaselineJson<'r> {
    /// Which it is: `left-branching`, `right-branching`, `random-binary`, `best-binary`, `gold` or `second-annotator`.
    baseline: &'static str,
    /// The name of the file, if it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'r str>,
    /// The seed of random trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    /// Its scores by the measures for which it is a baseline.
    scores: Vec<BaselineScoresJson<'r>>,
}

/// The scores of a baseline by one measure, over all pairs; of random trees, the means of five runs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BaselineScores"))]
struct BaselineScoresJson<'r> {
    /// The name of the measure.
    measure: &'static str,
    /// The number of pairs.
    read: u64,
    /// The number of pairs that were refused, which count as zero.
    refused: u64,
    /// Figures of the summed counts; `null` is undefined.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Option<f64>>"))]
    corpus: FigureMap<'r>,
    /// Means of the pairs' figures, for the figures that have one; `null` is undefined.
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, Option<f64>>"))]
    sentence_mean: FigureMap<'r>,
    /// The standard deviation of the headline over the five runs of random trees.
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
}

impl<'r> BaselineScoresJson<'r> {
    fn new(info: &'static MeasureInfo, cell: &'r BaselineScores) -> Self {
        Self {
            measure: info.name,
            read: cell.read,
            refused: cell.refused,
            corpus: FigureMap { info, values: &cell.scores.corpus, is_of_means: false },
            sentence_mean: FigureMap { info, values: &cell.scores.sentence_mean, is_of_means: true },
            spread: cell.spread,
        }
    }
}

/// All baselines in JSON.
pub(super) fn json(report: &Report) -> Option<Vec<BaselineJson<'_>>> {
    let found = report.baselines.as_ref()?;
    let mut all = Vec::new();
    for row in &found.rows {
        let cells = report.measures.iter().zip(&row.cells);
        let scores = cells.filter_map(|(measure, cell)| {
            cell.as_ref().map(|cell| BaselineScoresJson::new(measure.info, cell))
        });
        all.push(BaselineJson {
            baseline: row.baseline.as_str(),
            name: row.name.as_deref(),
            seed: (row.baseline == Baseline::Random).then_some(found.seed),
            scores: scores.collect(),
        });
    }
    Some(all)
}
