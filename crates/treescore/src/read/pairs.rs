//! Gold and systems, read in step.

use super::blocks::{Block, SideSource};
use super::error::OpenError;

/// What to do when one side has more units than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// Report the numbers of units, and stop.
    Stop,
    /// Return them in blocks whose other side is empty.
    HandOut,
}

/// Equally many units of all sides (or, at the end, of some sides only).
#[derive(Debug, Default)]
pub struct PairBlock {
    /// The gold units.
    pub gold: Block,
    /// The units of each system.
    pub systems: Vec<Block>,
    /// The number of the block, from 0.
    pub(crate) number: u64,
    /// The number of the first pair, from 0.
    pub first_pair: u64,
}

impl PairBlock {
    /// The number of pairs of the system that has most.
    pub(crate) fn len(&self) -> usize {
        let systems = self.systems.iter().map(|system| system.extents().len());
        systems.chain([self.gold.extents().len()]).max().unwrap_or(0)
    }
}

/// The outcome of [`PairReader::next`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The block was filled.
    Block,
    /// Nothing is left.
    End,
    /// Gold and a system do not have the same number of units.
    Uneven(Uneven),
}

/// Gold and a system do not have the same number of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uneven {
    /// The position of the system.
    pub(crate) at: usize,
    /// The name of the gold file.
    pub gold_name: String,
    /// The number of units in it.
    pub gold: u64,
    /// The name of the system file.
    pub system_name: String,
    /// The number of units in it.
    pub system: u64,
    /// The number of pairs before these two files.
    pub pairs_before: u64,
}

/// Reads gold and any number of systems in step. If gold and a system consist of several files, and equally
/// many, the files are paired too, so that a missing tree is reported for the right file.
pub struct PairReader {
    gold: Box<dyn SideSource>,
    systems: Vec<System>,
    unmatched: Unmatched,
    limit: u64,
    pairs: u64,
    blocks: u64,
    /// The number of the current gold document, and the number of pairs before it.
    current: (usize, u64),
}

/// One system.
struct System {
    source: Box<dyn SideSource>,
    /// True if its files are paired with the gold files one to one.
    has_paired_documents: bool,
}

impl PairReader {
    /// Pairs gold with each system.
    pub fn new(gold: Box<dyn SideSource>, systems: Vec<Box<dyn SideSource>>, unmatched: Unmatched) -> Self {
        let documents = gold.names().1.len();
        let is_paired = |source: &dyn SideSource| {
            unmatched == Unmatched::Stop && documents > 1 && documents == source.names().1.len()
        };
        let system =
            |source: Box<dyn SideSource>| System { has_paired_documents: is_paired(&*source), source };
        let systems = systems.into_iter().map(system).collect();
        Self { gold, systems, unmatched, limit: u64::MAX, pairs: 0, blocks: 0, current: (0, 0) }
    }

    /// Stops after this many pairs.
    #[must_use]
    pub fn with_limit(mut self, pairs: u64) -> Self {
        self.limit = pairs;
        self
    }

    /// The number of bytes read so far on all sides, after decompression.
    pub(crate) fn bytes_read(&self) -> u64 {
        self.gold.bytes_read() + self.systems.iter().map(|system| system.source.bytes_read()).sum::<u64>()
    }

    /// Fills `block` with the next pairs.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn next(&mut self, block: &mut PairBlock) -> Result<Next, OpenError> {
        if self.pairs >= self.limit {
            return Ok(Next::End);
        }
        self.gold.fill()?;
        for system in &mut self.systems {
            system.source.fill()?;
        }
        let gold = self.gold.ready();
        if let Some(at) = self.systems.iter().position(|system| self.is_uneven(system)) {
            return self.count_uneven(at).map(Next::Uneven);
        }
        let systems = self.systems.iter().map(|system| system.source.ready());
        // When one side ends, the others go on, unless that is an error, which was reported above.
        let Some(count) = systems.chain([gold]).filter(|&ready| ready > 0).min() else {
            return Ok(Next::End);
        };
        let count = count.min((self.limit - self.pairs) as usize);
        if self.current.0 != self.gold.document() {
            self.current = (self.gold.document(), self.pairs);
        }
        self.gold.take(count.min(gold), &mut block.gold);
        block.systems.resize_with(self.systems.len(), Block::default);
        for (system, block) in self.systems.iter_mut().zip(&mut block.systems) {
            system.source.take(count.min(system.source.ready()), block);
        }
        block.number = self.blocks;
        block.first_pair = self.pairs;
        self.blocks += 1;
        self.pairs += count as u64;
        Ok(Next::Block)
    }

    /// True if gold or this system has surplus units and that is an error.
    fn is_uneven(&self, system: &System) -> bool {
        let (gold, ready) = (self.gold.ready(), system.source.ready());
        let has_other_file = gold > 0 && ready > 0 && self.gold.document() != system.source.document();
        self.unmatched == Unmatched::Stop
            && ((gold == 0) != (ready == 0) || (system.has_paired_documents && has_other_file))
    }

    /// Counts the units of both sides for the report.
    fn count_uneven(&mut self, at: usize) -> Result<Uneven, OpenError> {
        let (gold, System { source, has_paired_documents }) = (&mut self.gold, &mut self.systems[at]);
        let document = has_paired_documents.then(|| gold.document().min(source.document()));
        let before = match document {
            None => 0,
            Some(document) if self.current.0 == document => self.current.1,
            Some(_) => self.pairs,
        };
        let here = self.pairs - before;
        let (gold_units, system_units) =
            (here + gold.count_rest(document)?, here + source.count_rest(document)?);
        let name = |(name, documents): (&str, Vec<&str>)| {
            document.and_then(|at| documents.get(at).copied()).unwrap_or(name).to_owned()
        };
        Ok(Uneven {
            at,
            gold_name: name(gold.names()),
            gold: gold_units,
            system_name: name(source.names()),
            system: system_units,
            pairs_before: before,
        })
    }
}
