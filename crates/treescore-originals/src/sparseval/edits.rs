//! Edit regions (specification, section 6): flattened, moved up to where other words surround them, and
//! merged.

use super::tree::{List, NodeId, Order, ROOT_NODE, Tree};

/// The edits at the edges of a phrase, which move to its parent.
#[derive(Clone, Copy, Debug, Default)]
struct Edges {
    before: List,
    behind: List,
}

/// The three passes; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits {
    edges: Vec<Edges>,
    open: Vec<NodeId>,
}

impl Edits {
    pub(super) fn normalise(&mut self, tree: &mut Tree, order: &mut Order) {
        tree.order(order);
        if !order.nodes.iter().any(|&id| tree.node(id).marks.is_edit) {
            return;
        }
        self.flatten(tree);
        if tree.node(ROOT_NODE).marks.is_edit {
            return;
        }
        tree.order(order);
        self.move_up(tree, order);
        tree.order(order);
        for &id in &order.nodes {
            if !tree.node(id).marks.is_edit {
                merge(tree, id);
            }
        }
    }

    /// Makes the leaves below every outermost edit its children.
    fn flatten(&mut self, tree: &mut Tree) {
        self.open.clear();
        self.open.push(ROOT_NODE);
        while let Some(id) = self.open.pop() {
            self.open.extend(tree.node(id).next);
            if tree.node(id).marks.is_edit {
                self.flatten_one(tree, id);
            } else {
                self.open.extend(tree.node(id).children.first);
            }
        }
    }

    fn flatten_one(&mut self, tree: &mut Tree, edit: NodeId) {
        let bottom = self.open.len();
        self.open.extend(tree.node(edit).children.first);
        let mut leaves = List::default();
        while self.open.len() > bottom {
            let Some(id) = self.open.pop() else { break };
            self.open.extend(tree.node(id).next);
            if tree.is_leaf(id) {
                tree.push(&mut leaves, id);
            } else {
                self.open.extend(tree.node(id).children.first);
            }
        }
        tree.node_mut(edit).children = leaves;
    }

    /// Moves edits up, from the leaves: every phrase gives the edits at its edges to its parent, and
    /// disappears if nothing is left.
    fn move_up(&mut self, tree: &mut Tree, order: &Order) {
        self.edges.clear();
        self.edges.resize(tree.len(), Edges::default());
        for &parent in order.nodes.iter().rev() {
            if tree.node(parent).marks.is_edit {
                continue;
            }
            let mut children = std::mem::take(&mut tree.node_mut(parent).children);
            let (mut edges, mut inner) = (Edges::default(), List::default());
            // `behind` holds the edits since the last child that is not an edit.
            while let Some(child) = tree.pop_first(&mut children) {
                let below = std::mem::take(&mut self.edges[child]);
                if tree.node(child).marks.is_edit {
                    tree.push(&mut edges.behind, child);
                    continue;
                }
                tree.append(&mut edges.behind, below.before);
                if !tree.is_void(child) {
                    let since = std::mem::take(&mut edges.behind);
                    let before = if inner.is_empty() { &mut edges.before } else { &mut inner };
                    tree.append(before, since);
                    tree.push(&mut inner, child);
                }
                tree.append(&mut edges.behind, below.behind);
            }
            if parent == ROOT_NODE {
                let mut all = edges.before;
                tree.append(&mut all, inner);
                tree.append(&mut all, edges.behind);
                inner = all;
            } else {
                self.edges[parent] = edges;
            }
            tree.node_mut(parent).children = inner;
        }
    }
}

/// Merges neighbouring edits into one with the label of the first. The original crashes if one of them is a
/// leaf; here it is an edit of one word.
fn merge(tree: &mut Tree, parent: NodeId) {
    let mut children = std::mem::take(&mut tree.node_mut(parent).children);
    let (mut merged, mut before) = (List::default(), None);
    while let Some(child) = tree.pop_first(&mut children) {
        if !tree.node(child).marks.is_edit {
            tree.push(&mut merged, child);
            before = None;
            continue;
        }
        let is_followed = children.first.is_some_and(|next| tree.node(next).marks.is_edit);
        let Some(edit) = before else {
            let edit = if is_followed { as_region(tree, child) } else { child };
            tree.push(&mut merged, edit);
            before = Some(edit);
            continue;
        };
        let mut words = tree.node(edit).children;
        if tree.is_leaf(child) {
            tree.push(&mut words, child);
        } else {
            tree.append(&mut words, tree.node(child).children);
        }
        tree.node_mut(edit).children = words;
    }
    tree.node_mut(parent).children = merged;
}

/// Returns the edit itself, or a new edit that contains the leaf.
fn as_region(tree: &mut Tree, edit: NodeId) -> NodeId {
    if !tree.is_leaf(edit) {
        return edit;
    }
    let region = tree.add(tree.node(edit).label, tree.node(edit).marks);
    let mut words = List::default();
    tree.push(&mut words, edit);
    tree.node_mut(region).children = words;
    region
}

#[cfg(test)]
#[path = "edits_tests.rs"]
mod tests;
