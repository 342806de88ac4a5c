//! Training: three passes over sentences, each of which adds up in any order.
//!
//! 1. [`FirstCounts`] over the first corpus: candidates, true chunks, words and tags.
//! 2. [`RuleCounts`] over the first corpus again: the tags that chunks consist of, according to the tagger.
//! 3. [`SecondCounts`] over the second corpus: how often the rules are right.

use treescore::values::hash::HashMap;

use super::walk::{SEQUENCES_MOST, Walk};
use super::{
    Evidence, FirstTotals, Matcher, ModelCounts, ModelSettings, PhraseModel, Rule, SecondTotals,
    SettingError, TagSource,
};
use crate::tagger::{Lattice, ReservedTag, Tag, TagCounts, UNKNOWN, text};
use crate::{Category, Chunk, Inventory, Sentence, WordList, count_spans};
use treescore::measure::Fixed;

/// Why training failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainError {
    /// A setting is out of range.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A tag is not allowed.
    #[error(transparent)]
    Tag(#[from] ReservedTag),
    /// A corpus has no sentences.
    #[error("the {0} corpus has no sentences")]
    NoSentences(&'static str),
    /// Too many sequences of tags are possible.
    #[error(
        "a chunk of {words} words has more than {SEQUENCES_MOST} sequences of tags per word whose probability is {tau:e} or more; \
         use a greater tau (from {:e} on, no chunk has too many)",
        1.0 / SEQUENCES_MOST as f64
    )]
    TooManySequences {
        /// The number of words of the longest such chunk.
        words: u32,
        /// The least probability.
        tau: f64,
    },
}

/// The counts of the first pass.
#[derive(Clone, Debug)]
pub(crate) struct FirstCounts {
    settings: ModelSettings,
    totals: FirstTotals,
    tags: TagCounts,
}

impl FirstCounts {
    /// Creates empty counts.
    pub(crate) fn new(settings: ModelSettings, inventory: &Inventory) -> Self {
        let longest = settings.longest as usize;
        let totals = FirstTotals {
            sentences: 0,
            spans: vec![0; longest],
            true_chunks: vec![0; longest * inventory.len()],
        };
        Self { settings, totals, tags: TagCounts::default() }
    }

    /// Counts a sentence.
    pub(crate) fn add(&mut self, sentence: &Sentence) {
        self.totals.sentences += 1;
        count_spans(sentence.length, &mut self.totals.spans);
        for chunk in &sentence.chunks {
            if let Some(count) = self.totals.true_chunks.get_mut(cell(&self.settings, chunk)) {
                *count += 1;
            }
        }
        let (words, tags) = (&sentence.words, &sentence.tags);
        match self.settings.tags {
            TagSource::Gold => self.tags.add_tags(tags.iter().map(text)),
            TagSource::Tagger => self.tags.add(words.iter().map(text).zip(tags.iter().map(text))),
        }
    }

    /// Records the tags of a sentence of the second corpus, which may be new: where tags are certain, they
    /// may follow rules.
    pub(crate) fn add_second(&mut self, sentence: &Sentence) {
        if self.settings.tags == TagSource::Gold {
            self.tags.add_tags(sentence.tags.iter().map(text));
        }
    }

    /// Adds the counts of another part of the corpus.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.totals.sentences += other.totals.sentences;
        let sums = self.totals.spans.iter_mut().chain(&mut self.totals.true_chunks);
        let more = other.totals.spans.iter().chain(&other.totals.true_chunks);
        sums.zip(more).for_each(|(sum, more)| *sum += more);
        self.tags.merge(&other.tags);
    }

    /// Creates a model without rules.
    ///
    /// # Errors
    /// If a setting is out of range, there were no sentences, or a tag is reserved.
    pub(crate) fn finish(self, inventory: Inventory) -> Result<PhraseModel, TrainError> {
        self.settings.check()?;
        if self.totals.sentences == 0 {
            return Err(TrainError::NoSentences("first"));
        }
        let tagger = self.tags.freeze()?;
        Ok(PhraseModel::new(ModelCounts {
            settings: self.settings,
            inventory,
            first: self.totals,
            tags: tagger.tags.clone(),
            tagger: (self.settings.tags == TagSource::Tagger).then_some(tagger),
            second: None,
            rules: Vec::new(),
        }))
    }
}

/// Returns the index of a chunk in counts by category and length.
fn cell(settings: &ModelSettings, chunk: &Chunk) -> usize {
    let length = (chunk.end.saturating_sub(chunk.start)).clamp(1, settings.longest);
    chunk.category.index() * settings.longest as usize + length as usize - 1
}

/// The tag sequences of true chunks.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleCounts {
    /// By tags, the categories that consist of them.
    weights: HashMap<Box<[Tag]>, Vec<(Category, Fixed)>>,
    /// The number of words of the first chunk with too many sequences. Nothing is counted from there on.
    too_many: Option<u32>,
}

/// The buffers of one thread that counts rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleScratch {
    lattice: Lattice,
    walk: Walk,
}

impl RuleCounts {
    /// Counts the rules of a sentence; `model` has no rules yet.
    pub(crate) fn add(&mut self, model: &PhraseModel, sentence: &Sentence, scratch: &mut RuleScratch) {
        if self.too_many.is_some() {
            return;
        }
        let RuleScratch { lattice, walk } = scratch;
        model.fill_lattice(sentence, lattice);
        for chunk in &sentence.chunks {
            let span = (chunk.start as usize, chunk.end as usize);
            let are_all = walk.sequences(lattice, span, model.counts.settings.tau, |tags, probability| {
                // A tag can be unknown only if the corpus changed between the passes.
                if !tags.contains(&UNKNOWN) {
                    self.add_weight(tags, chunk.category, Fixed::of(Some(probability)));
                }
            });
            if !are_all {
                self.weights = HashMap::default();
                self.too_many = Some(chunk.end - chunk.start);
                return;
            }
        }
    }

    fn add_weight(&mut self, tags: &[Tag], category: Category, weight: Fixed) {
        // Looked up by reference first: most sequences are known, and need no allocation.
        let list = match self.weights.get_mut(tags) {
            Some(list) => list,
            None => self.weights.entry(tags.into()).or_default(),
        };
        match list.iter_mut().find(|(known, _)| *known == category) {
            Some((_, sum)) => *sum += weight,
            None => list.push((category, weight)),
        }
    }

    /// Adds the counts of the next part of the corpus.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.too_many = self.too_many.or(other.too_many);
        if self.too_many.is_some() {
            return;
        }
        // Fixed-point sums do not depend on the order of a hash table.
        other.weights.iter().for_each(|(tags, list)| {
            for &(category, weight) in list {
                self.add_weight(tags, category, weight);
            }
        });
    }

    /// Adds these rules to the model.
    ///
    /// # Errors
    /// If a chunk has too many sequences of tags.
    pub(crate) fn finish(self, model: PhraseModel) -> Result<PhraseModel, TrainError> {
        let mut counts = model.counts;
        if let Some(words) = self.too_many {
            return Err(TrainError::TooManySequences { words, tau: counts.settings.tau });
        }
        self.weights.into_iter().for_each(|(tags, list)| {
            counts.rules.extend(list.into_iter().map(|(category, weight)| Rule {
                category,
                tags: tags.clone(),
                weight: weight.total(),
                found: Evidence::default(),
                follow: Vec::new(),
            }));
        });
        counts.sort_rules();
        Ok(PhraseModel::new(counts))
    }
}

/// How often rules are right, and what they do not cover.
#[derive(Clone, Debug, Default)]
pub(crate) struct SecondCounts {
    sentences: u64,
    spans: Vec<u64>,
    covered: Vec<Fixed>,
    uncovered_true: Vec<Fixed>,
    /// By rule and following tag, or `None`.
    evidence: HashMap<(u32, Option<Tag>), (Fixed, Fixed)>,
}

impl SecondCounts {
    /// Creates empty counts.
    pub(crate) fn new(model: &PhraseModel) -> Self {
        let longest = model.counts.settings.longest as usize;
        let cells = longest * model.counts.inventory.len();
        Self {
            spans: vec![0; longest],
            covered: vec![Fixed::default(); cells],
            uncovered_true: vec![Fixed::default(); cells],
            ..Self::default()
        }
    }

    /// Counts a sentence; `model` has its rules, but no evidence for them yet.
    pub(crate) fn add(&mut self, model: &PhraseModel, sentence: &Sentence, matcher: &mut Matcher) {
        let settings = &model.counts.settings;
        self.sentences += 1;
        count_spans(sentence.length, &mut self.spans);
        let evidence = &mut self.evidence;
        matcher.scan(model, sentence, |start, rule, found| {
            let category = model.counts.rules[rule as usize].category;
            let chunk = Chunk { category, start, end: found.end as u32 };
            let is_true = is_true(&sentence.chunks, chunk);
            let all = std::iter::once((None, found.probability));
            for (tag, probability) in all.chain(found.followers.iter().map(|&(tag, p)| (Some(tag), p))) {
                let sums = evidence.entry((rule, tag)).or_default();
                let value = Fixed::of(Some(probability));
                sums.0 += value;
                if is_true {
                    sums.1 += value;
                }
            }
            0.0
        });
        for found in matcher.found() {
            let chunk = Chunk { category: found.category, start: found.start, end: found.end };
            add_at(&mut self.covered, cell(settings, &chunk), found.covered);
        }
        for chunk in &sentence.chunks {
            let covered = coverage_of(matcher, chunk);
            add_at(&mut self.uncovered_true, cell(settings, chunk), 1.0 - covered);
        }
    }

    /// Adds the counts of another part of the corpus.
    pub(crate) fn merge(&mut self, other: Self) {
        self.sentences += other.sentences;
        self.spans.iter_mut().zip(other.spans).for_each(|(sum, more)| *sum += more);
        let sums = self.covered.iter_mut().chain(&mut self.uncovered_true);
        sums.zip(other.covered.into_iter().chain(other.uncovered_true)).for_each(|(sum, more)| *sum += more);
        // Fixed-point, as above.
        other.evidence.into_iter().for_each(|(key, (all, true_ones))| {
            let sums = self.evidence.entry(key).or_default();
            sums.0 += all;
            sums.1 += true_ones;
        });
    }

    /// Adds the evidence of the second corpus to the model.
    ///
    /// # Errors
    /// If there were no sentences.
    pub(crate) fn finish(self, model: PhraseModel) -> Result<PhraseModel, TrainError> {
        if self.sentences == 0 {
            return Err(TrainError::NoSentences("second"));
        }
        let totals = |list: Vec<Fixed>| list.iter().map(Fixed::total).collect();
        let mut counts = model.counts;
        counts.second = Some(SecondTotals {
            sentences: self.sentences,
            spans: self.spans,
            covered: totals(self.covered),
            uncovered_true: totals(self.uncovered_true),
        });
        let mut evidence: Vec<_> = self.evidence.into_iter().collect();
        evidence.sort_unstable_by_key(|&(key, _)| key);
        for ((rule, tag), (all, true_ones)) in evidence {
            let Some(rule) = counts.rules.get_mut(rule as usize) else { continue };
            let found = Evidence { all: all.total(), true_ones: true_ones.total() };
            match tag {
                None => rule.found = found,
                Some(tag) => rule.follow.push((tag, found)),
            }
        }
        Ok(PhraseModel::new(counts))
    }
}

/// True if this is one of the chunks, which are sorted by start.
pub(super) fn is_true(chunks: &[Chunk], chunk: Chunk) -> bool {
    let first = chunks.partition_point(|other| other.start < chunk.start);
    chunks[first..].iter().take_while(|other| other.start == chunk.start).any(|other| *other == chunk)
}

fn add_at(sums: &mut [Fixed], at: usize, value: f64) {
    if let Some(sum) = sums.get_mut(at) {
        *sum += Fixed::of(Some(value));
    }
}

/// Returns how much of a chunk the rules cover.
fn coverage_of(matcher: &Matcher, chunk: &Chunk) -> f64 {
    let key = (chunk.start, chunk.end, chunk.category);
    let found = matcher.found();
    let at = found.binary_search_by_key(&key, |found| (found.start, found.end, found.category));
    at.map_or(0.0, |at| found[at].covered)
}

impl PhraseModel {
    /// Trains a model on sentences in memory. [`PhraseModel`] has an example.
    ///
    /// # Errors
    /// If a setting is out of range, a corpus has no sentences, a tag is reserved, or a chunk has too many sequences
    /// of tags.
    pub fn train(
        first: &[Sentence],
        second: Option<&[Sentence]>,
        settings: ModelSettings,
        inventory: Inventory,
    ) -> Result<Self, TrainError> {
        settings.check()?;
        let mut counts = FirstCounts::new(settings, &inventory);
        for sentence in first {
            counts.add(sentence);
        }
        second.into_iter().flatten().for_each(|sentence| counts.add_second(sentence));
        let model = counts.finish(inventory)?;
        let (mut rules, mut scratch) = (RuleCounts::default(), RuleScratch::default());
        for sentence in first {
            rules.add(&model, sentence, &mut scratch);
        }
        let model = rules.finish(model)?;
        let Some(second) = second else { return Ok(model) };
        let (mut counts, mut matcher) = (SecondCounts::new(&model), Matcher::default());
        for sentence in second {
            counts.add(&model, sentence, &mut matcher);
        }
        counts.finish(model)
    }

    /// Fills a lattice with the possible tags of a sentence. It stays empty if the words (or the tags, where
    /// tags are certain) are unknown.
    pub(super) fn fill_lattice(&self, sentence: &Sentence, lattice: &mut Lattice) {
        let unknown = WordList::default();
        let known = |list| if sentence.length as usize == WordList::len(list) { list } else { &unknown };
        match &self.tagger {
            Some(tagger) => lattice.fill(tagger, known(&sentence.words), self.counts.settings.tau),
            None => lattice.fill_certain(known(&sentence.tags), &self.counts.tags),
        }
    }
}
