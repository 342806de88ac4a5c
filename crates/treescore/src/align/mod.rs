//! The third stage: positions that both trees share.
//!
//! [`by_words`] is for trees over the same words: word numbers are the common index. The other two are kernels that find what
//! corresponds: [`sequence`] between two sequences ([`chain`] if only equal items do), [`mapping`] between the nodes of two trees.
//! [`items`] makes of two forests what they take; [`times`] finds the word times of a tree. [`text`] is for trees over the same text, but
//! other words or sentences; [`ColumnAligner`] for those whose words another program has aligned.

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
