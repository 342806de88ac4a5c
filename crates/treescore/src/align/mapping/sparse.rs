//! The sparse kernel: nodes that have nothing to be mapped to in the other subtree are left out of its table.
//!
//! A node without a partner of positive weight inside the other subtree may be removed, its children promoted, without changing a
//! value. For each keyroot of the rows only the columns with a partner in its block take part (again an ordered forest, with keyroots of
//! its own), and for each keyroot of those only the rows with a partner in *its* block. Values of pairs that were never computed stay 0.
//! That is exact: the weight of such a pair is 0, and then one of the two nodes can be dropped without loss.
//!
//! As in the dense kernel, weights and values share one matrix. A pair is computed where its row is on the path of the keyroot of rows
//! and its column on the compressed path of the keyroot of columns, which is one place; elsewhere it is read.

use super::dense::leaf_row;
use super::shape::Numbering;

const NONE: u32 = u32::MAX;

/// Look-ups and lists of live nodes, reused.
#[derive(Debug, Default, Clone)]
pub(super) struct Sparse {
    partners: Partners,
    columns: Columns,
    /// Live rows, and for each how many live rows come before its first leaf.
    rows: Vec<(u32, u32)>,
    /// For each row of a block, how many live rows come before it.
    before: Vec<u32>,
}

/// The next partner of a node from the beginning of a block on. Blocks begin at leaves, so only those are kept.
#[derive(Debug, Default, Clone)]
struct Partners {
    /// For each leaf of the columns: the next partner of each row.
    of_rows: Vec<u32>,
    /// For each leaf of the rows: the next partner of each column.
    of_columns: Vec<u32>,
    /// Number of a leaf among the leaves, by position.
    row_leaf: Vec<u32>,
    column_leaf: Vec<u32>,
    next: Vec<u32>,
}

/// The live columns for one keyroot of rows.
#[derive(Debug, Default, Clone)]
struct Columns {
    /// Their positions, ascending.
    live: Vec<u32>,
    /// For each, the number of live columns before its first leaf.
    first: Vec<u32>,
    /// For each column, how many live ones come before it.
    before: Vec<u32>,
    /// For each value of `first`, the last live column that has it: a keyroot.
    last: Vec<u32>,
}

/// Entries of the look-ups for two trees.
pub(super) fn look_ups(rows: &Numbering, columns: &Numbering) -> u64 {
    let leaves = |side: &Numbering| (0..side.len()).filter(|&at| side.is_leaf(at)).count() as u64;
    leaves(columns) * rows.len() as u64 + leaves(rows) * columns.len() as u64
}

/// Numbers the leaves; other nodes get no number.
fn number_leaves(side: &Numbering, numbers: &mut Vec<u32>) -> usize {
    let mut leaves = 0;
    numbers.clear();
    numbers.extend((0..side.len()).map(|at| {
        let leaf = side.is_leaf(at);
        leaves += usize::from(leaf);
        if leaf { leaves as u32 - 1 } else { NONE }
    }));
    leaves
}

impl Partners {
    fn rebuild(&mut self, rows: &Numbering, columns: &Numbering, weights: &[i64]) {
        let row_leaves = number_leaves(rows, &mut self.row_leaf);
        let column_leaves = number_leaves(columns, &mut self.column_leaf);
        let (height, width) = (rows.len(), columns.len());
        self.of_rows.clear();
        self.of_rows.resize(column_leaves * height, NONE);
        self.of_columns.clear();
        self.of_columns.resize(row_leaves * width, NONE);
        self.next.clear();
        self.next.resize(width, NONE);
        for row in (0..height).rev() {
            let weights = &weights[row * width..][..width];
            for (next, &weight) in self.next.iter_mut().zip(weights) {
                *next = if weight > 0 { row as u32 } else { *next };
            }
            if rows.is_leaf(row) {
                self.of_columns[self.row_leaf[row] as usize * width..][..width].copy_from_slice(&self.next);
            }
            let mut next = NONE;
            for (column, (&weight, &leaf)) in weights.iter().zip(&self.column_leaf).enumerate().rev() {
                next = if weight > 0 { column as u32 } else { next };
                if leaf != NONE {
                    self.of_rows[leaf as usize * height + row] = next;
                }
            }
        }
    }

    /// The next partner of each column from the first leaf of `row` on.
    fn of_columns(&self, rows: &Numbering, row: usize) -> &[u32] {
        let width = self.column_leaf.len();
        &self.of_columns[self.row_leaf[rows.first[row] as usize] as usize * width..][..width]
    }

    /// The next partner of each row from the first leaf of `column` on.
    fn of_rows(&self, columns: &Numbering, column: usize) -> &[u32] {
        let height = self.row_leaf.len();
        &self.of_rows[self.column_leaf[columns.first[column] as usize] as usize * height..][..height]
    }
}

impl Columns {
    /// Lists the columns whose next partner is not after `bottom`, and the column `kept` in any case.
    fn rebuild(&mut self, columns: &Numbering, next: &[u32], bottom: u32, kept: Option<usize>) {
        self.live.clear();
        self.first.clear();
        self.before.clear();
        for (column, &next) in next.iter().enumerate() {
            self.before.push(self.live.len() as u32);
            if next <= bottom || kept == Some(column) {
                self.live.push(column as u32);
                self.first.push(self.before[columns.first[column] as usize]);
            }
        }
        self.last.clear();
        self.last.resize(self.live.len(), 0);
        for (at, &first) in self.first.iter().enumerate() {
            self.last[first as usize] = at as u32;
        }
    }

    /// Is the live column `at` the last one with its first leaf?
    fn is_keyroot(&self, at: usize) -> bool {
        self.last[self.first[at] as usize] as usize == at
    }
}

impl Sparse {
    /// The value of the whole pair. `td` holds weights before, and values of some pairs afterwards.
    ///
    /// `table` has room for one more row and column than there are nodes.
    pub(super) fn run(
        &mut self,
        rows: &Numbering,
        columns: &Numbering,
        td: &mut [i64],
        table: &mut [i64],
    ) -> i64 {
        let width = columns.len();
        let mut answer = 0;
        self.partners.rebuild(rows, columns, td);
        for &leaf in &rows.leaf_keyroots {
            let row = &mut td[leaf as usize * width..][..width];
            leaf_row(columns, row);
            answer = row[width - 1];
        }
        for &bottom in &rows.inner_keyroots {
            let bottom = bottom as usize;
            let is_root = bottom + 1 == rows.len();
            // The root of the columns is kept for the root of the rows, so that there is one table for everything.
            let next = self.partners.of_columns(rows, bottom);
            self.columns.rebuild(columns, next, bottom as u32, is_root.then_some(width - 1));
            for at in 0..self.columns.live.len() {
                if self.columns.is_keyroot(at) {
                    self.live_rows(rows, columns, bottom, self.columns.live[at] as usize);
                    answer = self.block(rows, width, bottom, at, td, table);
                }
            }
        }
        // The table of both roots came last: the root of the columns is the last live column of the last keyroot of rows. If the root of
        // the rows is a leaf, there were no tables, and the row was the only one.
        answer
    }

    /// Lists the rows below `bottom` that have a partner in the block of `column`.
    fn live_rows(&mut self, rows: &Numbering, columns: &Numbering, bottom: usize, column: usize) {
        let next = self.partners.of_rows(columns, column);
        let top = rows.first[bottom] as usize;
        self.rows.clear();
        self.before.clear();
        for (row, (&next, &first)) in (top..).zip(next[top..=bottom].iter().zip(&rows.first[top..=bottom])) {
            self.before.push(self.rows.len() as u32);
            if next as usize <= column {
                self.rows.push((row as u32, self.before[first as usize - top]));
            }
        }
    }

    /// The table of live rows and of the live columns in the block of the one at `right`; its last cell.
    fn block(
        &self,
        rows: &Numbering,
        width: usize,
        bottom: usize,
        right: usize,
        td: &mut [i64],
        table: &mut [i64],
    ) -> i64 {
        let left = self.columns.first[right];
        let live = &self.columns.live[left as usize..=right];
        let firsts = &self.columns.first[left as usize..=right];
        let stride = live.len() + 1;
        table[..stride].fill(0);
        for (at, &(row, base)) in self.rows.iter().enumerate() {
            let (done, rest) = table.split_at_mut((at + 1) * stride);
            let above = &done[at * stride..];
            let (edge, current) = rest[..stride].split_at_mut(1);
            edge[0] = 0;
            let values = &mut td[row as usize * width..][..width];
            if rows.first[row as usize] == rows.first[bottom] {
                path_row(current, above, values, live, firsts);
            } else {
                forest_row(current, above, &done[base as usize * stride..][..stride], values, live, firsts);
            }
        }
        table[self.rows.len() * stride + stride - 1]
    }
}

/// A row on the keyroot's path: its pairs with columns on the other path are computed here.
fn path_row(current: &mut [i64], above: &[i64], values: &mut [i64], live: &[u32], firsts: &[u32]) {
    let (mut best, left) = (0, firsts[0]);
    let cells = current.iter_mut().zip(above.iter().zip(&above[1..]));
    for ((cell, (&diagonal, &above)), (&column, &first)) in cells.zip(live.iter().zip(firsts)) {
        let value = &mut values[column as usize];
        if first == left {
            best = best.max(above.max(diagonal + *value));
            *value = best;
        } else {
            best = best.max(above.max(*value));
        }
        *cell = best;
    }
}

/// Any other row: its values are there.
fn forest_row(
    current: &mut [i64],
    above: &[i64],
    base: &[i64],
    values: &[i64],
    live: &[u32],
    firsts: &[u32],
) {
    let (mut best, left) = (0, firsts[0]);
    for ((cell, &above), (&column, &first)) in
        current.iter_mut().zip(&above[1..]).zip(live.iter().zip(firsts))
    {
        best = best.max(above.max(base[(first - left) as usize] + values[column as usize]));
        *cell = best;
    }
}
