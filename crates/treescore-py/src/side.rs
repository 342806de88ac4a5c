//! What Python hands over as one side of a comparison: paths, brackets, trees, lists, columns, iterators.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyList, PyString, PyTuple};
use treescore::front::PairNames;
use treescore::read::{Corpus, Encoding, Feeder, ReadOptions, Units};
use treescore::run::Input;
use treescore::setup::GivenFormat;

use crate::error;
use crate::foreign;
use crate::tree::Tree;
use crate::trees::Trees;

/// How files are read: arguments of `read`, `score` and `report`.
#[derive(Clone, Default)]
pub(crate) struct Reading {
    pub(crate) options: ReadOptions,
}

impl Reading {
    pub(crate) fn new(
        py: Python<'_>,
        input: Option<&str>,
        encoding: Option<&str>,
        nbest: Option<&str>,
        skip: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let mut options = ReadOptions::default();
        if let Some(name) = input {
            let given: GivenFormat = name.parse().map_err(|()| {
                let known =
                    treescore::read::Format::VALUES.iter().map(ToString::to_string).collect::<Vec<_>>();
                let message = format!("no format is called `{name}`; there are: {}", known.join(", "));
                error::setting(py, &message, "input", Some(name), known)
            })?;
            options.format = Some(given.format);
            options.details.field = given.field.map(String::into_bytes);
        }
        if let Some(name) = encoding {
            options.encoding = Some(
                name.parse::<Encoding>()
                    .map_err(|e| error::setting(py, &e.to_string(), "encoding", Some(name), Vec::new()))?,
            );
        }
        if let Some(name) = nbest {
            options.details.nbest = name.parse().map_err(|()| {
                let known: Vec<String> =
                    treescore::read::Nbest::VALUES.iter().map(ToString::to_string).collect();
                let message = format!("nbest is {}, not `{name}`", known.join(" or "));
                error::setting(py, &message, "nbest", Some(name), known)
            })?;
        }
        options.skip = skip.unwrap_or_default().into_iter().map(String::into_bytes).collect();
        Ok(Self { options })
    }
}

/// One side.
pub(crate) enum Side {
    /// Files.
    Files(Corpus),
    /// Trees in memory, with the names of pairs if they have any.
    Units(Arc<Units>, PairNames),
    /// Trees that come one by one.
    Iterator(Py<PyAny>),
}

impl Side {
    /// Takes what Python hands over.
    pub(crate) fn new(given: &Bound<'_, PyAny>, reading: &Reading, name: &str) -> PyResult<Self> {
        let py = given.py();
        if let Ok(trees) = given.cast::<Trees>() {
            let (units, names) = trees.get().chosen();
            return Ok(Self::Units(units, names));
        }
        if let Ok(text) = given.cast::<PyString>() {
            if is_brackets(text.to_str()?) {
                return Self::one(given, name);
            }
            return Self::files(py, PathBuf::from(text.to_str()?), reading);
        }
        if given.is_instance_of::<PyBytes>() || given.is_instance_of::<Tree>() {
            return Self::one(given, name);
        }
        if given.hasattr("__fspath__")? {
            return Self::files(py, given.extract()?, reading);
        }
        let is_list = given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>();
        if !is_list && let Some(tree) = foreign::tree(given)? {
            let mut units = Units::new(name);
            push_tree(&mut units, &tree.into());
            return Ok(Self::Units(Arc::new(units), PairNames::InOrder));
        }
        let items = if is_list { Some(given.clone()) } else { column(given)? };
        let Some(items) = items else {
            let iterator = given.try_iter().map_err(|_| {
                let kind = given.get_type().name().map(|name| name.to_string()).unwrap_or_default();
                PyTypeError::new_err(format!(
                    "one side is a path, trees in brackets, a list or column of trees, or an iterator, not {kind}"
                ))
            })?;
            return Ok(Self::Iterator(iterator.into_any().unbind()));
        };
        let mut units = Units::new(name);
        for (at, item) in items.try_iter()?.enumerate() {
            push(&mut units, &item?)?;
            if at % 4096 == 4095 {
                py.check_signals()?;
            }
        }
        Ok(Self::Units(Arc::new(units), PairNames::InOrder))
    }

    fn one(given: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let mut units = Units::new(name);
        push(&mut units, given)?;
        Ok(Self::Units(Arc::new(units), PairNames::InOrder))
    }

    pub(crate) fn files(py: Python<'_>, path: PathBuf, reading: &Reading) -> PyResult<Self> {
        let corpus = Corpus::find(&path).map_err(|e| error::of_open(py, &e))?;
        Ok(Self::Files(corpus.with_options(reading.options.clone())))
    }
}

/// Trees in memory as a file in memory, one on each line. What is no tree stays as it is, on one line.
pub(crate) fn as_corpus(units: &Units, name: &str) -> Corpus {
    let mut lines = String::new();
    for at in 0..units.len() {
        match units.tree(at) {
            Some(Ok(tree)) => lines += &Tree::from(tree).brackets(),
            _ => lines += &crate::tree::text(units.get(at).unwrap_or_default()).replace(['\n', '\r'], " "),
        }
        lines.push('\n');
    }
    Corpus::held(name, lines.as_bytes())
}

impl Side {
    /// The same side as a file in memory: times belong to trees by their order in files.
    pub(crate) fn held(self, py: Python<'_>, name: &str) -> PyResult<Self> {
        Ok(match self {
            Self::Files(corpus) => Self::Files(corpus),
            Self::Units(units, _) => Self::Files(as_corpus(&units, name)),
            Self::Iterator(iterator) => Self::Files(as_corpus(&units_of(py, &iterator, name)?, name)),
        })
    }
}

impl Side {
    /// The same side as input of a plan, which can be read more than once: what comes one by one is kept.
    pub(crate) fn input(self, py: Python<'_>, name: &str) -> PyResult<Input> {
        match self {
            Self::Files(corpus) => Ok(corpus.into()),
            Self::Units(units, _) => Ok(units.into()),
            Self::Iterator(iterator) => Ok(Input::from(units_of(py, &iterator, name)?)),
        }
    }
}

/// Trees that come one by one, in memory.
fn units_of(py: Python<'_>, iterator: &Py<PyAny>, name: &str) -> PyResult<Units> {
    let mut units = Units::new(name);
    for item in iterator.bind(py).try_iter()? {
        push(&mut units, &item?)?;
    }
    Ok(units)
}

/// True if text is trees in brackets rather than a path.
pub(crate) fn is_brackets(text: &str) -> bool {
    text.trim_start().starts_with('(')
}

/// A column of another library as a list; `None` if it is not one.
pub(crate) fn column<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let found = given.py().import("treescore._side")?.call_method1("column", (given,))?;
    Ok((!found.is_none()).then_some(found))
}

/// Adds one tree as Python has it. `None` and NaN are a missing tree.
pub(crate) fn push(units: &mut Units, item: &Bound<'_, PyAny>) -> PyResult<()> {
    match text_of(item)? {
        Item::Text(text) => units.push(text.as_bytes()),
        Item::Tree(tree) => push_tree(units, &tree),
    }
    Ok(())
}

/// The same for a side that is fed.
pub(crate) fn feed(feeder: &mut Feeder, side: usize, item: &Bound<'_, PyAny>) -> PyResult<()> {
    match text_of(item)? {
        Item::Text(text) => feeder.add(side, text.as_bytes()),
        Item::Tree(tree) if tree.is_plain() => feeder.add(side, tree.brackets().as_bytes()),
        Item::Tree(tree) => feeder.add_tree(side, &tree.0),
    }
    Ok(())
}

fn push_tree(units: &mut Units, tree: &Tree) {
    if tree.is_plain() {
        units.push(tree.brackets().as_bytes());
    } else {
        units.push_tree(&tree.0);
    }
}

/// One tree as Python has it.
pub(crate) enum Item<'a> {
    Text(ItemText<'a>),
    Tree(Tree),
}

/// Text that is borrowed from Python, or bytes.
pub(crate) enum ItemText<'a> {
    Str(&'a str),
    Bytes(&'a [u8]),
}

impl ItemText<'_> {
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Str(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

pub(crate) fn text_of<'a>(item: &'a Bound<'_, PyAny>) -> PyResult<Item<'a>> {
    if let Ok(text) = item.cast::<PyString>() {
        return Ok(Item::Text(ItemText::Str(text.to_str()?)));
    }
    if item.is_none() {
        return Ok(Item::Text(ItemText::Str("")));
    }
    if let Ok(tree) = item.cast::<Tree>() {
        return Ok(Item::Tree(tree.get().clone()));
    }
    if let Ok(bytes) = item.cast::<PyBytes>() {
        return Ok(Item::Text(ItemText::Bytes(bytes.as_bytes())));
    }
    if item.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan()) {
        return Ok(Item::Text(ItemText::Str("")));
    }
    match foreign::tree(item)? {
        Some(tree) => Ok(Item::Tree(tree.into())),
        None => Err(PyTypeError::new_err(format!(
            "a tree is text in brackets, a Tree, a tree of NLTK or Stanza, or None, not {}",
            item.get_type().name()?
        ))),
    }
}
