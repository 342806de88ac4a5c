//! Trees as strings of brackets.

use super::tree::{OneWord, TreeDraft};
use crate::read::lines::is_space;
use crate::read::tape::Tape;
use crate::read::window::Position;

/// Writes the tree of a string of brackets and ends its unit, which is already begun. This is the one place
/// where JSON meets the reader of brackets.
pub(super) fn write_tree(text: &[u8], place: Position, draft: &mut TreeDraft, tape: &mut Tape) {
    match read_tree(text, draft) {
        Ok(()) if draft.is_empty() => tape.fault("no words", place, b""),
        Ok(()) => {
            draft.write(true, tape);
            tape.end();
        }
        Err(message) => tape.fault(message, place, b""),
    }
}

/// Reads one tree: the first atom of a bracket is its label, every other a word.
fn read_tree(text: &[u8], draft: &mut TreeDraft) -> Result<(), &'static str> {
    const OUTSIDE: &str = "text outside brackets";
    draft.clear();
    let (mut at, mut is_label, mut is_over) = (0, false, false);
    while let Some(&byte) = text.get(at) {
        let length = match byte {
            _ if is_space(byte) => 1,
            _ if is_over => return Err(OUTSIDE),
            b'(' => {
                if is_label {
                    draft.open(b"");
                }
                is_label = true;
                1
            }
            b')' => {
                if std::mem::take(&mut is_label) {
                    draft.open(b"");
                }
                if draft.depth() == 0 {
                    return Err(OUTSIDE);
                }
                draft.close(OneWord::Tag);
                is_over = draft.depth() == 0;
                1
            }
            _ => {
                let rest = text.get(at..).unwrap_or_default();
                let is_end = |&byte: &u8| is_space(byte) || matches!(byte, b'(' | b')');
                let length = rest.iter().position(is_end).unwrap_or(rest.len());
                let atom = rest.get(..length).unwrap_or_default();
                if std::mem::take(&mut is_label) {
                    draft.open(atom);
                } else if draft.depth() == 0 {
                    return Err(OUTSIDE);
                } else {
                    draft.word(None, atom);
                }
                length
            }
        };
        at += length;
    }
    if draft.depth() > 0 || is_label { Err("brackets are never closed") } else { Ok(()) }
}
