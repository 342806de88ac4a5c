//! `selftest`: do the laws of scoring hold on these trees?

use pyo3::prelude::*;
use treescore::front::{SelftestError, selftest};
use treescore::read::Corpus;
use treescore::report::selftest::{render_json, render_text};
use treescore::run::Plan;

use crate::call::Systems;
use crate::error;
use crate::question::{Answer, Options, one};
use crate::run::interruptible;
use crate::score::style;

/// Checks the laws of scoring on gold, and on a system if there is one.
#[pyfunction]
pub(crate) fn ask_selftest<'py>(
    gold: &Bound<'py, PyAny>,
    system: Option<Bound<'py, PyAny>>,
    measures: Vec<Bound<'py, PyAny>>,
    options: Options<'py>,
) -> PyResult<Answer> {
    let py = gold.py();
    let systems = system.map_or_else(|| Ok(Systems::new()), |system| one(&system, None))?;
    let plan = options.files(gold, &systems, &measures)?;
    let found = interruptible(py, move || {
        let corpus = |input: &treescore::run::Input| input.corpus().cloned();
        let Plan { gold, systems, setups, threads, .. } = plan;
        let gold = corpus(&gold).unwrap_or_else(|| Corpus::held("gold", b""));
        let system = systems.first().and_then(corpus);
        selftest(&gold, system.as_ref(), (&setups, threads), &mut ())
    })?;
    let found = found.map_err(|error| match error {
        SelftestError::Run(error) => error::of_run(py, &error),
        SelftestError::Interrupted => error::plain(py, error),
    })?;
    if !found.is_checked() {
        return Err(error::plain(py, "no law could be checked: no pair was scored, and no tree was read"));
    }
    Ok((render_text(&found, &style()), render_json(&found)))
}
