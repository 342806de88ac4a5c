//! Utterances of trees and bare words, one on a line, with comments between them.

use super::line_reader::{LineFormat, begin};
use crate::read::comments::{comment_id, is_comment};
use crate::read::file_fault::FileFault;
use crate::read::lines::Line;
use crate::read::tape::Tape;

/// Lines stay text, which the reader of forests reads; comments are left out.
#[derive(Default)]
pub(super) struct Forest {
    /// The id of the next utterance.
    id: Option<Vec<u8>>,
}

impl LineFormat for Forest {
    fn line(&mut self, line: Line<'_>, _: u64, tape: &mut Tape) -> Result<(), FileFault> {
        if is_comment(line.bytes) {
            tape.counts.add_comment(line.bytes);
            if let Some(id) = comment_id(line.bytes) {
                self.id = Some(id.to_vec());
            }
            return Ok(());
        }
        begin(line, tape);
        if let Some(id) = self.id.take() {
            tape.id(&id);
        }
        tape.end_text(line.bytes);
        Ok(())
    }
}
