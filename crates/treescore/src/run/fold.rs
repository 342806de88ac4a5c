//! Folding while scoring: beyond a number of pairs, rows are summed into buckets as they come, so that any number of
//! pairs takes bounded memory. The results are those of folding at the end.

use std::ops::Range;

use super::kept::KeptFigure;
use super::stat_rows::{Answer, StatRows};
use crate::measure::{Parts, Wins};
use crate::prepare::{Average, Empty};
use crate::setup::{Folding, bucket};

/// 2 to this power is the largest number of buckets that are held while scoring.
pub(super) const MOST_BITS: u32 = 20;

/// Sums of rows by bucket.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    bits: u32,
    width: usize,
    /// The buckets that have rows.
    seen: Vec<bool>,
    /// The counts of scored rows, bucket by bucket.
    scored: Vec<i128>,
    /// The counts of refused rows; empty as long as there is none.
    refused: Vec<i128>,
    /// The number of gold trees.
    trees: u64,
}

impl Buckets {
    /// Creates empty buckets for rows of this many counts.
    pub(super) fn new(folding: Folding, width: usize) -> Self {
        let bits = folding.bits().min(MOST_BITS);
        let buckets = 1 << bits;
        let (seen, scored) = (vec![false; buckets], vec![0; buckets * width]);
        Self { bits, width, seen, scored, refused: Vec::new(), trees: 0 }
    }

    /// Adds some of the rows. A row without gold trees belongs to the tree before it.
    pub(super) fn add(&mut self, rows: &StatRows, range: Range<usize>) {
        for row in range {
            let gold = rows.gold(row);
            let key = if gold.is_empty() { gold.start.saturating_sub(1) } else { gold.start };
            let bucket = bucket(key, self.bits) as usize;
            self.seen[bucket] = true;
            self.trees = self.trees.max(gold.end);
            if rows.is_refused(row) && self.refused.is_empty() {
                self.refused.resize(self.scored.len(), 0);
            }
            let sums = if rows.is_refused(row) { &mut self.refused } else { &mut self.scored };
            let own = &mut sums[bucket * self.width..(bucket + 1) * self.width];
            own.iter_mut().enumerate().for_each(|(column, sum)| *sum += rows.count(row, column));
        }
    }

    /// The buckets as rows: what was scored, and what was refused.
    pub(super) fn into_rows(self) -> StatRows {
        let mut rows = StatRows::new(self.width);
        for bucket in (0..self.seen.len()).filter(|&bucket| self.seen[bucket]) {
            let (gold, place) = (bucket as u64..bucket as u64 + 1, bucket * self.width);
            for (sums, answer) in [(&self.scored, Answer::Scored), (&self.refused, Answer::Refused)] {
                if let Some(counts) = sums.get(place..place + self.width) {
                    rows.push(gold.clone(), 0, answer, counts);
                }
            }
        }
        rows.folded(self.trees)
    }
}

/// The rows of each unit: a row about gold trees, with rows behind it that have none.
pub(super) fn units(rows: &StatRows) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    for row in 0..rows.len() {
        match units.last_mut().filter(|_| rows.gold(row).is_empty()) {
            Some(unit) => unit.end = row + 1,
            None => units.push(row..row + 1),
        }
    }
    units
}

/// Counts in how many units which of two systems is better, figure by figure. Both are about the same gold trees.
pub(super) fn count_wins(
    wins: &mut [Wins],
    figures: &[KeptFigure],
    tables: [(&StatRows, &[Range<usize>]); 2],
    empty: Empty,
) {
    let units = tables[0].1.len().min(tables[1].1.len());
    for (at, (figure, wins)) in figures.iter().zip(wins).enumerate() {
        let quotient = figure.quotient.of_parts(figure.average, at);
        for unit in 0..units {
            let [first, second] = tables.map(|(table, units)| {
                let part = |row: usize, place: usize| table.count(row, 2 * at + place);
                let parts = |row: usize| Parts { numerator: part(row, 0), denominator: part(row, 1) };
                let rows = units[unit].clone();
                let is_unanswered = rows.clone().any(|row| !table.is_answered(row));
                quotient.unit_value(Average::Corpus, rows.map(parts).sum(), is_unanswered, empty)
            });
            wins.add(first, second, quotient.better());
        }
    }
}
