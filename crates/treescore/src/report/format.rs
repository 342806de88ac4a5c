//! The formats of a report.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use super::model::Report;
use super::style::Style;
use super::typeset::Typeset;
use super::{csv, json, jsonl, rows, text};

/// A format of a report.
///
/// ```
/// use treescore::report::Format;
///
/// assert_eq!("latex".parse(), Ok(Format::Latex));
/// assert_eq!(Format::Jsonl.to_string(), "jsonl");
/// assert!("pdf".parse::<Format>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// Tables for people; also called `text`.
    #[default]
    Table,
    /// The whole report as one JSON object.
    Json,
    /// One line of JSON for each measure and system.
    Jsonl,
    /// One row for each measure, system and average, or group of a breakdown.
    Csv,
    /// The table of scores as a Markdown table.
    Markdown,
    /// The table of scores as a LaTeX table.
    Latex,
}

impl Format {
    /// All formats, in the order of help texts.
    pub const ALL: [Self; 6] = [Self::Table, Self::Json, Self::Jsonl, Self::Csv, Self::Markdown, Self::Latex];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Markdown => "markdown",
            Self::Latex => "latex",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// An error: no format has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format `{0}`; the formats are table, json, jsonl, csv, markdown and latex")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|format| format.name() == name);
        known.or((name == "text").then_some(Self::Table)).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// Renders a report in a format, with its rows if they were kept and the format has rows. Only
/// [`Format::Table`] uses the style.
///
/// ```
/// use treescore::report::{self, Format, Style, model::Report};
///
/// let report = Report { interrupted: true, ..Report::default() };
/// let render = |format| report::render(&report, format, &Style::default());
/// assert_eq!(render(Format::Table), "interrupted after 0 pairs\n");
/// assert!(render(Format::Json).starts_with("{\n  \"schema\": \"treescore.report/1\",\n"));
/// assert!(render(Format::Csv).starts_with("measure,system,"));
/// ```
pub fn render(report: &Report, format: Format, style: &Style) -> String {
    if let Some(with_rows) = rows::render(report, format, style) {
        return with_rows;
    }
    in_memory(|out| write(report, format, style, out))
}

/// Writes a report without its rows, in pieces where the format allows it.
///
/// # Errors
/// If it cannot be written.
pub fn write(report: &Report, format: Format, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let text = match format {
        Format::Json => return json::write(report, out),
        Format::Jsonl => return jsonl::write(report, out),
        Format::Table => return text::write(report, style, out),
        Format::Csv => csv::render(report, style),
        Format::Markdown | Format::Latex => Typeset::of_report(report, style).write(format),
    };
    out.write_all(text.as_bytes())
}

/// What is written, as text.
pub(super) fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    write(&mut text).expect("memory takes any text");
    String::from_utf8(text).expect("all formats are text")
}

impl fmt::Display for Report {
    /// Renders the tables for people, as written to a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(self, Format::Table, &Style::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn every_name_is_read_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
        assert_eq!("text".parse(), Ok(Format::Table));
        let error = "JSON".parse::<Format>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown format `JSON`; the formats are table, json, jsonl, csv, markdown and latex"
        );
    }
}
