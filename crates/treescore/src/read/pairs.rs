//! Gold and systems, read in step.

use std::sync::{Arc, Mutex, PoisonError};

use super::blocks::{Block, SideSource};
use super::error::OpenError;
use super::window::Position;
use crate::tree::Which;

/// The most pairs of a block. Its results grow with the number of its pairs, not with their bytes; without a limit,
/// a file of blank or faulty lines would take many times its own size.
const PAIRS_MAX: usize = 16 * 1024;

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
    /// True for systems that are read no further.
    pub(crate) is_out: Vec<bool>,
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
    /// The first unit without a partner: its side, the number of its document, and its position.
    pub surplus: Option<(Which, usize, Position)>,
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
    uneven: UnevenLog,
}

/// One system.
struct System {
    source: Box<dyn SideSource>,
    /// True if its files are paired with the gold files one to one.
    has_paired_documents: bool,
    /// Set once it turns out that its number of units is not that of gold, while other systems go on.
    out: Option<Out>,
}

/// A system that is read no further, and what is known so far.
struct Out {
    uneven: Uneven,
    /// The gold document that it does not fit; `None`: all.
    document: Option<usize>,
    /// True until all gold units of that document were counted.
    is_gold_open: bool,
}

/// Systems that were read no further because their numbers of units are not those of gold.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnevenLog(Arc<Mutex<Vec<Uneven>>>);

impl UnevenLog {
    /// The systems so far.
    pub(crate) fn take(&self) -> Vec<Uneven> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn push(&self, uneven: Uneven) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(uneven);
    }
}

impl PairReader {
    /// Pairs gold with each system.
    pub fn new(gold: Box<dyn SideSource>, systems: Vec<Box<dyn SideSource>>, unmatched: Unmatched) -> Self {
        let documents = gold.names().1.len();
        let is_paired = |source: &dyn SideSource| {
            unmatched == Unmatched::Stop && documents > 1 && documents == source.names().1.len()
        };
        let system = |source: Box<dyn SideSource>| System {
            has_paired_documents: is_paired(&*source),
            source,
            out: None,
        };
        let systems = systems.into_iter().map(system).collect();
        let uneven = UnevenLog::default();
        Self { gold, systems, unmatched, limit: u64::MAX, pairs: 0, blocks: 0, current: (0, 0), uneven }
    }

    /// The systems that are read no further; more may come while pairs are read.
    pub(crate) fn uneven(&self) -> UnevenLog {
        self.uneven.clone()
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
        for system in self.systems.iter_mut().filter(|system| system.out.is_none()) {
            system.source.fill()?;
        }
        if let Some(uneven) = self.leave_out()? {
            return Ok(Next::Uneven(uneven));
        }
        let gold = self.gold.ready();
        let running = self.systems.iter().filter(|system| system.out.is_none());
        // When one side ends, the others go on, unless that is an error, which was reported above.
        let ready = running.map(|system| system.source.ready()).chain([gold]);
        let Some(count) = ready.filter(|&ready| ready > 0).min() else {
            return Ok(Next::End);
        };
        let count = count.min((self.limit - self.pairs) as usize).min(PAIRS_MAX);
        if self.current.0 != self.gold.document() {
            self.current = (self.gold.document(), self.pairs);
        }
        self.gold.take(count.min(gold), &mut block.gold);
        block.systems.resize_with(self.systems.len(), Block::default);
        block.is_out.clear();
        for (system, block_of_system) in self.systems.iter_mut().zip(&mut block.systems) {
            block.is_out.push(system.out.is_some());
            match system.out {
                Some(_) => block_of_system.clear(),
                None => system.source.take(count.min(system.source.ready()), block_of_system),
            }
        }
        block.number = self.blocks;
        block.first_pair = self.pairs;
        self.blocks += 1;
        self.pairs += count as u64;
        Ok(Next::Block)
    }

    /// Leaves out systems whose units do not fit gold's. If none is left, returns how the last one does not
    /// fit.
    fn leave_out(&mut self) -> Result<Option<Uneven>, OpenError> {
        self.count_gold();
        while let Some(at) = self.systems.iter().position(|system| self.is_uneven(system)) {
            let running = self.systems.iter().filter(|system| system.out.is_none()).count();
            if running == 1 {
                return self.count_uneven(at).map(Some);
            }
            let System { source, has_paired_documents, .. } = &mut self.systems[at];
            let document = has_paired_documents.then(|| self.gold.document().min(source.document()));
            let before = match document {
                None => 0,
                Some(document) if self.current.0 == document => self.current.1,
                Some(_) => self.pairs,
            };
            let surplus = surplus(&*self.gold, &**source, document);
            let system = self.pairs - before + source.count_rest(document)?;
            let (gold_name, system_name) =
                (name(self.gold.names(), document), name(source.names(), document));
            let gold = self.pairs - before;
            let pairs_before = before;
            let uneven = Uneven { at, gold_name, gold, system_name, system, pairs_before, surplus };
            self.systems[at].out = Some(Out { uneven, document, is_gold_open: true });
            self.count_gold();
        }
        Ok(None)
    }

    /// Completes the numbers of gold units for systems that were left out in a document that is over.
    fn count_gold(&mut self) {
        let (is_over, document) = (self.gold.ready() == 0, self.gold.document());
        for out in self.systems.iter_mut().filter_map(|system| system.out.as_mut()) {
            if out.is_gold_open && (is_over || out.document.is_some_and(|its| its != document)) {
                out.is_gold_open = false;
                out.uneven.gold = self.pairs - out.uneven.pairs_before;
                self.uneven.push(out.uneven.clone());
            }
        }
    }

    /// True if gold or this system has surplus units and that is an error.
    fn is_uneven(&self, system: &System) -> bool {
        let (gold, ready) = (self.gold.ready(), system.source.ready());
        let has_other_file = gold > 0 && ready > 0 && self.gold.document() != system.source.document();
        self.unmatched == Unmatched::Stop
            && system.out.is_none()
            && ((gold == 0) != (ready == 0) || (system.has_paired_documents && has_other_file))
    }

    /// Counts the units of both sides for the report.
    fn count_uneven(&mut self, at: usize) -> Result<Uneven, OpenError> {
        let (gold, System { source, has_paired_documents, .. }) = (&mut self.gold, &mut self.systems[at]);
        let document = has_paired_documents.then(|| gold.document().min(source.document()));
        let before = match document {
            None => 0,
            Some(document) if self.current.0 == document => self.current.1,
            Some(_) => self.pairs,
        };
        let here = self.pairs - before;
        let surplus = surplus(&**gold, &**source, document);
        let (gold_units, system_units) =
            (here + gold.count_rest(document)?, here + source.count_rest(document)?);
        Ok(Uneven {
            at,
            gold_name: name(gold.names(), document),
            gold: gold_units,
            system_name: name(source.names(), document),
            system: system_units,
            pairs_before: before,
            surplus,
        })
    }
}

/// The first unit without a partner. With `document`, only units of that one have partners.
fn surplus(
    gold: &dyn SideSource,
    system: &dyn SideSource,
    document: Option<usize>,
) -> Option<(Which, usize, Position)> {
    [(Which::Gold, gold), (Which::System, system)].into_iter().find_map(|(which, side)| {
        let is_here = document.is_none_or(|document| side.document() == document);
        Some((which, side.document(), side.next_position().filter(|_| is_here)?))
    })
}

/// The name of a document, or of the side.
fn name((name, documents): (&str, Vec<&str>), document: Option<usize>) -> String {
    document.and_then(|at| documents.get(at).copied()).unwrap_or(name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::memory::{MemorySide, Units};
    use super::*;

    /// What a block results in grows with its pairs, so a block of tiny units has not too many of them.
    #[test]
    fn blocks_have_few_pairs_however_small_these_are() {
        let count = 2 * PAIRS_MAX + 5;
        let units: Arc<Units> = Arc::new(std::iter::repeat_n("", count).collect());
        let side = || Box::new(MemorySide::new(Arc::clone(&units), None));
        let mut reader = PairReader::new(side(), vec![side(), side()], Unmatched::Stop);
        let (mut block, mut lengths, mut firsts) = (PairBlock::default(), Vec::new(), Vec::new());
        while matches!(reader.next(&mut block), Ok(Next::Block)) {
            lengths.push(block.len());
            firsts.push(block.first_pair as usize);
        }
        assert_eq!(lengths, [PAIRS_MAX, PAIRS_MAX, 5]);
        assert_eq!(firsts, [0, PAIRS_MAX, 2 * PAIRS_MAX]);
    }
}
