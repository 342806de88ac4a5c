//! Units: sets of rows that are drawn or swapped together.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::measure::{Over, Parts};
use crate::run::StatRows;
use crate::setup::{ResampleBy, StatSettings, bucket};

/// Numerators and denominators of one or two systems by unit, ascending by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    /// The keys.
    pub keys: Vec<u64>,
    /// For each system, the parts of each unit.
    pub columns: Vec<Vec<Parts>>,
    /// True if units were summed into buckets.
    pub is_folded: bool,
    /// Units without anything that are not in the list.
    pub silent: u64,
}

/// Where units begin: the finest pieces that no row of any table crosses.
#[derive(Clone, Debug)]
pub(super) struct Cuts {
    starts: Vec<u64>,
    /// How many gold trees are in no row. Each is a unit without anything, which no draw needs.
    silent: u64,
}

impl Cuts {
    pub(super) fn new(tables: &[&StatRows]) -> Self {
        if tables.iter().all(|table| table.are_in_order()) {
            // Row n is about tree n, or about bucket n if rows were folded.
            let rows = tables.iter().map(|table| table.len() as u64).max().unwrap_or(0);
            return Self { starts: (0..rows.max(1)).collect(), silent: 0 };
        }
        let rows =
            |table: &&StatRows| (0..table.len()).map(|row| trees_of(table.gold(row))).collect::<Vec<_>>();
        let mut ranges: Vec<Range<u64>> = tables.iter().flat_map(rows).collect();
        ranges.sort_unstable_by_key(|gold| (gold.start, gold.end));
        let (mut starts, mut reached, mut silent) = (Vec::new(), 0, 0);
        for gold in ranges {
            if gold.start >= reached {
                silent += gold.start - reached;
                starts.push(gold.start);
            }
            reached = reached.max(gold.end);
        }
        Self { starts, silent }
    }

    /// The first gold trees of the units.
    pub(super) fn starts(&self) -> &[u64] {
        &self.starts
    }

    /// The number of the unit of a row.
    pub(super) fn unit_of(&self, table: &StatRows, row: usize) -> usize {
        let tree = trees_of(table.gold(row)).start;
        let guess = usize::try_from(tree).unwrap_or(usize::MAX);
        if self.starts.get(guess) == Some(&tree) {
            return guess; // no unit before it has several trees
        }
        self.starts.partition_point(|&start| start <= tree).saturating_sub(1)
    }

    /// The units in which a system has no answer: a refused row, or gold trees alone.
    pub(super) fn unanswered(&self, table: &StatRows) -> BTreeSet<usize> {
        let rows = (0..table.len()).filter(|&row| !table.is_answered(row));
        rows.map(|row| self.unit_of(table, row)).collect()
    }
}

/// The gold trees that a row belongs to. A row without gold trees belongs to the tree before it, or to the first.
fn trees_of(gold: Range<u64>) -> Range<u64> {
    let tree = gold.start.saturating_sub(1);
    if gold.end > gold.start { gold } else { tree..tree + 1 }
}

impl Units {
    /// Sums the rows of some systems by the units they have in common. `parts` says what a row of a table adds.
    pub fn new(
        tables: &[&StatRows],
        parts: &dyn Fn(&StatRows, usize) -> Parts,
        over: Over,
        settings: &StatSettings,
    ) -> Self {
        let joined = Self::joined(&Cuts::new(tables), tables, parts, over, settings);
        if tables.iter().any(|table| table.is_folded()) {
            return Self { is_folded: true, silent: 0, ..joined };
        }
        let is_many = joined.len() > settings.folding.above() as u64;
        if is_many { joined.fold(settings.folding.bits()) } else { joined }
    }

    /// Sums rows by unit or cluster, without folding.
    pub(super) fn joined(
        cuts: &Cuts,
        tables: &[&StatRows],
        parts: &dyn Fn(&StatRows, usize) -> Parts,
        over: Over,
        settings: &StatSettings,
    ) -> Self {
        let left_out: BTreeSet<usize> = match over {
            Over::Common => tables.iter().flat_map(|table| cuts.unanswered(table)).collect(),
            Over::Scored | Over::All => BTreeSet::new(),
        };
        let is_clustered = settings.resample_by != ResampleBy::Pair;
        let has_buckets = tables.iter().any(|table| table.is_folded());
        // Of two systems, one may have had more keys than are kept while scoring, the other one just not.
        let key_in = |table: &StatRows, key: u64| {
            let is_other = has_buckets && !table.is_folded();
            if is_other { bucket(key, settings.folding.bits()) } else { key }
        };
        let keys: Vec<u64> = if is_clustered {
            let keys =
                |table: &&StatRows| table.cluster_runs().iter().map(|&(_, key)| key_in(table, key)).collect();
            let all: Vec<Vec<u64>> = tables.iter().map(keys).collect();
            all.into_iter().flatten().collect::<BTreeSet<u64>>().into_iter().collect()
        } else {
            cuts.starts().to_vec()
        };
        let mut columns = vec![vec![Parts::default(); keys.len()]; tables.len()];
        for (table, column) in tables.iter().zip(&mut columns) {
            // Rows come in runs of one key, which is looked up once.
            let mut runs = table.cluster_runs().iter().filter(|_| is_clustered).peekable();
            let mut cluster = 0;
            for row in 0..table.len() {
                if let Some(&(_, own)) = runs.next_if(|&&(first, _)| first == row) {
                    let own = key_in(table, own);
                    cluster = keys.partition_point(|&key| key < own);
                }
                let unit = cuts.unit_of(table, row);
                if left_out.contains(&unit) || over == Over::Scored && table.is_refused(row) {
                    continue;
                }
                column[if is_clustered { cluster } else { unit }] += parts(table, row);
            }
        }
        let silent = if is_clustered { 0 } else { cuts.silent };
        Self { keys, columns, is_folded: false, silent }
    }

    /// The number of units.
    pub fn len(&self) -> u64 {
        self.keys.len() as u64 + self.silent
    }

    /// True if there are no units.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sums units into buckets by key.
    fn fold(self, bits: u32) -> Self {
        let places = self.keys.iter().enumerate();
        let mut places: Vec<(u64, usize)> = places.map(|(place, &key)| (bucket(key, bits), place)).collect();
        places.sort_unstable();
        let buckets = || places.chunk_by(|one, other| one.0 == other.0);
        let sum = |column: &[Parts]| {
            buckets().map(|bucket| bucket.iter().map(|&(_, place)| column[place]).sum()).collect()
        };
        Self {
            keys: buckets().map(|bucket| bucket[0].0).collect(),
            columns: self.columns.iter().map(|column| sum(column)).collect(),
            is_folded: true,
            silent: 0,
        }
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
