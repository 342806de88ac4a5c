//! The runner: blocks of pairs through the pipeline, on all cores, in order.
//!
//! [`parallel`] knows threads and order and nothing of trees; [`Pipeline`] takes one pair from bytes to a measurable
//! [`Pair`](crate::measure::Pair) or a [`Refusal`](crate::Refusal); [`score`] runs a measure over a whole corpus.

mod aligned;
mod job;
pub mod parallel;
pub mod phrase;
mod pipeline;
mod score;
mod scoring;
mod sentences;
mod shift;
mod signature;
mod timed;
mod totals;
mod units;

pub use aligned::{
    AlignedBlock, AlignedInput, AlignedReader, AlignedUnit, Alignment, Difference, GroupAt, Listed,
    ListedCell, ListedGroup, TextSums, Traces, TreePlace, list,
};
pub use job::{Bins, GroupBy, Job, Rows};
pub use pipeline::{Needs, Pipeline};
pub use score::{GroupTrees, Observer, RefusedAt, RunError, Scored, SentenceRow, score};
pub use sentences::{FaultyTree, SentenceInput, SentencePart, SentenceWork, TakePart, TreeFault, sentences};
pub use shift::{Shift, ShiftDetector};
pub use signature::{Signature, SignatureError};
pub use timed::{Meet, TimedError, TimedPair, timed_side};
pub use totals::{GroupKey, Note, Totals};
