//! Folding while scoring: beyond a number of pairs, rows are summed into buckets as they come, so that any number of
//! pairs takes bounded memory. The results are those of folding at the end.

use std::ops::Range;

use super::furthest::Furthest;
use super::kept::KeptFigure;
use super::stat_rows::{Answer, StatRows};
use crate::measure::{Over, Parts, Wins};
use crate::prepare::{Average, Empty};
use crate::setup::{Folding, bucket};

/// 2 to this power is the largest number of buckets that are held while scoring.
pub(super) const MOST_BITS: u32 = 20;

/// Sums of rows by bucket.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    bits: u32,
    /// The number of counts of a row, and those of them that are summed.
    width: usize,
    columns: Vec<usize>,
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
    /// Creates empty buckets for some of the counts of rows that have this many.
    pub(super) fn new(folding: Folding, width: usize, columns: Vec<usize>) -> Self {
        let bits = folding.bits().min(MOST_BITS);
        let buckets = 1 << bits;
        let (seen, scored) = (vec![false; buckets], vec![0; buckets * columns.len()]);
        Self { bits, width, columns, seen, scored, refused: Vec::new(), trees: 0 }
    }

    /// Adds some of the rows. A row without gold trees belongs to the tree before it.
    pub(super) fn add(&mut self, rows: &StatRows, range: Range<usize>) {
        for row in range {
            let bucket = self.see(rows, row);
            if rows.is_refused(row) && self.refused.is_empty() {
                self.refused.resize(self.scored.len(), 0);
            }
            let sums = if rows.is_refused(row) { &mut self.refused } else { &mut self.scored };
            let own = &mut sums[bucket * self.columns.len()..][..self.columns.len()];
            own.iter_mut().zip(&self.columns).for_each(|(sum, &column)| *sum += rows.count(row, column));
        }
    }

    /// Notes that there is this row, and returns its bucket.
    fn see(&mut self, rows: &StatRows, row: usize) -> usize {
        let gold = rows.gold(row);
        let key = if gold.is_empty() { gold.start.saturating_sub(1) } else { gold.start };
        let bucket = bucket(key, self.bits) as usize;
        self.seen[bucket] = true;
        self.trees = self.trees.max(gold.end);
        bucket
    }

    /// The buckets as rows: what was scored, and what was refused.
    pub(super) fn into_rows(self) -> StatRows {
        let mut rows = StatRows::new(self.width);
        let mut counts = vec![0; self.width];
        for bucket in (0..self.seen.len()).filter(|&bucket| self.seen[bucket]) {
            let (gold, place) = (bucket as u64..bucket as u64 + 1, bucket * self.columns.len());
            for (sums, answer) in [(&self.scored, Answer::Scored), (&self.refused, Answer::Refused)] {
                let sums = sums.get(place..place + self.columns.len());
                // A bucket without refused pairs needs no row for them.
                let is_needed = |sums: &&[i128]| answer == Answer::Scored || sums.iter().any(|&sum| sum != 0);
                if let Some(sums) = sums.filter(is_needed) {
                    self.columns.iter().zip(sums).for_each(|(&column, &sum)| counts[column] = sum);
                    rows.push(gold.clone(), 0, answer, &counts);
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

/// Rows of two systems, each with the units they make.
pub(super) type TwoTables<'t> = [(&'t StatRows, &'t [Range<usize>]); 2];

/// True if a system has no answer in a unit.
fn is_unanswered((table, units): (&StatRows, &[Range<usize>]), unit: usize) -> bool {
    units[unit].clone().any(|row| !table.is_answered(row))
}

/// What a system has of a figure in a unit.
fn parts_of((table, units): (&StatRows, &[Range<usize>]), unit: usize, figure: usize) -> Parts {
    let part = |row: usize, place: usize| table.count(row, 2 * figure + place);
    units[unit].clone().map(|row| Parts { numerator: part(row, 0), denominator: part(row, 1) }).sum()
}

/// The columns of the figures that are compared over the pairs both systems scored.
pub(super) fn common_columns(figures: &[KeptFigure]) -> Vec<usize> {
    let figures = figures.iter().enumerate();
    let common = figures.filter(|(_, figure)| figure.quotient.compared_over(figure.average) == Over::Common);
    common.flat_map(|(at, _)| [2 * at, 2 * at + 1]).collect()
}

/// Adds the units that both systems answered to the buckets of each.
pub(super) fn add_common(sums: &mut [Buckets; 2], tables: TwoTables<'_>) {
    for unit in 0..tables[0].1.len().min(tables[1].1.len()) {
        let is_common = !tables.iter().any(|&table| is_unanswered(table, unit));
        for (sums, (table, units)) in sums.iter_mut().zip(tables) {
            if is_common {
                sums.add(table, units[unit].clone());
            } else {
                // Its bucket is drawn, too: all figures have the same.
                sums.see(table, units[unit].start);
            }
        }
    }
}

/// Adds the units in which two systems differ most in the first figure. Both are about the same gold trees.
pub(super) fn add_furthest(furthest: &mut Furthest, figures: &[KeptFigure], tables: TwoTables<'_>) {
    let Some(headline) = figures.first() else { return };
    let quotient = headline.quotient.of_parts(headline.average, 0);
    for unit in 0..tables[0].1.len().min(tables[1].1.len()) {
        let [first, second] = tables.map(|table| quotient.value(parts_of(table, unit, 0)));
        furthest.add(tables[0].0.gold(tables[0].1[unit].start).start, first, second);
    }
}

/// Counts in how many units which of two systems is better, figure by figure. Both are about the same gold trees.
pub(super) fn count_wins(wins: &mut [Wins], figures: &[KeptFigure], tables: TwoTables<'_>, empty: Empty) {
    let units = tables[0].1.len().min(tables[1].1.len());
    for (at, (figure, wins)) in figures.iter().zip(wins).enumerate() {
        let quotient = figure.quotient.of_parts(figure.average, at);
        let is_over_common = quotient.compared_over(Average::Corpus) == Over::Common;
        for unit in 0..units {
            let unanswered = tables.map(|table| is_unanswered(table, unit));
            if is_over_common && unanswered.contains(&true) {
                wins.equal += 1;
                continue;
            }
            let [first, second] = [0, 1].map(|system: usize| {
                let parts = parts_of(tables[system], unit, at);
                quotient.unit_value(Average::Corpus, parts, unanswered[system], empty)
            });
            wins.add(first, second, quotient.better());
        }
    }
}
