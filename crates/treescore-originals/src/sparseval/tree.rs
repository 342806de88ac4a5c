//! The tree that all steps modify: nodes in linked lists of siblings, so that removing a node is as cheap as
//! visiting it.

use super::names::{Marks, Word};
use treescore::tree::Label;

/// The number of a node. Parents have smaller numbers than their children, except that a leaf may be moved
/// below a younger edit (`edits`); nodes earlier in the text have smaller numbers.
pub(super) type NodeId = usize;

/// The root of every tree.
pub(super) const ROOT_NODE: NodeId = 0;

/// Siblings in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct List {
    pub(super) first: Option<NodeId>,
    last: Option<NodeId>,
}

impl List {
    pub(super) fn is_empty(self) -> bool {
        self.first.is_none()
    }

    pub(super) fn last(self) -> Option<NodeId> {
        self.last
    }
}

/// A bracket with a word or with children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) label: Label,
    pub(super) marks: Marks,
    pub(super) word: Option<Word>,
    pub(super) children: List,
    pub(super) next: Option<NodeId>,
    /// The column of its word.
    pub(super) place: u32,
}

/// A tree, or the trees of a file under one root. Removed nodes stay in the array but cannot be reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// All numbers of nodes are below this.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn add(&mut self, label: Label, marks: Marks) -> NodeId {
        self.nodes.push(Node { label, marks, word: None, children: List::default(), next: None, place: 0 });
        self.nodes.len() - 1
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id]
    }

    pub(super) fn is_leaf(&self, id: NodeId) -> bool {
        self.nodes[id].children.is_empty() && self.nodes[id].word.is_some()
    }

    /// True if it has neither a word nor children.
    pub(super) fn is_void(&self, id: NodeId) -> bool {
        self.nodes[id].children.is_empty() && self.nodes[id].word.is_none()
    }

    /// Appends a node to a list.
    pub(super) fn push(&mut self, list: &mut List, id: NodeId) {
        self.nodes[id].next = None;
        self.append(list, List { first: Some(id), last: Some(id) });
    }

    /// Appends a list to another.
    pub(super) fn append(&mut self, list: &mut List, more: List) {
        if let Some(end) = list.last.filter(|_| !more.is_empty()) {
            self.nodes[end].next = more.first;
            list.last = more.last;
        } else if list.is_empty() {
            *list = more;
        }
    }

    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.siblings(self.nodes[id].children)
    }

    pub(super) fn siblings(&self, list: List) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(list.first, |&id| self.nodes[id].next)
    }

    /// Removes the first node of a list.
    pub(super) fn pop_first(&self, list: &mut List) -> Option<NodeId> {
        let first = list.first?;
        list.first = self.nodes[first].next;
        if list.first.is_none() {
            list.last = None;
        }
        Some(first)
    }

    /// Lists all nodes in the order of their opening brackets; reversed, children come before their parents.
    pub(super) fn order(&self, order: &mut Order) {
        order.nodes.clear();
        order.open.clear();
        order.open.extend((!self.nodes.is_empty()).then_some(ROOT_NODE));
        while let Some(id) = order.open.pop() {
            order.nodes.push(id);
            order.open.extend(self.nodes[id].next);
            order.open.extend(self.nodes[id].children.first);
        }
    }
}

/// Nodes in order; the buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    pub(super) nodes: Vec<NodeId>,
    open: Vec<NodeId>,
}
