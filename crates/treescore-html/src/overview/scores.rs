//! The tables of scores: one for each measure.

use treescore::measure::{Figure, FigureUnit};
use treescore::report::baselines::{BaselineRow, BaselineScores};
use treescore::report::is_marked;
use treescore::report::model::{Average, MeasureReport, SystemScores};
use treescore::report::number::{self, difference, figure};
use treescore::report::statistics::ComparisonReport;
use treescore::stats::Interval;

use super::{Source, badge};
use crate::chart::{Chart, Scale};

/// The width of a drawn interval.
const WIDTH: f64 = 150.0;

/// The scores of all systems by one measure.
pub(crate) struct ScoreTable {
    pub(crate) measure: String,
    pub(crate) headline: String,
    pub(crate) has_intervals: bool,
    pub(crate) level: String,
    /// The axis over the drawn intervals.
    pub(crate) axis: String,
    pub(crate) has_differences: bool,
    pub(crate) has_tests: bool,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<ScoreRow>,
}

/// The scores of one system, or of a baseline, which has no address.
pub(crate) struct ScoreRow {
    pub(crate) name: String,
    pub(crate) badge: String,
    pub(crate) address: String,
    pub(crate) refused: String,
    pub(crate) scored: Cell,
    pub(crate) all_pairs: Cell,
    pub(crate) interval: Cell,
    pub(crate) drawn: String,
    pub(crate) delta: Cell,
    pub(crate) p: Cell,
    pub(crate) mark: &'static str,
    pub(crate) rest: Vec<Cell>,
}

/// A cell of a table that can be sorted.
pub(crate) struct Cell {
    pub(crate) text: String,
    /// What it is sorted by; empty if it is undefined.
    pub(crate) value: String,
}

impl Cell {
    fn new(text: String, value: Option<f64>) -> Self {
        Self { text, value: value.map(|value| value.to_string()).unwrap_or_default() }
    }

    fn empty() -> Self {
        Self::new(String::new(), None)
    }
}

pub(super) fn tables(source: &Source<'_>) -> Vec<ScoreTable> {
    source.report.measures.iter().filter_map(|measure| table(source, measure)).collect()
}

fn table(source: &Source<'_>, measure: &MeasureReport) -> Option<ScoreTable> {
    let headline = measure.info.figures.first()?;
    let others: Vec<Column> = other_columns(measure);
    let statistics = source.report.statistics.as_ref();
    let has_intervals = measure.cells.iter().any(|cell| !cell.intervals.is_empty());
    let scale = scale(measure, headline);
    let rows = source.names.iter().zip(&measure.cells).enumerate().map(|(system, (name, cell))| {
        row(source, (measure, headline), (system, name, cell), &others, &scale)
    });
    let baselines =
        baselines(source, measure).map(|found| baseline_row(source, (measure, headline), found, &others));
    Some(ScoreTable {
        measure: measure.info.name.to_owned(),
        headline: headline.title.to_owned(),
        has_intervals,
        level: statistics.map(|found| found.settings.level_text()).unwrap_or_default(),
        axis: axis(&scale, headline),
        has_differences: source.names.len() > 1,
        has_tests: !measure.comparisons.is_empty(),
        columns: others.iter().map(|column| column.title.to_owned()).collect(),
        rows: rows.chain(baselines).collect(),
    })
}

/// A column beside the headline.
struct Column {
    title: &'static str,
    at: usize,
    unit: FigureUnit,
    average: Average,
}

fn other_columns(measure: &MeasureReport) -> Vec<Column> {
    let average = measure.average;
    let figures = measure.info.figures.iter().enumerate().skip(1).filter(|(_, figure)| figure.rank > 0);
    let column = |(at, figure): (usize, &Figure)| {
        // A figure without a mean is that of the corpus.
        let has_mean = measure.cells.iter().any(|cell| cell.scored.value(average, at).is_some());
        let average = if has_mean { average } else { Average::Corpus };
        Column { title: figure.title, at, unit: figure.unit, average }
    };
    let mut columns: Vec<Column> = figures.map(column).collect();
    let (other, title) = match average {
        Average::Corpus => (Average::Sentence, "sentence mean"),
        Average::Sentence => (Average::Corpus, "corpus"),
    };
    if measure.cells.iter().any(|cell| cell.scored.value(other, 0).is_some()) {
        columns.push(Column { title, at: 0, unit: measure.info.figures[0].unit, average: other });
    }
    columns
}

fn row(
    source: &Source<'_>,
    (measure, headline): (&MeasureReport, &Figure),
    (system, name, cell): (usize, &str, &SystemScores),
    others: &[Column],
    scale: &Scale,
) -> ScoreRow {
    let style = &source.style;
    let value = |value: Option<f64>, unit| Cell::new(figure(value, unit, style), value);
    let interval = cell.headline_interval(measure.average).map(|found| &found.interval);
    let found = measure.comparison(system, 0, measure.average);
    let is_reference = system == measure.reference();
    let all = measure.beside_difference(system, cell);
    // Without tests, the difference is that of the figures over all pairs.
    let reference = || measure.cells.get(measure.reference()).and_then(|cell| measure.over_all_pairs(cell));
    let plain = || Some(all? - reference()?).filter(|_| !is_reference && measure.comparisons.is_empty());
    let delta = found.and_then(|found| found.comparison.difference.value).or_else(plain);
    let delta_text = match delta {
        Some(_) => difference(delta, headline.unit, style),
        None if is_reference => "reference".to_owned(),
        None => String::new(),
    };
    let p = found.and_then(|found| found.asked_test().p);
    let of_system = source.report.systems.get(system);
    let is_refusing = cell.coverage.refused > 0 && of_system.is_some_and(|found| is_marked(found, cell));
    ScoreRow {
        name: name.to_owned(),
        badge: badge(system),
        address: source.address("", system),
        refused: if is_refusing { number::count(cell.coverage.refused) } else { String::new() },
        scored: value(cell.scored.value(measure.average, 0), headline.unit),
        all_pairs: value(all, headline.unit),
        interval: Cell::new(
            interval_text(interval, headline, source),
            interval.and_then(|found| Some(found.ends?.0)),
        ),
        drawn: drawn(scale, (system, headline), interval, all),
        delta: Cell::new(delta_text, delta.or(is_reference.then_some(0.0))),
        p: Cell::new(p.map_or_else(String::new, |p| format!("{p:.4}")), p),
        mark: found.map(ComparisonReport::mark).unwrap_or_default(),
        rest: others
            .iter()
            .map(|column| value(cell.scored.value(column.average, column.at), column.unit))
            .collect(),
    }
}

/// The baselines of a measure.
fn baselines<'s>(
    source: &Source<'s>,
    measure: &MeasureReport,
) -> impl Iterator<Item = (&'s BaselineRow, &'s BaselineScores)> {
    let at = source.report.measures.iter().position(|other| std::ptr::eq(other, measure));
    let rows = source.report.baselines.iter().flat_map(|found| &found.rows);
    rows.filter_map(move |row| Some((row, row.cells.get(at?)?.as_ref()?)))
}

/// A baseline. All its figures are over all pairs.
fn baseline_row(
    source: &Source<'_>,
    (measure, headline): (&MeasureReport, &Figure),
    (row, cell): (&BaselineRow, &BaselineScores),
    others: &[Column],
) -> ScoreRow {
    let style = &source.style;
    let value = |value: Option<f64>, unit| Cell::new(figure(value, unit, style), value);
    let spread = cell.spread.map(|spread| format!("± {}", figure(Some(spread), headline.unit, style)));
    let rest = others.iter().map(|column| value(cell.scores.value(column.average, column.at), column.unit));
    ScoreRow {
        name: row.title(style),
        badge: String::new(),
        address: String::new(),
        refused: Some(cell.refused).filter(|&refused| refused > 0).map(number::count).unwrap_or_default(),
        scored: Cell::empty(),
        all_pairs: value(cell.scores.value(measure.average, 0), headline.unit),
        interval: Cell::new(spread.unwrap_or_default(), None),
        drawn: String::new(),
        delta: Cell::empty(),
        p: Cell::empty(),
        mark: "",
        rest: rest.collect(),
    }
}

fn interval_text(interval: Option<&Interval>, headline: &Figure, source: &Source<'_>) -> String {
    let Some((low, high)) = interval.and_then(|found| found.ends) else { return "–".to_owned() };
    let end = |value| figure(Some(value), headline.unit, &source.style);
    format!("{} – {}", end(low), end(high))
}

fn unit_scale(headline: &Figure) -> f64 {
    if headline.unit == FigureUnit::Percent { 100.0 } else { 1.0 }
}

/// The axis that has room for all intervals and figures.
fn scale(measure: &MeasureReport, headline: &Figure) -> Scale {
    let unit = unit_scale(headline);
    let values = measure.cells.iter().enumerate().flat_map(|(system, cell)| {
        let interval = cell.headline_interval(measure.average).and_then(|found| found.interval.ends);
        let ends = interval.into_iter().flat_map(|(low, high)| [low, high]);
        ends.chain(cell.scored.value(measure.average, 0)).chain(measure.beside_difference(system, cell))
    });
    Scale::around(values.map(|value| value * unit), 3.0, (8.0, WIDTH - 8.0))
}

fn axis(scale: &Scale, headline: &Figure) -> String {
    let mut chart = Chart::new(WIDTH, 18.0, &format!("axis of {}", headline.title));
    for tick in scale.ticks() {
        chart.text("", "middle", (scale.at(tick), 14.0), &scale.tick(tick));
    }
    chart.finish()
}

/// A figure with its interval, and a tick for the figure over all pairs.
fn drawn(
    scale: &Scale,
    (system, headline): (usize, &Figure),
    interval: Option<&Interval>,
    all: Option<f64>,
) -> String {
    let unit = unit_scale(headline);
    let mut chart = Chart::new(WIDTH, 20.0, "the interval, drawn");
    for tick in scale.ticks() {
        chart.line("ax", (scale.at(tick), 0.0), (scale.at(tick), 20.0));
    }
    let class = super::line_class(system);
    if let Some((low, high)) = interval.and_then(|found| found.ends) {
        let (low, high) = (scale.at(low * unit), scale.at(high * unit));
        chart.line(&class, (low, 10.0), (high, 10.0));
        chart.line(&class, (low, 6.0), (low, 14.0));
        chart.line(&class, (high, 6.0), (high, 14.0));
    }
    if let Some(all) = all {
        chart.line("all", (scale.at(all * unit), 4.0), (scale.at(all * unit), 16.0));
    }
    if let Some(value) = interval.and_then(|found| found.value) {
        chart.mark(system, (scale.at(value * unit), 10.0));
    }
    chart.finish()
}
