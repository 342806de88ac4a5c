//! What the candidates of sentences cost: the tally of the entropy measures.
//!
//! Only special candidates are looked at: those a model lists, and true chunks. The others are counted, by length, and their
//! share is worked out once from the summed counts ([`PhraseScores`](super::PhraseScores)).

use std::ops::AddAssign;

use super::numbers::{FineSum, Floor, cost_of_false, cost_of_true};
use super::{Category, Chunk, Defaults, ListedCandidate, Sentence};
use treescore::measure::Fixed;

/// How many offenders are remembered.
const OFFENDERS: usize = 10;
/// How many stretches of equal length probabilities are put into.
pub const BINS: usize = 10;

/// What some events cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    /// Those that cost finitely many bits.
    pub(super) bits: Fixed,
    /// How many others there are.
    pub(super) infinite: u64,
}

impl Cost {
    pub(super) fn of(bits: f64) -> Self {
        let finite = Some(bits).filter(|bits| bits.is_finite());
        Self { bits: Fixed::of(finite), infinite: u64::from(finite.is_none()) }
    }

    /// All bits; may be infinite.
    pub(super) fn total(&self) -> f64 {
        if self.infinite > 0 { f64::INFINITY } else { self.bits.total() }
    }

    /// How many events there were.
    pub(super) fn events(&self) -> u64 {
        self.bits.values + self.infinite
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        let Self { bits, infinite } = other;
        self.bits += bits;
        self.infinite += infinite;
    }
}

/// The special candidates of one category and length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SpanCell {
    pub(super) of_true: Cost,
    pub(super) of_false: Cost,
}

impl AddAssign for SpanCell {
    fn add_assign(&mut self, other: Self) {
        let Self { of_true, of_false } = other;
        self.of_true += of_true;
        self.of_false += of_false;
    }
}

/// The special candidates whose probability is in one stretch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bin {
    /// Sum of their probabilities, and how many there are.
    pub(super) probability: FineSum,
    /// How many are true chunks.
    pub(super) true_chunks: u64,
}

impl AddAssign for Bin {
    fn add_assign(&mut self, other: Self) {
        let Self { probability, true_chunks } = other;
        self.probability += probability;
        self.true_chunks += true_chunks;
    }
}

/// The stretch a probability is in.
pub(super) fn bin_of(probability: f64) -> usize {
    ((probability * BINS as f64) as usize).min(BINS - 1)
}

/// A candidate to which what happened was impossible.
#[derive(Clone, Debug, PartialEq)]
pub struct Offender {
    /// Number of the sentence, in the order of the input.
    pub number: u64,
    /// What the sentence is called.
    pub sentence: String,
    /// The candidate.
    pub chunk: Chunk,
    /// Its probability: 0 for a true chunk, or 1 for what is none.
    pub probability: f64,
}

impl Offender {
    fn key(&self) -> (u64, u32, u32, Category) {
        (self.number, self.chunk.start, self.chunk.end, self.chunk.category)
    }
}

/// What was counted over some sentences, under one model. Tallies of the same model add up in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhraseTally {
    /// Sentences.
    pub sentences: u64,
    /// Their words.
    pub tokens: u64,
    /// Sentences for which the model listed nothing.
    pub sentences_without_records: u64,
    /// How many spans of each length there are, the longer ones in the last.
    pub(super) spans: Vec<u64>,
    /// By category, then length.
    pub(super) cells: Vec<SpanCell>,
    /// Sum of the probabilities of special candidates, and of true chunks.
    pub(super) yes: FineSum,
    pub(super) true_yes: FineSum,
    /// Sum of what rules cover: of special candidates, of true chunks, and weighted by cost.
    pub(super) covered: Fixed,
    pub(super) covered_true: Fixed,
    pub(super) covered_bits: Fixed,
    /// Squared distance of probability and truth.
    pub(super) brier: FineSum,
    pub(super) bins: [Bin; BINS],
    /// The first candidates to which what happened was impossible, in order.
    pub(super) offenders: Vec<Offender>,
}

impl PhraseTally {
    /// Gives it a place for every category and length.
    fn shape(&mut self, spans: usize, cells: usize) {
        if self.cells.len() < cells {
            self.spans.resize(spans, 0);
            self.cells.resize(cells, SpanCell::default());
        }
    }

    fn remember(&mut self, offender: Offender) {
        let at = self.offenders.partition_point(|known| known.key() <= offender.key());
        if at < OFFENDERS {
            self.offenders.insert(at, offender);
            self.offenders.truncate(OFFENDERS);
        }
    }
}

impl AddAssign for PhraseTally {
    fn add_assign(&mut self, other: Self) {
        let Self {
            sentences,
            tokens,
            sentences_without_records,
            spans,
            cells,
            yes,
            true_yes,
            covered,
            covered_true,
            covered_bits,
            brier,
            bins,
            offenders,
        } = other;
        self.shape(spans.len(), cells.len());
        self.sentences += sentences;
        self.tokens += tokens;
        self.sentences_without_records += sentences_without_records;
        for (sum, more) in self.spans.iter_mut().zip(spans) {
            *sum = sum.saturating_add(more);
        }
        self.cells.iter_mut().zip(cells).for_each(|(sum, more)| *sum += more);
        self.yes += yes;
        self.true_yes += true_yes;
        self.covered += covered;
        self.covered_true += covered_true;
        self.covered_bits += covered_bits;
        self.brier += brier;
        self.bins.iter_mut().zip(bins).for_each(|(sum, more)| *sum += more);
        for offender in offenders {
            self.remember(offender);
        }
    }
}

/// Turns sentences and what a model says of them into tallies.
#[derive(Clone, Debug)]
pub struct Entropy {
    pub(super) defaults: Defaults,
    pub(super) floor: Floor,
    listed: Vec<ListedCandidate>,
    chunks: Vec<Chunk>,
}

impl Entropy {
    /// For a model with these defaults.
    pub fn new(defaults: Defaults, floor: Floor) -> Self {
        let defaults = defaults.map(|probability| floor.apply(probability));
        Self { defaults, floor, listed: Vec::new(), chunks: Vec::new() }
    }

    /// Adds a sentence, of which the model lists these candidates, to a tally. `number` says where it stands among the sentences.
    pub fn add(
        &mut self,
        number: u64,
        sentence: &Sentence,
        listed: &[ListedCandidate],
        tally: &mut PhraseTally,
    ) {
        tally.shape(self.defaults.longest() as usize, self.defaults.len());
        tally.sentences += 1;
        tally.tokens += u64::from(sentence.length);
        tally.sentences_without_records += u64::from(listed.is_empty());
        count_spans(sentence.length, &mut tally.spans);
        let mut sorted = std::mem::take(&mut self.listed);
        let mut chunks = std::mem::take(&mut self.chunks);
        sorted.clear();
        sorted.extend_from_slice(listed);
        sorted.sort_unstable_by_key(|listed| (listed.start, listed.end, listed.category));
        chunks.clear();
        chunks.extend_from_slice(&sentence.chunks);
        chunks.sort_unstable_by_key(key);
        let mut true_chunks = chunks.iter().copied().peekable();
        let at = (number, sentence);
        for one in &sorted {
            let chunk = Chunk { category: one.category, start: one.start, end: one.end };
            while let Some(before) = true_chunks.next_if(|known| key(known) < key(&chunk)) {
                self.unlisted(at, before, tally);
            }
            let is_true = true_chunks.next_if_eq(&chunk).is_some();
            let probability = self.floor.apply(one.probability);
            self.candidate(at, chunk, (probability, one.covered), is_true, tally);
        }
        true_chunks.for_each(|chunk| self.unlisted(at, chunk, tally));
        (self.listed, self.chunks) = (sorted, chunks);
    }

    /// A true chunk that has its default probability.
    fn unlisted(&self, at: (u64, &Sentence), chunk: Chunk, tally: &mut PhraseTally) {
        let probability = self.defaults.get(chunk.category, chunk.end - chunk.start);
        self.candidate(at, chunk, (probability, 0.0), true, tally);
    }

    fn candidate(
        &self,
        (number, sentence): (u64, &Sentence),
        chunk: Chunk,
        (probability, covered): (f64, f64),
        is_true: bool,
        tally: &mut PhraseTally,
    ) {
        let bits = if is_true { cost_of_true(probability) } else { cost_of_false(probability) };
        let cell = self.defaults.cell(chunk.category, chunk.end.saturating_sub(chunk.start));
        if let Some(cell) = tally.cells.get_mut(cell) {
            *(if is_true { &mut cell.of_true } else { &mut cell.of_false }) += Cost::of(bits);
        }
        if bits.is_infinite() {
            tally.remember(Offender { number, sentence: sentence.id.clone(), chunk, probability });
        }
        let probability_sum = FineSum::of(probability);
        tally.yes += probability_sum;
        let distance = if is_true { 1.0 - probability } else { probability };
        tally.brier += FineSum::of(distance * distance);
        tally.bins[bin_of(probability)] +=
            Bin { probability: probability_sum, true_chunks: u64::from(is_true) };
        if covered > 0.0 {
            tally.covered += Fixed::of(Some(covered));
            tally.covered_bits += Fixed::of(Some(covered * bits).filter(|bits| bits.is_finite()));
        }
        if is_true {
            tally.true_yes += probability_sum;
            tally.covered_true += Fixed::of(Some(covered));
        }
    }
}

fn key(chunk: &Chunk) -> (u32, u32, Category) {
    (chunk.start, chunk.end, chunk.category)
}

/// Adds how many spans of each length a sentence has; the last counter takes all that are longer, too. Models count so, too.
pub fn count_spans(length: u32, counts: &mut [u64]) {
    let length = u64::from(length);
    let Some((pooled, single)) = counts.split_last_mut() else { return };
    let mut left = length;
    for count in single {
        *count = count.saturating_add(left);
        left = left.saturating_sub(1);
    }
    // The lengths from here on have left, left - 1, … 1 spans.
    *pooled = pooled.saturating_add(left * (left + 1) / 2);
}

#[cfg(test)]
#[path = "tally_tests.rs"]
mod tests;
