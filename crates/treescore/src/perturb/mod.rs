//! Perturbed trees and times, to study how sensitive a measure is.
//!
//! The three perturbations of Struct-IoU (Shi, Gimpel and Livescu, "Structured Tree Alignment for Evaluation
//! of (Speech) Constituency Parsing", section 5.1.3). A sentence of `n` words without gaps has the boundaries
//! `b_0 <= b_1 <= … <= b_n`; `delta` is the amount of change.

mod boundaries;
mod delete;
mod draws;
mod insert;
mod noise;

use crate::read::times::Interval;
use crate::tree::Tree;
pub use draws::Draws;

/// The kind of change to a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perturbation {
    /// Moves boundaries between words towards a neighbouring boundary, by at most the share `delta` of the
    /// distance. The tree stays.
    Noise,
    /// Cuts each word in two with probability `delta`, at a random point.
    Insert(InsertStyle),
    /// Deletes each boundary between two words with probability `delta`. The tag of the left word stays over
    /// both, their texts are joined with `_`, and brackets left without words are deleted.
    Delete,
}

/// The form of `(T w)` after its word is cut in two.
///
/// ```
/// use treescore::perturb::{InsertStyle, Perturbation, Perturber};
/// let tree = treescore::read::one("(S (N a))")?;
/// let (nested, flat) = ("(S (N (N a) (N a)))", "(S (N a) (N a))");
/// for (style, expected) in [(InsertStyle::Nested, nested), (InsertStyle::Flat, flat)] {
///     let mut perturber = Perturber::new(Perturbation::Insert(style), 1.0, 1)?;
///     assert_eq!(perturber.apply(&tree, &[(0.0, 1.0)])?.0.to_string(), expected);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsertStyle {
    /// `(T (T w) (T w))`: the longer constituent stays.
    #[default]
    Nested,
    /// `(T w) (T w)`. A word that is a whole tree has no bracket to hold two words; it is cut as in
    /// [`Nested`](Self::Nested).
    Flat,
}

/// Why a sentence cannot be perturbed.
///
/// ```
/// use treescore::perturb::{PerturbError, Perturbation, Perturber};
/// let error = Perturber::new(Perturbation::Noise, 1.5, 1).unwrap_err();
/// assert_eq!(error, PerturbError::Delta(1.5));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PerturbError {
    /// The share is not between 0 and 1.
    #[error("delta is {0}; it must be a number from 0 to 1")]
    Delta(f64),
    /// The tree and the times do not match.
    #[error("{words} words, {times} times; each word needs one time")]
    Counts {
        /// Words of the tree.
        words: usize,
        /// Times given.
        times: usize,
    },
    /// A word has an unusable time.
    #[error(
        "word {word} lasts from {start} to {end}; times must be finite, and a word must not end before it starts"
    )]
    Time {
        /// The number of the word, from 1.
        word: usize,
        /// Its beginning.
        start: f64,
        /// Its end.
        end: f64,
    },
}

/// Perturbs sentences, one after another, with random numbers from one stream.
///
/// Numbers are drawn for every word, even if they change nothing. So the same seed cuts the same words and
/// moves the same boundaries for any `delta`. The order of the sentences matters; their division into batches
/// does not.
///
/// ```
/// use treescore::perturb::{Perturbation, Perturber};
///
/// let tree = treescore::read::one("(S (NP (D the) (N cat)) (V sat))")?;
/// let times = [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0)];
/// let (merged, all) = Perturber::new(Perturbation::Delete, 1.0, 12345)?.apply(&tree, &times)?;
/// assert_eq!((merged.to_string().as_str(), &all[..]), ("(S (NP (D the_cat_sat)))", &[(0.0, 3.0)][..]));
///
/// let (noisy, moved) = Perturber::new(Perturbation::Noise, 0.2, 12345)?.apply(&tree, &times)?;
/// assert_eq!(noisy.to_string(), tree.to_string());
/// assert!((0.8..=1.2).contains(&moved[1].0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Perturber {
    perturbation: Perturbation,
    delta: f64,
    draws: Draws,
}

impl Perturber {
    /// Creates a perturber at the start of the random stream of `seed`. A `delta` of 0 changes nothing.
    ///
    /// # Errors
    /// [`PerturbError::Delta`] if `delta` is not from 0 to 1.
    pub fn new(perturbation: Perturbation, delta: f64, seed: u64) -> Result<Self, PerturbError> {
        if !(0.0..=1.0).contains(&delta) {
            return Err(PerturbError::Delta(delta));
        }
        Ok(Self { perturbation, delta, draws: Draws::new(seed) })
    }

    /// Perturbs the next sentence: its tree and the times of its words. First closes the
    /// [gaps](crate::align::times::close_gaps) between words: each word keeps its duration and starts where
    /// the word before ends.
    ///
    /// # Errors
    /// If the number of times differs from the number of words, or a time is unusable. Nothing is drawn then.
    pub fn apply(&mut self, tree: &Tree, times: &[Interval]) -> Result<(Tree, Vec<Interval>), PerturbError> {
        let words = tree.arena().words().len();
        if words != times.len() {
            return Err(PerturbError::Counts { words, times: times.len() });
        }
        let mut boundaries = boundaries::to_boundaries(times)?;
        let (tree, boundaries) = match self.perturbation {
            Perturbation::Noise => {
                noise::shift(&mut boundaries, self.delta, &mut self.draws);
                (tree.clone(), boundaries)
            }
            Perturbation::Insert(style) => {
                insert::apply(tree, &boundaries, self.delta, style, &mut self.draws)
            }
            Perturbation::Delete => delete::apply(tree, &boundaries, self.delta, &mut self.draws),
        };
        Ok((tree, boundaries::to_intervals(&boundaries)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    /// The cut or merged words are those whose number is below delta, and every delta draws equally many
    /// numbers.
    #[test]
    fn numbers_are_drawn_for_every_word() {
        let tree = read::one("(S (A a) (B b) (C c) (D d) (E e) (F f))").unwrap();
        let times: Vec<(f64, f64)> = (0..6_u8).map(|word| (f64::from(word), f64::from(word) + 1.0)).collect();
        for (seed, delta) in (0..40).zip([0.0, 0.1, 0.5, 0.9, 1.0].into_iter().cycle()) {
            for (perturbation, drawn, each) in [
                (Perturbation::Noise, 5, 1),
                (Perturbation::Insert(InsertStyle::Nested), 12, 2),
                (Perturbation::Insert(InsertStyle::Flat), 12, 2),
                (Perturbation::Delete, 5, 1),
            ] {
                let mut perturber = Perturber::new(perturbation, delta, seed).unwrap();
                let (_, after) = perturber.apply(&tree, &times).unwrap();
                let mut twin = Draws::new(seed);
                let numbers: Vec<f64> = (0..drawn).map(|_| twin.unit()).collect();
                let below = numbers.iter().step_by(each).filter(|&&number| number < delta).count();
                let words = match perturbation {
                    Perturbation::Noise => 6,
                    Perturbation::Insert(_) => 6 + below,
                    Perturbation::Delete => 6 - below,
                };
                assert_eq!(after.len(), words, "{perturbation:?}, delta {delta}, seed {seed}");
                let next = (perturber.draws.unit().to_bits(), twin.unit().to_bits());
                assert_eq!(next.0, next.1, "{perturbation:?}, delta {delta}, seed {seed}");
            }
        }
    }
}
