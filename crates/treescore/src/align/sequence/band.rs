//! The table of the sequence kernel without the parts in which no best alignment can be.
//!
//! A node `(i, j)` of the table stands for the first i items of gold and the first j of the system; its value is the largest weight of
//! an alignment of these. What lies behind it can add at most one equal pair for each item of the shorter rest, and less if items have no
//! equal ([`Losses`]). If that does not reach what some alignment is known to be worth, no best alignment goes through the node, and the
//! node is left out. Whatever is worth exactly as much stays, so that ties are decided as in the whole table.
//!
//! What is known comes from narrow bands around the two corners' diagonals, in which all but the best are left out unseen.

use std::ops::Range;

use super::losses::Losses;
use super::steps::NODES;

/// The value of a node that is left out: less than any other, and still less with a pair added.
const LEFT_OUT: i64 = i64::MIN / 2;
/// Sequences up to this length have so small a table that nothing is gained by leaving parts out.
const SHORT: usize = 64;
/// How far the first band reaches beyond the two diagonals.
const FIRST_REACH: usize = 32;

/// What two sequences have to be aligned: how many items there are, and what an equal pair is worth, which is the most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) equal: i64,
}

/// Which nodes of a table are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Band {
    /// How many diagonals beyond those on which the table begins and ends.
    pub(super) reach: usize,
    /// An alignment within the band is worth this much; whatever cannot be is left out.
    pub(super) least: i64,
}

impl Table {
    fn shorter(self) -> usize {
        self.height.min(self.width)
    }

    /// The whole of it.
    fn whole(self) -> Band {
        Band { reach: self.shorter(), least: 0 }
    }

    /// A band that has all alignments that are worth `least` or more.
    ///
    /// An alignment that leaves it by one diagonal has as many items of the shorter sequence without a partner as there are diagonals
    /// to that place, since each of them is taken back by leaving one out.
    fn safe(self, least: i64) -> Band {
        let most = self.equal * self.shorter() as i64;
        // Where nothing is worth anything, any alignment will do: it has no pairs.
        let lost = if self.equal > 0 { (most - least) / self.equal } else { 0 };
        let reach = usize::try_from(lost).map_or(0, |lost| lost.min(self.shorter()));
        Band { reach, least }
    }

    /// A band that has all best alignments. `value` gives the largest value within a band.
    ///
    /// If the band that is looked at takes more than `most` bytes, and best alignments may leave it, it is not looked any further: they
    /// need still more.
    pub(super) fn enough(self, most: u64, mut value: impl FnMut(Band) -> i64) -> Band {
        if self.shorter() <= SHORT {
            return self.whole();
        }
        let mut band = Band { reach: FIRST_REACH, least: 0 };
        loop {
            band.least = value(band);
            let safe = self.safe(band.least);
            // Looking once more must be cheap against what it may spare.
            if band.reach * 8 >= safe.reach || self.bytes(band) > most {
                return safe;
            }
            band.reach *= 4;
        }
    }

    /// What the steps through a band take.
    pub(super) fn bytes(self, band: Band) -> u64 {
        let in_row = self.columns(band).div_ceil(NODES) as u64;
        (in_row * 8).saturating_mul(self.height as u64)
    }

    /// Nodes in one row of a band, at most.
    pub(super) fn columns(self, band: Band) -> usize {
        let diagonals = band.reach.saturating_mul(2).saturating_add(self.height.abs_diff(self.width) + 1);
        diagonals.min(self.width)
    }

    /// The same with gold and system exchanged.
    pub(super) fn turned(self) -> Self {
        Self { height: self.width, width: self.height, ..self }
    }

    /// Columns of a band in the row of nodes with this number.
    pub(super) fn limits(self, band: Band, row: usize) -> Range<usize> {
        let below = self.height.saturating_sub(self.width).saturating_add(band.reach);
        let above = self.width.saturating_sub(self.height).saturating_add(band.reach);
        row.saturating_sub(below)..(row + above).min(self.width) + 1
    }

    /// Fills the table row by row and gives the largest value. `fill` gets the number of gold's item, that of the first column of nodes,
    /// and the values of the nodes above, which it makes those of the row; the first of them stays.
    pub(super) fn sweep(
        self,
        band: Band,
        losses: &Losses,
        row: &mut Vec<i64>,
        mut fill: impl FnMut(usize, usize, &mut [i64]),
    ) -> i64 {
        row.clear();
        row.resize(self.width + 1, 0);
        // Can an alignment through this node be worth enough?
        let is_in = |row: usize, column: usize, value: i64| {
            band.least == 0 || value + losses.rest(self, row, column) >= band.least
        };
        let mut open = shrunk(row, self.limits(band, 0), |column, value| is_in(0, column, value));
        for below in 1..=self.height {
            let is_in = |column: usize, value: i64| is_in(below, column, value);
            let limits = self.limits(band, below);
            let end = (open.end + 1).min(limits.end);
            row[open.end..end].fill(LEFT_OUT);
            fill(below - 1, open.start, &mut row[open.start..end]);
            let end = extended(row, end..limits.end, is_in);
            open = shrunk(row, open.start.max(limits.start)..end, is_in);
        }
        row.last().copied().unwrap_or(0)
    }
}

/// Goes on to the right, where only insertions lead; where the row ends.
fn extended(row: &mut [i64], free: Range<usize>, is_in: impl Fn(usize, i64) -> bool) -> usize {
    let best = row[free.start - 1];
    let end = free.start + free.clone().take_while(|&column| is_in(column, best)).count();
    row[free.start..end].fill(best);
    end
}

/// Leaves out what is not worth enough at both ends. One node stays in any case.
fn shrunk(row: &[i64], open: Range<usize>, is_in: impl Fn(usize, i64) -> bool) -> Range<usize> {
    let is_out = |&column: &usize| !is_in(column, row[column]);
    let start = open.start + (open.start..open.end - 1).take_while(is_out).count();
    let end = open.end - (start + 1..open.end).rev().take_while(is_out).count();
    start..end
}
