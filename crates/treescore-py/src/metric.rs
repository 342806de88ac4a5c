//! `Metric`: scores batch by batch.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use treescore::front::{PairRows, SystemScore};

use crate::call::Call;
use crate::error;
use crate::score::Score;
use crate::setup::{Changes, Setup};
use crate::side::Reading;

/// Scores batch by batch: `update`, `compute`, `reset`. Picklable; parts from other processes are merged.
#[pyclass(frozen, module = "treescore", name = "Metric")]
pub(crate) struct Metric {
    setup: Setup,
    name: Option<String>,
    keep_pairs: bool,
    sum: Mutex<SystemScore>,
}

impl Metric {
    fn of(setup: Setup, name: Option<String>, keep_pairs: bool) -> Self {
        let sum = nothing(&setup, name.as_deref(), keep_pairs);
        Self { setup, name, keep_pairs, sum: Mutex::new(sum) }
    }

    fn lock(&self) -> MutexGuard<'_, SystemScore> {
        self.sum.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Scores a batch, and adds it.
    fn add<'py>(
        &self,
        gold: &Bound<'py, PyAny>,
        system: &Bound<'py, PyAny>,
        times: [Option<&Bound<'py, PyAny>>; 2],
    ) -> PyResult<SystemScore> {
        let py = gold.py();
        let [gold_times, system_times] = times;
        let call = Call {
            changes: Changes::default(),
            gold_times,
            by: None,
            ids: None,
            keep_pairs: self.keep_pairs,
            strict: false,
            threads: None,
            progress: None,
            reading: Reading::default(),
        };
        let systems = vec![(self.name.clone().unwrap_or_default(), system.clone(), system_times.cloned())];
        let outcome = call.run(gold, &systems, &[self.setup.clone().into_pyobject(py)?.into_any()])?;
        let mut batch =
            outcome.scores.into_iter().next().ok_or_else(|| error::plain(py, "nothing was scored"))?;
        batch.name = self.name.clone().unwrap_or_default();
        // A batch is merged as a whole or not at all: checks come before changes.
        self.lock().merge(&batch).map_err(|e| error::of_sum(py, &e))?;
        Ok(batch)
    }
}

/// A score of no pairs, which keeps pairs if asked to.
fn nothing(setup: &Setup, name: Option<&str>, keep_pairs: bool) -> SystemScore {
    let mut sum = SystemScore::empty(setup.inner().clone(), name.unwrap_or_default());
    sum.rows = keep_pairs.then(|| PairRows::new(sum.info()));
    sum
}

#[pymethods]
impl Metric {
    #[new]
    #[pyo3(signature = (measure = None, /, *, recipe = None, settings = None, keep_pairs = true, name = None))]
    fn new(
        py: Python<'_>,
        measure: Option<&Bound<'_, PyAny>>,
        recipe: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyAny>>,
        keep_pairs: bool,
        name: Option<String>,
    ) -> PyResult<Self> {
        let default = PyString::new(py, "parseval").into_any();
        let setup =
            Setup::changed(measure.unwrap_or(&default), &Changes { recipe, settings, pairing: None })?;
        Ok(Self::of(setup, name, keep_pairs))
    }

    #[getter]
    fn setup(&self) -> Setup {
        self.setup.clone()
    }

    #[pyo3(signature = (gold, system, /, *, gold_times = None, system_times = None))]
    fn update(
        &self,
        gold: &Bound<'_, PyAny>,
        system: &Bound<'_, PyAny>,
        gold_times: Option<&Bound<'_, PyAny>>,
        system_times: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        self.add(gold, system, [gold_times, system_times]).map(drop)
    }

    /// Adds a batch and gives the score of that batch alone.
    #[pyo3(signature = (gold, system, /))]
    fn forward(&self, gold: &Bound<'_, PyAny>, system: &Bound<'_, PyAny>) -> PyResult<Py<Score>> {
        let batch = self.add(gold, system, [None, None])?;
        Score::make(gold.py(), batch, Vec::new(), None)
    }

    #[pyo3(signature = (gold, system, /))]
    fn __call__(&self, gold: &Bound<'_, PyAny>, system: &Bound<'_, PyAny>) -> PyResult<Py<Score>> {
        self.forward(gold, system)
    }

    fn compute(&self, py: Python<'_>) -> PyResult<Py<Score>> {
        let sum = self.lock().clone();
        Score::make(py, sum, Vec::new(), None)
    }

    fn reset(&self) {
        *self.lock() = nothing(&self.setup, self.name.as_deref(), self.keep_pairs);
    }

    #[pyo3(signature = (other, /))]
    fn merge(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = other.py();
        let more = if let Ok(metric) = other.cast::<Self>() {
            metric.get().lock().clone()
        } else if let Ok(score) = other.cast::<Score>() {
            (*score.get().inner).clone()
        } else {
            return Err(PyTypeError::new_err("a metric is merged with a Metric or a Score"));
        };
        self.lock().merge(&more).map_err(|e| error::of_sum(py, &e))
    }

    /// An empty one with the same setup.
    #[pyo3(name = "clone")]
    fn clone_empty(&self) -> Self {
        Self::of(self.setup.clone(), self.name.clone(), self.keep_pairs)
    }

    /// Pairs so far.
    fn __len__(&self) -> usize {
        usize::try_from(self.lock().totals.read()).unwrap_or(usize::MAX)
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __iadd__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.merge(other)
    }

    fn __repr__(&self) -> String {
        format!("<Metric {}, {} pairs>", self.setup.inner().measure.info().name, self.__len__())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, Option<String>, bool))> {
        let restore = py.import("treescore._core")?.getattr("_metric_of_bytes")?;
        Ok((restore, (PyBytes::new(py, &self.lock().to_bytes()), self.name.clone(), self.keep_pairs)))
    }
}

/// The metric that pickling stored.
#[pyfunction]
pub(crate) fn _metric_of_bytes(
    py: Python<'_>,
    bytes: &[u8],
    name: Option<String>,
    keep_pairs: bool,
) -> PyResult<Metric> {
    let sum = SystemScore::from_bytes(bytes).map_err(|e| error::of_bytes(py, &e))?;
    let metric = Metric::of(sum.setup.clone().into(), name, keep_pairs);
    *metric.lock() = sum;
    Ok(metric)
}
