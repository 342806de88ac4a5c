//! One unit of a block, read in its syntax. Only here is the choice made between the scanner and the other
//! readers.

use super::difference::{Difference, GoldPieces};
use super::formats;
use super::pieces::Pieces;
use super::replay::Model;
use super::tape::{self, TapeBuffer, UnitFacts};
use super::{Block, Buffer, Dialect, Fault, FaultKind, Scanner, Syntax};
use crate::tree::{Arena, Label, Labels, TYPE_END, Tree};

/// Reads units of blocks into arenas. All sides share one table of labels.
#[derive(Clone, Debug)]
pub struct UnitReader {
    labels: Labels,
    dialect: Dialect,
    pub(crate) syntax: Syntax,
    /// True if a word without its own bracket is accepted, with the label around it as its tag.
    accepts_bare_words: bool,
    /// The labels of a loaded tree, as numbers in `labels`.
    relabelled: Vec<Label>,
    /// True if labels and words may begin with types, so that their separator is no part of any text.
    reserves_type_end: bool,
    /// True if the pieces of trees are noted, so that others can be read as differences from them.
    notes_pieces: bool,
}

/// A tree as read, and the text of its words if that is not the block.
#[derive(Clone, Debug, Default)]
pub struct UnitTree {
    /// The tree.
    pub arena: Arena,
    /// The text of words that are not in the block; see [`UnitReader::text`].
    pub(crate) buffer: Buffer,
    tape: TapeBuffer,
    /// The pieces of its text, if it was read by the scanner.
    pieces: Pieces,
    /// The block of this unit alone, if it is not that of the file.
    own: Option<Box<Block>>,
    /// True if the tree has words without their own bracket, or is from a tape. Such a tree cannot serve as a
    /// `Model`.
    is_loose: bool,
}

impl UnitReader {
    /// Creates a reader for one syntax, with an empty table of labels.
    pub fn new(syntax: Syntax, dialect: Dialect) -> Self {
        Self {
            labels: Labels::new(),
            dialect,
            syntax,
            accepts_bare_words: false,
            relabelled: Vec::new(),
            reserves_type_end: false,
            notes_pieces: false,
        }
    }

    /// Notes the pieces of trees, so that others can be read as differences from them.
    pub(crate) fn noting_pieces(self) -> Self {
        Self { notes_pieces: true, ..self }
    }

    /// Refuses text with the separator of types: another file of the run is JSON, whose nodes may have types.
    pub(crate) fn reserving_type_end(self) -> Self {
        Self { reserves_type_end: true, ..self }
    }

    /// Accepts words without their own bracket.
    pub(crate) fn with_bare_words(self) -> Self {
        Self { accepts_bare_words: self.syntax == Syntax::Trees, ..self }
    }

    /// The labels of all units so far.
    pub fn labels(&self) -> &Labels {
        &self.labels
    }

    /// Reads unit `at` of a block that the scanner has begun.
    ///
    /// # Errors
    /// If the unit is faulty.
    pub fn read(
        &mut self,
        scanner: &Scanner,
        block: &Block,
        at: usize,
        unit: &mut UnitTree,
    ) -> Result<(), Fault> {
        unit.own = None;
        unit.pieces.give_up();
        if block.is_taped(at) {
            let (labels, UnitTree { arena, tape, is_loose, .. }) = (&mut self.labels, unit);
            *is_loose = true;
            tape::read(block, at, labels, tape, arena)?;
            if self.reserves_type_end && tape::has_stray_type_end(block, at) {
                return Err(Fault { kind: FaultKind::TypeEnd, at: bounds(block, at).0, also: None });
            }
            return Ok(());
        }
        let extent = bounds(block, at);
        let syntax = block.syntax().unwrap_or(&self.syntax);
        if self.reserves_type_end && *syntax != Syntax::Json {
            let found = memchr::memchr(TYPE_END, &block.text()[extent.0..extent.1]);
            if let Some(offset) = found {
                return Err(Fault { kind: FaultKind::TypeEnd, at: extent.0 + offset, also: None });
            }
        }
        if *syntax != Syntax::Trees {
            let labels = &mut self.labels;
            return syntax.read(block.text(), extent, labels, &mut unit.buffer, &mut unit.arena);
        }
        unit.is_loose = false;
        let (padded, dialect, labels) = (block.padded(), self.dialect, &mut self.labels);
        let read = if self.notes_pieces {
            scanner.scan_pieces(padded, extent, dialect, labels, (&mut unit.arena, &mut unit.pieces))
        } else {
            scanner.scan(padded, extent, dialect, labels, &mut unit.arena)
        };
        self.settle(read, block, at, unit)
    }

    /// Reads a unit of a system as a difference from one of gold. Returns false if it is declined: it may be any tree, or
    /// none.
    pub(crate) fn read_difference(
        &mut self,
        (gold_block, gold_at, gold): (&Block, usize, &UnitTree),
        (block, at): (&Block, usize),
        difference: &mut Difference,
    ) -> bool {
        let is_plain = self.syntax == Syntax::Trees && !gold.is_loose && !self.reserves_type_end;
        let Some(pieces) = gold.pieces.of(&gold.arena).filter(|_| is_plain && !block.is_special()) else {
            return false;
        };
        let (padded, extent) = (gold_block.padded(), bounds(gold_block, gold_at));
        let gold = GoldPieces { arena: &gold.arena, pieces, padded, extent };
        difference.find(&gold, block.padded(), bounds(block, at), &mut self.labels).is_some()
    }

    /// Reads a unit of a system after one of gold, copying the part that both start with.
    pub(crate) fn read_like(
        &mut self,
        (gold_block, gold_at, gold): (&Block, usize, &UnitTree),
        scanner: &Scanner,
        (block, at): (&Block, usize),
        unit: &mut UnitTree,
    ) -> Result<(), Fault> {
        if self.syntax != Syntax::Trees || gold.is_loose || block.is_special() {
            return self.read(scanner, block, at, unit);
        }
        unit.is_loose = false;
        unit.own = None;
        let (extent, gold_extent) = (bounds(block, at), bounds(gold_block, gold_at));
        let model = Model { arena: &gold.arena, text: gold_block.text(), extent: gold_extent };
        let (labels, arena) = (&mut self.labels, &mut unit.arena);
        let read = scanner.scan_like(&model, block.padded(), extent, self.dialect, labels, arena);
        self.settle(read, block, at, unit)
    }

    /// Reads a tree in which brackets are words, `(TAG ()` or `(TAG ))`. Returns false if there are none, or if
    /// it is no tree with them.
    #[cold]
    fn read_raw(&mut self, block: &Block, at: usize, unit: &mut UnitTree) -> bool {
        let (start, end) = bounds(block, at);
        let mut own = Block::default();
        if !formats::write_raw_tree(&block.text()[start..end], &mut own) {
            return false;
        }
        unit.is_loose = true;
        let is_read = tape::read(&own, 0, &mut self.labels, &mut unit.tape, &mut unit.arena).is_ok();
        unit.own = is_read.then(|| Box::new(own));
        is_read
    }

    /// Accepts what the scanner read, unless the tree is odd. An opening bracket that is a word, as in
    /// `(TAG ()`, looks like a bracket without a label.
    #[inline]
    fn settle(
        &mut self,
        read: Result<(), Fault>,
        block: &Block,
        at: usize,
        unit: &mut UnitTree,
    ) -> Result<(), Fault> {
        match read {
            Ok(()) => {
                if unit.arena.has_unlabelled_inside() && self.dialect == Dialect::Native {
                    unit.pieces.give_up();
                    self.read_raw(block, at, unit);
                }
                Ok(())
            }
            Err(fault) => self.read_oddly(block, at, fault, unit),
        }
    }

    /// Tries again, for trees in which brackets are words, or with bare words.
    #[cold]
    fn read_oddly(
        &mut self,
        block: &Block,
        at: usize,
        fault: Fault,
        unit: &mut UnitTree,
    ) -> Result<(), Fault> {
        if self.dialect == Dialect::Native && self.read_raw(block, at, unit) {
            return Ok(());
        }
        self.read_loosely(block, bounds(block, at), fault, unit)
    }

    /// Tries again, for trees with bare words.
    #[cold]
    fn read_loosely(
        &mut self,
        block: &Block,
        extent: (usize, usize),
        fault: Fault,
        unit: &mut UnitTree,
    ) -> Result<(), Fault> {
        if !self.accepts_bare_words || fault.kind != FaultKind::BareWord {
            return Err(fault);
        }
        unit.is_loose = true;
        let (labels, UnitTree { arena, buffer, .. }) = (&mut self.labels, unit);
        Syntax::Loose.read(block.text(), extent, labels, buffer, arena)
    }

    /// Loads a tree that is in memory, with its text.
    pub(crate) fn load_whole(&mut self, tree: &Tree, unit: &mut UnitTree) {
        let mut own = Block::default();
        own.push(tree.text());
        own.seal();
        self.load(tree, unit);
        unit.is_loose = true;
        unit.own = Some(Box::new(own));
    }

    /// Loads a tree that is in memory.
    pub(crate) fn load(&mut self, tree: &Tree, unit: &mut UnitTree) {
        unit.pieces.give_up();
        self.relabelled.clear();
        self.relabelled.extend(tree.labels().map(|name| self.labels.intern(name)));
        let relabelled = |label: Label| self.relabelled.get(label.index()).copied().unwrap_or(Label::EMPTY);
        unit.arena.copy_relabelled(tree.arena(), relabelled);
    }

    /// The bytes and facts of a unit that was read, to be read again from another block.
    pub(crate) fn unit_bytes<'t>(
        block: &'t Block,
        at: usize,
        unit: &'t UnitTree,
    ) -> (&'t [u8], Option<UnitFacts>) {
        let (block, at) = unit.own.as_deref().map_or((block, at), |own| (own, 0));
        let (start, end) = bounds(block, at);
        (&block.text()[start..end], block.facts(at).cloned())
    }

    /// The text that contains the words of a unit.
    pub fn text<'t>(&self, block: &'t Block, unit: &'t UnitTree) -> &'t [u8] {
        if let Some(own) = &unit.own {
            return own.text();
        }
        let syntax = block.syntax().unwrap_or(&self.syntax);
        if *syntax == Syntax::Json && !block.is_special() {
            unit.buffer.text()
        } else {
            syntax.text(block.text(), &unit.buffer)
        }
    }
}

/// The first byte of a unit, and one past the last.
pub(crate) fn bounds(block: &Block, at: usize) -> (usize, usize) {
    let extent = &block.extents()[at];
    (extent.start as usize, extent.end as usize)
}
