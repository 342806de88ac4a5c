//! The sparse kernel: subtrees that have nothing in common are left out of a table.
//!
//! Two subtrees have something in common if a node of one can be mapped to a node of the other. If not, their
//! value is 0, and each can be removed when the other is computed. So for each keyroot of the rows, only the
//! columns that have something in common with it take part (again an ordered forest, with keyroots of its
//! own), and for each keyroot of those, only the rows that have something in common with *that* keyroot. A
//! pair that is never computed keeps its weight, 0, which is its value.
//!
//! As in the dense kernel, weights and values share one matrix. A pair is computed where its row is on the
//! path of the row keyroot and its column is on the path of the column keyroot, which happens once; elsewhere
//! it is only read.

use super::Scratch;
use super::chains;
use super::forest::Forest;
use super::limit::MappingError;
use super::partners::{Partners, WORD};
use super::shape::Numbering;
use super::table;
use std::ops::RangeInclusive;

/// Tables with more cells than this reuse the places of their rows.
const LARGE: usize = 1 << 14;

/// Memory of this kernel, reused.
#[derive(Debug, Default, Clone)]
pub(super) struct Sparse {
    partners: Partners,
    columns: Forest,
    /// For each node of the forest, the last node whose subtree begins there: a keyroot. A smaller number if
    /// there is none.
    last: Vec<u32>,
    /// Keyroots of the forest that are leaves.
    leaves: Vec<u32>,
    /// A bit per row that is a keyroot and a leaf.
    leaf_rows: Vec<u64>,
}

/// Cells of the largest table that keeps all its rows.
pub(super) fn cells(rows: &Numbering, columns: &Numbering) -> u64 {
    let (height, width) = (rows.len() as u64 + 1, columns.len() as u64 + 1);
    (height * width).min(LARGE as u64 + height + width)
}

impl Sparse {
    /// Makes room for the bits of two trees.
    pub(super) fn make_room(&mut self, rows: &Numbering, columns: &Numbering) -> Result<(), MappingError> {
        self.partners.make_room(rows, columns)
    }

    /// Replaces weights with values. The last one is the value of the whole pair.
    pub(super) fn run(
        &mut self,
        rows: &Numbering,
        columns: &Numbering,
        td: &mut [i64],
        scratch: &mut Scratch,
    ) -> Result<(), MappingError> {
        self.partners.rebuild(rows, columns, td);
        self.leaf_rows(rows, columns, td);
        chains::upper_rows(rows, columns, td, &mut scratch.inside);
        for (bottom, [done, all]) in rows.keyroots_in_steps() {
            self.columns.rebuild(columns, self.partners.of_row(bottom));
            self.find_keyroots();
            self.leaf_columns(rows, columns.len(), bottom, td);
            // From the right: the keyroots below a keyroot begin after it.
            for (left, &right) in self.last.iter().enumerate().rev() {
                if right as usize > left {
                    self.block(rows, columns.len(), bottom, left..=right as usize, td, scratch)?;
                }
            }
            scratch.gauge.reach(done, all)?;
        }
        Ok(())
    }

    /// Computes the rows of leaves that are keyroots, against all subtrees: the best node of each. Every
    /// column passes its value on to its parent.
    fn leaf_rows(&mut self, rows: &Numbering, columns: &Numbering, td: &mut [i64]) {
        self.leaf_rows.clear();
        self.leaf_rows.resize(rows.len().div_ceil(WORD), 0);
        for row in rows.chain_leaves() {
            self.leaf_rows[row / WORD] |= 1 << (row % WORD);
        }
        // Columns first, so that the processor has other work while a value is loading.
        for ((word, bits), leaves) in self.partners.words_of_rows().enumerate().zip(&self.leaf_rows) {
            for ((column, bits), &parent) in bits.iter().enumerate().zip(&columns.parent) {
                let mut live = bits & leaves;
                while live != 0 {
                    let row = word * WORD + live.trailing_zeros() as usize;
                    live &= live - 1;
                    let values = &mut td[row * columns.len()..][..columns.len()];
                    values[parent as usize] = values[parent as usize].max(values[column]);
                }
            }
        }
    }

    fn find_keyroots(&mut self) {
        let firsts = self.columns.firsts();
        self.last.clear();
        self.last.resize(firsts.len(), 0);
        for (at, &first) in firsts.iter().enumerate() {
            self.last[first as usize] = at as u32;
        }
        self.leaves.clear();
        for (at, ((&last, &first), &node)) in
            (0..).zip(self.last.iter().zip(firsts).zip(self.columns.nodes()))
        {
            if last == at && first == at {
                self.leaves.push(node);
            }
        }
    }

    /// Computes the path of `bottom` against keyroots that are leaves: the best node of each subtree.
    fn leaf_columns(&self, rows: &Numbering, width: usize, bottom: usize, td: &mut [i64]) {
        for row in rows.path(bottom) {
            let (before, from) = td.split_at_mut(row * width);
            for child in rows.children(row) {
                let values = &before[child * width..][..width];
                for &column in &self.leaves {
                    from[column as usize] = from[column as usize].max(values[column as usize]);
                }
            }
        }
    }

    /// Computes the table of the keyroot `bottom` and of the last column of a `subtree` of the forest.
    fn block(
        &self,
        rows: &Numbering,
        width: usize,
        bottom: usize,
        subtree: RangeInclusive<usize>,
        td: &mut [i64],
        scratch: &mut Scratch,
    ) -> Result<(), MappingError> {
        let (top, left, right) =
            (rows.first[bottom] as usize, *subtree.start(), self.columns.nodes()[*subtree.end()]);
        scratch.rows.rebuild(rows, top, bottom, self.partners.of_column(right as usize, top));
        let nodes = self.columns.nodes()[subtree.clone()].iter().copied();
        scratch.columns.rebuild(nodes, &self.columns.firsts()[subtree], left as u32);
        if scratch.rows.places() * scratch.columns.as_slice().len() > LARGE {
            scratch.rows.share_places();
        }
        table::run(scratch, width, td)
    }
}
