//! One unit of a block, read as its syntax asks: the choice between the scanner and the other readers is made here only.

use super::{Block, Buffer, Dialect, Fault, FaultKind, Model, Scanner, Syntax};
use crate::tree::{Arena, Label, Labels, Tree};

/// Reads units of blocks into arenas. One table of labels serves all sides.
#[derive(Clone, Debug)]
pub struct UnitReader {
    labels: Labels,
    dialect: Dialect,
    pub(crate) syntax: Syntax,
    /// Is a word without a bracket of its own a word all the same, with the label around it as its tag?
    takes_bare_words: bool,
    /// Numbers here of the labels of a tree that is loaded.
    renamed: Vec<Label>,
}

/// A tree as it was read, and what its words are slices of if that is not the block.
#[derive(Clone, Debug, Default)]
pub struct UnitTree {
    /// The tree.
    pub arena: Arena,
    /// Words that are not slices of the block; see [`UnitReader::text`].
    pub buffer: Buffer,
    /// Has it words without a bracket of their own? Then it is no model for another tree.
    is_loose: bool,
}

impl UnitReader {
    /// A reader for one syntax, with no labels yet.
    pub fn new(syntax: Syntax, dialect: Dialect) -> Self {
        Self { labels: Labels::new(), dialect, syntax, takes_bare_words: false, renamed: Vec::new() }
    }

    /// The same for trees in which a word need not have a bracket of its own.
    pub fn taking_bare_words(self) -> Self {
        Self { takes_bare_words: self.syntax == Syntax::Trees, ..self }
    }

    /// The labels of all units so far.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Reads unit `at` of a block that the scanner has begun.
    pub fn read(
        &mut self,
        scanner: &Scanner,
        block: &Block,
        at: usize,
        unit: &mut UnitTree,
    ) -> Result<(), Fault> {
        let extent = bounds(block, at);
        if self.syntax != Syntax::Trees {
            let labels = &mut self.labels;
            return self.syntax.read(block.text(), extent, labels, &mut unit.buffer, &mut unit.arena);
        }
        unit.is_loose = false;
        let read = scanner.scan(block.padded(), extent, self.dialect, &mut self.labels, &mut unit.arena);
        read.or_else(|fault| self.read_loosely(block, extent, fault, unit))
    }

    /// Reads a unit of a system after one of gold: what both begin with is not read again.
    pub fn read_like(
        &mut self,
        (gold_block, gold_at, gold): (&Block, usize, &UnitTree),
        scanner: &Scanner,
        (block, at): (&Block, usize),
        unit: &mut UnitTree,
    ) -> Result<(), Fault> {
        if self.syntax != Syntax::Trees || gold.is_loose {
            return self.read(scanner, block, at, unit);
        }
        unit.is_loose = false;
        let (extent, gold_extent) = (bounds(block, at), bounds(gold_block, gold_at));
        let model = Model { arena: &gold.arena, text: gold_block.text(), extent: gold_extent };
        let (labels, arena) = (&mut self.labels, &mut unit.arena);
        let read = scanner.scan_like(&model, block.padded(), extent, self.dialect, labels, arena);
        read.or_else(|fault| self.read_loosely(block, extent, fault, unit))
    }

    /// A second try, for trees with bare words.
    #[cold]
    fn read_loosely(
        &mut self,
        block: &Block,
        extent: (usize, usize),
        fault: Fault,
        unit: &mut UnitTree,
    ) -> Result<(), Fault> {
        if !self.takes_bare_words || fault.kind != FaultKind::BareWord {
            return Err(fault);
        }
        unit.is_loose = true;
        let (labels, UnitTree { arena, buffer, .. }) = (&mut self.labels, unit);
        Syntax::Loose.read(block.text(), extent, labels, buffer, arena)
    }

    /// Takes over a tree that is in memory.
    pub fn load(&mut self, tree: &Tree, unit: &mut UnitTree) {
        self.renamed.clear();
        self.renamed.extend(tree.labels().map(|name| self.labels.intern(name)));
        let renamed = |label: Label| self.renamed.get(label.index()).copied().unwrap_or(Label::EMPTY);
        unit.arena.copy_with(tree.arena(), renamed);
    }

    /// The text that the words of a unit are slices of.
    pub fn text<'t>(&self, block: &'t Block, unit: &'t UnitTree) -> &'t [u8] {
        self.syntax.text(block.text(), &unit.buffer)
    }
}

/// First byte of a unit, and one past the last.
pub(crate) fn bounds(block: &Block, at: usize) -> (usize, usize) {
    let extent = &block.extents()[at];
    (extent.start as usize, extent.end as usize)
}
