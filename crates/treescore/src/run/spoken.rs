//! Alignment of recognised words with gold words.

use std::sync::Arc;

use super::aligned::ListedCell;
use super::gate::Gate;
use super::lens::TreeEnds;
use super::timed::Intervals;
use crate::align::sequence::{self, Relation, SequenceCounts};
use crate::align::text::{Cell, Kind, Normaliser};
use crate::align::{
    AlignedSide, CellIndex, ColumnAligner, Refusal, SpokenWords, WordCounts, WordKey, cells_of_pairs,
};
use crate::measure::{MemoryNeed, Pair, Side};
use crate::prepare::{Rules, WordForm};
use crate::read::columns::WordColumns;
use crate::setup::{AlignedBy, WordAlignment};
use crate::values::Meter;

/// Buffers for more words are so rare that they are not kept: giant trees.
const MANY: usize = 1 << 18;

/// Facts about a pair besides its trees.
pub(super) struct PairContext<'a> {
    /// The alignment of this pair by another program, if any.
    pub(super) columns: Option<&'a WordColumns>,
    /// The trees of both sides, each with the number of words up to its end.
    pub(super) ends: TreeEnds<'a>,
    /// The times of the counted words.
    pub(super) times: Option<&'a Intervals>,
}

/// Aligns the words of pairs; one for each thread. Buffers are reused.
#[derive(Clone, Debug)]
pub(super) struct WordAligner {
    alignment: WordAlignment,
    has_times: bool,
    normaliser: Normaliser,
    scratch: sequence::Scratch,
    /// The memory that all threads share, if there are several.
    gate: Option<Arc<Gate>>,
    columns: ColumnAligner,
    words: SpokenWords,
    gold: Vec<WordKey>,
    system: Vec<WordKey>,
    pairs: Vec<(u32, u32)>,
    cells: Vec<Cell>,
    /// Words of one class that share a cell of the last pair and are not the same.
    equal: Vec<(WordKey, WordKey)>,
    breaks: [Vec<u32>; 2],
}

impl WordAligner {
    pub(super) fn new(alignment: WordAlignment, has_times: bool) -> Self {
        let mut scratch = sequence::Scratch::with_limit(alignment.memory);
        scratch.set_effort(alignment.effort);
        Self {
            scratch,
            gate: None,
            alignment,
            has_times,
            normaliser: Normaliser::none(),
            columns: ColumnAligner::default(),
            words: SpokenWords::default(),
            gold: Vec::new(),
            system: Vec::new(),
            pairs: Vec::new(),
            cells: Vec::new(),
            equal: Vec::new(),
            breaks: [Vec::new(), Vec::new()],
        }
    }

    /// Tells a meter how far long alignments are, and shares memory for them with other threads.
    pub(super) fn attach(&mut self, meter: &Meter, gate: &Arc<Gate>) {
        self.scratch.attach(meter);
        self.gate = Some(Arc::clone(gate));
    }

    /// Aligns the counted words of both sides and fills the cell index.
    pub(super) fn align_pair(
        &mut self,
        (gold, system): (&AlignedSide<'_>, &AlignedSide<'_>),
        context: &PairContext<'_>,
        rules: &Rules,
        cell_index: &mut CellIndex,
    ) -> Result<WordCounts, Refusal> {
        number_words(gold, rules, &mut self.words, &mut self.gold);
        number_words(system, rules, &mut self.words, &mut self.system);
        let times = context.times.filter(|_| self.has_times);
        match self.alignment.by {
            AlignedBy::File => self.take_columns(context.columns, gold, system)?,
            AlignedBy::Costs => self.align(times)?,
        }
        self.compare_cells();
        let counts = match self.alignment.by {
            AlignedBy::File => self.count_cells(),
            AlignedBy::Costs => self.count_errors(times, rules.recipe().word_form)?,
        };
        let counts = self.count_breaks(counts, gold, system, context.ends);
        self.give_back();
        cell_index.place(gold, system, &self.cells, &self.normaliser);
        Ok(counts)
    }

    /// Gives back the memory of many words, which only alignment needs.
    fn give_back(&mut self) {
        if self.gold.len() + self.system.len() > MANY {
            (self.gold, self.system, self.pairs) = (Vec::new(), Vec::new(), Vec::new());
        }
    }

    /// Finds the cells by error costs.
    fn align(&mut self, times: Option<&Intervals>) -> Result<(), Refusal> {
        let Self { gold, system, words, scratch, pairs, cells, .. } = self;
        let is_equal = |i: usize, j: usize| words.are_equal(gold[i], system[j]);
        let relation = within(times, self.alignment.slack, is_equal);
        let costs = self.alignment.costs;
        let mut align = |scratch: &mut sequence::Scratch| {
            sequence::align(gold.len(), system.len(), relation, costs, scratch, pairs)
        };
        let [bytes, limit] = scratch.need(gold.len(), system.len());
        let share = self.gate.as_ref().and_then(|gate| gate.enter(Some(MemoryNeed { bytes, limit })));
        let aligned = match share {
            Some(share) => share.align(scratch, align),
            None => align(scratch),
        };
        aligned.map_err(Refusal::TooLong)?;
        cells_of_pairs(pairs, gold.len(), system.len(), is_equal, cells);
        Ok(())
    }

    /// Says which cells of one word and one word hold the same word, equal words, or others, and lists those
    /// whose words are in one class, but not the same.
    fn compare_cells(&mut self) {
        self.equal.clear();
        let (mut gold, mut system) = (0, 0);
        for cell in &mut self.cells {
            if (cell.gold, cell.system) == (1, 1) {
                let (word, other) = (self.gold[gold], self.system[system]);
                cell.kind = match cell.kind {
                    _ if word.is_same(other) => Kind::Same,
                    Kind::Same | Kind::Equiv => Kind::Equiv,
                    _ => Kind::Diff,
                };
                if cell.kind != Kind::Same && word.is_in_class_of(other) {
                    self.equal.push((word, other));
                }
            }
            (gold, system) = (gold + cell.gold as usize, system + cell.system as usize);
        }
    }

    /// Counts the errors of another program's alignment.
    fn count_cells(&self) -> WordCounts {
        let counts = WordCounts::from_cells(&self.cells);
        let by_pairs = self.cells.iter().filter(|cell| cell.kind == Kind::Equiv).count();
        let by_chains = self.equal.len().saturating_sub(by_pairs) as u64;
        WordCounts { errors_equal_words: counts.errors_equal_words.saturating_sub(by_chains), ..counts }
    }

    /// Counts the errors of two more alignments, if they may differ from the one used: one in which nothing but
    /// case makes words equal, and one in which chains of equal words do.
    fn count_errors(&mut self, times: Option<&Intervals>, form: WordForm) -> Result<WordCounts, Refusal> {
        let mut counts = WordCounts::from_cells(&self.cells);
        // In these forms words that differ in case are equal. An alignment of equal words that uses none but
        // the same is the cheapest plain one, too.
        let has_no_case = matches!(form, WordForm::Folded | WordForm::Any);
        let uses_equal_words = self.cells.iter().any(|cell| cell.kind == Kind::Equiv);
        if uses_equal_words || !has_no_case {
            counts = counts.with_plain(self.count_by(times, WordKey::is_same)?);
        }
        if self.may_use_chains() || !has_no_case {
            let is_equal = |word: WordKey, other| word.is_same(other) || word.is_in_class_of(other);
            let SequenceCounts { substituted, deleted, inserted, .. } = self.count_by(times, is_equal)?;
            counts.errors_equal_words = substituted + deleted + inserted;
        }
        Ok(counts)
    }

    /// True if both sides have words of a class in which some are equal only through others.
    fn may_use_chains(&self) -> bool {
        let is_in_chain = |word: &&WordKey| self.words.is_in_chain(**word);
        // Few words are in such classes, and the first of them nearly always has a partner.
        let mut gold: Vec<WordKey> = Vec::new();
        for &word in self.gold.iter().filter(is_in_chain) {
            if !gold.iter().any(|other| other.is_in_class_of(word)) {
                gold.push(word);
            }
        }
        let mut system = self.system.iter().filter(is_in_chain);
        system.any(|word| gold.iter().any(|other| other.is_in_class_of(*word)))
    }

    /// Counts the errors of the cheapest alignment by another equality of words.
    fn count_by(
        &mut self,
        times: Option<&Intervals>,
        is_equal: fn(WordKey, WordKey) -> bool,
    ) -> Result<SequenceCounts, Refusal> {
        let Self { gold, system, scratch, alignment, .. } = self;
        let is_equal = |i: usize, j: usize| is_equal(gold[i], system[j]);
        let relation = within(times, alignment.slack, is_equal);
        sequence::count(gold.len(), system.len(), relation, alignment.costs, scratch)
            .map_err(Refusal::TooLong)
    }

    /// The cells of the last pair, with their words as written.
    pub(super) fn list(&self, pair: &Pair<'_>) -> Vec<ListedCell> {
        let [mut gold, mut system] = [&pair.gold, &pair.system].map(Side::all_words);
        let cells = self.cells.iter().map(|cell| ListedCell {
            kind: cell.kind,
            gold: gold.by_ref().take(cell.gold as usize).map(<[u8]>::to_vec).collect(),
            system: system.by_ref().take(cell.system as usize).map(<[u8]>::to_vec).collect(),
        });
        cells.collect()
    }

    /// The last alignment as steps: `C` for a gold word that was recognised, `S`, `D` and `I` for errors. Words that
    /// are equal by the recipe only are not the same word.
    pub(super) fn steps(&self) -> Vec<u8> {
        let mut steps = Vec::with_capacity(self.cells.len());
        for cell in &self.cells {
            let both = cell.gold.min(cell.system) as usize;
            let shared = if cell.kind == Kind::Same { b'C' } else { b'S' };
            steps.extend(std::iter::repeat_n(shared, both));
            steps.extend(std::iter::repeat_n(b'D', cell.gold as usize - both));
            steps.extend(std::iter::repeat_n(b'I', cell.system as usize - both));
        }
        steps
    }

    /// The words without case that share a cell of the last pair, in one class, but not the same.
    pub(super) fn equal_words(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.equal.iter().map(|&(gold, system)| (self.words.plain(gold), self.words.plain(system)))
    }

    /// Takes the cells from an alignment by another program.
    fn take_columns(
        &mut self,
        columns: Option<&WordColumns>,
        gold: &AlignedSide<'_>,
        system: &AlignedSide<'_>,
    ) -> Result<(), Refusal> {
        let Some(columns) = columns else { return Err(Refusal::NoAlignment) };
        let is_equal = |i: usize, j: usize| self.words.are_equal(self.gold[i], self.system[j]);
        let gold_words = gold.prepared.kept().iter().map(|&word| gold.word(word));
        let system_words = system.prepared.kept().iter().map(|&word| system.word(word));
        self.columns
            .cells(columns, gold_words, system_words, is_equal, &mut self.cells)
            .map_err(|mismatch| Refusal::OtherAlignment(Box::new(mismatch)))
    }

    /// The normalisation of words that share a cell.
    pub(super) fn normaliser(&self) -> &Normaliser {
        &self.normaliser
    }

    fn count_breaks(
        &mut self,
        counts: WordCounts,
        gold: &AlignedSide<'_>,
        system: &AlignedSide<'_>,
        ends: TreeEnds<'_>,
    ) -> WordCounts {
        let [of_gold, of_system] = &mut self.breaks;
        find_breaks(gold, ends[0], self.cells.iter().map(|cell| (cell.gold, cell.system > 0)), of_gold);
        find_breaks(system, ends[1], self.cells.iter().map(|cell| (cell.system, cell.gold > 0)), of_system);
        counts.with_breaks(of_gold, of_system)
    }
}

/// Writes the numbers of each counted word.
fn number_words(side: &AlignedSide<'_>, rules: &Rules, words: &mut SpokenWords, keys: &mut Vec<WordKey>) {
    keys.clear();
    keys.extend(side.prepared.kept().iter().map(|&word| words.key(side.word(word), rules)));
}

/// The relation of two words: those too far apart in time never meet.
fn within(
    times: Option<&Intervals>,
    slack: f64,
    is_equal: impl Fn(usize, usize) -> bool + Copy,
) -> impl Fn(usize, usize) -> Relation + Copy {
    move |i: usize, j: usize| match times {
        Some((gold, system)) if gap(gold[i], system[j]) > slack => Relation::Apart,
        _ if is_equal(i, j) => Relation::Equal,
        _ => Relation::SameType,
    }
}

/// Finds the ends of the trees with counted words. The position of an end is the number of cells before it
/// that have words of both sides. `ends` are numbers of words.
fn find_breaks(
    side: &AlignedSide<'_>,
    ends: &[(u64, u32)],
    cells: impl Iterator<Item = (u32, bool)>,
    breaks: &mut Vec<u32>,
) {
    breaks.clear();
    let mut cells = cells.filter(|&(words, _)| words > 0);
    let (mut words, mut placed, mut shared) = (0, 0, 0);
    for &(_, end) in ends {
        let before = words;
        words += side.prepared.kept()[before..].iter().take_while(|&&word| word < end).count();
        while placed < words {
            let Some((in_cell, is_shared)) = cells.next() else { break };
            placed += in_cell as usize;
            shared += u32::from(is_shared);
        }
        if words > before {
            breaks.push(shared);
        }
    }
}

/// The distance of two intervals in seconds; 0 if they touch or overlap.
fn gap(one: (f64, f64), other: (f64, f64)) -> f64 {
    (one.0 - other.1).max(other.0 - one.1).max(0.0)
}
