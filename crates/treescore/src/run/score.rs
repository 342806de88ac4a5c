//! Carrying out a plan.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::aligned::{AlignedReader, ByGroup, Difference, SidesReader};
use super::in_order::InOrder;
use super::inputs::Inputs;
use super::parallel::{self, Caller, Ended, Reached};
use super::pass::{Pass, passes};
use super::plan::{Plan, Rows};
use super::row::{PairRow, PairTable, RowId, RowKind};
use super::shift::{Shift, ShiftDetector};
use super::timed::{TimedError, TimesCache, TimesNote, timed_pairs};
use super::totals::Totals;
use super::work::{Job, Part, SetupPart};
use super::worst::Worst;
use crate::align::Refusal;
use crate::align::times::Leftover;
use crate::measure::{Index, MeasureInfo};
use crate::read::{OpenError, PairReader, Uneven, UnitKind};
use crate::setup::{GoldHash, Pairing};

/// A refused pair, or an unreadable tree in no pair.
#[derive(Clone, Debug)]
pub struct RefusedAt {
    /// Its number and position.
    pub id: RowId,
    /// The position of the system.
    pub system: usize,
    /// The positions of the setups that refused it.
    pub setups: Vec<usize>,
    /// The reason.
    pub refusal: Refusal,
    /// Hashes of the words of both sides, if the words differ.
    pub(super) hashes: Option<(u64, u64)>,
}

/// Receives the events of a run, in the order of the input.
pub trait Observer: Send {
    /// Called with the row of each requested pair, scored or refused.
    fn row(&mut self, _row: PairRow) {}

    /// Called with each refused pair.
    fn refused(&mut self, _refused: &RefusedAt) {}

    /// Called with each note about word times.
    fn times(&mut self, _note: TimesNote) {}

    /// Called with the progress of the run; `Break` ends it.
    fn progress(&mut self, _progress: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Observer for () {}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Pairs so far, over all systems. A pair is counted once in each pass that reads it.
    pub pairs: u64,
    /// Refused pairs so far.
    pub refused: u64,
    /// Bytes read so far, after decompression.
    pub bytes: u64,
}

/// The result of a run.
#[derive(Debug)]
pub struct Scored {
    /// The results of each system.
    pub systems: Vec<SystemScored>,
    /// The hash of the gold units of each setup: trees, or lines.
    pub gold: Vec<GoldHash>,
    /// Word times that belong to no tree.
    pub leftovers: Vec<Leftover>,
    /// Every refused pair, if requested.
    pub refused: Vec<RefusedAt>,
    /// True if the run was interrupted.
    pub interrupted: bool,
}

/// The results of one system.
#[derive(Debug)]
pub struct SystemScored {
    /// The results by each setup.
    pub setups: Vec<SetupScored>,
    /// How far its words or text agree with gold's, by the alignment of each pass.
    pub agreement: Vec<Totals>,
    /// The numbers of unreadable trees in no pair, of gold and system.
    pub unreadable: [u64; 2],
    /// The numbers of trees without words, which are in no pair, of gold and system.
    pub without_words: [u64; 2],
    /// The first difference between the texts.
    pub difference: Option<Difference>,
}

/// The results of one system by one setup.
#[derive(Debug)]
pub struct SetupScored {
    /// All sums.
    pub totals: Totals,
    /// The refused pairs by kind: their number, and the first of them.
    pub kinds: BTreeMap<&'static str, (u64, RefusedAt)>,
    /// The likely reason if the words stopped matching at some pair.
    pub shift: Option<Shift>,
    /// The pairs with the lowest figures, the worst first, if requested.
    pub worst: Vec<PairRow>,
    /// The counts of all pairs, if requested.
    pub table: Option<PairTable>,
}

/// Why a run could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Word times cannot be used.
    #[error(transparent)]
    Times(#[from] TimedError),
    /// Gold and a system have different numbers of units.
    #[error("{} has {} trees, {} has {}", .0.uneven.gold_name, .0.uneven.gold, .0.uneven.system_name, .0.uneven.system)]
    Uneven(Box<UnevenSides>),
    /// A pair was refused, and the run is strict.
    #[error("{} is refused: {}", .0.id, .0.refusal)]
    Strict(Box<RefusedAt>),
}

/// Two sides with different numbers of units, and what is known about where they diverge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnevenSides {
    /// The numbers of units.
    pub uneven: Uneven,
    /// True if words were compared, so that the fields below are known.
    pub is_by_words: bool,
    /// True if the units are lines, not trees.
    pub is_by_line: bool,
    /// The likely reason.
    pub shift: Option<Shift>,
    /// The first pair whose words differ, if any.
    pub first_difference: Option<u64>,
    /// The first pair whose words could not be compared because one side is not a tree, if any.
    pub first_unread: Option<u64>,
}

/// Carries out a plan.
///
/// # Errors
/// If a file cannot be read, the sides have different numbers of units, or a strict run refuses a pair.
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
    mut caller: Option<Caller<'_>>,
) -> Result<Scored, RunError> {
    let passes = passes(&plan.setups, plan.systems.len());
    let mut inputs = Inputs::open(plan, &passes)?;
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
    let mut collector = Collector::new(plan, observer);
    collector.interrupted = inputs.keep_fed(&passes, &mut caller).is_break();
    // With several passes, rows are held back and sorted at the end.
    collector.held_rows = (passes.len() > 1).then(Vec::new);
    for pass in &passes {
        if collector.interrupted {
            break;
        }
        collector.carry_out(pass, &mut inputs, &mut caller)?;
    }
    Ok(collector.finish())
}

/// Collects the parts of all passes, in order.
struct Collector<'o> {
    plan: &'o Plan,
    observer: &'o mut dyn Observer,
    systems: Vec<SystemSums>,
    /// The gold hash of each setup, and of the current pass.
    gold: Vec<GoldHash>,
    pass_gold: GoldHash,
    /// With several passes: the rows, each with the number of its pair, or of the pair before it if it is in
    /// none.
    held_rows: Option<Vec<(u64, PairRow)>>,
    /// The pair of the last row in the current pass.
    last_pair: u64,
    times: TimesCache,
    notes: Vec<TimesNote>,
    leftovers: Vec<Leftover>,
    refused: Vec<RefusedAt>,
    strict: Option<Box<RefusedAt>>,
    interrupted: bool,
    progress: Progress,
    /// The bytes of the earlier passes.
    bytes_before: u64,
}

struct SystemSums {
    setups: Vec<SetupSums>,
    agreement: Vec<Totals>,
    unreadable: [u64; 2],
    without_words: [u64; 2],
    difference: Option<Difference>,
}

struct SetupSums {
    totals: Totals,
    kinds: BTreeMap<&'static str, (u64, RefusedAt)>,
    shifts: ShiftDetector,
    first_difference: Option<u64>,
    first_unread: Option<u64>,
    worst: Worst,
    table: Option<PairTable>,
}

impl SetupSums {
    fn new(info: &'static MeasureInfo, has_table: bool) -> Self {
        Self {
            totals: Totals::new(info),
            kinds: BTreeMap::new(),
            shifts: ShiftDetector::default(),
            first_difference: None,
            first_unread: None,
            worst: Worst::default(),
            table: has_table.then(|| PairTable::new(info)),
        }
    }

    fn refuse(&mut self, refused: &RefusedAt) {
        if let Some((gold, system)) = refused.hashes {
            self.first_difference.get_or_insert(refused.id.pair);
            self.shifts.differs(refused.id.pair, gold, system);
        } else {
            self.first_unread.get_or_insert(refused.id.pair);
        }
        let kind = self.kinds.entry(refused.refusal.kind());
        kind.and_modify(|(count, _)| *count += 1).or_insert_with(|| (1, refused.clone()));
    }
}

impl<'o> Collector<'o> {
    fn new(plan: &'o Plan, observer: &'o mut dyn Observer) -> Self {
        let setups = || plan.setups.iter().map(|setup| SetupSums::new(setup.measure.info(), plan.ask.tables));
        let system = |_| SystemSums {
            setups: setups().collect(),
            agreement: Vec::new(),
            unreadable: [0; 2],
            without_words: [0; 2],
            difference: None,
        };
        Self {
            plan,
            observer,
            systems: plan.systems.iter().map(system).collect(),
            gold: vec![GoldHash::default(); plan.setups.len()],
            pass_gold: GoldHash::default(),
            held_rows: None,
            last_pair: 0,
            times: TimesCache::default(),
            notes: Vec::new(),
            leftovers: Vec::new(),
            refused: Vec::new(),
            strict: None,
            interrupted: false,
            progress: Progress::default(),
            bytes_before: 0,
        }
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
        let agreement = job.setups.iter().find(|setup| setup.position.is_none()).map(|setup| setup.info);
        for &system in &pass.systems {
            self.systems[system].agreement.extend(agreement.map(Totals::new));
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
            Ended::Uneven(uneven) => return Err(self.uneven(pass, uneven)),
        }
        self.bytes_before = self.progress.bytes;
        if !self.interrupted {
            self.find_leftovers(pass, &timed);
        }
        Ok(())
    }

    fn run(
        &mut self,
        job: Job<'_>,
        positions: &[Option<usize>],
        inputs: &mut Inputs,
        caller: &mut Option<Caller<'_>>,
    ) -> Result<Ended, RunError> {
        let (pass, plan) = (job.pass, self.plan);
        let reading = &pass.reading;
        let block = plan.block.or(reading.block);
        let gold = inputs.gold.source(reading.unit, block)?;
        let sources = pass.systems.iter().map(|&at| inputs.systems[at].source(reading.unit, block));
        let mut sources = sources.collect::<Result<Vec<_>, _>>()?;
        let mut take = |part: &mut Part, reached: Reached| self.take(pass, positions, part, reached);
        let threads = plan.threads;
        Ok(match (&reading.pairing, sources.len()) {
            (Pairing::Text(alignment), 1) => {
                let reader = AlignedReader::new([gold, sources.remove(0)], reading, alignment, block);
                parallel::run(reader, threads, &ByGroup::new(job, plan), &mut take, caller)?
            }
            (Pairing::Sides(_), 1) => {
                let reader = SidesReader::new([gold, sources.remove(0)], reading);
                parallel::run(reader, threads, &ByGroup::new(job, plan), &mut take, caller)?
            }
            _ => {
                let reader = PairReader::new(gold, sources, reading.unmatched);
                parallel::run(reader, threads, &InOrder(job), &mut take, caller)?
            }
        })
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
        }
        Ok(())
    }

    /// Finds the times that belong to no tree.
    fn find_leftovers(&mut self, pass: &Pass, timed: &[super::timed::TimedPair]) {
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

    fn take(
        &mut self,
        pass: &Pass,
        positions: &[Option<usize>],
        part: &mut Part,
        reached: Reached,
    ) -> ControlFlow<()> {
        self.pass_gold.merge(std::mem::take(&mut part.gold));
        for refused in part.refused.drain(..) {
            self.refuse(refused)?;
        }
        for row in part.rows.drain(..) {
            // A table holds all pairs, whether they were requested as rows or not.
            if let (Some(table), false) =
                (&mut self.systems[row.system].setups[row.setup].table, row.id.kind == RowKind::Tree)
            {
                table.push(&row);
            }
            // A tree in no pair has no number that could be requested.
            let is_asked = match row.id.kind {
                RowKind::Tree => self.plan.ask.rows == Rows::All,
                _ => self.plan.ask.rows.has(row.id.pair),
            };
            if is_asked {
                self.show(row);
            }
        }
        for (&system, setups) in pass.systems.iter().zip(&mut part.systems) {
            self.add(system, positions, setups);
        }
        if let Some(&system) = pass.systems.first() {
            self.add_trees(system, part);
        }
        self.progress.bytes = self.bytes_before + reached.bytes;
        let flow = self.observer.progress(self.progress);
        self.interrupted = flow.is_break();
        flow
    }

    /// Passes a row to the observer, or holds it back until all passes are done.
    fn show(&mut self, row: PairRow) {
        let Some(held) = &mut self.held_rows else { return self.observer.row(row) };
        if row.id.kind != RowKind::Tree {
            self.last_pair = row.id.pair;
        }
        held.push((self.last_pair, row));
    }

    fn add(&mut self, system: usize, positions: &[Option<usize>], setups: &mut [SetupPart]) {
        let sums = &mut self.systems[system];
        for (number, (position, part)) in positions.iter().zip(setups).enumerate() {
            if number == 0 {
                self.progress.pairs += part.totals.read();
                self.progress.refused += part.totals.refused;
            }
            match position {
                Some(position) => {
                    let setup = &mut sums.setups[*position];
                    setup.totals.take(&mut part.totals);
                    setup.worst.take(self.plan.ask.worst, &mut part.worst);
                }
                None => {
                    if let Some(agreement) = sums.agreement.last_mut() {
                        agreement.take(&mut part.totals);
                    }
                }
            }
        }
    }

    /// Adds the trees that are in no pair. Only passes with a single system have any.
    fn add_trees(&mut self, system: usize, part: &mut Part) {
        let sums = &mut self.systems[system];
        let is_known = sums.agreement.len() > 1;
        for (sum, more) in [
            (&mut sums.unreadable, std::mem::take(&mut part.unreadable)),
            (&mut sums.without_words, std::mem::take(&mut part.without_words)),
        ] {
            if !is_known {
                sum[0] += more[0];
                sum[1] += more[1];
            }
        }
        let difference = part.difference.take();
        if sums.difference.is_none() && !is_known {
            sums.difference = difference;
        }
    }

    fn refuse(&mut self, refused: RefusedAt) -> ControlFlow<()> {
        self.observer.refused(&refused);
        if self.plan.ask.strict {
            self.strict = Some(Box::new(refused));
            return ControlFlow::Break(());
        }
        if refused.id.kind != RowKind::Tree {
            for &setup in &refused.setups {
                self.systems[refused.system].setups[setup].refuse(&refused);
            }
        }
        if self.plan.ask.refused {
            self.refused.push(refused);
        }
        ControlFlow::Continue(())
    }

    fn uneven(&mut self, pass: &Pass, uneven: Uneven) -> RunError {
        let system = pass.systems.get(uneven.at).copied().unwrap_or_default();
        let setups = &self.plan.setups;
        let compares = |&&at: &&usize| setups[at].index() == Index::Words;
        let by_words = pass.setups.iter().find(compares).copied();
        let is_by_words = by_words.is_some() && matches!(pass.reading.pairing, Pairing::InOrder);
        let at = by_words.or(pass.setups.first().copied()).unwrap_or_default();
        let sums = &self.systems[system].setups[at];
        RunError::Uneven(Box::new(UnevenSides {
            uneven,
            is_by_words,
            is_by_line: pass.reading.unit == UnitKind::Line,
            shift: sums.shifts.found(),
            first_difference: sums.first_difference,
            first_unread: sums.first_unread,
        }))
    }

    fn finish(mut self) -> Scored {
        let mut held = self.held_rows.take().unwrap_or_default();
        held.sort_by_key(|(pair, row)| (*pair, row.system, row.setup));
        for (_, row) in held {
            self.observer.row(row);
        }
        let setup = |sums: SetupSums| SetupScored {
            totals: sums.totals,
            kinds: sums.kinds,
            shift: sums.shifts.found(),
            worst: sums.worst.into_rows(),
            table: sums.table,
        };
        let system = |sums: SystemSums| SystemScored {
            setups: sums.setups.into_iter().map(setup).collect(),
            agreement: sums.agreement,
            unreadable: sums.unreadable,
            without_words: sums.without_words,
            difference: sums.difference,
        };
        Scored {
            systems: self.systems.into_iter().map(system).collect(),
            gold: self.gold,
            leftovers: self.leftovers,
            refused: self.refused,
            interrupted: self.interrupted,
        }
    }
}
