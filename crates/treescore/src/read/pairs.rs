//! Gold and system in step.

use super::blocks::{Block, SideReader};
use super::error::OpenError;

/// What to do when one side has more units than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatched {
    /// Say how many there are on each side, and stop.
    Stop,
    /// Hand them out in blocks whose other side is empty.
    HandOut,
}

/// The same number of units of both sides (or, at the end, units of one side only).
#[derive(Debug, Default)]
pub struct PairBlock {
    /// The gold units.
    pub gold: Block,
    /// The system's units.
    pub system: Block,
    /// Number of the block, from 0.
    pub number: u64,
    /// Number of the first pair, from 0.
    pub first_pair: u64,
}

/// How a call to [`PairReader::next`] ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The block was filled.
    Block,
    /// Nothing is left.
    End,
    /// One side has more units than the other.
    Uneven(Uneven),
}

/// The two sides do not have the same number of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uneven {
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

/// Reads gold and system in step. Where both sides are several files, and equally many, the files are paired too, so that a
/// missing tree is found in the file it is missing from.
pub struct PairReader {
    gold: SideReader,
    system: SideReader,
    unmatched: Unmatched,
    limit: u64,
    pairs: u64,
    blocks: u64,
    /// Number of the current pair of documents, and the pairs read before it.
    current: (usize, u64),
}

impl PairReader {
    /// Pairs the two sides.
    pub fn new(gold: SideReader, system: SideReader, unmatched: Unmatched) -> Self {
        Self { gold, system, unmatched, limit: u64::MAX, pairs: 0, blocks: 0, current: (0, 0) }
    }

    /// Stops after this many pairs.
    #[must_use]
    pub fn with_limit(mut self, pairs: u64) -> Self {
        self.limit = pairs;
        self
    }

    /// Bytes read so far on both sides, after decompression.
    pub fn bytes_read(&self) -> u64 {
        self.gold.bytes_read() + self.system.bytes_read()
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
        self.system.fill()?;
        let (gold, system) = (self.gold.ready(), self.system.ready());
        let count = match gold.min(system) {
            0 if gold == system => return Ok(Next::End),
            0 if self.unmatched == Unmatched::HandOut => gold.max(system),
            0 => return self.uneven().map(Next::Uneven),
            _ if self.pairs_documents() && self.gold.document() != self.system.document() => {
                return self.uneven().map(Next::Uneven);
            }
            both => both,
        };
        let count = count.min((self.limit - self.pairs) as usize);
        if self.current.0 != self.gold.document() {
            self.current = (self.gold.document(), self.pairs);
        }
        self.gold.take(count.min(gold), &mut block.gold);
        self.system.take(count.min(system), &mut block.system);
        block.number = self.blocks;
        block.first_pair = self.pairs;
        self.blocks += 1;
        self.pairs += count as u64;
        Ok(Next::Block)
    }

    /// Are the files paired one to one?
    fn pairs_documents(&self) -> bool {
        let documents = self.gold.corpus().documents().len();
        self.unmatched == Unmatched::Stop
            && documents > 1
            && documents == self.system.corpus().documents().len()
    }

    fn uneven(&mut self) -> Result<Uneven, OpenError> {
        if self.pairs_documents() {
            return self.uneven_documents();
        }
        Ok(Uneven {
            gold: self.pairs + self.gold.count_rest(None)?,
            system: self.pairs + self.system.count_rest(None)?,
            gold_name: self.gold.corpus().name().to_owned(),
            system_name: self.system.corpus().name().to_owned(),
            pairs_before: 0,
        })
    }

    fn uneven_documents(&mut self) -> Result<Uneven, OpenError> {
        let document = self.gold.document().min(self.system.document());
        let before = if self.current.0 == document { self.current.1 } else { self.pairs };
        let here = self.pairs - before;
        Ok(Uneven {
            gold: here + self.gold.count_rest(Some(document))?,
            system: here + self.system.count_rest(Some(document))?,
            gold_name: self.gold.corpus().documents()[document].name.clone(),
            system_name: self.system.corpus().documents()[document].name.clone(),
            pairs_before: before,
        })
    }
}
