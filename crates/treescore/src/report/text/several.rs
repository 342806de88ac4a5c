//! The scores of several systems by one measure: a row for each system; the first is the reference.

use crate::measure::Figure;
use crate::report::model::{Average, FigureUnit, MeasureReport, Report, SystemScores};
use crate::report::number::figure;
use crate::report::style::{Role, Style, wrap};
use crate::report::table::{Column, Table, TableCell};
use crate::stats::Over;

use super::axis::{self, Axis};
use super::coverage::is_marked;
use super::statistics::{self, DifferenceColumns, Tested};

/// The line width from which the other figures are shown too.
const WIDE: usize = 120;

/// Makes the table: `system  F1  all pairs  Δ  recall  precision`, and from 120 columns on the rest.
pub(crate) fn table(report: &Report, measure: &MeasureReport, style: &Style) -> Table {
    let marks: Vec<bool> =
        report.systems.iter().zip(&measure.cells).map(|(system, cell)| is_marked(system, cell)).collect();
    let is_any_marked = marks.contains(&true);
    let mut columns = vec![Column::left("system").shrinks_to(12)];
    if is_any_marked {
        columns.push(Column::left("").gap(1));
    }
    columns.extend(measure.headline().map(|headline| Column::right(headline.title)));
    columns.extend(statistics::column(report));
    let axis = axis(report, measure, style);
    columns.extend(axis.as_ref().map(|axis| Column::left(&axis.header()).roomy(axis::WIDTH).rank(0)));
    columns.push(Column::right(&all_pairs(report)));
    let differences = DifferenceColumns::new(std::slice::from_ref(measure));
    columns.extend(differences.columns(style));
    columns.extend(details(measure).map(|(_, figure)| Column::right(figure.title).rank(figure.rank)));
    columns.extend(extras(measure, style).iter().map(|extra| Column::right(extra.title(measure)).rank(0)));
    let has_intervals = statistics::column(report).is_some();
    let rows = report.short_names(style).into_iter().zip(&measure.cells).zip(marks).enumerate();
    let rows = rows.map(|(at, ((name, cell), marked))| {
        let mut cells = vec![TableCell::new(Role::Strong, name)];
        if is_any_marked {
            cells.push(TableCell::new(Role::Relabel, if marked { "!" } else { "" }));
        }
        let mut interval: Vec<TableCell> =
            has_intervals.then(|| statistics::cell(measure, cell, style)).into_iter().collect();
        interval.extend(axis.as_ref().map(|axis| drawn(axis, measure, cell, style)));
        let difference = differences.cells(measure, at, style);
        cells.extend(figures(measure, (at, cell), (interval, difference), style));
        cells
    });
    Table { rows: rows.collect(), columns }
}

/// The axis on which intervals are drawn, if there is room.
fn axis(report: &Report, measure: &MeasureReport, style: &Style) -> Option<Axis> {
    let headline =
        measure.headline().filter(|_| style.width >= WIDE && statistics::column(report).is_some())?;
    let values = measure.cells.iter().filter_map(|cell| drawn_values(measure, cell)).flatten();
    Axis::around(values, axis::least_step(headline.unit))
}

/// What is drawn of a system, in the unit of the headline: its figure, and the ends of the interval.
fn drawn_values(measure: &MeasureReport, cell: &SystemScores) -> Option<[f64; 3]> {
    let interval = &cell.interval(0, measure.average, Over::Scored)?.interval;
    let (value, (low, high)) = interval.value.zip(interval.ends)?;
    let scale = if measure.headline()?.unit == FigureUnit::Percent { 100.0 } else { 1.0 };
    Some([value, low, high].map(|value| value * scale))
}

/// The drawn interval of a system.
fn drawn(axis: &Axis, measure: &MeasureReport, cell: &SystemScores, style: &Style) -> TableCell {
    let values = drawn_values(measure, cell);
    let points = values.map(|[value, low, high]| axis.points(&[Some(value)], Some((low, high)), style));
    TableCell::plain(points.unwrap_or_default())
}

/// The heading of scores in which refused pairs count: `all pairs`.
pub(crate) fn all_pairs(report: &Report) -> String {
    format!("all {}s", report.kind().as_str())
}

/// The caption, which explains the columns.
pub(crate) fn caption(report: &Report, measure: &MeasureReport, style: &Style) -> String {
    lines(&caption_lines(report, measure, style), style)
}

/// Wraps the lines of a caption to the width.
pub(super) fn lines(lines: &[String], style: &Style) -> String {
    let wrapped = lines.iter().flat_map(|line| wrap(line, style.width, 0));
    wrapped.map(|line| style.paint(Role::Dim, &line) + "\n").collect()
}

pub(crate) fn caption_lines(report: &Report, measure: &MeasureReport, style: &Style) -> Vec<String> {
    let Some(headline) = measure.headline() else { return vec![] };
    let unit = match headline.unit {
        FigureUnit::Percent => ", per cent",
        FigureUnit::Fraction => "",
        FigureUnit::PerPair => ", per pair",
    };
    let average = measure.average.as_str();
    let mut lines =
        vec![format!("{}{unit}, {average} average. {}", headline.title, explain_all_pairs(report))];
    lines.extend(explain_differences(report, measure, style));
    lines.extend(statistics::detectable_headline(report, measure, style));
    lines
}

/// `all pairs: refused pairs count as zero.`
pub(super) fn explain_all_pairs(report: &Report) -> String {
    format!("{}: {}.", all_pairs(report), rule_of_all_pairs(report))
}

/// `refused pairs count as zero`.
pub(crate) fn rule_of_all_pairs(report: &Report) -> String {
    let missing = if has_missing(report) { " and gold trees without an answer" } else { "" };
    format!("refused {}s{missing} count as zero", report.kind().as_str())
}

/// True if gold trees without any system tree make a shown value differ from the score over all pairs.
fn has_missing(report: &Report) -> bool {
    report.measures.iter().any(|measure| {
        let mut cells = measure.cells.iter().enumerate();
        cells.any(|(at, cell)| {
            let both = measure.compared_value(at).zip(measure.over_all_pairs(cell));
            both.is_some_and(|(compared, all)| (compared - all).abs() > 1e-9)
        })
    })
}

/// `Δ: against heron over all pairs`.
pub(super) fn explain_differences(report: &Report, measure: &MeasureReport, style: &Style) -> Option<String> {
    let (delta, over) = (style.glyphs().delta, all_pairs(report));
    Some(match statistics::tested(report, style) {
        Some(Tested { reference, how }) => format!("{delta}, p: against {reference} over {over}, {how}"),
        None => format!("{delta}: against {} over {over}", reference_name(report, measure, style)?),
    })
}

/// `Δ is the difference from heron over all pairs.`
pub(crate) fn differences_sentence(
    report: &Report,
    measure: &MeasureReport,
    style: &Style,
) -> Option<String> {
    let (delta, over) = (style.glyphs().delta, all_pairs(report));
    Some(match statistics::tested(report, style) {
        Some(Tested { reference, how }) => {
            format!("{delta} is the difference from {reference} over {over}, and p is from {how}.")
        }
        None => {
            format!("{delta} is the difference from {} over {over}.", reference_name(report, measure, style)?)
        }
    })
}

fn reference_name(report: &Report, measure: &MeasureReport, style: &Style) -> Option<String> {
    report.short_names(style).into_iter().nth(measure.reference())
}

/// The headline, the headline over all pairs, the difference, the details, the extras.
fn figures(
    measure: &MeasureReport,
    (system, cell): (usize, &SystemScores),
    (interval, difference): (Vec<TableCell>, Vec<TableCell>),
    style: &Style,
) -> Vec<TableCell> {
    let (info, average) = (measure.info, measure.average);
    let mut cells = Vec::new();
    if let Some(headline) = measure.headline() {
        cells.push(TableCell::new(Role::Strong, cell.scored.figure(info, average, 0, style)));
        cells.extend(interval);
        let value = measure.beside_difference(system, cell);
        cells.push(TableCell::new(Role::Strong, figure(value, headline.unit, style)));
    } else {
        cells.push(TableCell::default());
    }
    cells.extend(difference);
    cells.extend(
        details(measure).map(|(at, _)| TableCell::plain(cell.scored.figure(info, average, at, style))),
    );
    cells.extend(
        extras(measure, style).iter().map(|extra| TableCell::plain(extra.figure(measure, cell, style))),
    );
    cells
}

/// The two figures after the headline, which explain it.
fn details(measure: &MeasureReport) -> impl Iterator<Item = (usize, &'static Figure)> {
    measure.info.figures.iter().enumerate().skip(1).take(2)
}

/// A column that is shown only in wide tables.
enum Extra {
    /// A figure of the summed counts, by its position.
    Corpus(usize, &'static Figure),
    /// The headline figure in the other average.
    OtherAverage,
}

fn extras(measure: &MeasureReport, style: &Style) -> Vec<Extra> {
    let has_means = measure.cells.iter().any(|cell| !cell.scored.is_undefined(Average::Sentence));
    let other = measure.headline().filter(|_| has_means).map(|_| Extra::OtherAverage);
    if style.width < WIDE {
        // Where the mean is the headline, the corpus average is the number that others may report.
        return other.filter(|_| measure.average == Average::Sentence).into_iter().collect();
    }
    // Amounts per pair are not shares and would look like outliers among percentages; they are in the table
    // of one system.
    let rest = measure.info.figures.iter().enumerate().skip(3);
    let rest = rest.filter(|(_, figure)| figure.unit != FigureUnit::PerPair && figure.rank > 0);
    let mut extras: Vec<Extra> = rest.map(|(at, figure)| Extra::Corpus(at, figure)).collect();
    extras.splice(extras.len().min(1)..extras.len().min(1), other);
    extras
}

impl Extra {
    fn title(&self, measure: &MeasureReport) -> &'static str {
        match (self, measure.average) {
            (Self::Corpus(_, figure), _) => figure.title,
            (Self::OtherAverage, Average::Corpus) => "mean",
            (Self::OtherAverage, Average::Sentence) => "corpus",
        }
    }

    fn figure(&self, measure: &MeasureReport, cell: &SystemScores, style: &Style) -> String {
        let (average, at) = match (self, measure.average) {
            (Self::Corpus(at, _), _) => (Average::Corpus, *at),
            (Self::OtherAverage, Average::Corpus) => (Average::Sentence, 0),
            (Self::OtherAverage, Average::Sentence) => (Average::Corpus, 0),
        };
        cell.scored.figure(measure.info, average, at, style)
    }
}
