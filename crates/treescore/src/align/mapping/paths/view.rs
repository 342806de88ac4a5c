//! The forests of a subtree that remain when nodes are removed from the left and from the right.
//!
//! Such a forest is named by its leftmost and its rightmost root: the same node, or two nodes side by side.

use super::super::forest::TableColumn;
use super::super::shape::{Direction, Numbering};
use super::Side;

/// The other subtree, seen from the left or mirrored. Nodes are numbered in its preorder.
#[derive(Debug, Default, Clone)]
pub(super) struct View {
    /// Position of each node in postorder, and node at each position.
    pub(super) at: Vec<u32>,
    pub(super) node: Vec<u32>,
    first: Vec<u32>,
    /// Name of the node at each position in the whole tree.
    pub(super) name: Vec<u32>,
    /// For each node, its column lists begin here. Place 0 of each list is the empty forest.
    pub(super) starts: Vec<u32>,
    pub(super) columns: Vec<TableColumn>,
    /// For each node, the place of the forest below it in the next node's list.
    pub(super) below: Vec<u32>,
    before: Vec<u32>,
}

impl View {
    pub(super) fn len(&self) -> usize {
        self.node.len()
    }

    pub(super) fn rebuild(&mut self, side: &Side, root: usize, direction: Direction) {
        let tree: &Numbering = &side.numbered[direction as usize];
        let bottom = tree.at[root] as usize;
        let top = tree.first[bottom] as usize;
        let nodes = bottom + 1 - top;
        for array in [&mut self.at, &mut self.node, &mut self.first, &mut self.name, &mut self.before] {
            array.clear();
            array.resize(nodes, 0);
        }
        for at in 0..nodes {
            let (first, name) = (tree.first[top + at] as usize - top, tree.node[top + at]);
            // Before a node in preorder are the nodes before its first leaf, and its ancestors.
            let node = first + (side.depths[name as usize] - side.depths[root]) as usize;
            self.at[node] = at as u32;
            (self.node[at], self.first[at], self.name[at]) = (node as u32, first as u32, name);
        }
        self.list_columns();
    }

    /// Lists the columns of each node: itself and the nodes to its right, in postorder.
    fn list_columns(&mut self) {
        self.starts.clear();
        self.columns.clear();
        self.below.clear();
        for node in 0..self.len() {
            self.starts.push(self.columns.len() as u32);
            self.columns.push(TableColumn::default());
            let start = self.at[node] as usize;
            let mut length = 0;
            for at in start..self.len() {
                self.before[at] = length;
                if self.node[at] as usize >= node {
                    let before = if at == start { 0 } else { self.before[self.first[at] as usize] };
                    self.columns.push(TableColumn { node: at as u32, before });
                    length += 1;
                }
            }
            let is_leaf = self.first[start] as usize == start;
            self.below.push(if is_leaf { 0 } else { self.at[node] - self.at[node + 1] });
        }
        self.starts.push(self.columns.len() as u32);
    }

    /// The columns of a node, as a range of all columns, without the empty forest.
    pub(super) fn range(&self, node: usize) -> std::ops::Range<usize> {
        self.starts[node] as usize + 1..self.starts[node + 1] as usize
    }

    /// The place, in the list of all columns, of the forest below a node.
    pub(super) fn forest_below(&self, node: usize) -> usize {
        let next = (node + 1).min(self.len() - 1);
        self.starts[next] as usize + self.below[node] as usize
    }
}
