//! The entry points of the library: [`Scorer`] for trees in memory, [`score`] for files.

mod agreement;
mod baselines;
mod check;
mod examples;
mod files;
mod nbest;
mod pair_rows;
mod scorer;
mod selftest;
mod stored;
mod system_score;
#[cfg(test)]
mod tests;
mod totals_row;
mod trees_of;
mod vote;

pub use baselines::{BaselineAsk, baselines, keep_gold};
pub use check::{CheckPass, CheckedSides, RunPlan, check};
pub use examples::read_examples;
pub use files::{Scoring, ScoringError, score};
pub use nbest::{Depth, NbestAsk, NbestError, NbestLists};
pub use pair_rows::{FaultText, NotAdded, PairName, PairNames, PairRows, RefusedPair};
pub use scorer::{Counted, PairScore, Scorer, TreeInput};
pub use selftest::{SelftestError, selftest};
pub use stored::StoredError;
pub use system_score::SystemScore;
pub use totals_row::ColumnKind;
pub use trees_of::trees_of;
pub use vote::{Vote, Voted};
