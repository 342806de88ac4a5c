//! The list of refused pairs with positions and reasons.

use crate::report::aligned::format_trees;
use crate::report::model::{RefusedRow, Report, RowKind};
use crate::report::style::{Role, Style, visible};
use crate::report::table::{Column, Table, TableCell};

/// Renders one table for each system with refused pairs, if the list was requested; with several systems
/// under the system's name.
pub(crate) fn render(report: &Report, style: &Style) -> Vec<String> {
    let is_named = report.systems.len() > 1;
    let all = report.refused.as_deref().unwrap_or_default();
    let listing = Listing::new(report, all);
    let blocks = report.short_names(style).into_iter().enumerate().filter_map(|(system, name)| {
        let is_here = |row: &&RefusedRow| row.system == system;
        let heading = if is_named { style.paint(Role::Strong, &name) + "\n" } else { String::new() };
        let rows = || all.iter().filter(is_here).map(|row| listing.row(row, style));
        all.iter().any(|row| is_here(&row)).then(|| heading + &listing.table().render_rows(&rows, style))
    });
    blocks.collect()
}

/// The columns of the list.
struct Listing<'r> {
    report: &'r Report,
    /// Whether there are several files, so that each must be named.
    has_files: bool,
    /// Whether some pairs were refused by only some measures.
    has_measures: bool,
}

impl<'r> Listing<'r> {
    fn new(report: &'r Report, rows: &[RefusedRow]) -> Self {
        let mut files = rows.iter().filter_map(|row| row.place.file.as_ref());
        let first = files.next();
        Self {
            report,
            has_files: report.has_files || files.any(|file| Some(file) != first),
            has_measures: rows.iter().any(|row| row.measures.len() < report.measures.len()),
        }
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
