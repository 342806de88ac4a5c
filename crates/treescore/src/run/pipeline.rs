//! A single recipe and a single system: one pair from bytes to a measurable pair, or to its counts.

use super::lens::{Both, Forest, Lens};
use crate::measure::{BracketCounts, BracketScratch, Pair};
use crate::prepare::{PreparedDifference, Recipe};
use crate::read::{Dialect, Difference, PairBlock, Scanner, Syntax};
use crate::read::{UnitReader, UnitTree};

/// Reads, prepares and aligns pairs of trees over the same words. Buffers are reused: a warm pipeline
/// allocates nothing.
#[derive(Clone, Debug)]
pub struct Pipeline {
    units: UnitReader,
    scanners: [Scanner; 2],
    /// True if the system's scanner has begun the block: it need not if all trees are read as differences.
    is_system_begun: bool,
    gold: UnitTree,
    system: UnitTree,
    lens: Lens,
    difference: (Difference, PreparedDifference),
    scratch: BracketScratch,
}

impl Pipeline {
    /// Creates a pipeline with this recipe and this dialect for odd spacing.
    pub fn new(recipe: Recipe, dialect: Dialect) -> Self {
        Self {
            units: UnitReader::new(Syntax::Trees, dialect).noting_pieces(),
            scanners: [Scanner::new(), Scanner::new()],
            is_system_begun: false,
            gold: UnitTree::default(),
            system: UnitTree::default(),
            lens: Lens::of_words(recipe),
            difference: Default::default(),
            scratch: BracketScratch::default(),
        }
    }

    /// Starts a new block of gold and the first system.
    pub fn begin(&mut self, block: &PairBlock) {
        self.scanners[0].begin(block.gold.padded());
        self.is_system_begun = false;
    }

    /// Makes a pair of unit `at` of the block; `None` unless both sides are trees with the same words.
    pub fn pair<'a>(&'a mut self, block: &'a PairBlock, at: usize) -> Option<Pair<'a>> {
        self.read_gold(block, at)?;
        self.read_system(block, at)
    }

    /// Counts the brackets of unit `at` of the block, and the length of the gold sentence; `None` unless both sides are
    /// trees with the same words.
    pub fn count(&mut self, block: &PairBlock, at: usize) -> Option<(BracketCounts, u32)> {
        self.read_gold(block, at)?;
        if let Some(counted) = self.count_difference(block, at) {
            return Some(counted);
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        let pair = self.read_system(block, at);
        let counted =
            pair.map(|pair| (BracketCounts::from_pair(&pair, &mut scratch), pair.gold.prepared.length()));
        self.scratch = scratch;
        counted
    }

    #[inline]
    fn read_gold(&mut self, block: &PairBlock, at: usize) -> Option<()> {
        self.lens.begin_gold();
        self.units.read(&self.scanners[0], &block.gold, at, &mut self.gold).ok()
    }

    /// Counts the system's tree by how it differs from gold. `None` if it has to be read as a whole.
    #[inline]
    fn count_difference(&mut self, block: &PairBlock, at: usize) -> Option<(BracketCounts, u32)> {
        let Self { units, gold, lens, difference: (difference, prepared), scratch, .. } = self;
        let system = block.systems.first()?;
        if !units.read_difference((&block.gold, at, gold), (system, at), difference) {
            return None;
        }
        let forest = Forest { arena: &gold.arena, text: block.gold.text() };
        let gold =
            lens.prepare_difference((forest, units.labels()), (difference, system.text()), prepared)?;
        Some((BracketCounts::from_difference(gold, prepared, scratch), gold.length()))
    }

    fn read_system<'a>(&'a mut self, block: &'a PairBlock, at: usize) -> Option<Pair<'a>> {
        let Self { units, scanners, is_system_begun, gold, system, lens, .. } = self;
        let system_block = block.systems.first()?;
        if !*is_system_begun {
            scanners[1].begin(system_block.padded());
            *is_system_begun = true;
        }
        units.read_like((&block.gold, at, gold), &scanners[1], (system_block, at), system).ok()?;
        let both = Both {
            gold: Forest { arena: &gold.arena, text: block.gold.text() },
            system: Forest { arena: &system.arena, text: system_block.text() },
            labels: units.labels(),
        };
        lens.pair(&both, 0, 0).ok().map(|located| located.pair)
    }
}
