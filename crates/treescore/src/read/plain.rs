//! A line of plain text: every word is a leaf, and brackets are ordinary characters.

use super::scan::{is_blank, skip_blanks};
use crate::tree::{Arena, Label, Word};

/// Lines that are longer than this get exactly the memory they need: doubling it could waste as much again.
const LONG: usize = 1 << 16;

/// Reads `text[start..end]` into `arena`. Any text is valid.
pub(super) fn read(text: &[u8], (start, end): (usize, usize), arena: &mut Arena) {
    arena.clear();
    if end - start > LONG {
        let blanks = text[start..end].iter().filter(|&&byte| is_blank(byte)).count();
        arena.reserve_words(blanks + 1);
    }
    let mut at = skip_blanks(text, start, end);
    while at < end {
        let word_end = at + text[at..end].iter().take_while(|&&byte| !is_blank(byte)).count();
        arena.word(Word::from_range(text, (at, word_end), Label::BARE));
        at = skip_blanks(text, word_end, end);
    }
}
