//! The runner: blocks of pairs through the pipeline, on all cores, in order.
//!
//! [`parallel`] knows threads and order and nothing of trees; [`Pipeline`] takes one pair from bytes to a measurable
//! [`Pair`](crate::measure::Pair) or a [`Refusal`](crate::Refusal); [`score`] runs a measure over a whole corpus.

pub mod parallel;
mod pipeline;
mod score;
mod shift;
mod signature;

pub use pipeline::Pipeline;
pub use score::{
    Bins, GroupBy, GroupKey, Job, Observer, RefusedAt, RunError, Scored, SentenceRow, Totals, score,
};
pub use shift::{Shift, ShiftDetector};
pub use signature::{Signature, SignatureError};
