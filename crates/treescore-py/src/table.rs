//! `PairTable`: the pairs of a score, one row each, stored by column.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyLookupError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};
use treescore::front::{PairNames, PairRows, SystemScore};
use treescore::measure::Better;
use treescore::setup::bucket;

use crate::arrow;
use crate::figures::Figures;
use crate::records::{Records, name, strings};
use crate::score::{NOT_KEPT, find_figure};

/// The pairs of a score, one row each, stored by column.
#[pyclass(frozen, module = "treescore", name = "PairTable", sequence)]
pub(crate) struct PairTable {
    score: Arc<SystemScore>,
    /// The rows that it shows.
    chosen: Arc<[usize]>,
}

impl PairTable {
    pub(crate) fn new(score: Arc<SystemScore>, chosen: Vec<usize>) -> Self {
        Self { score, chosen: chosen.into() }
    }

    fn rows(&self) -> PyResult<&PairRows> {
        self.score.rows.as_ref().ok_or_else(|| PyLookupError::new_err(NOT_KEPT))
    }

    fn figures(&self, rows: &PairRows, row: usize) -> Figures {
        Figures::of_pair(self.score.info(), rows.counts(row), rows.rows.is_refused(row))
    }

    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let rows = self.rows()?;
        let refused = rows.refused.get(&row).map(|refused| refused.kind.as_str());
        let pair = name(py, &rows.names.get(row))?;
        Records::new(py)?.make("PairRow", (pair, rows.lengths[row], self.figures(rows, row), refused))
    }

    fn names(&self) -> Vec<String> {
        let texts = self.score.rows.as_ref().is_some_and(|rows| matches!(rows.names, PairNames::Texts(_)));
        let schema = treescore_arrow::counts_schema(&self.score.setup, arrow::name_type(texts));
        schema.fields().iter().map(|field| field.name().clone()).collect()
    }
}

#[pymethods]
impl PairTable {
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        strings(py, self.names())
    }

    /// One column as a list.
    #[pyo3(signature = (name, /))]
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let (rows, info) = (self.rows()?, self.score.info());
        let list = PyList::empty(py);
        let tally = name.strip_prefix("tally_").and_then(|count| info.field(count));
        for &row in &*self.chosen {
            let refused = rows.refused.get(&row);
            let value = match (name, tally, info.figure(name)) {
                ("pair", ..) => crate::records::name(py, &rows.names.get(row))?,
                ("bucket", ..) => bucket(rows.names.key(row), 16).into_bound_py_any(py)?,
                ("words", ..) => rows.lengths[row].into_bound_py_any(py)?,
                ("refused", ..) => refused.map(|refused| refused.kind.as_str()).into_bound_py_any(py)?,
                ("why", ..) => refused.map(|refused| refused.why.as_str()).into_bound_py_any(py)?,
                (_, Some(at), _) => rows.rows.count(row, at).into_bound_py_any(py)?,
                (_, None, Some(at)) => {
                    let value = (info.derive)(&rows.counts(row))[at];
                    value.filter(|_| refused.is_none()).into_bound_py_any(py)?
                }
                (_, None, None) => {
                    let known = self.names().join(", ");
                    return Err(PyKeyError::new_err(format!(
                        "there is no column {name:?}; there are: {known}"
                    )));
                }
            };
            list.append(value)?;
        }
        Ok(list)
    }

    /// The pairs with the lowest figure, refused ones first, then by number.
    #[pyo3(signature = (n = 10, *, figure = None))]
    fn worst<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        figure: Option<&str>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (rows, info) = (self.rows()?, self.score.info());
        let at = find_figure(py, &self.score, figure)?;
        let sign = if info.figures[at].better == Better::Higher { 1.0 } else { -1.0 };
        let value = |&row: &usize| {
            let is_refused = rows.rows.is_refused(row);
            (info.derive)(&rows.counts(row))[at].filter(|_| !is_refused).map(|value| value * sign)
        };
        let mut all: Vec<(usize, Option<f64>)> = self.chosen.iter().map(|row| (*row, value(row))).collect();
        // A figure that is undefined in a scored pair says nothing about it.
        all.retain(|(row, value)| value.is_some() || rows.rows.is_refused(*row));
        all.sort_by(|a, b| match (a.1, b.1) {
            (Some(one), Some(other)) => one.total_cmp(&other).then(a.0.cmp(&b.0)),
            (one, other) => one.is_some().cmp(&other.is_some()).then(a.0.cmp(&b.0)),
        });
        all.into_iter().take(n).map(|(row, _)| self.row(py, row)).collect()
    }

    fn __len__(&self) -> usize {
        self.chosen.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let length = self.chosen.len() as isize;
        if let Ok(slice) = at.cast::<PySlice>() {
            let indices = slice.indices(length)?;
            let steps = (0..indices.slicelength as isize).map(|step| indices.start + step * indices.step);
            let chosen = steps.map(|place| self.chosen[place as usize]).collect();
            return Self::new(Arc::clone(&self.score), chosen).into_bound_py_any(py);
        }
        let at: isize = at.extract()?;
        let place = if at < 0 { at + length } else { at };
        if !(0..length).contains(&place) {
            return Err(PyIndexError::new_err(format!("there are {length} pairs, but {at} was asked for")));
        }
        self.row(py, self.chosen[place as usize])
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        // An iterator by position keeps no copy of the rows.
        let iterate = slf.py().import("treescore._iterate")?.getattr("by_position")?;
        iterate.call1((slf,))
    }

    /// A `pyarrow.Table`. Needs pyarrow.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("to_arrow", (slf,))
    }

    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("to_pandas", (slf,))
    }

    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("to_polars", (slf,))
    }

    #[pyo3(signature = (path = None, /))]
    fn to_csv<'py>(slf: &Bound<'py, Self>, path: Option<PathBuf>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("to_csv", (slf, path))
    }

    #[pyo3(signature = (path = None, /))]
    fn to_jsonl<'py>(slf: &Bound<'py, Self>, path: Option<PathBuf>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._frames")?.call_method1("to_jsonl", (slf, path))
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        self.rows()?;
        let batch = py.detach(|| arrow::counts(&self.score, &self.chosen))?;
        arrow::export(py, batch)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let texts = matches!(self.rows()?.names, PairNames::Texts(_));
        arrow::export_schema(py, &treescore_arrow::counts_schema(&self.score.setup, arrow::name_type(texts)))
    }

    fn __repr__(&self) -> String {
        let name = if self.score.name.is_empty() { String::new() } else { format!("{} ", self.score.name) };
        format!("<PairTable {name}{}, {} pairs>", self.score.info().name, self.chosen.len())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("treescore._html")?.call_method1("pairs", (slf,))
    }
}
