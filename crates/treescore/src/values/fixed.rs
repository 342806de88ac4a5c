//! Real values that add up to the same digits in any order.

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
    /// A real value as fixed point.
    pub fn point(value: f64) -> i128 {
        (value * ONE).round() as i128
    }

    /// The real value of a fixed point.
    pub fn real(point: i128) -> f64 {
        point as f64 / ONE
    }

    /// One value, or none.
    pub fn of(value: Option<f64>) -> Self {
        value.map_or_else(Self::default, |value| Self { sum: Self::point(value), values: 1 })
    }

    /// The sum of the values.
    pub fn total(&self) -> f64 {
        Self::real(self.sum)
    }

    /// The mean; undefined if there are no values.
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
