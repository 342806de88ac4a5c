//! Rows: the results of each pair, written while pairs are scored, so that a corpus of any size fits.

mod csv;
mod table;

use std::io::{self, Write};

pub(crate) use table::TableRows;

use super::access;
use super::format::{Format, in_memory};
use super::json;
use super::model::{Report, Row, RowKind};
use super::style::Style;
use super::text::edit_table::TableCosts;
use super::{jsonl, text};
use crate::measure::MeasureInfo;

/// Renders a report with the rows it kept; `None` if it kept none, or the format has no rows.
pub(super) fn render(report: &Report, format: Format, style: &Style) -> Option<String> {
    let rows = report.rows.as_ref()?;
    let systems = report.systems.iter().map(|system| system.name.clone()).collect();
    let measures = report.measures.iter().map(|measure| measure.info).collect();
    let mut writer = RowWriter::new(format, systems, measures, style.clone())?.of_kind(report.kind());
    writer.treescore.clone_from(&report.treescore);
    if report.systems.iter().any(|system| system.speech.is_some()) {
        writer = writer.with_word_errors();
    }
    let begin = writer.begin();
    let rows: String = rows.iter().map(|row| writer.row(row)).collect();
    Some(begin + &rows + &writer.end(report))
}

/// Writes a report with its rows, piece by piece: [`begin`](Self::begin), a [`row`](Self::row) for each pair,
/// system and measure, then [`end`](Self::end) with the report. In JSON the pieces form one object, even if
/// the run was interrupted.
///
/// ```
/// use treescore::report::{Format, Style, model::{Report, Row}, rows::RowWriter};
/// let systems = vec!["heron.trees".into()];
/// let mut writer = RowWriter::new(Format::Json, systems, vec![], Style::default()).unwrap();
/// let text = writer.begin() + &writer.row(&Row::default()) + &writer.end(&Report::default());
/// assert_eq!(text.matches("\"pair\":null").count(), 1);
/// assert!(RowWriter::new(Format::Latex, vec![], vec![], Style::default()).is_none(), "LaTeX has no rows");
/// ```
pub struct RowWriter {
    /// The version of treescore that makes the report.
    treescore: String,
    format: Format,
    systems: Vec<String>,
    measures: Vec<&'static MeasureInfo>,
    kind: RowKind,
    has_word_errors: bool,
    style: Style,
    table: TableRows,
    /// Whether a row was written.
    is_started: bool,
    /// Whether the text so far ends with a blank line.
    is_blank: bool,
}

impl RowWriter {
    /// Creates a writer for these systems and measures; `None` if the format has no rows.
    pub fn new(
        format: Format,
        systems: Vec<String>,
        measures: Vec<&'static MeasureInfo>,
        style: Style,
    ) -> Option<Self> {
        let has_rows = matches!(format, Format::Table | Format::Csv | Format::Json | Format::Jsonl);
        let names = access::short_names(systems.iter().map(String::as_str), &style);
        let table = TableRows::new(&names, measures.clone(), &style);
        has_rows.then_some(Self {
            treescore: env!("CARGO_PKG_VERSION").to_owned(),
            format,
            systems,
            measures,
            kind: RowKind::Pair,
            has_word_errors: false,
            style,
            table,
            is_started: false,
            is_blank: false,
        })
    }

    /// Sets what rows describe. Rows of groups and sides list their trees.
    #[must_use]
    pub fn of_kind(self, kind: RowKind) -> Self {
        Self { kind, table: self.table.of_kind(kind), ..self }
    }

    /// Adds the word error rate to the rows, for the words of speech.
    #[must_use]
    pub fn with_word_errors(self) -> Self {
        Self { has_word_errors: true, table: self.table.with_word_errors(), ..self }
    }

    /// Shows alignments of words as tables of costs, for teaching.
    #[must_use]
    pub fn with_tables(self, costs: TableCosts) -> Self {
        Self { table: self.table.with_tables(costs), ..self }
    }

    /// The text before the first row.
    pub fn begin(&self) -> String {
        match self.format {
            Format::Table => self.table.header(),
            Format::Csv => self.csv().header(),
            Format::Json => json::begin_with_rows(&self.treescore),
            _ => String::new(),
        }
    }

    /// Formats one row, as it follows the rows before it.
    pub fn row(&mut self, row: &Row) -> String {
        let text = self.text(row);
        self.join(&text)
    }

    /// The text of a row, wherever it stands.
    pub fn text(&mut self, row: &Row) -> String {
        match self.format {
            Format::Table => {
                self.is_blank = row.matches.is_some();
                self.table.row(row)
            }
            Format::Csv => self.csv().row(row),
            Format::Json => self.json(row),
            _ => self.json(row) + "\n",
        }
    }

    /// The [text](Self::text) of a row, as it follows the rows before it.
    pub fn join(&mut self, text: &str) -> String {
        let is_first = !std::mem::replace(&mut self.is_started, true);
        if self.format == Format::Json { json::next_row(text, is_first) } else { text.to_owned() }
    }

    /// The text after the last row: the report, except in CSV, which has only one kind of row.
    pub fn end(&self, report: &Report) -> String {
        in_memory(|out| self.write_end(report, out))
    }

    /// Writes the text after the last row, in pieces where the format allows it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_end(&self, report: &Report, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Table => {
                let between = if self.is_blank { "" } else { "\n" };
                out.write_all(between.as_bytes())?;
                text::write(report, &self.style, out)
            }
            Format::Json => json::end_with_rows(report, out),
            Format::Jsonl => jsonl::write(report, out),
            _ => Ok(()),
        }
    }

    fn csv(&self) -> csv::CsvRows<'_> {
        let has_trees = self.kind != RowKind::Pair;
        csv::CsvRows {
            systems: &self.systems,
            measures: &self.measures,
            has_trees,
            has_word_errors: self.has_word_errors,
            style: &self.style,
        }
    }

    fn json(&self, row: &Row) -> String {
        json::compact(&json::RowJson::new(
            row,
            |at| self.systems.get(at),
            |at| self.measures.get(at).copied(),
        ))
    }
}

#[cfg(test)]
mod tests;
