//! What tree node, word and concept accuracy count.

use super::costs::{EditCosts, amount};
use crate::align::sequence;
use crate::measure::{Fact, FactNumber, Figure, FigureUnit, FigureValues, Figures, Of};
use crate::values::{counts, ratio};

/// The figures; the rate of errors has different names.
pub(super) const fn figures(error: &'static str) -> [Figure; 8] {
    [
        Figure::percent("accuracy", "accuracy", 9).of(Of::Gold),
        Figure::percent("error_rate", error, 8).of(Of::Gold).lower_is_better(),
        Figure::percent("correct", "correct", 7).of(Of::Gold),
        Figure::percent("substituted", "subst", 6).of(Of::Gold).lower_is_better(),
        Figure::percent("deleted", "deleted", 5).of(Of::Gold).lower_is_better(),
        Figure::percent("inserted", "inserted", 4).of(Of::Gold).lower_is_better(),
        Figure::percent("similarity", "similarity", 3),
        Figure::percent("distance", "distance", 2)
            .in_unit(FigureUnit::PerPair)
            .of(Of::Pairs)
            .lower_is_better(),
    ]
}

counts! {
    /// How many items were correct, substituted, deleted and inserted.
    EditCounts {
        /// Pairs.
        pairs: Count,
        /// Items in gold.
        gold: Count,
        /// Items of the system.
        system: Count,
        /// Mapped, with equal labels.
        correct: Count,
        /// Mapped, with different labels.
        substituted: Count,
        /// In gold only.
        deleted: Count,
        /// In the system only.
        inserted: Count,
        /// What the errors cost.
        distance_millionths: Millionths,
        /// What it would cost to delete all of gold and insert all of the system.
        largest_distance_millionths: Millionths,
    }
}

impl EditCounts {
    /// The counts of so many operations, of no pair yet.
    pub(super) fn of(counts: sequence::SequenceCounts, costs: &EditCosts) -> Self {
        let sequence::SequenceCounts { correct, substituted, deleted, inserted } = counts;
        let (gold, system) = (correct + substituted + deleted, correct + substituted + inserted);
        let distance = costs.of_edits(substituted, deleted, inserted);
        let largest = costs.of_all(gold, system);
        Self {
            pairs: 0,
            gold,
            system,
            correct,
            substituted,
            deleted,
            inserted,
            distance_millionths: Self::point(distance),
            largest_distance_millionths: Self::point(largest),
        }
    }

    /// Millionths as a field; no cost of a real corpus is near the limit.
    pub(super) fn point(cost: u128) -> i128 {
        i128::try_from(cost).unwrap_or(i128::MAX)
    }

    /// Correct items less inserted ones, of all in gold; may be negative. Undefined without gold items.
    pub fn accuracy(&self) -> Option<f64> {
        (self.gold > 0).then(|| (self.correct as f64 - self.inserted as f64) / self.gold as f64)
    }

    /// Substituted, deleted and inserted items, of all in gold; may exceed 1. Undefined without gold items.
    pub fn error_rate(&self) -> Option<f64> {
        ratio(self.substituted + self.deleted + self.inserted, self.gold)
    }

    /// How much less the errors cost than deleting everything and inserting everything, from 0 to 1. Undefined without items.
    pub fn similarity(&self) -> Option<f64> {
        let (distance, largest) = (self.distance_millionths, self.largest_distance_millionths);
        (largest > 0).then(|| (largest - distance.min(largest)) as f64 / largest as f64)
    }

    /// What the errors of a pair cost on average.
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
            Fact { about: "items", numbers: counts(numbers) },
            Fact { about: "errors", numbers: counts(errors) },
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
