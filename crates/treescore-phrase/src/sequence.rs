//! Model S: a phrase model as a choice, from left to right, among sequences of chunks.
//!
//! At each word, the chunks that may begin there share one unit of probability in proportion to what the
//! phrase model gives them. So the true sequence has a probability, and there is a best sequence to compare
//! with it chunk by chunk.

mod far;

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

use far::Far;

use super::numbers::{Floor, Sum};
use super::{Category, Chunk, Defaults, Inventory, ListedCandidate, Sentence};
use treescore::measure::Fixed;

/// How many chunks of one category were found.
///
/// ```
/// use treescore_phrase::ChunkCounts;
/// let counts = ChunkCounts { correct: 3, guessed: 4, true_chunks: 6 };
/// assert_eq!((counts.precision(), counts.recall(), counts.f1()), (0.75, 0.5, 0.6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkCounts {
    /// True chunks that are also in the best sequence.
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
    /// Returns the share of the guessed chunks that are true; 0 if there are none.
    pub fn precision(&self) -> f64 {
        ratio(self.correct, self.guessed)
    }

    /// Returns the share of the true chunks that were found; 0 if there are none.
    pub fn recall(&self) -> f64 {
        ratio(self.correct, self.true_chunks)
    }

    /// Returns the harmonic mean of precision and recall; 0 if there are no chunks.
    pub fn f1(&self) -> f64 {
        ratio(2 * self.correct, self.guessed + self.true_chunks)
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    treescore::measure::ratio(part, whole).unwrap_or(0.0)
}

/// The counts of model S over some sentences. Tallies of the same model add up in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SequenceTally {
    /// Sentences.
    pub sentences: u64,
    /// The cost of the true sequences, where it is finite.
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
        self.make_room(by_category.len());
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
    fn make_room(&mut self, categories: usize) {
        if self.by_category.len() < categories {
            self.by_category.resize(categories, ChunkCounts::default());
        }
    }

    fn count(&mut self, category: Category, count: impl Fn(&mut ChunkCounts)) {
        if let Some(counts) = self.by_category.get_mut(category.index()) {
            count(counts);
        }
    }

    /// Adds a sentence with the chunks that a system found in it.
    ///
    /// # Errors
    /// If the chunks of one side overlap or leave a gap.
    pub fn add_chunks(
        &mut self,
        gold: &Sentence,
        system: &Sentence,
        inventory: &Inventory,
    ) -> Result<(), NotAPartition> {
        if !gold.is_partition() || !system.is_partition() || gold.length != system.length {
            return Err(NotAPartition(gold.id.clone()));
        }
        self.make_room(inventory.len());
        self.sentences += 1;
        self.tokens += u64::from(gold.length);
        self.exact += u64::from(gold.chunks == system.chunks);
        self.compare(&gold.chunks, &system.chunks, inventory.find(Inventory::NULL.as_bytes()));
        Ok(())
    }

    /// Returns the counts of all chunks.
    pub fn chunks(&self) -> ChunkCounts {
        self.sum(|_| true)
    }

    /// Returns the counts of all chunks except those of one category. `Null` is the tag O of words, which
    /// shared tasks do not count.
    pub(crate) fn chunks_except(&self, category: Option<Category>) -> ChunkCounts {
        self.sum(|at| category.is_none_or(|category| category.index() != at))
    }

    fn sum(&self, counts: impl Fn(usize) -> bool) -> ChunkCounts {
        let mut sum = ChunkCounts::default();
        let counted = self.by_category.iter().enumerate().filter(|(at, _)| counts(*at));
        counted.for_each(|(_, more)| sum += *more);
        sum
    }

    /// Returns all bits; may be infinite.
    pub fn total_bits(&self) -> f64 {
        if self.infinite_sentences > 0 { f64::INFINITY } else { self.bits.total() }
    }

    /// Returns the bits per sentence; 0 if there are none.
    pub fn bits_per_sentence(&self) -> f64 {
        if self.sentences == 0 { 0.0 } else { self.total_bits() / self.sentences as f64 }
    }

    /// Returns the decimal logarithm of the perplexity per sentence.
    pub fn log10_parses_per_sentence(&self) -> f64 {
        self.bits_per_sentence() * std::f64::consts::LOG10_2
    }

    /// Returns the share of sentences whose best sequence is the true one.
    pub fn exact_share(&self) -> f64 {
        ratio(self.exact, self.sentences)
    }

    /// Returns the share of words with the right tag.
    pub fn accuracy(&self) -> f64 {
        ratio(self.tokens_right, self.tokens)
    }
}

/// The true chunks of a sentence overlap or leave a gap, so they are not a sequence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chunks of sentence {0} overlap or leave a gap")]
pub struct NotAPartition(pub String);

/// The end of the best sequence up to a position.
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

/// Finds the best sequence of chunks under a phrase model.
///
/// [`PhraseScorer::with_sequences`](super::PhraseScorer::with_sequences) is the simpler way to use it.
#[derive(Clone, Debug)]
pub struct Sequences {
    defaults: Defaults,
    floor: Floor,
    categories: Vec<Category>,
    null: Option<Category>,
    /// By length: the sum of all defaults, and the best category by default.
    columns: Vec<(f64, Best)>,
    listed: Vec<ListedCandidate>,
    /// The ends of spans that begin at the current word, and the best category over each. Long spans without
    /// listed candidates are not among them.
    best: Vec<(u32, Best)>,
    /// The long spans.
    far: Far,
    /// By position: the end of the best sequence up to it.
    steps: Vec<Option<Step>>,
    /// The best sequence.
    sequence: Vec<Chunk>,
}

/// The result for one sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundSequence<'a> {
    /// The cost of the true sequence, in bits; may be infinite.
    pub bits: f64,
    /// The best sequence; `None` if no sequence is possible.
    pub best: Option<&'a [Chunk]>,
}

impl Sequences {
    /// Creates the search for a model with these categories and defaults.
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
        let far = Far::default();
        Self { defaults, floor, categories, null, columns, listed, best, far, steps, sequence }
    }

    /// Adds a sentence, with the candidates that the model lists for it, to a tally.
    ///
    /// # Errors
    /// If the true chunks are not a partition of the words.
    pub fn add(
        &mut self,
        sentence: &Sentence,
        listed: &[ListedCandidate],
        tally: &mut SequenceTally,
    ) -> Result<FoundSequence<'_>, NotAPartition> {
        if !sentence.is_partition() {
            return Err(NotAPartition(sentence.id.clone()));
        }
        let bits = self.search(sentence, listed);
        let is_parsed = self.collect_best(sentence.length);
        tally.make_room(self.categories.len());
        tally.sentences += 1;
        tally.tokens += u64::from(sentence.length);
        tally.bits += Fixed::of(Some(bits).filter(|bits| bits.is_finite()));
        tally.infinite_sentences += u64::from(bits.is_infinite());
        tally.no_parse += u64::from(!is_parsed);
        tally.exact += u64::from(is_parsed && self.sequence == sentence.chunks);
        tally.compare(&sentence.chunks, &self.sequence, self.null);
        Ok(FoundSequence { bits, best: is_parsed.then_some(&self.sequence) })
    }

    /// Fills the steps and returns the cost of the true sequence.
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
        self.far.begin(sentence.length, self.defaults.longest(), &listed);
        let (mut rest, mut chunks) = (&listed[..], sentence.chunks.iter().peekable());
        let mut bits = Sum::default();
        for start in 0..sentence.length {
            let here;
            (here, rest) = rest.split_at(rest.partition_point(|one| one.start <= start));
            self.take_far(start);
            let normal = self.find_best_spans(start, sentence.length, here);
            if let Some(chunk) = chunks.next_if(|chunk| chunk.start == start) {
                let probability = self.probability(chunk, here);
                bits.add(if probability > 0.0 { normal.log2() - probability.log2() } else { f64::INFINITY });
            }
            self.extend_steps(start, normal);
        }
        self.take_far(sentence.length);
        self.listed = listed;
        bits.total() + 0.0
    }

    /// Returns the probability of a chunk; `here` holds all listed candidates that begin at the same word.
    fn probability(&self, chunk: &Chunk, here: &[ListedCandidate]) -> f64 {
        let found = here.binary_search_by_key(&(chunk.end, chunk.category), |one| (one.end, one.category));
        let listed = found.ok().and_then(|at| here.get(at)).map(|one| one.probability);
        listed.unwrap_or_else(|| self.defaults.get(chunk.category, chunk.end - chunk.start))
    }

    /// Finds the best category over each span that begins here: short spans, and long ones with listed
    /// candidates. Returns the sum of all probabilities, those of the other long spans included.
    fn find_best_spans(&mut self, start: u32, length: u32, mut here: &[ListedCandidate]) -> f64 {
        self.best.clear();
        let mut sum = Sum::default();
        let long = length.min(start.saturating_add(self.defaults.longest() - 1));
        for end in start + 1..=long {
            let listed;
            (listed, here) = here.split_at(here.partition_point(|one| one.end <= end));
            match self.columns.get((end - start) as usize - 1) {
                Some(&(total, best)) if listed.is_empty() => {
                    sum.add(total);
                    self.best.push((end, best));
                }
                _ => self.add_listed(start, end, listed, &mut sum),
            }
        }
        let mut others = length - long;
        let within = here.partition_point(|one| one.end <= length);
        for listed in here[..within].chunk_by(|one, other| one.end == other.end) {
            self.add_listed(start, listed[0].end, listed, &mut sum);
            others -= 1;
        }
        sum.add_times(others, self.columns.last().map_or(0.0, |(total, _)| *total));
        sum.total()
    }

    fn add_listed(&mut self, start: u32, end: u32, listed: &[ListedCandidate], sum: &mut Sum) {
        let (total, best) = self.sum_and_best(end - start, listed);
        sum.add(total);
        self.best.extend(best.map(|best| (end, best)));
    }

    /// Returns the sum and the best category of a span with listed candidates, which are sorted by category.
    fn sum_and_best(&self, length: u32, listed: &[ListedCandidate]) -> (f64, Option<Best>) {
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

    /// Completes the best sequence up to here with those that end in a long chunk without listed candidates.
    fn take_far(&mut self, end: u32) {
        let Some((start, score)) = self.far.best_before(end) else { return };
        let (Some(step), Some((_, best))) = (self.steps.get_mut(end as usize), self.columns.last()) else {
            return;
        };
        let is_better =
            |known: Step| score > known.score || (score >= known.score && start < known.last.start);
        if step.is_none_or(is_better) {
            *step = Some(Step { score, last: Chunk { category: best.category, start, end } });
        }
    }

    /// Extends the best sequence that ends here.
    fn extend_steps(&mut self, start: u32, normal: f64) {
        let before = match self.steps.get(start as usize) {
            _ if start == 0 => 0.0,
            Some(Some(step)) => step.score,
            _ => return,
        };
        let normal = normal.log2();
        for &(end, best) in &self.best {
            let Some(step) = self.steps.get_mut(end as usize) else { break };
            let score = before + (best.log - normal);
            // Strictly better: among equals, the one with the longer last chunk came first and stays.
            if best.log > f64::NEG_INFINITY && step.is_none_or(|known| score > known.score) {
                *step = Some(Step { score, last: Chunk { category: best.category, start, end } });
            }
        }
        if let Some((_, best)) = self.columns.last().filter(|(_, best)| best.log > f64::NEG_INFINITY) {
            self.far.set(start, before + (best.log - normal));
        }
    }

    /// Collects the best sequence; false if there is none.
    fn collect_best(&mut self, length: u32) -> bool {
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

/// Returns the most probable category; the first of equals.
fn best_of(categories: impl Iterator<Item = (Category, f64)>) -> Option<Best> {
    let mut best = None;
    for (category, probability) in categories {
        if best.is_none_or(|(_, known)| probability > known) {
            best = Some((category, probability));
        }
    }
    best.map(|(category, probability)| Best { category, log: probability.log2() })
}

impl SequenceTally {
    /// Counts the chunks of two sequences and those that they share, and the words with the same tag.
    fn compare(&mut self, gold: &[Chunk], best: &[Chunk], null: Option<Category>) {
        for chunk in gold {
            self.count(chunk.category, |counts| counts.true_chunks += 1);
        }
        for chunk in best {
            self.count(chunk.category, |counts| counts.guessed += 1);
        }
        let (mut gold, mut best) = (gold.iter().peekable(), best.iter().peekable());
        while let (Some(&&one), Some(&&other)) = (gold.peek(), best.peek()) {
            let common = u64::from(one.end.min(other.end).saturating_sub(one.start.max(other.start)));
            if one.category == other.category {
                // All words of a chunk but the first have the tag I, so the words differ where only one of two
                // chunks begins.
                let differs = one.start != other.start && Some(one.category) != null;
                self.tokens_right += common.saturating_sub(u64::from(differs));
                if one == other {
                    self.count(one.category, |counts| counts.correct += 1);
                }
            }
            gold.next_if(|_| one.end <= other.end);
            best.next_if(|_| other.end <= one.end);
        }
    }
}

#[cfg(test)]
#[path = "sequence_tests.rs"]
mod tests;
