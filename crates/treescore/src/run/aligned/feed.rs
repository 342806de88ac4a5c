//! The trees of one side on their way through the aligner.

use std::collections::VecDeque;
use std::ops::Range;

use super::{AlignedBlock, AlignedUnit, TreePlace};
use crate::align::text::{Feed, Words};
use crate::prepare::Rules;
use crate::read::{Block, Fault, Landmark, Next, OpenError, Position, Scanner, SideSource};
use crate::read::{UnitFacts, UnitReader, UnitTree, bounds};
use crate::run::pass::Reading;
use crate::setup::GoldHash;
use crate::tree::Which;
use crate::values::Meter;

/// How many trees, brackets and words, and how many bytes, a feed has room for after it handed over trees.
const ROOM: usize = 1 << 16;
const BYTES_ROOM: usize = 1 << 20;

/// Passes the trees of one side to the aligner, and keeps them until the aligner has grouped them.
pub(super) struct SideFeed {
    which: Which,
    pub(super) side: Box<dyn SideSource>,
    reader: UnitReader,
    scanner: Scanner,
    rules: Rules,
    unit: UnitTree,
    block: Block,
    /// The number of units of the block that were read.
    taken: usize,
    /// The last position in the block whose line and column are known. Only faults need it.
    counted: Option<Landmark>,
    /// The document to read, if documents are read one by one.
    pub(super) document: usize,
    is_by_document: bool,
    trees: u64,
    hash: GoldHash,
    pub(super) without_words: u64,
    /// Those without any word since the last block: the first, and how many.
    failed: Option<(TreePlace, u64)>,
    pub(super) faulty: Vec<AlignedUnit>,
    waiting: VecDeque<Waiting>,
    /// The text of the waiting trees, and the length of its unused beginning.
    bytes: Vec<u8>,
    done: usize,
    meter: Meter,
}

/// Counts the blocks and groups handed out so far.
#[derive(Default)]
pub(super) struct Numbers {
    blocks: u64,
    groups: u64,
}

impl Numbers {
    /// Completes a block that was filled from these sides.
    pub(super) fn finish(&mut self, block: &mut AlignedBlock, sides: [&mut SideFeed; 2]) -> Next {
        block.gold.seal();
        block.system.seal();
        let [gold, system] = sides;
        block.gold_hash = std::mem::take(&mut gold.hash);
        block.failed = system.failed.take();
        block.without_words = [gold, system].map(|side| std::mem::take(&mut side.without_words));
        block.number = self.blocks;
        block.first_pair = self.groups;
        self.blocks += 1;
        let is_group = |unit: &&AlignedUnit| matches!(unit, AlignedUnit::Group(_));
        self.groups += block.units.iter().filter(is_group).count() as u64;
        let is_end = block.units.is_empty() && block.without_words == [0, 0];
        if is_end { Next::End } else { Next::Block }
    }
}

/// A tree that waits for its group.
struct Waiting {
    place: TreePlace,
    length: usize,
    facts: Option<UnitFacts>,
}

impl SideFeed {
    pub(super) fn new(
        which: Which,
        side: Box<dyn SideSource>,
        reading: &Reading,
        is_by_document: bool,
    ) -> Self {
        Self {
            which,
            side,
            reader: reading.units(),
            scanner: Scanner::new(),
            rules: reading.pairing.rules(reading.recipe.clone(), &reading.syntax),
            unit: UnitTree::default(),
            block: Block::default(),
            taken: 0,
            counted: None,
            document: 0,
            is_by_document,
            trees: 0,
            hash: GoldHash::default(),
            without_words: 0,
            failed: None,
            faulty: Vec::new(),
            waiting: VecDeque::new(),
            bytes: Vec::new(),
            done: 0,
            meter: Meter::default(),
        }
    }

    /// Ends when this meter says so. What was read until then is not measured any more.
    pub(super) fn attach(&mut self, meter: &Meter) {
        self.meter = meter.clone();
    }

    /// Makes sure that there is a unit to read. Returns false at the end of the side or of the current
    /// document.
    fn fill(&mut self) -> Result<bool, OpenError> {
        if self.taken == self.block.extents().len() {
            // Also at the end, where the block stays empty: the next document asks again.
            self.taken = 0;
            self.side.fill()?;
            self.side.take(self.side.ready(), &mut self.block);
            if self.block.extents().is_empty() {
                return Ok(false);
            }
            self.counted = None;
            self.scanner.begin(self.block.padded());
        }
        Ok(!self.is_by_document || self.block.document <= self.document)
    }

    /// Moves the text of the next trees to `block`, and returns their numbers in it.
    pub(super) fn hand_over(
        &mut self,
        trees: u32,
        block: &mut Block,
        places: &mut Vec<TreePlace>,
    ) -> Range<usize> {
        let first = block.extents().len();
        block.read_text_like(&self.block);
        for tree in self.waiting.drain(..self.waiting.len().min(trees as usize)) {
            let end = self.done + tree.length;
            let TreePlace { document, line, column, .. } = tree.place;
            let origin = (document, Position { line, column });
            block.push_unit(&self.bytes[self.done..end], tree.facts, origin);
            self.done = end;
            places.push(tree.place);
        }
        if self.done > self.bytes.len() / 2 {
            self.bytes.drain(..self.done);
            self.done = 0;
        }
        self.give_back();
        first..block.extents().len()
    }

    /// Gives back the memory of what was handed over: one tree may be huge, and a side a whole recording.
    fn give_back(&mut self) {
        // Not for each tree of a long list: shrinking may move all that still wait.
        if self.waiting.capacity() / 2 > self.waiting.len().max(ROOM) {
            self.waiting.shrink_to(ROOM);
        }
        self.bytes.shrink_to(BYTES_ROOM);
        self.unit.arena.clear();
        self.unit.arena.shrink_to(ROOM);
        if self.taken == self.block.extents().len() && self.block.len() > BYTES_ROOM {
            self.block.release(BYTES_ROOM);
            self.taken = 0;
        }
    }

    /// Sees a tree without any word, traces included: the parser failed.
    fn see_failed(&mut self, at: usize) {
        let first = self.failed.map_or_else(|| self.place(at), |(first, _)| first);
        self.failed = Some((first, self.failed.map_or(0, |(_, trees)| trees) + 1));
    }

    #[cold]
    fn not_a_tree(&mut self, fault: Fault, at: usize) {
        let (start, end) = bounds(&self.block, at);
        if !self.block.is_taped(at) && self.block.text()[start..end].trim_ascii().is_empty() {
            self.without_words += 1; // a blank line
            return self.see_failed(at);
        }
        let place = self.place(at);
        let error = self.block.error(at, fault, self.block.landmark(at, self.counted));
        let is_last = self.block.ends_document() && at + 1 == self.block.extents().len();
        self.faulty.push(AlignedUnit::NotATree(self.which, place, Box::new(error), is_last));
    }

    /// The position of a unit. Units come in order, so that all positions together cost one pass over the block.
    fn place(&mut self, at: usize) -> TreePlace {
        let known = self.block.landmark(at, self.counted);
        self.counted = Some(known);
        let Position { line, column } = known.place();
        TreePlace { number: self.trees, document: self.block.document, line, column }
    }
}

impl Feed for SideFeed {
    type Error = OpenError;

    fn next_tree(&mut self, words: &mut Words) -> Result<bool, OpenError> {
        while !self.meter.is_stopped() && self.fill()? {
            let at = self.taken;
            self.taken += 1;
            let (start, end) = bounds(&self.block, at);
            self.hash.add(self.trees, &self.block.text()[start..end]);
            self.trees += 1;
            if let Err(fault) = self.reader.read(&self.scanner, &self.block, at, &mut self.unit) {
                self.not_a_tree(fault, at);
                continue;
            }
            self.rules.update(self.reader.labels());
            let text = self.reader.text(&self.block, &self.unit);
            let mut has_words = false;
            for word in self.unit.arena.words() {
                if !self.rules.by_label()[word.tag.index()].is_unaligned {
                    let bytes = word.bytes(text);
                    words.push(if bytes.is_empty() { b"\0" } else { bytes });
                    has_words = true;
                }
            }
            if has_words {
                let (bytes, facts) = UnitReader::unit_bytes(&self.block, at, &self.unit);
                self.bytes.extend_from_slice(bytes);
                let length = bytes.len();
                let place = self.place(at);
                self.waiting.push_back(Waiting { place, length, facts });
                if length > BYTES_ROOM {
                    self.give_back();
                }
                return Ok(true);
            }
            self.without_words += 1;
            if self.unit.arena.words().is_empty() {
                self.see_failed(at);
            }
        }
        Ok(false)
    }
}
