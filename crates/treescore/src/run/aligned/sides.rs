//! Conversation sides: all trees of a file are one group.

use super::feed::{Numbers, SideFeed};
use super::{AlignedBlock, AlignedUnit, GroupAt};
use crate::align::text::{Feed, TextCounts, Words};
use crate::read::{Next, OpenError, SideSource};
use crate::run::parallel::Source;
use crate::run::pass::Reading;
use crate::tree::Which;
use crate::values::Meter;

/// Reads one group for each pair of files.
pub(in crate::run) struct SidesReader {
    gold: SideFeed,
    system: SideFeed,
    /// A buffer that text alignment needs and sides ignore.
    words: Words,
    documents: usize,
    document: usize,
    numbers: Numbers,
}

impl SidesReader {
    /// Creates a reader that pairs the first files, the second files, and so on. A file without a partner is
    /// paired with nothing.
    pub(in crate::run) fn new([gold, system]: [Box<dyn SideSource>; 2], reading: &Reading) -> Self {
        let documents = gold.names().1.len().max(system.names().1.len());
        let side = |which, source| SideFeed::new(which, source, reading, true);
        Self {
            documents,
            gold: side(Which::Gold, gold),
            system: side(Which::System, system),
            words: Words::default(),
            document: 0,
            numbers: Numbers::default(),
        }
    }

    /// Stops when this meter says so: the files seem to end.
    pub(in crate::run) fn stop_by(mut self, meter: &Meter) -> Self {
        for side in [&mut self.gold, &mut self.system] {
            side.attach(meter);
        }
        self
    }

    /// Reads all trees of the next pair of files.
    fn push_next(&mut self, block: &mut AlignedBlock) -> Result<(), OpenError> {
        let mut trees = [0; 2];
        for (side, trees) in [&mut self.gold, &mut self.system].into_iter().zip(&mut trees) {
            side.document = self.document;
            while side.next_tree(&mut self.words)? {
                *trees += 1;
                self.words.clear();
            }
            self.words = Words::default(); // one tree may be huge
            block.units.append(&mut side.faulty);
        }
        let gold = self.gold.hand_over(trees[0], &mut block.gold, &mut block.gold_places);
        let system = self.system.hand_over(trees[1], &mut block.system, &mut block.system_places);
        // An empty pair is a group too, so that the second pair is always that of the second files.
        block.units.push(AlignedUnit::Group(GroupAt {
            gold,
            system,
            cells: 0..0,
            is_plain: false,
            document: self.document,
            text: TextCounts::default(),
        }));
        self.document += 1;
        Ok(())
    }
}

impl Source for SidesReader {
    type Block = AlignedBlock;

    fn next(&mut self, block: &mut AlignedBlock) -> Result<Next, OpenError> {
        block.clear();
        block.is_side = true;
        // One file at a time: aligning its words takes far longer than reading it.
        if self.document < self.documents {
            self.push_next(block)?;
        }
        Ok(self.numbers.finish(block, [&mut self.gold, &mut self.system]))
    }

    fn number(block: &AlignedBlock) -> u64 {
        block.number
    }

    fn bytes_read(&self) -> u64 {
        self.gold.side.bytes_read() + self.system.side.bytes_read()
    }
}
