//! Phrase models over whole treebanks, on all cores.
//!
//! [`sentences()`] reads the trees of a [`SentenceInput`], finds their chunks, and hands each sentence to a
//! [`SentenceWork`]: a [`TrainingPass`], an evaluation ([`Evaluating`]), an export ([`Exporting`]), or your
//! own.

mod evaluate;
mod export;
mod sentences;
mod train;

pub use evaluate::{Evaluated, Evaluating};
pub use export::Exporting;
pub use sentences::{FaultyTree, SentenceInput, SentencePart, SentenceWork, TreeFault, sentences};
pub use train::{TrainingPass, TrainingSum};
