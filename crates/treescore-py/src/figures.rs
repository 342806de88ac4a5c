//! `Figures`: the figures of some pairs, with the integers they are made from.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use treescore::measure::{MeasureInfo, Sum};
use treescore::prepare::Average;

/// The figures of some pairs: `figures.f1`, or `figures["f1"]`. A figure that the measure does not have is an error.
#[pyclass(frozen, subclass, module = "treescore", name = "Figures", mapping)]
#[derive(Clone)]
pub(crate) struct Figures {
    info: &'static MeasureInfo,
    values: Vec<Option<f64>>,
    counts: Vec<i128>,
}

impl Figures {
    pub(crate) fn new(info: &'static MeasureInfo, values: Vec<Option<f64>>, counts: Vec<i128>) -> Self {
        Self { info, values, counts }
    }

    /// The figures of a sum in one average.
    pub(crate) fn of(sum: &Sum, average: Average) -> Self {
        Self::new(sum.info(), sum.figures(average).to_vec(), sum.counts().to_vec())
    }

    /// The figures of one pair; undefined if it was refused.
    pub(crate) fn of_pair(info: &'static MeasureInfo, counts: Vec<i128>, is_refused: bool) -> Self {
        let values =
            if is_refused { vec![None; info.figures.len()] } else { (info.derive)(&counts).to_vec() };
        Self::new(info, values, counts)
    }

    pub(crate) fn info(&self) -> &'static MeasureInfo {
        self.info
    }

    fn find(&self, figure: &str) -> Option<Option<f64>> {
        self.info.figure(figure).map(|at| self.values.get(at).copied().flatten())
    }

    fn known(&self) -> String {
        self.info.figures.iter().map(|figure| figure.key).collect::<Vec<_>>().join(", ")
    }

    /// The defined figures, by name.
    pub(crate) fn defined(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        let each = self.info.figures.iter().zip(&self.values);
        each.filter_map(|(figure, value)| value.map(|value| (figure.key, value)))
    }

    fn pairs(&self) -> impl Iterator<Item = (&'static str, Option<f64>)> + '_ {
        self.info.figures.iter().zip(&self.values).map(|(figure, value)| (figure.key, *value))
    }
}

#[pymethods]
impl Figures {
    /// The integers the figures were read off.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = PyDict::new(py);
        for (field, count) in self.info.fields.iter().zip(&self.counts) {
            counts.set_item(field.name, count)?;
        }
        Ok(counts)
    }

    /// One figure (without a name, the headline) as a plain number: `default` if it is undefined.
    #[pyo3(signature = (figure = None, /, default = 0.0))]
    fn value(&self, figure: Option<&str>, default: f64) -> PyResult<f64> {
        let name = figure.or_else(|| self.info.figures.first().map(|figure| figure.key)).unwrap_or_default();
        Ok(self.__getitem__(name)?.unwrap_or(default))
    }

    fn __getitem__(&self, figure: &str) -> PyResult<Option<f64>> {
        self.find(figure).ok_or_else(|| {
            PyKeyError::new_err(format!(
                "{} has no figure {figure:?}; there are: {}",
                self.info.name,
                self.known()
            ))
        })
    }

    fn __getattr__(&self, name: &str) -> PyResult<Option<f64>> {
        self.find(name).ok_or_else(|| {
            PyAttributeError::new_err(format!(
                "{} has no figure {name:?}; there are: {}",
                self.info.name,
                self.known()
            ))
        })
    }

    fn __dir__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let own = slf.py().get_type::<pyo3::PyAny>().call_method1("__dir__", (slf,))?;
        let all = own.cast_into::<PyList>().map_err(PyErr::from)?;
        for figure in slf.get().info.figures {
            all.append(figure.key)?;
        }
        Ok(all)
    }

    fn __contains__(&self, figure: &Bound<'_, PyAny>) -> bool {
        figure.extract::<String>().is_ok_and(|figure| self.info.figure(&figure).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let keys = PyList::new(py, self.info.figures.iter().map(|figure| figure.key))?;
        keys.try_iter()?.into_bound_py_any(py)
    }

    fn __len__(&self) -> usize {
        self.info.figures.len()
    }

    fn keys(&self) -> Vec<&'static str> {
        self.info.figures.iter().map(|figure| figure.key).collect()
    }

    fn values(&self) -> Vec<Option<f64>> {
        self.values.clone()
    }

    fn items(&self) -> Vec<(&'static str, Option<f64>)> {
        self.pairs().collect()
    }

    #[pyo3(signature = (figure, default = None, /))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        figure: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.find(figure) {
            Some(value) => value.into_bound_py_any(py),
            None => Ok(default.unwrap_or_else(|| py.None().into_bound(py))),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        if let Ok(other) = other.cast::<Self>() {
            let other = other.get();
            return other.info == self.info && other.counts == self.counts && other.values == self.values;
        }
        let Ok(items) = other.call_method0("items").and_then(|items| items.try_iter()) else { return false };
        let items: PyResult<Vec<(String, Option<f64>)>> = items.map(|item| item?.extract()).collect();
        items.is_ok_and(|items| {
            items.len() == self.values.len()
                && items.iter().all(|(key, value)| self.find(key) == Some(*value))
        })
    }

    fn __hash__(&self) -> u64 {
        let text: String = self.counts.iter().map(|count| format!("{count},")).collect();
        treescore::stats::key_of_text(&(self.info.name.to_owned() + &text))
    }

    fn __repr__(&self) -> String {
        let shown: Vec<String> = self
            .pairs()
            .map(|(key, value)| match value {
                Some(value) => format!("{key}={value:.4}"),
                None => format!("{key}=None"),
            })
            .collect();
        format!("<Figures {}: {}>", self.info.name, shown.join(" "))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, Vec<Option<f64>>, Vec<i128>))> {
        let restore = py.import("treescore._core")?.getattr("_figures")?;
        Ok((restore, (self.info.name, self.values.clone(), self.counts.clone())))
    }
}

/// The figures that pickling stored.
#[pyfunction]
pub(crate) fn _figures(
    py: Python<'_>,
    measure: &str,
    values: Vec<Option<f64>>,
    counts: Vec<i128>,
) -> PyResult<Figures> {
    let measure = treescore::Setup::named(measure).map_err(|e| crate::error::of_measure(py, &e))?;
    Ok(Figures::new(measure.measure.info(), values, counts))
}
