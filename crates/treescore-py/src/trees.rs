//! `Trees`: trees that are read and cut once, and scored as often as you like.

use std::sync::Arc;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySlice};
use treescore::front::{FaultText, PairNames};
use treescore::read::{SideReader, UnitKind, Units};

use crate::records::{name, names};
use crate::side::{Reading, Side};
use crate::tree::Tree;
use crate::{arrow, error};

/// Trees that are read and cut once, and scored as often as you like. Immutable and picklable.
#[pyclass(frozen, module = "treescore", name = "Trees", sequence)]
#[derive(Clone)]
pub(crate) struct Trees {
    units: Arc<Units>,
    /// The places of the trees that were chosen; `None`: all.
    places: Option<Arc<[usize]>>,
    names: PairNames,
}

impl Trees {
    fn new_of(units: Units, names: PairNames) -> Self {
        Self { units: Arc::new(units), places: None, names }
    }

    pub(crate) fn len(&self) -> usize {
        self.places.as_ref().map_or(self.units.len(), |places| places.len())
    }

    fn place(&self, at: usize) -> usize {
        self.places.as_ref().map_or(at, |places| places[at])
    }

    /// The trees as units, and what their pairs are called.
    pub(crate) fn chosen(&self) -> (Arc<Units>, PairNames) {
        let units = match &self.places {
            None => Arc::clone(&self.units),
            Some(places) => Arc::new(self.units.select(places.iter().copied())),
        };
        (units, self.names.clone())
    }

    fn choose(&self, chosen: &[usize]) -> Self {
        let names = self.names.choose(chosen);
        let places = chosen.iter().map(|&at| self.place(at)).collect();
        Self { units: Arc::clone(&self.units), places: Some(places), names }
    }

    fn tree(&self, py: Python<'_>, at: usize) -> PyResult<Tree> {
        let place = self.place(at);
        match self.units.tree(place) {
            Some(Ok(tree)) => Ok(tree.into()),
            Some(Err(fault)) => {
                let fault = FaultText::new(treescore::Which::Gold, &fault);
                Err(error::of_fault(py, &fault, self.units.file(place), Some(place as u64 + 1)))
            }
            None => Err(PyIndexError::new_err("no such tree")),
        }
    }

    fn index(&self, at: isize) -> PyResult<usize> {
        let length = self.len() as isize;
        let place = if at < 0 { at + length } else { at };
        if (0..length).contains(&place) {
            Ok(place as usize)
        } else {
            Err(PyIndexError::new_err(format!("there are {length} trees, but {at} was asked for")))
        }
    }
}

#[pymethods]
impl Trees {
    #[new]
    #[pyo3(signature = (trees, /, *, ids = None))]
    fn new(py: Python<'_>, trees: &Bound<'_, PyAny>, ids: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut made = match Side::new(trees, &Reading::default(), "")? {
            Side::Files(corpus) => {
                let reader = SideReader::new(corpus, UnitKind::Tree).map_err(|e| error::of_open(py, &e))?;
                Self::new_of(Units::read(reader).map_err(|e| error::of_open(py, &e))?, PairNames::InOrder)
            }
            Side::Units(units, names) => Self { units, places: None, names },
            Side::Iterator(iterator) => {
                let mut units = Units::new("");
                for item in iterator.bind(py).try_iter()? {
                    crate::side::push(&mut units, &item?)?;
                }
                Self::new_of(units, PairNames::InOrder)
            }
        };
        if let Some(ids) = ids {
            made.names = check_names(py, names(ids)?, made.len())?;
        }
        Ok(made)
    }

    /// Name of the file they came from, without its folder.
    #[getter]
    fn name(&self) -> Option<String> {
        let name = std::path::Path::new(self.units.name()).file_name()?.to_string_lossy().into_owned();
        (!name.is_empty()).then_some(name)
    }

    /// What tells pairs apart; numbers from 1 unless given.
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let all: Vec<Bound<'py, PyAny>> =
            (0..self.len()).map(|at| name(py, &self.names.get(at))).collect::<PyResult<_>>()?;
        PyList::new(py, all)?.into_bound_py_any(py)
    }

    /// What cannot be read as a tree. Such a tree keeps its number; getting it raises the error.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut all = Vec::new();
        for at in 0..self.len() {
            if let Err(error) = self.tree(py, at) {
                all.push(error.into_value(py).into_bound(py).into_any());
            }
            if at % 4096 == 4095 {
                py.check_signals()?;
            }
        }
        Ok(all)
    }

    fn __len__(&self) -> usize {
        self.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(number) = at.extract::<isize>() {
            return self.tree(py, self.index(number)?)?.into_bound_py_any(py);
        }
        let chosen: Vec<usize> = if let Ok(slice) = at.cast::<PySlice>() {
            let indices = slice.indices(self.len() as isize)?;
            let steps = (0..indices.slicelength as isize).map(|step| indices.start + step * indices.step);
            steps.map(|place| place as usize).collect()
        } else {
            let all = at
                .try_iter()
                .map_err(|_| PyTypeError::new_err("trees are chosen by a number, a slice, or numbers"))?;
            all.map(|number| self.index(number?.extract()?)).collect::<PyResult<_>>()?
        };
        self.choose(&chosen).into_bound_py_any(py)
    }

    fn __iter__(slf: &Bound<'_, Self>) -> TreesIterator {
        TreesIterator { trees: slf.get().clone(), next: std::sync::atomic::AtomicUsize::new(0) }
    }

    fn to_nltk<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        (0..self.len()).map(|at| self.tree(py, at)?.into_bound_py_any(py)?.call_method0("to_nltk")).collect()
    }

    fn __repr__(&self) -> String {
        let name = self.name().map(|name| format!("{name}: ")).unwrap_or_default();
        format!("<Trees {name}{}>", self.len())
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = requested_schema;
        let texts = (0..self.len()).map(|at| {
            let tree = self.units.tree(self.place(at));
            tree.and_then(Result::ok).map(|tree| Tree::from(tree).brackets())
        });
        arrow::export(py, arrow::trees(&self.names, texts.collect())?)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, Bound<'py, PyAny>))> {
        let restore = py.import("treescore._core")?.getattr("_trees_of_bytes")?;
        let (units, names) = self.chosen();
        let kind = match names {
            PairNames::InOrder => py.None().into_bound(py),
            PairNames::Numbers(numbers) => ("numbers", numbers).into_bound_py_any(py)?,
            PairNames::Integers(all) => ("ids", all).into_bound_py_any(py)?,
            PairNames::Texts(all) => ("ids", all).into_bound_py_any(py)?,
        };
        Ok((restore, (PyBytes::new(py, &units.to_bytes()), kind)))
    }
}

/// The trees of bytes that pickling made.
#[pyfunction]
pub(crate) fn _trees_of_bytes(py: Python<'_>, bytes: &[u8], kind: &Bound<'_, PyAny>) -> PyResult<Trees> {
    let units = Units::from_bytes(bytes).map_err(|message| error::plain(py, message))?;
    let found = match kind.extract::<(String, Bound<'_, PyAny>)>() {
        Ok((kind, all)) if kind == "numbers" => PairNames::Numbers(all.extract()?),
        Ok((_, all)) => names(&all)?,
        Err(_) => PairNames::InOrder,
    };
    Ok(Trees::new_of(units, found))
}

/// Checks that there is one name for each pair, and no name twice.
pub(crate) fn check_names(py: Python<'_>, names: PairNames, pairs: usize) -> PyResult<PairNames> {
    let given = match &names {
        PairNames::Integers(all) => all.len(),
        PairNames::Texts(all) => all.len(),
        PairNames::InOrder | PairNames::Numbers(_) => pairs,
    };
    if given != pairs {
        return Err(PyValueError::new_err(format!("there are {given} ids for {pairs} pairs")));
    }
    names.check_unique(pairs).map_err(|_| error::make(py, "SetupMismatch", ("the ids are not unique",)))?;
    Ok(names)
}

/// Goes through trees one by one.
#[pyclass(module = "treescore._core", frozen)]
pub(crate) struct TreesIterator {
    trees: Trees,
    next: std::sync::atomic::AtomicUsize,
}

#[pymethods]
impl TreesIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Tree>> {
        let at = self.next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if at < self.trees.len() { self.trees.tree(py, at).map(Some) } else { Ok(None) }
    }
}

/// Reads a file of trees, a folder, or an `@list`; gzip and zstd are recognised by content.
#[pyfunction]
#[pyo3(signature = (source, /, *, pairing = "trees", input = None, encoding = None, nbest = None, skip = None))]
pub(crate) fn read(
    py: Python<'_>,
    source: std::path::PathBuf,
    pairing: &str,
    input: Option<&str>,
    encoding: Option<&str>,
    nbest: Option<&str>,
    skip: Option<Vec<String>>,
) -> PyResult<Trees> {
    let unit = match pairing {
        "trees" => UnitKind::Tree,
        "lines" => UnitKind::Line,
        _ => {
            let known = vec!["trees".to_owned(), "lines".to_owned()];
            let message = format!("trees are read by `trees` or `lines`, not `{pairing}`");
            return Err(error::setting(py, &message, "pairing", Some(pairing), known));
        }
    };
    let reading = Reading::new(py, input, encoding, nbest, skip)?;
    let Side::Files(corpus) = Side::files(py, source, &reading)? else {
        return Err(PyTypeError::new_err("a path is needed"));
    };
    let read = py.detach(|| SideReader::new(corpus, unit).and_then(Units::read));
    Ok(Trees::new_of(read.map_err(|e| error::of_open(py, &e))?, PairNames::InOrder))
}
