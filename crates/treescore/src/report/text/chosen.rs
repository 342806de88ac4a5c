//! The table of scores with chosen columns: a row for each system.

use crate::report::columns::{ScoreColumn, Shows};
use crate::report::model::{Average, FigureUnit, HeadlineOver, MeasureReport, Report, Scores, SystemScores};
use crate::report::number::figure;
use crate::report::style::{Role, Style};
use crate::report::table::{Column, Table, TableCell};

use super::coverage::is_marked;
use super::statistics::{self, DifferenceColumns};
use super::{measures, several};

/// Makes the table.
pub(crate) fn table(report: &Report, style: &Style) -> Table {
    let is_marked = |at: usize| {
        let mut cells = report.measures.iter().filter_map(|measure| measure.cells.get(at));
        cells.any(|cell| is_marked(&report.systems[at], cell))
    };
    // What is refused of the only system stands below the table.
    let has_marks = report.systems.len() > 1 && (0..report.systems.len()).any(is_marked);
    let mut columns = vec![Column::left("system").shrinks_to(12)];
    if has_marks {
        columns.push(Column::left("").gap(1));
    }
    columns.extend(titles(report, style).iter().map(|title| Column::right(title)));
    let rows = report.short_names(style).into_iter().enumerate().map(|(at, name)| {
        let mut cells = vec![TableCell::new(Role::Strong, name)];
        if has_marks {
            cells.push(TableCell::new(Role::Relabel, if is_marked(at) { "!" } else { "" }));
        }
        cells.extend(style.columns.iter().map(|column| cell(report, column, at, style)));
        cells
    });
    Table { rows: rows.collect(), columns }
}

/// The sentences below it.
pub(crate) fn caption_lines(report: &Report, style: &Style) -> Vec<String> {
    let shows = |shown: Shows| style.columns.iter().any(|column| column.shows == shown);
    let mut lines = vec![measures::caption_start(report).trim_end().to_owned()];
    if shows(Shows::AllPairs) {
        lines.push(several::explain_all_pairs(report));
    }
    if let Some(first) = report.measures.first().filter(|_| shows(Shows::Difference) || shows(Shows::P)) {
        lines.extend(several::explain_differences(report, first, style));
    }
    if let ([_], Some(rule)) = (report.systems.as_slice(), rule_of_refused(report)) {
        lines.push(rule);
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// What figures of the only system are over, if more than a tenth of its pairs is refused.
pub(crate) fn rule_of_refused(report: &Report) -> Option<String> {
    let mut cells = report.measures.iter().filter_map(|measure| measure.cells.first());
    let cell = cells.find(|cell| is_over_all_pairs(cell))?;
    Some(format!("over all {}s: refused ones count as zero", cell.coverage.kind.as_str()))
}

/// True if more than a tenth of the pairs is refused, so that figures are over all pairs, as headlines are.
pub(crate) fn is_over_all_pairs(cell: &SystemScores) -> bool {
    cell.coverage.headline() == Some(HeadlineOver::AllPairs)
}

/// The scores that are shown.
fn shown(cell: &SystemScores) -> &Scores {
    if is_over_all_pairs(cell) { &cell.all_pairs } else { &cell.scored }
}

/// The headings. Two that are the same say which measure they are of, or whether labels are compared.
fn titles(report: &Report, style: &Style) -> Vec<String> {
    let title = |column: &ScoreColumn| -> String {
        let measure = report.measures.get(column.measure);
        let figure = |at: usize| Some(measure?.info.figures.get(at)?.title);
        let statistics = report.statistics.as_ref();
        match column.shows {
            Shows::Figure(at) => figure(at).unwrap_or_default().to_owned(),
            Shows::Mean => format!("mean {}", figure(0).unwrap_or_default()),
            Shows::Interval => statistics.map(|found| statistics::title(&found.settings)).unwrap_or_default(),
            Shows::AllPairs => several::all_pairs(report),
            Shows::Difference => style.glyphs().delta.to_owned(),
            Shows::P => "p".to_owned(),
        }
    };
    let all: Vec<String> = style.columns.iter().map(title).collect();
    let named = style.columns.iter().zip(&all).map(|(column, title)| {
        let same =
            || style.columns.iter().zip(&all).filter(|(_, other)| *other == title).map(|(column, _)| column);
        let name =
            |column: &ScoreColumn| report.measures.get(column.measure).map(|measure| measure.info.name);
        if column.is_unlabelled {
            format!("unlabelled {title}")
        } else if same().any(|other| other.is_unlabelled) {
            format!("labelled {title}")
        } else if same().any(|other| name(other) != name(column)) {
            format!("{} {title}", name(column).unwrap_or_default())
        } else {
            title.clone()
        }
    });
    named.collect()
}

fn cell(report: &Report, column: &ScoreColumn, system: usize, style: &Style) -> TableCell {
    let Some(measure) = report.measures.get(column.measure) else { return TableCell::default() };
    let Some(cell) = measure.cells.get(system) else { return TableCell::default() };
    let differences = || DifferenceColumns::new(std::slice::from_ref(measure)).cells(measure, system, style);
    match column.shows {
        Shows::Figure(0) => TableCell::new(Role::Strong, of_figure(measure, cell, 0, style)),
        Shows::Figure(at) => TableCell::plain(of_figure(measure, cell, at, style)),
        Shows::Mean => TableCell::plain(shown(cell).figure(measure.info, Average::Sentence, 0, style)),
        Shows::Interval => statistics::cell(measure, cell, style),
        Shows::AllPairs => {
            let unit = measure.headline().map_or(FigureUnit::Percent, |headline| headline.unit);
            TableCell::new(Role::Strong, figure(measure.beside_difference(system, cell), unit, style))
        }
        Shows::Difference => differences().into_iter().next().unwrap_or_default(),
        Shows::P => differences().into_iter().nth(1).unwrap_or_default(),
    }
}

/// A figure in the average of the headline, or of the summed counts if it has no mean.
fn of_figure(measure: &MeasureReport, cell: &SystemScores, at: usize, style: &Style) -> String {
    let has_mean = measure.info.figures.get(at).is_some_and(|figure| figure.has_mean);
    let average = if has_mean { measure.average } else { Average::Corpus };
    shown(cell).figure(measure.info, average, at, style)
}
