//! Real values that add up to the same digits in any order.

use std::ops::AddAssign;

use super::{Counts, count, ratio};
use crate::prepare::Empty;

/// A sum of real values and how many there were. Values are fixed-point integers (value × 2^60, rounded once), so that the
/// order and grouping of additions make no difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// Sum of value × 2^60.
    pub sum: i128,
    /// Number of values.
    pub values: u64,
}

const ONE: f64 = (1u64 << 60) as f64;

impl Fixed {
    /// One value, or none.
    pub fn of(value: Option<f64>) -> Self {
        value.map_or_else(Self::default, |value| Self { sum: (value * ONE).round() as i128, values: 1 })
    }

    /// One value, `part / whole`; where there is no whole, what the recipe says of that.
    pub(crate) fn share(part: u64, whole: u64, empty: Empty) -> Self {
        match (whole, empty) {
            (0, Empty::Skip) => Self::default(),
            (0, Empty::One) => Self::of(Some(1.0)),
            (0, Empty::Zero) => Self::of(Some(0.0)),
            _ => Self::of(ratio(part, whole)),
        }
    }

    /// The sum with these names among counts.
    pub(crate) fn named(counts: &Counts, sum: &str, values: &str) -> Self {
        Self { sum: counts.get(sum).copied().unwrap_or_default(), values: count(counts, values) }
    }

    /// The sum of the values.
    pub fn total(&self) -> f64 {
        self.sum as f64 / ONE
    }

    /// The mean; undefined if there are no values.
    pub fn mean(&self) -> Option<f64> {
        (self.values > 0).then(|| self.total() / self.values as f64)
    }
}

impl AddAssign for Fixed {
    fn add_assign(&mut self, other: Self) {
        let Self { sum, values } = other;
        self.sum += sum;
        self.values += values;
    }
}
