//! Brackets, atoms and white space.

use super::gold::Notation;
use super::normal::BRACKETS;

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    Atom,
    /// White space other than a line break.
    Blank,
    Newline,
}

/// The element at a place, and its end. `None` at the end of the text.
pub(super) fn element(text: &str, at: usize, notation: &Notation) -> Option<(Kind, usize)> {
    let first = text[at..].chars().next()?;
    Some(match first {
        '(' => (Kind::Open, at + 1),
        ')' => (Kind::Close, at + 1),
        '\n' => (Kind::Newline, at + 1),
        _ if notation.is_space(first) => (Kind::Blank, at + first.len_utf8()),
        _ => (Kind::Atom, atom_end(text, at, notation)),
    })
}

/// The end of the atom at a place, which may contain escaped brackets.
fn atom_end(text: &str, start: usize, notation: &Notation) -> usize {
    let bytes = text.as_bytes();
    let mut at = start;
    while let Some(next) = text[at..].chars().next() {
        if next == '\\' && notation.has_escaped_brackets && matches!(bytes.get(at + 1), Some(b'(' | b')')) {
            at += 2;
        } else if matches!(next, '(' | ')') || notation.is_space(next) {
            break;
        } else {
            at += next.len_utf8();
        }
    }
    at
}

/// The end of the plain atom at a place: a bracket ends it even after a backslash.
pub(super) fn plain_atom_end(text: &str, start: usize, notation: &Notation) -> usize {
    let rest = &text[start..];
    start + rest.find(|next| matches!(next, '(' | ')') || notation.is_space(next)).unwrap_or(rest.len())
}

/// The end of the white space at a place.
pub(super) fn space_end(text: &str, start: usize, notation: &Notation) -> usize {
    let rest = &text[start..];
    start + rest.find(|next| !notation.is_space(next)).unwrap_or(rest.len())
}

/// True for the bracket at a place if a backslash stands before it.
pub(super) fn is_escaped(text: &str, at: usize, notation: &Notation) -> bool {
    notation.has_escaped_brackets && at > 0 && text.as_bytes()[at - 1] == b'\\'
}

/// True for one line that holds one tree and nothing else, in which every node has a child.
pub(super) fn is_plain_tree(text: &str, notation: &Notation) -> bool {
    if !text.starts_with('(') || text.contains('\n') {
        return false;
    }
    // For each open bracket, whether it has a child.
    let mut open: Vec<bool> = Vec::new();
    let (mut at, mut before) = (0, Kind::Blank);
    while let Some((kind, end)) = element(text, at, notation) {
        match kind {
            Kind::Open if at > 0 && open.is_empty() => return false,
            Kind::Open => {
                open.last_mut().into_iter().for_each(|has_child| *has_child = true);
                open.push(false);
            }
            Kind::Atom => match open.last_mut() {
                None => return false,
                Some(has_child) => *has_child |= before != Kind::Open,
            },
            Kind::Close if open.pop() != Some(true) => return false,
            Kind::Close | Kind::Blank | Kind::Newline => {}
        }
        if kind != Kind::Blank {
            before = kind;
        }
        at = end;
    }
    open.is_empty()
}

/// A bracket that is a word, as in `(-LRB- ()`.
pub(super) struct RawBracket {
    /// The label.
    pub(super) label: (usize, usize),
    /// The place of the bracket, and the word for it.
    pub(super) bracket: (usize, usize),
    pub(super) word: &'static str,
    pub(super) end: usize,
}

/// The bracket that is a word at an opening bracket.
pub(super) fn raw_bracket(text: &str, open: usize, notation: &Notation) -> Option<RawBracket> {
    let label = space_end(text, open + 1, notation);
    let label_end = label + 5;
    let name = text.get(label..label_end)?;
    BRACKETS.iter().find(|(_, word)| *word == name)?;
    let mut at = space_end(text, label_end, notation);
    if at == label_end {
        return None;
    }
    at += usize::from(text[at..].starts_with('\\'));
    let character = text[at..].chars().next()?;
    let (_, word) = BRACKETS.iter().find(|(bracket, _)| *bracket == character)?;
    let close = space_end(text, at + 1, notation);
    text[close..].starts_with(')').then(|| RawBracket {
        label: (label, label_end),
        bracket: (at, at + 1),
        word,
        end: close + 1,
    })
}
