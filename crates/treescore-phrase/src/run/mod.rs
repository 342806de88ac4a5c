//! Phrase models over whole treebanks, on all cores.
//!
//! [`sentences()`] reads the trees of a [`SentenceInput`], finds their chunks, and hands each sentence to a
//! [`SentenceWork`]: a [`TrainingPass`], an evaluation ([`EvaluationWork`]), an export ([`ExportWork`]), or
//! your own.

mod evaluate;
mod export;
mod sentences;
mod train;

pub use evaluate::{Evaluated, EvaluationWork};
pub use export::ExportWork;
pub use sentences::{
    FaultyTree, SentenceInput, SentencePart, SentenceWork, SentencesRead, TreeFault, sentences,
};
pub use train::{TrainingPass, TrainingSum};
