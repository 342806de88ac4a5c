//! One pair from bytes to something a measure can take.

use super::aligned::{AlignedBlock, Alignment, GroupAt, TreePlace};
use super::spoken::{About, WordAligner};
use super::timed::{Intervals, TimedPair};
use super::units::{Unit, UnitReader, bounds};
use crate::align::text::{Cell, Kind};
use crate::align::{self, AlignedSide, Meeting};
use crate::measure::{Alone, Index, Pair, Side};
use crate::prepare::{self, Prepared, Recipe, Rules, prepare_pair};
use crate::read::{Block, Dialect, Fault, Landmark, PairBlock, ReadError, Syntax};
use crate::align::Refusal;
use crate::tree::{Arena, Which};

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
    /// How texts were aligned, if they were.
    pub alignment: Option<Alignment>,
}

impl Needs {
    /// The same words on both sides, and some of them.
    pub const WORDS: Self =
        Self { index: Index::Words, takes_empty: false, syntax: Syntax::Trees, times: None, alignment: None };
}

/// Reads, prepares and aligns pairs; one per thread. All its buffers are reused, so a warm pipeline allocates nothing.
#[derive(Clone, Debug)]
pub struct Pipeline {
    units: UnitReader,
    rules: Rules,
    needs: Needs,
    gold: Unit,
    system: Unit,
    gold_prepared: Prepared,
    system_prepared: Prepared,
    /// One tree of a group.
    one: Unit,
    meeting: Meeting,
    words: Option<WordAligner>,
    /// Words of the trees last read, up to the end of each tree, on each side.
    ends: [Vec<u32>; 2],
    /// The cells of a group in which each word has its partner.
    plain_cells: Vec<Cell>,
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
        let units = UnitReader::new(needs.syntax.clone(), dialect);
        Self {
            units: if needs.alignment.is_some() { units.taking_bare_words() } else { units },
            rules: match &needs.alignment {
                Some(alignment) => alignment.rules(recipe, &needs.syntax),
                None => Rules::of(recipe, &needs.syntax),
            },
            words: match &needs.alignment {
                Some(Alignment::Words(alignment)) => Some(WordAligner::new(alignment.clone())),
                _ => None,
            },
            ends: [Vec::new(), Vec::new()],
            needs,
            gold: Unit::default(),
            system: Unit::default(),
            gold_prepared: Prepared::default(),
            system_prepared: Prepared::default(),
            one: Unit::default(),
            meeting: Meeting::default(),
            plain_cells: Vec::new(),
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
        self.units.begin(Which::Gold, &block.gold);
        self.units.begin(Which::System, &block.system);
        self.counted = [None; 2];
    }

    /// Reads and prepares unit `at` of both sides, without comparing their words.
    ///
    /// # Errors
    /// The first fault, and whose it is.
    pub fn read(&mut self, block: &PairBlock, at: usize) -> Result<(), (Which, Fault)> {
        let Self { units, gold, system, .. } = self;
        units.read(Which::Gold, &block.gold, at, gold).map_err(|fault| (Which::Gold, fault))?;
        units
            .read_like((&block.gold, at, gold), (&block.system, at), system)
            .map_err(|fault| (Which::System, fault))?;
        if self.needs.index == Index::Intervals {
            self.gold.arena.make_words_of_leaves();
            self.system.arena.make_words_of_leaves();
        }
        self.prepare(&block.gold, &block.system);
        Ok(())
    }

    /// Prepares what was last read on both sides.
    fn prepare(&mut self, gold: &Block, system: &Block) {
        self.rules.update(self.units.labels());
        let gold = prepare::Side {
            arena: &self.gold.arena,
            text: self.units.text(gold, &self.gold),
            prepared: &mut self.gold_prepared,
        };
        let system = prepare::Side {
            arena: &self.system.arena,
            text: self.units.text(system, &self.system),
            prepared: &mut self.system_prepared,
        };
        prepare_pair(gold, system, &self.rules);
    }

    /// The pair that was last read, with a common index found.
    ///
    /// # Errors
    /// The refusal that says why there is none.
    pub fn align<'a>(&'a mut self, block: &'a PairBlock, at: usize) -> Result<Pair<'a>, Refusal> {
        if self.needs.times.is_some() {
            self.find_times(block, at)?;
        }
        if self.words.is_some() {
            for (ends, side) in self.ends.iter_mut().zip([&self.gold, &self.system]) {
                ends.clear();
                ends.push(side.arena.words().len() as u32);
            }
            return self.meet_words(&block.gold, &block.system, block.gold.document);
        }
        self.by_words(&block.gold, &block.system)?;
        Ok(self.both(&block.gold, &block.system, None))
    }

    /// The trees that were last read and prepared, with the words of speech aligned.
    fn meet_words<'a>(
        &'a mut self,
        gold: &'a Block,
        system: &'a Block,
        document: usize,
    ) -> Result<Pair<'a>, Refusal> {
        let (Some(alignment), Some(words)) = (&self.needs.alignment, &mut self.words) else {
            return Ok(self.both(gold, system, None));
        };
        let ours = AlignedSide {
            arena: &self.gold.arena,
            text: self.units.text(gold, &self.gold),
            prepared: &mut self.gold_prepared,
        };
        let theirs = AlignedSide {
            arena: &self.system.arena,
            text: self.units.text(system, &self.system),
            prepared: &mut self.system_prepared,
        };
        let ends = [&self.ends[0][..], &self.ends[1][..]];
        let about = About { document, ends, times: self.needs.times.as_ref().map(|_| &self.times) };
        let errors = words.meet((&ours, &theirs), &about, &self.rules, &mut self.meeting)?;
        if self.needs.index == Index::Words {
            self.meeting.reindex(&mut self.gold_prepared, &mut self.system_prepared, alignment.one_sided());
        } else {
            self.meeting.find_positions(&ours, &theirs, words.normaliser());
        }
        Ok(Pair { errors: Some(errors), ..self.over_meeting(gold, system) })
    }

    /// The trees that were last read, over the index that their meeting is.
    fn over_meeting<'a>(&'a self, gold: &'a Block, system: &'a Block) -> Pair<'a> {
        let pair = self.both(gold, system, Some(&self.meeting));
        if self.needs.index != Index::Intervals {
            return pair;
        }
        Pair {
            gold: Side { positions: Some(self.meeting.gold_positions()), ..pair.gold },
            system: Side { positions: Some(self.meeting.system_positions()), ..pair.system },
            ..pair
        }
    }

    /// Are the words of both sides the same, if they have to be?
    fn by_words(&self, gold: &Block, system: &Block) -> Result<(), Refusal> {
        if self.needs.index != Index::Words {
            return Ok(());
        }
        let (gold, system) = (self.gold_side(gold), self.system_side(system));
        align::by_words(
            (gold.arena, gold.text, gold.prepared),
            (system.arena, system.text, system.prepared),
            &self.rules,
        )
    }

    fn both<'a>(&'a self, gold: &'a Block, system: &'a Block, meeting: Option<&'a Meeting>) -> Pair<'a> {
        let (gold, system) = (self.gold_side(gold), self.system_side(system));
        Pair { gold, system, rules: &self.rules, labels: self.units.labels(), meeting, errors: None }
    }

    /// Looks up the times of the pair that was last read.
    fn find_times(&mut self, block: &PairBlock, at: usize) -> Result<(), Refusal> {
        let Some(timed) = &self.needs.times else { return Ok(()) };
        let tree = block.first_pair + at as u64;
        let (mut found_times, mut utterance) =
            (std::mem::take(&mut self.times), std::mem::take(&mut self.utterance));
        let sides = (&self.gold_side(&block.gold), &self.system_side(&block.system));
        let found = timed.find(tree, sides, &mut found_times, &mut utterance);
        (self.times, self.utterance) = (found_times, utterance);
        self.has_other_words = found?;
        Ok(())
    }

    fn gold_side<'a>(&'a self, block: &'a Block) -> Side<'a> {
        Side {
            arena: &self.gold.arena,
            text: self.units.text(block, &self.gold),
            prepared: &self.gold_prepared,
            times: self.needs.times.as_ref().map(|_| &self.times.0[..]),
            positions: None,
            has_other_words: self.has_other_words[0],
            utterance: self.needs.times.as_ref().map(|_| &self.utterance[..]),
        }
    }

    fn system_side<'a>(&'a self, block: &'a Block) -> Side<'a> {
        Side {
            arena: &self.system.arena,
            text: self.units.text(block, &self.system),
            prepared: &self.system_prepared,
            times: self.needs.times.as_ref().map(|_| &self.times.1[..]),
            positions: None,
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
        for (which, arena) in [(Which::Gold, &self.gold.arena), (Which::System, &self.system.arena)] {
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
        if at >= block.gold.extents().len()
            || self.units.read(Which::Gold, &block.gold, at, &mut self.gold).is_err()
        {
            return None;
        }
        if self.needs.index == Index::Intervals {
            self.gold.arena.make_words_of_leaves();
        }
        Some(self.gold_alone(&block.gold))
    }

    /// The gold side that was last read, prepared by itself.
    fn gold_alone<'a>(&'a mut self, block: &'a Block) -> Alone<'a> {
        self.rules.update(self.units.labels());
        self.gold_prepared.prepare(&self.gold.arena, &self.rules);
        self.times.0.clear();
        Alone { side: self.gold_side(block), rules: &self.rules, labels: self.units.labels() }
    }

    /// Numbers that are equal for equal words: of the gold and of the system tree last read.
    pub fn word_hashes(&self, block: &PairBlock) -> (u64, u64) {
        let (gold, system) = (self.gold_side(&block.gold), self.system_side(&block.system));
        (word_hash(gold.arena, gold.text), word_hash(system.arena, system.text))
    }

    /// Looks at a new block of groups.
    pub fn begin_groups(&mut self, block: &AlignedBlock) {
        self.units.begin(Which::Gold, &block.gold);
        self.units.begin(Which::System, &block.system);
    }

    /// A group of trees as a pair that can be measured: each side is one forest, over the index that alignment found.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn group<'a>(&'a mut self, block: &'a AlignedBlock, group: &GroupAt) -> Result<Pair<'a>, Refusal> {
        self.read_group(block, group);
        let (gold, system) = (&block.gold, &block.system);
        if self.words.is_some() {
            self.prepare(gold, system);
            if self.needs.times.is_some() {
                self.find_group_times(block, group)?;
            }
            return self.meet_words(gold, system, group.document);
        }
        if self.needs.index == Index::Free || group.is_plain {
            self.prepare(gold, system);
            // What can be scored word by word is scored word by word: alignment changes nothing there.
            if self.by_words(gold, system).is_ok() {
                return Ok(self.both(gold, system, None));
            }
        }
        self.meet(block, group);
        Ok(self.over_meeting(gold, system))
    }

    /// Looks up the times of a group that was read and prepared.
    fn find_group_times(&mut self, block: &AlignedBlock, group: &GroupAt) -> Result<(), Refusal> {
        let Some(timed) = &self.needs.times else { return Ok(()) };
        let mut found = std::mem::take(&mut self.times);
        let (gold, system) = (self.gold_side(&block.gold), self.system_side(&block.system));
        let trees = |places: &[TreePlace], ends: &[u32]| -> Vec<(u64, u32)> {
            places.iter().map(|place| place.number - 1).zip(ends.iter().copied()).collect()
        };
        let ours = trees(&block.gold_places[group.gold.clone()], &self.ends[0]);
        let theirs = trees(&block.system_places[group.system.clone()], &self.ends[1]);
        let others = timed.find_all((&gold, &ours), (&system, &theirs), &mut found);
        self.times = found;
        self.has_other_words = others?;
        Ok(())
    }

    /// The gold side of the group that was last read, prepared by itself.
    pub fn gold_of_group<'a>(&'a mut self, block: &'a AlignedBlock) -> Alone<'a> {
        self.gold_alone(&block.gold)
    }

    /// Finds out where the words of a group that was read meet.
    fn meet(&mut self, block: &AlignedBlock, group: &GroupAt) {
        let Some(Alignment::Text(alignment)) = &self.needs.alignment else { return };
        self.rules.update(self.units.labels());
        let cells = if group.is_plain {
            self.plain_cells.clear();
            let same = Cell { gold: 1, system: 1, kind: Kind::Same };
            self.plain_cells.resize(group.text.gold_words as usize, same);
            &self.plain_cells[..]
        } else {
            &block.cells[group.cells.clone()]
        };
        let mut gold = AlignedSide {
            arena: &self.gold.arena,
            text: self.units.text(&block.gold, &self.gold),
            prepared: &mut self.gold_prepared,
        };
        let mut system = AlignedSide {
            arena: &self.system.arena,
            text: self.units.text(&block.system, &self.system),
            prepared: &mut self.system_prepared,
        };
        self.meeting.prepare(&mut gold, &mut system, cells, &self.rules, &alignment.tables.normaliser);
        if self.needs.index == Index::Words {
            self.meeting.reindex(&mut self.gold_prepared, &mut self.system_prepared, alignment.one_sided);
        } else {
            self.meeting.find_positions(&gold, &system, &alignment.tables.normaliser);
        }
    }

    /// Reads the trees of a group, each side as one forest.
    fn read_group(&mut self, block: &AlignedBlock, group: &GroupAt) {
        let Self { units, gold, system, one, ends, .. } = self;
        let (ours, theirs) = (group.gold.start, group.system.start);
        if group.is_plain
            && units.read(Which::Gold, &block.gold, ours, gold).is_ok()
            && units.read_like((&block.gold, ours, gold), (&block.system, theirs), system).is_ok()
        {
            return;
        }
        let sides = [
            (Which::Gold, &block.gold, &group.gold, gold),
            (Which::System, &block.system, &group.system, system),
        ];
        for ((which, block, trees, forest), ends) in sides.into_iter().zip(ends) {
            forest.arena.clear();
            ends.clear();
            for at in trees.clone() {
                // It was read before, when it was aligned; if it were not a tree, it would not be here.
                if units.read(which, block, at, one).is_ok() {
                    forest.arena.append(&one.arena);
                }
                ends.push(forest.arena.words().len() as u32);
            }
        }
    }
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
