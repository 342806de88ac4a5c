//! Costs in bits, and accurate sums.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::ops::AddAssign;

use treescore::measure::Fixed;

/// Returns the cost in bits if a candidate of this probability is a true chunk; infinite at 0.
pub(crate) fn cost_of_true(probability: f64) -> f64 {
    // Adding zero turns -0 into 0.
    if probability > 0.0 { -probability.log2() + 0.0 } else { f64::INFINITY }
}

/// Returns the cost in bits if a candidate of this probability is not a true chunk; infinite at 1. Accurate
/// for the smallest probabilities.
pub(crate) fn cost_of_false(probability: f64) -> f64 {
    if probability < 1.0 { -(-probability).ln_1p() / std::f64::consts::LN_2 + 0.0 } else { f64::INFINITY }
}

/// A compensated sum (Neumaier's algorithm).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    /// Adds a value.
    pub(crate) fn add(&mut self, value: f64) {
        let next = self.sum + value;
        self.lost +=
            if self.sum.abs() >= value.abs() { (self.sum - next) + value } else { (value - next) + self.sum };
        self.sum = next;
    }

    /// Adds a value several times.
    pub(crate) fn add_times(&mut self, times: u32, value: f64) {
        let product = f64::from(times) * value;
        self.add(product);
        // What the product lost in rounding, exactly.
        self.add(f64::from(times).mul_add(value, -product));
    }

    /// Returns the sum so far.
    pub(crate) fn total(self) -> f64 {
        // Once the sum is infinite, the compensation is NaN.
        if self.sum.is_finite() { self.sum + self.lost } else { self.sum }
    }
}

impl Extend<f64> for Sum {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.add(value));
    }
}

impl FromIterator<f64> for Sum {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sum = Self::default();
        sum.extend(values);
        sum
    }
}

/// The unit of the rest beside a [`Fixed`]: 2^-140.
const REST: f64 = (1u128 << 70) as f64 * (1u128 << 70) as f64;

/// A sum of probabilities that may be tiny, the same in any order. [`Fixed`] alone ignores values below
/// 2^-60; with the rest of each value beside it, the sum is exact to 2^-140 (7e-43) per value, for up to 2^47
/// values. Smaller probabilities count as 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FineSum {
    coarse: Fixed,
    rest: i128,
}

/// As a pair of [`Fixed`] and the rest as text.
impl Serialize for FineSum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.coarse, self.rest.to_string()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FineSum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (coarse, rest) = <(Fixed, String)>::deserialize(deserializer)?;
        Ok(Self { coarse, rest: rest.parse().map_err(de::Error::custom)? })
    }
}

impl FineSum {
    /// Creates the sum of one probability.
    pub(super) fn new(probability: f64) -> Self {
        let coarse = Fixed::of(Some(probability));
        // Exact: the rest holds the last digits of the probability, which rounding removed.
        let rest = probability - coarse.total();
        Self { coarse, rest: (rest * REST).round() as i128 }
    }

    pub(super) fn total(&self) -> f64 {
        self.coarse.total() + self.rest as f64 / REST
    }

    /// Returns the number of values.
    pub(super) fn values(&self) -> u64 {
        self.coarse.values
    }
}

impl AddAssign for FineSum {
    fn add_assign(&mut self, other: Self) {
        let Self { coarse, rest } = other;
        self.coarse += coarse;
        self.rest += rest;
    }
}

/// Keeps probabilities away from 0 and 1, so that no cost is infinite.
///
/// ```
/// use treescore_phrase::Floor;
/// let floor = Floor::new(0.01)?;
/// assert_eq!([0.0, 0.5, 1.0].map(|p| floor.apply(p)), [0.01, 0.5, 0.99]);
/// # Ok::<(), treescore_phrase::FloorError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Floor(Option<f64>);

/// The floor is not between 0 and 0.5.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the floor is {0}; it must be greater than 0 and less than 0.5")]
pub struct FloorError(f64);

impl Floor {
    /// Leaves probabilities as they are.
    pub const NONE: Self = Self(None);

    /// Creates a floor: every probability is at least `floor` and at most `1 - floor`.
    ///
    /// # Errors
    /// If it is not between 0 and 0.5.
    pub fn new(floor: f64) -> Result<Self, FloorError> {
        if floor > 0.0 && floor < 0.5 { Ok(Self(Some(floor))) } else { Err(FloorError(floor)) }
    }

    /// Returns the floor, if there is one.
    pub fn get(self) -> Option<f64> {
        self.0
    }

    /// Applies the floor to a probability.
    pub fn apply(self, probability: f64) -> f64 {
        self.0.map_or(probability, |floor| probability.max(floor).min(1.0 - floor))
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "infinities, and what must be exact to the last digit")]
mod tests {
    use super::*;

    #[test]
    fn costs_are_exact_at_the_ends() {
        for (probability, truth, falsehood) in [
            (0.0, f64::INFINITY, 0.0),
            (1.0, 0.0, f64::INFINITY),
            (0.5, 1.0, 1.0),
            (0.25, 2.0, 0.415_037_499_278_843_8),
            (1e-300, 996.578_428_466_209, 1e-300 / std::f64::consts::LN_2),
        ] {
            let close = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-14 * b.abs();
            assert!(close(cost_of_true(probability), truth), "{probability}");
            assert!(close(cost_of_false(probability), falsehood), "{probability}");
            assert!(
                cost_of_true(probability).is_sign_positive() && cost_of_false(probability).is_sign_positive()
            );
        }
    }

    #[test]
    fn sums_lose_nothing_that_matters() {
        assert_eq!([1e100, 1.0, -1e100].into_iter().collect::<Sum>().total(), 1.0);
        assert_eq!([1.0, f64::INFINITY, 1.0].into_iter().collect::<Sum>().total(), f64::INFINITY);
        let tenths: Sum = std::iter::repeat_n(0.1, 1000).collect();
        assert_eq!(tenths.total(), 100.0);
        let mut at_once = Sum::default();
        at_once.add_times(1000, 0.1);
        assert_eq!(at_once.total(), 100.0);
    }

    #[test]
    fn floors_are_between_nought_and_a_half() {
        for wrong in [0.0, 0.5, -0.1, 1.0, f64::NAN, f64::INFINITY] {
            assert!(Floor::new(wrong).is_err(), "{wrong}");
        }
        let floor = Floor::new(0.1).unwrap();
        assert_eq!([0.0, 0.05, 0.3, 0.95, 1.0].map(|p| floor.apply(p)), [0.1, 0.1, 0.3, 0.9, 0.9]);
        assert_eq!([0.0, 0.3, 1.0].map(|p| Floor::NONE.apply(p)), [0.0, 0.3, 1.0]);
    }
}
