//! What a run keeps of each label for statistics. There may be any number of labels, most of which are in one pair, so that
//! they share their columns.

use std::collections::BTreeMap;
use std::ops::Range;

use super::stat_rows::StatRows;
use crate::measure::Parts;
use crate::values::Vocabulary;

/// In a breakdown by label or type: the headline figure of each label, in the pairs that have it.
#[derive(Clone, Debug, Default)]
pub struct LabelRows {
    names: Vocabulary,
    /// The pairs, in order, without counts.
    pairs: StatRows,
    /// The labels of the pairs; sorted after [`finish`](Self::finish).
    items: Vec<Item>,
    /// Numerators and denominators that do not fit their items.
    large: BTreeMap<(u32, u32), Parts>,
}

/// A label in a pair, by their numbers. A pair takes so much memory that there are never too many for a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Item {
    name: u32,
    pair: u32,
    numerator: i32,
    denominator: i32,
}

/// The denominator of an item whose parts are in the list of large ones. Denominators are not negative.
const LARGE: i32 = -1;

impl LabelRows {
    /// Adds the labels of a pair: the gold trees it is about, and the key of its cluster.
    pub(super) fn add<'a>(
        &mut self,
        (gold, cluster): (Range<u64>, u64),
        labels: impl Iterator<Item = (&'a [u8], Parts)>,
    ) {
        let (pair, before) = (self.pairs.len() as u32, self.items.len());
        for (name, parts) in labels {
            let name = self.names.number(name);
            let small = |part: i128| i32::try_from(part).ok().filter(|&part| part != LARGE);
            let both = small(parts.numerator).zip(small(parts.denominator));
            if both.is_none() {
                self.large.insert((name, pair), parts);
            }
            let (numerator, denominator) = both.unwrap_or((0, LARGE));
            self.items.push(Item { name, pair, numerator, denominator });
        }
        if self.items.len() > before {
            self.pairs.push(gold, cluster, false, &[]);
        }
    }

    /// Ends adding.
    pub(super) fn finish(&mut self) {
        self.items.sort_unstable();
    }

    /// Gives each pair the key of its first gold tree.
    pub(super) fn set_clusters(&mut self, key: impl Fn(u64) -> u64) {
        self.pairs = std::mem::take(&mut self.pairs).with_clusters(&key);
    }

    /// The rows of a label: one for each pair that has it.
    pub fn rows(&self, name: &[u8]) -> Option<StatRows> {
        let name = self.names.get(name)?;
        let start = self.items.partition_point(|item| item.name < name);
        let mut rows = StatRows::new(2);
        for item in self.items[start..].iter().take_while(|item| item.name == name) {
            let (gold, cluster) =
                (self.pairs.gold(item.pair as usize), self.pairs.cluster(item.pair as usize));
            let small = Parts { numerator: item.numerator.into(), denominator: item.denominator.into() };
            let parts = if item.denominator == LARGE { self.large.get(&(name, item.pair)) } else { None };
            let Parts { numerator, denominator } = *parts.unwrap_or(&small);
            rows.push(gold, cluster, false, &[numerator, denominator]);
        }
        Some(rows)
    }

    /// The labels, in the order in which they came.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.names.len() as u32).map(|number| self.names.name(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_those_of_the_pairs_that_have_the_label() {
        let mut labels = LabelRows::default();
        let parts = |numerator: i128, denominator: i128| Parts { numerator, denominator };
        let huge = 1 << 40;
        labels.add((0..1, 7), [(&b"NP"[..], parts(2, 4)), (b"VP", parts(1, huge))].into_iter());
        labels.add((1..2, 7), std::iter::empty());
        labels.add((2..3, 8), [(&b"VP"[..], parts(0, -1)), (b"NP", parts(-3, 0))].into_iter());
        labels.finish();
        let all = |labels: &LabelRows, name: &[u8]| {
            let rows = labels.rows(name)?;
            let row = |at: usize| (rows.gold(at), rows.cluster(at), rows.count(at, 0), rows.count(at, 1));
            Some((0..rows.len()).map(row).collect::<Vec<_>>())
        };
        assert_eq!(all(&labels, b"NP"), Some(vec![(0..1, 7, 2, 4), (2..3, 8, -3, 0)]));
        assert_eq!(all(&labels, b"VP"), Some(vec![(0..1, 7, 1, huge), (2..3, 8, 0, -1)]));
        assert_eq!(all(&labels, b"PP"), None);
        assert_eq!(labels.names().collect::<Vec<_>>(), [b"NP", b"VP"]);
        labels.set_clusters(|tree| tree + 100);
        assert_eq!(all(&labels, b"NP").unwrap()[1].1, 102);
    }
}
