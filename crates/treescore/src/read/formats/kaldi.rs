//! Transcripts with an id at the start of each line.

use super::line_reader::{LineFormat, begin};
use crate::read::file_fault::FileFault;
use crate::read::lines::{Line, fields};
use crate::read::tape::Tape;

/// An id, then words.
pub(super) struct Kaldi;

impl LineFormat for Kaldi {
    fn line(&mut self, line: Line<'_>, _: u64, tape: &mut Tape) -> Result<(), FileFault> {
        let mut fields = fields(line.bytes);
        let Some(id) = fields.next() else { return Ok(()) };
        begin(line, tape);
        tape.id(id);
        fields.for_each(|word| tape.word(None, word));
        tape.end();
        Ok(())
    }
}
