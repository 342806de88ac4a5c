//! Heads of phrases, and open-class nodes (specification, sections 4.2, 9.1 and 9.3).

use super::Stop;
use super::names::Word;
use super::tree::{NodeId, Order, ROOT_NODE, Tree};
use treescore::prepare::heads::{HeadChild, HeadFinder};

/// The error, without a newline, if a table gives no head for a phrase.
const INSUFFICIENT: &[u8] = b"Head rules with insufficient default conditions";

/// What the head table says about a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    /// The parent; the root is its own.
    pub(super) parent: NodeId,
    /// The head child.
    pub(super) child: Option<NodeId>,
    /// The head leaf: the node itself, or the head leaf of its head child.
    pub(super) leaf: Option<NodeId>,
    /// True if it is an edit or inside one.
    pub(super) is_edited: bool,
    pub(super) is_open: bool,
}

/// The heads of a tree; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Heads {
    nodes: Vec<Head>,
    order: Order,
    children: Vec<HeadChild>,
}

impl Heads {
    /// Finds the heads of all phrases except the root, edits, and phrases inside edits.
    pub(super) fn find(&mut self, tree: &Tree, finder: &HeadFinder) -> Result<(), Stop> {
        tree.order(&mut self.order);
        self.nodes.clear();
        self.nodes.resize(tree.len(), Head::default());
        let order = std::mem::take(&mut self.order);
        self.note_parents(tree, &order);
        let found = order.nodes.iter().rev().try_for_each(|&id| self.find_one(tree, finder, id));
        self.order = order;
        found
    }

    fn note_parents(&mut self, tree: &Tree, order: &Order) {
        for &id in &order.nodes {
            self.nodes[id].is_edited |= tree.node(id).marks.is_edit;
            let is_edited = self.nodes[id].is_edited;
            for child in tree.children(id) {
                self.nodes[child].parent = id;
                self.nodes[child].is_edited = is_edited;
            }
        }
    }

    fn find_one(&mut self, tree: &Tree, finder: &HeadFinder, id: NodeId) -> Result<(), Stop> {
        let node = tree.node(id);
        self.nodes[id].is_open = !node.marks.is_closed;
        if tree.is_leaf(id) {
            self.nodes[id].leaf = Some(id);
        } else if id != ROOT_NODE && !self.nodes[id].is_edited {
            self.children.clear();
            self.children.extend(tree.children(id).map(|child| HeadChild {
                label: tree.node(child).label,
                is_avoided: tree.node(child).marks.is_edit,
            }));
            let place = finder.find(node.label, &self.children);
            let child = place.and_then(|place| tree.children(id).nth(place));
            let Some(child) = child else { return Err(Stop::Message(INSUFFICIENT.to_vec())) };
            let Head { leaf, is_open, .. } = self.nodes[child];
            let head = &mut self.nodes[id];
            (head.child, head.leaf, head.is_open) = (Some(child), leaf, is_open);
        }
        Ok(())
    }

    pub(super) fn get(&self, id: NodeId) -> &Head {
        &self.nodes[id]
    }

    /// Returns the head word of a phrase, or `root` for the root.
    pub(super) fn word(&self, tree: &Tree, id: NodeId, root: Word) -> Option<Word> {
        if id == ROOT_NODE {
            return Some(root);
        }
        self.nodes[id].leaf.and_then(|leaf| tree.node(leaf).word)
    }

    /// Returns the nodes in the order of their opening brackets.
    pub(super) fn order(&self) -> &[NodeId] {
        &self.order.nodes
    }
}
