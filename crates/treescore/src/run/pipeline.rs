//! A single recipe and a single system: one pair from bytes to a measurable pair.

use super::lens::{Both, Forest, Lens};
use crate::measure::Pair;
use crate::prepare::Recipe;
use crate::read::{Dialect, PairBlock, Scanner, Syntax};
use crate::read::{UnitReader, UnitTree};

/// Reads, prepares and aligns pairs of trees over the same words. Buffers are reused: a warm pipeline
/// allocates nothing.
#[derive(Clone, Debug)]
pub struct Pipeline {
    units: UnitReader,
    scanners: [Scanner; 2],
    gold: UnitTree,
    system: UnitTree,
    lens: Lens,
}

impl Pipeline {
    /// Creates a pipeline with this recipe and this dialect for odd spacing.
    pub fn new(recipe: Recipe, dialect: Dialect) -> Self {
        Self {
            units: UnitReader::new(Syntax::Trees, dialect),
            scanners: [Scanner::new(), Scanner::new()],
            gold: UnitTree::default(),
            system: UnitTree::default(),
            lens: Lens::of_words(recipe),
        }
    }

    /// Starts a new block of gold and the first system.
    pub fn begin(&mut self, block: &PairBlock) {
        self.scanners[0].begin(block.gold.padded());
        if let Some(system) = block.systems.first() {
            self.scanners[1].begin(system.padded());
        }
    }

    /// Makes a pair of unit `at` of the block; `None` unless both sides are trees with the same words.
    pub fn pair<'a>(&'a mut self, block: &'a PairBlock, at: usize) -> Option<Pair<'a>> {
        let Self { units, scanners, gold, system, lens } = self;
        let system_block = block.systems.first()?;
        units.read(&scanners[0], &block.gold, at, gold).ok()?;
        units.read_like((&block.gold, at, gold), &scanners[1], (system_block, at), system).ok()?;
        let both = Both {
            gold: Forest { arena: &gold.arena, text: block.gold.text() },
            system: Forest { arena: &system.arena, text: system_block.text() },
            labels: units.labels(),
        };
        lens.begin_gold();
        lens.pair(&both, 0, 0).ok().map(|located| located.pair)
    }
}
