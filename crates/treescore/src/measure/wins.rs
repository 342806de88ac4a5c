//! Which of two values is better, and how often.

use super::Better;

/// In how many units which system is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// The first is better.
    pub first: u64,
    /// The second is better.
    pub second: u64,
    /// Neither is.
    pub equal: u64,
}

impl Wins {
    /// Counts a unit with these values. Undefined values are no better than any.
    pub(crate) fn add(&mut self, first: Option<f64>, second: Option<f64>, better: Better) {
        match first.zip(second) {
            Some((first, second)) if (first - second).abs() > tolerance(&[first, second]) => {
                let is_first = (first > second) == (better == Better::Higher);
                *(if is_first { &mut self.first } else { &mut self.second }) += 1;
            }
            _ => self.equal += 1,
        }
    }
}

/// Figures that differ by no more than this are equal: 2^-40 of the largest of them, and of 1.
pub(crate) fn tolerance(figures: &[f64]) -> f64 {
    figures.iter().fold(1.0, |largest: f64, figure| largest.max(figure.abs())) / 1_099_511_627_776.0
}
