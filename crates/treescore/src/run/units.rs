//! One unit of a block, read as its syntax asks: the choice between the scanner and the other readers is made here only.

use crate::read::{Block, Buffer, Dialect, Fault, FaultKind, Model, Scanner, Syntax};
use crate::tree::{Arena, Labels, Which};

/// Reads units of blocks into arenas.
#[derive(Clone, Debug)]
pub(super) struct UnitReader {
    scanner: Scanner,
    dialect: Dialect,
    pub(super) syntax: Syntax,
    /// Is a word without a bracket of its own a word all the same, with the label around it as its tag?
    takes_bare_words: bool,
}

/// A tree as it was read, and what its words are slices of if that is not the block.
#[derive(Clone, Debug, Default)]
pub(super) struct Unit {
    pub(super) arena: Arena,
    pub(super) buffer: Buffer,
    /// Has it words without a bracket of their own? Then it is no model for another tree.
    is_loose: bool,
}

impl UnitReader {
    pub(super) fn new(syntax: Syntax, dialect: Dialect) -> Self {
        Self { scanner: Scanner::new(), dialect, syntax, takes_bare_words: false }
    }

    /// The same for trees in which a word need not have a bracket of its own.
    pub(super) fn taking_bare_words(self) -> Self {
        Self { takes_bare_words: self.syntax == Syntax::Trees, ..self }
    }

    /// The labels of all units so far.
    pub(super) fn labels(&self) -> &Labels {
        self.scanner.labels()
    }

    /// Looks at a new block of one side.
    pub(super) fn begin(&mut self, which: Which, block: &Block) {
        self.scanner.begin(which, block.padded());
    }

    /// Reads unit `at`.
    pub(super) fn read(
        &mut self,
        which: Which,
        block: &Block,
        at: usize,
        unit: &mut Unit,
    ) -> Result<(), Fault> {
        let extent = bounds(block, at);
        if self.syntax != Syntax::Trees {
            let labels = self.scanner.labels_mut();
            return self.syntax.read(block.text(), extent, labels, &mut unit.buffer, &mut unit.arena);
        }
        unit.is_loose = false;
        let read = self.scanner.scan(which, block.padded(), extent, self.dialect, &mut unit.arena);
        read.or_else(|fault| self.read_loosely(block, extent, fault, unit))
    }

    /// Reads a unit of the system after one of gold: what both begin with is not read again.
    pub(super) fn read_like(
        &mut self,
        (gold_block, gold_at, gold): (&Block, usize, &Unit),
        (block, at): (&Block, usize),
        unit: &mut Unit,
    ) -> Result<(), Fault> {
        if self.syntax != Syntax::Trees || gold.is_loose {
            return self.read(Which::System, block, at, unit);
        }
        unit.is_loose = false;
        let (extent, gold_extent) = (bounds(block, at), bounds(gold_block, gold_at));
        let model = Model { arena: &gold.arena, text: gold_block.text(), extent: gold_extent };
        let read = self.scanner.scan_like(&model, block.padded(), extent, self.dialect, &mut unit.arena);
        read.or_else(|fault| self.read_loosely(block, extent, fault, unit))
    }

    /// A second try, for trees with bare words.
    #[cold]
    fn read_loosely(
        &mut self,
        block: &Block,
        extent: (usize, usize),
        fault: Fault,
        unit: &mut Unit,
    ) -> Result<(), Fault> {
        if !self.takes_bare_words || fault.kind != FaultKind::BareWord {
            return Err(fault);
        }
        unit.is_loose = true;
        let (labels, Unit { arena, buffer, .. }) = (self.scanner.labels_mut(), unit);
        Syntax::Loose.read(block.text(), extent, labels, buffer, arena)
    }

    /// The text that the words of a unit are slices of.
    pub(super) fn text<'t>(&self, block: &'t Block, unit: &'t Unit) -> &'t [u8] {
        self.syntax.text(block.text(), &unit.buffer)
    }
}

/// First byte of a unit, and one past the last.
pub(super) fn bounds(block: &Block, at: usize) -> (usize, usize) {
    let extent = &block.extents()[at];
    (extent.start as usize, extent.end as usize)
}
