//! The arguments that `score`, `report` and `compare` have in common, and the runs they ask for.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use treescore::front::PairNames;
use treescore::measure::{Facet, Index};
use treescore::run::InputTimes;
use treescore::setup::{Setup as Inner, TimesSettings};

use crate::error;
use crate::records::names;
use crate::run::{Job, Outcome, carry_out};
use crate::setup::{Changes, Setup};
use crate::side::{Reading, Side};
use crate::times::times;

/// What `score` and `report` are asked for, beside the sides.
pub(crate) struct Call<'a, 'py> {
    pub(crate) changes: Changes<'a, 'py>,
    pub(crate) gold_times: Option<&'a Bound<'py, PyAny>>,
    pub(crate) by: Option<&'a str>,
    pub(crate) ids: Option<&'a Bound<'py, PyAny>>,
    pub(crate) keep_pairs: bool,
    pub(crate) strict: bool,
    pub(crate) threads: Option<usize>,
    pub(crate) progress: Option<Bound<'py, PyAny>>,
    pub(crate) reading: Reading,
}

/// Systems with their names and, if they have any, their times.
pub(crate) type Systems<'py> = Vec<(String, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>)>;

impl<'py> Call<'_, 'py> {
    /// Scores systems by measures.
    pub(crate) fn run(
        self,
        gold: &Bound<'py, PyAny>,
        systems: &Systems<'py>,
        measures: &[Bound<'py, PyAny>],
    ) -> PyResult<Outcome> {
        let job = self.job(gold, systems, measures)?;
        carry_out(gold.py(), job)
    }

    /// What is to be done to score systems by measures.
    pub(crate) fn job(
        self,
        gold: &Bound<'py, PyAny>,
        systems: &Systems<'py>,
        measures: &[Bound<'py, PyAny>],
    ) -> PyResult<Job<'py>> {
        let py = gold.py();
        let setups = measures.iter().map(|measure| Setup::changed(measure, &self.changes));
        let mut setups: Vec<Inner> =
            setups.map(|setup| setup.map(|setup| setup.inner().clone())).collect::<PyResult<_>>()?;
        if setups.is_empty() {
            return Err(error::setting(py, "no measure is given", "measures", None, Vec::new()));
        }
        let has_times = self.gold_times.is_some();
        if has_times != systems.iter().any(|(.., times)| times.is_some()) {
            return Err(PyTypeError::new_err("gold_times and system_times belong together: give both"));
        }
        if has_times {
            add_times(py, &mut setups)?;
        }
        let gold_times = self.gold_times.map(|given| times(given, "gold_times")).transpose()?;
        let system_times = systems.iter().map(|(name, _, given)| {
            given.as_ref().map(|given| times(given, &format!("system_times of {name}"))).transpose()
        });
        let system_times: Vec<Option<InputTimes>> = system_times.collect::<PyResult<_>>()?;
        let facet = facet(py, self.by, &setups)?;
        let ids: Option<PairNames> = self.ids.map(names).transpose()?;
        let side = |given: &Bound<'py, PyAny>, name: &str| -> PyResult<Side> {
            let side = Side::new(given, &self.reading, name)?;
            if has_times { side.held(py, name) } else { Ok(side) }
        };
        let sides = systems.iter().map(|(name, given, _)| Ok((name.clone(), side(given, name)?)));
        Ok(Job {
            gold: side(gold, "gold")?,
            systems: sides.collect::<PyResult<_>>()?,
            setups,
            gold_times,
            system_times,
            facet,
            ids,
            keep_pairs: self.keep_pairs,
            strict: self.strict,
            threads: self.threads,
            progress: self.progress,
        })
    }
}

/// Lets setups use word times.
fn add_times(py: Python<'_>, setups: &mut [Inner]) -> PyResult<()> {
    let mut is_used = false;
    for setup in setups {
        if setup.index() == Index::Intervals || setup.pairing.words().is_some() {
            setup.times.get_or_insert_with(TimesSettings::default);
            is_used = true;
        }
    }
    if is_used {
        return Ok(());
    }
    let message = "word times need the measure struct-iou, or pairing=\"sides\" or \"utterances\"";
    Err(error::setting(py, message, "gold_times", None, Vec::new()))
}

/// The breakdown that is made while scoring.
fn facet(py: Python<'_>, by: Option<&str>, setups: &[Inner]) -> PyResult<Option<Facet>> {
    let facet = match by {
        None => return Ok(None),
        Some("label") => Facet::Label,
        Some("label-pairs") => Facet::LabelPairs,
        Some("type") => Facet::Type,
        Some(other) => {
            let message = format!(
                "by is \"label\", \"label-pairs\" or \"type\", not `{other}`; for others, score.by(\"{other}\")"
            );
            return Err(error::setting(
                py,
                &message,
                "by",
                Some(other),
                vec!["label".into(), "label-pairs".into(), "type".into()],
            ));
        }
    };
    let lacks = |setup: &&Inner| !setup.measure.info().facets.contains(&facet);
    if let Some(setup) = setups.iter().find(lacks) {
        let message = format!("{} has no breakdown by {}", setup.measure.info().name, facet.name());
        return Err(error::setting(py, &message, "by", by, Vec::new()));
    }
    Ok(Some(facet))
}

/// The name of a side that is a path: that of the file, without its folder.
pub(crate) fn name_of(given: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let is_text =
        given.cast::<PyString>().is_ok_and(|text| text.to_str().is_ok_and(crate::side::is_brackets));
    let is_path = given.is_instance_of::<PyString>() || given.hasattr("__fspath__")?;
    if is_text || !is_path {
        let name = given.getattr_opt("name")?.and_then(|name| name.extract::<String>().ok());
        return Ok(name.filter(|_| given.is_instance_of::<crate::trees::Trees>()));
    }
    let path: std::path::PathBuf = given.extract()?;
    Ok(path.file_name().map(|name| name.to_string_lossy().into_owned()))
}

/// Systems by name, or paths whose file names are the names.
pub(crate) fn systems<'py>(
    given: &Bound<'py, PyAny>,
    times: Option<&Bound<'py, PyAny>>,
) -> PyResult<Systems<'py>> {
    let mut all: Systems<'py> = Vec::new();
    if let Ok(by_name) = given.cast::<PyDict>() {
        for (name, side) in by_name.iter() {
            let name: String = name.extract()?;
            let of_system = times.map(|times| times.get_item(&name)).transpose()?;
            all.push((name, side, of_system));
        }
    } else {
        if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err(
                "systems are a mapping from names to systems, or a list of paths",
            ));
        }
        let mut times = times.map(|times| times.try_iter()).transpose()?;
        for (at, side) in given.try_iter()?.enumerate() {
            let side = side?;
            let name = name_of(&side)?.unwrap_or_else(|| format!("system {}", at + 1));
            let of_system = times.as_mut().and_then(|times| times.next()).transpose()?;
            all.push((name, side, of_system));
        }
    }
    if all.is_empty() {
        return Err(PyTypeError::new_err("there is no system"));
    }
    Ok(all)
}
