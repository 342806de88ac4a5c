//! The way back through a large table, in blocks of rows.
//!
//! The steps of all rows may take more memory than is allowed. Then only those of one block of rows are kept: the
//! values at the beginning of each block are saved on the way down, and on the way back the blocks are computed
//! once more, the last one first, up to the column that the way has reached. The values are the same, so are the steps, and so is the alignment. With b rows
//! in a block, h rows take h/b rows of values and b rows of steps, which is least at the square root of 32 h.

use std::ops::Range;

use super::band::{Band, Sweep, Table};
use super::losses::Losses;
use super::steps::{NODES, Steps, fill};
use super::{Budget, SequenceError};

/// A value takes as many bytes as the steps of this many nodes.
const NODES_PER_VALUE: u64 = NODES as u64;

/// The table to go back through: the nodes that count, and what pairs are worth.
pub(super) struct Ground<'g, W> {
    pub(super) table: Table,
    pub(super) band: Band,
    pub(super) losses: &'g Losses,
    pub(super) worth: W,
}

impl<W> Ground<'_, W> {
    fn rows_in_block(&self) -> usize {
        let height = self.table.height;
        ((height as u64).saturating_mul(NODES_PER_VALUE).isqrt() as usize).clamp(1, height.max(1))
    }

    /// The error, with bytes that are certainly enough: nodes that are left out need less.
    fn too_long(&self, limit: u64) -> SequenceError {
        let Table { height, width, .. } = self.table;
        let (rows, columns) = (self.rows_in_block(), self.table.columns(self.band));
        let values = height.div_ceil(rows).saturating_mul(columns + 2);
        let steps = rows.saturating_mul(columns.div_ceil(NODES) + 2);
        let blocks = (values.saturating_add(steps) as u64).saturating_mul(8);
        let bytes = self.table.bytes(self.band).min(blocks);
        SequenceError::TooLong { gold: height as u64, system: width as u64, bytes, limit }
    }
}

/// Values at the beginnings of blocks. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    /// The columns at the beginning of each block, and where their values start.
    rows: Vec<(Range<usize>, usize)>,
    values: Vec<i64>,
}

impl Saved {
    fn clear(&mut self) {
        self.rows.clear();
        self.values.clear();
    }

    fn bytes(&self) -> u64 {
        size_of_val(&self.values[..]) as u64
    }

    fn push(&mut self, sweep: &Sweep<'_>) {
        self.rows.push((sweep.open.clone(), self.values.len()));
        self.values.extend_from_slice(&sweep.row[sweep.open.clone()]);
    }

    /// Puts the values of the last block back.
    fn pop(&mut self, sweep: &mut Sweep<'_>) {
        let Some((open, at)) = self.rows.pop() else { return };
        sweep.row[open.clone()].copy_from_slice(&self.values[at..]);
        sweep.open = open;
        self.values.truncate(at);
    }
}

/// The memory of a way back.
pub(super) struct Buffers<'b> {
    pub(super) row: &'b mut Vec<i64>,
    pub(super) saved: &'b mut Saved,
    pub(super) steps: &'b mut Steps,
    /// Bytes that saved values and steps may take.
    pub(super) limit: u64,
}

impl Buffers<'_> {
    /// Appends the pairs of the canonical alignment, from the last to the first. Returns its value; `None` if
    /// there are not enough cells left. What is computed once more is not counted.
    ///
    /// # Errors
    /// [`SequenceError::TooLong`].
    pub(super) fn trace<W: Fn(usize, usize) -> i64>(
        &mut self,
        ground: &Ground<'_, W>,
        budget: &mut Budget,
        pairs: &mut Vec<(u32, u32)>,
    ) -> Result<Option<i64>, SequenceError> {
        let Table { height, width, .. } = ground.table;
        let whole = ground.table.bytes(ground.band);
        if whole <= self.limit {
            self.make_room(ground, whole, height)?;
            let mut sweep = Sweep::new(ground.table, ground.band, ground.losses, self.row);
            let filled = fill_steps(ground, &mut sweep, 0..height, budget, self.steps);
            let value = filled.map(|()| sweep.value());
            if value.is_some() {
                self.steps.walk(0, (height, width), pairs);
            }
            return Ok(value);
        }
        let rows = ground.rows_in_block();
        let blocks: Vec<Range<usize>> =
            (0..height).step_by(rows).map(|start| start..(start + rows).min(height)).collect();
        let Some((value, bytes)) = self.save(ground, &blocks, budget)? else { return Ok(None) };
        self.make_room(ground, bytes, rows)?;
        let mut sweep = Sweep::new(ground.table, ground.band, ground.losses, self.row);
        let mut place = (height, width);
        for block in blocks.into_iter().rev() {
            self.saved.pop(&mut sweep);
            sweep.cut(place.1);
            budget.left = u64::MAX; // They were counted on the way down.
            let filled = fill_steps(ground, &mut sweep, block.clone(), budget, self.steps);
            if filled.is_none() {
                return Ok(None);
            }
            place = self.steps.walk(block.start, place, pairs);
        }
        Ok(Some(value))
    }

    /// Goes down through all blocks and saves the values at their beginnings. Returns the value of the last node
    /// and the bytes that the way back takes; `None` if there are not enough cells left.
    fn save<W: Fn(usize, usize) -> i64>(
        &mut self,
        ground: &Ground<'_, W>,
        blocks: &[Range<usize>],
        budget: &mut Budget,
    ) -> Result<Option<(i64, u64)>, SequenceError> {
        let mut sweep = Sweep::new(ground.table, ground.band, ground.losses, self.row);
        let mut most_steps = 0;
        self.saved.clear();
        for block in blocks {
            self.saved.push(&sweep);
            let before = budget.left;
            let filled = sweep.rows(block.clone(), budget, |at, first, values| {
                fill(first, values, |column| (ground.worth)(at, column));
            });
            if filled.is_none() {
                return Ok(None);
            }
            // A row may begin and end within a word of steps.
            let words = (before - budget.left) / NODES as u64 + block.len() as u64;
            most_steps = most_steps.max(words * 8);
            if self.saved.bytes() + most_steps > self.limit {
                return Err(ground.too_long(self.limit));
            }
        }
        Ok(Some((sweep.value(), self.saved.bytes() + most_steps)))
    }

    /// Makes room for the steps of this many rows.
    fn make_room<W>(&mut self, ground: &Ground<'_, W>, bytes: u64, rows: usize) -> Result<(), SequenceError> {
        let of_steps = bytes.saturating_sub(if rows < ground.table.height { self.saved.bytes() } else { 0 });
        let reserved = self.steps.reserve(rows, of_steps as usize / 8);
        reserved.map_err(|_| ground.too_long(self.limit))
    }
}

/// Fills rows and keeps their steps.
fn fill_steps<W: Fn(usize, usize) -> i64>(
    ground: &Ground<'_, W>,
    sweep: &mut Sweep<'_>,
    rows: Range<usize>,
    budget: &mut Budget,
    steps: &mut Steps,
) -> Option<()> {
    steps.begin(rows.start);
    sweep.rows(rows, budget, |at, first, values| {
        steps.fill(first, values, |column| (ground.worth)(at, column));
    })
}
