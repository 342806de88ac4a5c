//! Formats with an utterance per line.

use std::io::Read;

use super::{FormatError, FormatReader};
use crate::read::file_fault::FileFault;
use crate::read::lines::{Line, Lines};
use crate::read::tape::Tape;
use crate::read::window::Position;

/// A format with an utterance per line.
pub(super) trait LineFormat: Send {
    /// Puts a line on the tape, if it is an utterance. `before` is how many came before it.
    ///
    /// # Errors
    /// If the file is not what it began as.
    fn line(&mut self, line: Line<'_>, before: u64, tape: &mut Tape) -> Result<(), FileFault>;
}

/// Reads one utterance per line.
pub(super) struct LineReader<F> {
    lines: Lines,
    format: F,
    units: u64,
}

impl<F: LineFormat> LineReader<F> {
    pub(super) fn new(stream: Box<dyn Read + Send>, format: F) -> Self {
        Self { lines: Lines::new(stream), format, units: 0 }
    }
}

impl<F: LineFormat> FormatReader for LineReader<F> {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let before = tape.units();
        while let Some(line) = self.lines.next()? {
            self.format.line(line, self.units, tape)?;
            if tape.units() > before {
                self.units += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Begins the unit of a line.
pub(super) fn begin(line: Line<'_>, tape: &mut Tape) {
    tape.begin(Position { line: line.number, column: 1 });
}
