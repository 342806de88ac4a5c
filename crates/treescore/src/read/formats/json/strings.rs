//! Trees as strings of brackets.

use crate::read::fault::FaultKind;
use crate::read::formats::bracket_text::{self, TreeReading};
use crate::read::tape::Tape;
use crate::read::window::Position;
use crate::tree::TYPE_END;

/// Writes the tree of a string of brackets and ends its unit, which is already begun. Faults are at the place
/// of the JSON value, because the string may have escapes.
pub(super) fn write_tree(text: &[u8], place: Position, tape: &mut Tape) {
    if text.contains(&TYPE_END) {
        return tape.fault(FaultKind::TypeEnd.title(), place, b"");
    }
    match bracket_text::write_tree(text, TreeReading::Labelled, place, tape) {
        Ok(()) => tape.end(),
        Err(error) => tape.fault(error.title(), place, b""),
    }
}
