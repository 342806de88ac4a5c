//! Reading both sides, aligning their texts, and cutting them into groups.

use super::feed::{Numbers, SideFeed};
use super::{AlignedBlock, AlignedUnit, GroupAt};
use crate::align::text::{Group, TextAligner};
use crate::read::{Next, OpenError, SideSource};
use crate::run::parallel::Source;
use crate::run::pass::Reading;
use crate::setup::TextAlignment;
use crate::tree::Which;
use crate::values::Meter;

/// The default block size, in bytes of trees.
const BLOCK: usize = 256 * 1024;

/// Reads both sides and aligns their texts.
pub(in crate::run) struct AlignedReader {
    gold: SideFeed,
    system: SideFeed,
    aligner: TextAligner,
    group: Group,
    /// The number of document pairs to align one by one; 1 if everything is aligned at once.
    documents: usize,
    document: usize,
    /// The document of the last gold tree.
    gold_document: usize,
    block: usize,
    numbers: Numbers,
    meter: Meter,
}

impl AlignedReader {
    /// Creates a reader of gold and system. `block` is the block size in bytes, if not the default.
    pub(in crate::run) fn new(
        [gold, system]: [Box<dyn SideSource>; 2],
        reading: &Reading,
        alignment: &TextAlignment,
        block: Option<usize>,
    ) -> Self {
        let documents = gold.names().1.len();
        let documents = if documents == system.names().1.len() { documents } else { 1 };
        let side = |which, source| SideFeed::new(which, source, reading, documents > 1);
        Self {
            gold: side(Which::Gold, gold),
            system: side(Which::System, system),
            aligner: TextAligner::new(alignment.tables.clone()),
            meter: Meter::default(),
            group: Group::default(),
            documents,
            document: 0,
            gold_document: 0,
            block: block.unwrap_or(BLOCK),
            numbers: Numbers::default(),
        }
    }

    /// Stops when this meter says so: the text that is left seems to end.
    pub(in crate::run) fn stop_by(mut self, meter: &Meter) -> Self {
        self.aligner.attach(meter);
        for side in [&mut self.gold, &mut self.system] {
            side.attach(meter);
        }
        self.meter = meter.clone();
        self
    }

    /// Adds the next group or unreadable tree to `block`. Returns false at the end.
    fn push_next(&mut self, block: &mut AlignedBlock) -> Result<bool, OpenError> {
        loop {
            let found = self.aligner.next(&mut self.gold, &mut self.system, &mut self.group)?;
            for side in [&mut self.gold, &mut self.system] {
                block.units.append(&mut side.faulty);
            }
            if self.meter.is_stopped() {
                return Ok(false);
            }
            if found {
                self.push_group(block);
                return Ok(true);
            }
            self.document += 1;
            if self.document >= self.documents {
                return Ok(!block.units.is_empty());
            }
            // Paired files are aligned one by one, so that no file can spoil the alignment of the next.
            self.gold.document = self.document;
            self.system.document = self.document;
            self.aligner.restart();
        }
    }

    fn push_group(&mut self, block: &mut AlignedBlock) {
        let Group { gold_trees, system_trees, is_plain, cells, text } = &self.group;
        let first = block.cells.len();
        block.cells.extend_from_slice(cells);
        let gold = self.gold.hand_over(*gold_trees, &mut block.gold, &mut block.gold_places);
        let system = self.system.hand_over(*system_trees, &mut block.system, &mut block.system_places);
        if let Some(place) = block.gold_places.get(gold.start) {
            self.gold_document = place.document;
        }
        block.units.push(AlignedUnit::Group(GroupAt {
            document: if self.documents > 1 { self.document } else { self.gold_document },
            gold,
            system,
            cells: first..block.cells.len(),
            is_plain: *is_plain,
            text: *text,
        }));
    }
}

impl Source for AlignedReader {
    type Block = AlignedBlock;

    fn next(&mut self, block: &mut AlignedBlock) -> Result<Next, OpenError> {
        block.clear();
        while block.gold.len() + block.system.len() < self.block && self.document < self.documents {
            if !self.push_next(block)? {
                break;
            }
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
