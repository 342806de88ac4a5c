//! The scores of one system: a row per average, a column per figure.

use crate::report::model::{Average, Column as Figure, Report, Scores, SystemReport};
use crate::report::style::{Role, Style, visible};
use crate::report::table::{Cell, Column, Table};

/// Width from which on the counts are shown too.
const WIDE: usize = 120;
/// Those counts, where a measure has them.
const COUNTS: [&str; 5] = ["gold", "system", "matched", "mapped", "correct"];

/// The average the recipe calls the headline comes first.
pub(crate) fn table(report: &Report, system: &SystemReport, style: &Style) -> Table {
    let corpus = ("corpus".to_owned(), &system.corpus);
    let mean = ("sentence mean".to_owned(), &system.sentence_mean);
    let within = system.within_cutoff.as_ref().map(|within| {
        (format!("{} {} words", style.glyphs().at_most, within.words), within.headline(report.average))
    });
    // Some measures have no mean over sentences; a row of dashes would only ask why.
    let has_mean = !mean.1.is_undefined() || corpus.1.is_undefined();
    let named: Vec<(String, &Scores)> = match report.average {
        Average::Corpus => [Some(corpus), within, has_mean.then_some(mean)].into_iter().flatten().collect(),
        Average::Sentence => [Some(mean), within, Some(corpus)].into_iter().flatten().collect(),
    };
    let rows =
        named.iter().enumerate().map(|(place, (name, scores))| row(report, place, name, scores, style));
    Table { columns: columns(report, &visible(&system.name, style), style), rows: rows.collect() }
}

/// The figures there is room for; those of rank 0 only in wide tables.
fn shown<'r>(report: &'r Report, style: &Style) -> impl Iterator<Item = &'r Figure> {
    let is_wide = style.width >= WIDE;
    report.columns.iter().filter(move |column| is_wide || column.rank > 0)
}

/// The counts there is room for.
fn counts(report: &Report, style: &Style) -> impl Iterator<Item = &'static str> {
    let tally = report.systems.first().filter(|_| style.width >= WIDE).map(|system| &system.corpus.tally);
    COUNTS.into_iter().filter(move |name| tally.is_some_and(|tally| tally.contains_key(name)))
}

fn columns(report: &Report, name: &str, style: &Style) -> Vec<Column> {
    let mut columns = vec![Column::left(name).roomy(20).shrinks_to(16)];
    columns.extend(shown(report, style).enumerate().map(|(place, column)| {
        let figure = Column::right(column.title).roomy(7);
        if place == 0 { figure } else { figure.rank(column.rank) }
    }));
    columns.extend(counts(report, style).map(|title| Column::right(title).roomy(7).rank(0)));
    columns
}

fn row(report: &Report, place: usize, name: &str, scores: &Scores, style: &Style) -> Vec<Cell> {
    let mut cells = vec![Cell::plain(name)];
    cells.extend(shown(report, style).enumerate().map(|(column_place, column)| {
        let role = if (place, column_place) == (0, 0) { Role::Strong } else { Role::Plain };
        Cell::new(role, scores.figure(column, style))
    }));
    cells.extend(counts(report, style).map(|name| Cell::plain(scores.counted(name, style))));
    cells
}
