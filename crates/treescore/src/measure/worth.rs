//! Which of several trees is the best, by the headline of a measure.

use super::wins::tolerance;
use super::{Better, MeasureInfo};
use crate::prepare::Empty;

/// How good the counts of a pair are by the headline of a measure: higher is better.
#[derive(Clone, Copy)]
pub(crate) struct Worth {
    info: &'static MeasureInfo,
    empty: Empty,
}

impl Worth {
    pub(crate) fn new(info: &'static MeasureInfo, empty: Empty) -> Self {
        Self { info, empty }
    }

    /// The headline of a pair, turned so that higher is better. Nothing to find and nothing found is as good as can be, unless
    /// the recipe says that it is zero.
    pub(crate) fn value(self, row: &[i128]) -> f64 {
        let headline = self.info.figures.first();
        let is_lower = headline.is_some_and(|figure| figure.better == Better::Lower);
        let value = (self.info.derive)(row).first().copied().flatten();
        let value = value.unwrap_or(if self.empty == Empty::Zero || is_lower { 0.0 } else { 1.0 });
        if is_lower { -value } else { value }
    }
}

/// The first of the highest values. Values that differ by rounding only are equal.
pub(crate) fn first_highest(values: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (at, value) in values {
        let near = |highest: f64| if highest.is_finite() { tolerance(&[value, highest]) } else { 0.0 };
        if best.is_none_or(|(_, highest)| value > highest + near(highest)) {
            best = Some((at, value));
        }
    }
    best.map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equals_is_chosen() {
        let values = [0.5, 1.0 / 3.0 + 1.0 / 3.0, 2.0 / 3.0 + f64::EPSILON];
        assert_eq!(first_highest(values.into_iter().enumerate()), Some(1));
        assert_eq!(first_highest([f64::NEG_INFINITY, 0.5].into_iter().enumerate()), Some(1));
        assert_eq!(first_highest(std::iter::empty()), None);
    }
}
