//! The plain records of the package, which are named tuples of Python (`_types.py`).

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyModule, PyTuple};
use treescore::front::{PairName, PairNames};

static TYPES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// The records, by name.
pub(crate) struct Records<'py>(Bound<'py, PyModule>);

impl<'py> Records<'py> {
    pub(crate) fn new(py: Python<'py>) -> PyResult<Self> {
        let types = TYPES.get_or_try_init(py, || py.import("treescore._types").map(Bound::unbind))?;
        Ok(Self(types.bind(py).clone()))
    }

    /// Makes a record of its fields, in order.
    pub(crate) fn make<A: pyo3::call::PyCallArgs<'py>>(
        &self,
        name: &str,
        fields: A,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.0.getattr(name)?.call1(fields)
    }

    pub(crate) fn span(&self, start: u32, end: u32, label: &str) -> PyResult<Bound<'py, PyAny>> {
        self.make("Span", (start, end, label))
    }
}

/// The name of a pair as Python has it: a number or a string.
pub(crate) fn name<'py>(py: Python<'py>, name: &PairName) -> PyResult<Bound<'py, PyAny>> {
    match name {
        PairName::Number(number) => number.into_bound_py_any(py),
        PairName::Text(text) => text.into_bound_py_any(py),
    }
}

/// A name that Python gave.
pub(crate) fn of_name(given: &Bound<'_, PyAny>) -> PyResult<PairName> {
    if let Ok(text) = given.extract::<String>() {
        return Ok(PairName::Text(text));
    }
    Ok(PairName::Number(given.extract::<i64>()?))
}

/// Names that Python gave: all integers, or all strings.
pub(crate) fn names(given: &Bound<'_, PyAny>) -> PyResult<PairNames> {
    let given = crate::side::column(given)?.unwrap_or_else(|| given.clone());
    let all: Vec<Bound<'_, PyAny>> = given.try_iter()?.collect::<PyResult<_>>()?;
    if all.iter().all(|one| one.is_instance_of::<pyo3::types::PyString>()) && !all.is_empty() {
        return Ok(PairNames::Texts(all.iter().map(|one| one.extract()).collect::<PyResult<_>>()?));
    }
    let integers = all.iter().map(|one| one.extract::<i64>()).collect::<PyResult<_>>();
    integers.map(PairNames::Integers).map_err(|_| {
        pyo3::exceptions::PyTypeError::new_err("ids are all integers of 64 bits, or all strings")
    })
}

/// A tuple of strings.
pub(crate) fn strings(
    py: Python<'_>,
    all: impl IntoIterator<Item = impl AsRef<str>>,
) -> PyResult<Bound<'_, PyTuple>> {
    let all: Vec<String> = all.into_iter().map(|one| one.as_ref().to_owned()).collect();
    PyTuple::new(py, all)
}
