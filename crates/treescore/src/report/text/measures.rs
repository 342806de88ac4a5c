//! Several measures in one table: the headline of each, over the scored pairs and over all pairs.

use crate::measure::Figure;
use crate::report::model::{Average, FigureUnit, MeasureReport, Report, SystemScores};
use crate::report::number::figure;
use crate::report::style::{Role, Style, visible};
use crate::report::table::{Column, Table, TableCell};

use super::coverage::is_marked;
use super::several;
use super::statistics::{self, DifferenceColumns};

/// Makes the table. For one system: a row for each measure, with the figures that most of them share. For
/// several systems: a row for each system and measure, with the difference to the first system.
pub(crate) fn table(report: &Report, style: &Style) -> Table {
    let layout = Layout::new(report);
    match report.systems.as_slice() {
        [system] => layout.of_one(&visible(&system.name, style), style),
        _ => layout.of_several(style),
    }
}

/// The caption, which explains the columns.
pub(crate) fn caption(report: &Report, style: &Style) -> Option<String> {
    let lines = caption_lines(report, style);
    (!lines.is_empty()).then(|| several::lines(&lines, style))
}

/// `per cent, corpus average. `, as far as it is true of all headlines.
pub(super) fn caption_start(report: &Report) -> String {
    let mixes_averages = Layout::new(report).mixes_averages;
    let mut about = Vec::new();
    let mut headlines = report.measures.iter().filter_map(MeasureReport::headline);
    if headlines.all(|headline| headline.unit == FigureUnit::Percent) {
        about.push("per cent".to_owned());
    }
    if let Some(first) = report.measures.first().filter(|_| !mixes_averages) {
        about.push(format!("{} average", first.average.as_str()));
    }
    if about.is_empty() { String::new() } else { about.join(", ") + ". " }
}

pub(crate) fn caption_lines(report: &Report, style: &Style) -> Vec<String> {
    let mut lines = vec![caption_start(report) + &several::explain_all_pairs(report)];
    if Layout::new(report).mixes_averages {
        let noun = report.kind().as_str();
        lines.push(format!("mean: mean of the {noun}s' figures; the other figures are of summed counts"));
    }
    if let Some(first) = report.measures.first().filter(|_| report.systems.len() > 1) {
        lines.extend(several::explain_differences(report, first, style));
    }
    lines
}

/// The layout that the rows of a table share.
struct Layout<'r> {
    report: &'r Report,
    /// The heading of the headlines, if all measures share it.
    title: Option<&'static str>,
    /// Whether some headlines are means and others are not.
    mixes_averages: bool,
}

impl<'r> Layout<'r> {
    fn new(report: &'r Report) -> Self {
        let averages = || report.measures.iter().map(|measure| measure.average);
        let mixes_averages = averages().any(|average| Some(average) != averages().next());
        let titles = || report.measures.iter().map(|measure| measure.headline().map(|figure| figure.title));
        let first = titles().next().flatten();
        let is_same = !mixes_averages && titles().all(|title| title == first);
        Self { report, title: first.filter(|_| is_same), mixes_averages }
    }

    fn of_one(&self, name: &str, style: &Style) -> Table {
        let shared = shared_figures(&self.report.measures);
        let mut columns = vec![Column::left(name).roomy(20).shrinks_to(12)];
        columns.extend(self.score_columns());
        let interval = statistics::column(self.report);
        let has_intervals = interval.is_some();
        columns.extend(interval);
        columns.extend(shared.iter().map(|figure| Column::right(figure.title).rank(figure.rank)));
        columns.push(Column::right(&several::all_pairs(self.report)));
        let cells = self.report.measures.iter().filter_map(|measure| Some((measure, measure.cells.first()?)));
        let rows = cells.map(|(measure, cell)| {
            let mut row = vec![TableCell::plain(measure.info.name)];
            row.extend(self.score(measure, cell, style));
            row.extend(has_intervals.then(|| statistics::cell(measure, cell, style)));
            row.extend(shared.iter().map(|figure| {
                // A figure the measure does not have is empty; an undefined one is a dash.
                let at = position(measure, figure);
                TableCell::plain(at.map_or_else(String::new, |at| {
                    cell.scored.figure(measure.info, measure.average, at, style)
                }))
            }));
            row.push(over_all(measure, (0, cell), style));
            row
        });
        Table { rows: rows.collect(), columns }
    }

    fn of_several(&self, style: &Style) -> Table {
        let systems = &self.report.systems;
        let marked = |at: usize, measure: &MeasureReport| {
            systems.get(at).zip(measure.cells.get(at)).is_some_and(|(system, cell)| is_marked(system, cell))
        };
        let is_any_marked =
            (0..systems.len()).any(|at| self.report.measures.iter().any(|measure| marked(at, measure)));
        let mut columns = vec![Column::left("system").shrinks_to(12)];
        if is_any_marked {
            columns.push(Column::left("").gap(1));
        }
        columns.push(Column::left("measure"));
        columns.extend(self.score_columns());
        let interval = statistics::column(self.report);
        let has_intervals = interval.is_some();
        columns.extend(interval);
        columns.push(Column::right(&several::all_pairs(self.report)));
        let differences = DifferenceColumns::new(&self.report.measures);
        columns.extend(differences.columns(style));
        let mut rows = Vec::new();
        for (at, name) in self.report.short_names(style).iter().enumerate() {
            let cells =
                self.report.measures.iter().filter_map(|measure| Some((measure, measure.cells.get(at)?)));
            for (place, (measure, cell)) in cells.enumerate() {
                let mut row = vec![TableCell::new(Role::Strong, if place == 0 { name } else { "" })];
                if is_any_marked {
                    row.push(TableCell::new(Role::Relabel, if marked(at, measure) { "!" } else { "" }));
                }
                row.push(TableCell::plain(measure.info.name));
                row.extend(self.score(measure, cell, style));
                row.extend(has_intervals.then(|| statistics::cell(measure, cell, style)));
                row.push(over_all(measure, (at, cell), style));
                row.extend(differences.cells(measure, at, style));
                rows.push(row);
            }
        }
        Table { columns, rows }
    }

    fn score_columns(&self) -> Vec<Column> {
        match self.title {
            Some(title) => vec![Column::right(title)],
            None => vec![Column::left("figure"), Column::right("score")],
        }
    }

    /// The headline, with its name unless it is in the heading.
    fn score(&self, measure: &MeasureReport, cell: &SystemScores, style: &Style) -> Vec<TableCell> {
        let score = TableCell::new(Role::Strong, cell.scored.figure(measure.info, measure.average, 0, style));
        if self.title.is_some() {
            return vec![score];
        }
        let title = measure.headline().map(|figure| figure.title).unwrap_or_default();
        let is_mean = self.mixes_averages && measure.average == Average::Sentence;
        vec![TableCell::plain(if is_mean { format!("{title}, mean") } else { title.to_owned() }), score]
    }
}

/// The headline over all pairs: where a difference stands beside it, over the pairs of the difference.
fn over_all(measure: &MeasureReport, (system, cell): (usize, &SystemScores), style: &Style) -> TableCell {
    let unit = measure.headline().map_or(FigureUnit::Percent, |headline| headline.unit);
    TableCell::new(Role::Strong, figure(measure.beside_difference(system, cell), unit, style))
}

/// The figures that more than half of the measures have, without their headlines.
fn shared_figures(measures: &[MeasureReport]) -> Vec<&'static Figure> {
    let is_headline = |key: &str| measures.iter().any(|measure| measure.info.figure(key) == Some(0));
    let mut shared: Vec<&'static Figure> = Vec::new();
    for figure in measures.iter().flat_map(|measure| measure.info.figures) {
        let is_new = !shared.iter().any(|known| (known.key, known.title) == (figure.key, figure.title));
        let number = measures.iter().filter(|measure| position(measure, figure).is_some()).count();
        if is_new && figure.rank > 0 && 2 * number > measures.len() && !is_headline(figure.key) {
            shared.push(figure);
        }
    }
    shared
}

/// The position of this figure in a measure: the same key under the same title. The error rate of words is
/// called WER, that of other items is not.
fn position(measure: &MeasureReport, figure: &Figure) -> Option<usize> {
    let at = measure.info.figure(figure.key)?;
    (measure.info.figures[at].title == figure.title).then_some(at)
}
