//! The tally of the entropy measures: what the candidates of sentences cost.
//!
//! Only special candidates are visited: true chunks, and those that a model lists. The others are only
//! counted, by length; their share is worked out once from the summed counts
//! ([`PhraseScores`](super::PhraseScores)).

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

use super::numbers::{FineSum, Floor, cost_of_false, cost_of_true};
use super::{Category, Chunk, Defaults, ListedCandidate, Sentence};
use treescore::measure::Fixed;

/// The number of offenders to remember.
const OFFENDERS: usize = 10;
/// The number of equal bins for probabilities.
pub(crate) const BINS: usize = 10;

/// The cost of some events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cost {
    /// The sum of the finite costs.
    pub(super) bits: Fixed,
    /// The number of infinite costs.
    pub(super) infinite: u64,
}

impl Cost {
    pub(super) fn new(bits: f64) -> Self {
        let finite = Some(bits).filter(|bits| bits.is_finite());
        Self { bits: Fixed::of(finite), infinite: u64::from(finite.is_none()) }
    }

    /// Returns all bits; may be infinite.
    pub(super) fn total(&self) -> f64 {
        if self.infinite > 0 { f64::INFINITY } else { self.bits.total() }
    }

    /// Returns the number of events.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// The special candidates whose probability is in one bin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bin {
    /// Sum and number of their probabilities.
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

/// Returns the bin of a probability.
pub(super) fn bin_of(probability: f64) -> usize {
    ((probability * BINS as f64) as usize).min(BINS - 1)
}

/// A candidate whose outcome the model considered impossible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offender {
    /// Number of the sentence, in the order of the input.
    pub number: u64,
    /// Id of the sentence.
    pub sentence: String,
    /// The candidate.
    pub chunk: Chunk,
    /// Its probability: 0 for a true chunk, or 1 for another candidate.
    pub probability: f64,
}

impl Offender {
    fn key(&self) -> (u64, u32, u32, Category) {
        (self.number, self.chunk.start, self.chunk.end, self.chunk.category)
    }
}

/// The counts of one model over some sentences. Tallies of the same model add up in any order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PhraseTally {
    /// Sentences.
    pub sentences: u64,
    /// Their words.
    pub tokens: u64,
    /// Sentences for which the model listed nothing.
    pub sentences_without_records: u64,
    /// The number of spans of each length; the last entry includes all longer ones.
    pub(super) spans: Vec<u64>,
    /// By category, then length.
    pub(super) cells: Vec<SpanCell>,
    /// Sum of the probabilities of special candidates, and of true chunks.
    pub(super) yes: FineSum,
    pub(super) true_yes: FineSum,
    /// Sums of the coverage by rules: of special candidates, of true chunks, and weighted by cost.
    pub(super) covered: Fixed,
    pub(super) covered_true: Fixed,
    pub(super) covered_bits: Fixed,
    /// Sum of the squared distances of probability and truth.
    pub(super) brier: FineSum,
    pub(super) bins: [Bin; BINS],
    /// The first candidates whose outcome the model considered impossible, in order.
    pub(super) offenders: Vec<Offender>,
}

impl PhraseTally {
    /// Makes room for every category and length.
    fn make_room(&mut self, spans: usize, cells: usize) {
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
        self.make_room(spans.len(), cells.len());
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

/// Adds sentences, with a model's probabilities for them, to tallies.
///
/// [`PhraseScorer`](super::PhraseScorer) is the simpler way to use it.
#[derive(Clone, Debug)]
pub struct Entropy {
    pub(super) defaults: Defaults,
    pub(super) floor: Floor,
    listed: Vec<ListedCandidate>,
    chunks: Vec<Chunk>,
}

impl Entropy {
    /// Creates it for a model with these defaults.
    pub fn new(defaults: Defaults, floor: Floor) -> Self {
        let defaults = defaults.map(|probability| floor.apply(probability));
        Self { defaults, floor, listed: Vec::new(), chunks: Vec::new() }
    }

    /// Adds a sentence, with the candidates that the model lists for it, to a tally. `number` is its place
    /// among the sentences.
    pub fn add(
        &mut self,
        number: u64,
        sentence: &Sentence,
        listed: &[ListedCandidate],
        tally: &mut PhraseTally,
    ) {
        tally.make_room(self.defaults.longest() as usize, self.defaults.len());
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
                self.add_unlisted(at, before, tally);
            }
            let is_true = true_chunks.next_if_eq(&chunk).is_some();
            let probability = self.floor.apply(one.probability);
            self.add_candidate(at, chunk, (probability, one.covered), is_true, tally);
        }
        true_chunks.for_each(|chunk| self.add_unlisted(at, chunk, tally));
        (self.listed, self.chunks) = (sorted, chunks);
    }

    /// Adds a true chunk that has its default probability.
    fn add_unlisted(&self, at: (u64, &Sentence), chunk: Chunk, tally: &mut PhraseTally) {
        let probability = self.defaults.get(chunk.category, chunk.end - chunk.start);
        self.add_candidate(at, chunk, (probability, 0.0), true, tally);
    }

    fn add_candidate(
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
            *(if is_true { &mut cell.of_true } else { &mut cell.of_false }) += Cost::new(bits);
        }
        if bits.is_infinite() {
            tally.remember(Offender { number, sentence: sentence.id.clone(), chunk, probability });
        }
        let probability_sum = FineSum::new(probability);
        tally.yes += probability_sum;
        let distance = if is_true { 1.0 - probability } else { probability };
        tally.brier += FineSum::new(distance * distance);
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

/// Adds the number of spans of each length in a sentence; the last counter includes all longer ones. Training
/// counts the same way.
pub(crate) fn count_spans(length: u32, counts: &mut [u64]) {
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
