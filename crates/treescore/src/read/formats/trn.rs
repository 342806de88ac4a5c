//! Transcripts with an id in brackets at the end of each line.

use super::line_reader::{LineFormat, begin};
use super::own_ids::OwnIds;
use super::transcribe::transcribe;
use crate::read::file_fault::FileFault;
use crate::read::format::Format;
use crate::read::lines::{Line, fields, is_space};
use crate::read::options::DecidedBy;
use crate::read::tape::Tape;

/// Words, then an id in brackets.
pub(super) struct Trn(OwnIds);

impl Trn {
    pub(super) fn new(by: DecidedBy) -> Self {
        Self(OwnIds::new(by))
    }
}

impl LineFormat for Trn {
    fn line(&mut self, line: Line<'_>, _: u64, tape: &mut Tape) -> Result<(), FileFault> {
        let text = line.bytes.trim_ascii();
        if line.is_blank() || text.starts_with(b";;") {
            return Ok(());
        }
        let Some((words, id)) = split_id(text) else {
            let message = "no id in brackets at the end of the line";
            return Err(FileFault::on_line("not-a-record", message, line.number));
        };
        self.0.check(id, line.number, Format::Trn.as_str())?;
        begin(line, tape);
        tape.id(id);
        transcribe(fields(words), tape);
        tape.end();
        Ok(())
    }
}

/// Splits off an id in brackets at the end.
fn split_id(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_suffix(b")")?;
    let is_end = |byte: &u8| matches!(byte, b'(' | b')') || is_space(*byte);
    let open = text.iter().rposition(is_end).filter(|&at| text[at] == b'(')?;
    let id = &text[open + 1..];
    (!id.is_empty()).then_some((&text[..open], id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stand_at_the_end() {
        for (text, expected) in [
            ("a b (c)", Some(("a b ", "c"))),
            ("(c)", Some(("", "c"))),
            ("a(c)", Some(("a", "c"))),
            ("a ()", None),
            ("a (b c)", None),
            ("a ((b))", None),
            ("a", None),
        ] {
            let found = split_id(text.as_bytes());
            assert_eq!(found, expected.map(|(words, id)| (words.as_bytes(), id.as_bytes())), "{text}");
        }
    }
}
