//! `baselines`: what a score is worth beside trees that anybody can make.

use pyo3::prelude::*;
use treescore::front::{self, BaselineAsk, SystemScore};
use treescore::report::baselines::{BaselineReport, render};
use treescore::report::{self, Format};
use treescore::run::{Input, Plan};
use treescore::setup::Setup;

use crate::call::Systems;
use crate::question::{Answer, Options};
use crate::run::interruptible;
use crate::score::style;
use crate::side::Side;
use crate::{error, statistics};

/// Scores left and right branching, random and best binary trees, gold itself and a second annotator.
#[pyfunction]
pub(crate) fn ask_baselines<'py>(
    gold: &Bound<'py, PyAny>,
    second: Option<Bound<'py, PyAny>>,
    measures: Vec<Bound<'py, PyAny>>,
    seed: Option<u64>,
    options: Options<'py>,
) -> PyResult<Answer> {
    let py = gold.py();
    let plan = options.plan(gold, &Systems::new(), (&measures, options.changes()))?;
    let second = second.map(|second| {
        let name = crate::call::name_of(&second)?.unwrap_or_else(|| "second".to_owned());
        Side::new(&second, &options.reading(py)?, &name)?.input(py, &name)
    });
    let (second, seed) = (second.transpose()?, statistics::seed(py, seed)?);
    let setups = plan.setups.clone();
    let found = find(py, plan, second, seed)?;
    Ok(answer(&setups, found))
}

/// Scores the baselines of a plan's gold by its setups.
pub(crate) fn find(py: Python<'_>, plan: Plan, second: Option<Input>, seed: u64) -> PyResult<BaselineReport> {
    let found = interruptible(py, move || {
        let ask = BaselineAsk { made: true, second, seed, threads: plan.threads };
        front::baselines(&plan.gold, &ask, &plan.setups, &mut ())
    })?;
    found.map_err(|e| error::of_run(py, &e))
}

/// Baselines for people, and in the JSON of a report.
pub(crate) fn answer(setups: &[Setup], found: BaselineReport) -> Answer {
    let report = report_of(setups, found);
    (render(&report, &style()), report::render(&report, Format::Json, &style()))
}

/// A report of baselines alone.
fn report_of(setups: &[Setup], found: BaselineReport) -> report::Report {
    let scores: Vec<SystemScore> =
        setups.iter().map(|setup| SystemScore::empty(setup.clone(), String::new())).collect();
    let all: Vec<&SystemScore> = scores.iter().collect();
    let mut report = SystemScore::report(&all, all.len(), None);
    report.systems.clear();
    report.measures.iter_mut().for_each(|measure| measure.cells.clear());
    report.baselines = Some(found);
    report
}
