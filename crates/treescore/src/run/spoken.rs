//! Words of speech that was recognised, aligned with those that were said.

use rustc_hash::FxHashMap;

use super::timed::Intervals;
use crate::align::sequence::{self, Costs, Relation};
use crate::align::text::{Cell, Kind, Normaliser};
use crate::align::{AlignedSide, Meeting, OneSided, WordErrors};
use crate::choice::choice;
use crate::measure::Index;
use crate::prepare::Rules;
use crate::refusal::Refusal;

choice! {
    /// How much of the words is aligned at once.
    Chunk {
        /// All trees of a file: a conversation side, in which utterances may end in different places.
        Side = "side",
        /// One tree of each side.
        Utterance = "utterance",
    }
}

/// How the words of speech are aligned.
#[derive(Clone, Debug)]
pub struct WordAlignment {
    /// How much at once.
    pub chunk: Chunk,
    /// What errors cost.
    pub costs: Costs,
    /// What becomes of words that only one side has.
    pub one_sided: OneSided,
    /// How many seconds may be between two words that are the same or taken for each other, if it is known when they were spoken.
    pub slack: f64,
    /// Is it known?
    pub has_times: bool,
}

impl WordAlignment {
    /// The usual costs (4, 3 and 3), and half a second; words that only one side has spoil the brackets that begin or end with them.
    pub fn new(chunk: Chunk) -> Self {
        Self { chunk, costs: Costs::default(), one_sided: OneSided::Strict, slack: 0.5, has_times: false }
    }

    /// Its settings as `(key, value)`: see [`Alignment::settings`](super::Alignment::settings).
    pub fn settings(&self, index: Index) -> Vec<(&'static str, String)> {
        let Costs { substitute, insert, delete } = self.costs;
        let costs = ("word-costs", format!("{substitute}/{insert}/{delete}"));
        let slack = self.has_times.then(|| ("slack", self.slack.to_string()));
        let one_sided = (index == Index::Words).then(|| ("one-sided", self.one_sided.as_str().to_owned()));
        [Some(costs), slack, one_sided].into_iter().flatten().collect()
    }
}

/// Aligns the words of pairs; one per thread. Buffers are reused.
#[derive(Clone, Debug)]
pub(super) struct WordAligner {
    alignment: WordAlignment,
    normaliser: Normaliser,
    scratch: sequence::Scratch,
    /// Numbers of the classes of words of one pair.
    classes: FxHashMap<Vec<u8>, u32>,
    class: Vec<u8>,
    gold: Vec<u32>,
    system: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    cells: Vec<Cell>,
    breaks: [Vec<u32>; 2],
}

impl WordAligner {
    pub(super) fn new(alignment: WordAlignment) -> Self {
        Self {
            alignment,
            normaliser: Normaliser::none(),
            scratch: sequence::Scratch::default(),
            classes: FxHashMap::default(),
            class: Vec::new(),
            gold: Vec::new(),
            system: Vec::new(),
            pairs: Vec::new(),
            cells: Vec::new(),
            breaks: [Vec::new(), Vec::new()],
        }
    }

    /// Lets the words of both sides that count meet. `ends` are the numbers of words behind each tree.
    pub(super) fn meet(
        &mut self,
        (gold, system): (&AlignedSide<'_>, &AlignedSide<'_>),
        ends: [&[u32]; 2],
        times: Option<&Intervals>,
        rules: &Rules,
        meeting: &mut Meeting,
    ) -> Result<WordErrors, Refusal> {
        self.classes.clear();
        let [mut ours, mut theirs] = [std::mem::take(&mut self.gold), std::mem::take(&mut self.system)];
        self.number(gold, rules, &mut ours);
        self.number(system, rules, &mut theirs);
        let slack = self.alignment.slack;
        let relation = |i: usize, j: usize| match times {
            Some((gold, system)) if gap(gold[i], system[j]) > slack => Relation::Apart,
            _ if ours[i] == theirs[j] => Relation::Equal,
            _ => Relation::SameType,
        };
        let (lengths, costs) = ((ours.len(), theirs.len()), self.alignment.costs);
        let aligned =
            sequence::align(lengths.0, lengths.1, relation, costs, &mut self.scratch, &mut self.pairs);
        (self.gold, self.system) = (ours, theirs);
        aligned.map_err(Refusal::TooLong)?;
        self.cut(lengths);
        meeting.place(gold, system, &self.cells, &self.normaliser);
        Ok(self.errors(gold, system, ends))
    }

    /// The normal form of words that share a cell.
    pub(super) fn normaliser(&self) -> &Normaliser {
        &self.normaliser
    }

    /// The class of each word that counts, as a number.
    fn number(&mut self, side: &AlignedSide<'_>, rules: &Rules, numbers: &mut Vec<u32>) {
        numbers.clear();
        for &word in side.prepared.kept() {
            rules.word_class(side.word(word), &mut self.class);
            let next = self.classes.len() as u32;
            let known = self.classes.get(&self.class).copied();
            numbers.push(match known {
                Some(number) => number,
                None => *self.classes.entry(self.class.clone()).or_insert(next),
            });
        }
    }

    /// Makes cells of the pairs of words, and of those between them.
    fn cut(&mut self, (gold, system): (usize, usize)) {
        self.cells.clear();
        let (mut i, mut j) = (0, 0);
        let ends = [(gold as u32, system as u32)];
        for (at, &(next_gold, next_system)) in self.pairs.iter().chain(&ends).enumerate() {
            let one_sided = |kind, gold, system| Cell { gold, system, kind };
            self.cells.extend((i..next_gold).map(|_| one_sided(Kind::Gold, 1, 0)));
            self.cells.extend((j..next_system).map(|_| one_sided(Kind::System, 0, 1)));
            if at < self.pairs.len() {
                let is_equal = self.gold[next_gold as usize] == self.system[next_system as usize];
                let kind = if is_equal { Kind::Same } else { Kind::Diff };
                self.cells.push(Cell { gold: 1, system: 1, kind });
            }
            (i, j) = (next_gold + 1, next_system + 1);
        }
    }

    fn errors(&mut self, gold: &AlignedSide<'_>, system: &AlignedSide<'_>, ends: [&[u32]; 2]) -> WordErrors {
        let [of_gold, of_system] = &mut self.breaks;
        find_breaks(gold, ends[0], self.cells.iter().map(|cell| (cell.gold, cell.system > 0)), of_gold);
        find_breaks(system, ends[1], self.cells.iter().map(|cell| (cell.system, cell.gold > 0)), of_system);
        WordErrors::of_cells(&self.cells).with_breaks(of_gold, of_system)
    }
}

/// Where trees end that have words that count, as numbers of cells with words of both sides before that. `ends` are numbers of words.
fn find_breaks(
    side: &AlignedSide<'_>,
    ends: &[u32],
    cells: impl Iterator<Item = (u32, bool)>,
    breaks: &mut Vec<u32>,
) {
    breaks.clear();
    let mut cells = cells.filter(|&(own, _)| own > 0);
    let (mut words, mut placed, mut shared) = (0, 0, 0);
    for &end in ends {
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
