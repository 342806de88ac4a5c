//! The table of the sequence kernel, restricted to nodes that a best alignment can pass through.
//!
//! A node `(i, j)` of the table stands for the first i items of gold and the first j of the system; its value
//! is the largest weight of an alignment of these. The remaining items can add at most one equal pair for
//! each item of the shorter rest, and less if items have no equal partner ([`Losses`]). If that does not
//! reach the known value of some alignment, no best alignment passes through the node, and it is left out.
//! Nodes that reach exactly that value stay, so that ties are decided as in the full table.
//!
//! The known value comes from narrow bands around the diagonals of the two corners, in which everything
//! outside is left out unseen.

use std::ops::Range;

use super::Budget;
use super::losses::Losses;
use super::steps::NODES;

/// The value of a node that is left out: less than any other, even with a pair added.
const LEFT_OUT: i64 = i64::MIN / 2;
/// Up to this length the table is so small that a band saves nothing.
pub(super) const SHORT: usize = 64;
/// How far the first band extends beyond the two diagonals.
const FIRST_REACH: usize = 32;

/// The alignment table of two sequences: their lengths, and the weight of an equal pair, which is the largest
/// weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) equal: i64,
}

/// The nodes of a table that are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Band {
    /// Number of diagonals beyond those on which the table begins and ends.
    pub(super) reach: usize,
    /// The known value of an alignment within the band; nodes that cannot reach it are left out.
    pub(super) least: i64,
}

impl Table {
    fn shorter(self) -> usize {
        self.height.min(self.width)
    }

    /// The band that covers the whole table.
    pub(super) fn whole_band(self) -> Band {
        Band { reach: self.shorter(), least: 0 }
    }

    /// The band that contains all alignments with a value of at least `least`.
    ///
    /// An alignment that leaves the band by one diagonal leaves as many items of the shorter sequence
    /// unpaired as there are diagonals to that place: each diagonal is undone by skipping one item.
    fn safe_band(self, least: i64) -> Band {
        let most = self.equal * self.shorter() as i64;
        // If no pair has a positive value, the best alignment is empty.
        let lost = if self.equal > 0 { (most - least) / self.equal } else { 0 };
        let reach = usize::try_from(lost).map_or(0, |lost| lost.min(self.shorter()));
        Band { reach, least }
    }

    /// Finds a band that contains all best alignments. `value` computes the largest value within a band. `None`
    /// if `value` gives up.
    pub(super) fn find_band(self, mut value: impl FnMut(Band) -> Option<i64>) -> Option<Band> {
        if self.shorter() <= SHORT {
            return Some(self.whole_band());
        }
        let mut band = Band { reach: FIRST_REACH, least: 0 };
        loop {
            band.least = value(band)?;
            let safe = self.safe_band(band.least);
            // Another try must be cheap compared with what it may save.
            if band.reach * 8 >= safe.reach {
                return Some(safe);
            }
            band.reach *= 4;
        }
    }

    /// Upper bound of the cells that an alignment takes: the whole table, and all bands tried before.
    pub(super) fn most_cells(self) -> u64 {
        let in_band = |reach: usize| {
            let columns = (self.columns(Band { reach, least: 0 }) + 2).min(self.width + 1);
            (self.height as u64).saturating_mul(columns as u64)
        };
        let is_tried = |&reach: &usize| reach * 2 < self.shorter(); // eight times the reach before
        let tried = std::iter::successors(Some(FIRST_REACH * 4), |reach| reach.checked_mul(4));
        let tried = std::iter::once(FIRST_REACH).chain(tried.take_while(is_tried));
        let tried = tried.take_while(|_| self.shorter() > SHORT).map(in_band);
        tried.fold(in_band(self.shorter()), u64::saturating_add)
    }

    /// Bytes that the steps through a band take.
    pub(super) fn bytes(self, band: Band) -> u64 {
        let in_row = self.columns(band).div_ceil(NODES) as u64;
        (in_row * 8).saturating_mul(self.height as u64)
    }

    /// The largest number of nodes in one row of a band.
    pub(super) fn columns(self, band: Band) -> usize {
        let diagonals = band.reach.saturating_mul(2).saturating_add(self.height.abs_diff(self.width) + 1);
        diagonals.min(self.width)
    }

    /// The same table with gold and system exchanged.
    pub(super) fn transpose(self) -> Self {
        Self { height: self.width, width: self.height, ..self }
    }

    /// Columns of a band in this row of nodes.
    pub(super) fn limits(self, band: Band, row: usize) -> Range<usize> {
        let below = self.height.saturating_sub(self.width).saturating_add(band.reach);
        let above = self.width.saturating_sub(self.height).saturating_add(band.reach);
        row.saturating_sub(below)..(row + above).min(self.width) + 1
    }
}

/// A table that is filled row by row.
pub(super) struct Sweep<'s> {
    table: Table,
    band: Band,
    losses: &'s Losses,
    /// The values of the last row.
    pub(super) row: &'s mut Vec<i64>,
    /// Its columns that are in the band and can reach the known value.
    pub(super) open: Range<usize>,
    /// The last column that counts.
    last: usize,
}

impl<'s> Sweep<'s> {
    /// Begins with the row above the first gold item.
    pub(super) fn new(table: Table, band: Band, losses: &'s Losses, row: &'s mut Vec<i64>) -> Self {
        row.clear();
        row.resize(table.width + 1, 0);
        let open = shrink(row, table.limits(band, 0), is_in(table, band, losses, 0));
        Self { table, band, losses, row, open, last: table.width }
    }

    /// Leaves out the columns behind this one, which is open in the last row to be filled: no value before them depends
    /// on them.
    pub(super) fn cut(&mut self, last: usize) {
        self.last = last;
        self.open.end = self.open.end.min(last + 1);
    }

    /// Fills the rows of these gold items. `fill` gets the number of the gold item, the first column of nodes, and
    /// the values of the nodes above, which it replaces with those of the row; the first of them stays. `None` if
    /// there are not enough cells left, of which it takes as many as it computes, or if the work is to stop.
    #[inline]
    pub(super) fn rows(
        &mut self,
        items: Range<usize>,
        budget: &mut Budget,
        mut fill: impl FnMut(usize, usize, &mut [i64]),
    ) -> Option<()> {
        let Self { table, band, losses, row, open, last } = self;
        for item in items {
            let is_in = is_in(*table, *band, losses, item + 1);
            let mut limits = table.limits(*band, item + 1);
            limits.end = limits.end.min(*last + 1);
            let (start, end) = (open.start, (open.end + 1).min(limits.end));
            budget.take((end - start) as u64)?;
            row[open.end..end].fill(LEFT_OUT);
            fill(item, start, &mut row[start..end]);
            let end = extend(row, end..limits.end, &is_in);
            *open = shrink(row, start.max(limits.start)..end, is_in);
        }
        Some(())
    }

    /// The largest value, once all rows are filled.
    pub(super) fn value(&self) -> i64 {
        self.row.last().copied().unwrap_or(0)
    }
}

/// Tells whether an alignment through a node of this row can reach the known value.
fn is_in(table: Table, band: Band, losses: &Losses, row: usize) -> impl Fn(usize, i64) -> bool {
    move |column, value| band.least == 0 || value + losses.rest(table, row, column) >= band.least
}

/// Extends a row to the right, where only insertions lead. Returns the end of the row.
fn extend(row: &mut [i64], free: Range<usize>, is_in: impl Fn(usize, i64) -> bool) -> usize {
    let best = row[free.start - 1];
    let end = free.start + free.clone().take_while(|&column| is_in(column, best)).count();
    row[free.start..end].fill(best);
    end
}

/// Removes nodes that cannot reach the known value from both ends. At least one node stays.
fn shrink(row: &[i64], open: Range<usize>, is_in: impl Fn(usize, i64) -> bool) -> Range<usize> {
    let is_out = |&column: &usize| !is_in(column, row[column]);
    let start = open.start + (open.start..open.end - 1).take_while(is_out).count();
    let end = open.end - (start + 1..open.end).rev().take_while(is_out).count();
    start..end
}
