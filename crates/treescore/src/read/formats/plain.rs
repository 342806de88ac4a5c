//! Lines of words.

use super::line_reader::{LineFormat, begin};
use crate::read::file_fault::FileFault;
use crate::read::lines::{Line, fields};
use crate::read::tape::Tape;

/// A line of words.
pub(super) struct Plain;

impl LineFormat for Plain {
    fn line(&mut self, line: Line<'_>, _: u64, tape: &mut Tape) -> Result<(), FileFault> {
        begin(line, tape);
        fields(line.bytes).for_each(|word| tape.word(None, word));
        tape.end();
        Ok(())
    }
}
