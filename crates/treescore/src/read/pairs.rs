//! Gold and system in step.

use super::blocks::{Block, SideSource};
use super::error::OpenError;

/// What to do when one side has more units than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// Say how many there are on each side, and stop.
    Stop,
    /// Hand them out in blocks whose other side is empty.
    HandOut,
}

/// The same number of units of all sides (or, at the end, units of some sides only).
#[derive(Debug, Default)]
pub struct PairBlock {
    /// The gold units.
    pub gold: Block,
    /// The units of each system.
    pub systems: Vec<Block>,
    /// Number of the block, from 0.
    pub number: u64,
    /// Number of the first pair, from 0.
    pub first_pair: u64,
}

impl PairBlock {
    /// How many pairs there are of some system.
    pub fn len(&self) -> usize {
        let systems = self.systems.iter().map(|system| system.extents().len());
        systems.chain([self.gold.extents().len()]).max().unwrap_or(0)
    }

    /// Is there nothing in it?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How a call to [`PairReader::next`] ended.
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
    /// Which system, by its position.
    pub at: usize,
    /// Name of the gold file.
    pub gold_name: String,
    /// Units in it.
    pub gold: u64,
    /// Name of the system's file.
    pub system_name: String,
    /// Units in it.
    pub system: u64,
    /// Pairs read before these two files.
    pub pairs_before: u64,
}

/// Reads gold and any number of systems in step. Where gold and a system are several files, and equally many, the files are paired too, so
/// that a missing tree is found in the file it is missing from.
pub struct PairReader {
    gold: Box<dyn SideSource>,
    systems: Vec<System>,
    unmatched: Unmatched,
    limit: u64,
    pairs: u64,
    blocks: u64,
    /// Number of the current gold document, and the pairs read before it.
    current: (usize, u64),
}

/// One system.
struct System {
    source: Box<dyn SideSource>,
    /// Are its files paired with those of gold, one to one?
    pairs_documents: bool,
}

impl PairReader {
    /// Pairs gold with each system.
    pub fn new(gold: Box<dyn SideSource>, systems: Vec<Box<dyn SideSource>>, unmatched: Unmatched) -> Self {
        let documents = gold.names().1.len();
        let is_paired = |source: &dyn SideSource| {
            unmatched == Unmatched::Stop && documents > 1 && documents == source.names().1.len()
        };
        let system = |source: Box<dyn SideSource>| System { pairs_documents: is_paired(&*source), source };
        let systems = systems.into_iter().map(system).collect();
        Self { gold, systems, unmatched, limit: u64::MAX, pairs: 0, blocks: 0, current: (0, 0) }
    }

    /// Stops after this many pairs.
    #[must_use]
    pub fn with_limit(mut self, pairs: u64) -> Self {
        self.limit = pairs;
        self
    }

    /// Bytes read so far on all sides, after decompression.
    pub fn bytes_read(&self) -> u64 {
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
            return self.uneven(at).map(Next::Uneven);
        }
        let systems = self.systems.iter().map(|system| system.source.ready());
        // A side that has come to its end leaves the others to go on; unless that is an error, which was found above.
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

    /// Has gold or this system units that the other has not, where that must not be?
    fn is_uneven(&self, system: &System) -> bool {
        let (gold, ready) = (self.gold.ready(), system.source.ready());
        let has_other_file = gold > 0 && ready > 0 && self.gold.document() != system.source.document();
        self.unmatched == Unmatched::Stop
            && ((gold == 0) != (ready == 0) || (system.pairs_documents && has_other_file))
    }

    fn uneven(&mut self, at: usize) -> Result<Uneven, OpenError> {
        let (gold, System { source, pairs_documents }) = (&mut self.gold, &mut self.systems[at]);
        let document = pairs_documents.then(|| gold.document().min(source.document()));
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
