//! `Tree`: one parse tree.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use treescore::tree::{Event, Label, Tree as Inner, TreeBuilder};

use crate::records::Records;
use crate::setup::Setup;
use crate::{error, foreign, picture};

/// One parse tree. Immutable, hashable, picklable.
#[pyclass(frozen, module = "treescore", name = "Tree")]
#[derive(Clone)]
pub(crate) struct Tree(pub(crate) Arc<Inner>);

impl From<Inner> for Tree {
    fn from(tree: Inner) -> Self {
        Self(Arc::new(tree))
    }
}

/// Text that may be bytes that are not UTF-8.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Tree {
    /// A tree of text in brackets, of a `Tree`, or of a node of another library.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = given.py();
        if let Ok(tree) = given.cast::<Self>() {
            return Ok(tree.get().clone());
        }
        let read =
            |text: &[u8]| treescore::read::one(text).map(Self::from).map_err(|e| error::of_read(py, &e));
        if let Ok(text) = given.cast::<PyString>() {
            return read(text.to_str()?.as_bytes());
        }
        if let Ok(bytes) = given.cast::<PyBytes>() {
            return read(bytes.as_bytes());
        }
        match foreign::tree(given)? {
            Some(tree) => Ok(tree.into()),
            None => Err(PyTypeError::new_err(format!(
                "a tree is text in brackets, a Tree, or a tree of NLTK or Stanza, not {}",
                given.get_type().name()?
            ))),
        }
    }

    /// True if the tree can be written in brackets and read back.
    pub(crate) fn is_plain(&self) -> bool {
        let is_plain =
            |text: &[u8]| !text.iter().any(|byte| byte.is_ascii_whitespace() || b"()".contains(byte));
        let is_word = |word: &[u8]| !word.is_empty() && (is_plain(word) || word == b"(" || word == b")");
        let is_tagged = self.0.arena().words().iter().all(|word| word.tag != Label::BARE);
        is_tagged
            && !self.0.arena().is_discontinuous()
            && self.0.words().all(is_word)
            && self.0.labels().all(is_plain)
    }

    /// The tree in brackets, with brackets that are words escaped.
    pub(crate) fn brackets(&self) -> String {
        if !self.0.words().any(|word| word == b"(" || word == b")") {
            return self.0.to_string();
        }
        let mut builder = TreeBuilder::new();
        for event in self.0.arena().walk() {
            match event {
                Event::Open(node) => builder.open(self.0.name(node.label)),
                Event::Word(word) => {
                    let escaped = match word.bytes(self.0.text()) {
                        b"(" => b"-LRB-",
                        b")" => b"-RRB-",
                        other => other,
                    };
                    if word.tag == Label::BARE {
                        builder.bare_word(escaped)
                    } else {
                        builder.word(self.0.name(word.tag), escaped)
                    }
                }
                Event::Close => builder.close(),
            };
        }
        builder.finish().to_string()
    }
}

#[pymethods]
impl Tree {
    #[new]
    #[pyo3(signature = (tree, /))]
    fn new(tree: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::of(tree)
    }

    /// The tree that has these brackets. Of brackets over the same words, the first is the outermost.
    #[staticmethod]
    #[pyo3(signature = (words, spans, *, tags = None, root = None))]
    fn from_spans(
        words: Vec<String>,
        spans: Vec<(usize, usize, String)>,
        tags: Option<Vec<Option<String>>>,
        root: Option<String>,
    ) -> PyResult<Self> {
        if let Some(tags) = tags.as_ref().filter(|tags| tags.len() != words.len()) {
            let message = format!("there are {} words and {} tags", words.len(), tags.len());
            return Err(PyValueError::new_err(message));
        }
        if let Some((start, end, label)) = spans.iter().find(|span| span.0 >= span.1 || span.1 > words.len())
        {
            let message = format!("({start}, {end}, {label:?}) is not a span of {} words", words.len());
            return Err(PyValueError::new_err(message));
        }
        let mut order: Vec<usize> = (0..spans.len()).collect();
        // Outer brackets first; the sort is stable.
        order.sort_by_key(|&at| (spans[at].0, std::cmp::Reverse(spans[at].1)));
        let mut builder = TreeBuilder::new();
        if let Some(root) = &root {
            builder.open(root);
        }
        let (mut next, mut open): (usize, Vec<usize>) = (0, Vec::new());
        for (at, word) in words.iter().enumerate() {
            while let Some(&span) = order.get(next).filter(|&&span| spans[span].0 == at) {
                if let Some(&end) = open.last().filter(|&&end| spans[span].1 > end) {
                    let message = format!("{:?} crosses a bracket that ends at {end}", spans[span]);
                    return Err(PyValueError::new_err(message));
                }
                builder.open(&spans[span].2);
                open.push(spans[span].1);
                next += 1;
            }
            match tags.as_ref().and_then(|tags| tags[at].as_ref()) {
                Some(tag) => builder.word(tag, word),
                None => builder.bare_word(word),
            };
            while open.last() == Some(&(at + 1)) {
                open.pop();
                builder.close();
            }
        }
        Ok(builder.finish().into())
    }

    /// Label of the outermost bracket; empty if it has none.
    #[getter]
    fn label(&self) -> String {
        let arena = self.0.arena();
        let root = arena.roots().next().map(|root| arena.nodes()[root.index()].label);
        let tag = || arena.words().first().map(|word| word.tag).filter(|&tag| tag != Label::BARE);
        root.or_else(tag).map(|label| text(self.0.name(label))).unwrap_or_default()
    }

    #[getter]
    fn words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.words().map(text).collect::<Vec<_>>())
    }

    /// The tags of the words; `None` for a word without one.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tags = self.0.arena().words().iter();
        let tags = tags.map(|word| (word.tag != Label::BARE).then(|| text(self.0.name(word.tag))));
        PyTuple::new(py, tags.collect::<Vec<_>>())
    }

    /// Brackets on the longest way from the root to a word, tags included.
    #[getter]
    fn height(&self) -> usize {
        let (mut depth, mut highest) = (0_usize, 0);
        for event in self.0.arena().walk() {
            match event {
                Event::Open(_) => depth += 1,
                Event::Close => depth = depth.saturating_sub(1),
                Event::Word(word) => highest = highest.max(depth + usize::from(word.tag != Label::BARE)),
            }
            highest = highest.max(depth);
        }
        highest
    }

    /// The brackets above the tags, in the order in which they open; with a setup, those that count under its recipe.
    #[pyo3(signature = (*, setup = None))]
    fn spans<'py>(
        &self,
        py: Python<'py>,
        setup: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let records = Records::new(py)?;
        if let Some(setup) = setup {
            let setup = Setup::of(setup)?;
            let mut scorer = treescore::Scorer::new(setup.inner().clone());
            let found = scorer.matches(&*self.0, &*self.0).map_err(|refusal| error::plain(py, refusal))?;
            let views = found.iter().filter_map(|found| found.gold.as_ref());
            let spans = views.filter_map(|view| Some((view.words?, &view.label)));
            return spans.map(|((start, end), label)| records.span(start, end, label)).collect();
        }
        let nodes = self.0.arena().nodes().iter();
        nodes
            .map(|node| {
                let (start, end) = node.bounds();
                records.span(start, end, &text(self.0.name(node.label)))
            })
            .collect()
    }

    /// An `nltk.Tree`. Needs NLTK.
    fn to_nltk<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.import("nltk")?.getattr("Tree")?;
        let mut open: Vec<(String, Vec<Bound<'py, PyAny>>)> = vec![(String::new(), Vec::new())];
        let leaf = |word: &[u8]| PyString::new(py, &text(word)).into_any();
        for event in self.0.arena().walk() {
            let done = match event {
                Event::Open(node) => {
                    open.push((text(self.0.name(node.label)), Vec::new()));
                    continue;
                }
                Event::Word(word) => {
                    let bare = leaf(word.bytes(self.0.text()));
                    if word.tag == Label::BARE {
                        bare
                    } else {
                        class.call1((text(self.0.name(word.tag)), vec![bare]))?
                    }
                }
                Event::Close => match open.pop() {
                    Some((label, children)) => class.call1((label, children))?,
                    None => continue,
                },
            };
            if let Some((_, children)) = open.last_mut() {
                children.push(done);
            }
        }
        let (_, mut roots) = open.pop().unwrap_or_default();
        match roots.len() {
            1 => Ok(roots.remove(0)),
            _ => class.call1(("", roots)),
        }
    }

    fn __str__(&self) -> String {
        self.brackets()
    }

    /// The tree as SVG.
    #[pyo3(signature = (*, tags = true))]
    fn to_svg(&self, tags: bool) -> String {
        picture::tree_as_svg(&self.0, tags)
    }

    /// The tree in characters; as an outline if it is too wide.
    #[pyo3(signature = (*, width = None, ascii = false, tags = true))]
    fn draw(&self, width: Option<usize>, ascii: bool, tags: bool) -> String {
        picture::tree_as_text(&self.0, tags, &picture::style(width, false, ascii))
    }

    fn _repr_svg_(&self) -> String {
        picture::tree_as_svg(&self.0, true)
    }

    fn __repr__(&self) -> String {
        format!("Tree({:?})", self.brackets())
    }

    fn __len__(&self) -> usize {
        self.0.arena().words().len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.to_brackets() == self.0.to_brackets())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.to_brackets().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let restore = py.import("treescore._core")?.getattr("_tree_of_units")?;
        let mut units = treescore::read::Units::new("");
        units.push_tree(&self.0);
        Ok((restore, (PyBytes::new(py, &units.to_bytes()),)))
    }
}

/// The tree of bytes that pickling made.
#[pyfunction]
pub(crate) fn _tree_of_units(py: Python<'_>, bytes: &[u8]) -> PyResult<Tree> {
    let units = treescore::read::Units::from_bytes(bytes).map_err(|message| error::plain(py, message))?;
    let tree = units.tree(0).ok_or_else(|| error::plain(py, "not a pickled tree"))?;
    tree.map(Tree::from).map_err(|e| error::of_read(py, &e))
}
