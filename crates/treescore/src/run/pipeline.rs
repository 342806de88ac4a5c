//! One pair from bytes to something a measure can take.

use crate::align;
use crate::measure::{Alone, Index, Pair, Side};
use crate::prepare::{self, Prepared, Recipe, Rules, prepare_pair};
use crate::read::{Block, Dialect, Fault, Landmark, Model, PairBlock, ReadError, Scanner};
use crate::refusal::Refusal;
use crate::tree::Arena;
use crate::tree::Which;

/// What the measure behind a pipeline asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// What the two sides must have in common.
    pub index: Index,
    /// Is a side without words no reason to refuse?
    pub takes_empty: bool,
}

impl Needs {
    /// The same words on both sides, and some of them.
    pub const WORDS: Self = Self { index: Index::Words, takes_empty: false };
}

/// Reads, prepares and aligns pairs; one per thread. All its buffers are reused, so a warm pipeline allocates nothing.
#[derive(Clone, Debug)]
pub struct Pipeline {
    scanner: Scanner,
    rules: Rules,
    dialect: Dialect,
    needs: Needs,
    gold: Arena,
    system: Arena,
    gold_prepared: Prepared,
    system_prepared: Prepared,
    /// How far lines and columns of the block are counted on each side, which only faults need.
    counted: [Option<Landmark>; 2],
}

impl Pipeline {
    /// A pipeline for this recipe.
    pub fn new(recipe: Recipe, dialect: Dialect, needs: Needs) -> Self {
        Self {
            scanner: Scanner::new(),
            rules: Rules::new(recipe),
            dialect,
            needs,
            gold: Arena::default(),
            system: Arena::default(),
            gold_prepared: Prepared::default(),
            system_prepared: Prepared::default(),
            counted: [None; 2],
        }
    }

    /// What the recipe says about the labels seen so far.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Looks at a new block.
    pub fn begin(&mut self, block: &PairBlock) {
        self.scanner.begin(Which::Gold, block.gold.padded());
        self.scanner.begin(Which::System, block.system.padded());
        self.counted = [None; 2];
    }

    /// Reads and prepares unit `at` of both sides, without comparing their words.
    ///
    /// # Errors
    /// The first fault, and whose it is.
    pub fn read(&mut self, block: &PairBlock, at: usize) -> Result<(), (Which, Fault)> {
        self.scan(Which::Gold, &block.gold, at)?;
        self.scan_system(block, at)?;
        self.rules.update(self.scanner.labels());
        let gold =
            prepare::Side { arena: &self.gold, text: block.gold.text(), prepared: &mut self.gold_prepared };
        let system = prepare::Side {
            arena: &self.system,
            text: block.system.text(),
            prepared: &mut self.system_prepared,
        };
        prepare_pair(gold, system, &self.rules);
        Ok(())
    }

    fn scan(&mut self, which: Which, block: &Block, at: usize) -> Result<(), (Which, Fault)> {
        let arena = match which {
            Which::Gold => &mut self.gold,
            Which::System => &mut self.system,
        };
        self.scanner
            .scan(which, block.padded(), bounds(block, at), self.dialect, arena)
            .map_err(|fault| (which, fault))
    }

    /// Reads the system's side of a pair whose gold side was just read.
    fn scan_system(&mut self, block: &PairBlock, at: usize) -> Result<(), (Which, Fault)> {
        let model = Model { arena: &self.gold, text: block.gold.text(), extent: bounds(&block.gold, at) };
        let system = &block.system;
        self.scanner
            .scan_like(&model, system.padded(), bounds(system, at), self.dialect, &mut self.system)
            .map_err(|fault| (Which::System, fault))
    }

    /// The pair that was last read, with a common index found.
    ///
    /// # Errors
    /// The refusal that says why there is none.
    pub fn align<'a>(&'a self, block: &'a PairBlock) -> Result<Pair<'a>, Refusal> {
        if self.needs.index == Index::Words {
            let gold = (&self.gold, block.gold.text(), &self.gold_prepared);
            let system = (&self.system, block.system.text(), &self.system_prepared);
            align::by_words(gold, system, &self.rules)?;
        }
        let (gold, system) = (self.gold_side(block), self.system_side(block));
        Ok(Pair { gold, system, rules: &self.rules, labels: self.scanner.labels() })
    }

    fn gold_side<'a>(&'a self, block: &'a PairBlock) -> Side<'a> {
        Side { arena: &self.gold, text: block.gold.text(), prepared: &self.gold_prepared, times: None }
    }

    fn system_side<'a>(&'a self, block: &'a PairBlock) -> Side<'a> {
        Side { arena: &self.system, text: block.system.text(), prepared: &self.system_prepared, times: None }
    }

    /// Unit `at` of the block as a pair that can be measured.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn pair<'a>(&'a mut self, block: &'a PairBlock, at: usize) -> Result<Pair<'a>, Refusal> {
        for (which, side) in [(Which::Gold, &block.gold), (Which::System, &block.system)] {
            if at >= side.extents().len() {
                return Err(Refusal::NoPartner(which));
            }
        }
        if let Err((which, fault)) = self.read(block, at) {
            return Err(self.not_a_tree(which, fault, block, at));
        }
        for (which, arena) in [(Which::Gold, &self.gold), (Which::System, &self.system)] {
            if arena.words().is_empty() && !self.needs.takes_empty {
                return Err(Refusal::NoTree(which));
            }
        }
        self.align(block)
    }

    #[cold]
    fn not_a_tree(&mut self, which: Which, fault: Fault, block: &PairBlock, at: usize) -> Refusal {
        let (side, counted) = match which {
            Which::Gold => (&block.gold, &mut self.counted[0]),
            Which::System => (&block.system, &mut self.counted[1]),
        };
        let (start, end) = bounds(side, at);
        if side.text()[start..end].trim_ascii().is_empty() {
            return Refusal::NoTree(which); // a blank line
        }
        // Units are read in order, so that many faults together cost no more than one pass over the block.
        let known = counted.filter(|known| known.is_before(start)).unwrap_or(Landmark::first(side.first()));
        let known = known.moved(side.text(), start);
        *counted = Some(known);
        Refusal::NotATree(which, ReadError::new(fault, side.text(), known))
    }

    /// The gold side of unit `at`, read and prepared by itself: what a refused pair missed. `None` if there is no gold tree.
    pub fn gold_only<'a>(&'a mut self, block: &'a PairBlock, at: usize) -> Option<Alone<'a>> {
        if at >= block.gold.extents().len() || self.scan(Which::Gold, &block.gold, at).is_err() {
            return None;
        }
        self.rules.update(self.scanner.labels());
        self.gold_prepared.prepare(&self.gold, &self.rules);
        Some(Alone { side: self.gold_side(block), rules: &self.rules, labels: self.scanner.labels() })
    }

    /// Numbers that are equal for equal words: of the gold and of the system tree last read.
    pub fn word_hashes(&self, block: &PairBlock) -> (u64, u64) {
        (word_hash(&self.gold, block.gold.text()), word_hash(&self.system, block.system.text()))
    }
}

fn bounds(block: &Block, at: usize) -> (usize, usize) {
    let extent = &block.extents()[at];
    (extent.start as usize, extent.end as usize)
}

fn word_hash(arena: &Arena, text: &[u8]) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    for word in arena.words() {
        hasher.write(word.bytes(text));
        hasher.write_u8(b' ');
    }
    hasher.finish()
}
