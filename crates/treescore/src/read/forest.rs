//! A line of bracketed trees and bare words, such as `(AOrigin von (APlace hamburg)) bitte`.
//!
//! Blanks mean what they mean to [`Dialect::Native`](super::Dialect::Native): nothing. Trees that the scanner reads are read here as the
//! same trees; what is read besides are bare words, and any number of trees on a line.

use super::fault::{Fault, FaultKind};
use super::scan::{Token, explained, is_blank, skip_blanks, token};
use crate::tree::{Arena, Label, Labels, NodeId, Word};

/// What a word is that is not alone in a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bare {
    /// A leaf without a tag. Then there may be any number of trees.
    Leaf,
    /// A word under this tag, in exactly one tree.
    Tagged(Label),
    /// A word whose tag is the label around it, in exactly one tree.
    LikeParent,
    /// A fault, and so is everything that is not exactly one tree.
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
    reading.line()?;
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
    fn line(&mut self) -> Result<(), Fault> {
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

    /// Opens a bracket whose content begins at `at`; gives the place behind its label.
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
        self.arena.word(Word::of(self.text, token, Label::BARE));
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
            Bare::LikeParent | Bare::Refused => self.no_bare_words()?,
        }
        if !self.arena.is_one_tree() {
            return Err(self.fault(FaultKind::SecondTree, start));
        }
        self.arena.unwrap_unlabelled_root();
        Ok(())
    }

    fn no_bare_words(&self) -> Result<(), Fault> {
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
        let fault = explained(self.text, self.extent, kind, at);
        // Where there may be many trees, the end of the first is no reason to think that it came too early.
        if self.bare == Bare::Leaf { Fault { also: None, ..fault } } else { fault }
    }
}
