//! The canonical mapping, traced through the values of all pairs of subtrees.
//!
//! It is defined by values and by right-to-left order alone, so it is traced in the left numbering, in
//! whichever direction the values were computed.

use super::Scratch;
use super::limit::MappingError;
use super::shape::Numbering;

/// The values, and where to find them.
pub(super) struct Values<'a> {
    pub(super) rows: &'a Numbering,
    pub(super) columns: &'a Numbering,
    /// Row of `td` for each row of the left numbering; the same for columns.
    pub(super) row_at: &'a [u32],
    pub(super) column_at: &'a [u32],
    pub(super) td: &'a [i64],
}

impl Values<'_> {
    fn td(&self, row: usize, column: usize) -> i64 {
        self.td[self.row_at[row] as usize * self.columns.len() + self.column_at[column] as usize]
    }

    /// Appends the pairs of the canonical mapping to `pairs`, as preorder numbers, in no particular order.
    ///
    /// The table has room for one more row and column than there are nodes. `stack` is only memory.
    pub(super) fn trace(
        &self,
        weight: impl Fn(usize, usize) -> i64,
        Scratch { table, gauge, .. }: &mut Scratch,
        stack: &mut Vec<(u32, u32)>,
        pairs: &mut Vec<(u32, u32)>,
    ) -> Result<(), MappingError> {
        stack.clear();
        stack.push((self.rows.len() as u32 - 1, self.columns.len() as u32 - 1));
        while let Some((bottom, right)) = stack.pop() {
            let block = Block::new(self, bottom as usize, right as usize);
            block.fill(table);
            block.walk(&weight, table, stack, pairs);
            gauge.add(((block.bottom - block.top + 1) * block.stride) as u64)?;
        }
        Ok(())
    }
}

/// The forests of two subtrees.
struct Block<'a> {
    values: &'a Values<'a>,
    bottom: usize,
    right: usize,
    top: usize,
    left: usize,
    stride: usize,
}

/// The canonical mapping's decision about the rightmost roots of two forests.
enum Step {
    Map,
    PairSubtrees,
    DropRow,
    DropColumn,
}

impl<'a> Block<'a> {
    fn new(values: &'a Values<'a>, bottom: usize, right: usize) -> Self {
        let (top, left) = (values.rows.first[bottom] as usize, values.columns.first[right] as usize);
        Self { values, bottom, right, top, left, stride: right - left + 2 }
    }

    /// Fills the forest table. Two trees need no special case: their value is in `td`, beside two empty
    /// forests.
    fn fill(&self, table: &mut [i64]) {
        let Self { values, stride, .. } = *self;
        table[..stride].fill(0);
        let firsts = &values.columns.first[self.left..=self.right];
        let column_at = &values.column_at[self.left..=self.right];
        for row in self.top..=self.bottom {
            let (done, rest) = table.split_at_mut((row - self.top + 1) * stride);
            let base = &done[(values.rows.first[row] as usize - self.top) * stride..][..stride];
            let above = &done[done.len() - stride..][1..];
            let td = &values.td[values.row_at[row] as usize * values.columns.len()..][..values.columns.len()];
            let (edge, current) = rest[..stride].split_at_mut(1);
            edge[0] = 0;
            let mut best = 0;
            for (((cell, &above), &first), &at) in current.iter_mut().zip(above).zip(firsts).zip(column_at) {
                best = best.max(above.max(base[first as usize - self.left] + td[at as usize]));
                *cell = best;
            }
        }
    }

    /// Walks from the corner to an edge. Rows and columns are counted from 1 within the block; 0 is the empty
    /// forest.
    fn walk(
        &self,
        weight: &impl Fn(usize, usize) -> i64,
        table: &[i64],
        stack: &mut Vec<(u32, u32)>,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let (rows, columns) = (self.values.rows, self.values.columns);
        let (mut down, mut across) = (self.bottom - self.top + 1, self.right - self.left + 1);
        while down > 0 && across > 0 {
            let (row, column) = (self.top + down - 1, self.left + across - 1);
            match self.step(weight, table, down, across) {
                Step::Map => {
                    pairs.push((rows.node[row], columns.node[column]));
                    (down, across) = (down - 1, across - 1);
                }
                Step::PairSubtrees => {
                    // Subtrees with nothing in common hold no pair.
                    if self.values.td(row, column) > 0 {
                        stack.push((row as u32, column as u32));
                    }
                    (down, across) =
                        (rows.first[row] as usize - self.top, columns.first[column] as usize - self.left);
                }
                Step::DropRow => down -= 1,
                Step::DropColumn => across -= 1,
            }
        }
    }

    /// The rule, in order: pair the rightmost subtrees or map two roots, else drop the row, else the column.
    fn step(&self, weight: &impl Fn(usize, usize) -> i64, table: &[i64], down: usize, across: usize) -> Step {
        let (rows, columns) = (self.values.rows, self.values.columns);
        let (row, column) = (self.top + down - 1, self.left + across - 1);
        let at = |down: usize, across: usize| table[down * self.stride + across];
        let here = at(down, across);
        let (first_row, first_column) =
            (rows.first[row] as usize - self.top, columns.first[column] as usize - self.left);
        if first_row == 0 && first_column == 0 {
            let worth = weight(rows.node[row] as usize, columns.node[column] as usize);
            if worth > 0 && here - at(down - 1, across - 1) == worth {
                return Step::Map;
            }
        } else if at(first_row, first_column) + self.values.td(row, column) == here {
            return Step::PairSubtrees;
        }
        if at(down - 1, across) == here { Step::DropRow } else { Step::DropColumn }
    }
}
