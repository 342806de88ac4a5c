//! The entry points of the library: [`Scorer`] for trees in memory, [`score`] for files.

mod files;
mod scorer;

pub use files::{Scoring, ScoringError, score};
pub use scorer::{PairScore, Scorer, TreeInput};
