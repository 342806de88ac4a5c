//! The report as one JSON object, with fractions at full precision and `null` for undefined.
//!
//! No number exceeds 2^53, because many JSON readers round larger ones: fixed-point sums are decimal strings.

mod cells;
mod maps;
mod report;
mod row;
mod statistics;

use std::io::{self, Write};

use serde::Serialize;

use super::model::{Report, SCHEMA};
pub(crate) use cells::ScoresOfSystem;
#[cfg(feature = "schema")]
pub(super) use maps::CountValue;
pub(super) use maps::FigureMap;
#[cfg(feature = "schema")]
pub(super) use report::ReportJson;
pub(crate) use row::{RefusedList, RowJson};
pub(super) use statistics::{ComparisonJson, comparisons};

/// Writes the report as one indented JSON object without its rows. [`render`](super::render) and
/// [`RowWriter`](super::rows::RowWriter) add the rows, one on each line.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &report::ReportJson::new(report))?;
    out.write_all(b"\n")
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

/// Writes the rest of a report, after its last row.
pub(super) fn end_with_rows(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"\n  ],\n")?;
    // The object was opened before the rows.
    let mut rest = WithoutFirst { out: &mut *out, left: "{\n".len() };
    serde_json::to_writer_pretty(&mut rest, &report::ReportRest::new(report))?;
    out.write_all(b"\n")
}

/// Leaves out the first bytes.
struct WithoutFirst<'o> {
    out: &'o mut dyn Write,
    left: usize,
}

impl Write for WithoutFirst<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let skipped = self.left.min(bytes.len());
        self.left -= skipped;
        self.out.write_all(&bytes[skipped..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
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
