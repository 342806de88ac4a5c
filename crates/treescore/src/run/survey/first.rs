//! The first bracket or word with a label in a block. Blocks are cut into units, not into trees, so the unit is
//! found by its text and read once more. Labels are new only at the beginning of a corpus.

use super::Spot;
use crate::read::{Block, Scanner, UnitReader, UnitTree, bounds};
use crate::tree::{Arena, Label};

/// Finds first places. Holds the tree that is read once more.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder {
    unit: UnitTree,
}

/// A block, and the scanner that has begun it.
type Scanned<'a> = (&'a Block, &'a Scanner);

impl Finder {
    /// The place of the first bracket with this label that is not a tag.
    pub(super) fn first_bracket(
        &mut self,
        side: Scanned<'_>,
        units: &mut UnitReader,
        label: Label,
    ) -> Option<Spot> {
        let (at, node) = self
            .search(side, units, label, |arena| arena.nodes().iter().position(|node| node.label == label))?;
        Some(self.bracket_spot(side.0, at, node))
    }

    /// The first word with this tag, and the start of its tree.
    pub(super) fn first_word(
        &mut self,
        side: Scanned<'_>,
        units: &mut UnitReader,
        label: Label,
    ) -> Option<(Spot, Vec<u8>)> {
        let is_it = |arena: &Arena| arena.words().iter().find(|word| word.tag == label).copied();
        let (at, word) = self.search(side, units, label, is_it)?;
        let text = units.text(side.0, &self.unit);
        Some((super::surveyor::spot(side.0, at), word.bytes(text).to_vec()))
    }

    /// Reads units that may have the label, until `find` finds something in one.
    fn search<T>(
        &mut self,
        (block, scanner): Scanned<'_>,
        units: &mut UnitReader,
        label: Label,
        find: impl Fn(&Arena) -> Option<T>,
    ) -> Option<(usize, T)> {
        let name = units.labels().name(label).to_vec();
        let finder = memchr::memmem::Finder::new(&name);
        for at in (0..block.extents().len()).filter(|&at| block.has(at)) {
            let (start, end) = bounds(block, at);
            // The text of other formats need not have the label as it is.
            let may_have = block.is_taped(at) || finder.find(&block.text()[start..end]).is_some();
            if may_have
                && units.read(scanner, block, at, &mut self.unit).is_ok()
                && let Some(found) = find(&self.unit.arena)
            {
                return Some((at, found));
            }
        }
        None
    }

    /// The place of a bracket of the tree that was read last: its `(`, if the unit is text in brackets.
    fn bracket_spot(&self, block: &Block, at: usize, node: usize) -> Spot {
        let unit = block.landmark(at, None);
        let (start, end) = bounds(block, at);
        // Before it, each bracket and each word has opened one bracket, and so has a root without label.
        let arena = &self.unit.arena;
        let words = arena.nodes().get(node).map_or(0, |node| node.bounds().0 as usize);
        let before = node + words + usize::from(arena.is_unwrapped());
        let text = &block.text()[start..end];
        let open = memchr::memchr_iter(b'(', text).nth(before).filter(|_| !block.is_taped(at));
        let place = unit.move_to(block.text(), start + open.unwrap_or(0)).place();
        Spot { document: block.document, line: place.line, column: place.column }
    }
}
