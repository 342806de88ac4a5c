//! Rows: what statistics need to know about the pairs of one system.

use std::ops::Range;

use super::row::{PairTable, RowKind};

/// The rows of one system, one for each pair, group or conversation side. Of a refused pair: what it missed.
///
/// Rows are kept small, because a run keeps one for every pair: rows of single gold trees in order have no range, rows
/// of one file share their key, and counts take 64 bits unless one of them needs more.
///
/// ```
/// use treescore::stats::StatRows;
/// let mut rows = StatRows::new(2);
/// rows.push(0..1, 0, false, &[5, 14]);
/// rows.push(2..3, 0, false, &[6, 14]);
/// assert_eq!(rows.check_complete(3).unwrap_err().to_string(), "gold tree 2 is in no row");
/// ```
#[derive(Clone, Debug, Default)]
pub struct StatRows {
    gold: Ranges,
    /// Runs of equal keys: the first row, and the key.
    clusters: Vec<(usize, u64)>,
    answers: Vec<Answer>,
    /// The class of each row in a breakdown; empty without one.
    classes: Vec<u64>,
    counts: Numbers,
    width: usize,
    /// What the rows are sums of, if they are: each is about one bucket or cluster in place of a gold tree.
    summed: Option<Summed>,
}

/// What rows are sums of.
#[derive(Clone, Copy, Debug)]
struct Summed {
    /// The number of gold trees.
    trees: u64,
    /// True if rows are buckets; otherwise they are clusters.
    is_folded: bool,
}

/// What a system said about the gold trees of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The pair was scored.
    Scored,
    /// The pair was scored, but the system has no tree in it: a group of gold trees alone. It counts for a score as it
    /// is, and in comparisons as a refused pair does, so that nothing is gained by no answer.
    Missing,
    /// The pair was refused.
    Refused,
}

impl From<bool> for Answer {
    /// Scored, or refused.
    fn from(is_refused: bool) -> Self {
        if is_refused { Self::Refused } else { Self::Scored }
    }
}

/// Ranges of gold trees. As long as row `n` is about gold tree `n` alone, only their number is kept.
#[derive(Clone, Debug)]
enum Ranges {
    InOrder(usize),
    Listed(Vec<Range<u64>>),
}

impl Default for Ranges {
    fn default() -> Self {
        Self::InOrder(0)
    }
}

/// Numbers that take as little room as the largest of them allows.
#[derive(Clone, Debug)]
enum Numbers {
    Small(Vec<i64>),
    Large(Vec<i128>),
}

impl Default for Numbers {
    fn default() -> Self {
        Self::Small(Vec::new())
    }
}

impl Numbers {
    fn push(&mut self, number: i128) {
        match (&mut *self, i64::try_from(number)) {
            (Self::Small(numbers), Ok(number)) => numbers.push(number),
            (Self::Large(numbers), _) => numbers.push(number),
            (Self::Small(numbers), Err(_)) => {
                let mut large: Vec<i128> = numbers.iter().map(|&number| i128::from(number)).collect();
                large.push(number);
                *self = Self::Large(large);
            }
        }
    }

    fn get(&self, at: usize) -> i128 {
        match self {
            Self::Small(numbers) => i128::from(numbers[at]),
            Self::Large(numbers) => numbers[at],
        }
    }
}

/// Why rows are not those of a whole corpus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowsError {
    /// A gold tree is in no row.
    #[error("gold tree {} is in no row", .0 + 1)]
    Missing(u64),
    /// A gold tree is in several rows.
    #[error("gold tree {} is in more than one row", .0 + 1)]
    Repeated(u64),
    /// Pairs were summed before it was known with which system they are compared.
    #[error("its pairs were summed before it became the reference: choose a reference that fits gold")]
    Summed,
}

impl StatRows {
    /// Creates rows of this many counts.
    pub fn new(width: usize) -> Self {
        Self { width, ..Self::default() }
    }

    /// Rows that somebody else summed by [bucket](crate::setup::bucket): the sums of each bucket, in ascending order, and
    /// the number of pairs that were summed.
    pub fn of_buckets<'c>(width: usize, pairs: u64, sums: impl Iterator<Item = (u64, &'c [i128])>) -> Self {
        let mut rows = Self::new(width);
        for (bucket, counts) in sums {
            rows.push(bucket..bucket + 1, 0, false, counts);
        }
        rows.folded(pairs)
    }

    /// Adds a row: the gold trees it is about, numbered from 0 through the corpus; the key of its cluster (file,
    /// side, speaker); whether the pair was refused, or the [`Answer`]; and its counts.
    pub fn push(&mut self, gold: Range<u64>, cluster: u64, answer: impl Into<Answer>, counts: &[i128]) {
        let row = self.len();
        match &mut self.gold {
            Ranges::InOrder(rows) if gold == (row as u64..row as u64 + 1) => *rows += 1,
            Ranges::InOrder(rows) => {
                let mut all: Vec<Range<u64>> = (0..*rows as u64).map(|tree| tree..tree + 1).collect();
                all.push(gold);
                self.gold = Ranges::Listed(all);
            }
            Ranges::Listed(all) => all.push(gold),
        }
        if self.clusters.last().is_none_or(|&(_, last)| last != cluster) {
            self.clusters.push((row, cluster));
        }
        self.answers.push(answer.into());
        let given = counts.iter().copied().chain(std::iter::repeat(0)).take(self.width);
        given.for_each(|count| self.counts.push(count));
    }

    /// Says to which class of a breakdown the last row belongs. All rows have a class, or none has.
    pub fn set_class(&mut self, class: u64) {
        self.classes.push(class);
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// The number of counts of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The same rows, which are sums of pairs by bucket: they were about this many gold trees.
    #[must_use]
    pub(super) fn folded(self, trees: u64) -> Self {
        Self { summed: Some(Summed { trees, is_folded: true }), ..self }
    }

    /// The same rows, which are sums of pairs by cluster: they were about this many gold trees.
    #[must_use]
    pub(super) fn clustered(self, trees: u64) -> Self {
        Self { summed: Some(Summed { trees, is_folded: false }), ..self }
    }

    /// True if rows are sums of pairs, which were made while scoring: by bucket, or by cluster.
    pub fn is_summed(&self) -> bool {
        self.summed.is_some()
    }

    /// True if rows are sums of pairs by bucket.
    pub fn is_folded(&self) -> bool {
        self.summed.is_some_and(|summed| summed.is_folded)
    }

    /// The number of gold trees: that of the last tree of any row.
    pub fn trees(&self) -> u64 {
        if let Some(Summed { trees, .. }) = self.summed {
            return trees;
        }
        match &self.gold {
            Ranges::InOrder(rows) => *rows as u64,
            Ranges::Listed(all) => all.iter().map(|gold| gold.end).max().unwrap_or(0),
        }
    }

    /// True if row `n` is about gold tree `n` alone, for all rows.
    pub(crate) fn are_in_order(&self) -> bool {
        matches!(self.gold, Ranges::InOrder(_))
    }

    /// The gold trees of a row.
    pub fn gold(&self, row: usize) -> Range<u64> {
        match &self.gold {
            Ranges::InOrder(_) => row as u64..row as u64 + 1,
            Ranges::Listed(all) => all[row].clone(),
        }
    }

    /// The first gold tree of a row; of a row without gold trees, the tree before it.
    pub(super) fn first_tree(&self, row: usize) -> u64 {
        first_tree(&self.gold(row))
    }

    /// The key of a row's cluster.
    pub fn cluster(&self, row: usize) -> u64 {
        let run = self.clusters.partition_point(|&(first, _)| first <= row).saturating_sub(1);
        self.clusters.get(run).map_or(0, |&(_, key)| key)
    }

    /// What the system said about the gold trees of a row.
    pub fn answer(&self, row: usize) -> Answer {
        self.answers[row]
    }

    /// Runs of rows that have the same key, in order: the first row of each, and the key.
    pub(crate) fn cluster_runs(&self) -> &[(usize, u64)] {
        &self.clusters
    }

    /// True if the pair of a row was refused.
    pub fn is_refused(&self, row: usize) -> bool {
        self.answers[row] == Answer::Refused
    }

    /// True if the pair of a row was scored, although the system has no tree in it.
    pub fn is_missing(&self, row: usize) -> bool {
        self.answers[row] == Answer::Missing
    }

    /// True if the system said something about the gold trees of a row that could be scored.
    pub fn is_answered(&self, row: usize) -> bool {
        self.answers[row] == Answer::Scored
    }

    /// The class of a row in a breakdown, if there is one.
    pub fn class(&self, row: usize) -> Option<u64> {
        self.classes.get(row).copied()
    }

    /// A count of a row; zero if the row has no such count.
    pub fn count(&self, row: usize, column: usize) -> i128 {
        if column < self.width { self.counts.get(row * self.width + column) } else { 0 }
    }

    /// Checks that each of the corpus's gold trees is in exactly one row.
    ///
    /// # Errors
    /// Names the first tree that is not.
    pub fn check_complete(&self, trees: u64) -> Result<(), RowsError> {
        if let Some(Summed { trees: found, .. }) = self.summed {
            // They were in order when they were summed.
            return if found >= trees { Ok(()) } else { Err(RowsError::Missing(found)) };
        }
        let mut all = match &self.gold {
            Ranges::InOrder(rows) if *rows as u64 >= trees => return Ok(()),
            Ranges::InOrder(rows) => return Err(RowsError::Missing(*rows as u64)),
            Ranges::Listed(all) => all.iter().filter(|gold| !gold.is_empty()).cloned().collect::<Vec<_>>(),
        };
        all.sort_by_key(|gold| gold.start);
        let mut reached = 0;
        for gold in all {
            if gold.start > reached {
                return Err(RowsError::Missing(reached));
            }
            if gold.start < reached {
                return Err(RowsError::Repeated(gold.start));
            }
            reached = gold.end;
        }
        if reached < trees { Err(RowsError::Missing(reached)) } else { Ok(()) }
    }

    /// Some of the rows, in this order.
    #[must_use]
    pub fn only(&self, rows: &[usize]) -> Self {
        let mut some = Self::new(self.width);
        let mut counts = Vec::with_capacity(self.width);
        for &row in rows {
            counts.clear();
            counts.extend((0..self.width).map(|column| self.count(row, column)));
            some.push(self.gold(row), self.cluster(row), self.answers[row], &counts);
            if let Some(class) = self.class(row) {
                some.set_class(class);
            }
        }
        some
    }

    /// The same rows with other keys: `key` gives that of each gold tree. A row has the key of its first tree, a row
    /// without gold trees that of the tree before it.
    #[must_use]
    pub fn with_clusters(mut self, key: &dyn Fn(u64) -> u64) -> Self {
        self.clusters.clear();
        for row in 0..self.len() {
            let key = key(self.first_tree(row));
            if self.clusters.last().is_none_or(|&(_, last)| last != key) {
                self.clusters.push((row, key));
            }
        }
        self
    }
}

/// The first of the gold trees of a row. A row without any belongs to the tree before it.
pub(super) fn first_tree(gold: &Range<u64>) -> u64 {
    if gold.is_empty() { gold.start.saturating_sub(1) } else { gold.start }
}

/// The clusters are the gold files.
impl From<&PairTable> for StatRows {
    fn from(table: &PairTable) -> Self {
        let mut rows = Self::new(table.info().fields.len());
        for row in 0..table.len() {
            let id = table.id(row);
            let is_group = matches!(id.kind, RowKind::Group | RowKind::Side);
            let is_missing = is_group && id.system.is_empty() && !id.gold.is_empty();
            let answer = match table.refused(row) {
                Some(_) => Answer::Refused,
                None if is_missing && table.counts(row).first() != Some(&0) => Answer::Missing,
                None => Answer::Scored,
            };
            rows.push(id.gold.clone(), id.document as u64, answer, table.counts(row));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_what_was_pushed() {
        let mut rows = StatRows::new(2);
        let all: [(Range<u64>, u64, bool, [i128; 2]); 4] = [
            (0..1, 7, false, [1, 2]),
            (1..2, 7, true, [0, -3]),
            (2..2, 7, false, [1 << 70, 0]),
            (2..5, 9, false, [4, 5]),
        ];
        for (gold, key, refused, counts) in &all {
            rows.push(gold.clone(), *key, *refused, counts);
        }
        for (at, (gold, key, refused, counts)) in all.into_iter().enumerate() {
            assert_eq!((rows.gold(at), rows.cluster(at), rows.is_refused(at)), (gold, key, refused), "{at}");
            assert_eq!([rows.count(at, 0), rows.count(at, 1), rows.count(at, 2)], [counts[0], counts[1], 0]);
        }
        assert_eq!(rows.trees(), 5);
        let keyed = rows.with_clusters(&|tree| tree / 2);
        assert_eq!((0..4).map(|row| keyed.cluster(row)).collect::<Vec<_>>(), [0, 0, 0, 1]);
    }

    #[test]
    fn every_gold_tree_is_in_one_row() {
        for (ranges, trees, expected) in [
            (vec![0..1, 1..2, 2..3], 3, Ok(())),
            (vec![0..1, 1..2], 3, Err(RowsError::Missing(2))),
            (vec![2..3, 0..2], 3, Ok(())),
            (vec![0..1, 2..3], 3, Err(RowsError::Missing(1))),
            (vec![0..2, 1..3], 3, Err(RowsError::Repeated(1))),
            (vec![0..2, 2..2, 2..3], 3, Ok(())),
            (vec![0..2, 2..2], 3, Err(RowsError::Missing(2))),
            (vec![0..1, u64::MAX - 1..u64::MAX], 1, Err(RowsError::Missing(1))),
            (vec![], 0, Ok(())),
        ] {
            let mut rows = StatRows::new(0);
            for gold in &ranges {
                rows.push(gold.clone(), 0, false, &[]);
            }
            assert_eq!(rows.check_complete(trees), expected, "{ranges:?}");
        }
    }
}
