//! The pairs with the lowest headline figures, with their matches.

use crate::report::model::{Report, Row};
use crate::report::rows::TableRows;
use crate::report::style::{Role, Style};

/// Renders one block for each measure and system: a heading, then each pair's line and its matches.
pub(super) fn render(report: &Report, style: &Style) -> Vec<String> {
    let rows = report.worst.as_deref().unwrap_or_default();
    let names = report.short_names(style);
    let mut blocks = Vec::new();
    for (at, measure) in report.measures.iter().enumerate() {
        for (system, name) in names.iter().enumerate() {
            let of_both = |row: &&Row| row.measure == at && row.system == system;
            let rows: Vec<&Row> = rows.iter().filter(of_both).collect();
            if rows.is_empty() {
                continue;
            }
            let title = measure.headline().map_or("score", |headline| headline.title);
            let whose = if names.len() > 1 { format!(", {name}") } else { String::new() };
            let by =
                if report.measures.len() > 1 { format!(", {}", measure.info.name) } else { String::new() };
            let heading = format!("worst {}s by {title}{whose}{by}", report.kind().as_str());
            let table = TableRows::of_one(measure.info, report.kind(), style);
            let table = match report.costs {
                Some(costs) => table.with_tables(costs),
                None => table,
            };
            let lines: String = rows.iter().map(|row| table.row(row)).collect();
            // A last row with matches ends with a blank line, and so does the block.
            let lines = lines.trim_end_matches('\n');
            blocks.push(format!("{}\n{}{lines}\n", style.paint(Role::Strong, &heading), table.header()));
        }
    }
    blocks
}
