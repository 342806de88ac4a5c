//! What questions about scores have in common: their options, their plans, their runs.

use pyo3::prelude::*;
use treescore::run::{Input, Plan, RunError, Scored, score};

use crate::call::{Call, Systems};
use crate::error;
use crate::run::{Job, choose_threads, interruptible};
use crate::setup::Changes;
use crate::side::Reading;

/// The keyword arguments of a question, as `_questions.py` hands them over.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options<'py> {
    pub(crate) measure: Option<Bound<'py, PyAny>>,
    pub(crate) recipe: Option<Bound<'py, PyAny>>,
    pub(crate) settings: Option<Bound<'py, PyAny>>,
    pub(crate) pairing: Option<String>,
    input: Option<String>,
    encoding: Option<String>,
    nbest: Option<String>,
    skip: Option<Vec<String>>,
    pub(crate) gold_times: Option<Bound<'py, PyAny>>,
    pub(crate) system_times: Option<Bound<'py, PyAny>>,
    pub(crate) threads: Option<usize>,
}

/// What is said for people, and the same in JSON.
pub(crate) type Answer = (String, String);

impl<'py> Options<'py> {
    /// How the setup of a measure is changed.
    pub(crate) fn changes(&self) -> Changes<'_, 'py> {
        Changes {
            recipe: self.recipe.as_ref(),
            settings: self.settings.as_ref(),
            pairing: self.pairing.as_deref(),
        }
    }

    /// How files are read.
    pub(crate) fn reading(&self, py: Python<'py>) -> PyResult<Reading> {
        let (input, encoding, nbest) =
            (self.input.as_deref(), self.encoding.as_deref(), self.nbest.as_deref());
        Reading::new(py, input, encoding, nbest, self.skip.clone())
    }

    /// A call with these options.
    pub(crate) fn call<'a>(&'a self, py: Python<'py>, changes: Changes<'a, 'py>) -> PyResult<Call<'a, 'py>> {
        Ok(Call {
            changes,
            gold_times: self.gold_times.as_ref(),
            by: None,
            ids: None,
            keep_pairs: true,
            strict: false,
            threads: self.threads,
            progress: None,
            reading: self.reading(py)?,
        })
    }

    /// The plan of a question. Its sides can be read more than once; files of folders are not yet paired.
    pub(crate) fn plan(
        &self,
        gold: &Bound<'py, PyAny>,
        systems: &Systems<'py>,
        (measures, changes): (&[Bound<'py, PyAny>], Changes<'_, 'py>),
    ) -> PyResult<Plan> {
        let py = gold.py();
        let job = self.call(py, changes)?.job(gold, systems, measures)?;
        plan_of(py, job)
    }

    /// The same plan with all sides as files, those in memory as files in memory.
    pub(crate) fn files(
        &self,
        gold: &Bound<'py, PyAny>,
        systems: &Systems<'py>,
        measures: &[Bound<'py, PyAny>],
    ) -> PyResult<Plan> {
        let py = gold.py();
        let job = self.call(py, self.changes())?.job(gold, systems, measures)?;
        let held = job.systems.into_iter().map(|(name, side)| Ok((name.clone(), side.held(py, &name)?)));
        let systems = held.collect::<PyResult<_>>()?;
        plan_of(py, Job { gold: job.gold.held(py, "gold")?, systems, ..job })
    }
}

fn plan_of(py: Python<'_>, job: Job<'_>) -> PyResult<Plan> {
    let Job { gold, systems, setups, gold_times, system_times, threads, .. } = job;
    let gold = Input { times: gold_times, ..gold.input(py, "gold")? };
    let times = system_times.into_iter().chain(std::iter::repeat(None));
    let systems = systems.into_iter().zip(times).map(|((name, side), times)| {
        let input = side.input(py, &name)?;
        Ok(Input { times, ..input })
    });
    let mut plan = Plan::new(gold, systems.collect::<PyResult<_>>()?, setups);
    plan.threads = threads_for(py, threads, &plan)?;
    Ok(plan)
}

/// The number of threads of a plan, whose setups all look at all bytes.
pub(crate) fn threads_for(py: Python<'_>, given: Option<usize>, plan: &Plan) -> PyResult<usize> {
    let bytes = std::iter::once(&plan.gold).chain(&plan.systems).map(Input::bytes).sum::<Option<u64>>();
    let work = bytes.unwrap_or(u64::MAX).saturating_mul(plan.setups.len().max(1) as u64);
    let slow = plan.setups.iter().filter_map(|setup| setup.measure.demands().block_hint).min();
    choose_threads(py, given, work, slow)
}

/// Carries out a plan.
pub(crate) fn carry_out(py: Python<'_>, mut plan: Plan) -> PyResult<(Plan, Scored)> {
    let (plan, scored) = interruptible(py, move || {
        let scored = plan.pair_folders().map_err(RunError::from).and_then(|_| score(&plan, &mut ()));
        (plan, scored)
    })?;
    let scored = scored.map_err(|e| error::of_run(py, &e))?;
    match scored.systems.iter().find_map(|system| system.uneven.as_ref()) {
        Some(sides) => Err(error::of_uneven(py, sides)),
        None => Ok((plan, scored)),
    }
}

/// One system, as a list of systems.
pub(crate) fn one<'py>(
    system: &Bound<'py, PyAny>,
    times: Option<&Bound<'py, PyAny>>,
) -> PyResult<Systems<'py>> {
    let name = crate::call::name_of(system)?.unwrap_or_else(|| "system".to_owned());
    Ok(vec![(name, system.clone(), times.cloned())])
}

/// The measure that is asked for, or the usual one.
pub(crate) fn measure<'py>(py: Python<'py>, options: &Options<'py>) -> Bound<'py, PyAny> {
    options.measure.clone().unwrap_or_else(|| pyo3::types::PyString::new(py, "parseval").into_any())
}
