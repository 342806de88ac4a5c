//! A recipe at work: what it leaves of two trees, and what they have in common.

use std::sync::Arc;

use super::spoken::{PairContext, WordAligner};
use super::timed::{Intervals, TimedPair};
use crate::align::text::{Cell, Kind, Normaliser, TextCounts};
use crate::align::{self, AlignedSide, CellIndex, Refusal, WordCounts};
use crate::measure::{AlignmentCounts, CommonIndex, Demands, Index, Pair, Side, Unpaired};
use crate::prepare::{self, Prepared, Recipe, Rules, prepare_partner};

use crate::read::columns::WordColumns;
use crate::setup::Pairing;
use crate::tree::{Arena, Labels, Which};

/// A tree, or the trees of a group as one forest, and the text its words are slices of.
#[derive(Clone, Copy)]
pub(crate) struct Forest<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) text: &'a [u8],
}

/// Both sides of a pair, and the labels they share.
#[derive(Clone, Copy)]
pub(crate) struct Both<'a> {
    pub(crate) gold: Forest<'a>,
    pub(crate) system: Forest<'a>,
    pub(crate) labels: &'a Labels,
}

/// A pair that can be measured, and what is known of it besides.
pub(crate) struct Located<'a> {
    pub(crate) pair: Pair<'a>,
    /// The utterance its times are from.
    pub(crate) utterance: Option<&'a str>,
    /// Do the files of times have other words, on each side?
    pub(crate) has_other_words: [bool; 2],
}

/// The trees of a group, by their numbers from 0, each with the number of words up to its end, on both sides.
pub(crate) type TreeEnds<'a> = [&'a [(u64, u32)]; 2];

/// A recipe and an index at work on pairs; one per thread. Setups that agree in both share it, so that trees are prepared and words compared
/// once. Buffers are reused.
#[derive(Clone, Debug)]
pub(crate) struct Lens {
    rules: Rules,
    index: Index,
    takes_empty: bool,
    pairing: Pairing,
    /// Times of each system's pairs, if there are any.
    timed: Vec<TimedPair>,
    gold: Prepared,
    system: Prepared,
    /// Is gold prepared by itself, as it was last read?
    is_gold_ready: bool,
    /// Trees without words whose leaves were made words, of gold and system.
    leaves: [Arena; 2],
    has_leaves: [bool; 2],
    meeting: CellIndex,
    words: Option<WordAligner>,
    /// The cells of a group in which each word has its partner.
    plain_cells: Vec<Cell>,
    times: Intervals,
    utterance: String,
}

impl Lens {
    pub(crate) fn new(recipe: Recipe, demands: &Demands, pairing: &Pairing, timed: Vec<TimedPair>) -> Self {
        Self {
            rules: pairing.rules(recipe, &demands.syntax),
            index: demands.index,
            takes_empty: demands.takes_empty,
            words: pairing.words().map(|words| WordAligner::new(words.clone(), !timed.is_empty())),
            pairing: pairing.clone(),
            timed,
            gold: Prepared::default(),
            system: Prepared::default(),
            is_gold_ready: false,
            leaves: Default::default(),
            has_leaves: [false; 2],
            meeting: CellIndex::default(),
            plain_cells: Vec::new(),
            times: Intervals::default(),
            utterance: String::new(),
        }
    }

    /// A lens for trees over the same words, in order.
    pub(crate) fn of_words(recipe: Recipe) -> Self {
        Self::new(recipe, &Demands::default(), &Pairing::InOrder, Vec::new())
    }

    /// What the recipe says about the labels seen so far.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the measures behind it need of the two sides.
    pub(crate) fn index(&self) -> Index {
        self.index
    }

    /// A new gold tree was read.
    #[inline]
    pub(crate) fn begin_gold(&mut self) {
        self.is_gold_ready = false;
    }

    /// Trees without words whose leaves are taken for words, where a measure is over intervals: a tree over stretches of sound has no words
    /// to write.
    fn find_leaves(&mut self, which: Which, arena: &Arena) {
        let at = usize::from(which == Which::System);
        self.has_leaves[at] = self.index == Index::Intervals && arena.words().is_empty() && {
            self.leaves[at].copy_relabelled(arena, |label| label);
            self.leaves[at].make_words_of_leaves()
        };
    }

    /// Prepares both sides; gold only once for all systems.
    fn prepare(&mut self, both: &Both<'_>) {
        self.rules.update(both.labels);
        if !self.is_gold_ready {
            self.find_leaves(Which::Gold, both.gold.arena);
            let arena = if self.has_leaves[0] { &self.leaves[0] } else { both.gold.arena };
            self.gold.prepare(arena, &self.rules);
        }
        self.find_leaves(Which::System, both.system.arena);
        let [gold_leaves, system_leaves] = &self.leaves;
        let gold = prepare::SideToPrepare {
            arena: if self.has_leaves[0] { gold_leaves } else { both.gold.arena },
            text: both.gold.text,
            prepared: &mut self.gold,
        };
        let system = prepare::SideToPrepare {
            arena: if self.has_leaves[1] { system_leaves } else { both.system.arena },
            text: both.system.text,
            prepared: &mut self.system,
        };
        self.is_gold_ready = !prepare_partner(gold, system, &self.rules);
    }

    fn arenas<'a>(&'a self, both: &Both<'a>) -> [&'a Arena; 2] {
        [
            if self.has_leaves[0] { &self.leaves[0] } else { both.gold.arena },
            if self.has_leaves[1] { &self.leaves[1] } else { both.system.arena },
        ]
    }

    fn sides<'a>(&'a self, both: &Both<'a>) -> (Side<'a>, Side<'a>) {
        let [gold, system] = self.arenas(both);
        (
            Side { arena: gold, text: both.gold.text, prepared: &self.gold },
            Side { arena: system, text: both.system.text, prepared: &self.system },
        )
    }

    fn located<'a>(&'a self, both: &Both<'a>, index: CommonIndex<'a>) -> Located<'a> {
        let (gold, system) = self.sides(both);
        let pair = Pair { gold, system, rules: &self.rules, labels: both.labels, index, alignment: None };
        Located { pair, utterance: None, has_other_words: [false; 2] }
    }

    /// The pair of tree `number` (from 0) of gold and of a system.
    ///
    /// # Errors
    /// Why it cannot be measured.
    #[inline]
    pub(crate) fn pair<'a>(
        &'a mut self,
        both: &Both<'a>,
        number: u64,
        system: usize,
    ) -> Result<Located<'a>, Refusal> {
        self.prepare(both);
        if !self.takes_empty {
            let [gold, system] = self.arenas(both);
            for (which, arena) in [(Which::Gold, gold), (Which::System, system)] {
                if arena.words().is_empty() {
                    return Err(Refusal::NoTree(which));
                }
            }
        }
        if self.index == Index::Words && self.words.is_none() {
            self.check_words(both)?;
            return Ok(self.located(both, CommonIndex::Words));
        }
        self.pair_otherwise(both, number, system)
    }

    /// The pair that was prepared, whose words need not be the same.
    fn pair_otherwise<'a>(
        &'a mut self,
        both: &Both<'a>,
        number: u64,
        system: usize,
    ) -> Result<Located<'a>, Refusal> {
        let has_other_words = match self.timed.get(system).cloned() {
            Some(timed) => {
                let mut intervals = std::mem::take(&mut self.times);
                let mut utterance = std::mem::take(&mut self.utterance);
                let (gold, system) = self.sides(both);
                let found = timed.find(number, (&gold, &system), &mut intervals, &mut utterance);
                (self.times, self.utterance) = (intervals, utterance);
                Some(found?)
            }
            None => None,
        };
        let counts = if self.words.is_some() {
            let ends = self.arenas(both).map(|arena| [(number, arena.words().len() as u32)]);
            Some(self.align_words(both, [&ends[0], &ends[1]], None)?)
        } else {
            None
        };
        let mut located = self.located(both, self.index_of_words(counts.is_some()));
        located.pair.alignment = counts.map(AlignmentCounts::Words);
        if let Some(has_other_words) = has_other_words {
            located.utterance = Some(&self.utterance);
            located.has_other_words = has_other_words;
        }
        Ok(located)
    }

    /// What both sides have in common if their words are not the same.
    fn index_of_words(&self, are_aligned: bool) -> CommonIndex<'_> {
        match self.index {
            Index::Words => CommonIndex::Cells(&self.meeting),
            Index::Intervals if !self.timed.is_empty() => {
                CommonIndex::Times { gold: &self.times.0, system: &self.times.1 }
            }
            Index::Intervals if are_aligned => CommonIndex::Positions(&self.meeting),
            Index::Intervals | Index::Free => CommonIndex::Free,
        }
    }

    fn check_words(&self, both: &Both<'_>) -> Result<(), Refusal> {
        let (gold, system) = self.sides(both);
        align::by_words(
            (gold.arena, gold.text, gold.prepared),
            (system.arena, system.text, system.prepared),
            &self.rules,
        )
    }

    /// Aligns the words of speech of the trees that were prepared. `columns` are those of another program.
    fn align_words(
        &mut self,
        both: &Both<'_>,
        ends: TreeEnds<'_>,
        columns: Option<&WordColumns>,
    ) -> Result<WordCounts, Refusal> {
        self.is_gold_ready = false; // its brackets are put over another index
        let Self { words, meeting, gold, system, leaves, has_leaves, .. } = self;
        let Some(words) = words else { return Ok(WordCounts::default()) };
        let [gold_leaves, system_leaves] = &*leaves;
        let gold_side = AlignedSide {
            arena: if has_leaves[0] { gold_leaves } else { both.gold.arena },
            text: both.gold.text,
            prepared: gold,
        };
        let system_side = AlignedSide {
            arena: if has_leaves[1] { system_leaves } else { both.system.arena },
            text: both.system.text,
            prepared: system,
        };
        let context = PairContext { columns, ends, times: (!self.timed.is_empty()).then_some(&self.times) };
        let counts = words.meet((&gold_side, &system_side), &context, &self.rules, meeting)?;
        if self.index == Index::Words {
            let one_sided = self.pairing.one_sided();
            meeting.reindex(gold_side.prepared, system_side.prepared, one_sided);
        } else {
            meeting.find_positions(&gold_side, &system_side, words.normaliser());
        }
        Ok(counts)
    }

    /// A conversation side: all trees of two files.
    ///
    /// # Errors
    /// Why it cannot be measured.
    pub(crate) fn side<'a>(
        &'a mut self,
        both: &Both<'a>,
        system: usize,
        ends: TreeEnds<'_>,
        columns: Option<&WordColumns>,
    ) -> Result<Located<'a>, Refusal> {
        self.is_gold_ready = false;
        self.prepare(both);
        let mut has_other_words = [false; 2];
        if let Some(timed) = self.timed.get(system).cloned() {
            let mut times = std::mem::take(&mut self.times);
            let (gold, system) = self.sides(both);
            let found = timed.find_all((&gold, ends[0]), (&system, ends[1]), &mut times);
            self.times = times;
            has_other_words = found?;
        }
        let counts = self.align_words(both, ends, columns)?;
        let mut located = self.located(both, self.index_of_words(true));
        located.pair.alignment = Some(AlignmentCounts::Words(counts));
        Ok(Located { has_other_words, ..located })
    }

    /// A group of trees that cover the same text, whose words meet in `cells`.
    pub(crate) fn group<'a>(
        &'a mut self,
        both: &Both<'a>,
        cells: &[Cell],
        is_plain: bool,
        text: &TextCounts,
    ) -> Located<'a> {
        self.is_gold_ready = false;
        let is_by_words = (self.index == Index::Free || is_plain) && {
            self.prepare(both);
            // What can be scored word by word is scored word by word: alignment changes nothing there.
            self.index != Index::Words || self.check_words(both).is_ok()
        };
        let mut located = if is_by_words {
            let index = if self.index == Index::Words { CommonIndex::Words } else { CommonIndex::Free };
            self.located(both, index)
        } else {
            self.meet_text(both, cells, is_plain, text);
            let index = match self.index {
                Index::Intervals => CommonIndex::Positions(&self.meeting),
                Index::Words | Index::Free => CommonIndex::Cells(&self.meeting),
            };
            self.located(both, index)
        };
        located.pair.alignment = Some(AlignmentCounts::Text(*text));
        located
    }

    /// Finds out where the words of a group meet, and puts brackets or words there.
    fn meet_text(&mut self, both: &Both<'_>, cells: &[Cell], is_plain: bool, text: &TextCounts) {
        self.is_gold_ready = false; // its brackets are put over another index
        self.rules.update(both.labels);
        self.find_leaves(Which::Gold, both.gold.arena);
        self.find_leaves(Which::System, both.system.arena);
        if is_plain {
            self.plain_cells.clear();
            let same = Cell { gold: 1, system: 1, kind: Kind::Same };
            self.plain_cells.resize(text.gold_words as usize, same);
        }
        let Self { meeting, gold, system, leaves, has_leaves, pairing, plain_cells, .. } = self;
        let cells = if is_plain { plain_cells } else { cells };
        let usual = Normaliser::none();
        let normaliser = pairing.text().map_or(&usual, |text| &text.tables.normaliser);
        let [gold_leaves, system_leaves] = &*leaves;
        let mut gold_side = AlignedSide {
            arena: if has_leaves[0] { gold_leaves } else { both.gold.arena },
            text: both.gold.text,
            prepared: gold,
        };
        let mut system_side = AlignedSide {
            arena: if has_leaves[1] { system_leaves } else { both.system.arena },
            text: both.system.text,
            prepared: system,
        };
        meeting.prepare(&mut gold_side, &mut system_side, cells, &self.rules, normaliser);
        if self.index == Index::Words {
            meeting.reindex(gold_side.prepared, system_side.prepared, pairing.one_sided());
        } else {
            meeting.find_positions(&gold_side, &system_side, normaliser);
        }
    }

    /// The gold side, prepared by itself: what a refused pair missed.
    pub(crate) fn unpaired<'a>(&'a mut self, gold: Forest<'a>, labels: &'a Labels) -> Unpaired<'a> {
        if !self.is_gold_ready {
            self.rules.update(labels);
            self.find_leaves(Which::Gold, gold.arena);
            let arena = if self.has_leaves[0] { &self.leaves[0] } else { gold.arena };
            self.gold.prepare(arena, &self.rules);
            self.is_gold_ready = true;
        }
        let arena = if self.has_leaves[0] { &self.leaves[0] } else { gold.arena };
        let side = Side { arena, text: gold.text, prepared: &self.gold };
        Unpaired { side, rules: &self.rules, labels }
    }

    /// Takes over times that are given for single trees, not for a corpus.
    pub(crate) fn set_times(&mut self, gold: &[(f64, f64)], system: &[(f64, f64)]) {
        for (times, given) in [(&mut self.times.0, gold), (&mut self.times.1, system)] {
            times.clear();
            times.extend_from_slice(given);
        }
    }

    /// The pair of two trees with times that were [set](Self::set_times), or without any.
    ///
    /// # Errors
    /// Why it cannot be measured.
    pub(crate) fn pair_in_memory<'a>(
        &'a mut self,
        both: &Both<'a>,
        has_times: bool,
    ) -> Result<Located<'a>, Refusal> {
        if !has_times || self.index != Index::Intervals {
            return self.pair(both, 0, 0);
        }
        self.prepare(both);
        // Times are given for all words, and measures look at those that count.
        let sides = [(&mut self.times.0, &self.gold), (&mut self.times.1, &self.system)];
        for (times, prepared) in sides {
            let all = std::mem::take(times);
            times.extend(prepared.kept().iter().filter_map(|&word| all.get(word as usize)));
        }
        let index = CommonIndex::Times { gold: &self.times.0, system: &self.times.1 };
        Ok(self.located(both, index))
    }
}

/// Alignments of other programs, one for each conversation side.
pub type SideColumns = Arc<[WordColumns]>;
