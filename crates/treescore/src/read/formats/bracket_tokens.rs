//! The tokens of text in brackets.

use std::sync::LazyLock;

use crate::read::scan::{is_blank, token};

/// A bracket, or what stands between brackets and blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Open(usize),
    Close(usize),
    /// The first byte, and one past the last.
    Atom(usize, usize),
}

/// The tokens of a text, from left to right.
pub(super) struct Tokens<'t> {
    text: &'t [u8],
    at: usize,
    /// True if raw brackets, `(TAG ()` and `(TAG ))`, are words.
    is_raw: bool,
    /// The raw bracket that comes next.
    raw: Option<usize>,
    /// How many raw brackets were words so far.
    pub(super) raw_brackets: u64,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t [u8], is_raw: bool) -> Self {
        Self { text, at: 0, is_raw, raw: None, raw_brackets: 0 }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.at += self.text.get(self.at..)?.iter().position(|&byte| !is_blank(byte))?;
        let at = self.at;
        if self.raw == Some(at) {
            self.raw = None;
            self.raw_brackets += 1;
            self.at += 1;
            return Some(Token::Atom(at, at + 1));
        }
        match self.text[at] {
            b'(' => {
                if self.is_raw {
                    self.raw = raw_bracket(self.text, at);
                }
                self.at += 1;
                Some(Token::Open(at))
            }
            b')' => {
                self.at += 1;
                Some(Token::Close(at))
            }
            _ => {
                self.at = token(self.text, at, self.text.len()).1;
                Some(Token::Atom(at, self.at))
            }
        }
    }
}

/// The inner bracket, if the bracket at `at` begins `(TAG ()` or `(TAG ))`.
fn raw_bracket(text: &[u8], at: usize) -> Option<usize> {
    let (tag, end) = token(text, at + 1, text.len());
    let is_leaf = tag < end && matches!(text.get(end..end + 3)?, [b' ', b'(' | b')', b')']);
    is_leaf.then_some(end + 1)
}

/// What follows the tag of a bracket that is a word.
static RAW: LazyLock<[memchr::memmem::Finder<'static>; 2]> =
    LazyLock::new(|| [" ()", " ))"].map(memchr::memmem::Finder::new));

/// True if some bracket of the text would be a word in a tree with raw brackets.
pub(in crate::read) fn has_raw_brackets(text: &[u8]) -> bool {
    // The two bytes after the blank are rare enough to look for them first.
    let [opening, closing] = &*RAW;
    opening.find_iter(text).chain(closing.find_iter(text)).any(|blank| {
        let tag = text[..blank].iter().rev().take_while(|&&byte| !is_blank(byte) && byte != b')');
        // The tag, backwards, up to the bracket that opens.
        tag.enumerate().find(|(_, byte)| **byte == b'(').is_some_and(|(length, _)| length > 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str, is_raw: bool) -> String {
        let tokens = Tokens::new(text.as_bytes(), is_raw).map(|token| match token {
            Token::Open(_) => "<".to_owned(),
            Token::Close(_) => ">".to_owned(),
            Token::Atom(start, end) => text[start..end].to_owned(),
        });
        tokens.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn raw_brackets_are_words_if_asked_for() {
        for (text, strict, raw) in [
            ("(S (A a))", "< S < A a > >", "< S < A a > >"),
            ("(P ()", "< P < >", "< P ( >"),
            ("(P ))", "< P > >", "< P ) >"),
            ("(P  ))", "< P > >", "< P > >"),
            ("( ()", "< < >", "< < >"),
            ("(P ( )", "< P < >", "< P < >"),
            ("\t(P ()x y", "< P < > x y", "< P ( > x y"),
        ] {
            assert_eq!(show(text, false), strict, "{text}");
            assert_eq!(show(text, true), raw, "{text}");
            assert_eq!(has_raw_brackets(text.as_bytes()), strict != raw, "{text}");
        }
    }
}
