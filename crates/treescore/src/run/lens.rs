//! Lenses: a recipe and a common index, applied to pairs of trees.
//!
//! Setups share a recipe and an index rather than a measure. A lens therefore prepares a pair once for all
//! measures with the same recipe and index, and gold once for all systems.

use std::sync::Arc;

use super::differing::side_words;
use super::gate::Gate;
use super::spoken::{PairContext, WordAligner};
use super::survey::TimesSurvey;
use super::timed::{Intervals, TimedPair};
use crate::align::cause::SideWords;
use crate::align::text::{Cell, Kind, Normaliser, TextCounts};
use crate::align::{self, AlignedSide, CellIndex, Refusal, WordCounts};
use crate::measure::{AlignmentCounts, CommonIndex, Demands, Index, Pair, Side, Unpaired};
use crate::prepare::{self, Prepared, PreparedDifference, Recipe, Rules, WordSets, prepare_partner};
use crate::read::Difference;

use crate::read::columns::WordColumns;
use crate::setup::Pairing;
use crate::tree::{Arena, Label, Labels, Which};
use crate::values::Meter;

/// A tree, or the trees of a group as one forest, with the text of its words.
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

/// A pair that can be measured, with the utterance of its times.
pub(crate) struct Located<'a> {
    pub(crate) pair: Pair<'a>,
    /// The utterance that the times are from.
    pub(crate) utterance: Option<&'a str>,
    /// The aligner of its words, if words of speech were aligned.
    pub(super) words: Option<&'a WordAligner>,
}

/// For gold and system, the trees of a group: the number of each tree, from 0, and the number of words up to
/// its end.
pub(crate) type TreeEnds<'a> = [&'a [(u64, u32)]; 2];

/// A recipe and a common index, applied to pairs; one for each thread. Setups that agree in both share a
/// lens, so that trees are prepared and words compared once. Buffers are reused.
#[derive(Clone, Debug)]
pub(crate) struct Lens {
    rules: Rules,
    index: Index,
    takes_empty: bool,
    pairing: Pairing,
    /// The times of each system's pairs. Empty without times.
    timed: Vec<TimedPair>,
    /// What was seen of them since the beginning of the block.
    seen: Vec<TimesSurvey>,
    gold: Prepared,
    system: Prepared,
    /// True if the prepared gold is that of the current gold tree, independent of any system.
    is_gold_ready: bool,
    leaves: Leaves,
    cell_index: CellIndex,
    words: Option<WordAligner>,
    /// The cells of a plain group: one word of each side in each cell.
    plain_cells: Vec<Cell>,
    times: Intervals,
    utterance: String,
    takes_gaps: bool,
    sets: WordSets,
}

impl Both<'_> {
    /// True if the words of some bracket are not one stretch.
    #[inline]
    pub(crate) fn is_discontinuous(&self) -> bool {
        self.gold.arena.is_discontinuous() || self.system.arena.is_discontinuous()
    }
}

/// The refusal of a pair by a measure that compares stretches of words.
pub(crate) fn refuse_gaps(both: &Both<'_>) -> Refusal {
    let sides = [(Which::Gold, both.gold.arena), (Which::System, both.system.arena)];
    let found = sides.into_iter().find_map(|(which, arena)| {
        let (node, stretches) = arena.gapped().next()?;
        let label = both.labels.name(arena.nodes()[node.index()].label).to_vec();
        Some(Refusal::Discontinuous { which, label, words: (stretches[0].0 + 1, stretches[1].0 + 1) })
    });
    found.unwrap_or(Refusal::NoTree(Which::System))
}

/// Copies of trees without words, with their leaves turned into words.
#[derive(Clone, Debug, Default)]
struct Leaves {
    arenas: [Arena; 2],
    is_used: [bool; 2],
}

impl Leaves {
    /// Turns the leaves of a tree without words into words, for measures over intervals. A tree over
    /// stretches of sound has no words to write.
    fn find(&mut self, which: Which, arena: &Arena, index: Index) {
        let at = usize::from(which == Which::System);
        self.is_used[at] = index == Index::Intervals && arena.words().is_empty() && {
            self.arenas[at].copy_relabelled(arena, |label| label);
            self.arenas[at].make_words_of_leaves()
        };
    }

    /// The copy with leaves as words, or `original` if it has words.
    fn arena<'a>(&'a self, which: Which, original: &'a Arena) -> &'a Arena {
        let at = usize::from(which == Which::System);
        if self.is_used[at] { &self.arenas[at] } else { original }
    }
}

impl Lens {
    pub(crate) fn new(recipe: Recipe, demands: &Demands, pairing: &Pairing, timed: Vec<TimedPair>) -> Self {
        Self {
            rules: pairing.rules(recipe, &demands.syntax),
            index: demands.index,
            takes_empty: demands.takes_empty,
            words: pairing.words().map(|words| WordAligner::new(words.clone(), !timed.is_empty())),
            pairing: pairing.clone(),
            seen: vec![TimesSurvey::default(); timed.len()],
            timed,
            gold: Prepared::default(),
            system: Prepared::default(),
            is_gold_ready: false,
            leaves: Leaves::default(),
            cell_index: CellIndex::default(),
            plain_cells: Vec::new(),
            times: Intervals::default(),
            utterance: String::new(),
            takes_gaps: demands.takes_gaps && matches!(pairing, Pairing::InOrder),
            sets: WordSets::default(),
        }
    }

    /// Tells a meter how far long alignments are, and shares memory for them with other threads.
    pub(super) fn attach(&mut self, meter: &Meter, gate: &Arc<Gate>) {
        if let Some(words) = &mut self.words {
            words.attach(meter, gate);
        }
    }

    /// Creates a lens for trees over the same words, in order.
    pub(crate) fn of_words(recipe: Recipe) -> Self {
        Self::new(recipe, &Demands::default(), &Pairing::InOrder, Vec::new())
    }

    /// The rules of the recipe for the labels seen so far.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The numbers of brackets of gold and system that count in the last pair.
    pub(crate) fn brackets(&self) -> (u32, u32) {
        (self.gold.brackets(), self.system.brackets())
    }

    /// What was seen of word times since it was asked last, for each system. Empty without times.
    pub(super) fn take_seen(&mut self) -> Vec<TimesSurvey> {
        let nothing = vec![TimesSurvey::default(); self.timed.len()];
        std::mem::replace(&mut self.seen, nothing)
    }

    /// The common index that its measures need.
    pub(crate) fn index(&self) -> Index {
        self.index
    }

    /// Announces a new gold tree.
    #[inline]
    pub(crate) fn begin_gold(&mut self) {
        self.is_gold_ready = false;
    }

    fn find_leaves(&mut self, which: Which, arena: &Arena) {
        self.leaves.find(which, arena, self.index);
    }

    /// Prepares both sides, and gold only once for all systems.
    fn prepare(&mut self, both: &Both<'_>) {
        self.rules.update(both.labels);
        if !self.is_gold_ready {
            self.find_leaves(Which::Gold, both.gold.arena);
            let arena = self.leaves.arena(Which::Gold, both.gold.arena);
            self.gold.prepare(arena, &self.rules);
        }
        self.find_leaves(Which::System, both.system.arena);
        let gold = prepare::SideToPrepare {
            arena: self.leaves.arena(Which::Gold, both.gold.arena),
            text: both.gold.text,
            prepared: &mut self.gold,
        };
        let system = prepare::SideToPrepare {
            arena: self.leaves.arena(Which::System, both.system.arena),
            text: both.system.text,
            prepared: &mut self.system,
        };
        self.is_gold_ready = !prepare_partner(gold, system, &self.rules);
    }

    /// Applies the recipe to a system's tree that was read as a difference from gold. `text` is the system's. `None` if this
    /// lens must see the tree itself.
    #[inline]
    pub(super) fn prepare_difference(
        &mut self,
        (gold, labels): (Forest<'_>, &Labels),
        difference: (&Difference, &[u8]),
        prepared: &mut PreparedDifference,
    ) -> Option<&Prepared> {
        if self.index != Index::Words || self.words.is_some() {
            return None;
        }
        self.rules.update(labels);
        if !self.is_gold_ready {
            self.gold.prepare(gold.arena, &self.rules);
            self.is_gold_ready = true;
        }
        prepared.prepare((gold.arena, gold.text, &self.gold), difference, &self.rules)?;
        Some(&self.gold)
    }

    fn arenas<'a>(&'a self, both: &Both<'a>) -> [&'a Arena; 2] {
        [self.leaves.arena(Which::Gold, both.gold.arena), self.leaves.arena(Which::System, both.system.arena)]
    }

    fn sides<'a>(&'a self, both: &Both<'a>) -> (Side<'a>, Side<'a>) {
        let [gold, system] = self.arenas(both);
        (
            Side { arena: gold, text: both.gold.text, prepared: &self.gold },
            Side { arena: system, text: both.system.text, prepared: &self.system },
        )
    }

    /// The words of both sides of the pair that was prepared last.
    pub(super) fn word_sides<'a>(&'a self, both: &Both<'a>) -> [SideWords<'a>; 2] {
        let is_trace =
            move |label: Label| self.rules.by_label().get(label.index()).is_some_and(|rule| rule.is_trace);
        [(both.gold, &self.gold), (both.system, &self.system)]
            .map(|(forest, prepared)| side_words(forest, prepared.kept(), both.labels, is_trace))
    }

    fn locate<'a>(&'a self, both: &Both<'a>, index: CommonIndex<'a>) -> Located<'a> {
        let (gold, system) = self.sides(both);
        let pair = Pair { gold, system, rules: &self.rules, labels: both.labels, index, alignment: None };
        Located { pair, utterance: None, words: self.words.as_ref() }
    }

    /// Makes a pair of tree `number` (from 0) of gold and of a system.
    ///
    /// # Errors
    /// If the pair is refused.
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
        if both.is_discontinuous() {
            self.place_gaps(both)?;
        }
        if self.index == Index::Words && self.words.is_none() {
            self.check_words(both)?;
            return Ok(self.locate(both, CommonIndex::Words));
        }
        self.pair_aligned(both, number, system)
    }

    /// Gives brackets whose words are not one stretch the spans of their sets.
    #[cold]
    fn place_gaps(&mut self, both: &Both<'_>) -> Result<(), Refusal> {
        if !self.takes_gaps {
            return Err(refuse_gaps(both));
        }
        self.is_gold_ready = false; // the sets are numbered for this pair
        self.sets.clear();
        for (arena, prepared) in [(both.gold.arena, &mut self.gold), (both.system.arena, &mut self.system)] {
            if arena.is_discontinuous() {
                prepared.place_gaps(arena, &self.rules, &mut self.sets);
            }
        }
        Ok(())
    }

    /// Makes a pair of the prepared trees by times or by word alignment, where the words need not be the
    /// same.
    fn pair_aligned<'a>(
        &'a mut self,
        both: &Both<'a>,
        number: u64,
        system: usize,
    ) -> Result<Located<'a>, Refusal> {
        let timed = self.timed.get(system).cloned();
        if let Some(timed) = &timed {
            let mut intervals = std::mem::take(&mut self.times);
            let mut utterance = std::mem::take(&mut self.utterance);
            let mut seen = std::mem::take(&mut self.seen[system]);
            let (gold, partner) = self.sides(both);
            let found = timed.find(number, (&gold, &partner), &mut intervals, &mut utterance, &mut seen);
            (self.times, self.utterance, self.seen[system]) = (intervals, utterance, seen);
            found?;
        }
        let counts = if self.words.is_some() {
            let ends = self.arenas(both).map(|arena| [(number, arena.words().len() as u32)]);
            Some(self.align_words(both, [&ends[0], &ends[1]], None)?)
        } else {
            None
        };
        let mut located = self.locate(both, self.common_index(counts.is_some()));
        located.pair.alignment = counts.map(AlignmentCounts::Words);
        located.utterance = timed.is_some().then_some(&self.utterance);
        Ok(located)
    }

    /// The common index of two sides whose words need not be the same.
    fn common_index(&self, are_aligned: bool) -> CommonIndex<'_> {
        match self.index {
            Index::Words => CommonIndex::Cells(&self.cell_index),
            Index::Intervals if !self.timed.is_empty() => {
                CommonIndex::Times { gold: &self.times.0, system: &self.times.1 }
            }
            Index::Intervals | Index::Cells if are_aligned => CommonIndex::Positions(&self.cell_index),
            Index::Intervals | Index::Cells | Index::Free => CommonIndex::Free,
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

    /// Aligns the words of speech in the prepared trees. `columns` is an alignment by another program.
    fn align_words(
        &mut self,
        both: &Both<'_>,
        ends: TreeEnds<'_>,
        columns: Option<&WordColumns>,
    ) -> Result<WordCounts, Refusal> {
        self.is_gold_ready = false; // alignment moves its brackets to another index
        let Self { words, cell_index, gold, system, leaves, .. } = self;
        let Some(words) = words else { return Ok(WordCounts::default()) };
        let gold_side = AlignedSide {
            arena: leaves.arena(Which::Gold, both.gold.arena),
            text: both.gold.text,
            prepared: gold,
        };
        let system_side = AlignedSide {
            arena: leaves.arena(Which::System, both.system.arena),
            text: both.system.text,
            prepared: system,
        };
        let context = PairContext { columns, ends, times: (!self.timed.is_empty()).then_some(&self.times) };
        let counts = words.align_pair((&gold_side, &system_side), &context, &self.rules, cell_index)?;
        if self.index == Index::Words {
            let one_sided = self.pairing.one_sided();
            cell_index.reindex(gold_side.prepared, system_side.prepared, one_sided);
        } else {
            cell_index.find_positions(&gold_side, &system_side, words.normaliser());
        }
        Ok(counts)
    }

    /// Makes a pair of a conversation side: all trees of two files.
    ///
    /// # Errors
    /// If the pair is refused.
    pub(crate) fn side<'a>(
        &'a mut self,
        both: &Both<'a>,
        system: usize,
        ends: TreeEnds<'_>,
        columns: Option<&WordColumns>,
    ) -> Result<Located<'a>, Refusal> {
        self.is_gold_ready = false;
        if both.is_discontinuous() {
            return Err(refuse_gaps(both));
        }
        self.prepare(both);
        if let Some(timed) = self.timed.get(system).cloned() {
            let mut times = std::mem::take(&mut self.times);
            let mut seen = std::mem::take(&mut self.seen[system]);
            let (gold, partner) = self.sides(both);
            let found = timed.find_all((&gold, ends[0]), (&partner, ends[1]), &mut times, &mut seen);
            (self.times, self.seen[system]) = (times, seen);
            found?;
        }
        let counts = self.align_words(both, ends, columns)?;
        let mut located = self.locate(both, self.common_index(true));
        located.pair.alignment = Some(AlignmentCounts::Words(counts));
        Ok(located)
    }

    /// Makes a pair of a group: trees that cover the same text, with their words in `cells`.
    pub(crate) fn group<'a>(
        &'a mut self,
        both: &Both<'a>,
        cells: &[Cell],
        is_plain: bool,
        text: &TextCounts,
    ) -> Located<'a> {
        self.is_gold_ready = false;
        // Words that are kept within their cells only need the cells even where all words are the same.
        let is_by_words = (self.index == Index::Free || is_plain && self.index != Index::Cells) && {
            self.prepare(both);
            // A pair that can be scored word by word is scored word by word, so that alignment never changes
            // the score of such a pair.
            self.index != Index::Words || self.check_words(both).is_ok()
        };
        let mut located = if is_by_words {
            let index = if self.index == Index::Words { CommonIndex::Words } else { CommonIndex::Free };
            self.locate(both, index)
        } else {
            self.index_cells(both, cells, is_plain, text);
            let index = match self.index {
                Index::Intervals | Index::Cells => CommonIndex::Positions(&self.cell_index),
                Index::Words | Index::Free => CommonIndex::Cells(&self.cell_index),
            };
            self.locate(both, index)
        };
        located.pair.alignment = Some(AlignmentCounts::Text(*text));
        located
    }

    /// Makes the cell index of a group, and moves brackets or words to cell positions.
    fn index_cells(&mut self, both: &Both<'_>, cells: &[Cell], is_plain: bool, text: &TextCounts) {
        self.is_gold_ready = false; // alignment moves its brackets to another index
        self.rules.update(both.labels);
        self.find_leaves(Which::Gold, both.gold.arena);
        self.find_leaves(Which::System, both.system.arena);
        if is_plain {
            self.plain_cells.clear();
            let same = Cell { gold: 1, system: 1, kind: Kind::Same };
            self.plain_cells.resize(text.gold_words as usize, same);
        }
        let Self { cell_index, gold, system, leaves, pairing, plain_cells, .. } = self;
        let cells = if is_plain { plain_cells } else { cells };
        let usual = Normaliser::none();
        let normaliser = pairing.text().map_or(&usual, |text| &text.tables.normaliser);
        let mut gold_side = AlignedSide {
            arena: leaves.arena(Which::Gold, both.gold.arena),
            text: both.gold.text,
            prepared: gold,
        };
        let mut system_side = AlignedSide {
            arena: leaves.arena(Which::System, both.system.arena),
            text: both.system.text,
            prepared: system,
        };
        cell_index.prepare(&mut gold_side, &mut system_side, cells, &self.rules, normaliser);
        if self.index == Index::Words {
            cell_index.reindex(gold_side.prepared, system_side.prepared, pairing.one_sided());
        } else {
            cell_index.find_positions(&gold_side, &system_side, normaliser);
        }
    }

    /// The gold side, prepared without a system, to count what a refused pair missed.
    pub(crate) fn unpaired<'a>(&'a mut self, gold: Forest<'a>, labels: &'a Labels) -> Unpaired<'a> {
        if !self.is_gold_ready {
            self.rules.update(labels);
            self.find_leaves(Which::Gold, gold.arena);
            let arena = self.leaves.arena(Which::Gold, gold.arena);
            self.gold.prepare(arena, &self.rules);
            self.is_gold_ready = true;
        }
        let arena = self.leaves.arena(Which::Gold, gold.arena);
        let side = Side { arena, text: gold.text, prepared: &self.gold };
        Unpaired { side, rules: &self.rules, labels }
    }

    /// Sets times for a single pair instead of a corpus.
    pub(crate) fn set_times(&mut self, gold: &[(f64, f64)], system: &[(f64, f64)]) {
        for (times, given) in [(&mut self.times.0, gold), (&mut self.times.1, system)] {
            times.clear();
            times.extend_from_slice(given);
        }
    }

    /// Makes a pair of two trees in memory, with the times [set](Self::set_times) for them if `has_times`.
    ///
    /// # Errors
    /// If the pair is refused.
    pub(crate) fn pair_in_memory<'a>(
        &'a mut self,
        both: &Both<'a>,
        has_times: bool,
    ) -> Result<Located<'a>, Refusal> {
        if !has_times || self.index != Index::Intervals {
            return self.pair(both, 0, 0);
        }
        self.prepare(both);
        // The given times are those of all words; measures need those of the counted words.
        let sides = [(&mut self.times.0, &self.gold), (&mut self.times.1, &self.system)];
        for (times, prepared) in sides {
            let all = std::mem::take(times);
            times.extend(prepared.kept().iter().filter_map(|&word| all.get(word as usize)));
        }
        let index = CommonIndex::Times { gold: &self.times.0, system: &self.times.1 };
        Ok(self.locate(both, index))
    }
}

/// Word alignments by another program, one for each conversation side.
pub type SideColumns = Arc<[WordColumns]>;
