//! The labels that meet: for each label of gold, which labels the system has over the same words.

use std::collections::BTreeMap;

use crate::report::caption;
use crate::report::model::{Breakdown, FigureUnit, LabelPair, MeasureReport, Report};
use crate::report::number::{count, figure};
use crate::report::style::{Style, visible};
use crate::report::table::{Column, Table, TableCell};

/// The table of labels that meet, and the sentences below it.
pub(super) fn table(report: &Report, measure: &MeasureReport, style: &Style) -> (Table, Vec<String>) {
    let breakdowns: Vec<Option<&Breakdown>> =
        measure.cells.iter().map(|cell| cell.breakdown.as_ref()).collect();
    match breakdowns[..] {
        [Some(only)] => (of_one(only, style), vec![explanation(style)]),
        _ => (of_several(&breakdowns, report, style), Vec::new()),
    }
}

/// What the table is, for a page or a paper.
pub(super) fn what(report: &Report, measure: &MeasureReport, style: &Style) -> String {
    let names = report.short_names(style);
    let numbers =
        if names.len() == 1 { "how often, and shares in per cent" } else { "how often in each system" };
    format!(
        "Labels of brackets over the same words in gold and in {} ({}): {numbers}.",
        caption::list(&names),
        measure.info.name
    )
}

fn explanation(style: &Style) -> String {
    let dash = style.glyphs().undefined;
    format!(
        "{dash}: no bracket over the same words. Shares are of the brackets with the label of gold, and of the system."
    )
}

/// One system: how often, and the shares of both labels.
fn of_one(breakdown: &Breakdown, style: &Style) -> Table {
    let columns = vec![
        Column::left("gold").roomy(4).shrinks_to(12),
        Column::left("system").roomy(4).shrinks_to(12),
        Column::right("brackets"),
        Column::right("% of gold"),
        Column::right("% of system"),
    ];
    let percent = |share| TableCell::plain(figure(share, FigureUnit::Percent, style));
    let row = |pair: &LabelPair| {
        let mut cells = names(pair, style);
        cells.push(TableCell::plain(count(pair.count)));
        cells.extend([pair.of_gold, pair.of_system].map(percent));
        cells
    };
    let rows = breakdown.groups.iter().filter_map(|group| group.pair.as_ref()).map(row).collect();
    Table { columns, rows }
}

/// Several systems: how often in each.
fn of_several(breakdowns: &[Option<&Breakdown>], report: &Report, style: &Style) -> Table {
    let mut all: BTreeMap<(Option<&str>, Option<&str>), Vec<u64>> = BTreeMap::new();
    for (system, breakdown) in breakdowns.iter().enumerate() {
        let pairs = breakdown.iter().flat_map(|one| &one.groups).filter_map(|group| group.pair.as_ref());
        for pair in pairs {
            let key = (pair.gold.as_deref(), pair.system.as_deref());
            all.entry(key).or_insert_with(|| vec![0; breakdowns.len()])[system] += pair.count;
        }
    }
    let mut rows: Vec<_> = all.into_iter().collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    let mut columns = vec![Column::left("gold").shrinks_to(12), Column::left("system").shrinks_to(12)];
    columns.extend(report.short_names(style).iter().map(|name| Column::right(name).rank(5)));
    let row = |((gold, system), counts): (_, Vec<u64>)| {
        let mut cells = vec![name(gold, style), name(system, style)];
        cells.extend(counts.into_iter().map(|brackets| TableCell::plain(count(brackets))));
        cells
    };
    Table { columns, rows: rows.into_iter().map(row).collect() }
}

fn names(pair: &LabelPair, style: &Style) -> Vec<TableCell> {
    vec![name(pair.gold.as_deref(), style), name(pair.system.as_deref(), style)]
}

fn name(label: Option<&str>, style: &Style) -> TableCell {
    TableCell::plain(label.map_or_else(|| style.glyphs().undefined.to_owned(), |label| visible(label, style)))
}
