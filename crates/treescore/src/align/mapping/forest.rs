//! Which nodes take part in a table: its rows and columns.
//!
//! An only child needs none: whatever is mapped in its subtree is mapped in its parent's, which stands beside the same forests and is worth
//! no less. (A node is an only child if the next one begins where it does.) Those at the beginning of the forest are kept, though, because
//! the values of nodes on the keyroot's path are made of them.
//!
//! The lists are written without branches, which would be mispredicted too often: everything is written, and kept or not.

use super::partners::WORD;
use super::shape::Numbering;

/// An ordered forest: some nodes of a tree, in its order. With a node it has the nodes above it.
#[derive(Debug, Default, Clone)]
pub(super) struct Forest {
    nodes: Vec<u32>,
    firsts: Vec<u32>,
    before: Vec<u32>,
    length: usize,
}

impl Forest {
    /// Takes the nodes of a tree that are `live`.
    pub(super) fn rebuild(&mut self, tree: &Numbering, live: impl Iterator<Item = bool>) {
        let nodes = tree.len();
        for array in [&mut self.nodes, &mut self.firsts, &mut self.before] {
            grow(array, nodes);
        }
        let mut length = 0;
        for (((at, before), &first), is_live) in (0..).zip(&mut self.before).zip(&tree.first).zip(live) {
            *before = length;
            self.nodes[length as usize] = at;
            // Where the subtree begins; how many nodes come before that is known later.
            self.firsts[length as usize] = first;
            length += u32::from(is_live);
        }
        self.length = length as usize;
        for first in &mut self.firsts[..self.length] {
            *first = self.before[*first as usize];
        }
    }

    /// Their positions, ascending.
    pub(super) fn nodes(&self) -> &[u32] {
        &self.nodes[..self.length]
    }

    /// For each node, how many of them come before its subtree.
    pub(super) fn firsts(&self) -> &[u32] {
        &self.firsts[..self.length]
    }
}

/// A column of a table.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct TableColumn {
    pub(super) node: u32,
    /// How many columns come before the subtree; none if the node is on the path of the keyroot.
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
    /// Takes the columns of a forest of which the last node is a root. `firsts` says how many nodes come before the subtree of each,
    /// beside `offset` nodes that are not in the forest.
    pub(super) fn rebuild(&mut self, nodes: impl Iterator<Item = u32>, firsts: &[u32], offset: u32) {
        grow(&mut self.list, firsts.len());
        grow(&mut self.before, firsts.len());
        let mut length = 0;
        let list = &mut self.list[..firsts.len()];
        for (at, (node, before)) in nodes.zip(&mut self.before[..firsts.len()]).enumerate() {
            *before = length as u32;
            let first = firsts[at];
            list[length] = TableColumn { node, before: first - offset };
            // The last node has no next one, but is on the path.
            let next = firsts[(at + 1).min(firsts.len() - 1)];
            length += usize::from(first == offset) | usize::from(next != first);
        }
        self.length = length;
        for column in &mut self.list[..self.length] {
            column.before = self.before[column.before as usize];
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
    /// Where it is kept. Place 0 is for the empty forest.
    pub(super) place: u32,
    /// Where the row before the subtree is kept.
    pub(super) before: u32,
    /// Is the node on the path of the keyroot?
    pub(super) is_on_path: bool,
}

/// The rows of a table.
///
/// A row is made of the row before it and of the row before its node's subtree.
#[derive(Debug, Default, Clone)]
pub(super) struct Rows {
    list: Vec<Row>,
    length: usize,
    /// A bit for each live node, and how many there are before those of a word.
    live: Vec<(u64, u32)>,
    /// For each place, the last row that is made of what is there, and the place that it gets instead.
    last: Vec<u32>,
    renamed: Vec<u32>,
    /// Places that are not needed any more.
    free: Vec<u32>,
}

impl Rows {
    /// Takes the rows of those nodes of a tree from `top` to `bottom` that are live: with a node those above it. `words` has a bit
    /// for each node, from the word on in which `top` is. Each row has a place of its own.
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
                // The row before this one was that of an only child.
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

    pub(super) fn as_slice(&self) -> &[Row] {
        &self.list[..self.length]
    }

    /// Places that are needed.
    pub(super) fn places(&self) -> usize {
        self.as_slice().last().map_or(1, |row| row.place as usize + 1)
    }

    /// Gives the places of rows that are not needed any more to others. Of rows before a subtree, only those are needed whose subtrees are not yet
    /// complete: as many as there are paths between a node and the root.
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

/// Arrays only grow, so that nothing is overwritten with zeros that is overwritten anyway.
fn grow<T: Default + Clone>(array: &mut Vec<T>, length: usize) {
    if array.len() < length {
        array.resize(length, T::default());
    }
}
