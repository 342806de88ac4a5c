//! Why a file as a whole is not read.

use super::corpus::name_in_message;
use super::window::Position;
use crate::values::Advice;
use std::fmt;

/// Why a file as a whole is not read: it is of another kind, or it does not stay what it began as. A fault
/// of one tree is a [`ReadError`](super::ReadError) instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The id of the finding, such as `wrong-kind`, `not-a-record` or `columns-vary`.
    pub finding: &'static str,
    /// The sentence that people see, without the name of the file.
    pub message: String,
    /// Where it shows.
    pub at: Position,
    /// What mends it, if that is known.
    pub advice: Option<Advice>,
    /// True if the file is no text at all: sound, an archive, a table in binary form.
    pub is_no_text: bool,
}

impl FileFault {
    /// Creates a fault that shows at the start of the file.
    pub(crate) fn new(finding: &'static str, message: impl Into<String>) -> Self {
        Self::at(finding, message, Position { line: 1, column: 1 })
    }

    /// Creates a fault that shows at this position.
    pub(crate) fn at(finding: &'static str, message: impl Into<String>, at: Position) -> Self {
        Self { finding, message: message.into(), at, advice: None, is_no_text: false }
    }

    /// Creates the fault of a file that is no text.
    pub(crate) fn no_text(message: impl Into<String>) -> Self {
        Self { is_no_text: true, ..Self::new("wrong-kind", message) }
    }

    /// Adds what mends it.
    #[must_use]
    pub(crate) fn with_advice(self, advice: Advice) -> Self {
        Self { advice: Some(advice), ..self }
    }

    /// Creates a fault that shows at the start of this line.
    pub(crate) fn on_line(finding: &'static str, message: impl Into<String>, line: u64) -> Self {
        Self::at(finding, message, Position { line, column: 1 })
    }

    /// Brackets without labels, where labels are compared.
    pub(crate) fn no_labels() -> Self {
        Self::new("no-labels", "has brackets without labels").with_advice(Advice::CompareSpans)
    }

    /// Nothing but white space in so many bytes, of more.
    pub(crate) fn blank_start(bytes: usize) -> Self {
        let fault =
            Self::new("empty-file", format!("has nothing but white space in its first {} MiB", bytes >> 20));
        fault.with_advice(Advice::Do("check that the file is complete"))
    }

    /// Nothing but white space.
    pub(crate) fn empty() -> Self {
        let fault = Self::new("empty-file", "is empty");
        fault.with_advice(Advice::Do("check that the file is complete"))
    }

    /// The sentence about a file with this name: `x is a WAV file (sound), not text`, or with a place:
    /// `x:3:1: 4 columns; …`.
    pub fn about(&self, name: &str) -> String {
        let (FileFault { message, at, .. }, name) = (self, name_in_message(name));
        match (self.is_about_file(), at.line, at.column) {
            (true, 1, 1) => format!("{name} {message}"),
            (true, line, column) => format!("{name} {message} (line {line}, column {column})"),
            (false, line, column) => format!("{name}:{line}:{column}: {message}"),
        }
    }

    /// True if the message goes on from the name of the file, as `is empty` does.
    pub(crate) fn is_about_file(&self) -> bool {
        ["is ", "has ", "holds ", "can be ", "looks like ", "says "]
            .iter()
            .any(|verb| self.message.starts_with(verb))
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FileFault {}
