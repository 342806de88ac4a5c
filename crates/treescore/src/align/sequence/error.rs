//! Why two sequences were not aligned.

use super::Costs;
use crate::align::mapping::round_up;

/// Why two sequences were not aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// An alignment needs more memory than is allowed. (Counting alone needs hardly any.)
    #[error("sequences of {gold} and {system} items need {bytes} bytes to be aligned; the limit is {limit}")]
    TooLong {
        /// Items in gold.
        gold: u64,
        /// Items of the system.
        system: u64,
        /// Bytes needed.
        bytes: u64,
        /// Bytes allowed.
        limit: u64,
    },
    /// An alignment needs more work than is allowed.
    #[error(
        "sequences of {gold} and {system} items need up to {:e} cells to be aligned; the limit is {effort:e}",
        round_up(*.cells, 2)
    )]
    TooMuchWork {
        /// Items in gold.
        gold: u64,
        /// Items of the system.
        system: u64,
        /// Cells needed, at most.
        cells: u64,
        /// Cells allowed.
        effort: u64,
    },
    /// Comparing all sequences of a pair takes too long.
    #[error("comparing the lineages takes more than {limit} steps")]
    TooManySteps {
        /// Steps allowed.
        limit: u64,
    },
    /// The sum of the costs could exceed a 64-bit integer.
    #[error("costs of {} are too large for sequences of {items} items; use smaller ones, or fewer decimals", .costs.to_text())]
    CostsTooLarge {
        /// The costs.
        costs: Costs,
        /// Items of the shorter sequence.
        items: u64,
    },
    /// The run was stopped.
    #[error("the run was stopped")]
    Stopped,
}
