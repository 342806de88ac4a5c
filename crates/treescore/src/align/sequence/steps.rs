//! The steps of the canonical alignment at each node of the table, two bits each, and the traceback along
//! them.

use super::SequenceError;
use super::band::{Band, Table};

/// The canonical alignment's step at a node, as two bits.
#[derive(Clone, Copy)]
enum Step {
    Insert = 0,
    Delete = 1,
    /// Both items are skipped: paired, but worth nothing.
    Skip = 2,
    Map = 3,
}

/// Nodes whose steps fit a word.
pub(super) const NODES: usize = 32;

/// The steps of a band. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    words: Vec<u64>,
    rows: Vec<Row>,
}

/// The nodes of a row that have steps. Nodes to their right are reached by insertions, the one to their left
/// by a deletion.
#[derive(Clone, Copy, Debug)]
struct Row {
    first: usize,
    end: usize,
    /// Index of the first word of steps.
    at: usize,
}

impl Steps {
    /// Makes room for a band if it takes at most `limit` bytes.
    pub(super) fn make_room(&mut self, table: Table, band: Band, limit: u64) -> Result<(), SequenceError> {
        let Table { height, width, .. } = table;
        let in_row = table.columns(band).div_ceil(NODES);
        let bytes = table.bytes(band);
        let refusal = SequenceError::TooLong { gold: height as u64, system: width as u64, bytes, limit };
        if bytes > limit {
            return Err(refusal);
        }
        self.words.clear();
        self.rows.clear();
        self.words.try_reserve_exact(in_row * height).map_err(|_| refusal)?;
        self.rows.try_reserve_exact(height).map_err(|_| refusal)
    }

    /// Replaces the values of the row above with those of this row, and stores its steps. The first value
    /// belongs to column `first` of the nodes; `worth` takes columns of items.
    pub(super) fn fill(&mut self, first: usize, values: &mut [i64], worth: impl Fn(usize) -> i64) {
        self.rows.push(Row { first: first + 1, end: first + values.len(), at: self.words.len() });
        let Some((start, values)) = values.split_first_mut() else { return };
        let (mut best, mut diagonal) = (*start, *start);
        for (values, first) in values.chunks_mut(NODES).zip((first..).step_by(NODES)) {
            let mut bits = 0;
            for (at, value) in values.iter_mut().enumerate() {
                let (above, worth) = (*value, worth(first + at));
                let paired = diagonal + worth;
                best = best.max(above.max(paired));
                let step = match (paired == best, worth > 0, above == best) {
                    (true, true, _) => Step::Map,
                    (true, false, _) => Step::Skip,
                    (false, _, true) => Step::Delete,
                    (false, _, false) => Step::Insert,
                };
                bits |= (step as u64) << (2 * at);
                diagonal = above;
                *value = best;
            }
            self.words.push(bits);
        }
    }

    /// Appends the pairs, from the last to the first.
    pub(super) fn walk(&self, table: Table, pairs: &mut Vec<(u32, u32)>) {
        let (mut down, mut across) = (table.height, table.width);
        while down > 0 && across > 0 {
            let bits = self.step(down - 1, across);
            if bits == Step::Map as u64 {
                pairs.push((down as u32 - 1, across as u32 - 1));
            }
            down -= usize::from(bits != Step::Insert as u64);
            across -= usize::from(bits != Step::Delete as u64);
        }
    }

    fn step(&self, row: usize, node: usize) -> u64 {
        let Row { first, end, at } = self.rows[row];
        if node >= end {
            return Step::Insert as u64;
        }
        let Some(before) = node.checked_sub(first) else { return Step::Delete as u64 };
        self.words[at + before / NODES] >> (2 * (before % NODES)) & 3
    }
}

/// Replaces the values of the row above with those of this row, as [`Steps::fill`] does, without storing
/// steps.
pub(super) fn fill(first: usize, values: &mut [i64], worth: impl Fn(usize) -> i64) {
    let Some((start, values)) = values.split_first_mut() else { return };
    let (mut best, mut diagonal) = (*start, *start);
    for (column, value) in (first..).zip(values) {
        let above = *value;
        best = best.max(above.max(diagonal + worth(column)));
        diagonal = above;
        *value = best;
    }
}
