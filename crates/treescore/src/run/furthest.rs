//! The units in which two systems differ most, as many as are asked for.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A unit in which two systems have different figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitDifference {
    /// The first gold tree of the unit, from 0.
    pub tree: u64,
    /// The figure of the first system.
    pub first: f64,
    /// The figure of the second.
    pub second: f64,
}

impl UnitDifference {
    fn size(&self) -> f64 {
        (self.second - self.first).abs()
    }

    /// The same with the systems exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { first: self.second, second: self.first, ..self }
    }
}

impl Eq for UnitDifference {}

/// The greatest difference comes first, then the earliest tree.
impl Ord for UnitDifference {
    fn cmp(&self, other: &Self) -> Ordering {
        other.size().total_cmp(&self.size()).then(self.tree.cmp(&other.tree))
    }
}

impl PartialOrd for UnitDifference {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The greatest differences of two systems so far. It holds no more than are asked for, of any number of units.
///
/// ```
/// use treescore::run::Furthest;
/// let mut furthest = Furthest::new(2);
/// for (tree, second) in [(0, 0.7), (1, 0.9), (2, 0.5), (3, 0.1)] {
///     furthest.add(tree, Some(0.5), Some(second));
/// }
/// assert_eq!(furthest.into_list().iter().map(|found| found.tree).collect::<Vec<_>>(), [1, 3]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Furthest {
    most: usize,
    /// The least of those that are held comes out first.
    held: BinaryHeap<UnitDifference>,
}

impl Furthest {
    /// Creates an empty list of at most this many units.
    pub fn new(most: usize) -> Self {
        Self { most, held: BinaryHeap::new() }
    }

    /// Adds a unit, if both systems have a figure there, the figures differ, and by more than those of others.
    pub fn add(&mut self, tree: u64, first: Option<f64>, second: Option<f64>) {
        let (Some(first), Some(second)) = (first, second) else { return };
        if first.total_cmp(&second).is_eq() {
            return;
        }
        let found = UnitDifference { tree, first, second };
        if self.held.len() < self.most {
            self.held.push(found);
        } else if let Some(mut least) = self.held.peek_mut().filter(|least| found < **least) {
            *least = found;
        }
    }

    /// The units, the greatest difference first.
    pub fn into_list(self) -> Vec<UnitDifference> {
        self.held.into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A bounded list is the beginning of the sorted list of all.
        #[test]
        fn it_is_the_beginning_of_all(
            all in proptest::collection::vec((proptest::option::of(0..5_u8), proptest::option::of(0..5_u8)), 0..30),
            most in 0..8_usize,
        ) {
            let value = |value: Option<u8>| value.map(|value| f64::from(value) / 4.0);
            let mut furthest = Furthest::new(most);
            let mut expected = Vec::new();
            for (tree, &(first, second)) in all.iter().enumerate() {
                furthest.add(tree as u64, value(first), value(second));
                if let (Some(first), Some(second)) = (first, second) && first != second {
                    expected.push((std::cmp::Reverse(first.abs_diff(second)), tree as u64));
                }
            }
            expected.sort_unstable();
            expected.truncate(most);
            let trees: Vec<u64> = furthest.into_list().iter().map(|found| found.tree).collect();
            prop_assert_eq!(trees, expected.iter().map(|&(_, tree)| tree).collect::<Vec<_>>());
        }
    }
}
