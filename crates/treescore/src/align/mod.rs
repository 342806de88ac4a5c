//! The third stage: a common index for the two sides of a pair.
//!
//! Trees over the same words need no alignment: word numbers are the common index. [`text`] aligns trees over
//! the same text with different words or sentences; `columns` uses a word alignment made by another program;
//! [`times`] finds the word times of a tree. Two kernels find correspondences: `sequence` between two
//! sequences (`chain` if only equal items correspond), `mapping` between the nodes of two trees. `items`
//! converts two forests to their input. A pair that cannot be aligned is a [`Refusal`].

pub(crate) mod cause;
mod cell_index;
pub(crate) mod chain;
mod columns;
mod concepts;
mod item_rules;
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub mod items;
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub mod mapping;
mod refusal;
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub mod sequence;
mod spoken;
mod spoken_words;
pub mod text;
pub mod times;
mod words;

// For the crates and tests of this workspace; not part of the interface.
pub use cause::{Cause, WordDifference};
#[doc(hidden)]
pub use cell_index::AlignedSide;
pub use cell_index::{CellIndex, CellPlace, OneSided};
#[doc(hidden)]
pub use columns::ColumnAligner;
pub use columns::ColumnsMismatch;
pub(crate) use columns::cells_of_pairs;
#[doc(inline)]
pub use mapping::MappingError;
pub use refusal::Refusal;
#[doc(inline)]
pub use sequence::{Costs, SequenceError};
pub use spoken::WordCounts;
pub(crate) use spoken_words::{SpokenWords, WordKey};
pub(crate) use words::by_words;
