//! Trees for the tests of single steps, as the program reads them and as naive twins do.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::lines::lines;
use super::names::Names;
use super::prune::Deletion;
use super::read::{Reader, SideTrees};
use super::show::write_as_root;
use super::tree::{ROOT_NODE, Tree};
use treescore::prepare::speech_file::SpeechFile;
use treescore::tree::Which;

/// `D` and `TOP` are deletable, `E` and `F` are edits.
pub(super) static PARAMS: LazyLock<SpeechFile> = LazyLock::new(|| {
    SpeechFile::parse(b"DELETE_LABEL D\nDELETE_LABEL TOP\nEDIT_LABEL E\nEDIT_LABEL F\nEMPTY_NODE 0\n").0
});

/// Reads the tree of a line, with nothing deleted.
pub(super) fn read(text: &str, names: &mut Names<'_>) -> Tree {
    let mut side = SideTrees::default();
    let line = lines(text.as_bytes()).next().unwrap();
    Reader::default().read(&line, Which::Gold, Deletion::Off, names, &mut side).unwrap();
    side.tree
}

/// Writes a tree as text, with one line for each child of the root.
pub(super) fn show(tree: &Tree, names: &Names<'_>) -> String {
    let mut out = Vec::new();
    write_as_root(&mut out, tree, names, ROOT_NODE, |_| None);
    String::from_utf8(out).unwrap()
}

/// A tree that is easy to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Naive {
    Leaf(String, String),
    Phrase(String, Vec<Naive>),
}

impl Naive {
    pub(super) fn label(&self) -> &str {
        match self {
            Self::Leaf(label, _) | Self::Phrase(label, _) => label,
        }
    }

    pub(super) fn leaves(self) -> Vec<Self> {
        match self {
            Self::Phrase(_, children) => children.into_iter().flat_map(Self::leaves).collect(),
            leaf @ Self::Leaf(..) => vec![leaf],
        }
    }

    pub(super) fn text(&self) -> String {
        match self {
            Self::Leaf(label, word) => format!("({label} {word})"),
            Self::Phrase(label, children) => {
                let children: Vec<String> = children.iter().map(Self::text).collect();
                format!("({label} {})", children.join(" "))
            }
        }
    }
}

/// Writes the children of a root as [`show`] does.
pub(super) fn show_naive(children: &[Naive]) -> String {
    if children.is_empty() {
        return "(TOP (null))".to_owned();
    }
    let lines: Vec<String> = children.iter().map(|child| format!("(TOP {})\n", child.text())).collect();
    lines.concat()
}

/// Generates the children of a random root.
pub(super) fn branches() -> impl Strategy<Value = Vec<Naive>> {
    let label = || prop::sample::select(vec!["A", "B", "D", "E", "E", "F"]).prop_map(str::to_owned);
    let leaf = (label(), "[a-c]").prop_map(|(label, word)| Naive::Leaf(label, word));
    let tree = leaf.prop_recursive(6, 40, 4, move |inner| {
        (label(), prop::collection::vec(inner, 1..5))
            .prop_map(|(label, children)| Naive::Phrase(label, children))
    });
    prop::collection::vec(tree, 1..5)
}

/// Writes a line with these children of a root.
pub(super) fn line(children: &[Naive]) -> String {
    Naive::Phrase("TOP".to_owned(), children.to_vec()).text()
}
