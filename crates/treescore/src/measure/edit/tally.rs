//! What tree node, word and concept accuracy count.

use std::ops::AddAssign;

use super::costs::{EditCosts, amount};
use crate::align::sequence;
use crate::measure::{Counts, Fact, FactNumber, Figure, FigureKind, Tally, ratio};

/// The figures; the rate of errors has different names.
pub(super) const fn figures(error: &'static str) -> [Figure; 8] {
    [
        Figure { key: "accuracy", title: "accuracy", kind: FigureKind::Percent, rank: 9 },
        Figure { key: "error_rate", title: error, kind: FigureKind::Percent, rank: 8 },
        Figure { key: "correct", title: "correct", kind: FigureKind::Percent, rank: 7 },
        Figure { key: "substituted", title: "subst", kind: FigureKind::Percent, rank: 6 },
        Figure { key: "deleted", title: "deleted", kind: FigureKind::Percent, rank: 5 },
        Figure { key: "inserted", title: "inserted", kind: FigureKind::Percent, rank: 4 },
        Figure { key: "similarity", title: "similarity", kind: FigureKind::Percent, rank: 3 },
        Figure { key: "distance", title: "distance", kind: FigureKind::PerPair, rank: 2 },
    ]
}

/// How many items were correct, substituted, deleted and inserted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditTally {
    /// Pairs.
    pub pairs: u64,
    /// Items in gold.
    pub gold: u64,
    /// Items of the system.
    pub system: u64,
    /// Mapped, with equal labels.
    pub correct: u64,
    /// Mapped, with different labels.
    pub substituted: u64,
    /// In gold only.
    pub deleted: u64,
    /// In the system only.
    pub inserted: u64,
    /// What the errors cost, in millionths.
    pub distance: u128,
    /// What it would cost to delete all of gold and insert all of the system, in millionths.
    pub largest: u128,
}

impl AddAssign for EditTally {
    fn add_assign(&mut self, other: Self) {
        // A new field does not compile until it is named here.
        let Self { pairs, gold, system, correct, substituted, deleted, inserted, distance, largest } = other;
        self.pairs += pairs;
        self.gold += gold;
        self.system += system;
        self.correct += correct;
        self.substituted += substituted;
        self.deleted += deleted;
        self.inserted += inserted;
        self.distance += distance;
        self.largest += largest;
    }
}

impl EditTally {
    /// The tally of so many operations, of no pair yet.
    pub(super) fn of(counts: sequence::Counts, costs: &EditCosts) -> Self {
        let sequence::Counts { correct, substituted, deleted, inserted } = counts;
        let (gold, system) = (correct + substituted + deleted, correct + substituted + inserted);
        let distance = costs.of_edits(substituted, deleted, inserted);
        let largest = costs.of_all(gold, system);
        Self { pairs: 0, gold, system, correct, substituted, deleted, inserted, distance, largest }
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
        (self.largest > 0)
            .then(|| (self.largest - self.distance.min(self.largest)) as f64 / self.largest as f64)
    }

    /// What the errors of a pair cost on average.
    pub fn distance(&self) -> Option<f64> {
        (self.pairs > 0).then(|| amount(self.distance) / self.pairs as f64)
    }
}

impl Tally for EditTally {
    fn corpus(&self) -> Vec<Option<f64>> {
        vec![
            self.accuracy(),
            self.error_rate(),
            ratio(self.correct, self.gold),
            ratio(self.substituted, self.gold),
            ratio(self.deleted, self.gold),
            ratio(self.inserted, self.gold),
            self.similarity(),
            self.distance(),
        ]
    }

    /// None: an utterance of one word would count as much as one of twenty, and nobody reports that.
    fn sentence_mean(&self) -> Vec<Option<f64>> {
        vec![None; self.corpus().len()]
    }

    fn counts(&self) -> Counts {
        let sum = |sum: u128| i128::try_from(sum).unwrap_or(i128::MAX);
        Counts::from([
            ("pairs", self.pairs.into()),
            ("gold", self.gold.into()),
            ("system", self.system.into()),
            ("correct", self.correct.into()),
            ("substituted", self.substituted.into()),
            ("deleted", self.deleted.into()),
            ("inserted", self.inserted.into()),
            ("distance_millionths", sum(self.distance)),
            ("largest_distance_millionths", sum(self.largest)),
        ])
    }

    fn of_counts(counts: &Counts) -> Self {
        let sum = |name: &str| counts.get(name).map_or(0, |&count| u128::try_from(count).unwrap_or(0));
        let count = |name: &str| u64::try_from(sum(name)).unwrap_or(u64::MAX);
        Self {
            pairs: count("pairs"),
            gold: count("gold"),
            system: count("system"),
            correct: count("correct"),
            substituted: count("substituted"),
            deleted: count("deleted"),
            inserted: count("inserted"),
            distance: sum("distance_millionths"),
            largest: sum("largest_distance_millionths"),
        }
    }

    fn facts(&self) -> Vec<Fact> {
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
