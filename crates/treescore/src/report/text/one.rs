//! The scores of one system: a row for each average, a column for each figure.

use crate::measure::{Figure, MeasureInfo};
use crate::report::model::{Average, HeadlineOver, MeasureReport, Report, Scores, SystemScores};
use crate::report::number::count;
use crate::report::style::{Role, Style, visible};
use crate::report::table::{Column, Table, TableCell};

use super::statistics;

/// The line width from which the counts are shown too.
const WIDE: usize = 120;
/// The counts to show, where a measure has them.
const COUNTS: [&str; 5] = ["gold", "system", "matched", "mapped", "correct"];

/// One row: its name, its average, and its scores.
type Named<'s> = (String, Average, &'s Scores);

/// Makes the table; the headline average comes first.
pub(crate) fn table(
    report: &Report,
    measure: &MeasureReport,
    (name, cell): (&str, &SystemScores),
    style: &Style,
) -> Table {
    let row = |named: &Named, is_first: bool| row(measure.info, named, is_first, style);
    let named = rows(measure.average, cell, style);
    let mut rows: Vec<_> = named.iter().enumerate().map(|(place, named)| row(named, place == 0)).collect();
    if let (Some(interval), false) = (interval_row(report, measure, cell, style), rows.is_empty()) {
        rows.insert(1, interval);
    }
    Table { columns: columns(measure.info, &visible(name, style), style), rows }
}

/// The row with the interval of the headline, below it.
fn interval_row(
    report: &Report,
    measure: &MeasureReport,
    cell: &SystemScores,
    style: &Style,
) -> Option<Vec<TableCell>> {
    let (statistics, headline) = (report.statistics.as_ref()?, measure.headline()?);
    let found = cell.headline_interval(measure.average)?;
    let interval = statistics::interval(&found.interval, headline.unit, style);
    Some(vec![TableCell::plain(statistics::title(&statistics.settings)), TableCell::plain(interval)])
}

fn rows<'s>(headline: Average, cell: &'s SystemScores, style: &Style) -> Vec<Named<'s>> {
    let coverage = &cell.coverage;
    let within = cell.within_cutoff.as_ref().map(|within| {
        (format!("{} {} words", style.glyphs().at_most, within.words), headline, &within.scores)
    });
    // Where many pairs are refused, the score over the others is one of other data, and comes last.
    let over = coverage.headline();
    let scores = if over == Some(HeadlineOver::AllPairs) { &cell.all_pairs } else { &cell.scored };
    let name = |average: Average, usual: &str| match over {
        Some(HeadlineOver::AllPairs) if average == headline => "all pairs".to_owned(),
        _ => usual.to_owned(),
    };
    let corpus = (name(Average::Corpus, "corpus"), Average::Corpus, scores);
    let mean = (name(Average::Sentence, coverage.kind.mean()), Average::Sentence, scores);
    // Some measures have no sentence mean; a row of dashes would only raise questions.
    let has_mean = !scores.is_undefined(Average::Sentence) || scores.is_undefined(Average::Corpus);
    let rows = match (headline, over) {
        (_, None) => return Vec::new(),
        (Average::Corpus, _) => [Some(corpus), within, has_mean.then_some(mean)],
        (Average::Sentence, _) => [Some(mean), within, Some(corpus)],
    };
    let scored_only = (over == Some(HeadlineOver::AllPairs)).then(|| {
        let name = format!("scored only ({} of {})", count(coverage.scored), count(coverage.read));
        (name, headline, &cell.scored)
    });
    rows.into_iter().flatten().chain(scored_only).collect()
}

/// The figures that fit, with their positions; those of rank 0 only in wide tables.
fn shown(info: &MeasureInfo, style: &Style) -> impl Iterator<Item = (usize, &'static Figure)> {
    let is_wide = style.width >= WIDE;
    info.figures.iter().enumerate().filter(move |(_, figure)| is_wide || figure.rank > 0)
}

/// The counts that fit.
fn counts(info: &MeasureInfo, style: &Style) -> impl Iterator<Item = &'static str> {
    let is_wide = style.width >= WIDE;
    COUNTS.into_iter().filter(move |name| is_wide && info.field(name).is_some())
}

fn columns(info: &MeasureInfo, name: &str, style: &Style) -> Vec<Column> {
    let mut columns = vec![Column::left(name).roomy(20).shrinks_to(16)];
    columns.extend(shown(info, style).enumerate().map(|(place, (_, figure))| {
        let column = Column::right(figure.title).roomy(7);
        if place == 0 { column } else { column.rank(figure.rank) }
    }));
    columns.extend(counts(info, style).map(|title| Column::right(title).roomy(7).rank(0)));
    columns
}

fn row(info: &MeasureInfo, named: &Named, is_first: bool, style: &Style) -> Vec<TableCell> {
    let (name, average, scores) = named;
    let mut cells = vec![TableCell::plain(name)];
    cells.extend(shown(info, style).map(|(at, _)| {
        let role = if is_first && at == 0 { Role::Strong } else { Role::Plain };
        TableCell::new(role, scores.figure(info, *average, at, style))
    }));
    cells.extend(counts(info, style).map(|name| TableCell::plain(scores.format_count(info, name, style))));
    cells
}
