//! A measure over a whole corpus.

use std::collections::BTreeMap;
use std::ops::{AddAssign, ControlFlow};

use super::parallel::{self, Ended, Reached, Work};
use super::pipeline::Pipeline;
use super::shift::{Shift, ShiftDetector};
use crate::measure::{LabelTallies, Measure, Tally};
use crate::prepare::Recipe;
use crate::read::{Corpus, Dialect, OpenError, PairBlock, PairReader, SideReader, Uneven, Unit, Unmatched};
use crate::refusal::Refusal;

/// Everything that decides a run, but the measure.
#[derive(Clone, Debug)]
pub struct Job {
    /// The gold trees.
    pub gold: Corpus,
    /// The system's trees.
    pub system: Corpus,
    /// What a pair is made of.
    pub unit: Unit,
    /// The recipe.
    pub recipe: Recipe,
    /// How many threads.
    pub threads: usize,
    /// Sum the tallies by this, too.
    pub by: Option<GroupBy>,
    /// Make a [`SentenceRow`] of every pair.
    pub sentences: bool,
    /// Keep every refused pair in the result, not only the first of each kind.
    pub keep_refused: bool,
    /// Stop at the first refused pair.
    pub strict: bool,
    /// Bytes per block; only tests set it.
    pub block: Option<usize>,
}

/// What tallies are summed by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// Length of the gold sentence, in classes.
    Length(Bins),
    /// Label of the bracket.
    Label,
    /// File of the gold tree.
    File,
}

/// Classes of length: the greatest length of each but the last, which is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins(pub Vec<u32>);

impl Default for Bins {
    fn default() -> Self {
        Self(vec![10, 20, 30, 40])
    }
}

impl Bins {
    fn class_of(&self, length: u32) -> u64 {
        self.0.iter().filter(|&&last| length > last).count() as u64
    }

    /// The name of a class: `1–10`, `11–20`, `41+`.
    pub fn name(&self, class: usize) -> String {
        let first =
            class.checked_sub(1).and_then(|before| self.0.get(before)).map_or(1, |last| u64::from(*last) + 1);
        match self.0.get(class) {
            Some(&last) if u64::from(last) <= first => last.to_string(),
            Some(last) => format!("{first}–{last}"),
            None => format!("{first}+"),
        }
    }
}

/// Class of length, or number of the gold file.
pub type GroupKey = u64;

/// One measured (or refused) pair, as it is told to an [`Observer`].
#[derive(Clone, Debug)]
pub struct SentenceRow<T> {
    /// Number of the pair, from 1.
    pub pair: u64,
    /// Length of the gold sentence, if it could be read.
    pub length: Option<u32>,
    /// Its tally, or why there is none.
    pub tally: Result<T, Refusal>,
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
    /// A pair was dealt with; only if [`Job::sentences`] is set.
    fn sentence(&mut self, _row: &SentenceRow<T>) {}

    /// A pair was refused.
    fn refused(&mut self, _refused: &RefusedAt) {}

    /// So many pairs, refusals and bytes so far; `Break` ends the run.
    fn progress(&mut self, _pairs: u64, _refused: u64, _bytes: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<T> Observer<T> for () {}

/// Sums over the pairs of a run or a part of it.
#[derive(Clone, Debug, Default)]
pub struct Totals<T> {
    /// Over the scored pairs.
    pub scored: T,
    /// Over the scored pairs within the cutoff.
    pub within_cutoff: T,
    /// What the refused pairs missed.
    pub missed: T,
    /// Scored pairs.
    pub pairs: u64,
    /// Refused pairs.
    pub refused: u64,
    /// Scored pairs longer than the cutoff.
    pub beyond_cutoff: u64,
    /// Refused pairs longer than the cutoff.
    pub refused_beyond_cutoff: u64,
    /// Sums over the scored pairs by class of length or file.
    pub groups: BTreeMap<GroupKey, T>,
    /// Sums by label.
    pub labels: LabelTallies,
}

impl<T: Tally> AddAssign for Totals<T> {
    fn add_assign(&mut self, other: Self) {
        let Self { scored, within_cutoff, missed, pairs, refused, beyond_cutoff, .. } = other;
        let Self { refused_beyond_cutoff, groups, labels, .. } = other;
        self.scored += scored;
        self.within_cutoff += within_cutoff;
        self.missed += missed;
        self.pairs += pairs;
        self.refused += refused;
        self.beyond_cutoff += beyond_cutoff;
        self.refused_beyond_cutoff += refused_beyond_cutoff;
        for (key, tally) in groups {
            *self.groups.entry(key).or_default() += tally;
        }
        self.labels += labels;
    }
}

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
        let pipeline = Pipeline::new(self.job.recipe.clone(), Dialect::Native);
        Worker { pipeline, scratch: M::Scratch::default() }
    }

    fn block(&self, worker: &mut Self::Worker, block: &PairBlock, part: &mut Self::Part) {
        worker.pipeline.begin(block);
        let units = block.gold.extents().len().max(block.system.extents().len());
        for at in 0..units {
            let number = block.first_pair + at as u64 + 1;
            let (length, tally) = match worker.pipeline.pair(block, at) {
                Ok(pair) => {
                    let tally = self.measure.tally(&pair, &mut worker.scratch);
                    if self.job.by == Some(GroupBy::Label) {
                        self.measure.by_label(&pair, &mut worker.scratch, &mut part.totals.labels);
                    }
                    let length = pair.gold.prepared.length();
                    self.add_scored(&mut part.totals, block, length, &tally);
                    (Some(length), Ok(tally))
                }
                Err(refusal) => self.add_refused(worker, block, at, refusal, part),
            };
            if self.job.sentences {
                part.rows.push(SentenceRow { pair: number, length, tally });
            }
        }
    }
}

impl<M: Measure> Scoring<'_, M> {
    fn add_scored(&self, totals: &mut Totals<M::Tally>, block: &PairBlock, length: u32, tally: &M::Tally) {
        totals.pairs += 1;
        totals.scored += tally.clone();
        if self.job.recipe.cutoff.is_none_or(|cutoff| length <= cutoff) {
            totals.within_cutoff += tally.clone();
        } else {
            totals.beyond_cutoff += 1;
        }
        let key = match &self.job.by {
            Some(GroupBy::Length(bins)) => bins.class_of(length),
            Some(GroupBy::File) => block.gold.document as u64,
            Some(GroupBy::Label) | None => return,
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
    ) -> (Option<u32>, Result<M::Tally, Refusal>) {
        let words_differ = matches!(refusal, Refusal::WordCountDiffers { .. } | Refusal::WordDiffers { .. });
        let hashes = words_differ.then(|| worker.pipeline.word_hashes(block));
        let gold = worker.pipeline.gold_only(block, at);
        let length = gold.as_ref().map(|gold| gold.prepared.length());
        let place = |side: &crate::read::Block| {
            side.extents().get(at).map(|extent| (side.document, side.line(extent)))
        };
        part.refused.push(RefusedAt {
            pair: block.first_pair + at as u64 + 1,
            gold: place(&block.gold),
            system: place(&block.system),
            refusal: refusal.clone(),
            hashes,
        });
        part.totals.refused += 1;
        let is_beyond =
            length.is_some_and(|length| self.job.recipe.cutoff.is_some_and(|cutoff| length > cutoff));
        part.totals.refused_beyond_cutoff += u64::from(is_beyond);
        part.totals.missed += self.measure.missed(gold.as_ref());
        (length, Err(refusal))
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
            self.observer.sentence(&row);
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
        Ok(match job.block {
            Some(bytes) => reader.with_block(bytes),
            None => reader,
        })
    };
    let unmatched = if job.unit == Unit::Line { Unmatched::HandOut } else { Unmatched::Stop };
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
            Err(RunError::Uneven { uneven: Box::new(uneven), shift, first_difference, first_unread })
        }
        (Ended::Complete | Ended::Stopped, None) => Ok(Scored { shift, ..collector.scored }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_names() {
        let names = |last: &[u32]| -> Vec<String> {
            (0..=last.len()).map(|class| Bins(last.to_vec()).name(class)).collect()
        };
        assert_eq!(names(&[10, 20]), ["1–10", "11–20", "21+"]);
        assert_eq!(names(&[1, 2]), ["1", "2", "3+"]);
        assert_eq!(names(&[u32::MAX]), ["1–4294967295", "4294967296+"]);
    }
}
