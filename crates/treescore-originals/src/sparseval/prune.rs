//! Pruning (specification, section 5): removes empty nodes, and deletable ones if deletion is on.

use super::tree::{List, Order, Tree};

/// Whether deletable nodes are removed, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deletion {
    On,
    Off,
}

/// Removes nodes from the leaves up; the root stays. A removed leaf takes its word along; a removed phrase is
/// replaced by its children.
pub(super) fn prune(tree: &mut Tree, deletion: Deletion, order: &mut Order) {
    tree.order(order);
    for &parent in order.nodes.iter().rev() {
        let mut children = std::mem::take(&mut tree.node_mut(parent).children);
        let mut kept = List::default();
        while let Some(child) = tree.pop_first(&mut children) {
            let is_deleted = deletion == Deletion::On && tree.node(child).marks.is_deletable;
            if is_deleted || tree.is_void(child) {
                tree.append(&mut kept, tree.node(child).children);
            } else {
                tree.push(&mut kept, child);
            }
        }
        tree.node_mut(parent).children = kept;
    }
}
