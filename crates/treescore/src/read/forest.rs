//! A line of bracketed trees and bare words, such as `(AOrigin von (APlace hamburg)) bitte`.
//!
//! Blanks have no meaning, as in [`Dialect::Native`](super::Dialect::Native). This reader gives the same
//! trees as the scanner, and also accepts bare words and any number of trees on a line.

use super::fault::{Fault, FaultKind};
use super::scan::{Token, explain, is_blank, skip_blanks, token};
use crate::tree::{Arena, Label, Labels, NodeId, Word};

/// How to treat a word that is not alone in a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bare {
    /// As a leaf without a tag. Any number of trees is allowed.
    Leaf,
    /// As a word with this tag, in exactly one tree.
    Tagged(Label),
    /// As a word tagged with the label around it, in exactly one tree.
    LikeParent,
    /// As a fault. Anything but exactly one tree is also a fault.
    Refused,
}

/// Reads `text[extent.0..extent.1]` into `arena`.
pub(super) fn read(
    text: &[u8],
    extent: (usize, usize),
    bare: Bare,
    labels: &mut Labels,
    arena: &mut Arena,
) -> Result<(), Fault> {
    arena.clear();
    let mut reading = Reading { text, extent, bare, labels, arena };
    reading.read_line()?;
    reading.finish()
}

struct Reading<'a> {
    text: &'a [u8],
    extent: (usize, usize),
    bare: Bare,
    labels: &'a mut Labels,
    arena: &'a mut Arena,
}

impl Reading<'_> {
    fn read_line(&mut self) -> Result<(), Fault> {
        let (mut at, end) = self.extent;
        while at < end {
            at = match self.text[at] {
                b'(' => self.open(at + 1),
                b')' => self.close(at)?,
                byte if is_blank(byte) => at + 1,
                _ => self.word(token(self.text, at, end)),
            };
        }
        Ok(())
    }

    /// Opens a bracket whose content starts at `at`. Returns the position after its label.
    fn open(&mut self, at: usize) -> usize {
        let end = self.extent.1;
        let mut name = token(self.text, at, end);
        if name.0 == name.1 {
            // After a blank, too, the first word is the label (`( S (N a))`), unless it is alone (`( a)`).
            let first = token(self.text, skip_blanks(self.text, at, end), end);
            let next = skip_blanks(self.text, first.1, end);
            if first.0 < first.1 && next < end && self.text[next] != b')' {
                name = first;
            }
        }
        self.arena.open(self.labels.intern(&self.text[name.0..name.1]));
        name.1
    }

    fn close(&mut self, at: usize) -> Result<usize, Fault> {
        if self.arena.depth() == 0 {
            return Err(self.fault(FaultKind::ExtraClose, at));
        }
        self.arena.close_or_tag();
        Ok(at + 1)
    }

    fn word(&mut self, token: Token) -> usize {
        self.arena.word(Word::from_range(self.text, token, Label::BARE));
        token.1
    }

    fn finish(&mut self) -> Result<(), Fault> {
        let start = self.extent.0;
        if self.arena.depth() > 0 {
            return Err(self.fault(FaultKind::Unclosed { brackets: self.arena.depth() }, start));
        }
        match self.bare {
            Bare::Leaf => return Ok(()),
            Bare::Tagged(tag) => self.arena.tag_bare_words(tag),
            Bare::LikeParent if self.arena.tag_bare_words_by_parent() => {}
            Bare::LikeParent | Bare::Refused => self.refuse_bare_words()?,
        }
        if !self.arena.is_one_tree() {
            return Err(self.fault(FaultKind::SecondTree, start));
        }
        self.arena.unwrap_unlabelled_root();
        Ok(())
    }

    fn refuse_bare_words(&self) -> Result<(), Fault> {
        let words = self.arena.words();
        let Some(number) = words.iter().position(|word| word.tag == Label::BARE) else { return Ok(()) };
        let is_inside = |root: NodeId| {
            let (start, stop) = self.arena.nodes()[root.index()].bounds();
            (start as usize..stop as usize).contains(&number)
        };
        let kind =
            if self.arena.roots().any(is_inside) { FaultKind::BareWord } else { FaultKind::TextOutside };
        Err(self.fault(kind, words[number].offset()))
    }

    #[cold]
    fn fault(&self, kind: FaultKind, at: usize) -> Fault {
        let fault = explain(self.text, self.extent, kind, at);
        // If many trees are allowed, the end of the first is no explanation of a fault.
        if self.bare == Bare::Leaf { Fault { also: None, ..fault } } else { fault }
    }
}
