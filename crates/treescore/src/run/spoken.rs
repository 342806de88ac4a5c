//! Alignment of recognised words with gold words.

use rustc_hash::FxHashMap;

use super::lens::TreeEnds;
use super::timed::Intervals;
use crate::align::sequence::{self, Relation};
use crate::align::text::{Cell, Normaliser};
use crate::align::{AlignedSide, CellIndex, ColumnAligner, Refusal, WordCounts, cells_of_pairs};
use crate::prepare::Rules;
use crate::read::columns::WordColumns;
use crate::setup::{AlignedBy, WordAlignment};

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
    columns: ColumnAligner,
    /// The number of each word class and of each word seen so far. Vocabularies are small, and finding the
    /// class of a word is slow.
    classes: FxHashMap<Vec<u8>, u32>,
    words: FxHashMap<Vec<u8>, u32>,
    class: Vec<u8>,
    gold: Vec<u32>,
    system: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    cells: Vec<Cell>,
    breaks: [Vec<u32>; 2],
}

impl WordAligner {
    pub(super) fn new(alignment: WordAlignment, has_times: bool) -> Self {
        Self {
            scratch: sequence::Scratch::with_limit(alignment.memory),
            alignment,
            has_times,
            normaliser: Normaliser::none(),
            columns: ColumnAligner::default(),
            classes: FxHashMap::default(),
            words: FxHashMap::default(),
            class: Vec::new(),
            gold: Vec::new(),
            system: Vec::new(),
            pairs: Vec::new(),
            cells: Vec::new(),
            breaks: [Vec::new(), Vec::new()],
        }
    }

    /// Aligns the counted words of both sides and fills the cell index.
    pub(super) fn align_pair(
        &mut self,
        (gold, system): (&AlignedSide<'_>, &AlignedSide<'_>),
        context: &PairContext<'_>,
        rules: &Rules,
        cell_index: &mut CellIndex,
    ) -> Result<WordCounts, Refusal> {
        let mut gold_classes = std::mem::take(&mut self.gold);
        let mut system_classes = std::mem::take(&mut self.system);
        self.number_classes(gold, rules, &mut gold_classes);
        self.number_classes(system, rules, &mut system_classes);
        (self.gold, self.system) = (gold_classes, system_classes);
        match self.alignment.by {
            AlignedBy::File => self.take_columns(context.columns, gold, system)?,
            AlignedBy::Costs => self.align(context.times.filter(|_| self.has_times))?,
        }
        cell_index.place(gold, system, &self.cells, &self.normaliser);
        Ok(self.count_errors(gold, system, context.ends))
    }

    /// Finds the cells by error costs.
    fn align(&mut self, times: Option<&Intervals>) -> Result<(), Refusal> {
        let Self { gold, system, scratch, pairs, cells, .. } = self;
        let slack = self.alignment.slack;
        let is_equal = |i: usize, j: usize| gold[i] == system[j];
        let relation = |i: usize, j: usize| match times {
            Some((gold, system)) if gap(gold[i], system[j]) > slack => Relation::Apart,
            _ if is_equal(i, j) => Relation::Equal,
            _ => Relation::SameType,
        };
        sequence::align(gold.len(), system.len(), relation, self.alignment.costs, scratch, pairs)
            .map_err(Refusal::TooLong)?;
        cells_of_pairs(pairs, gold.len(), system.len(), is_equal, cells);
        Ok(())
    }

    /// Takes the cells from an alignment by another program.
    fn take_columns(
        &mut self,
        columns: Option<&WordColumns>,
        gold: &AlignedSide<'_>,
        system: &AlignedSide<'_>,
    ) -> Result<(), Refusal> {
        let Some(columns) = columns else { return Err(Refusal::NoAlignment) };
        let is_equal = |i: usize, j: usize| self.gold[i] == self.system[j];
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

    /// Writes the class number of each counted word.
    fn number_classes(&mut self, side: &AlignedSide<'_>, rules: &Rules, numbers: &mut Vec<u32>) {
        numbers.clear();
        for &word in side.prepared.kept() {
            let word = side.word(word);
            let known = self.words.get(word).copied();
            numbers.push(known.unwrap_or_else(|| self.learn(word, rules)));
        }
    }

    /// Finds the class number of a new word.
    #[cold]
    fn learn(&mut self, word: &[u8], rules: &Rules) -> u32 {
        rules.word_class(word, &mut self.class);
        let next = self.classes.len() as u32;
        let number = *self.classes.entry(self.class.clone()).or_insert(next);
        self.words.insert(word.to_vec(), number);
        number
    }

    fn count_errors(
        &mut self,
        gold: &AlignedSide<'_>,
        system: &AlignedSide<'_>,
        ends: TreeEnds<'_>,
    ) -> WordCounts {
        let [of_gold, of_system] = &mut self.breaks;
        find_breaks(gold, ends[0], self.cells.iter().map(|cell| (cell.gold, cell.system > 0)), of_gold);
        find_breaks(system, ends[1], self.cells.iter().map(|cell| (cell.system, cell.gold > 0)), of_system);
        WordCounts::from_cells(&self.cells).with_breaks(of_gold, of_system)
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
