//! A measure over a whole corpus.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::aligned::{AlignedInput, AlignedReader, Alignment, ByGroup, SidesReader};
use super::job::Job;
use super::parallel::{self, Ended, Reached};
use super::scoring::{Part, Scoring};
use super::shift::{Shift, ShiftDetector};
use super::spoken::Chunk;
use super::totals::Totals;
use crate::align::WordCounts;
use crate::align::text::TextCounts;
use crate::measure::{Index, Mapped, Measure, Tally};
use crate::read::{Corpus, OpenError, PairReader, SideReader, Uneven, Unit, Unmatched};
use crate::align::Refusal;

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
    /// Which trees it is made of, if texts were aligned.
    pub trees: Option<GroupTrees>,
    /// How many words are wrong, if they were aligned as those of speech.
    pub errors: Option<WordCounts>,
}

/// The trees of a group, by their numbers from 1, and how far their texts agree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupTrees {
    /// The gold trees.
    pub gold: Vec<u64>,
    /// The system's trees.
    pub system: Vec<u64>,
    /// How far the texts agree, if they were aligned.
    pub text: Option<TextCounts>,
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
    pub(super) hashes: Option<(u64, u64)>,
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
    let scoring = Scoring { measure, job };
    let mut take = |part: &mut Part<M::Tally>, reached| collector.take(part, reached);
    let ended = match &job.alignment {
        Some(Alignment::Text(alignment)) => {
            let input = AlignedInput {
                gold: &job.gold,
                system: &job.system,
                unit: job.unit,
                syntax: &measure.syntax(),
                recipe: &job.recipe,
                alignment,
                block: job.block.or_else(|| measure.block()),
            };
            let reader = AlignedReader::new(&input)?;
            parallel::run(reader, job.threads, &ByGroup(scoring), &mut take)?
        }
        Some(Alignment::Words(words)) if words.chunk == Chunk::Side => {
            let reader =
                SidesReader::new(&job.gold, &job.system, (job.unit, &measure.syntax()), &job.recipe)?;
            parallel::run(reader, job.threads, &ByGroup(scoring), &mut take)?
        }
        Some(Alignment::Words(_)) | None => {
            parallel::run(pair_reader(job, measure)?, job.threads, &scoring, &mut take)?
        }
    };
    let shift = collector.shifts.found();
    match (ended, collector.strict) {
        (_, Some(refused)) => Err(RunError::Strict(refused)),
        (Ended::Uneven(uneven), None) => {
            let Collector { first_difference, first_unread, .. } = collector;
            let is_by_words = measure.index() == Index::Words && job.alignment.is_none();
            let uneven = Box::new(uneven);
            let is_by_line = job.unit == Unit::Line;
            Err(RunError::Uneven { uneven, is_by_words, is_by_line, shift, first_difference, first_unread })
        }
        (Ended::Complete | Ended::Stopped, None) => Ok(Scored { shift, ..collector.scored }),
    }
}

fn pair_reader<M: Measure>(job: &Job, measure: &M) -> Result<PairReader, OpenError> {
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
    Ok(PairReader::new(side(&job.gold)?, side(&job.system)?, unmatched))
}
