//! The pieces of a tree's text, one for each word: the brackets that open before it, its tag, itself, and the brackets that
//! close behind it. They are noted while gold is read, so that a system's tree can be read as a
//! [difference](super::difference) from it.

use crate::tree::{Arena, NodeId};

/// No bracket: what is around a root.
pub(crate) const NONE: u32 = u32::MAX;
/// Longer trees have no pieces: they would take half as much memory again.
const LENGTH_MAX: usize = 1 << 20;

/// The text of a word and the brackets that open before it and close behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where the next piece begins, or the unit ends, in the text of the block.
    pub(super) end: u32,
    /// How many brackets of the tree open up to this word.
    pub(super) opened: u32,
    /// The innermost bracket that is open behind it, or `NONE`.
    pub(super) top: u32,
}

/// The pieces of a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    all: Vec<Piece>,
    /// False if some text of the tree was odd, so that it is not cut into pieces.
    is_plain: bool,
}

impl Pieces {
    /// Begins with the tree of this extent.
    #[inline]
    pub(super) fn begin(&mut self, (start, end): (usize, usize)) {
        self.all.clear();
        self.is_plain = end - start <= LENGTH_MAX;
    }

    /// There are none for this tree.
    #[inline]
    pub(super) fn give_up(&mut self) {
        self.is_plain = false;
    }

    /// Notes where the piece of a word ends that was read last.
    #[inline]
    pub(super) fn end(&mut self, end: usize, arena: &Arena) {
        if self.is_plain {
            let (opened, top) = (arena.nodes().len() as u32, arena.innermost());
            self.all.push(Piece { end: end as u32, opened, top });
        }
    }

    /// Notes that more brackets were closed behind the last word.
    pub(super) fn close(&mut self, arena: &Arena) {
        if let Some(last) = self.all.last_mut() {
            last.top = arena.innermost();
        }
    }

    /// The unlabelled bracket around the tree was taken away.
    pub(super) fn unwrap(&mut self) {
        for piece in &mut self.all {
            piece.opened -= 1;
            piece.top = if piece.top == NONE { NONE } else { piece.top.wrapping_sub(1) };
        }
    }

    /// The pieces, if the tree has them.
    #[inline]
    pub(super) fn of(&self, arena: &Arena) -> Option<&[Piece]> {
        let is_whole = self.is_plain && !self.all.is_empty() && self.all.len() == arena.words().len();
        is_whole.then_some(&self.all)
    }
}

/// The number of a bracket, or `NONE`.
#[inline]
pub(super) fn number(node: Option<NodeId>) -> u32 {
    node.map_or(NONE, |node| node.index() as u32)
}
