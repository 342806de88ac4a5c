//! Runs: the calling thread feeds, watches for signals and shows progress; workers score.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyIterator;
use treescore::findings::{self, FindingId, Severity};
use treescore::front::{PairNames, PairRows, SystemScore};
use treescore::measure::Facet;
use treescore::read::{Fed, Feeder, feeder_of};
use treescore::report::FindingReport;
use treescore::run::{
    Ask, Input, InputTimes, Matches, Meter, Observer, PairRow, Plan, Progress, ReplyNote, Rows, Scored,
    score_with,
};
use treescore::setup::Setup;

use crate::records::Records;
use crate::side::{Side, feed};
use crate::{advice, error};

/// What is to be scored, and how.
pub(crate) struct Job<'py> {
    pub(crate) gold: Side,
    pub(crate) systems: Vec<(String, Side)>,
    pub(crate) setups: Vec<Setup>,
    pub(crate) gold_times: Option<InputTimes>,
    pub(crate) system_times: Vec<Option<InputTimes>>,
    pub(crate) facet: Option<Facet>,
    pub(crate) ids: Option<PairNames>,
    pub(crate) keep_pairs: bool,
    pub(crate) strict: bool,
    pub(crate) threads: Option<usize>,
    pub(crate) progress: Option<Bound<'py, PyAny>>,
}

/// What a run came to.
pub(crate) struct Outcome {
    /// All setups of the first system, then those of the next.
    pub(crate) scores: Vec<SystemScore>,
    /// What was noticed about the input; each with the number of its system.
    pub(crate) findings: Vec<FindingReport>,
    /// Where the trees came from, if they can be read again.
    pub(crate) source: Option<Arc<Source>>,
    /// What became of the reply of each pair, if the first system replies.
    pub(crate) replies: Vec<ReplyNote>,
}

/// Where the trees of a run came from.
pub(crate) struct Source {
    pub(crate) gold: Again,
    pub(crate) systems: Vec<Again>,
    pub(crate) gold_times: Option<InputTimes>,
    pub(crate) system_times: Vec<Option<InputTimes>>,
}

impl Source {
    /// True if the trees of a side are in files.
    pub(crate) fn is_file(&self, is_gold: bool, system: usize) -> bool {
        let side = if is_gold { Some(&self.gold) } else { self.systems.get(system) };
        matches!(side, Some(Again::Files(_)))
    }
}

/// A side that can be read again.
#[derive(Clone)]
pub(crate) enum Again {
    Files(treescore::read::Corpus),
    Units(Arc<treescore::read::Units>),
}

impl Again {
    fn of(side: &Side) -> Option<Self> {
        match side {
            Side::Files(corpus) => Some(Self::Files(corpus.clone())),
            Side::Units(units, _) => Some(Self::Units(Arc::clone(units))),
            Side::Iterator(_) => None,
        }
    }

    pub(crate) fn input(&self) -> Input {
        match self {
            Self::Files(corpus) => corpus.clone().into(),
            Self::Units(units) => Input {
                trees: treescore::run::InputTrees::Memory(Arc::clone(units)),
                times: None,
                columns: None,
            },
        }
    }
}

/// Small runs are done by the calling thread: an interrupt need not be looked for.
const SMALL: u64 = 256 * 1024;

/// How long the calling thread waits before it looks for signals again.
const PATIENCE: Duration = Duration::from_millis(10);

/// Carries out a job.
pub(crate) fn carry_out(py: Python<'_>, job: Job<'_>) -> PyResult<Outcome> {
    let source = source_of(&job);
    let names = names_of(py, &job)?;
    let Job {
        gold,
        systems,
        setups,
        gold_times,
        system_times,
        facet,
        keep_pairs,
        strict,
        threads,
        progress,
        ..
    } = job;
    let (feeding, mut inputs) = inputs(gold, systems);
    let gold = Input { times: gold_times, ..inputs.remove(0) };
    let times = system_times.into_iter().chain(std::iter::repeat(None));
    let systems: Vec<Input> =
        inputs.into_iter().zip(times).map(|(input, times)| Input { times, ..input }).collect();
    let mut plan = Plan::new(gold, systems, setups);
    plan.ask = Ask {
        facet,
        rows: if keep_pairs { Rows::All } else { Rows::None },
        matches: Matches::None,
        strict,
        survey: true,
        ..Ask::default()
    };
    plan.pair_folders().map_err(|e| error::of_open(py, &e))?;
    let bytes = std::iter::once(&plan.gold).chain(&plan.systems).map(Input::bytes).sum::<Option<u64>>();
    let slow = plan.setups.iter().filter_map(|setup| setup.measure.demands().block_hint).min();
    plan.threads = choose_threads(py, threads, bytes.unwrap_or(u64::MAX), slow)?;
    let is_small = bytes.is_some_and(|bytes| bytes < SMALL) && slow.is_none() && progress.is_none();
    let mut keeper = Keeper::new(&plan, keep_pairs);
    let mut watch = Watch::new(py, &keeper, feeding, progress, bytes)?;
    let scored = py.detach(|| {
        if is_small && watch.feeding.is_none() {
            return score_with(&plan, &mut keeper, None);
        }
        score_with(&plan, &mut keeper, Some(&mut || watch.look()))
    });
    watch.finish(py)?;
    let scored = scored.map_err(|e| error::of_run(py, &e))?;
    for system in &scored.systems {
        if let Some(sides) = &system.uneven {
            return Err(error::of_uneven(py, sides));
        }
    }
    finish(py, &plan, &scored, keeper, names, source)
}

/// Makes scores of a run, and tells what is to be told.
fn finish(
    py: Python<'_>,
    plan: &Plan,
    scored: &Scored,
    keeper: Keeper,
    names: PairNames,
    source: Option<Arc<Source>>,
) -> PyResult<Outcome> {
    let mut found = findings::find(plan, scored);
    // How many pairs were refused is told anyway; and a score's own figures are over the scored pairs.
    found.retain(|finding| finding.id != FindingId::RefusedMany);
    // A list is not cut off in the middle of a file.
    if plan.gold.corpus().is_none() && plan.systems.iter().all(|system| system.corpus().is_none()) {
        found.retain(|finding| finding.id != FindingId::CutOff);
    }
    let found: Vec<FindingReport> =
        found.iter().map(|finding| FindingReport::new(finding, advice::render)).collect();
    if let Some(refusal) = found.iter().find(|finding| finding.severity == Severity::Refusal) {
        let help: String = refusal.help.iter().map(|help| format!("; {help}")).collect();
        return Err(error::plain(py, format!("{}{help}", refusal.message)));
    }
    let mut all = SystemScore::collect(plan, scored);
    for (score, rows) in all.iter_mut().zip(keeper.rows.into_iter().flatten()) {
        score.rows = rows;
        if let Some(rows) = &mut score.rows {
            rows.names =
                if rows.len() == count(&names, rows.len()) { names.clone() } else { PairNames::InOrder };
        }
    }
    let refused = all.iter().step_by(plan.setups.len().max(1)).filter_map(refused_text);
    let told = found.iter().filter(|finding| finding.severity == Severity::Warning);
    let told = told.map(|finding| {
        let help = finding.help.first().map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{}{help}", finding.message)
    });
    let all_told: Vec<String> = refused.chain(told).collect();
    if !all_told.is_empty() {
        warn(py, &all_told.join("; "))?;
    }
    Ok(Outcome { scores: all, findings: found, source, replies: keeper.replies })
}

fn count(names: &PairNames, rows: usize) -> usize {
    match names {
        PairNames::InOrder => rows,
        PairNames::Numbers(all) => all.len(),
        PairNames::Integers(all) => all.len(),
        PairNames::Texts(all) => all.len(),
    }
}

/// Writes to the logger `treescore`.
pub(crate) fn warn(py: Python<'_>, message: &str) -> PyResult<()> {
    py.import("treescore._log")?.call_method1("warn", (message,)).map(drop)
}

/// Says how many pairs were refused, and why, if any were.
pub(crate) fn refused_text(score: &SystemScore) -> Option<String> {
    let coverage = &score.coverage;
    let reasons: Vec<String> =
        coverage.reasons.iter().map(|reason| format!("{} {}", reason.why, reason.pairs)).collect();
    let name = if score.name.is_empty() { String::new() } else { format!("{}: ", score.name) };
    let (refused, read) = (coverage.refused, coverage.read);
    (refused > 0).then(|| format!("{name}{refused} of {read} pairs refused: {}", reasons.join(", ")))
}

/// Where the trees came from, unless one side cannot be read again.
fn source_of(job: &Job<'_>) -> Option<Arc<Source>> {
    let systems = job.systems.iter().map(|(_, side)| Again::of(side)).collect::<Option<Vec<_>>>()?;
    Some(Arc::new(Source {
        gold: Again::of(&job.gold)?,
        systems,
        gold_times: job.gold_times.clone(),
        system_times: job.system_times.clone(),
    }))
}

/// What the pairs are called: by the ids that are given, else by those of a side.
fn names_of(py: Python<'_>, job: &Job<'_>) -> PyResult<PairNames> {
    if let Some(ids) = &job.ids {
        if let Side::Units(units, _) = &job.gold {
            return crate::trees::check_names(py, ids.clone(), units.len());
        }
        return crate::trees::check_names(py, ids.clone(), count(ids, 0));
    }
    let sides = std::iter::once(&job.gold).chain(job.systems.iter().map(|(_, side)| side));
    let mut found = PairNames::InOrder;
    for side in sides {
        if let Side::Units(_, names) = side
            && *names != PairNames::InOrder
            && found == PairNames::InOrder
        {
            found = names.clone();
        }
    }
    let pairs = count(&found, 0);
    crate::trees::check_names(py, found, pairs)
}

/// Turns sides into inputs: gold, then the systems. If one of them is an iterator, all are fed in step.
fn inputs(gold: Side, systems: Vec<(String, Side)>) -> (Option<Feeding>, Vec<Input>) {
    let has_iterator = |side: &Side| matches!(side, Side::Iterator(_));
    let must_feed = has_iterator(&gold) || systems.iter().any(|(_, side)| has_iterator(side));
    let sides = std::iter::once(("gold".to_owned(), gold)).chain(systems);
    if !must_feed {
        let input = |(_, side): (String, Side)| match side {
            Side::Files(corpus) => corpus.into(),
            Side::Units(units, _) => {
                Input { trees: treescore::run::InputTrees::Memory(units), times: None, columns: None }
            }
            Side::Iterator(_) => Input::from(treescore::read::Units::new("")),
        };
        return (None, sides.map(input).collect());
    }
    let (mut inputs, mut given, mut names): (Vec<Option<Input>>, Vec<Pull>, Vec<String>) = Default::default();
    for (name, side) in sides {
        match side {
            Side::Files(corpus) => inputs.push(Some(corpus.into())),
            Side::Units(units, _) => {
                given.push(Pull::Units(units, 0));
                names.push(name);
                inputs.push(None);
            }
            Side::Iterator(iterator) => {
                given.push(Pull::Iterator(iterator));
                names.push(name);
                inputs.push(None);
            }
        }
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (feeder, fed) = feeder_of(&names);
    let mut fed = fed.into_iter();
    let inputs = inputs.into_iter().map(|input| {
        input
            .or_else(|| fed.next().map(Input::from))
            .unwrap_or_else(|| Input::from(treescore::read::Units::new("")))
    });
    let inputs = inputs.collect();
    (Some(Feeding { feeder: Some(feeder), given, is_over: false }), inputs)
}

/// What is fed: trees of one side, one by one.
enum Pull {
    Iterator(Py<PyAny>),
    Units(Arc<treescore::read::Units>, usize),
}

/// Feeds all sides in step.
struct Feeding {
    /// Dropped at the end of the input, so that readers know.
    feeder: Option<Feeder>,
    given: Vec<Pull>,
    is_over: bool,
}

impl Feeding {
    /// Feeds a block, or finds that there is no room. Returns true if there was nothing to do.
    fn step(&mut self, py: Python<'_>) -> PyResult<bool> {
        let Some(feeder) = &mut self.feeder else { return Ok(true) };
        while !self.is_over && !feeder.is_full() {
            let mut ended = 0;
            for (side, pull) in self.given.iter_mut().enumerate() {
                match pull {
                    Pull::Units(units, next) => match units.get(*next) {
                        Some(unit) => {
                            feeder.add(side, unit);
                            *next += 1;
                        }
                        None => ended += 1,
                    },
                    Pull::Iterator(iterator) => {
                        match iterator.bind(py).cast::<PyIterator>()?.clone().next() {
                            Some(item) => feed(feeder, side, &item?)?,
                            None => ended += 1,
                        }
                    }
                }
            }
            // A side that goes on behind the end of another has one tree too many, which the run tells.
            self.is_over = ended > 0;
        }
        match feeder.try_send() {
            Fed::Waiting => Ok(true),
            Fed::Sent if !self.is_over => Ok(false),
            Fed::Sent | Fed::Over => {
                self.feeder = None;
                Ok(false)
            }
        }
    }
}

/// What the calling thread does while workers score.
struct Watch {
    feeding: Option<Feeding>,
    meter: Meter,
    reached: Arc<Reached>,
    bytes: Option<u64>,
    hook: Option<Py<PyAny>>,
    shown: Instant,
    failed: Option<PyErr>,
    waits: u32,
}

/// Progress, as workers tell it.
#[derive(Default)]
struct Reached {
    pairs: AtomicU64,
    refused: AtomicU64,
    bytes: AtomicU64,
}

impl Watch {
    fn new(
        py: Python<'_>,
        keeper: &Keeper,
        feeding: Option<Feeding>,
        progress: Option<Bound<'_, PyAny>>,
        bytes: Option<u64>,
    ) -> PyResult<Self> {
        let hook = match progress {
            None => None,
            Some(asked) if asked.is_instance_of::<pyo3::types::PyBool>() => asked
                .is_truthy()?
                .then(|| py.import("treescore._progress")?.getattr("line").map(Bound::unbind))
                .transpose()?,
            Some(hook) => Some(hook.unbind()),
        };
        Ok(Self {
            feeding,
            meter: keeper.meter.clone(),
            reached: Arc::clone(&keeper.reached),
            bytes,
            hook,
            shown: Instant::now(),
            failed: None,
            waits: 0,
        })
    }

    /// Feeds, looks for signals, shows progress; or waits a little.
    fn look(&mut self) -> ControlFlow<()> {
        if self.failed.is_some() {
            std::thread::sleep(Duration::from_millis(1));
            return ControlFlow::Break(());
        }
        let found = Python::attach(|py| -> PyResult<bool> {
            py.check_signals()?;
            let is_idle = self.feeding.as_mut().map_or(Ok(true), |feeding| feeding.step(py))?;
            if self.hook.is_some() && self.shown.elapsed() >= Duration::from_millis(100) {
                self.show(py)?;
            }
            Ok(is_idle)
        });
        match found {
            Ok(true) => {
                // Short runs end soon; long ones need not be asked often.
                self.waits += 1;
                let wait = Duration::from_micros(100 * u64::from(self.waits.min(100)));
                std::thread::sleep(wait.min(PATIENCE));
                ControlFlow::Continue(())
            }
            Ok(false) => {
                self.waits = 0;
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.failed = Some(error);
                self.meter.stop();
                if let Some(mut feeder) = self.feeding.as_mut().and_then(|feeding| feeding.feeder.take()) {
                    feeder.discard();
                }
                ControlFlow::Break(())
            }
        }
    }

    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        self.shown = Instant::now();
        let Some(hook) = &self.hook else { return Ok(()) };
        let [pairs, refused, bytes] = [&self.reached.pairs, &self.reached.refused, &self.reached.bytes]
            .map(|number| number.load(Ordering::Relaxed));
        let progress = Records::new(py)?.make("Progress", (pairs, refused, bytes, self.bytes))?;
        hook.call1(py, (progress,)).map(drop)
    }

    /// Raises what was raised while the run was going on.
    fn finish(mut self, py: Python<'_>) -> PyResult<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if self.hook.is_some() {
            self.show(py)?;
            py.import("treescore._progress")?.call_method0("done")?;
        }
        Ok(())
    }
}

/// Keeps the rows of a run.
struct Keeper {
    rows: Vec<Vec<Option<PairRows>>>,
    /// What became of the reply of each pair, if systems reply.
    replies: Vec<ReplyNote>,
    has_replies: bool,
    meter: Meter,
    reached: Arc<Reached>,
}

impl Keeper {
    fn new(plan: &Plan, keep_pairs: bool) -> Self {
        let rows = || plan.setups.iter().map(|setup| keep_pairs.then(|| PairRows::new(setup.measure.info())));
        Self {
            rows: plan.systems.iter().map(|_| rows().collect()).collect(),
            replies: Vec::new(),
            has_replies: plan.setups.iter().any(|setup| setup.input.has_replies()),
            meter: Meter::default(),
            reached: Arc::default(),
        }
    }

    fn push(&mut self, row: &PairRow) {
        let rows = self.rows.get_mut(row.system).and_then(|setups| setups.get_mut(row.setup));
        if let Some(Some(rows)) = rows {
            rows.push(row);
        }
        if self.has_replies && (row.system, row.setup) == (0, 0) {
            self.replies.push(row.reply.as_deref().cloned().unwrap_or_default());
        }
    }
}

impl Observer for Keeper {
    fn row(&mut self, row: PairRow) {
        self.push(&row);
    }

    fn row_of_pass(&mut self, _pass: usize, _pair: u64, row: PairRow) -> Option<PairRow> {
        self.push(&row);
        None
    }

    fn meter(&self) -> Meter {
        self.meter.clone()
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        let Progress { pairs, refused, bytes } = progress;
        for (number, value) in
            [(&self.reached.pairs, pairs), (&self.reached.refused, refused), (&self.reached.bytes, bytes)]
        {
            number.store(value, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }
}

const THREADS: &str = "TREESCORE_THREADS";

/// The number of threads: as asked for, else by the environment, else all cores if there is enough to do.
pub(crate) fn choose_threads(
    py: Python<'_>,
    given: Option<usize>,
    bytes: u64,
    block: Option<usize>,
) -> PyResult<usize> {
    let wrong = |value: &str| {
        let message = format!("{THREADS}={value}: the variable must be a whole number from 1 to 1024");
        error::setting(py, &message, THREADS, Some(value), Vec::new())
    };
    if let Some(threads) = given {
        if (1..=1024).contains(&threads) {
            return Ok(threads);
        }
        let message = format!("threads must be from 1 to 1024, not {threads}");
        return Err(error::setting(py, &message, "threads", Some(&threads.to_string()), Vec::new()));
    }
    if let Some(value) = std::env::var_os(THREADS) {
        let value = value.to_string_lossy();
        return value
            .parse()
            .ok()
            .filter(|threads| (1..=1024).contains(threads))
            .ok_or_else(|| wrong(&value));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let share = block.map_or(SMALL, |bytes| 2 * bytes as u64).max(1);
    Ok(cores.min(usize::try_from(bytes / share).unwrap_or(usize::MAX - 1) + 1))
}

/// Runs that need no interruption: scores pairs again to look at one of them.
pub(crate) fn rows_of(py: Python<'_>, plan: &Plan) -> PyResult<(Scored, Vec<PairRow>)> {
    struct All(Mutex<Vec<PairRow>>);
    impl Observer for All {
        fn row(&mut self, row: PairRow) {
            self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(row);
        }
    }
    let mut all = All(Mutex::default());
    let scored = py.detach(|| score_with(plan, &mut all, None)).map_err(|e| error::of_run(py, &e))?;
    Ok((scored, all.0.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)))
}

/// Works on another thread, while this one looks for signals. If one comes, its exception is raised at once; what was
/// worked on ends by itself, and is forgotten.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let worker = std::thread::Builder::new().spawn(work)?;
    let mut wait = Duration::from_micros(100);
    while !worker.is_finished() {
        py.detach(|| std::thread::sleep(wait));
        py.check_signals()?;
        wait = (wait * 2).min(PATIENCE);
    }
    match py.detach(|| worker.join()) {
        Ok(done) => Ok(done),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
