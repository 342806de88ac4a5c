//! Figures as quotients of two sums.

use super::info::{Better, MeasureInfo};
use crate::prepare::{Average, Empty};
use crate::values::{FieldKind, Fixed, choice};

choice! {
    /// The pairs that a figure is about.
    Over {
        /// Scored pairs: a refused pair counts nothing.
        Scored = "scored",
        /// All pairs: a refused pair counts what it missed.
        All = "all",
        /// Pairs that both systems scored.
        Common = "common",
    }
}

/// Numerator and denominator of a figure, for one unit or a sum of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The numerator.
    pub numerator: i128,
    /// The denominator.
    pub denominator: i128,
}

impl Parts {
    /// True if nothing is counted.
    pub(crate) fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

impl std::ops::AddAssign for Parts {
    fn add_assign(&mut self, other: Self) {
        let Self { numerator, denominator } = other;
        self.numerator += numerator;
        self.denominator += denominator;
    }
}

impl std::ops::Sub for Parts {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            numerator: self.numerator - other.numerator,
            denominator: self.denominator - other.denominator,
        }
    }
}

impl std::iter::Sum for Parts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, parts| {
            sum += parts;
            sum
        })
    }
}

/// A figure: a quotient of two sums of counts, each count with a factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Quotient {
    numerator: Vec<(usize, i64)>,
    denominator: Vec<(usize, i64)>,
    /// What the numerator is divided by first: 1, 2^60 for fixed-point counts, 10^6 for millionths.
    scale: f64,
    better: Better,
    compared: Over,
    /// Over which pairs means of it are compared.
    means_compared: Over,
    /// True for the mean of pairs that was worked out before.
    is_mean: bool,
}

impl Quotient {
    /// Creates a figure from columns of counts with their factors.
    pub fn new(
        numerator: Vec<(usize, i64)>,
        denominator: Vec<(usize, i64)>,
        scale: f64,
        better: Better,
    ) -> Self {
        let compared = Over::All;
        Self { numerator, denominator, scale, better, compared, means_compared: compared, is_mean: false }
    }

    /// The figure of a measure at this place of its list; `None` if it is not a quotient of counts.
    ///
    /// ```
    /// use treescore::measure::registry;
    /// use treescore::stats::Quotient;
    /// let info = registry::measure("parseval").unwrap().info();
    /// let f1 = Quotient::of_measure(info, 0).unwrap();
    /// let parts = f1.parts(&[1, 8, 10, 10]); // pairs, matched, gold, system
    /// assert_eq!(f1.value(parts), Some(0.8));
    /// ```
    pub fn of_measure(info: &MeasureInfo, figure: usize) -> Option<Self> {
        let figure = info.figures.get(figure)?;
        let terms = figure.terms?;
        let place = |&(name, factor): &(&str, i64)| Some((info.field(name)?, factor));
        let places = |terms: &[(&str, i64)]| terms.iter().map(place).collect::<Option<Vec<_>>>();
        let (numerator, denominator) = (places(terms.numerator)?, places(terms.denominator)?);
        let unit = |terms: &[(usize, i64)]| terms.first().map_or(1.0, |&(at, _)| unit(info.fields[at].kind));
        let scale = unit(&numerator) / unit(&denominator);
        let compared = if terms.ignores_missing { Over::Common } else { Over::All };
        Some(Self { compared, ..Self::new(numerator, denominator, scale, figure.better) })
    }

    /// The same figure, compared over the pairs that both systems scored: a missing answer does not lower it.
    #[must_use]
    pub fn over_common(self) -> Self {
        Self { compared: Over::Common, ..self }
    }

    /// The same figure, compared over the pairs that both systems scored in every average, because nothing is known of
    /// the others.
    #[must_use]
    pub fn over_known(self) -> Self {
        Self { compared: Over::Common, means_compared: Over::Common, ..self }
    }

    /// Which value is the best.
    pub fn better(&self) -> Better {
        self.better
    }

    /// The pairs over which two systems are compared. In a mean over sentences a refused pair counts 0, so that
    /// nothing is gained by refusing.
    pub fn compared_over(&self, average: Average) -> Over {
        if average == Average::Corpus { self.compared } else { self.means_compared }
    }

    /// Numerator and denominator of a row.
    pub fn parts(&self, counts: &[i128]) -> Parts {
        self.parts_by(&|at| counts.get(at).copied().unwrap_or(0))
    }

    fn parts_by(&self, count: &dyn Fn(usize) -> i128) -> Parts {
        let sum = |terms: &[(usize, i64)]| {
            terms.iter().map(|&(at, factor)| count(at).saturating_mul(i128::from(factor))).sum()
        };
        Parts { numerator: sum(&self.numerator), denominator: sum(&self.denominator) }
    }

    /// The figure of parts that were worked out before, two columns for each figure.
    #[must_use]
    pub fn of_parts(&self, average: Average, figure: usize) -> Self {
        Self {
            numerator: vec![(2 * figure, 1)],
            denominator: vec![(2 * figure + 1, 1)],
            scale: self.scale_of(average),
            better: self.better,
            compared: self.compared_over(average),
            means_compared: self.means_compared,
            is_mean: average == Average::Sentence,
        }
    }

    /// True if this average is a mean over pairs.
    pub(crate) fn is_mean(&self, average: Average) -> bool {
        self.is_mean || average == Average::Sentence
    }

    fn scale_of(&self, average: Average) -> f64 {
        if average == Average::Corpus { self.scale } else { ONE as f64 }
    }

    /// The value of the figure; undefined if there is nothing to divide by.
    pub fn value(&self, parts: Parts) -> Option<f64> {
        quotient(parts, self.scale)
    }

    /// The value of an average.
    pub(crate) fn value_of(&self, average: Average, parts: Parts) -> Option<f64> {
        quotient(parts, self.scale_of(average))
    }

    /// The value of one unit where systems are compared unit by unit. Undefined counts 0 if the system has no answer, else
    /// what the recipe says, where higher is better.
    pub(crate) fn unit_value(
        &self,
        average: Average,
        parts: Parts,
        is_unanswered: bool,
        empty: Empty,
    ) -> Option<f64> {
        let instead = match (self.better, is_unanswered, empty) {
            (Better::Higher, true, _) | (Better::Higher, false, Empty::Zero) => Some(0.0),
            (Better::Higher, false, Empty::One) => Some(1.0),
            _ => None,
        };
        self.value_of(average, parts).or(instead)
    }

    /// What a pair adds to an average.
    pub(crate) fn parts_of(
        &self,
        average: Average,
        count: &dyn Fn(usize) -> i128,
        refused: bool,
        empty: Empty,
    ) -> Parts {
        let parts = self.parts_by(count);
        if average == Average::Corpus {
            return parts;
        }
        let (numerator, denominator) = match (refused, self.value(parts), empty) {
            (true, ..) | (false, None, Empty::Zero) => (0, 1),
            (false, Some(value), _) => (Fixed::point(value), 1),
            (false, None, Empty::Skip) => (0, 0),
            (false, None, Empty::One) => (ONE, 1),
        };
        Parts { numerator, denominator }
    }
}

/// What one is in a field of this kind.
fn unit(kind: FieldKind) -> f64 {
    match kind {
        FieldKind::Count => 1.0,
        FieldKind::Fixed => ONE as f64,
        FieldKind::Millionths => 1e6,
    }
}

/// One, in fixed point.
const ONE: i128 = 1 << 60;

fn quotient(parts: Parts, scale: f64) -> Option<f64> {
    let Parts { numerator, denominator } = parts;
    (denominator > 0).then(|| numerator as f64 / scale / denominator as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::registry;
    use proptest::prelude::*;

    /// Figures that are no quotients of sums.
    const OTHERS: [(&str, &str); 1] = [("text", "coverage")];

    proptest! {
        /// The quotient of a figure is the figure, to the last bit. Figures may be undefined where quotients are not.
        #[test]
        fn quotients_are_figures(numbers in proptest::collection::vec(0..1_000_i128, 32)) {
            let names = registry::MEASURES.iter().map(|entry| entry.name).chain(["text", "words"]);
            for info in names.filter_map(registry::info) {
                let values = (info.derive)(&numbers[..info.fields.len()]);
                for (at, figure) in info.figures.iter().enumerate() {
                    let quotient = Quotient::of_measure(info, at);
                    prop_assert!(quotient.is_some() || OTHERS.contains(&(info.name, figure.key)), "{}", figure.key);
                    // Counts that no pair has: more errors than everything deleted and inserted; more kept than there is.
                    let is_odd = (figure.key == "similarity" && numbers[7] > numbers[8])
                        || (["edits", "su_error"].contains(&figure.key) && values[at] == Some(0.0));
                    if let (Some(quotient), Some(value), false) = (quotient, values[at], is_odd) {
                        let found = quotient.value(quotient.parts(&numbers));
                        prop_assert_eq!(found.map(f64::to_bits), Some(value.to_bits()), "{} {}", info.name, figure.key);
                    }
                }
            }
        }
    }
}
