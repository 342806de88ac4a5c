//! The rows and columns of a table: the nodes that take part in it.
//!
//! An only child needs neither row nor column: all pairs mapped in its subtree are mapped in its parent's
//! subtree, which stands beside the same forests and is worth no less. (A node is an only child if the next
//! node begins where it does.) Only children at the start of the forest are kept, though, because values of
//! nodes on the keyroot's path are computed from them.
//!
//! The lists are written without branches, which would be mispredicted too often: everything is written, then
//! kept or overwritten.

use super::partners::WORD;
use super::shape::Numbering;

/// An ordered forest: some nodes of a tree, in its order. It holds the ancestors of each of its nodes.
#[derive(Debug, Default, Clone)]
pub(super) struct Forest {
    nodes: Vec<u32>,
    firsts: Vec<u32>,
    before: Vec<u32>,
    length: usize,
}

impl Forest {
    /// Rebuilds the forest from the nodes of a tree that are `live`.
    pub(super) fn rebuild(&mut self, tree: &Numbering, live: impl Iterator<Item = bool>) {
        let nodes = tree.len();
        for array in [&mut self.nodes, &mut self.firsts, &mut self.before] {
            grow(array, nodes);
        }
        let mut length = 0;
        for (((at, before), &first), is_live) in (0..).zip(&mut self.before).zip(&tree.first).zip(live) {
            *before = length;
            self.nodes[length as usize] = at;
            // The start of the subtree. The number of nodes before it is computed below.
            self.firsts[length as usize] = first;
            length += u32::from(is_live);
        }
        self.length = length as usize;
        for first in &mut self.firsts[..self.length] {
            *first = self.before[*first as usize];
        }
    }

    /// Positions of the nodes, ascending.
    pub(super) fn nodes(&self) -> &[u32] {
        &self.nodes[..self.length]
    }

    /// For each node, the number of the forest's nodes before its subtree.
    pub(super) fn firsts(&self) -> &[u32] {
        &self.firsts[..self.length]
    }
}

/// A column of a table.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct TableColumn {
    pub(super) node: u32,
    /// Number of columns before the subtree; 0 if the node is on the keyroot's path.
    pub(super) before: u32,
}

/// The columns of a table.
#[derive(Debug, Default, Clone)]
pub(super) struct TableColumns {
    list: Vec<TableColumn>,
    before: Vec<u32>,
    length: usize,
}

impl TableColumns {
    /// Rebuilds the columns from a forest whose last node is a root. `firsts` counts the nodes before each
    /// node's subtree, including `offset` nodes outside the forest.
    pub(super) fn rebuild(&mut self, nodes: impl Iterator<Item = u32>, firsts: &[u32], offset: u32) {
        grow(&mut self.list, firsts.len());
        grow(&mut self.before, firsts.len());
        let mut length = 0;
        let list = &mut self.list[..firsts.len()];
        for (at, (node, before)) in nodes.zip(&mut self.before[..firsts.len()]).enumerate() {
            *before = length as u32;
            let first = firsts[at];
            list[length] = TableColumn { node, before: first - offset };
            // The last node has no successor, but it is on the path.
            let next = firsts[(at + 1).min(firsts.len() - 1)];
            length += usize::from(first == offset) | usize::from(next != first);
        }
        self.length = length;
        for column in &mut self.list[..self.length] {
            column.before = self.before[column.before as usize];
        }
    }

    /// Renames the nodes, for values that are stored in another order.
    pub(super) fn rename(&mut self, name: impl Fn(u32) -> u32) {
        for column in &mut self.list[..self.length] {
            column.node = name(column.node);
        }
    }

    pub(super) fn as_slice(&self) -> &[TableColumn] {
        &self.list[..self.length]
    }
}

/// A row of a table.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Row {
    pub(super) node: u32,
    /// The place of the row in memory. Place 0 is the empty forest.
    pub(super) place: u32,
    /// The place of the row before the subtree.
    pub(super) before: u32,
    /// True if the node is on the keyroot's path.
    pub(super) is_on_path: bool,
}

/// The rows of a table.
///
/// A row is computed from the row before it and from the row before its node's subtree.
#[derive(Debug, Default, Clone)]
pub(super) struct Rows {
    list: Vec<Row>,
    length: usize,
    /// For each 64-node word, a bit per live node and the number of live nodes before the word.
    live: Vec<(u64, u32)>,
    /// For each place, the last row computed from it, and the place that replaces it.
    last: Vec<u32>,
    renamed: Vec<u32>,
    /// Places that are free again.
    free: Vec<u32>,
}

impl Rows {
    /// Rebuilds the rows from the live nodes of a tree between `top` and `bottom`; with each node, its
    /// ancestors are live. `words` has a bit per node, starting with the word that holds `top`. Each row has
    /// a place of its own.
    pub(super) fn rebuild(
        &mut self,
        tree: &Numbering,
        top: usize,
        bottom: usize,
        words: impl Iterator<Item = u64>,
    ) {
        let start = top / WORD;
        self.live.clear();
        let mut lives = 0;
        for (word, bits) in (start..=bottom / WORD).zip(words) {
            let (from, to) =
                (top.saturating_sub(word * WORD), (word * WORD + WORD - 1).saturating_sub(bottom));
            let bits = bits & u64::MAX << from & u64::MAX >> to;
            self.live.push((bits, lives));
            lives += bits.count_ones();
        }
        grow(&mut self.list, lives as usize);
        let (mut length, mut number, mut last) = (0, 0, 0);
        for (word, &(mut bits, _)) in (start..).zip(&self.live) {
            while bits != 0 {
                let node = word * WORD + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let first = tree.first[node] as usize;
                let (others, before) = self.live[first / WORD - start];
                let before = before + (others & !(u64::MAX << (first % WORD))).count_ones();
                // The row before this one belongs to an only child.
                length -= usize::from(before == last && before > 0);
                number += 1;
                self.list[length] =
                    Row { node: node as u32, place: number, before, is_on_path: first == top };
                length += 1;
                last = before;
            }
        }
        self.length = length;
    }

    /// Renames the nodes, for values that are stored in another order.
    pub(super) fn rename(&mut self, name: impl Fn(u32) -> u32) {
        for row in &mut self.list[..self.length] {
            row.node = name(row.node);
        }
    }

    pub(super) fn as_slice(&self) -> &[Row] {
        &self.list[..self.length]
    }

    /// The number of places needed.
    pub(super) fn places(&self) -> usize {
        self.as_slice().last().map_or(1, |row| row.place as usize + 1)
    }

    /// Reassigns the places of rows that are no longer needed. Of the rows before subtrees, only those of
    /// incomplete subtrees are needed: as many as there are keyroot paths between a node and the root.
    pub(super) fn share_places(&mut self) {
        let places = self.places();
        for array in [&mut self.last, &mut self.renamed] {
            array.clear();
            array.resize(places, 0);
        }
        let rows = &mut self.list[..self.length];
        let mut above = 0;
        for row in &*rows {
            self.last[above as usize] = row.place;
            self.last[row.before as usize] = row.place;
            above = row.place;
        }
        self.last[0] = u32::MAX;
        self.free.clear();
        let (mut places, mut above) = (1, 0);
        for row in rows {
            let place = self.free.pop().unwrap_or_else(|| {
                places += 1;
                places - 1
            });
            for made_of in [above, row.before as usize] {
                if self.last[made_of] == row.place {
                    self.last[made_of] = u32::MAX;
                    self.free.push(self.renamed[made_of]);
                }
            }
            above = row.place as usize;
            self.renamed[above] = place;
            (row.place, row.before) = (place, self.renamed[row.before as usize]);
        }
    }
}

/// Grows an array and never shrinks it, so that nothing is zeroed that is overwritten anyway.
fn grow<T: Default + Clone>(array: &mut Vec<T>, length: usize) {
    if array.len() < length {
        array.resize(length, T::default());
    }
}
