//! Readers of the formats that are not plain brackets, each in a file of its own.
//!
//! A reader goes through its file from start to end and puts units on a [tape](super::tape). What is wrong
//! with one unit is a [fault](Tape::fault) of that unit; what is wrong with the file ends the reading.

pub(crate) mod bracket_text;
mod bracket_tokens;
pub(crate) mod json;
mod placed;

use std::io;

use super::file_fault::FileFault;
use super::tape::Tape;

/// Reads a file unit by unit.
pub(crate) trait FormatReader: Send {
    /// Puts the next units on the tape: at least one, unless the file has ended. Returns false at its end.
    ///
    /// # Errors
    /// If the file cannot be read, or does not stay what it began as.
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError>;

    /// The number of bytes read so far.
    fn bytes_read(&self) -> u64 {
        0
    }
}

/// Why reading a file in a format ended early.
#[derive(Debug)]
pub(crate) enum FormatError {
    /// The file is not what it began as.
    Fault(FileFault),
    /// The operating system reported an error.
    Io(io::Error),
}

impl From<io::Error> for FormatError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<FileFault> for FormatError {
    fn from(fault: FileFault) -> Self {
        Self::Fault(fault)
    }
}

crate::values::choice! {
    /// Which tree of an n-best list is read.
    Nbest {
        /// The first.
        First = "first",
        /// The one with the highest score.
        Best = "best",
    }
}

impl Default for Nbest {
    fn default() -> Self {
        Self::First
    }
}

/// TEMPORARY until merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    pub nbest: Nbest,
    pub functions: bool,
    pub field: Option<Vec<u8>>,
}

pub(crate) fn open(
    _format: super::Format,
    _variant: Option<&'static str>,
    _stream: Box<dyn io::Read + Send>,
    _options: &FormatOptions,
) -> Option<Box<dyn FormatReader>> {
    None
}
