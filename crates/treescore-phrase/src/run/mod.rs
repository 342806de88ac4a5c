//! Models of phrases over whole treebanks: what is done with each sentence when they are trained, evaluated and written out.

mod evaluate;
mod export;
mod sentences;
mod train;

pub use evaluate::{Evaluated, Evaluating};
pub use export::{ExportScratch, Exporting};
pub use sentences::{FaultyTree, SentenceInput, SentencePart, SentenceWork, TakePart, TreeFault, sentences};
pub use train::{TrainingPass, TrainingScratch, TrainingSum};
