//! The dense kernel: all pairs of subtrees, keyroot by keyroot.
//!
//! The matrix `td` holds the weights at first. The value of a pair of subtrees, `td[i][j] = V(T(i), T(j))`, is computed exactly once,
//! from the weight that stands in its place, and is only read afterwards; so one matrix does for both.
//!
//! The forest table of two keyroots needs no matrix either. Going down the rows in postorder, the row of node `i` is made of the row
//! before it and of the row before the first leaf of `i`. All nodes with the same first leaf lie on one path, so that the latter can
//! be kept per path, from the leaf on: as many rows as there are paths between a node and the keyroot ([`Numbering::light`]).

use super::shape::Numbering;

/// Rows of the forest table.
pub(super) fn table_rows(rows: &Numbering) -> usize {
    rows.deepest as usize + 1
}

/// Turns weights into values; the value of the whole pair is the last one.
///
/// `table` has room for [`table_rows`] rows of one more than there are columns.
pub(super) fn run(rows: &Numbering, columns: &Numbering, td: &mut [i64], table: &mut [i64]) {
    leaf_columns(rows, columns, td);
    for &row in &rows.leaf_keyroots {
        leaf_row(columns, &mut td[row as usize * columns.len()..][..columns.len()]);
    }
    for &row in &rows.inner_keyroots {
        for &column in &columns.inner_keyroots {
            Block { rows, columns, bottom: row as usize, right: column as usize }.run(td, table);
        }
    }
}

/// A leaf against all subtrees: the best node of each. Every node passes its value on to its parent.
pub(super) fn leaf_row(columns: &Numbering, td: &mut [i64]) {
    for (column, &parent) in columns.parent.iter().enumerate() {
        td[parent as usize] = td[parent as usize].max(td[column]);
    }
}

/// All subtrees against those leaves that are keyroots. (Other leaves begin the path of a keyroot, and are computed with it.)
fn leaf_columns(rows: &Numbering, columns: &Numbering, td: &mut [i64]) {
    let width = columns.len();
    for (row, &parent) in rows.parent.iter().enumerate().take(rows.len() - 1) {
        // The parent comes later in postorder.
        let (before, after) = td.split_at_mut(parent as usize * width);
        let (from, to) = (&before[row * width..][..width], &mut after[..width]);
        for &column in &columns.leaf_keyroots {
            to[column as usize] = to[column as usize].max(from[column as usize]);
        }
    }
}

/// The forests of two keyroots.
struct Block<'a> {
    rows: &'a Numbering,
    columns: &'a Numbering,
    bottom: usize,
    right: usize,
}

impl Block<'_> {
    fn run(&self, td: &mut [i64], table: &mut [i64]) {
        let (top, left) = (self.rows.first[self.bottom] as usize, self.columns.first[self.right] as usize);
        let width = self.right - left + 1;
        let stride = width + 1;
        let (current, kept) = table.split_at_mut(stride);
        current.fill(0);
        let firsts = &self.columns.first[left..=self.right];
        let path = self.rows.light[self.bottom];
        for row in top..=self.bottom {
            let values = &mut td[row * self.columns.len() + left..][..width];
            let Some(level) = (self.rows.light[row] - path).checked_sub(1) else {
                path_row(current, values, firsts, left as u32);
                continue;
            };
            let base = &mut kept[level as usize * stride..][..stride];
            if self.rows.is_leaf(row) {
                base.copy_from_slice(current);
            }
            forest_row(current, base, values, firsts, left as u32);
        }
    }
}

/// A row on the keyroot's path: with a column on the other's path, both prefixes are trees, whose roots may be mapped. Other columns
/// are subtrees that have nothing but the empty forest to their left on the other side.
fn path_row(current: &mut [i64], values: &mut [i64], firsts: &[u32], left: u32) {
    let (mut best, mut diagonal) = (0, 0);
    for ((cell, value), &first) in current[1..].iter_mut().zip(values).zip(firsts) {
        let above = *cell;
        if first == left {
            best = best.max(above.max(diagonal + *value));
            *value = best;
        } else {
            best = best.max(above.max(*value));
        }
        diagonal = above;
        *cell = best;
    }
}

/// Any other row: the subtrees of row and column are paired, beside the forests before them.
fn forest_row(current: &mut [i64], base: &[i64], values: &[i64], firsts: &[u32], left: u32) {
    let mut best = 0;
    for ((cell, &value), &first) in current[1..].iter_mut().zip(values).zip(firsts) {
        // Only the last maximum waits for the cell before.
        best = best.max((*cell).max(base[(first - left) as usize] + value));
        *cell = best;
    }
}
