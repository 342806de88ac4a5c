//! The tree itself: brackets in opening order over numbered words.

use super::{Label, Span, Word};

/// Number of a bracket in opening order (preorder).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Position in the arena's arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Parent of a root.
const NO_PARENT: u32 = u32::MAX;

/// One bracket that is not directly over a word.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Its label, uncut.
    pub label: Label,
    parent: u32,
    start: u32,
    stop: u32,
    /// One past the last bracket inside.
    end: u32,
}

impl Node {
    /// The words under the bracket.
    pub fn span(&self) -> Span {
        Span::new(self.start, self.stop).unwrap_or(Span::new(0, 0).expect("0 <= 0"))
    }

    #[inline]
    pub(crate) fn bounds(&self) -> (u32, u32) {
        (self.start, self.stop)
    }

    /// One past the number of the last bracket inside this one.
    pub(crate) fn end(&self) -> usize {
        self.end as usize
    }

    /// The bracket around this one; `None` at the top.
    pub fn parent(&self) -> Option<NodeId> {
        (self.parent != NO_PARENT).then_some(NodeId(self.parent))
    }
}

/// A sentence as two flat arrays: its words, and its brackets in opening order, each with the span of words under it. A
/// subtree is a contiguous range of both. Tags are not brackets: they belong to the words.
///
/// An arena is filled again and again: once its arrays have grown to the size of the longest sentence, reading allocates
/// nothing. It may hold several roots, and words outside any bracket, because some original programs score such lines.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    nodes: Vec<Node>,
    words: Vec<Word>,
    /// Innermost open bracket while the tree is being read; the parents serve as the stack.
    open: Option<u32>,
}

impl Arena {
    /// All brackets, in opening order.
    #[inline]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All words, in order.
    #[inline]
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The brackets directly inside `node`, left to right.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let stop = self.nodes[node.index()].end;
        self.hop(node.0 + 1, stop)
    }

    /// The brackets that are inside no other, left to right.
    pub fn roots(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.hop(0, self.nodes.len() as u32)
    }

    fn hop(&self, first: u32, stop: u32) -> impl Iterator<Item = NodeId> + '_ {
        let mut next = first;
        std::iter::from_fn(move || {
            let here = (next < stop).then_some(NodeId(next))?;
            next = self.nodes[here.index()].end; // a subtree ends where its sibling begins
            Some(here)
        })
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.words.clear();
        self.open = None;
    }

    /// Opens a bracket inside the innermost open one.
    #[inline]
    pub(crate) fn open(&mut self, label: Label) {
        let number = self.nodes.len() as u32;
        let start = self.words.len() as u32;
        let parent = self.open.unwrap_or(NO_PARENT);
        self.nodes.push(Node { label, parent, start, stop: start, end: number + 1 });
        self.open = Some(number);
    }

    /// Adds a word to the innermost open bracket.
    #[inline]
    pub(crate) fn word(&mut self, word: Word) {
        self.words.push(word);
    }

    /// Closes the innermost open bracket; false if there is none.
    #[inline]
    pub(crate) fn close(&mut self) -> bool {
        let (stop, end) = (self.words.len() as u32, self.nodes.len() as u32);
        let Some(node) = self.open.and_then(|open| self.nodes.get_mut(open as usize)) else { return false };
        node.stop = stop;
        node.end = end;
        self.open = (node.parent != NO_PARENT).then_some(node.parent);
        true
    }

    /// The innermost open bracket, while reading.
    pub(crate) fn innermost_open(&self) -> Option<NodeId> {
        self.open.map(NodeId)
    }

    /// How many brackets are open, while reading.
    pub(crate) fn depth(&self) -> usize {
        let mut depth = 0;
        let mut at = self.open;
        while let Some(node) = at.and_then(|open| self.nodes.get(open as usize)) {
            depth += 1;
            at = (node.parent != NO_PARENT).then_some(node.parent);
        }
        depth
    }

    /// True if there is nothing beside the first root.
    pub(crate) fn is_one_tree(&self) -> bool {
        match self.nodes.first() {
            Some(root) => root.end() == self.nodes.len() && root.bounds() == (0, self.words.len() as u32),
            None => self.words.len() <= 1,
        }
    }

    /// Takes away an outer bracket without label that holds exactly one bracket and no word of its own: `( (S …) )`.
    pub(crate) fn unwrap_unlabelled_root(&mut self) {
        let [root, child, ..] = self.nodes[..] else { return };
        let is_wrapper = root.label == Label::EMPTY
            && child.end == root.end
            && root.bounds() == (0, self.words.len() as u32)
            && child.bounds() == root.bounds();
        if !is_wrapper {
            return;
        }
        self.nodes.remove(0);
        for node in &mut self.nodes {
            node.end -= 1;
            node.parent = if node.parent == 0 { NO_PARENT } else { node.parent.wrapping_sub(1) };
        }
    }
}
