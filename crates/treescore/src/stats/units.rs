//! Units: sets of rows that are drawn or swapped together.

use std::collections::{BTreeMap, BTreeSet};

use super::draws::bucket;
use super::quotient::{Over, Parts};
use super::rows::StatRows;
use super::settings::{ResampleBy, StatSettings};

/// Numerators and denominators of one or two systems by unit, ascending by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// The keys.
    pub keys: Vec<u64>,
    /// For each system, the parts of each unit.
    pub columns: Vec<Vec<Parts>>,
    /// True if units were summed into buckets.
    pub is_folded: bool,
}

/// Where units begin: the finest pieces that no row of any table crosses.
#[derive(Clone, Debug)]
pub(super) struct Cuts(Vec<u64>);

impl Cuts {
    pub(super) fn new(tables: &[&StatRows]) -> Self {
        let rows = || tables.iter().flat_map(|table| (0..table.len()).map(|row| table.gold(row)));
        let last = rows().map(|gold| gold.end).max().unwrap_or(0);
        let mut is_inside = vec![false; usize::try_from(last).unwrap_or(0)];
        for gold in rows().filter(|gold| gold.end > gold.start + 1) {
            is_inside[gold.start as usize + 1..gold.end as usize].fill(true);
        }
        let starts: Vec<u64> = (0..last).filter(|&tree| !is_inside[tree as usize]).collect();
        Self(if starts.is_empty() { vec![0] } else { starts })
    }

    /// The first gold trees of the units.
    pub(super) fn starts(&self) -> &[u64] {
        &self.0
    }

    /// The number of the unit of a row. A row without gold trees belongs to the gold tree before it, or to the
    /// first.
    pub(super) fn unit_of(&self, table: &StatRows, row: usize) -> usize {
        let gold = table.gold(row);
        let tree = if gold.end > gold.start { gold.start } else { gold.start.saturating_sub(1) };
        self.0.partition_point(|&start| start <= tree).saturating_sub(1)
    }

    /// The units in which a system has a refused row.
    pub(super) fn refused(&self, table: &StatRows) -> BTreeSet<usize> {
        let rows = (0..table.len()).filter(|&row| table.is_refused(row));
        rows.map(|row| self.unit_of(table, row)).collect()
    }
}

impl Units {
    /// Sums the rows of some systems by the units they have in common. `parts` says what a row of a table adds.
    pub fn new(
        tables: &[&StatRows],
        parts: &dyn Fn(&StatRows, usize) -> Parts,
        over: Over,
        settings: &StatSettings,
    ) -> Self {
        let joined = Self::joined(&Cuts::new(tables), tables, parts, over, settings.resample_by);
        if joined.keys.len() > settings.folding.above { joined.fold(settings.folding.bits) } else { joined }
    }

    /// Sums rows by unit or cluster, without folding.
    pub(super) fn joined(
        cuts: &Cuts,
        tables: &[&StatRows],
        parts: &dyn Fn(&StatRows, usize) -> Parts,
        over: Over,
        by: ResampleBy,
    ) -> Self {
        let left_out: BTreeSet<usize> = match over {
            Over::Common => tables.iter().flat_map(|table| cuts.refused(table)).collect(),
            Over::Scored | Over::All => BTreeSet::new(),
        };
        let is_clustered = by != ResampleBy::Pair;
        let keys: Vec<u64> = if is_clustered {
            let all = tables.iter().flat_map(|table| (0..table.len()).map(|row| table.cluster(row)));
            all.collect::<BTreeSet<u64>>().into_iter().collect()
        } else {
            cuts.starts().to_vec()
        };
        let mut columns = vec![vec![Parts::default(); keys.len()]; tables.len()];
        for (table, column) in tables.iter().zip(&mut columns) {
            for row in 0..table.len() {
                let unit = cuts.unit_of(table, row);
                if left_out.contains(&unit) || over == Over::Scored && table.is_refused(row) {
                    continue;
                }
                let place =
                    if is_clustered { keys.partition_point(|&key| key < table.cluster(row)) } else { unit };
                column[place] += parts(table, row);
            }
        }
        Self { keys, columns, is_folded: false }
    }

    /// Sums units into buckets by key.
    fn fold(self, bits: u32) -> Self {
        let mut buckets: BTreeMap<u64, Vec<Parts>> = BTreeMap::new();
        for (place, &key) in self.keys.iter().enumerate() {
            let sums = buckets
                .entry(bucket(key, bits))
                .or_insert_with(|| vec![Parts::default(); self.columns.len()]);
            for (sum, column) in sums.iter_mut().zip(&self.columns) {
                *sum += column[place];
            }
        }
        let columns = (0..self.columns.len())
            .map(|system| buckets.values().map(|sums| sums[system]).collect())
            .collect();
        Self { keys: buckets.into_keys().collect(), columns, is_folded: true }
    }

    /// The sum of each system over all units.
    pub(super) fn totals(&self) -> Vec<Parts> {
        self.columns.iter().map(|column| column.iter().copied().sum()).collect()
    }

    /// The number of units with a denominator; of two systems, the smaller number.
    pub(super) fn sized(&self) -> usize {
        let sized = |column: &Vec<Parts>| column.iter().filter(|parts| parts.denominator != 0).count();
        self.columns.iter().map(sized).min().unwrap_or(0)
    }

    /// The places of the units in which a system has anything.
    pub(super) fn counted(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.keys.len()).filter(|&place| self.columns.iter().any(|column| !column[place].is_nothing()))
    }
}
