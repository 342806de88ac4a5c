//! Reads one line as one tree, before any rule is applied.

use super::python::is_space;
use treescore::read::{Fault, FaultKind};

/// A bracket or a word; items are in the order of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'t> {
    /// The label, or the word.
    pub(super) text: &'t str,
    /// One past the last item inside it.
    pub(super) end: usize,
    pub(super) kind: ItemKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    Bracket,
    Word,
}

/// The items of one line; buffers are reused from line to line.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'t> {
    pub(super) items: Vec<Item<'t>>,
    /// True if the root has several children: the program then adds a bracket `TOP` around it.
    pub(super) is_wrapped: bool,
    open: Vec<usize>,
}

impl<'t> Line<'t> {
    /// Reads a line that must be one tree. The fault's offsets are bytes of the line.
    pub(super) fn scan(&mut self, line: &'t str) -> Result<(), Fault> {
        self.items.clear();
        self.open.clear();
        let (mut at, mut complete, mut children) = (0, None, 0);
        loop {
            at = skip(line, at, is_space);
            let Some(&byte) = line.as_bytes().get(at) else { break };
            let fault = |kind| Fault { kind, at, also: complete };
            children += usize::from(self.open.len() == 1 && byte != b')');
            at = match byte {
                b'(' if complete.is_some() => return Err(fault(FaultKind::SecondTree)),
                b'(' => {
                    let label = skip(line, at + 1, is_space);
                    self.open.push(self.items.len());
                    self.name(line, label, ItemKind::Bracket)
                }
                b')' => {
                    let Some(opened) = self.open.pop() else { return Err(fault(FaultKind::ExtraClose)) };
                    self.items[opened].end = self.items.len();
                    complete = self.open.is_empty().then_some(at);
                    at + 1
                }
                _ if self.open.is_empty() => return Err(fault(FaultKind::TextOutside)),
                _ => self.name(line, at, ItemKind::Word),
            };
        }
        self.is_wrapped = children > 1;
        match self.open.len() {
            0 => Ok(()),
            brackets => Err(Fault { kind: FaultKind::Unclosed { brackets }, at, also: None }),
        }
    }

    /// Adds a label or word that begins at a byte; returns where it ends.
    fn name(&mut self, line: &'t str, from: usize, kind: ItemKind) -> usize {
        let to = skip(line, from, |character| !matches!(character, '(' | ')') && !is_space(character));
        self.items.push(Item { text: &line[from..to], end: self.items.len() + 1, kind });
        to
    }

    /// Returns the word that is the only child of a bracket.
    pub(super) fn only_word(&self, bracket: usize) -> Option<&'t str> {
        let (parent, child) = (self.items.get(bracket)?, self.items.get(bracket + 1)?);
        (parent.end == bracket + 2 && child.kind == ItemKind::Word).then_some(child.text)
    }

    /// Returns the first child of a bracket.
    pub(super) fn first_child(&self, bracket: usize) -> Option<&Item<'t>> {
        let parent = self.items.get(bracket)?;
        self.items[..parent.end].get(bracket + 1)
    }

    /// Returns all words, in order.
    pub(super) fn words(&self) -> impl Iterator<Item = &'t str> {
        self.items.iter().filter(|item| item.kind == ItemKind::Word).map(|item| item.text)
    }
}

/// Returns the first place from `at` on whose character is not of this kind.
fn skip(line: &str, at: usize, is_of_kind: impl Fn(char) -> bool) -> usize {
    let rest = &line[at..];
    at + rest.find(|character| !is_of_kind(character)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    /// The tree as it was read: every bracket with its label, every word in quotes.
    fn shown(text: &str) -> Result<String, (FaultKind, usize)> {
        let mut line = Line::default();
        line.scan(text).map_err(|fault| (fault.kind, fault.at))?;
        let mut out = String::new();
        for (index, item) in line.items.iter().enumerate() {
            match item.kind {
                ItemKind::Bracket => write!(out, "{}[{}..{}] ", item.text, index, item.end).unwrap(),
                ItemKind::Word => write!(out, "'{}' ", item.text).unwrap(),
            }
        }
        out += if line.is_wrapped { "wrapped" } else { "as it is" };
        Ok(out)
    }

    #[test]
    fn trees() {
        for (text, expected) in [
            ("(S (NP (NN rain)))", "S[0..4] NP[1..4] NN[2..4] 'rain' as it is"),
            ("(S (A a)(B b))", "S[0..5] A[1..3] 'a' B[3..5] 'b' wrapped"),
            ("( (S (A a)))", "[0..4] S[1..4] A[2..4] 'a' as it is"),
            ("((S (A a)))", "[0..4] S[1..4] A[2..4] 'a' as it is"),
            ("(  S\t(A a) )", "S[0..3] A[1..3] 'a' as it is"),
            ("(N a\u{A0}b)", "N[0..3] 'a' 'b' wrapped"),
            ("(N a\u{1F}b\u{200B}c)", "N[0..3] 'a' 'b\u{200B}c' wrapped"),
            ("(N a)", "N[0..2] 'a' as it is"),
            ("()", "[0..1] as it is"),
            ("(S (NP))", "S[0..2] NP[1..2] as it is"),
            ("(S a(B b)c)", "S[0..5] 'a' B[2..4] 'b' 'c' wrapped"),
        ] {
            assert_eq!(shown(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn faults() {
        for (text, kind, at) in [
            ("(S (A a)", FaultKind::Unclosed { brackets: 1 }, 8),
            ("((", FaultKind::Unclosed { brackets: 2 }, 2),
            ("(S (A a)))", FaultKind::ExtraClose, 9),
            (")", FaultKind::ExtraClose, 0),
            ("(A a) (B b)", FaultKind::SecondTree, 6),
            ("x (A a)", FaultKind::TextOutside, 0),
            ("(A a) x", FaultKind::TextOutside, 6),
            ("# comment", FaultKind::TextOutside, 0),
            ("\u{FEFF}(A a)", FaultKind::TextOutside, 0),
        ] {
            assert_eq!(shown(text), Err((kind, at)), "{text}");
        }
    }
}
