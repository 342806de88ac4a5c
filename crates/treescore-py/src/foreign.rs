//! Trees of other libraries, walked node by node: NLTK's and Stanza's, or anything built like them.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString};
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
    Walk { kind, builder: TreeBuilder::new(), open: Vec::new() }.run(node).map(Some)
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
    builder: TreeBuilder,
    /// The children that are left of each open node.
    open: Vec<Bound<'py, PyIterator>>,
}

impl<'py> Walk<'py> {
    fn run(mut self, root: &Bound<'py, PyAny>) -> PyResult<Tree> {
        self.node(root)?;
        while let Some(children) = self.open.last_mut() {
            if let Some(child) = children.next() {
                self.node(&child?)?;
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
            self.builder.bare_word(word);
            return Ok(());
        }
        let (label, children) = match self.kind {
            Kind::Nltk => (node.call_method0("label")?, node.clone()),
            Kind::Stanza => (node.getattr("label")?, node.getattr("children")?),
        };
        let label = if label.is_none() { String::new() } else { label.str()?.to_str()?.to_owned() };
        let first: Vec<Bound<'py, PyAny>> = children.try_iter()?.take(2).collect::<PyResult<_>>()?;
        if let [only] = &first[..]
            && let Some(word) = self.word_of(only)?
        {
            self.builder.word(label, word);
            return Ok(());
        }
        self.builder.open(label);
        self.open.push(children.try_iter()?);
        Ok(())
    }

    /// The text of a node that is a word.
    fn word_of(&self, node: &Bound<'py, PyAny>) -> PyResult<Option<String>> {
        if let Ok(text) = node.cast::<PyString>() {
            return Ok(Some(text.to_str()?.to_owned()));
        }
        match self.kind {
            Kind::Nltk if kind_of(node)?.is_some() => Ok(None),
            // A leaf may be a pair of word and tag, or any other object: NLTK writes its text.
            Kind::Nltk => Ok(Some(node.str()?.to_str()?.to_owned())),
            Kind::Stanza => {
                let Some(children) = node.getattr_opt("children")? else {
                    return Err(PyTypeError::new_err(format!(
                        "a node of a tree has no children: {}",
                        node.get_type().name()?
                    )));
                };
                let is_word = children.try_iter()?.next().is_none();
                is_word.then(|| Ok(node.getattr("label")?.str()?.to_str()?.to_owned())).transpose()
            }
        }
    }
}
