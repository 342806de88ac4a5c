//! A measure over a whole corpus.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::job::{GroupBy, Job};
use super::parallel::{self, Ended, Reached, Work};
use super::pipeline::{Needs, Pipeline};
use super::shift::{Shift, ShiftDetector};
use super::totals::{Note, Totals};
use crate::measure::{Index, Mapped, Measure, Pair, Side, Tally};
use crate::read::{Corpus, Dialect, OpenError, PairBlock, PairReader, SideReader, Uneven, Unit, Unmatched};
use crate::refusal::Refusal;

/// One measured (or refused) pair, as it is told to an [`Observer`].
#[derive(Clone, Debug)]
pub struct SentenceRow<T> {
    /// Number of the pair, from 1.
    pub pair: u64,
    /// Length of the gold sentence, if it could be read.
    pub length: Option<u32>,
    /// Its tally, or why there is none.
    pub tally: Result<T, Refusal>,
    /// The utterance its times are from, if it has times and was scored.
    pub utterance: Option<String>,
    /// What was mapped to what; only if [`Job::detail`] is set and the measure maps.
    pub detail: Option<Vec<Mapped>>,
}

/// A refused pair.
#[derive(Clone, Debug)]
pub struct RefusedAt {
    /// Number of the pair, from 1.
    pub pair: u64,
    /// Number of the gold document, and the line in it.
    pub gold: Option<(usize, u64)>,
    /// The same for the system's.
    pub system: Option<(usize, u64)>,
    /// Why.
    pub refusal: Refusal,
    /// Hashes of the words of both sides, where the words differ.
    hashes: Option<(u64, u64)>,
}

/// Is told how a run goes, in the order of the input.
pub trait Observer<T>: Send {
    /// A pair was dealt with; only those of [`Job::sentences`].
    fn sentence(&mut self, _row: SentenceRow<T>) {}

    /// A pair was refused.
    fn refused(&mut self, _refused: &RefusedAt) {}

    /// So many pairs, refusals and bytes so far; `Break` ends the run.
    fn progress(&mut self, _pairs: u64, _refused: u64, _bytes: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<T> Observer<T> for () {}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub struct Scored<T> {
    /// All sums.
    pub totals: Totals<T>,
    /// Refused pairs by kind: how many, and the first.
    pub kinds: BTreeMap<&'static str, (u64, RefusedAt)>,
    /// Every refused pair, if they were to be kept.
    pub refused: Vec<RefusedAt>,
    /// What seems to have happened if words stopped matching.
    pub shift: Option<Shift>,
    /// True if the observer ended the run.
    pub interrupted: bool,
}

/// Why a run could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The two sides have unequal numbers of trees.
    #[error("{} has {} trees, {} has {}", uneven.gold_name, uneven.gold, uneven.system_name, uneven.system)]
    Uneven {
        /// How many on each side.
        uneven: Box<Uneven>,
        /// Were words compared, so that the rest can be said?
        is_by_words: bool,
        /// Are the units lines, not trees?
        is_by_line: bool,
        /// What seems to have happened.
        shift: Option<Shift>,
        /// The first pair whose words differ, if any does.
        first_difference: Option<u64>,
        /// The first pair whose words could not be compared, because one side is no tree.
        first_unread: Option<u64>,
    },
    /// A pair was refused, and the run is strict.
    #[error("pair {} is refused: {}", .0.pair, .0.refusal)]
    Strict(Box<RefusedAt>),
}

/// The results of a block.
#[derive(Default)]
struct Part<T> {
    totals: Totals<T>,
    refused: Vec<RefusedAt>,
    rows: Vec<SentenceRow<T>>,
}

/// The work of a run: every pair of a block through the pipeline and the measure.
struct Scoring<'m, M> {
    measure: &'m M,
    job: &'m Job,
}

struct Worker<S> {
    pipeline: Pipeline,
    scratch: S,
}

impl<M: Measure> Work for Scoring<'_, M> {
    type Worker = Worker<M::Scratch>;
    type Part = Part<M::Tally>;

    fn worker(&self) -> Self::Worker {
        let needs = Needs {
            index: self.measure.index(),
            takes_empty: self.measure.takes_empty(),
            syntax: self.measure.syntax(),
            times: self.job.times.clone(),
        };
        let pipeline = Pipeline::new(self.job.recipe.clone(), Dialect::Native, needs);
        Worker { pipeline, scratch: M::Scratch::default() }
    }

    fn block(&self, worker: &mut Self::Worker, block: &PairBlock, part: &mut Self::Part) {
        worker.pipeline.begin(block);
        let units = block.gold.extents().len().max(block.system.extents().len());
        for at in 0..units {
            let pair = block.first_pair + at as u64 + 1;
            match self.measured(worker, block, at, &mut part.totals) {
                Ok(row) => part.rows.extend(row),
                Err(refusal) => {
                    let length = self.add_refused(worker, block, at, refusal.clone(), part);
                    if self.job.sentences.has(pair) {
                        let (utterance, detail) = (None, None);
                        part.rows.push(SentenceRow { pair, length, tally: Err(refusal), utterance, detail });
                    }
                }
            }
        }
    }
}

impl<M: Measure> Scoring<'_, M> {
    /// Measures a pair and adds it up; gives its row if that is asked for.
    fn measured(
        &self,
        worker: &mut Worker<M::Scratch>,
        block: &PairBlock,
        at: usize,
        totals: &mut Totals<M::Tally>,
    ) -> Result<Option<SentenceRow<M::Tally>>, Refusal> {
        let pair = worker.pipeline.pair(block, at)?;
        let tally = self.measure.tally(&pair, &mut worker.scratch)?;
        let number = block.first_pair + at as u64 + 1;
        let is_shown = self.job.sentences.has(number);
        let is_mapped = is_shown && self.job.detail && self.measure.maps();
        let detail = is_mapped.then(|| self.measure.detail(&pair, &mut worker.scratch)).transpose()?;
        if let Some(GroupBy::Names(names)) = self.job.by {
            self.measure.by_name(names, &pair, &mut worker.scratch, &mut totals.names)?;
        }
        for note in self.notes(&pair) {
            let sum = totals.notes.entry(note).or_insert((0, number));
            *sum = (sum.0 + 1, sum.1.min(number));
        }
        let length = self.measure.length(&pair.gold, pair.rules);
        self.add_scored(totals, block, length, &tally);
        Ok(is_shown.then(|| SentenceRow {
            pair: number,
            length: Some(length),
            tally: Ok(tally),
            utterance: pair.gold.utterance.map(ToOwned::to_owned),
            detail,
        }))
    }

    /// What is odd about a pair.
    fn notes(&self, pair: &Pair<'_>) -> impl Iterator<Item = Note> + use<M> {
        let words = |side: &Side<'_>| side.prepared.kept().len();
        let has_lengths = self.measure.index() == Index::Intervals && pair.gold.times.is_none();
        let notes = [
            (has_lengths && words(&pair.gold) != words(&pair.system), Note::LengthsDiffer),
            (pair.gold.has_other_words, Note::OtherGoldWords),
            (pair.system.has_other_words, Note::OtherSystemWords),
        ];
        notes.into_iter().filter_map(|(is_so, note)| is_so.then_some(note))
    }

    fn add_scored(&self, totals: &mut Totals<M::Tally>, block: &PairBlock, length: u32, tally: &M::Tally) {
        totals.pairs += 1;
        totals.scored += tally.clone();
        if self.job.recipe.cutoff.is_none_or(|cutoff| length <= cutoff) {
            totals.within_cutoff += tally.clone();
        } else {
            totals.beyond_cutoff += 1;
        }
        let key = match &self.job.by {
            Some(GroupBy::Length(bins) | GroupBy::MaxLength(bins)) => bins.class_of(length),
            Some(GroupBy::File) => block.gold.document as u64,
            Some(GroupBy::Names(_)) | None => return,
        };
        *totals.groups.entry(key).or_default() += tally.clone();
    }

    #[cold]
    fn add_refused(
        &self,
        worker: &mut Worker<M::Scratch>,
        block: &PairBlock,
        at: usize,
        refusal: Refusal,
        part: &mut Part<M::Tally>,
    ) -> Option<u32> {
        let words_differ = matches!(refusal, Refusal::WordCountDiffers { .. } | Refusal::WordDiffers { .. });
        let hashes = words_differ.then(|| worker.pipeline.word_hashes(block));
        let gold = worker.pipeline.gold_only(block, at);
        let length = gold.as_ref().map(|gold| self.measure.length(&gold.side, gold.rules));
        let place = |side: &crate::read::Block| {
            side.extents().get(at).map(|extent| (side.document, side.line(extent)))
        };
        part.refused.push(RefusedAt {
            pair: block.first_pair + at as u64 + 1,
            gold: place(&block.gold),
            system: place(&block.system),
            refusal,
            hashes,
        });
        part.totals.refused += 1;
        let is_beyond =
            length.is_some_and(|length| self.job.recipe.cutoff.is_some_and(|cutoff| length > cutoff));
        part.totals.refused_beyond_cutoff += u64::from(is_beyond);
        part.totals.missed += self.measure.missed(gold.as_ref(), &mut worker.scratch);
        length
    }
}

/// Takes the parts in order.
struct Collector<'o, T> {
    scored: Scored<T>,
    shifts: ShiftDetector,
    first_difference: Option<u64>,
    first_unread: Option<u64>,
    strict: Option<Box<RefusedAt>>,
    job: &'o Job,
    observer: &'o mut dyn Observer<T>,
}

impl<T: Tally> Collector<'_, T> {
    fn take(&mut self, part: &mut Part<T>, reached: Reached) -> ControlFlow<()> {
        for refused in part.refused.drain(..) {
            self.refused(refused)?;
        }
        for row in part.rows.drain(..) {
            self.observer.sentence(row);
        }
        self.scored.totals += std::mem::take(&mut part.totals);
        let totals = &self.scored.totals;
        let flow = self.observer.progress(totals.pairs + totals.refused, totals.refused, reached.bytes);
        self.scored.interrupted = flow.is_break();
        flow
    }

    fn refused(&mut self, refused: RefusedAt) -> ControlFlow<()> {
        self.observer.refused(&refused);
        if let Some((gold, system)) = refused.hashes {
            self.first_difference.get_or_insert(refused.pair);
            self.shifts.differs(refused.pair, gold, system);
        } else {
            self.first_unread.get_or_insert(refused.pair);
        }
        if self.job.strict {
            self.strict = Some(Box::new(refused));
            return ControlFlow::Break(());
        }
        let kind = self.scored.kinds.entry(refused.refusal.kind());
        kind.and_modify(|(count, _)| *count += 1).or_insert_with(|| (1, refused.clone()));
        if self.job.keep_refused {
            self.scored.refused.push(refused);
        }
        ControlFlow::Continue(())
    }
}

/// Runs a measure over all pairs.
///
/// # Errors
/// If a file cannot be read, the sides have unequal numbers of trees, or a strict run meets a refusal.
pub fn score<M: Measure>(
    job: &Job,
    measure: &M,
    observer: &mut dyn Observer<M::Tally>,
) -> Result<Scored<M::Tally>, RunError> {
    let side = |corpus: &Corpus| -> Result<SideReader, OpenError> {
        let reader = SideReader::new(corpus.clone(), job.unit)?;
        Ok(match job.block.or_else(|| measure.block()) {
            Some(bytes) => reader.with_block(bytes),
            None => reader,
        })
    };
    // Lines are asked for where a missing tree leaves a gap; where they are all there is, other numbers of lines are a mistake.
    let is_asked = job.unit == Unit::Line && !measure.syntax().is_by_line();
    let unmatched = if is_asked { Unmatched::HandOut } else { Unmatched::Stop };
    let reader = PairReader::new(side(&job.gold)?, side(&job.system)?, unmatched);
    let mut collector = Collector {
        scored: Scored {
            totals: Totals::default(),
            kinds: BTreeMap::new(),
            refused: Vec::new(),
            shift: None,
            interrupted: false,
        },
        shifts: ShiftDetector::default(),
        first_difference: None,
        first_unread: None,
        strict: None,
        job,
        observer,
    };
    let work = Scoring { measure, job };
    let ended =
        parallel::run(reader, job.threads, &work, &mut |part, reached| collector.take(part, reached))?;
    let shift = collector.shifts.found();
    match (ended, collector.strict) {
        (_, Some(refused)) => Err(RunError::Strict(refused)),
        (Ended::Uneven(uneven), None) => {
            let Collector { first_difference, first_unread, .. } = collector;
            let is_by_words = measure.index() == Index::Words;
            let uneven = Box::new(uneven);
            let is_by_line = job.unit == Unit::Line;
            Err(RunError::Uneven { uneven, is_by_words, is_by_line, shift, first_difference, first_unread })
        }
        (Ended::Complete | Ended::Stopped, None) => Ok(Scored { shift, ..collector.scored }),
    }
}
