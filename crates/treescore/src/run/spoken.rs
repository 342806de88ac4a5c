//! Words of speech that was recognised, aligned with those that were said.

use rustc_hash::FxHashMap;

use super::lens::TreeEnds;
use super::timed::Intervals;
use crate::align::sequence::{self, Relation};
use crate::align::text::{Cell, Normaliser};
use crate::align::{AlignedSide, CellIndex, ColumnAligner, Refusal, WordCounts, cells_of_pairs};
use crate::prepare::Rules;
use crate::read::columns::WordColumns;
use crate::setup::{AlignedBy, WordAlignment};

/// What is known of a pair besides its trees.
pub(super) struct PairContext<'a> {
    /// The alignment that another program made of this pair, if it did.
    pub(super) columns: Option<&'a WordColumns>,
    /// The trees of both sides, each with the number of words up to its end.
    pub(super) ends: TreeEnds<'a>,
    /// When the words that count were spoken.
    pub(super) times: Option<&'a Intervals>,
}

/// Aligns the words of pairs; one per thread. Buffers are reused.
#[derive(Clone, Debug)]
pub(super) struct WordAligner {
    alignment: WordAlignment,
    has_times: bool,
    normaliser: Normaliser,
    scratch: sequence::Scratch,
    columns: ColumnAligner,
    /// Numbers of the classes of words, and of the words that were seen so far: a vocabulary is small, and working a class out is not cheap.
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

    /// Lets the words of both sides that count meet.
    pub(super) fn meet(
        &mut self,
        (gold, system): (&AlignedSide<'_>, &AlignedSide<'_>),
        context: &PairContext<'_>,
        rules: &Rules,
        meeting: &mut CellIndex,
    ) -> Result<WordCounts, Refusal> {
        let [mut ours, mut theirs] = [std::mem::take(&mut self.gold), std::mem::take(&mut self.system)];
        self.number(gold, rules, &mut ours);
        self.number(system, rules, &mut theirs);
        (self.gold, self.system) = (ours, theirs);
        match self.alignment.by {
            AlignedBy::File => self.take_over(context.columns, gold, system)?,
            AlignedBy::Costs => self.align(context.times.filter(|_| self.has_times))?,
        }
        meeting.place(gold, system, &self.cells, &self.normaliser);
        Ok(self.errors(gold, system, context.ends))
    }

    /// Finds the cells of the words that were numbered.
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

    /// Takes the cells from an alignment that another program made.
    fn take_over(
        &mut self,
        columns: Option<&WordColumns>,
        gold: &AlignedSide<'_>,
        system: &AlignedSide<'_>,
    ) -> Result<(), Refusal> {
        let Some(columns) = columns else { return Err(Refusal::NoAlignment) };
        let is_equal = |i: usize, j: usize| self.gold[i] == self.system[j];
        let ours = gold.prepared.kept().iter().map(|&word| gold.word(word));
        let theirs = system.prepared.kept().iter().map(|&word| system.word(word));
        self.columns
            .cells(columns, ours, theirs, is_equal, &mut self.cells)
            .map_err(|mismatch| Refusal::OtherAlignment(Box::new(mismatch)))
    }

    /// The normal form of words that share a cell.
    pub(super) fn normaliser(&self) -> &Normaliser {
        &self.normaliser
    }

    /// The class of each word that counts, as a number.
    fn number(&mut self, side: &AlignedSide<'_>, rules: &Rules, numbers: &mut Vec<u32>) {
        numbers.clear();
        for &word in side.prepared.kept() {
            let word = side.word(word);
            let known = self.words.get(word).copied();
            numbers.push(known.unwrap_or_else(|| self.learn(word, rules)));
        }
    }

    /// The number of the class of a word that is new.
    #[cold]
    fn learn(&mut self, word: &[u8], rules: &Rules) -> u32 {
        rules.word_class(word, &mut self.class);
        let next = self.classes.len() as u32;
        let number = *self.classes.entry(self.class.clone()).or_insert(next);
        self.words.insert(word.to_vec(), number);
        number
    }

    fn errors(&mut self, gold: &AlignedSide<'_>, system: &AlignedSide<'_>, ends: TreeEnds<'_>) -> WordCounts {
        let [of_gold, of_system] = &mut self.breaks;
        find_breaks(gold, ends[0], self.cells.iter().map(|cell| (cell.gold, cell.system > 0)), of_gold);
        find_breaks(system, ends[1], self.cells.iter().map(|cell| (cell.system, cell.gold > 0)), of_system);
        WordCounts::from_cells(&self.cells).with_breaks(of_gold, of_system)
    }
}

/// Where trees end that have words that count, as numbers of cells with words of both sides before that. `ends` are numbers of words.
fn find_breaks(
    side: &AlignedSide<'_>,
    ends: &[(u64, u32)],
    cells: impl Iterator<Item = (u32, bool)>,
    breaks: &mut Vec<u32>,
) {
    breaks.clear();
    let mut cells = cells.filter(|&(own, _)| own > 0);
    let (mut words, mut placed, mut shared) = (0, 0, 0);
    for &(_, end) in ends {
        let before = words;
        words += side.prepared.kept()[before..].iter().take_while(|&&word| word < end).count();
        while placed < words {
            let Some((own, is_shared)) = cells.next() else { break };
            placed += own as usize;
            shared += u32::from(is_shared);
        }
        if words > before {
            breaks.push(shared);
        }
    }
}

/// How many seconds are between two intervals; 0 if they touch.
fn gap(one: (f64, f64), other: (f64, f64)) -> f64 {
    (one.0 - other.1).max(other.0 - one.1).max(0.0)
}
