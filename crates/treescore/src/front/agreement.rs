//! How trees of the same sentence agree with each other, and which of them agrees best: minimum Bayes risk.

use std::sync::Arc;

use crate::measure::{Worth, first_highest};
use crate::read::Units;
use crate::run::{Ask, Input, Observer, Plan, RunError, score};
use crate::setup::Setup;
use crate::stats::exp;

/// The sum of the weights of a list.
pub(in crate::front) const ONE: u32 = 1 << 30;

/// Numbers of a matrix of agreements that are held at once: a batch of sentences has no more.
const CELLS: usize = 1 << 22;

/// Sentences of a batch.
const BATCH: usize = 1024;

/// The weights of the trees of a list by their scores, which are natural logarithms of probabilities. They add up to [`ONE`].
/// A tree without a score, beside others that have one, has no weight; without any usable score all weights are equal.
pub(in crate::front) fn weights(scores: &[f64]) -> Vec<u32> {
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let relative = |&score: &f64| match score - highest {
        _ if highest == f64::NEG_INFINITY || score.total_cmp(&highest).is_eq() => 1.0,
        below if below > -700.0 => exp(below),
        _ => 0.0,
    };
    let parts: Vec<f64> = scores.iter().map(relative).collect();
    let whole: f64 = parts.iter().sum();
    let mut weights: Vec<u32> =
        parts.iter().map(|part| (part / whole * f64::from(ONE)).floor() as u32).collect();
    // What rounding leaves goes to the most probable tree.
    let rest = ONE.saturating_sub(weights.iter().sum());
    let largest = first_highest(parts.iter().copied().enumerate());
    if let Some(weight) = largest.and_then(|at| weights.get_mut(at)) {
        *weight += rest;
    }
    weights
}

/// How the trees of one sentence agree: for each of them as gold, the worth of each as system.
#[derive(Clone, Debug, Default)]
pub(in crate::front) struct Agreement {
    size: usize,
    values: Vec<f64>,
    /// Whether each of them can be scored at all: against itself.
    is_usable: Vec<bool>,
}

impl Agreement {
    fn of_size(size: usize) -> Self {
        Self { size, values: vec![0.0; size * size], is_usable: vec![false; size] }
    }

    /// The trees that can be scored, by number.
    pub(in crate::front) fn usable(&self) -> impl Iterator<Item = usize> {
        (0..self.size).filter(|&tree| self.is_usable[tree])
    }

    /// The tree with the highest expected agreement, each other tree being the right one with its weight: of these trees, by
    /// number. Of equals it is the first.
    pub(in crate::front) fn choose(&self, trees: &[usize], weights: &[u32]) -> Option<usize> {
        let expected = |&system: &usize| -> f64 {
            let values = trees.iter().zip(weights);
            values.map(|(&gold, &weight)| f64::from(weight) * self.values[gold * self.size + system]).sum()
        };
        let whole = f64::from(ONE);
        first_highest(trees.iter().map(|tree| (*tree, expected(tree) / whole)))
    }
}

/// Trees of the same sentences: of each sentence as many as it has, in lists of units with equally many units. A missing tree
/// is an empty unit.
pub(in crate::front) struct Rivals<'r> {
    pub(in crate::front) ranks: &'r [Arc<Units>],
    pub(in crate::front) setups: &'r [Setup],
    pub(in crate::front) threads: usize,
}

impl Rivals<'_> {
    /// How the trees of each sentence agree, by each setup: an agreement for each sentence, or `None` if the run was
    /// interrupted.
    pub(in crate::front) fn agree(
        &self,
        observer: &mut dyn Observer,
    ) -> Result<Option<Vec<Vec<Agreement>>>, RunError> {
        let (size, sentences) = (self.ranks.len(), self.ranks.first().map_or(0, |units| units.len()));
        let mut all = vec![vec![Agreement::of_size(size); sentences]; self.setups.len()];
        for (gold, units) in self.ranks.iter().enumerate() {
            let plan = Plan {
                ask: Ask { tables: true, ..Ask::default() },
                threads: self.threads,
                ..Plan::new(Input::from(Arc::clone(units)), self.systems(), self.setups.to_vec())
            };
            let scored = score(&plan, observer)?;
            if scored.interrupted {
                return Ok(None);
            }
            for (system, found) in scored.systems.iter().enumerate() {
                for ((setup, found), agreements) in self.setups.iter().zip(&found.setups).zip(&mut all) {
                    let worth = Worth::new(setup.measure.info(), setup.recipe.empty);
                    let Some(table) = &found.table else { continue };
                    for row in 0..table.len() {
                        let sentence = usize::try_from(table.id(row).pair - 1).unwrap_or(usize::MAX);
                        if let Some(agreement) = agreements.get_mut(sentence) {
                            agreement.values[gold * size + system] = worth.value(table.counts(row));
                            agreement.is_usable[system] |= system == gold && table.refused(row).is_none();
                        }
                    }
                }
            }
        }
        Ok(Some(all))
    }

    fn systems(&self) -> Vec<Input> {
        self.ranks.iter().map(|units| Input::from(Arc::clone(units))).collect()
    }
}

/// Cuts sentences with these numbers of trees into batches whose agreements take little memory.
pub(in crate::front) fn batches(sizes: &[usize]) -> Vec<std::ops::Range<usize>> {
    let mut batches: Vec<std::ops::Range<usize>> = Vec::new();
    let mut largest = 0;
    for (at, &size) in sizes.iter().enumerate() {
        let most = largest.max(size);
        match batches.last_mut() {
            Some(last) if last.len() < BATCH && (last.len() + 1) * most * most <= CELLS => {
                last.end = at + 1;
                largest = most;
            }
            _ => {
                batches.push(at..at + 1);
                largest = size;
            }
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_probabilities() {
        let half = ONE / 2;
        for (scores, expected, why) in [
            (&[-3.0][..], &[ONE][..], "alone"),
            (&[-700.0, -700.0], &[half, half], "equal, and far from zero"),
            (&[-1e6, -2e6], &[ONE, 0], "beyond what numbers hold"),
            (&[f64::NEG_INFINITY, f64::NEG_INFINITY], &[half, half], "none is possible"),
            (&[f64::NAN, -5.0], &[0, ONE], "no score beside one"),
            (&[f64::NAN, f64::NAN], &[half, half], "no scores"),
            (&[f64::INFINITY, 0.0], &[ONE, 0], "certain"),
        ] {
            assert_eq!(weights(scores), expected, "{why}");
        }
        let third = weights(&[0.0, -std::f64::consts::LN_2, f64::NEG_INFINITY]);
        assert_eq!(third.iter().sum::<u32>(), ONE);
        assert!(third[0].abs_diff(ONE / 3 * 2) < 4 && third[2] == 0, "{third:?}");
    }

    #[test]
    fn batches_are_bounded() {
        assert_eq!(batches(&[]), []);
        assert_eq!(batches(&[2000, 2000, 3000]), [0..1, 1..2, 2..3], "one that is too large is alone");
        let many = batches(&vec![10; 3000]);
        assert_eq!((many.len(), many[0].clone(), many.last().unwrap().end), (3, 0..1024, 3000));
    }
}
