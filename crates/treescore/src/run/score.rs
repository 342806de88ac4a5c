//! Carrying out a plan, pass by pass.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::aligned::{AlignedReader, ByGroup, SidesReader};
use super::collect::Collector;
use super::gate::Gate;
use super::in_order::InOrder;
use super::inputs::Inputs;
use super::kept::Kept;
use super::observer::Observer;
use super::outcome::{RunError, Scored, UnevenSides};
use super::parallel::{self, Caller, Ended, Reached};
use super::pass::{LensPlan, Pass, Reading, passes};
use super::plan::Plan;
use super::survey::TimesFiles;
use super::timed::{TimedPair, TimesNote, timed_pairs};
use super::totals::Totals;
use super::work::{Job, Part};
use crate::align::times::TimedSide;
use crate::measure::Index;
use crate::read::{Format, InputLog, OpenError, PairReader, SideSource, Uneven, UnevenLog, UnitKind, by_id};
use crate::setup::{GoldHash, Pairing, Setup, TextAlignment};
use crate::tree::Which;

/// Carries out a plan.
///
/// # Errors
/// If settings do not go together, a file cannot be read, the sides have different numbers of units, or a strict
/// run refuses a pair.
///
/// ```
/// use treescore::Setup;
/// use treescore::read::Units;
/// use treescore::run::{Plan, score};
/// let gold: Units = ["(S (NP (D a) (N b)) (V c))"].into_iter().collect();
/// let system: Units = ["(S (D a) (VP (N b) (V c)))"].into_iter().collect();
/// let setups = vec![Setup::named("parseval")?, Setup::named("tree-node")?];
/// let scored = score(&Plan::new(gold.into(), vec![system.into()], setups), &mut ())?;
/// let sum = scored.systems[0].setups[0].totals.all_scored();
/// assert_eq!(sum.count("matched"), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn score(plan: &Plan, observer: &mut dyn Observer) -> Result<Scored, RunError> {
    score_with(plan, observer, None)
}

/// Carries out a plan, while `caller` runs on the calling thread: it may feed trees, watch for signals, or
/// show progress. No other thread ever calls it.
///
/// # Errors
/// As [`score`].
pub fn score_with(
    plan: &Plan,
    observer: &mut dyn Observer,
    caller: Option<Caller<'_>>,
) -> Result<Scored, RunError> {
    plan.setups.iter().try_for_each(Setup::check)?;
    let passes = passes(&plan.setups, plan.systems.len());
    let mut collector = Collector::new(plan, observer);
    match collector.score(&passes, caller) {
        // A run that is stopped while it waits for its input has the outcome of what it has read.
        Err(RunError::Open(_) | RunError::Times(_)) if collector.meter.is_stopped() => {
            collector.interrupted = true;
        }
        result => result?,
    }
    Ok(collector.finish())
}
/// Takes the parts of a pass, in order.
type Take<'t> = &'t mut (dyn FnMut(&mut Part, Reached) -> std::ops::ControlFlow<()> + Send);

/// Goes over two aligned texts. (A function of its own, because its reader is large, and pairs in order need no room for
/// it on a small stack.)
#[inline(never)]
fn run_texts(
    sources: [AnySource; 2],
    (alignment, block): (&TextAlignment, Option<usize>),
    job: Job<'_>,
    plan: &Plan,
    take: Take<'_>,
    caller: &mut Option<Caller<'_>>,
) -> Result<Ended, OpenError> {
    let reader = AlignedReader::new(sources, &job.pass.reading, alignment, block).stop_by(&job.meter);
    parallel::run(reader, plan.threads, &ByGroup::new(job, plan), take, caller)
}

/// Goes over conversation sides, likewise.
#[inline(never)]
fn run_sides(
    sources: [AnySource; 2],
    job: Job<'_>,
    plan: &Plan,
    take: Take<'_>,
    caller: &mut Option<Caller<'_>>,
) -> Result<Ended, OpenError> {
    let reader = SidesReader::new(sources, &job.pass.reading).stop_by(&job.meter);
    parallel::run(reader, plan.threads, &ByGroup::new(job, plan), take, caller)
}

/// Where the units of a side come from.
type AnySource = Box<dyn SideSource>;

/// Pairs units by their ids, if that was asked for.
fn arrange(
    reading: &Reading,
    gold: AnySource,
    systems: Vec<AnySource>,
) -> Result<(AnySource, Vec<AnySource>), OpenError> {
    if !reading.by_id {
        return Ok((gold, systems));
    }
    let mut sides = by_id(std::iter::once(gold).chain(systems).collect())?;
    let gold = sides.remove(0);
    Ok((gold, sides))
}

impl Collector<'_> {
    /// Carries out all passes.
    fn score(&mut self, passes: &[Pass], mut caller: Option<Caller<'_>>) -> Result<(), RunError> {
        let mut inputs = Inputs::open(self.plan, passes, &self.meter)?;
        let stops = inputs.stops();
        // If the caller ends the run, nobody waits for fed trees any longer.
        let mut stopping = caller.as_mut().map(|caller| {
            || {
                let flow = caller();
                if flow.is_break() {
                    for stop in &stops {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                flow
            }
        });
        let mut caller: Option<Caller<'_>> = stopping.as_mut().map(|caller| caller as Caller<'_>);
        self.interrupted = inputs.keep_fed(passes, &mut caller).is_break();
        // With several passes, rows are held back and sorted at the end.
        self.held_rows = (passes.len() > 1).then(Vec::new);
        for (number, pass) in passes.iter().enumerate() {
            if self.interrupted {
                break;
            }
            self.pass_number = number;
            self.carry_out(pass, &mut inputs, &mut caller)?;
        }
        Ok(())
    }

    /// Carries out one pass over the data.
    fn carry_out(
        &mut self,
        pass: &Pass,
        inputs: &mut Inputs,
        caller: &mut Option<Caller<'_>>,
    ) -> Result<(), RunError> {
        let mut job = Job::new(pass, &self.plan.setups, &self.plan.ask);
        self.find_times(&mut job, inputs)?;
        job.survey = self.begin_survey(pass);
        job.gate = Arc::new(Gate::new(self.plan.threads));
        job.meter = self.meter.clone();
        let [agreement, word_forms] = job.unplanned();
        for &system in &pass.systems {
            let sums = &mut self.systems[system];
            if sums.agreement.is_empty() {
                let kept = job.setups.iter().find(|setup| setup.position.is_none() && !setup.kept.is_empty());
                sums.kept_words = kept.map(|setup| Kept::new(setup.kept.clone()));
            }
            sums.agreement.extend(agreement.map(Totals::new));
            if let Some(info) = word_forms {
                self.systems[system].word_forms = Some(Totals::new(info));
            }
        }
        let timed: Vec<_> = job.lenses.iter().flat_map(|lens| lens.timed.clone()).collect();
        let positions: Vec<Option<usize>> = job.setups.iter().map(|setup| setup.position).collect();
        self.pass_gold = GoldHash::default();
        self.last_pair = 0;
        let ended = self.run(job, &positions, inputs, caller)?;
        for &setup in &pass.setups {
            self.gold[setup] = self.pass_gold;
        }
        if let Some(refused) = self.strict.take() {
            return Err(RunError::Strict(refused));
        }
        match ended {
            Ended::Complete => {}
            Ended::Stopped => self.interrupted = true,
            Ended::Uneven(uneven) => return Err(RunError::Uneven(Box::new(self.uneven(pass, uneven)))),
        }
        self.inputs.check_frames(self.plan)?;
        self.bytes_before = self.progress.bytes;
        for &system in pass.systems.iter().filter(|_| !timed.is_empty()) {
            self.systems[system].are_times_seen = true;
        }
        if !self.interrupted {
            self.find_leftovers(pass, &timed);
        }
        Ok(())
    }

    /// Reads and scores all blocks of a pass.
    fn run(
        &mut self,
        mut job: Job<'_>,
        positions: &[Option<usize>],
        inputs: &mut Inputs,
        caller: &mut Option<Caller<'_>>,
    ) -> Result<Ended, RunError> {
        let (pass, plan) = (job.pass, self.plan);
        let reading = &pass.reading;
        let block = plan.block.or(reading.block);
        let partner = pass.systems.first().and_then(|&at| inputs.systems[at].corpus()).cloned();
        let gold_corpus = inputs.gold.corpus().cloned();
        let mut logs = vec![InputLog::default(); pass.systems.len() + 1];
        let gold = (Which::Gold, reading, false);
        let gold = inputs.gold.source(gold, block, partner.as_ref(), &mut logs[0])?;
        let mut sources: Vec<Box<dyn SideSource>> = Vec::new();
        for (&at, log) in pass.systems.iter().zip(&mut logs[1..]) {
            let side = (Which::System, reading, plan.systems.len() > 1);
            sources.push(inputs.systems[at].source(side, block, gold_corpus.as_ref(), log)?);
        }
        let (gold, mut sources) = arrange(reading, gold, sources)?;
        if logs.iter().flat_map(InputLog::facts).any(|facts| facts.format == Format::Json) {
            job.lenses.iter_mut().for_each(LensPlan::expect_types);
        }
        if job.survey.is_none() {
            (job.survey, job.surveyed) = self.begin_lines(pass, &logs);
        }
        self.inputs.begin(&pass.systems, logs);
        let mut take = |part: &mut Part, reached: Reached| self.take(pass, positions, part, reached);
        Ok(match (&reading.pairing, sources.len()) {
            (Pairing::Text(alignment), 1) => {
                run_texts([gold, sources.remove(0)], (alignment, block), job, plan, &mut take, caller)?
            }
            (Pairing::Sides(_), 1) => run_sides([gold, sources.remove(0)], job, plan, &mut take, caller)?,
            _ => {
                let reader = PairReader::new(gold, sources, reading.unmatched);
                let uneven = reader.uneven();
                let ended = parallel::run(reader, plan.threads, &InOrder(job), &mut take, caller)?;
                self.leave_out(pass, &uneven);
                ended
            }
        })
    }

    /// Notes which systems have no scores because their units do not fit gold's.
    fn leave_out(&mut self, pass: &Pass, uneven: &UnevenLog) {
        for uneven in uneven.take() {
            let system = pass.systems[uneven.at];
            let sides = self.uneven(pass, uneven);
            self.systems[system].uneven.get_or_insert(Box::new(sides));
        }
    }

    /// Assigns times to trees, for the lenses that need times.
    fn find_times(&mut self, job: &mut Job<'_>, inputs: &Inputs) -> Result<(), RunError> {
        let pass = job.pass;
        for lens in &mut job.lenses {
            let Some(settings) = lens.times() else { continue };
            let systems =
                pass.systems.iter().map(|&at| (&self.plan.systems[at], inputs.systems[at].corpus()));
            let gold = (&self.plan.gold, inputs.gold.corpus());
            let reading = (pass.reading.unit, &pass.reading.syntax, lens.recipe());
            let mut note = |note: TimesNote| {
                if !self.notes.contains(&note) {
                    self.observer.times(note.clone());
                    self.notes.push(note);
                }
            };
            lens.timed = timed_pairs(settings, gold, systems, reading, (&mut self.times, &mut note))?;
            self.inputs.add_times(&pass.systems, &lens.timed);
            for (&system, timed) in pass.systems.iter().zip(&lens.timed) {
                let files = |side: &TimedSide| side.times().files().to_vec();
                let files = || TimesFiles { gold: files(&timed.gold), system: files(&timed.system) };
                self.systems[system].times_files.get_or_insert_with(files);
            }
        }
        Ok(())
    }

    /// Finds the times that belong to no tree.
    fn find_leftovers(&mut self, pass: &Pass, timed: &[TimedPair]) {
        // A pair of sides has any number of trees, so which utterances are surplus is not known.
        let is_by_side = matches!(pass.reading.pairing, Pairing::Sides(_));
        for (at, pair) in timed.iter().enumerate() {
            let system = pass.systems[at % pass.systems.len()];
            let read = pass.setups.first().map(|&setup| self.systems[system].setups[setup].totals.read());
            let trees = if is_by_side { u64::MAX } else { read.unwrap_or_default() };
            for side in [&pair.gold, &pair.system] {
                if let Some(leftover) = side.leftover(trees)
                    && !self.leftovers.contains(&leftover)
                {
                    self.leftovers.push(leftover);
                }
            }
        }
    }

    /// What is known about sides with different numbers of units.
    fn uneven(&self, pass: &Pass, uneven: Uneven) -> UnevenSides {
        let system = pass.systems.get(uneven.at).copied().unwrap_or_default();
        let setups = &self.plan.setups;
        let compares = |&&at: &&usize| setups[at].index() == Index::Words;
        let by_words = pass.setups.iter().find(compares).copied();
        let is_by_words = by_words.is_some() && matches!(pass.reading.pairing, Pairing::InOrder);
        let at = by_words.or(pass.setups.first().copied()).unwrap_or_default();
        let sums = &self.systems[system].setups[at];
        UnevenSides {
            uneven,
            is_by_words,
            is_by_line: pass.reading.unit == UnitKind::Line,
            shift: sums.shifts.shift(),
            first_difference: sums.first_difference,
            first_unread: sums.first_unread,
            have_ids: self.survey.have_ids(system),
            has_brackets: self.inputs.are_all(system, Format::Brackets),
        }
    }
}
