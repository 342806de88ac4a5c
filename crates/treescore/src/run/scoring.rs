//! What is done with each pair of a block, and with those that cannot be measured.

use super::job::{GroupBy, Job};
use super::parallel::Work;
use super::pipeline::{Needs, Pipeline};
use super::score::{GroupTrees, RefusedAt, SentenceRow};
use super::totals::{Note, Totals};
use crate::align::WordCounts;
use crate::measure::{Alone, Index, Measure, Pair, Side};
use crate::read::{Block, Dialect, PairBlock};
use crate::align::Refusal;

/// The results of a block.
#[derive(Default)]
pub(super) struct Part<T> {
    pub(super) totals: Totals<T>,
    pub(super) refused: Vec<RefusedAt>,
    pub(super) rows: Vec<SentenceRow<T>>,
}

/// What a thread keeps from block to block.
pub(super) struct Worker<S> {
    pub(super) pipeline: Pipeline,
    pub(super) scratch: S,
}

/// A measure, and what is to be done with it.
pub(super) struct Scoring<'m, M> {
    pub(super) measure: &'m M,
    pub(super) job: &'m Job,
}

/// Where a pair stands.
#[derive(Clone, Copy)]
pub(super) struct At {
    /// Its number, from 1.
    pub(super) pair: u64,
    /// Number of the gold document.
    pub(super) document: usize,
}

impl<M: Measure> Scoring<'_, M> {
    /// A new thread's state.
    pub(super) fn worker(&self) -> Worker<M::Scratch> {
        let needs = Needs {
            index: self.measure.index(),
            takes_empty: self.measure.takes_empty(),
            syntax: self.measure.syntax(),
            times: self.job.times.clone(),
            alignment: self.job.alignment.clone(),
        };
        let pipeline = Pipeline::new(self.job.recipe.clone(), Dialect::Native, needs);
        Worker { pipeline, scratch: M::Scratch::default() }
    }

    /// Measures a pair and adds it up; gives its row if that is asked for.
    pub(super) fn measured(
        &self,
        pair: &Pair<'_>,
        at: At,
        scratch: &mut M::Scratch,
        totals: &mut Totals<M::Tally>,
    ) -> Result<Option<SentenceRow<M::Tally>>, Refusal> {
        let tally = self.measure.tally(pair, scratch)?;
        let is_shown = self.job.sentences.has(at.pair);
        let is_mapped = is_shown && self.job.detail && self.measure.maps();
        let detail = is_mapped.then(|| self.measure.detail(pair, scratch)).transpose()?;
        if let Some(GroupBy::Names(names)) = self.job.by {
            self.measure.by_name(names, pair, scratch, &mut totals.names)?;
        }
        for note in self.notes(pair) {
            let sum = totals.notes.entry(note).or_insert((0, at.pair));
            *sum = (sum.0 + 1, sum.1.min(at.pair));
        }
        let errors = pair.errors.unwrap_or_default();
        totals.text.words += errors;
        let length = self.measure.length(&pair.gold, pair.rules);
        self.add_scored(totals, at.document, length, (&tally, errors));
        Ok(is_shown.then(|| SentenceRow {
            pair: at.pair,
            length: Some(length),
            tally: Ok(tally),
            utterance: pair.gold.utterance.map(ToOwned::to_owned),
            detail,
            trees: None,
            errors: pair.errors,
        }))
    }

    /// What is odd about a pair.
    fn notes(&self, pair: &Pair<'_>) -> impl Iterator<Item = Note> + use<M> {
        let words = |side: &Side<'_>| side.prepared.kept().len();
        let has_lengths =
            self.measure.index() == Index::Intervals && pair.gold.times.or(pair.gold.positions).is_none();
        let notes = [
            (has_lengths && words(&pair.gold) != words(&pair.system), Note::LengthsDiffer),
            (pair.gold.has_other_words, Note::OtherGoldWords),
            (pair.system.has_other_words, Note::OtherSystemWords),
        ];
        notes.into_iter().filter_map(|(is_so, note)| is_so.then_some(note))
    }

    fn add_scored(
        &self,
        totals: &mut Totals<M::Tally>,
        document: usize,
        length: u32,
        (tally, errors): (&M::Tally, WordCounts),
    ) {
        totals.pairs += 1;
        totals.scored += tally.clone();
        if self.job.recipe.cutoff.is_none_or(|cutoff| length <= cutoff) {
            totals.within_cutoff += tally.clone();
        } else {
            totals.beyond_cutoff += 1;
        }
        let key = match &self.job.by {
            Some(GroupBy::Length(bins) | GroupBy::MaxLength(bins)) => bins.class_of(length),
            Some(GroupBy::File) => document as u64,
            Some(GroupBy::Names(_)) | None => return,
        };
        let sum = totals.groups.entry(key).or_default();
        sum.0 += tally.clone();
        sum.1 += errors;
    }

    /// Counts a pair that was refused, and what it missed.
    pub(super) fn refused(
        &self,
        refused: RefusedAt,
        gold: Option<&Alone<'_>>,
        scratch: &mut M::Scratch,
        part: &mut Part<M::Tally>,
    ) {
        let length = gold.map(|gold| self.measure.length(&gold.side, gold.rules));
        let cutoff = self.job.recipe.cutoff;
        let is_beyond = length.zip(cutoff).is_some_and(|(length, cutoff)| length > cutoff);
        part.totals.refused_beyond_cutoff += u64::from(is_beyond);
        part.totals.missed += self.measure.missed(gold, scratch);
        self.told(refused, length, None, part);
    }

    /// Counts a refusal that costs nothing more, and makes its row if that is asked for.
    pub(super) fn told(
        &self,
        refused: RefusedAt,
        length: Option<u32>,
        trees: Option<GroupTrees>,
        part: &mut Part<M::Tally>,
    ) {
        part.totals.refused += 1;
        if self.job.sentences.has(refused.pair) {
            part.rows.push(SentenceRow {
                pair: refused.pair,
                length,
                tally: Err(refused.refusal.clone()),
                utterance: None,
                detail: None,
                trees,
                errors: None,
            });
        }
        part.refused.push(refused);
    }
}

impl<M: Measure> Work for Scoring<'_, M> {
    type Block = PairBlock;
    type Worker = Worker<M::Scratch>;
    type Part = Part<M::Tally>;

    fn worker(&self) -> Self::Worker {
        self.worker()
    }

    fn block(&self, worker: &mut Self::Worker, block: &PairBlock, part: &mut Self::Part) {
        worker.pipeline.begin(block);
        let units = block.gold.extents().len().max(block.system.extents().len());
        for at in 0..units {
            let place = At { pair: block.first_pair + at as u64 + 1, document: block.gold.document };
            let measured = worker
                .pipeline
                .pair(block, at)
                .and_then(|pair| self.measured(&pair, place, &mut worker.scratch, &mut part.totals));
            match measured {
                Ok(row) => part.rows.extend(row),
                Err(refusal) => self.refuse(worker, block, at, refusal, part),
            }
        }
    }
}

impl<M: Measure> Scoring<'_, M> {
    #[cold]
    fn refuse(
        &self,
        worker: &mut Worker<M::Scratch>,
        block: &PairBlock,
        at: usize,
        refusal: Refusal,
        part: &mut Part<M::Tally>,
    ) {
        let words_differ = matches!(refusal, Refusal::WordCountDiffers { .. } | Refusal::WordDiffers { .. });
        let hashes = words_differ.then(|| worker.pipeline.word_hashes(block));
        let place = |side: &Block| side.extents().get(at).map(|extent| (side.document, side.line(extent)));
        let refused = RefusedAt {
            pair: block.first_pair + at as u64 + 1,
            gold: place(&block.gold),
            system: place(&block.system),
            refusal,
            hashes,
        };
        let gold = worker.pipeline.gold_only(block, at);
        self.refused(refused, gold.as_ref(), &mut worker.scratch, part);
    }
}
