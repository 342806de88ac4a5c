//! `verify`: are published numbers those of these files?

use std::path::PathBuf;

use pyo3::prelude::*;
use treescore::read::Corpus;
use treescore::report::build;
use treescore::report::verify::{Published, render_json, render_text};
use treescore::run::KeptFigures;
use treescore::setup::Given;

use crate::call::systems as read_systems;
use crate::error;
use crate::question::{Answer, Options, carry_out};
use crate::rerun::signed;
use crate::run::interruptible;
use crate::score::style;
use crate::setup::{Changes, Setup};

/// Compares every figure of a published report, which is text or a file, with those of a run now.
#[pyfunction]
pub(crate) fn ask_verify<'py>(
    py: Python<'py>,
    results: (Option<String>, Option<PathBuf>),
    gold: &Bound<'py, PyAny>,
    systems: &Bound<'py, PyAny>,
    options: Options<'py>,
) -> PyResult<Answer> {
    let (text, path) = results;
    let name = path.as_ref().map_or_else(|| "the report".to_owned(), |path| path.display().to_string());
    let text = match (text, path) {
        (Some(text), _) => text,
        (None, path) => read(py, path.unwrap_or_default(), &name)?,
    };
    let published: Published = text.parse().map_err(|e| error::plain(py, format!("{name} {e}")))?;
    let systems = read_systems(systems, options.system_times.as_ref())?;
    let (then, now) = (published.systems(), systems.len());
    if then.len() != now {
        let names = then.join(", ");
        let message = format!(
            "the results are of {names}, but the number of systems given is {now}: give these, in this order"
        );
        return Err(error::plain(py, message));
    }
    let setups = published.signatures().iter().map(|signature| {
        let setup = signature.setup(&Given::default()).map_err(|e| error::of_signature(py, &e))?;
        Ok(Bound::new(py, Setup::from(setup))?.into_any())
    });
    let setups: Vec<_> = setups.collect::<PyResult<_>>()?;
    let mut plan = options.plan(gold, &systems, (&setups, Changes::default()))?;
    if let Some(first) = published.signatures().first() {
        plan.ask.statistics = signed(first, KeptFigures::All);
    }
    published.ask(&mut plan);
    let (plan, scored) = carry_out(py, plan)?;
    let verified = interruptible(py, move || published.verify(&build::report(&plan, &scored)))?;
    Ok((render_text(&verified, &style()), render_json(&verified)))
}

/// The text of a file, which may be packed.
fn read(py: Python<'_>, path: PathBuf, name: &str) -> PyResult<String> {
    let corpus = Corpus::find(&path).map_err(|e| error::of_open(py, &e))?;
    let no_text = || error::plain(py, format!("{name} is not UTF-8, and so no JSON"));
    let document = corpus.documents().first().ok_or_else(no_text)?;
    let bytes = document.read_all().map_err(|e| error::of_open(py, &e))?;
    String::from_utf8(bytes).map_err(|_| no_text())
}
