//! Summing while scoring: beyond a number of pairs, rows are summed as they come, by file or key if these are drawn as one,
//! or else into buckets. So any number of pairs takes bounded memory. The results are those of summing at the end.

use std::ops::Range;
use std::sync::Arc;

use super::furthest::Furthest;
use super::kept::KeptFigure;
use super::stat_rows::{Answer, StatRows};
use crate::measure::{Over, Parts, Wins};
use crate::prepare::{Average, Empty};
use crate::setup::{Folding, bucket};
use crate::values::hash::HashMap;

/// 2 to this power is the largest number of buckets that are held while scoring.
pub(super) const MOST_BITS: u32 = 20;

/// How rows are summed while scoring.
#[derive(Clone, Debug)]
pub(super) struct Summing {
    pub(super) folding: Folding,
    pub(super) by: SumBy,
}

/// What rows have in common that are summed.
#[derive(Clone, Debug)]
pub(super) enum SumBy {
    /// The bucket of their gold tree.
    Tree,
    /// Their cluster: the file, or the conversation side.
    Cluster,
    /// The key of their gold tree.
    Keys(Arc<[u64]>),
}

impl SumBy {
    /// The key of a row. A row without gold trees belongs to the tree before it.
    fn key(&self, rows: &StatRows, row: usize) -> u64 {
        match self {
            Self::Tree => rows.first_tree(row),
            Self::Cluster => rows.cluster(row),
            Self::Keys(keys) => key_of(keys, rows.first_tree(row)),
        }
    }
}

/// The key of a gold tree. A tree beyond the last key has 0: the faces refuse too few keys after the run, when the number
/// of trees is known.
pub(super) fn key_of(keys: &[u64], tree: u64) -> u64 {
    usize::try_from(tree).ok().and_then(|at| keys.get(at)).copied().unwrap_or(0)
}

/// Sums of rows by key, or by bucket if there are many keys.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    summing: Summing,
    /// The number of counts of a row, and those of them that are summed.
    width: usize,
    columns: Vec<usize>,
    /// The places of keys; `None` if places are buckets.
    keyed: Option<Keyed>,
    /// The places that have rows.
    seen: Vec<bool>,
    /// The counts of scored rows, place by place.
    scored: Vec<i128>,
    /// The counts of refused rows; empty as long as there is none.
    refused: Vec<i128>,
    /// The number of gold trees.
    trees: u64,
}

/// Keys, each with a place, in the order in which they came.
#[derive(Clone, Debug, Default)]
struct Keyed {
    keys: Vec<u64>,
    places: HashMap<u64, usize>,
}

impl Sums {
    /// Creates empty sums for some of the counts of rows that have this many.
    pub(super) fn new(summing: Summing, width: usize, columns: Vec<usize>) -> Self {
        // Each tree is a unit of its own, and there are too many of them already.
        let keyed = (!matches!(summing.by, SumBy::Tree)).then(Keyed::default);
        let (seen, scored, refused) = (Vec::new(), Vec::new(), Vec::new());
        let mut sums = Self { summing, width, columns, keyed, seen, scored, refused, trees: 0 };
        if sums.keyed.is_none() {
            sums.make_room(1 << sums.bits());
        }
        sums
    }

    fn bits(&self) -> u32 {
        self.summing.folding.bits().min(MOST_BITS)
    }

    /// Makes room for this many places.
    fn make_room(&mut self, places: usize) {
        self.seen.resize(places, false);
        self.scored.resize(places * self.columns.len(), 0);
        if !self.refused.is_empty() {
            self.refused.resize(self.scored.len(), 0);
        }
    }

    /// Adds some of the rows.
    pub(super) fn add(&mut self, rows: &StatRows, range: Range<usize>) {
        for row in range {
            let place = self.see(rows, row);
            if rows.is_refused(row) && self.refused.is_empty() {
                self.refused.resize(self.scored.len(), 0);
            }
            let sums = if rows.is_refused(row) { &mut self.refused } else { &mut self.scored };
            let own = &mut sums[place * self.columns.len()..][..self.columns.len()];
            own.iter_mut().zip(&self.columns).for_each(|(sum, &column)| *sum += rows.count(row, column));
        }
    }

    /// Notes that there is this row, and returns its place.
    fn see(&mut self, rows: &StatRows, row: usize) -> usize {
        let place = self.place(self.summing.by.key(rows, row));
        self.seen[place] = true;
        self.trees = self.trees.max(rows.gold(row).end);
        place
    }

    /// The place of a key. One key too many turns all places into buckets.
    fn place(&mut self, key: u64) -> usize {
        if let Some(Keyed { keys, places }) = &mut self.keyed {
            if let Some(&place) = places.get(&key) {
                return place;
            }
            let place = keys.len();
            if place < self.summing.folding.above() {
                keys.push(key);
                places.insert(key, place);
                self.make_room(place + 1);
                return place;
            }
            self.fold();
        }
        bucket(key, self.bits()) as usize
    }

    /// Sums the keys into buckets.
    fn fold(&mut self) {
        let Some(Keyed { keys, .. }) = self.keyed.take() else { return };
        let [scored, refused] = [&mut self.scored, &mut self.refused].map(std::mem::take);
        self.seen.clear();
        self.make_room(1 << self.bits());
        if !refused.is_empty() {
            self.refused.resize(self.scored.len(), 0);
        }
        for (place, key) in keys.into_iter().enumerate() {
            let (bucket, width) = (bucket(key, self.bits()) as usize, self.columns.len());
            self.seen[bucket] = true;
            for (sums, from) in [(&mut self.scored, &scored), (&mut self.refused, &refused)] {
                let own = sums.iter_mut().skip(bucket * width).take(width);
                own.zip(from.iter().skip(place * width)).for_each(|(sum, more)| *sum += more);
            }
        }
    }

    /// The sums as rows, ascending by key: what was scored, and what was refused.
    pub(super) fn into_rows(self) -> StatRows {
        let mut rows = StatRows::new(self.width);
        let mut counts = vec![0; self.width];
        let key = |place: usize| self.keyed.as_ref().map_or(place as u64, |keyed| keyed.keys[place]);
        let mut places: Vec<usize> = (0..self.seen.len()).filter(|&place| self.seen[place]).collect();
        places.sort_unstable_by_key(|&place| key(place));
        for (number, place) in places.into_iter().enumerate() {
            // A row is about a bucket in place of a gold tree. A key may be too large for one.
            let tree = if self.keyed.is_none() { place } else { number } as u64;
            let cluster = if matches!(self.summing.by, SumBy::Tree) { 0 } else { key(place) };
            for (sums, answer) in [(&self.scored, Answer::Scored), (&self.refused, Answer::Refused)] {
                let sums = sums.get(place * self.columns.len()..(place + 1) * self.columns.len());
                // A place without refused pairs needs no row for them.
                let is_needed = |sums: &&[i128]| answer == Answer::Scored || sums.iter().any(|&sum| sum != 0);
                if let Some(sums) = sums.filter(is_needed) {
                    self.columns.iter().zip(sums).for_each(|(&column, &sum)| counts[column] = sum);
                    rows.push(tree..tree + 1, cluster, answer, &counts);
                }
            }
        }
        if self.keyed.is_some() { rows.clustered(self.trees) } else { rows.folded(self.trees) }
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

/// Adds the units that both systems answered to the sums of each.
pub(super) fn add_common(sums: &mut [Sums; 2], tables: TwoTables<'_>) {
    for unit in 0..tables[0].1.len().min(tables[1].1.len()) {
        let is_common = !tables.iter().any(|&table| is_unanswered(table, unit));
        for (sums, (table, units)) in sums.iter_mut().zip(tables) {
            if is_common {
                sums.add(table, units[unit].clone());
            } else {
                // Its key or bucket is drawn, too: all figures have the same.
                units[unit].clone().for_each(|row| _ = sums.see(table, row));
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
