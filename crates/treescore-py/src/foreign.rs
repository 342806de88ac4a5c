//! Trees of other libraries, walked node by node: NLTK's and Stanza's, or anything built like them.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyType};
use treescore::tree::{Tree, TreeBuilder};

/// How the nodes of a library are built.
#[derive(Clone, Copy)]
enum Kind {
    /// A sequence of children with a method `label()`; a word is a string.
    Nltk,
    /// Attributes `label` and `children`; a word is a node without children.
    Stanza,
}

/// The tree of a node of another library; `None` if it is not one.
pub(crate) fn tree(node: &Bound<'_, PyAny>) -> PyResult<Option<Tree>> {
    let Some(kind) = kind_of(node)? else { return Ok(None) };
    Walk { kind, class: node.get_type(), builder: TreeBuilder::new(), open: Vec::new() }.run(node).map(Some)
}

fn kind_of(node: &Bound<'_, PyAny>) -> PyResult<Option<Kind>> {
    let Some(label) = node.getattr_opt("label")? else { return Ok(None) };
    if label.is_callable() && node.hasattr("__iter__")? {
        return Ok(Some(Kind::Nltk));
    }
    Ok(node.hasattr("children")?.then_some(Kind::Stanza))
}

struct Walk<'py> {
    kind: Kind,
    /// The type of the root: most nodes have it, and need not be asked what they are.
    class: Bound<'py, PyType>,
    builder: TreeBuilder,
    /// The children that are left of each open node.
    open: Vec<Children<'py>>,
}

/// The children of a node: a list and the next of them, or an iterator.
enum Children<'py> {
    List(Bound<'py, PyList>, usize),
    Any(Bound<'py, PyIterator>),
}

impl<'py> Children<'py> {
    fn next(&mut self) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self {
            Self::List(list, at) => {
                let child = (*at < list.len()).then(|| list.get_item(*at)).transpose();
                *at += 1;
                child
            }
            Self::Any(iterator) => iterator.next().transpose(),
        }
    }
}

impl<'py> Walk<'py> {
    fn run(mut self, root: &Bound<'py, PyAny>) -> PyResult<Tree> {
        self.node(root)?;
        while let Some(children) = self.open.last_mut() {
            if let Some(child) = children.next()? {
                self.node(&child)?;
            } else {
                self.open.pop();
                self.builder.close();
            }
        }
        Ok(self.builder.finish())
    }

    /// Adds a word, or opens a bracket.
    fn node(&mut self, node: &Bound<'py, PyAny>) -> PyResult<()> {
        if let Some(word) = self.word_of(node)? {
            self.builder.bare_word(word.to_str()?);
            return Ok(());
        }
        let py = node.py();
        let (label, children) = match self.kind {
            Kind::Nltk => (node.call_method0(intern!(py, "label"))?, node.clone()),
            Kind::Stanza => (node.getattr(intern!(py, "label"))?, node.getattr(intern!(py, "children"))?),
        };
        let label = if label.is_none() { PyString::new(py, "") } else { label.str()? };
        if let Some(only) = only_child(&children)?
            && let Some(word) = self.word_of(&only)?
        {
            self.builder.word(label.to_str()?, word.to_str()?);
            return Ok(());
        }
        self.builder.open(label.to_str()?);
        self.open.push(match children.cast_into::<PyList>() {
            Ok(list) => Children::List(list, 0),
            Err(error) => Children::Any(error.into_inner().try_iter()?),
        });
        Ok(())
    }

    /// The text of a node that is a word.
    fn word_of(&self, node: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        if let Ok(text) = node.cast::<PyString>() {
            return Ok(Some(text.clone()));
        }
        let is_like_root = node.get_type().is(&self.class);
        match self.kind {
            Kind::Nltk if is_like_root || kind_of(node)?.is_some() => Ok(None),
            // A leaf may be a pair of word and tag, or any other object: NLTK writes its text.
            Kind::Nltk => Ok(Some(node.str()?)),
            Kind::Stanza => {
                let Some(children) = node.getattr_opt(intern!(node.py(), "children"))? else {
                    return Err(PyTypeError::new_err(format!(
                        "a node of a tree has no children: {}",
                        node.get_type().name()?
                    )));
                };
                let is_word = children.try_iter()?.next().is_none();
                is_word.then(|| node.getattr(intern!(node.py(), "label"))?.str()).transpose()
            }
        }
    }
}

/// The child of a node that has just one.
fn only_child<'py>(children: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if let Ok(list) = children.cast::<PyList>() {
        return (list.len() == 1).then(|| list.get_item(0)).transpose();
    }
    let mut iterator = children.try_iter()?;
    let first = iterator.next().transpose()?;
    Ok(if iterator.next().is_none() { first } else { None })
}
