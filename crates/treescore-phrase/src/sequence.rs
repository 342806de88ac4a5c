//! Model S: a phrase model as a choice from left to right among whole sequences of chunks.
//!
//! At each word, the chunks that may begin there share one unit of probability in proportion to what the phrase model gives
//! them. So true sequences have a probability, and there is a best sequence that can be compared with them chunk by chunk.

use std::ops::AddAssign;

use super::numbers::{Floor, Sum};
use super::{Category, Chunk, Defaults, Inventory, ListedCandidate, Sentence};
use treescore::measure::Fixed;

/// How many chunks of one category were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkCounts {
    /// True chunks that the best sequence has, too.
    pub correct: u64,
    /// Chunks of the best sequence.
    pub guessed: u64,
    /// True chunks.
    pub true_chunks: u64,
}

impl AddAssign for ChunkCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { correct, guessed, true_chunks } = other;
        self.correct += correct;
        self.guessed += guessed;
        self.true_chunks += true_chunks;
    }
}

impl ChunkCounts {
    /// Share of the guessed chunks that are true; 0 if there are none.
    pub fn precision(&self) -> f64 {
        ratio(self.correct, self.guessed)
    }

    /// Share of the true chunks that were found; 0 if there are none.
    pub fn recall(&self) -> f64 {
        ratio(self.correct, self.true_chunks)
    }

    /// Harmonic mean of precision and recall; 0 if there are no chunks.
    pub fn f1(&self) -> f64 {
        ratio(2 * self.correct, self.guessed + self.true_chunks)
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    treescore::measure::ratio(part, whole).unwrap_or(0.0)
}

/// What was counted over some sentences. Tallies of the same model add up in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequenceTally {
    /// Sentences.
    pub sentences: u64,
    /// What the true sequences cost, where that is finite.
    pub bits: Fixed,
    /// Sentences whose true sequence is impossible.
    pub infinite_sentences: u64,
    /// Sentences without any possible sequence.
    pub no_parse: u64,
    /// Sentences whose best sequence is the true one.
    pub exact: u64,
    /// By category.
    pub by_category: Vec<ChunkCounts>,
    /// Words.
    pub tokens: u64,
    /// Words with the right tag, if chunks are written as tags of words (B-NP, I-NP, O).
    pub tokens_right: u64,
}

impl AddAssign for SequenceTally {
    fn add_assign(&mut self, other: Self) {
        let Self { sentences, bits, infinite_sentences, no_parse, exact, by_category, tokens, tokens_right } =
            other;
        self.shape(by_category.len());
        self.sentences += sentences;
        self.bits += bits;
        self.infinite_sentences += infinite_sentences;
        self.no_parse += no_parse;
        self.exact += exact;
        self.by_category.iter_mut().zip(by_category).for_each(|(sum, more)| *sum += more);
        self.tokens += tokens;
        self.tokens_right += tokens_right;
    }
}

impl SequenceTally {
    fn shape(&mut self, categories: usize) {
        if self.by_category.len() < categories {
            self.by_category.resize(categories, ChunkCounts::default());
        }
    }

    fn count(&mut self, category: Category, count: impl Fn(&mut ChunkCounts)) {
        if let Some(counts) = self.by_category.get_mut(category.index()) {
            count(counts);
        }
    }

    /// All chunks.
    pub fn chunks(&self) -> ChunkCounts {
        self.sum(|_| true)
    }

    /// All chunks but those of one category: `Null` is what tags of words call O, which nobody counts.
    pub fn chunks_but(&self, category: Option<Category>) -> ChunkCounts {
        self.sum(|at| category.is_none_or(|category| category.index() != at))
    }

    fn sum(&self, counts: impl Fn(usize) -> bool) -> ChunkCounts {
        let mut sum = ChunkCounts::default();
        let counted = self.by_category.iter().enumerate().filter(|(at, _)| counts(*at));
        counted.for_each(|(_, more)| sum += *more);
        sum
    }

    /// All bits; may be infinite.
    pub fn total_bits(&self) -> f64 {
        if self.infinite_sentences > 0 { f64::INFINITY } else { self.bits.total() }
    }

    /// Bits per sentence; 0 if there are none.
    pub fn bits_per_sentence(&self) -> f64 {
        if self.sentences == 0 { 0.0 } else { self.total_bits() / self.sentences as f64 }
    }

    /// The perplexity per sentence, as its logarithm.
    pub fn log10_parses_per_sentence(&self) -> f64 {
        self.bits_per_sentence() * std::f64::consts::LOG10_2
    }

    /// Share of sentences whose best sequence is the true one.
    pub fn exact_share(&self) -> f64 {
        ratio(self.exact, self.sentences)
    }

    /// Share of words with the right tag.
    pub fn accuracy(&self) -> f64 {
        ratio(self.tokens_right, self.tokens)
    }
}

/// The true chunks of a sentence overlap or leave a gap, so that they are no sequence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chunks of sentence {0} overlap or leave a gap")]
pub struct NotAPartition(pub String);

/// Where the best sequence so far comes from.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Logarithm of its probability.
    score: f64,
    /// Its last chunk.
    last: Chunk,
}

/// The most probable category over a span.
#[derive(Clone, Copy, Debug)]
struct Best {
    category: Category,
    /// Logarithm of its probability; negative infinity at 0.
    log: f64,
}

/// The phrase model as a chooser of sequences.
#[derive(Clone, Debug)]
pub struct Sequences {
    defaults: Defaults,
    floor: Floor,
    categories: Vec<Category>,
    null: Option<Category>,
    /// By length: the sum of all defaults, and the best category by default.
    columns: Vec<(f64, Best)>,
    listed: Vec<ListedCandidate>,
    /// The best category over each span that begins at the word at hand.
    best: Vec<Best>,
    /// By position: how the best sequence to it ends.
    steps: Vec<Option<Step>>,
    /// The best sequence.
    sequence: Vec<Chunk>,
}

/// What was found of one sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequenceFound<'a> {
    /// What the true sequence costs, in bits; may be infinite.
    pub bits: f64,
    /// The best sequence; `None` if there is no possible one.
    pub best: Option<&'a [Chunk]>,
}

impl Sequences {
    /// For a model with these categories and defaults.
    pub fn new(inventory: &Inventory, defaults: Defaults, floor: Floor) -> Self {
        let defaults = defaults.map(|probability| floor.apply(probability));
        let categories: Vec<_> = inventory.categories().collect();
        let column = |length| {
            let each = || categories.iter().map(|&category| (category, defaults.get(category, length)));
            (each().map(|(_, probability)| probability).collect::<Sum>().total(), best_of(each()))
        };
        let columns = (1..=defaults.longest()).filter_map(|length| {
            let (sum, best) = column(length);
            Some((sum, best?))
        });
        let columns = columns.collect();
        let null = inventory.find(Inventory::NULL.as_bytes());
        let (listed, best, steps, sequence) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { defaults, floor, categories, null, columns, listed, best, steps, sequence }
    }

    /// Adds a sentence, of which the model lists these candidates, to a tally.
    ///
    /// # Errors
    /// If the true chunks are not a sequence over all words.
    pub fn add(
        &mut self,
        sentence: &Sentence,
        listed: &[ListedCandidate],
        tally: &mut SequenceTally,
    ) -> Result<SequenceFound<'_>, NotAPartition> {
        if !sentence.is_partition() {
            return Err(NotAPartition(sentence.id.clone()));
        }
        let bits = self.search(sentence, listed);
        let is_parsed = self.trace(sentence.length);
        tally.shape(self.categories.len());
        tally.sentences += 1;
        tally.tokens += u64::from(sentence.length);
        tally.bits += Fixed::of(Some(bits).filter(|bits| bits.is_finite()));
        tally.infinite_sentences += u64::from(bits.is_infinite());
        tally.no_parse += u64::from(!is_parsed);
        tally.exact += u64::from(is_parsed && self.sequence == sentence.chunks);
        for chunk in &sentence.chunks {
            tally.count(chunk.category, |counts| counts.true_chunks += 1);
        }
        for chunk in &self.sequence {
            tally.count(chunk.category, |counts| counts.guessed += 1);
        }
        compare(&sentence.chunks, &self.sequence, self.null, tally);
        Ok(SequenceFound { bits, best: is_parsed.then_some(&self.sequence) })
    }

    /// Fills the steps; gives the cost of the true sequence.
    fn search(&mut self, sentence: &Sentence, listed: &[ListedCandidate]) -> f64 {
        self.listed.clear();
        let floored = listed
            .iter()
            .map(|one| ListedCandidate { probability: self.floor.apply(one.probability), ..*one });
        self.listed.extend(floored);
        self.listed.sort_unstable_by_key(|one| (one.start, one.end, one.category));
        self.steps.clear();
        self.steps.resize(sentence.length as usize + 1, None);
        let listed = std::mem::take(&mut self.listed);
        let (mut rest, mut chunks) = (&listed[..], sentence.chunks.iter().peekable());
        let mut bits = Sum::default();
        for start in 0..sentence.length {
            let here;
            (here, rest) = rest.split_at(rest.partition_point(|one| one.start <= start));
            let normal = self.spans_from(start, sentence.length, here);
            if let Some(chunk) = chunks.next_if(|chunk| chunk.start == start) {
                let probability = self.probability(chunk, here);
                bits.add(if probability > 0.0 { normal.log2() - probability.log2() } else { f64::INFINITY });
            }
            self.steps_from(start, normal);
        }
        self.listed = listed;
        bits.total() + 0.0
    }

    /// The probability of a chunk; `here` are all listed candidates that begin where it does.
    fn probability(&self, chunk: &Chunk, here: &[ListedCandidate]) -> f64 {
        let found = here.binary_search_by_key(&(chunk.end, chunk.category), |one| (one.end, one.category));
        let listed = found.ok().and_then(|at| here.get(at)).map(|one| one.probability);
        listed.unwrap_or_else(|| self.defaults.get(chunk.category, chunk.end - chunk.start))
    }

    /// Finds the best category over each span that begins here; gives the sum of all probabilities.
    fn spans_from(&mut self, start: u32, length: u32, mut here: &[ListedCandidate]) -> f64 {
        self.best.clear();
        let mut sum = Sum::default();
        for end in start + 1..=length {
            let listed;
            (listed, here) = here.split_at(here.partition_point(|one| one.end <= end));
            let column = (end - start).min(self.defaults.longest()) as usize - 1;
            match self.columns.get(column) {
                Some(&(total, best)) if listed.is_empty() => {
                    sum.add(total);
                    self.best.push(best);
                }
                _ => {
                    let (total, best) = self.exactly(end - start, listed);
                    sum.add(total);
                    self.best.extend(best);
                }
            }
        }
        sum.total()
    }

    /// Sum and best of a span that has listed candidates, which are in the order of their categories.
    fn exactly(&self, length: u32, listed: &[ListedCandidate]) -> (f64, Option<Best>) {
        let mut listed = listed.iter().peekable();
        let mut sum = Sum::default();
        let each = self.categories.iter().map(|&category| {
            let own = listed.next_if(|one| one.category == category).map(|one| one.probability);
            let probability = own.unwrap_or_else(|| self.defaults.get(category, length));
            sum.add(probability);
            (category, probability)
        });
        let best = best_of(each);
        (sum.total(), best)
    }

    /// Goes on from the best sequence that ends here.
    fn steps_from(&mut self, start: u32, normal: f64) {
        let before = match self.steps.get(start as usize) {
            _ if start == 0 => 0.0,
            Some(Some(step)) => step.score,
            _ => return,
        };
        let normal = normal.log2();
        for (end, best) in (start + 1..).zip(&self.best) {
            let Some(step) = self.steps.get_mut(end as usize) else { break };
            let score = before + (best.log - normal);
            // Strictly better: of equally good ones, the one with the longer last chunk came first.
            if best.log > f64::NEG_INFINITY && step.is_none_or(|known| score > known.score) {
                *step = Some(Step { score, last: Chunk { category: best.category, start, end } });
            }
        }
    }

    /// Puts the best sequence together; false if there is none.
    fn trace(&mut self, length: u32) -> bool {
        self.sequence.clear();
        let mut end = length;
        while end > 0 {
            let Some(Some(step)) = self.steps.get(end as usize) else { break };
            self.sequence.push(step.last);
            end = step.last.start;
        }
        self.sequence.reverse();
        end == 0
    }
}

/// The most probable category, the first of equally probable ones.
fn best_of(categories: impl Iterator<Item = (Category, f64)>) -> Option<Best> {
    let mut best = None;
    for (category, probability) in categories {
        if best.is_none_or(|(_, known)| probability > known) {
            best = Some((category, probability));
        }
    }
    best.map(|(category, probability)| Best { category, log: probability.log2() })
}

/// Counts chunks that two sequences share, and words with the same tag.
fn compare(gold: &[Chunk], best: &[Chunk], null: Option<Category>, tally: &mut SequenceTally) {
    let (mut gold, mut best) = (gold.iter().peekable(), best.iter().peekable());
    while let (Some(&&one), Some(&&other)) = (gold.peek(), best.peek()) {
        let common = u64::from(one.end.min(other.end).saturating_sub(one.start.max(other.start)));
        if one.category == other.category {
            // Within a chunk all words but the first have the tag I: where only one of two chunks begins, they differ.
            let differs = one.start != other.start && Some(one.category) != null;
            tally.tokens_right += common.saturating_sub(u64::from(differs));
            if one == other {
                tally.count(one.category, |counts| counts.correct += 1);
            }
        }
        gold.next_if(|_| one.end <= other.end);
        best.next_if(|_| other.end <= one.end);
    }
}

#[cfg(test)]
#[path = "sequence_tests.rs"]
mod tests;
