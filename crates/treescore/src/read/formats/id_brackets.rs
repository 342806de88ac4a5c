//! One tree on a line, after an id and a tab.

use std::io::Read;

use super::bracket_text::{TreeReading, TreeText};
use super::tree_writer::TreeWriter;
use super::{FormatError, FormatReader};
use crate::read::file_fault::FileFault;
use crate::read::lines::{Lines, is_space};
use crate::read::tape::Tape;

/// Reads lines of an id, a tab and a tree.
pub(super) struct IdBracketReader {
    lines: Lines,
    writer: TreeWriter,
}

impl IdBracketReader {
    pub(super) fn new(stream: Box<dyn Read + Send>) -> Self {
        Self { lines: Lines::new(stream), writer: TreeWriter::default() }
    }
}

impl FormatReader for IdBracketReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        while let Some(line) = self.lines.next()? {
            if line.is_blank() {
                continue;
            }
            let Some(tab) = memchr::memchr(b'\t', line.bytes) else {
                let message = "no tab between id and tree";
                return Err(FileFault::on_line("not-a-record", message, line.number).into());
            };
            let id = line.bytes[..tab].trim_ascii();
            let blanks = line.bytes[tab..].iter().take_while(|&&byte| is_space(byte)).count();
            let (text, first) = (&line.bytes[tab + blanks..], line.position(tab + blanks));
            tape.begin(first);
            tape.id(id);
            match self.writer.write(TreeText { text, first, is_raw: false }, TreeReading::Labelled, tape) {
                Ok(()) => tape.end(),
                Err(error) => tape.refuse(error),
            }
            return Ok(true);
        }
        Ok(false)
    }
}
