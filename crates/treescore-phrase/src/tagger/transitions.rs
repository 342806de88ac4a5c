//! The probability of a tag after two others: interpolated trigrams, bigrams and unigrams.

use treescore::values::hash::HashMap;

use super::counts::{Tag, TaggerCounts};

/// The least weight of unigrams, so that no tag is impossible anywhere.
const LEAST: f64 = 1e-6;

/// Probabilities of tags given the two before.
#[derive(Clone, Debug, Default)]
pub struct Transitions {
    /// Weights of unigrams, bigrams and trigrams.
    weights: [f64; 3],
    /// By tag, its weighted unigram part.
    unigrams: Vec<f64>,
    /// By preceding tag, where its bigrams begin.
    bigram_rows: Vec<u32>,
    bigrams: Vec<(Tag, f64)>,
    /// By the two preceding tags, the range of their trigrams.
    trigram_rows: HashMap<(Tag, Tag), (u32, u32)>,
    trigrams: Vec<(Tag, f64)>,
}

/// Sums of trigram counts.
struct Sums {
    unigrams: Vec<u64>,
    all: u64,
    /// Tags by preceding tag, sorted by both.
    bigrams: Vec<((Tag, Tag), u64)>,
    after_one: Vec<u64>,
    after_two: HashMap<(Tag, Tag), u64>,
}

impl Sums {
    fn new(counts: &TaggerCounts) -> Self {
        let symbols = counts.tags.len() + 2;
        let mut bigrams: HashMap<(Tag, Tag), u64> = HashMap::default();
        let mut after_two: HashMap<(Tag, Tag), u64> = HashMap::default();
        let (mut unigrams, mut after_one, mut all) = (vec![0; symbols], vec![0; symbols], 0);
        for &([a, b, c], count) in &counts.trigrams {
            *bigrams.entry((b, c)).or_default() += count;
            *after_two.entry((a, b)).or_default() += count;
            unigrams[c as usize] += count;
            after_one[b as usize] += count;
            all += count;
        }
        let mut bigrams: Vec<_> = bigrams.into_iter().collect();
        bigrams.sort_unstable();
        Self { unigrams, all, bigrams, after_one, after_two }
    }

    fn bigram(&self, pair: (Tag, Tag)) -> u64 {
        self.bigrams.binary_search_by_key(&pair, |&(pair, _)| pair).map_or(0, |at| self.bigrams[at].1)
    }

    fn after(&self, context: (Tag, Tag)) -> u64 {
        self.after_two.get(&context).copied().unwrap_or(0)
    }

    /// Computes the weights by deleted interpolation: each trigram votes for the order that would have
    /// predicted it best without it.
    fn weights(&self, counts: &TaggerCounts) -> [f64; 3] {
        let rate = |count: u64, of: u64| if of > 1 { (count - 1) as f64 / (of - 1) as f64 } else { 0.0 };
        let mut votes = [0u64; 3];
        for &([a, b, c], count) in &counts.trigrams {
            let three = rate(count, self.after((a, b)));
            let two = rate(self.bigram((b, c)), self.after_one[b as usize]);
            let one = rate(self.unigrams[c as usize], self.all);
            let winner = if three >= two && three >= one { 2 } else { usize::from(two >= one) };
            votes[winner] += count;
        }
        let all: u64 = votes.iter().sum();
        let mut weights = votes.map(|vote| if all > 0 { vote as f64 / all as f64 } else { 0.0 });
        if weights[0] < LEAST {
            weights[0] = LEAST;
            let sum: f64 = weights.iter().sum();
            weights = weights.map(|weight| weight / sum);
        }
        weights
    }
}

impl Transitions {
    /// Computes the probabilities from counts.
    pub(super) fn new(counts: &TaggerCounts) -> Self {
        let sums = Sums::new(counts);
        let weights = sums.weights(counts);
        let part = |weight: f64, count: u64, of: u64| {
            if of > 0 { weight * (count as f64 / of as f64) } else { 0.0 }
        };
        let unigrams = sums.unigrams.iter().map(|&count| part(weights[0], count, sums.all)).collect();
        let mut bigram_rows = vec![0; sums.after_one.len() + 1];
        for &((before, _), _) in &sums.bigrams {
            bigram_rows[before as usize + 1] += 1;
        }
        for at in 1..bigram_rows.len() {
            bigram_rows[at] += bigram_rows[at - 1];
        }
        let bigrams = sums
            .bigrams
            .iter()
            .map(|&((before, tag), count)| (tag, part(weights[1], count, sums.after_one[before as usize])));
        let mut trigram_rows: HashMap<(Tag, Tag), (u32, u32)> = HashMap::default();
        for (&([a, b, _], _), at) in counts.trigrams.iter().zip(0..) {
            trigram_rows.entry((a, b)).or_insert((at, at)).1 = at + 1; // sorted: a context is one run
        }
        let trigrams = counts
            .trigrams
            .iter()
            .map(|&([a, b, c], count)| (c, part(weights[2], count, sums.after((a, b)))));
        let (bigrams, trigrams) = (bigrams.collect(), trigrams.collect());
        Self { weights, unigrams, bigram_rows, bigrams, trigram_rows, trigrams }
    }

    /// Returns the weights of unigrams, bigrams and trigrams.
    pub fn weights(&self) -> [f64; 3] {
        self.weights
    }

    /// Returns the probability of a tag or the end after two others.
    pub fn probability(&self, before: (Tag, Tag), tag: Tag) -> f64 {
        let mut row = [0.0];
        self.fill_short(before.1, &[tag], &mut row);
        self.add_long(before, &[tag], &mut row);
        row[0]
    }

    /// Fills `row` with the unigram and bigram parts for these tags, which are sorted.
    pub(super) fn fill_short(&self, before: Tag, tags: &[Tag], row: &mut [f64]) {
        for (&tag, out) in tags.iter().zip(&mut *row) {
            *out = self.unigrams.get(tag as usize).copied().unwrap_or(0.0);
        }
        let before = before as usize;
        if let (Some(&start), Some(&end)) = (self.bigram_rows.get(before), self.bigram_rows.get(before + 1)) {
            add_found(&self.bigrams[start as usize..end as usize], tags, row);
        }
    }

    /// Adds the trigram part for these tags, which are sorted.
    pub(super) fn add_long(&self, before: (Tag, Tag), tags: &[Tag], row: &mut [f64]) {
        if let Some(&(start, end)) = self.trigram_rows.get(&before) {
            add_found(&self.trigrams[start as usize..end as usize], tags, row);
        }
    }
}

/// Adds the entries of a sorted list for sorted tags.
fn add_found(mut list: &[(Tag, f64)], tags: &[Tag], row: &mut [f64]) {
    for (&tag, out) in tags.iter().zip(row) {
        let at = list.partition_point(|&(found, _)| found < tag);
        list = &list[at..];
        match list.first() {
            Some(&(found, part)) if found == tag => *out += part,
            Some(_) => {}
            None => return,
        }
    }
}
