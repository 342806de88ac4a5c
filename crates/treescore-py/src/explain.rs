//! `explain`: why two numbers for the same trees differ.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use treescore::explain::{End, ExplainError, Lattice, Pairs};
use treescore::front::read_examples;
use treescore::report::explain::{Explained, render, render_json};

use crate::question::{Answer, Options, carry_out, measure, one, threads_for};
use crate::score::style;
use crate::setup::{Changes, Setup, setting_text};
use crate::{error, statistics};

/// One of the two numbers, as it is asked for: a recipe, a parameter file, a signature or a setup; and changes.
type Given<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyDict>>);

/// What each rule in which two numbers differ is worth.
#[pyfunction]
pub(crate) fn ask_explain<'py>(
    gold: &Bound<'py, PyAny>,
    system: &Bound<'py, PyAny>,
    ends: (Given<'py>, Given<'py>),
    how: (Vec<String>, usize, Option<u64>),
    options: Options<'py>,
) -> PyResult<Answer> {
    let py = gold.py();
    let ((from, to), (order, examples, seed)) = (ends, how);
    let base = base(py, &options, [&from.0, &to.0])?;
    let (from, to) = (Number::new(&from, &base, &options)?, Number::new(&to, &base, &options)?);
    let systems = one(system, options.system_times.as_ref())?;
    let measures = [from.setup.clone(), to.setup.clone()];
    let mut plan = options.plan(gold, &systems, (&measures, Changes::default()))?;
    // Word times, if there are any, have changed the setups.
    let ends = [from, to].into_iter().zip(&plan.setups);
    let mut ends = ends.map(|(end, setup)| End { pairs: end.pairs, ..End::new(end.name, setup.clone()) });
    let (Some(from), Some(to)) = (ends.next(), ends.next()) else {
        return Err(error::plain(py, "there are no two numbers to explain"));
    };
    let lattice = Lattice::new(from, to, &order, statistics::seed(py, seed)?);
    let lattice = lattice.map_err(|e| wrong(py, &e))?;
    lattice.ask(&mut plan);
    plan.threads = threads_for(py, options.threads, &plan)?;
    let (plan, scored) = carry_out(py, plan)?;
    let explanation = py.detach(|| lattice.explain(&scored, 0)).map_err(|e| wrong(py, &e))?;
    let mut explained = Explained::new(explanation, examples);
    py.detach(|| read_examples(&mut explained, &plan, lattice.setups()));
    Ok((render(&explained, &style()), render_json(&explained)))
}

/// Why there is no explanation.
fn wrong(py: Python<'_>, error: &ExplainError) -> PyErr {
    match error {
        ExplainError::Unknown { id } | ExplainError::Same { id, .. } | ExplainError::Twice { id } => {
            error::setting(py, &error.to_string(), "order", Some(id), Vec::new())
        }
        ExplainError::Setting(setting) => error::of_setting(py, setting),
        _ => error::plain(py, error),
    }
}

/// The setup that recipes change: that of the measure, else of the number that is no recipe.
fn base<'py>(
    py: Python<'py>,
    options: &Options<'py>,
    given: [&Bound<'py, PyAny>; 2],
) -> PyResult<Bound<'py, PyAny>> {
    if options.measure.is_none() {
        for end in given {
            if let Some(setup) = whole(end)? {
                return Ok(setup);
            }
        }
    }
    Ok(measure(py, options))
}

/// The setup of a number that is given whole: a setup or a signature.
fn whole<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if given.is_instance_of::<Setup>() {
        return Ok(Some(given.clone()));
    }
    let signature = given.extract::<String>().ok().filter(|text| text.starts_with("treescore:"));
    let Some(signature) = signature else { return Ok(None) };
    let setup = signature.parse::<treescore::Setup>().map_err(|e| error::of_signature(given.py(), &e))?;
    Ok(Some(Bound::new(given.py(), Setup::from(setup))?.into_any()))
}

/// One of the two numbers.
struct Number<'py> {
    name: String,
    setup: Bound<'py, PyAny>,
    pairs: Pairs,
}

impl<'py> Number<'py> {
    fn new(
        (given, settings): &Given<'py>,
        base: &Bound<'py, PyAny>,
        options: &Options<'py>,
    ) -> PyResult<Self> {
        let py = given.py();
        let name = match given.cast::<Setup>() {
            Ok(setup) => setup.get().inner().signature().to_string(),
            Err(_) => given.str()?.to_str()?.to_owned(),
        };
        let setup = match whole(given)? {
            Some(setup) => Setup::changed(&setup, &Changes { recipe: None, ..options.changes() })?,
            None => Setup::changed(base, &Changes { recipe: Some(given), ..options.changes() })?,
        };
        let (mut pairs, mut changed) = (Pairs::Scored, Vec::new());
        let others = PyDict::new(py);
        for (key, value) in settings.iter().flat_map(|settings| settings.iter()) {
            let (key, text) = (key.extract::<String>()?, setting_text(&value)?);
            changed.push(format!("{key}={text}"));
            if key == "pairs" {
                pairs = text.parse().map_err(|()| unknown_pairs(py, &text))?;
            } else {
                others.set_item(key, value)?;
            }
        }
        let setup = Bound::new(py, setup)?.into_any();
        let others = Changes { settings: Some(others.as_any()), ..Changes::default() };
        let setup = Bound::new(py, Setup::changed(&setup, &others)?)?.into_any();
        Ok(Self { name: End::name_of(&name, &changed), setup, pairs })
    }
}

fn unknown_pairs(py: Python<'_>, value: &str) -> PyErr {
    let known: Vec<String> = Pairs::VALUES.iter().map(ToString::to_string).collect();
    let message = format!("pairs is {}, not `{value}`", known.join(", "));
    error::setting(py, &message, "pairs", Some(value), known)
}
