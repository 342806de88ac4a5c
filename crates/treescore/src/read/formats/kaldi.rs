//! Transcripts with an id at the start of each line.

use super::line_reader::{LineFormat, begin};
use super::own_ids::{OwnIds, not_an_id};
use crate::read::file_fault::FileFault;
use crate::read::format::Format;
use crate::read::lines::{Line, fields};
use crate::read::options::DecidedBy;
use crate::read::recognise::{has_digit, looks_like_id};
use crate::read::tape::Tape;
use crate::read::times::shorten;

/// An id, then words.
pub(super) struct Kaldi(OwnIds);

impl Kaldi {
    pub(super) fn new(by: DecidedBy) -> Self {
        Self(OwnIds::new(by))
    }

    /// Checks the id of a line. The file was recognised by the ids of its beginning, so what is none further on
    /// contradicts that.
    fn check(&mut self, id: &[u8], line: u64) -> Result<(), FileFault> {
        let is_id = match self.0.by() {
            DecidedBy::Option => true,
            DecidedBy::Partner => has_digit(id),
            DecidedBy::Content => looks_like_id(id),
        };
        let kaldi = Format::Kaldi.as_str();
        if !is_id {
            let message = format!("`{}` is no id, as the lines before begin with", shorten(id));
            return Err(not_an_id(message, line, kaldi));
        }
        self.0.check(id, line, kaldi)
    }
}

impl LineFormat for Kaldi {
    fn line(&mut self, line: Line<'_>, _: u64, tape: &mut Tape) -> Result<(), FileFault> {
        let mut fields = fields(line.bytes);
        let Some(id) = fields.next() else { return Ok(()) };
        self.check(id, line.number)?;
        begin(line, tape);
        tape.id(id);
        fields.for_each(|word| tape.word(None, word));
        tape.end();
        Ok(())
    }
}
