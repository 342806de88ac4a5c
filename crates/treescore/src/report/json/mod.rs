//! The report as one JSON object, with fractions at full precision and `null` for undefined.
//!
//! No number exceeds 2^53, because many JSON readers round larger ones: fixed-point sums are decimal strings.

mod cells;
mod maps;
mod report;
mod row;

use serde::Serialize;

use super::model::{Report, SCHEMA};
pub(crate) use cells::ScoresOfSystem;
#[cfg(feature = "schema")]
pub(super) use report::ReportJson;
pub(crate) use row::{RefusedJson, RowJson};

/// Renders the report as one indented JSON object without its rows. [`render`](super::render) and
/// [`RowWriter`](super::rows::RowWriter) add the rows, one on each line.
pub(super) fn render(report: &Report) -> String {
    in_memory(serde_json::to_string_pretty(&report::ReportJson::new(report))) + "\n"
}

/// The beginning of a report, up to its first row.
pub(super) fn begin_with_rows(treescore: &str) -> String {
    let (schema, treescore) = (compact(&SCHEMA), compact(&treescore));
    format!("{{\n  \"schema\": {schema},\n  \"treescore\": {treescore},\n  \"rows\": [")
}

/// A row in JSON, as it follows the rows before it.
pub(super) fn next_row(row: &str, is_first: bool) -> String {
    let comma = if is_first { "" } else { "," };
    format!("{comma}\n    {row}")
}

/// The rest of a report, after its last row.
pub(super) fn end_with_rows(report: &Report) -> String {
    let rest = in_memory(serde_json::to_string_pretty(&report::ReportRest::new(report)));
    // The object was opened before the rows.
    let rest = rest.strip_prefix("{\n").unwrap_or(&rest);
    format!("\n  ],\n{rest}\n")
}

/// Renders a value in one line, without the line end.
pub(crate) fn compact(value: &impl Serialize) -> String {
    in_memory(serde_json::to_string(value))
}

pub(crate) fn in_memory(text: serde_json::Result<String>) -> String {
    text.expect("the keys of the model are strings and its values plain, and memory takes any text")
}

#[cfg(test)]
mod tests;
