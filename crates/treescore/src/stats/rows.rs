//! Rows: what statistics need to know about the pairs of one system.

use std::ops::Range;

use crate::run::PairTable;

/// The rows of one system, one for each pair, group or conversation side. Of a refused pair: what it missed.
#[derive(Clone, Debug, Default)]
pub struct StatRows {
    gold: Vec<Range<u64>>,
    clusters: Vec<u64>,
    refused: Vec<bool>,
    counts: Vec<i128>,
    width: usize,
}

impl StatRows {
    /// Creates rows of this many counts.
    pub fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// Adds a row: the gold trees it is about, numbered from 0 through the corpus; the key of its cluster (file,
    /// side, speaker); whether the pair was refused; and its counts.
    pub fn push(&mut self, gold: Range<u64>, cluster: u64, refused: bool, counts: &[i128]) {
        self.gold.push(gold);
        self.clusters.push(cluster);
        self.refused.push(refused);
        let missing = self.width.saturating_sub(counts.len());
        self.counts.extend(counts.iter().take(self.width));
        self.counts.extend(std::iter::repeat_n(0, missing));
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.gold.len()
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.gold.is_empty()
    }

    pub(super) fn gold(&self, row: usize) -> &Range<u64> {
        &self.gold[row]
    }

    pub(super) fn cluster(&self, row: usize) -> u64 {
        self.clusters[row]
    }

    pub(super) fn is_refused(&self, row: usize) -> bool {
        self.refused[row]
    }

    /// The counts of a row.
    pub fn counts(&self, row: usize) -> &[i128] {
        &self.counts[row * self.width..(row + 1) * self.width]
    }
}

/// The clusters are the gold files.
impl From<&PairTable> for StatRows {
    fn from(table: &PairTable) -> Self {
        let mut rows = Self::new(table.info().fields.len());
        for row in 0..table.len() {
            let id = table.id(row);
            rows.push(id.gold.clone(), id.document as u64, table.refused(row).is_some(), table.counts(row));
        }
        rows
    }
}
