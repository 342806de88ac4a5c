//! The list of refused pairs with positions and reasons.

use std::collections::BTreeSet;
use std::io;

use super::Blocks;
use crate::report::aligned::format_trees;
use crate::report::model::{RefusedRow, Report, RowKind};
use crate::report::refusals::RefusedRows;
use crate::report::style::{Role, Style, visible};
use crate::report::table::{Column, Table, TableCell};

/// Writes one table for each system with refused pairs, if the list was requested; with several systems
/// under the system's name.
pub(super) fn write(report: &Report, style: &Style, blocks: &mut Blocks<'_>) -> io::Result<()> {
    let Some(all) = &report.refused else { return Ok(()) };
    let listing = Listing::new(report, all)?;
    for (system, name) in report.short_names(style).into_iter().enumerate() {
        if !listing.systems.contains(&system) {
            continue;
        }
        let out = blocks.next()?;
        if report.systems.len() > 1 {
            writeln!(out, "{}", style.paint(Role::Strong, &name))?;
        }
        let rows = |visit: &mut dyn FnMut(Vec<TableCell>) -> io::Result<()>| {
            all.each(&mut |row| {
                if row.system == system { visit(listing.row(row, style)) } else { Ok(()) }
            })
        };
        listing.table().write_rows(&rows, style, out)?;
    }
    Ok(())
}

/// The columns of the list.
struct Listing<'r> {
    report: &'r Report,
    /// Whether there are several files, so that each must be named.
    has_files: bool,
    /// Whether some pairs were refused by only some measures.
    has_measures: bool,
    /// The systems with refused pairs.
    systems: BTreeSet<usize>,
}

impl<'r> Listing<'r> {
    fn new(report: &'r Report, rows: &RefusedRows) -> io::Result<Self> {
        let mut listing =
            Self { report, has_files: report.has_files, has_measures: false, systems: BTreeSet::new() };
        let mut first: Option<String> = None;
        rows.each(&mut |row| {
            if let Some(file) = &row.place.file {
                listing.has_files |= first.get_or_insert_with(|| file.clone()) != file;
            }
            listing.has_measures |= row.measures.len() < report.measures.len();
            listing.systems.insert(row.system);
            Ok(())
        })?;
        Ok(listing)
    }

    /// The columns, without rows: each is made when it is needed, because there may be very many.
    fn table(&self) -> Table {
        let mut columns = vec![Column::right(self.report.kind().as_str())];
        columns.extend(self.has_files.then(|| Column::left("file").shrinks_to(16)));
        columns.extend([Column::left("gold").roomy(10), Column::left("system").roomy(16)]);
        columns.extend(self.has_measures.then(|| Column::left("measure").shrinks_to(12)));
        columns.push(Column::left("why").shrinks_to(60));
        Table { columns, rows: Vec::new() }
    }

    fn row(&self, row: &RefusedRow, style: &Style) -> Vec<TableCell> {
        let place = &row.place;
        let undefined = || style.glyphs().undefined.to_owned();
        let mut cells = vec![TableCell::plain(place.pair.map_or_else(undefined, |pair| pair.to_string()))];
        if self.has_files {
            cells.push(TableCell::plain(visible(place.file.as_deref().unwrap_or_default(), style)));
        }
        cells.push(TableCell::plain(location(place.kind, place.gold_line, &place.gold_trees, style)));
        cells.push(TableCell::plain(location(place.kind, place.system_line, &place.system_trees, style)));
        if self.has_measures {
            let names = row.measures.iter().filter_map(|&at| self.report.measures.get(at));
            let names: Vec<&str> = names.map(|measure| measure.info.name).collect();
            let is_all = names.len() == self.report.measures.len();
            cells.push(TableCell::plain(if is_all { "all".to_owned() } else { names.join(", ") }));
        }
        let advice = row.refused.advice.as_ref().map(|advice| format!("; {}", (style.advice)(advice)));
        let why = row.refused.why.clone() + &advice.unwrap_or_default();
        cells.push(TableCell::plain(visible(&why, style)));
        cells
    }
}

/// Formats `line 57`; for a group without a line, its trees.
fn location(kind: RowKind, line: Option<u64>, trees: &[u64], style: &Style) -> String {
    match line {
        Some(line) => format!("line {line}"),
        None if kind == RowKind::Pair || trees.is_empty() => style.glyphs().undefined.to_owned(),
        None => format!("tree {}", format_trees(trees, style)),
    }
}
