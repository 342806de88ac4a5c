//! A line of plain text: every word is a leaf, and brackets are characters like any other.

use super::scan::{is_blank, skip_blanks};
use crate::tree::{Arena, Label, Word};

/// Reads `text[start..end]` into `arena`. Whatever it holds is text, so nothing can be wrong with it.
pub(super) fn read(text: &[u8], (start, end): (usize, usize), arena: &mut Arena) {
    arena.clear();
    let mut at = skip_blanks(text, start, end);
    while at < end {
        let behind = at + text[at..end].iter().take_while(|&&byte| !is_blank(byte)).count();
        arena.word(Word::of(text, (at, behind), Label::BARE));
        at = skip_blanks(text, behind, end);
    }
}
