//! Counts of tree node, word and concept accuracy.

use super::costs::{EditCosts, amount};
use crate::align::sequence;
use crate::measure::{Denominator, Fact, FactNumber, Figure, FigureUnit, FigureValues, Figures};
use crate::values::{counts, ratio};

/// The figures. The title of the error rate differs between the measures.
pub(super) const fn figures(error: &'static str) -> [Figure; 8] {
    [
        Figure::percent("accuracy", "accuracy", 9)
            .per(Denominator::Gold)
            .quotient(&[("correct", 1), ("inserted", -1)], &[("gold", 1)]),
        Figure::percent("error_rate", error, 8)
            .per(Denominator::Gold)
            .lower_is_better()
            .quotient(&[("substituted", 1), ("deleted", 1), ("inserted", 1)], &[("gold", 1)]),
        Figure::percent("correct", "correct", 7)
            .per(Denominator::Gold)
            .quotient(&[("correct", 1)], &[("gold", 1)]),
        Figure::percent("substituted", "subst", 6)
            .per(Denominator::Gold)
            .lower_is_better()
            .quotient_of_answers(&[("substituted", 1)], &[("gold", 1)]),
        Figure::percent("deleted", "deleted", 5)
            .per(Denominator::Gold)
            .lower_is_better()
            .quotient(&[("deleted", 1)], &[("gold", 1)]),
        Figure::percent("inserted", "inserted", 4)
            .per(Denominator::Gold)
            .lower_is_better()
            .quotient_of_answers(&[("inserted", 1)], &[("gold", 1)]),
        Figure::percent("similarity", "similarity", 3).quotient(
            &[("largest_distance_millionths", 1), ("distance_millionths", -1)],
            &[("largest_distance_millionths", 1)],
        ),
        Figure::percent("distance", "distance", 2)
            .in_unit(FigureUnit::PerPair)
            .per(Denominator::Pairs)
            .lower_is_better()
            .quotient_of_answers(&[("distance_millionths", 1)], &[("pairs", 1)]),
    ]
}

counts! {
    /// Numbers of correct, substituted, deleted and inserted items.
    EditCounts {
        /// Pairs.
        pairs: Count,
        /// Gold items.
        gold: Count,
        /// System items.
        system: Count,
        /// Mapped, with equal labels.
        correct: Count,
        /// Mapped, with different labels.
        substituted: Count,
        /// In gold only.
        deleted: Count,
        /// In the system only.
        inserted: Count,
        /// Cost of the errors.
        distance_millionths: Millionths,
        /// Cost of deleting all gold items and inserting all system items.
        largest_distance_millionths: Millionths,
    }
}

impl EditCounts {
    /// Converts numbers of operations to counts, with `pairs` 0.
    pub(super) fn from_operations(counts: sequence::SequenceCounts, costs: &EditCosts) -> Self {
        let sequence::SequenceCounts { correct, substituted, deleted, inserted } = counts;
        let (gold, system) = (correct + substituted + deleted, correct + substituted + inserted);
        let distance = costs.of_edits(substituted, deleted, inserted);
        let largest = costs.of_gaps(gold, system);
        Self {
            pairs: 0,
            gold,
            system,
            correct,
            substituted,
            deleted,
            inserted,
            distance_millionths: Self::to_field(distance),
            largest_distance_millionths: Self::to_field(largest),
        }
    }

    /// Converts millionths to a field. No cost of a real corpus is near the limit.
    pub(super) fn to_field(cost: u128) -> i128 {
        i128::try_from(cost).unwrap_or(i128::MAX)
    }

    /// Correct minus inserted items, divided by gold items; may be negative. Undefined without gold items.
    pub fn accuracy(&self) -> Option<f64> {
        (self.gold > 0).then(|| (self.correct as f64 - self.inserted as f64) / self.gold as f64)
    }

    /// Substituted, deleted and inserted items, divided by gold items; may exceed 1. Undefined without gold
    /// items.
    pub fn error_rate(&self) -> Option<f64> {
        ratio(self.substituted + self.deleted + self.inserted, self.gold)
    }

    /// One minus the cost of the errors, divided by the cost of deleting and inserting everything; from 0 to
    /// 1. Undefined without items.
    pub fn similarity(&self) -> Option<f64> {
        let (distance, largest) = (self.distance_millionths, self.largest_distance_millionths);
        (largest > 0).then(|| (largest - distance.min(largest)) as f64 / largest as f64)
    }

    /// The mean cost of the errors of a pair.
    pub fn distance(&self) -> Option<f64> {
        let distance = u128::try_from(self.distance_millionths).unwrap_or_default();
        (self.pairs > 0).then(|| amount(distance) / self.pairs as f64)
    }

    pub(super) fn facts(&self) -> Vec<Fact> {
        let numbers = [("gold", self.gold), ("system", self.system), ("correct", self.correct)];
        let errors =
            [("substituted", self.substituted), ("deleted", self.deleted), ("inserted", self.inserted)];
        let counts = |numbers: [(&'static str, u64); 3]| {
            numbers.into_iter().map(|(name, count)| (name, FactNumber::Count(count))).collect()
        };
        vec![
            Fact { about: "items", numbers: counts(numbers), note: None },
            Fact { about: "errors", numbers: counts(errors), note: None },
        ]
    }
}

impl Figures for EditCounts {
    const FIGURES: &'static [Figure] = &figures("error");

    fn figures(&self) -> FigureValues {
        FigureValues::new([
            self.accuracy(),
            self.error_rate(),
            ratio(self.correct, self.gold),
            ratio(self.substituted, self.gold),
            ratio(self.deleted, self.gold),
            ratio(self.inserted, self.gold),
            self.similarity(),
            self.distance(),
        ])
    }
}
