//! The third stage: a common index for the two sides of a pair.
//!
//! Trees over the same words need no alignment: word numbers are the common index. [`text`] aligns trees over
//! the same text with different words or sentences; [`ColumnAligner`] uses a word alignment made by another
//! program; [`times`] finds the word times of a tree. Two kernels find correspondences: [`sequence`] between
//! two sequences ([`chain`] if only equal items correspond), [`mapping`] between the nodes of two trees.
//! [`items`] converts two forests to their input. A pair that cannot be aligned is a [`Refusal`].

mod cell_index;
pub mod chain;
mod columns;
mod concepts;
mod item_rules;
pub mod items;
pub mod mapping;
mod refusal;
pub mod sequence;
mod spoken;
pub mod text;
pub mod times;
mod vocabulary;
mod words;

pub use cell_index::{AlignedSide, CellIndex, CellPlace, OneSided};
pub use columns::{ColumnAligner, ColumnsMismatch, cells_of_pairs};
pub use refusal::Refusal;
pub use spoken::WordCounts;
pub use words::by_words;
