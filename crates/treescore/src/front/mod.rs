//! The entry points of the library: [`Scorer`] for trees in memory, [`score`] for files.

mod files;
mod pair_rows;
mod scorer;
mod stored;
mod system_score;
#[cfg(test)]
mod tests;
mod totals_row;

pub use files::{Scoring, ScoringError, score};
pub use pair_rows::{FaultText, NotAdded, PairName, PairNames, PairRows, RefusedPair};
pub use scorer::{Counted, PairScore, Scorer, TreeInput};
pub use stored::StoredError;
pub use system_score::SystemScore;
pub use totals_row::ColumnKind;
