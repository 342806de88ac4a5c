//! Sums of real values that do not depend on the order of addition.

/// A sum of real values and their number. Values are stored in fixed point (value × 2^60, rounded once), so
/// the order and grouping of additions never change a digit: any number of threads or machines gives the same
/// sum.
///
/// ```
/// use treescore::values::Fixed;
/// let mut sum = Fixed::of(Some(0.1));
/// sum += Fixed::of(Some(0.3));
/// sum += Fixed::of(None); // undefined: not counted
/// assert_eq!((sum.values, sum.mean()), (2, Some(0.2)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed {
    /// Sum of value × 2^60.
    pub sum: i128,
    /// Number of values.
    pub values: u64,
}

/// As a pair: the sum as text, because it needs more digits than JSON keeps, and the number of values.
impl serde::Serialize for Fixed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.sum.to_string(), self.values).serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for Fixed {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (sum, values) = <(String, u64)>::deserialize(deserializer)?;
        Ok(Self { sum: sum.parse().map_err(serde::de::Error::custom)?, values })
    }
}

const ONE: f64 = (1u64 << 60) as f64;

impl Fixed {
    /// Converts a real value to fixed point, rounding halves away from zero.
    #[inline]
    pub(crate) fn point(value: f64) -> i128 {
        let scaled = value * ONE;
        // Every double from 2^52 on is an integer, and a machine word holds it up to 2^62: the common case
        // needs no call.
        let whole = if scaled.abs() < (1u64 << 52) as f64 { scaled.round() } else { scaled };
        if whole.abs() < (1u64 << 62) as f64 { i128::from(whole as i64) } else { whole as i128 }
    }

    /// Converts a fixed-point value to a real value.
    pub fn real(point: i128) -> f64 {
        point as f64 / ONE
    }

    /// The sum of one value, or of none.
    pub fn of(value: Option<f64>) -> Self {
        value.map_or_else(Self::default, |value| Self { sum: Self::point(value), values: 1 })
    }

    /// The sum of the values.
    pub fn total(&self) -> f64 {
        Self::real(self.sum)
    }

    /// The mean of the values. `None` if there are none.
    pub fn mean(&self) -> Option<f64> {
        (self.values > 0).then(|| self.total() / self.values as f64)
    }
}

impl std::ops::AddAssign for Fixed {
    fn add_assign(&mut self, other: Self) {
        let Self { sum, values } = other;
        self.sum += sum;
        self.values += values;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn points_are_rounded_values(value in prop_oneof![-2.0..2.0, -1e-9..1e-9, -1e30..1e30, any::<f64>()]) {
            prop_assert_eq!(Fixed::point(value), (value * ONE).round() as i128);
        }
    }
}
