//! Where a tree may begin.

use super::gold::Notation;
use super::labels::is_known;
use super::lexer::{is_escaped, is_plain_tree, plain_atom_end, space_end};

/// The first place where a tree may begin, at or after `from`.
pub(super) fn next_place(text: &str, from: usize, notation: &Notation) -> Option<usize> {
    if from == 0 && is_plain_tree(text, notation) {
        return Some(0);
    }
    let bytes = text.as_bytes();
    let mut places = memchr::memchr_iter(b'(', &bytes[from..]).map(|offset| from + offset);
    places.find(|&at| !is_escaped(text, at, notation) && may_begin(text, at, notation))
}

/// True for a bracket before another one, with at most one atom between, and for one with a known label before
/// a word. So `(the subject)` in prose is not a tree.
fn may_begin(text: &str, open: usize, notation: &Notation) -> bool {
    let label = space_end(text, open + 1, notation);
    let label_end = plain_atom_end(text, label, notation);
    let next = space_end(text, label_end, notation);
    match text.as_bytes().get(next) {
        Some(b'(') => true,
        None | Some(b')') => false,
        Some(_) => next > label_end && label_end > label && is_known(&text[label..label_end]),
    }
}
