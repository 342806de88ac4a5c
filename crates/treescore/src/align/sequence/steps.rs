//! The steps of the canonical alignment at each node of the table, two bits each, and the traceback along
//! them.

use std::collections::TryReserveError;

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

/// The steps of a block of rows. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    words: Vec<u64>,
    rows: Vec<Row>,
    /// The number of the first row.
    first: usize,
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
    /// Makes room for this many rows with this many words together.
    pub(super) fn reserve(&mut self, rows: usize, words: usize) -> Result<(), TryReserveError> {
        self.begin(0);
        self.words.try_reserve_exact(words)?;
        self.rows.try_reserve_exact(rows)
    }

    /// Begins a block with this row.
    pub(super) fn begin(&mut self, first: usize) {
        self.words.clear();
        self.rows.clear();
        self.first = first;
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

    /// Appends the pairs above a place within the rows, from the last to the first. Returns the place above the
    /// first row (`start`) that the way leads to.
    pub(super) fn walk(
        &self,
        start: usize,
        (mut down, mut across): (usize, usize),
        pairs: &mut Vec<(u32, u32)>,
    ) -> (usize, usize) {
        while down > start && across > 0 {
            let bits = self.step(down - 1, across);
            if bits == Step::Map as u64 {
                pairs.push((down as u32 - 1, across as u32 - 1));
            }
            down -= usize::from(bits != Step::Insert as u64);
            across -= usize::from(bits != Step::Delete as u64);
        }
        (down, across)
    }

    fn step(&self, row: usize, node: usize) -> u64 {
        let Row { first, end, at } = self.rows[row - self.first];
        if node >= end {
            return Step::Insert as u64;
        }
        let Some(before) = node.checked_sub(first) else { return Step::Delete as u64 };
        self.words[at + before / NODES] >> (2 * (before % NODES)) & 3
    }
}

/// Replaces the values of the row above with those of this row, as [`Steps::fill`] does, without storing
/// steps.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a third of the instructions of leaf-ancestor are calls otherwise")]
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
