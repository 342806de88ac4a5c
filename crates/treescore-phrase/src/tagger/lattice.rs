//! The exact posterior over the tag sequences of a sentence.
//!
//! It is a chain of the second order. So the probability that a span has certain tags is a product, taken
//! from left to right: the probability of the first two tags, and then of each tag given the two before it
//! and the whole sentence.

use super::counts::{Tag, TagSet};
use super::words::WordScratch;
use super::{Tagger, UNKNOWN, text};
use crate::WordList;

/// No probabilities are kept for the tags after this pair of tags.
const NO_ROW: u32 = u32::MAX;

/// Pairs slightly below the limit are kept, so that rounding never loses a sequence that is just probable
/// enough.
const SLACK: f64 = 1.0 - 1e-9;

/// The possible tags of one sentence, with their probabilities. It can be reused.
///
/// A tag of a word is given by its *place* among the possible tags of that word.
#[derive(Clone, Debug, Default)]
pub struct Lattice {
    /// By word, where its tags begin in `tags`, `emissions` and `ones`; one more at the end.
    tags_from: Vec<usize>,
    tags: Vec<Tag>,
    emissions: Vec<f64>,
    ones: Vec<f64>,
    /// By word, where its pairs begin: (place of the tag before, place of its tag). The first word has one
    /// tag before it, the boundary.
    pairs_from: Vec<usize>,
    /// Forward probabilities until the backward pass.
    pairs: Vec<f64>,
    /// By pair, where the probabilities of the next word's tags begin in `rows`.
    rows_from: Vec<u32>,
    rows: Vec<f64>,
    /// The probability of the rest of the sentence after each pair of a word.
    beta: Vec<f64>,
    /// The `beta` of the following word.
    beta_next: Vec<f64>,
    short: Vec<f64>,
    row: Vec<f64>,
    scratch: WordScratch,
}

impl Lattice {
    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.tags_from.len().saturating_sub(1)
    }

    /// True if there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the possible tags of a word, sorted.
    pub fn tags(&self, word: usize) -> &[Tag] {
        &self.tags[self.tags_from[word]..self.tags_from[word + 1]]
    }

    /// Returns the probability of each tag of a word.
    pub fn ones(&self, word: usize) -> &[f64] {
        &self.ones[self.tags_from[word]..self.tags_from[word + 1]]
    }

    /// Returns the probability of each tag of a word together with one tag of the preceding word, which must
    /// exist.
    pub fn pairs(&self, word: usize, before: usize) -> &[f64] {
        let width = self.width(word);
        let start = self.pairs_from[word] + before * width;
        &self.pairs[start..start + width]
    }

    /// Returns the probability of each tag of a word given the tags of the two preceding words, which must
    /// exist. Empty if the two together are less probable than the lattice was filled for.
    pub fn conditional(&self, word: usize, before: [usize; 2]) -> &[f64] {
        let pair = self.pairs_from[word - 1] + before[0] * self.width(word - 1) + before[1];
        match self.rows_from[pair] {
            NO_ROW => &[],
            start => &self.rows[start as usize..start as usize + self.width(word)],
        }
    }

    /// Returns the most probable tag of each word; the first of equals.
    pub fn best(&self) -> impl Iterator<Item = Tag> {
        (0..self.len()).map(|word| {
            let best = self
                .ones(word)
                .iter()
                .zip(self.tags(word))
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            best.map_or(UNKNOWN, |(_, &tag)| tag)
        })
    }

    fn width(&self, word: usize) -> usize {
        self.tags_from[word + 1] - self.tags_from[word]
    }

    /// Returns the number of tags of the word `back` places before; 1, the boundary, if there is no such
    /// word.
    fn width_before(&self, word: usize, back: usize) -> usize {
        word.checked_sub(back).map_or(1, |word| self.width(word))
    }

    /// Returns the tag at a place of the word `back` places before.
    fn tag_before(&self, word: usize, back: usize, place: usize, begin: Tag) -> Tag {
        word.checked_sub(back).map_or(begin, |word| self.tags(word)[place])
    }

    fn clear(&mut self) {
        self.tags_from.clear();
        self.tags.clear();
        self.emissions.clear();
        self.ones.clear();
        self.pairs_from.clear();
        self.pairs.clear();
        self.rows_from.clear();
        self.rows.clear();
    }

    /// Fills the lattice with certain tags.
    pub(crate) fn fill_certain(&mut self, tags: &WordList, known: &TagSet) {
        self.clear();
        for (at, tag) in tags.iter().enumerate() {
            self.tags_from.push(at);
            self.tags.push(known.number(&text(tag)));
        }
        let words = self.tags.len();
        self.tags_from.push(words);
        self.ones.resize(words, 1.0);
        self.pairs_from.extend(0..words);
        self.pairs.resize(words, 1.0);
        self.rows_from.resize(words, 0);
        self.rows.push(1.0);
    }

    /// Fills the lattice with the posterior of a sentence. The tags after a pair of tags are kept if the
    /// pair's probability is at least `least`.
    pub fn fill(&mut self, tagger: &Tagger, words: &WordList, least: f64) {
        self.clear();
        let mut scratch = std::mem::take(&mut self.scratch);
        for word in words.iter() {
            self.tags_from.push(self.tags.len());
            tagger.words.emissions(&text(word), &mut scratch, &mut self.tags, &mut self.emissions);
        }
        self.scratch = scratch;
        self.tags_from.push(self.tags.len());
        for word in 0..self.len() {
            self.pairs_from.push(self.pairs.len());
            self.forward(tagger, word);
        }
        self.rows_from.resize(self.pairs.len(), NO_ROW);
        self.ones.resize(self.tags.len(), 0.0);
        self.last_beta(tagger);
        for word in (0..self.len()).rev() {
            self.marginals(word);
            if word + 1 < self.len() {
                self.keep_rows(tagger, word + 1, least * SLACK);
            }
            std::mem::swap(&mut self.beta, &mut self.beta_next);
            if word > 0 {
                self.backward(tagger, word);
            }
        }
    }

    /// Calls `each` with every pair of places before a word and `P(t|before) e(w,t)` for all tags t of the
    /// word.
    fn steps(&mut self, tagger: &Tagger, word: usize, mut each: impl FnMut(&mut Self, [usize; 2], &[f64])) {
        let (mut short, mut row) = (std::mem::take(&mut self.short), std::mem::take(&mut self.row));
        let width = self.width(word);
        short.resize(width, 0.0);
        row.resize(width, 0.0);
        for one in 0..self.width_before(word, 1) {
            self.fill_short(tagger, word, one, &mut short);
            for two in 0..self.width_before(word, 2) {
                row.copy_from_slice(&short);
                self.finish_row(tagger, word, [two, one], &mut row);
                each(self, [two, one], &row);
            }
        }
        (self.short, self.row) = (short, row);
    }

    fn fill_short(&self, tagger: &Tagger, word: usize, one: usize, short: &mut [f64]) {
        let before = self.tag_before(word, 1, one, tagger.begin);
        tagger.transitions.fill_short(before, self.tags(word), short);
    }

    fn finish_row(&self, tagger: &Tagger, word: usize, [two, one]: [usize; 2], row: &mut [f64]) {
        let before =
            (self.tag_before(word, 2, two, tagger.begin), self.tag_before(word, 1, one, tagger.begin));
        tagger.transitions.add_long(before, self.tags(word), row);
        let emissions = &self.emissions[self.tags_from[word]..self.tags_from[word + 1]];
        for (probability, emission) in row.iter_mut().zip(emissions) {
            *probability *= emission;
        }
    }

    /// Computes the forward probabilities of a word's pairs from those of the preceding word.
    fn forward(&mut self, tagger: &Tagger, word: usize) {
        let (width, before) = (self.width(word), self.width_before(word, 1));
        let here = self.pairs.len();
        self.pairs.resize(here + before * width, 0.0);
        self.steps(tagger, word, |lattice, [two, one], row| {
            let past = match word.checked_sub(1) {
                Some(last) => lattice.pairs[lattice.pairs_from[last] + two * before + one],
                None => 1.0,
            };
            let start = here + one * width;
            for (sum, step) in lattice.pairs[start..start + width].iter_mut().zip(row) {
                *sum += past * step;
            }
        });
        normalise(&mut self.pairs[here..]);
    }

    /// Computes the probability of the end after each pair of the last word.
    fn last_beta(&mut self, tagger: &Tagger) {
        self.beta.clear();
        let Some(last) = self.len().checked_sub(1) else { return };
        for place in 0..self.width_before(last, 1) {
            let before = self.tag_before(last, 1, place, tagger.begin);
            for &tag in &self.tags[self.tags_from[last]..] {
                self.beta.push(tagger.transitions.probability((before, tag), tagger.end));
            }
        }
    }

    /// Turns the forward probabilities of a word into marginals, with its `beta`.
    fn marginals(&mut self, word: usize) {
        let (start, width, first) = (self.pairs_from[word], self.width(word), self.tags_from[word]);
        let pairs = &mut self.pairs[start..start + self.beta.len()];
        for (pair, beta) in pairs.iter_mut().zip(&self.beta) {
            *pair *= beta;
        }
        normalise(pairs);
        for row in pairs.chunks(width.max(1)) {
            for (one, pair) in self.ones[first..first + width].iter_mut().zip(row) {
                *one += pair;
            }
        }
    }

    /// Computes the `beta` of the preceding word from `beta_next`, that of this word.
    fn backward(&mut self, tagger: &Tagger, word: usize) {
        let (width, before) = (self.width(word), self.width_before(word, 1));
        let mut beta = std::mem::take(&mut self.beta);
        beta.clear();
        beta.resize(self.width_before(word, 2) * before, 0.0);
        self.steps(tagger, word, |lattice, [two, one], row| {
            beta[two * before + one] = dot(row, &lattice.beta_next[one * width..]);
        });
        normalise(&mut beta);
        self.beta = beta;
    }

    /// Keeps the probabilities of this word's tags after each pair of preceding tags that is probable enough:
    /// never many.
    fn keep_rows(&mut self, tagger: &Tagger, word: usize, least: f64) {
        let (width, before) = (self.width(word), self.width(word - 1));
        let pairs = self.pairs_from[word - 1]..self.pairs_from[word];
        for (place, pair) in pairs.enumerate().filter(|_| word > 1) {
            if self.pairs[pair] < least {
                continue;
            }
            let (two, one, start) = (place / before, place % before, self.rows.len());
            let mut rows = std::mem::take(&mut self.rows);
            rows.resize(start + width, 0.0);
            self.fill_short(tagger, word, one, &mut rows[start..]);
            self.finish_row(tagger, word, [two, one], &mut rows[start..]);
            for (step, beta) in rows[start..].iter_mut().zip(&self.beta_next[one * width..]) {
                *step *= beta;
            }
            normalise(&mut rows[start..]);
            self.rows = rows;
            self.rows_from[pair] = start as u32;
        }
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn normalise(values: &mut [f64]) {
    let sum: f64 = values.iter().sum();
    if sum > 0.0 {
        for value in values {
            *value /= sum;
        }
    }
}
