//! The common index of two aligned groups of trees: which words share a [cell](super::text::Cell).

use crate::values::hash::HashMap;

use super::text::{Cell, Kind, Normaliser};
use crate::prepare::{Prepared, Punctuation, Rules};
use crate::tree::Arena;
use crate::values::choice;

choice! {
    /// How words that only one side has affect brackets.
    OneSided {
        /// One-sided words take up no space: brackets around them are where they would be without them.
        Skip = "skip",
        /// One-sided words take up space: a bracket with such a word at its edge differs from one without.
        Strict = "strict",
    }
}

/// The place of one counted word in the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellPlace {
    /// Number of its cell.
    pub cell: u32,
    /// Equal for words with the same normal form. Set only in cells with different numbers of words on the
    /// two sides, otherwise 0.
    pub name: u32,
    /// Length of the word in characters. Set only if [positions](CellIndex::find_positions) are computed and
    /// the cell is not one word against one word, otherwise 0.
    length: u32,
}

/// Buffers for more words are so rare that they are not kept: giant trees.
const MANY: usize = 1 << 18;

/// One side of a pair that is about to be indexed.
pub struct AlignedSide<'a> {
    /// The trees, as one forest.
    pub arena: &'a Arena,
    /// The text that the words are slices of.
    pub text: &'a [u8],
    /// The trees as the recipe prepares them.
    pub prepared: &'a mut Prepared,
}

impl AlignedSide<'_> {
    /// The bytes of one word of the trees.
    pub(crate) fn word(&self, number: u32) -> &[u8] {
        self.arena.words()[number as usize].bytes(self.text)
    }
}

/// The common index of two aligned texts: which words share a cell. Buffers are reused from pair to pair.
#[derive(Clone, Debug, Default)]
pub struct CellIndex {
    gold: Half,
    system: Half,
    names: HashMap<Vec<u32>, u32>,
    name: Vec<u32>,
    /// Counted words of gold and of the system in each cell.
    kept: Vec<(u32, u32)>,
    /// The kind of each cell.
    kinds: Vec<Kind>,
    /// For each cell, the number of indexed cells before it.
    numbers: Vec<u32>,
    /// For each word of a side: the first indexed cell at or after it, and the end of the last one before it.
    reach: Vec<(u32, u32)>,
}

/// The index of one side.
#[derive(Clone, Debug, Default)]
struct Half {
    /// Cell of each word of the trees. A word outside all cells has that of the word before it.
    cells: Vec<u32>,
    /// Place of each counted word.
    places: Vec<CellPlace>,
    /// Interval of each counted word on the axis that both sides share.
    positions: Vec<(f64, f64)>,
}

impl CellIndex {
    /// Places of the counted gold words.
    pub fn gold(&self) -> &[CellPlace] {
        &self.gold.places
    }

    /// Places of the counted system words.
    pub fn system(&self) -> &[CellPlace] {
        &self.system.places
    }

    /// The cells with counted words: their kind, and the numbers of counted words of gold and system.
    pub(crate) fn kept(&self) -> impl Iterator<Item = (Kind, u32, u32)> + '_ {
        let all = self.kinds.iter().zip(&self.kept).map(|(&kind, &(gold, system))| (kind, gold, system));
        all.filter(|&(_, gold, system)| gold + system > 0)
    }

    /// Applies the recipe's rules to both sides, whose texts are aligned in `cells`, and places their counted
    /// words.
    // For the tests of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn prepare(
        &mut self,
        gold: &mut AlignedSide<'_>,
        system: &mut AlignedSide<'_>,
        cells: &[Cell],
        rules: &Rules,
        normaliser: &Normaliser,
    ) {
        self.gold.find_cells(gold, rules, cells.iter().map(|cell| cell.gold));
        self.system.find_cells(system, rules, cells.iter().map(|cell| cell.system));
        gold.prepared.prepare(gold.arena, rules);
        self.kept.clear();
        self.kept.resize(cells.len(), (0, 0));
        self.kinds.clear();
        self.kinds.extend(cells.iter().map(|cell| cell.kind));
        self.gold.find_places(gold.prepared);
        self.gold.places.iter().for_each(|place| self.kept[place.cell as usize].0 += 1);
        if rules.recipe().punctuation == Punctuation::GoldTags {
            let by_gold = |number: usize| {
                let cell = self.system.cells[number] as usize;
                (cells[cell].gold > 0).then_some(self.kept[cell].0 > 0)
            };
            system.prepared.prepare_where(system.arena, rules, |number, rule| {
                !rule.is_trace && by_gold(number).unwrap_or(rule.keep_word)
            });
        } else {
            system.prepared.prepare(system.arena, rules);
        }
        self.system.find_places(system.prepared);
        self.system.places.iter().for_each(|place| self.kept[place.cell as usize].1 += 1);
        self.find_names(gold, system, normaliser);
    }

    /// Places the counted words of both sides by an alignment of exactly these words.
    pub(crate) fn place(
        &mut self,
        gold: &AlignedSide<'_>,
        system: &AlignedSide<'_>,
        cells: &[Cell],
        normaliser: &Normaliser,
    ) {
        self.kept.clear();
        self.kept.extend(cells.iter().map(|cell| (cell.gold, cell.system)));
        self.kinds.clear();
        self.kinds.extend(cells.iter().map(|cell| cell.kind));
        self.gold.fill_places(cells.iter().map(|cell| cell.gold));
        self.system.fill_places(cells.iter().map(|cell| cell.system));
        self.find_names(gold, system, normaliser);
    }

    /// Names the words of cells with different numbers of words on the two sides.
    fn find_names(&mut self, gold: &AlignedSide<'_>, system: &AlignedSide<'_>, normaliser: &Normaliser) {
        self.names.clear();
        for (half, side) in [(&mut self.gold, gold), (&mut self.system, system)] {
            for (place, &word) in half.places.iter_mut().zip(side.prepared.kept()) {
                let (gold_words, system_words) = self.kept[place.cell as usize];
                if gold_words == system_words || gold_words == 0 || system_words == 0 {
                    continue;
                }
                self.name.clear();
                normaliser.normalise(side.word(word), &mut self.name);
                let next = self.names.len() as u32 + 1;
                place.name = match self.names.get(&self.name) {
                    Some(&name) => name,
                    None => *self.names.entry(self.name.clone()).or_insert(next),
                };
            }
        }
    }

    /// Re-indexes the brackets of both sides by cells: those with counted words of both sides or, with
    /// [`OneSided::Strict`], of either side.
    pub(crate) fn reindex(&mut self, gold: &mut Prepared, system: &mut Prepared, one_sided: OneSided) {
        self.numbers.clear();
        self.numbers.push(0);
        let mut number = 0;
        for &(gold_words, system_words) in &self.kept {
            let is_one_sided = gold_words == 0 || system_words == 0;
            let has_words = gold_words > 0 || system_words > 0;
            number += u32::from(has_words && (!is_one_sided || one_sided == OneSided::Strict));
            self.numbers.push(number);
        }
        for (half, prepared) in [(&mut self.gold, gold), (&mut self.system, system)] {
            half.find_reach(&self.numbers, &mut self.reach);
            prepared.reindex(&self.reach);
        }
        if self.reach.len() > MANY {
            (self.reach, self.numbers) = (Vec::new(), Vec::new());
        }
    }

    /// Computes the interval of each counted word on the axis that both sides share. A cell is as long as the
    /// number of words of the side with more words in it; the words of a side divide the cell in proportion
    /// to their lengths in characters.
    // For the tests of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn find_positions(
        &mut self,
        gold: &AlignedSide<'_>,
        system: &AlignedSide<'_>,
        normaliser: &Normaliser,
    ) {
        for (half, side) in [(&mut self.gold, gold), (&mut self.system, system)] {
            for (place, &word) in half.places.iter_mut().zip(side.prepared.kept()) {
                if self.kept[place.cell as usize] != (1, 1) {
                    self.name.clear();
                    normaliser.normalise(side.word(word), &mut self.name);
                    place.length = self.name.len() as u32;
                }
            }
        }
        self.gold.find_positions(&self.kept, |&(gold, _)| gold);
        self.system.find_positions(&self.kept, |&(_, system)| system);
    }

    /// Intervals of the gold words, as computed by [`find_positions`](Self::find_positions).
    pub fn gold_positions(&self) -> &[(f64, f64)] {
        &self.gold.positions
    }

    /// Intervals of the system words, as computed by [`find_positions`](Self::find_positions).
    pub fn system_positions(&self) -> &[(f64, f64)] {
        &self.system.positions
    }
}

impl Half {
    /// Finds the cell of each word of the trees.
    fn find_cells(&mut self, side: &AlignedSide<'_>, rules: &Rules, counts: impl Iterator<Item = u32>) {
        let mut cells =
            counts.enumerate().flat_map(|(cell, count)| std::iter::repeat_n(cell as u32, count as usize));
        let mut last = 0;
        self.cells.clear();
        self.cells.extend(side.arena.words().iter().map(|word| {
            if !rules.by_label()[word.tag.index()].is_unaligned {
                last = cells.next().unwrap_or(last);
            }
            last
        }));
    }

    fn fill_places(&mut self, counts: impl Iterator<Item = u32>) {
        self.places.clear();
        for (cell, count) in (0..).zip(counts) {
            self.places
                .extend(std::iter::repeat_n(CellPlace { cell, ..CellPlace::default() }, count as usize));
        }
    }

    fn find_places(&mut self, prepared: &Prepared) {
        self.places.clear();
        let cell = |&word: &u32| CellPlace { cell: self.cells[word as usize], ..CellPlace::default() };
        self.places.extend(prepared.kept().iter().map(cell));
    }

    /// Computes the reach of brackets that begin or end at each word, from the number of indexed cells before
    /// each cell.
    fn find_reach(&self, numbers: &[u32], reach: &mut Vec<(u32, u32)>) {
        reach.clear();
        let mut end = 0;
        for place in &self.places {
            let cell = place.cell as usize;
            reach.push((numbers[cell], end));
            end = numbers[cell + 1];
        }
        reach.push((numbers.last().copied().unwrap_or_default(), end));
    }

    fn find_positions(&mut self, kept: &[(u32, u32)], words_in: impl Fn(&(u32, u32)) -> u32) {
        self.positions.clear();
        let mut words = self.places.iter().peekable();
        let mut start = 0.0;
        for (cell, sides) in kept.iter().enumerate() {
            let width = f64::from(sides.0.max(sides.1));
            let in_cell = self.places[self.positions.len()..].iter().take(words_in(sides) as usize);
            let length: u64 = in_cell.map(|place| u64::from(place.length.max(1))).sum();
            let mut before = 0;
            while let Some(place) = words.next_if(|place| place.cell as usize == cell) {
                let behind = before + u64::from(place.length.max(1));
                let at = |part: u64| start + width * part as f64 / length as f64;
                self.positions.push((at(before), at(behind)));
                before = behind;
            }
            start += width;
        }
    }
}
