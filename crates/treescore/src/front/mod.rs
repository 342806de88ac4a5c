//! The entry points of the library: [`Scorer`] for trees in memory, [`score`] for files.

mod files;
mod pair_rows;
mod scorer;
mod stored;
mod system_score;

pub use files::{Scoring, ScoringError, score};
pub use pair_rows::{FaultText, NotAdded, PairName, PairNames, PairRows, RefusedPair};
pub use scorer::{PairScore, Scorer, TreeInput};
pub use stored::StoredError;
pub use system_score::SystemScore;
