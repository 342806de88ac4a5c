//! Figures on a fixed grid, so that differences add up exactly.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// A figure, or a difference of figures, as a multiple of 2^-50. Differences and sums are exact, as integers and as
/// floating-point numbers: below eight, every such multiple is a double.
///
/// ```
/// use treescore::explain::Points;
/// let steps = [Points::of(0.1), Points::of(0.2) - Points::of(0.1), Points::of(0.9) - Points::of(0.2)];
/// assert_eq!(steps.into_iter().sum::<Points>(), Points::of(0.9));
/// assert_eq!(steps.iter().map(|step| step.value()).sum::<f64>(), Points::of(0.9).value());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i128);

const ONE: f64 = (1u64 << 50) as f64;

impl Points {
    /// The multiple that is nearest to a figure.
    pub fn of(figure: f64) -> Self {
        Self((figure * ONE).round() as i128)
    }

    /// The figure.
    pub fn value(self) -> f64 {
        self.0 as f64 / ONE
    }

    /// The number of multiples.
    pub(super) fn number(self) -> i128 {
        self.0
    }

    /// Divides a number of multiples among several, in proportion to parts that sum up to the number times `whole`. What
    /// cannot be divided goes to the greatest remainders, the first of equal ones.
    pub(super) fn apportion(parts: &[i128], whole: i128) -> Vec<Self> {
        let whole = whole.max(1);
        let mut shares: Vec<i128> = parts.iter().map(|part| part.div_euclid(whole)).collect();
        let rest: i128 = parts.iter().map(|part| part.rem_euclid(whole)).sum();
        let left = usize::try_from(rest / whole).unwrap_or_default();
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(parts[at].rem_euclid(whole)));
        order.iter().take(left).for_each(|&at| shares[at] += 1);
        shares.into_iter().map(Self).collect()
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Points {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Points;

    #[test]
    fn what_cannot_be_divided_goes_to_the_greatest_remainders() {
        for (parts, whole, expected, why) in [
            (&[6, 3, 3][..], 3, &[2, 1, 1][..], "nothing is left"),
            (&[7, 4, 1], 3, &[3, 1, 0], "the first of equal remainders"),
            (&[4, 5, 3], 3, &[1, 2, 1], "the greatest remainder"),
            (&[-7, 4, 3], 3, &[-2, 1, 1], "a negative part has the remainder 2"),
            (&[], 1, &[], "nobody"),
        ] {
            let shares = Points::apportion(parts, whole);
            assert_eq!(shares.iter().map(|share| share.0).collect::<Vec<_>>(), expected, "{why}");
            assert_eq!(shares.into_iter().sum::<Points>().number() * whole, parts.iter().sum::<i128>());
        }
    }
}
