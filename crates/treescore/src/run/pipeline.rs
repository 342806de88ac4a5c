//! One pair from bytes to something a measure can take.

use super::timed::{Intervals, TimedPair};
use crate::align;
use crate::measure::{Alone, Index, Pair, Side};
use crate::prepare::{self, Prepared, Recipe, Rules, prepare_pair};
use crate::read::{Block, Buffer, Dialect, Fault, Landmark, Model, PairBlock, ReadError, Scanner, Syntax};
use crate::refusal::Refusal;
use crate::tree::Arena;
use crate::tree::Which;

/// What the measure behind a pipeline asks for.
#[derive(Clone, Debug)]
pub struct Needs {
    /// What the two sides must have in common.
    pub index: Index,
    /// Is a side without words no reason to refuse?
    pub takes_empty: bool,
    /// How the trees are written.
    pub syntax: Syntax,
    /// When the words were spoken.
    pub times: Option<TimedPair>,
}

impl Needs {
    /// The same words on both sides, and some of them.
    pub const WORDS: Self =
        Self { index: Index::Words, takes_empty: false, syntax: Syntax::Trees, times: None };
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
    /// What readers of other syntax than trees need.
    gold_buffer: Buffer,
    system_buffer: Buffer,
    /// Times of the words that count.
    times: Intervals,
    /// The utterance they are from.
    utterance: String,
    /// Do the files of times have other words, on each side?
    has_other_words: [bool; 2],
    /// How far lines and columns of the block are counted on each side, which only faults need.
    counted: [Option<Landmark>; 2],
}

impl Pipeline {
    /// A pipeline for this recipe.
    pub fn new(recipe: Recipe, dialect: Dialect, needs: Needs) -> Self {
        let rules = Rules::new(recipe);
        Self {
            scanner: Scanner::new(),
            rules: if needs.syntax == Syntax::Json { rules.with_types_in_names() } else { rules },
            dialect,
            needs,
            gold: Arena::default(),
            system: Arena::default(),
            gold_prepared: Prepared::default(),
            system_prepared: Prepared::default(),
            gold_buffer: Buffer::default(),
            system_buffer: Buffer::default(),
            times: Intervals::default(),
            utterance: String::new(),
            has_other_words: [false; 2],
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
        if self.needs.syntax == Syntax::Trees {
            self.scan_system(block, at)?;
        } else {
            self.scan(Which::System, &block.system, at)?;
        }
        if self.needs.index == Index::Intervals {
            self.gold.make_words_of_leaves();
            self.system.make_words_of_leaves();
        }
        self.rules.update(self.scanner.labels());
        let syntax = &self.needs.syntax;
        let gold = prepare::Side {
            arena: &self.gold,
            text: syntax.text(block.gold.text(), &self.gold_buffer),
            prepared: &mut self.gold_prepared,
        };
        let system = prepare::Side {
            arena: &self.system,
            text: syntax.text(block.system.text(), &self.system_buffer),
            prepared: &mut self.system_prepared,
        };
        prepare_pair(gold, system, &self.rules);
        Ok(())
    }

    fn scan(&mut self, which: Which, block: &Block, at: usize) -> Result<(), (Which, Fault)> {
        let (arena, buffer) = match which {
            Which::Gold => (&mut self.gold, &mut self.gold_buffer),
            Which::System => (&mut self.system, &mut self.system_buffer),
        };
        let extent = bounds(block, at);
        let read = match &self.needs.syntax {
            Syntax::Trees => self.scanner.scan(which, block.padded(), extent, self.dialect, arena),
            other => other.read(block.text(), extent, self.scanner.labels_mut(), buffer, arena),
        };
        read.map_err(|fault| (which, fault))
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
    pub fn align<'a>(&'a mut self, block: &'a PairBlock, at: usize) -> Result<Pair<'a>, Refusal> {
        if self.needs.times.is_some() {
            self.find_times(block, at)?;
        }
        let (gold, system) = (self.gold_side(block), self.system_side(block));
        if self.needs.index == Index::Words {
            let words = |side: &Side<'a>| (side.arena, side.text, side.prepared);
            align::by_words(words(&gold), words(&system), &self.rules)?;
        }
        Ok(Pair { gold, system, rules: &self.rules, labels: self.scanner.labels() })
    }

    /// Looks up the times of the pair that was last read.
    fn find_times(&mut self, block: &PairBlock, at: usize) -> Result<(), Refusal> {
        let Some(timed) = &self.needs.times else { return Ok(()) };
        let tree = block.first_pair + at as u64;
        let (mut found_times, mut utterance) =
            (std::mem::take(&mut self.times), std::mem::take(&mut self.utterance));
        let sides = (&self.gold_side(block), &self.system_side(block));
        let found = timed.find(tree, sides, &mut found_times, &mut utterance);
        (self.times, self.utterance) = (found_times, utterance);
        self.has_other_words = found?;
        Ok(())
    }

    fn gold_side<'a>(&'a self, block: &'a PairBlock) -> Side<'a> {
        Side {
            arena: &self.gold,
            text: self.needs.syntax.text(block.gold.text(), &self.gold_buffer),
            prepared: &self.gold_prepared,
            times: self.needs.times.as_ref().map(|_| &self.times.0[..]),
            has_other_words: self.has_other_words[0],
            utterance: self.needs.times.as_ref().map(|_| &self.utterance[..]),
        }
    }

    fn system_side<'a>(&'a self, block: &'a PairBlock) -> Side<'a> {
        Side {
            arena: &self.system,
            text: self.needs.syntax.text(block.system.text(), &self.system_buffer),
            prepared: &self.system_prepared,
            times: self.needs.times.as_ref().map(|_| &self.times.1[..]),
            has_other_words: self.has_other_words[1],
            utterance: None,
        }
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
        self.align(block, at)
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
        if self.needs.index == Index::Intervals {
            self.gold.make_words_of_leaves();
        }
        self.rules.update(self.scanner.labels());
        self.gold_prepared.prepare(&self.gold, &self.rules);
        self.times.0.clear();
        Some(Alone { side: self.gold_side(block), rules: &self.rules, labels: self.scanner.labels() })
    }

    /// Numbers that are equal for equal words: of the gold and of the system tree last read.
    pub fn word_hashes(&self, block: &PairBlock) -> (u64, u64) {
        let (gold, system) = (self.gold_side(block), self.system_side(block));
        (word_hash(gold.arena, gold.text), word_hash(system.arena, system.text))
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
