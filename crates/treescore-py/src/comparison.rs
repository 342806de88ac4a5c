//! `Comparison`: which differences are real.

use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyLookupError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};
use treescore::front::SystemScore;
use treescore::report::compare::{Compared, render, render_json};
use treescore::report::statistics::ComparisonReport;
use treescore::run::{KeptFigures, Statistics};
use treescore::setup::StatSettings;

use crate::arrow::{self, Column};
use crate::records::Records;
use crate::score::{average_of, find_figure, style};
use crate::{error, run, statistics};

/// How systems are to be compared.
pub(crate) struct AskedComparison {
    pub(crate) figures: Option<Vec<String>>,
    pub(crate) reference: Option<String>,
    pub(crate) pairwise: bool,
    pub(crate) shuffles: u64,
    pub(crate) resamples: u64,
    pub(crate) level: f64,
    pub(crate) seed: Option<u64>,
    pub(crate) threads: Option<usize>,
}

/// Which differences are real. Paired approximate randomisation for `p`, paired bootstrap for the interval.
#[pyclass(frozen, module = "treescore", name = "Comparison", sequence)]
pub(crate) struct Comparison {
    compared: Compared,
    settings: StatSettings,
    pairs: u64,
}

/// The system that the others are compared with.
fn reference(py: Python<'_>, scores: &[Arc<SystemScore>], asked: &AskedComparison) -> PyResult<usize> {
    let Some(name) = &asked.reference else { return Ok(0) };
    scores.iter().position(|score| score.name == *name).ok_or_else(|| {
        let known: Vec<String> = scores.iter().map(|score| score.name.clone()).collect();
        let message = format!("there is no system `{name}`; there are: {}", known.join(", "));
        error::setting(py, &message, "reference", Some(name), known)
    })
}

/// The figures that are asked for, by their places.
fn figures(py: Python<'_>, score: &SystemScore, asked: &AskedComparison) -> PyResult<Option<Vec<usize>>> {
    let all = |names: &Vec<String>| names.iter().map(|name| find_figure(py, score, Some(name))).collect();
    asked.figures.as_ref().map(all).transpose()
}

/// The most memory that kept replicates and shuffles may take.
const MOST_BYTES: u64 = 4_000_000_000;

impl AskedComparison {
    /// Refuses more samples than there is memory for.
    fn check_memory(&self, py: Python<'_>, systems: usize, figures: usize) -> PyResult<()> {
        let compared = if self.pairwise { systems * systems } else { systems };
        let each = self.resamples.saturating_mul(128).saturating_add(self.shuffles.saturating_mul(16));
        if each.saturating_mul((compared * figures) as u64) <= MOST_BYTES {
            return Ok(());
        }
        Err(error::plain(py, "so many samples would take more than 4 GB: use fewer resamples or shuffles"))
    }
}

impl Comparison {
    pub(crate) fn new(
        py: Python<'_>,
        scores: &[Arc<SystemScore>],
        asked: &AskedComparison,
    ) -> PyResult<Self> {
        let Some(first) = scores.first() else { return Err(error::plain(py, "there is no system")) };
        if scores.len() < 2 {
            return Err(error::plain(py, "two systems are needed to compare them"));
        }
        if scores.iter().any(|score| score.rows.is_none()) {
            return Err(PyLookupError::new_err(crate::score::NOT_KEPT));
        }
        let reference = reference(py, scores, asked)?;
        let figures = figures(py, first, asked)?;
        let mut settings =
            statistics::settings(py, asked.level, asked.resamples, asked.shuffles, asked.seed)?;
        settings.samples = true;
        settings.threads = crate::run::choose_threads(py, asked.threads, 1, None)?;
        asked.check_memory(
            py,
            scores.len(),
            figures.as_ref().map_or(2 * first.info().figures.len(), Vec::len),
        )?;
        let statistics = Statistics {
            settings,
            figures: KeptFigures::All,
            reference,
            pairwise: asked.pairwise,
            ..Statistics::default()
        };
        let all = scores.to_vec();
        let report = run::interruptible(py, move || {
            SystemScore::report(&all.iter().map(|score| &**score).collect::<Vec<_>>(), 1, Some(&statistics))
        })?;
        if let Some(why) = report.statistics.as_ref().and_then(|found| found.incomplete.as_ref()) {
            return Err(error::make(
                py,
                "SetupMismatch",
                (format!("the systems cannot be compared: {why}"),),
            ));
        }
        let pairs = first.coverage.read;
        let mut compared =
            Compared::of_report(&report).ok_or_else(|| error::plain(py, "nothing was compared"))?;
        for measure in &mut compared.measures {
            let is_asked = |found: &ComparisonReport| match &figures {
                Some(figures) => {
                    figures.contains(&found.figure) && found.average == average_of(first, found.figure)
                }
                None => found.average == average_of(first, found.figure),
            };
            measure.comparisons.retain(is_asked);
            if let Some(figures) = &figures {
                let place = |figure: usize| figures.iter().position(|other| *other == figure);
                measure.comparisons.sort_by_key(|found| (found.system, place(found.figure)));
            }
        }
        Ok(Self { compared, settings, pairs })
    }

    /// A comparison that was made of sums by bucket.
    pub(crate) fn of(compared: Compared, settings: StatSettings, pairs: u64) -> Self {
        Self { compared, settings, pairs }
    }

    fn all(&self) -> &[ComparisonReport] {
        self.compared.measures.first().map_or(&[], |measure| &measure.comparisons)
    }

    fn get(&self, at: isize) -> PyResult<&ComparisonReport> {
        let length = self.all().len() as isize;
        let place = if at < 0 { at + length } else { at };
        if !(0..length).contains(&place) {
            return Err(PyIndexError::new_err(format!(
                "there are {length} differences, but {at} was asked for"
            )));
        }
        Ok(&self.all()[place as usize])
    }

    fn record<'py>(&self, py: Python<'py>, found: &ComparisonReport) -> PyResult<Bound<'py, PyAny>> {
        let info = self.compared.measures[0].info;
        let comparison = &found.comparison;
        let difference = &comparison.difference;
        let names = &self.compared.names;
        let fields: Vec<Bound<'py, PyAny>> = vec![
            info.name.into_bound_py_any(py)?,
            info.figures[found.figure].key.into_bound_py_any(py)?,
            names[found.against].as_str().into_bound_py_any(py)?,
            names[found.system].as_str().into_bound_py_any(py)?,
            comparison.first.into_bound_py_any(py)?,
            comparison.second.into_bound_py_any(py)?,
            difference.value.into_bound_py_any(py)?,
            difference.ends.map(|(low, _)| low).into_bound_py_any(py)?,
            difference.ends.map(|(_, high)| high).into_bound_py_any(py)?,
            comparison.test.p.into_bound_py_any(py)?,
            found.p_adjusted.into_bound_py_any(py)?,
            comparison.wins.first.into_bound_py_any(py)?,
            comparison.wins.second.into_bound_py_any(py)?,
            comparison.wins.equal.into_bound_py_any(py)?,
        ];
        Records::new(py)?.make("Difference", pyo3::types::PyTuple::new(py, fields)?)
    }
}

#[pymethods]
impl Comparison {
    #[getter]
    fn pairs(&self) -> u64 {
        self.pairs
    }

    #[getter]
    fn shuffles(&self) -> u64 {
        self.settings.shuffles
    }

    #[getter]
    fn resamples(&self) -> u64 {
        self.settings.replicates
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.settings.seed
    }

    /// By figure: the smallest difference that this many pairs can show.
    #[getter]
    fn detectable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        let info = self.compared.measures[0].info;
        for found in self.all() {
            let key = info.figures[found.figure].key;
            if !all.contains(key)? {
                all.set_item(key, found.comparison.detectable)?;
            }
        }
        Ok(all)
    }

    #[getter]
    fn signature(&self) -> String {
        self.compared.signatures.first().cloned().unwrap_or_default()
    }

    /// The differences of all shuffles or resamples, for a plot or another test.
    #[pyo3(signature = (at = 0, /, *, kind = "resampled"))]
    fn samples<'py>(&self, py: Python<'py>, at: isize, kind: &str) -> PyResult<Bound<'py, PyAny>> {
        let found = &self.get(at)?.comparison;
        let values = match kind {
            "resampled" => &found.sampled.values,
            "shuffled" => &found.test.values,
            other => {
                let known = vec!["resampled".to_owned(), "shuffled".to_owned()];
                let message = format!("samples are `resampled` or `shuffled`, not `{other}`");
                return Err(error::setting(py, &message, "kind", Some(other), known));
            }
        };
        let defined: Vec<f64> = values.iter().filter_map(|value| *value).collect();
        py.import("array")?.getattr("array")?.call1(("d", defined))
    }

    fn __len__(&self) -> usize {
        self.all().len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = at.cast::<PySlice>() {
            let indices = slice.indices(self.all().len() as isize)?;
            let steps = (0..indices.slicelength as isize).map(|step| indices.start + step * indices.step);
            let chosen: Vec<_> =
                steps.map(|place| self.record(py, self.get(place)?)).collect::<PyResult<_>>()?;
            return PyList::new(py, chosen)?.into_bound_py_any(py);
        }
        self.record(py, self.get(at.extract()?)?)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._iterate")?.getattr("by_position")?.call1((slf,))
    }

    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (render_json(&self.compared),))
    }

    fn to_latex<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("comparison_to_latex", (slf,))
    }

    fn to_markdown<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("comparison_to_markdown", (slf,))
    }

    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("to_pandas", (slf,))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        let info = self.compared.measures[0].info;
        let texts = |of: &dyn Fn(&ComparisonReport) -> String| {
            Column::Texts(self.all().iter().map(|found| Some(of(found))).collect())
        };
        let numbers = |of: &dyn Fn(&ComparisonReport) -> Option<f64>| {
            Column::Numbers(self.all().iter().map(of).collect())
        };
        let integers = |of: &dyn Fn(&ComparisonReport) -> u64| {
            Column::Integers(self.all().iter().map(|found| of(found) as i64).collect())
        };
        let names = &self.compared.names;
        let columns = vec![
            ("measure", texts(&|_| info.name.to_owned())),
            ("figure", texts(&|found| info.figures[found.figure].key.to_owned())),
            ("reference", texts(&|found| names[found.against].clone())),
            ("system", texts(&|found| names[found.system].clone())),
            ("reference_value", numbers(&|found| found.comparison.first)),
            ("system_value", numbers(&|found| found.comparison.second)),
            ("delta", numbers(&|found| found.comparison.difference.value)),
            ("low", numbers(&|found| found.comparison.difference.ends.map(|(low, _)| low))),
            ("high", numbers(&|found| found.comparison.difference.ends.map(|(_, high)| high))),
            ("p", numbers(&|found| found.comparison.test.p)),
            ("p_adjusted", numbers(&|found| found.p_adjusted)),
            ("reference_better", integers(&|found| found.comparison.wins.first)),
            ("system_better", integers(&|found| found.comparison.wins.second)),
            ("equal", integers(&|found| found.comparison.wins.equal)),
        ];
        arrow::export(
            py,
            arrow::table(columns.into_iter().map(|(name, column)| (name.to_owned(), column)).collect())?,
        )
    }

    fn __str__(&self) -> String {
        render(&self.compared, &style()).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Comparison {}: {} differences over {} pairs>",
            self.compared.names.join(", "),
            self.all().len(),
            self.pairs
        )
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._html")?.call_method1("comparison", (slf,))
    }
}
