//! Reads one line as one tree (specification, section 2).

use super::lines::{Line, blanks, is_blank};
use super::names::{Names, placeholder};
use super::prune::{Deletion, prune};
use super::tree::{List, NodeId, Order, ROOT_NODE, Tree};
use treescore::tree::Which;

/// What is wrong with a line. Columns are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The line does not begin with a bracket.
    NoBracket,
    /// The line ends inside this node, or continues after this root.
    Misbracketed(NodeId),
    /// A node has children and a word. The original counts the word before the children's words and gets out
    /// of step.
    WordAfterChildren {
        /// Where the word begins.
        column: usize,
    },
}

/// The trees of one side that are scored together, under one root.
#[derive(Clone, Debug, Default)]
pub(super) struct SideTrees {
    pub(super) tree: Tree,
    /// Line and column, from 1, of a word directly under the root.
    pub(super) root_word: Option<(u64, u64)>,
}

impl SideTrees {
    pub(super) fn clear(&mut self) {
        self.tree.clear();
        self.root_word = None;
    }

    pub(super) fn has_tree(&self) -> bool {
        self.tree.len() > 0
    }
}

/// Reads trees; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Reader {
    /// Nodes whose brackets are open, the innermost last.
    open: Vec<NodeId>,
    /// Columns of brackets that the original has overwritten with a space.
    pub(super) overwritten: Vec<usize>,
    /// Nodes with children and a word, and where the word begins.
    mixed: Vec<(NodeId, usize)>,
    order: Order,
}

impl Reader {
    /// Reads a line. Its tree becomes the side's tree, or its branches are added to the existing ones.
    pub(super) fn read(
        &mut self,
        line: &Line<'_>,
        which: Which,
        deletion: Deletion,
        names: &mut Names<'_>,
        side: &mut SideTrees,
    ) -> Result<(), Fault> {
        self.open.clear();
        self.overwritten.clear();
        self.mixed.clear();
        let is_first = !side.has_tree();
        let mut all = if is_first { List::default() } else { side.tree.node(ROOT_NODE).children };
        if !is_first {
            side.tree.node_mut(ROOT_NODE).children = List::default();
        }
        let mut scan = Scan { text: line.text, at: blanks(line.text), line: line.number, which, names, side };
        let mut read = scan.tree(self, is_first);
        if let (Ok(()), Some(&(_, column))) = (read, self.mixed.first()) {
            read = Err(Fault::WordAfterChildren { column });
        }
        if read.is_ok() {
            prune(&mut side.tree, deletion, &mut self.order);
        }
        if side.has_tree() {
            let branches = side.tree.node(ROOT_NODE).children;
            side.tree.append(&mut all, branches);
            side.tree.node_mut(ROOT_NODE).children = all;
        }
        read
    }
}

/// A line while it is read.
struct Scan<'a, 'n, 's> {
    text: &'a [u8],
    at: usize,
    line: u64,
    which: Which,
    names: &'s mut Names<'n>,
    side: &'s mut SideTrees,
}

impl<'a> Scan<'a, '_, '_> {
    fn tree(&mut self, reader: &mut Reader, is_first: bool) -> Result<(), Fault> {
        let start = self.at;
        if self.text.get(start) != Some(&b'(') {
            return Err(Fault::NoBracket);
        }
        self.root(reader, is_first);
        while let Some(&node) = reader.open.last() {
            match self.text.get(self.at) {
                None => return Err(Fault::Misbracketed(node)),
                Some(b')') => self.close(reader, node),
                Some(_) => self.content(reader, node),
            }
        }
        // Text after an indented tree is ignored.
        let rest = self.text.get(self.at..).unwrap_or_default();
        if start == 0 && blanks(rest) < rest.len() {
            return Err(Fault::Misbracketed(ROOT_NODE));
        }
        Ok(())
    }

    fn root(&mut self, reader: &mut Reader, is_first: bool) {
        if is_first {
            self.label(reader, |byte| byte == b' ');
            let label = self.names.root();
            let marks = self.names.marks(label);
            self.side.tree.add(label, marks);
        } else {
            // Only here does a tab end the label, too.
            self.label(reader, is_blank);
        }
        reader.open.push(ROOT_NODE);
    }

    /// Skips the bracket and returns the label after it.
    fn label(&mut self, reader: &mut Reader, ends: impl Fn(u8) -> bool) -> &'a [u8] {
        let text: &'a [u8] = self.text;
        let rest = text.get(self.at + 1..).unwrap_or_default();
        if rest.first() == Some(&b'(') {
            reader.overwritten.push(self.at);
            self.at += 1;
            return b"";
        }
        let length = rest.iter().position(|&byte| ends(byte)).unwrap_or(rest.len());
        self.at += 1 + length;
        &rest[..length]
    }

    /// Reads a child or a word.
    fn content(&mut self, reader: &mut Reader, node: NodeId) {
        self.at += blanks(&self.text[self.at..]);
        if self.text.get(self.at) == Some(&b'(') {
            let written = self.label(reader, |byte| byte == b' ');
            let written = if written.is_empty() { placeholder(self.which) } else { written };
            let label = self.names.normalise(written);
            let marks = self.names.marks(label);
            reader.open.push(self.side.tree.add(label, marks));
            return;
        }
        let rest = &self.text[self.at..];
        let length = rest.iter().position(|&byte| byte == b')').unwrap_or(rest.len());
        let word = if length == 0 { placeholder(self.which) } else { &rest[..length] };
        let word = self.names.words.intern(word);
        if !self.side.tree.node(node).children.is_empty() {
            reader.mixed.push((node, self.at));
        }
        if node == ROOT_NODE {
            self.side.root_word = Some((self.line, self.at as u64 + 1));
        }
        self.side.tree.node_mut(node).word = Some(word);
        self.at += length;
    }

    /// Skips the closing bracket and adds the node to its parent, unless it is empty.
    fn close(&mut self, reader: &mut Reader, node: NodeId) {
        self.at += 1;
        reader.open.pop();
        let Some(&parent) = reader.open.last() else { return };
        self.at += blanks(&self.text[self.at..]);
        let tree = &mut self.side.tree;
        if tree.node(node).marks.is_empty || tree.is_void(node) {
            // Faults below it disappear with it.
            while reader.mixed.last().is_some_and(|&(inner, _)| inner >= node) {
                reader.mixed.pop();
            }
            return;
        }
        let mut children = tree.node(parent).children;
        tree.push(&mut children, node);
        tree.node_mut(parent).children = children;
    }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
