//! Which nodes can be mapped into which subtrees, as bits.

use super::limit::{MappingError, reserve};
use super::shape::Numbering;

/// Nodes per word of bits.
pub(super) const WORD: usize = u64::BITS as usize;

/// Words needed for this many nodes.
fn words(nodes: usize) -> usize {
    nodes.div_ceil(WORD)
}

/// Which subtrees of two trees have something in common: a node of one that can be mapped to a node of the
/// other.
#[derive(Debug, Default, Clone)]
pub(super) struct Partners {
    /// For each row, a bit per column that can be mapped into its subtree. An intermediate result.
    of_rows: Vec<u64>,
    /// A bit per row and column whose subtrees have something in common. Stored as words of 64 rows; each
    /// word of rows has all columns.
    bits: Vec<u64>,
    columns: usize,
}

impl Partners {
    /// Words that two trees need.
    pub(super) fn words(rows: &Numbering, columns: &Numbering) -> u64 {
        (rows.len() * words(columns.len()) + columns.len() * words(rows.len())) as u64
    }

    /// Makes room for two trees.
    pub(super) fn make_room(&mut self, rows: &Numbering, columns: &Numbering) -> Result<(), MappingError> {
        reserve(&mut self.of_rows, rows.len() * words(columns.len()))?;
        reserve(&mut self.bits, columns.len() * words(rows.len()))
    }

    /// Computes the bits from `weights`, which has the columns of each row. Call
    /// [`make_room`](Self::make_room) first.
    pub(super) fn rebuild(&mut self, rows: &Numbering, columns: &Numbering, weights: &[i64]) {
        let words = words(columns.len());
        self.columns = columns.len();
        self.of_rows.clear();
        for weights in weights.chunks_exact(columns.len()) {
            self.of_rows.extend(weights.chunks(WORD).map(positive));
        }
        propagate_up(rows, &mut self.of_rows, words);
        self.bits.clear();
        for rows in self.of_rows.chunks(WORD * words) {
            for word in 0..words {
                let mut square = [0; WORD];
                for (line, row) in square.iter_mut().zip(rows.chunks_exact(words)) {
                    *line = row[word];
                }
                transpose(&mut square);
                self.bits.extend(square.iter().take(columns.len() - word * WORD));
            }
        }
        for bits in self.bits.chunks_exact_mut(columns.len()) {
            propagate_up(columns, bits, 1);
        }
    }

    /// The bits of all columns, for each word of rows.
    pub(super) fn words_of_rows(&self) -> impl Iterator<Item = &[u64]> {
        self.bits.chunks_exact(self.columns)
    }

    /// For each column, whether it has something in common with `row`.
    pub(super) fn of_row(&self, row: usize) -> impl Iterator<Item = bool> {
        self.bits[row / WORD * self.columns..].iter().map(move |bits| bits >> (row % WORD) & 1 != 0)
    }

    /// The words of rows that have something in common with `column`, starting with the word of `top`.
    pub(super) fn of_column(&self, column: usize, top: usize) -> impl Iterator<Item = u64> {
        self.bits[top / WORD * self.columns + column..].iter().step_by(self.columns).copied()
    }
}

/// A bit for each positive weight.
fn positive(weights: &[i64]) -> u64 {
    // Eight at a time, so that not every bit waits for the one before.
    let eight = |weights: &[i64]| {
        (0..).zip(weights).fold(0, |bits, (at, &weight)| bits | u64::from(weight > 0) << at)
    };
    (0..).step_by(8).zip(weights.chunks(8)).fold(0, |bits, (at, weights)| bits | eight(weights) << at)
}

/// Propagates bits upwards: a node that can be mapped into a subtree can be mapped into those around it.
fn propagate_up(tree: &Numbering, bits: &mut [u64], words: usize) {
    for (node, &parent) in tree.parent.iter().enumerate() {
        for word in 0..words {
            bits[parent as usize * words + word] |= bits[node * words + word];
        }
    }
}

/// Transposes rows and columns: quarters of the square, then quarters of these, and so on.
fn transpose(square: &mut [u64; WORD]) {
    let (mut half, mut mask) = (WORD / 2, u64::MAX >> (WORD / 2));
    while half > 0 {
        for lines in square.chunks_exact_mut(2 * half) {
            let (upper, lower) = lines.split_at_mut(half);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let swapped = (*upper >> half ^ *lower) & mask;
                *upper ^= swapped << half;
                *lower ^= swapped;
            }
        }
        half /= 2;
        mask ^= mask << half;
    }
}
