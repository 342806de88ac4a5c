//! Phrase recognition: chunks of a treebank, and how well a model's probabilities account for them.
//!
//! The measures and models of Abney, *Measures and Models for Phrase Recognition*. A [`Chunker`] takes a tree to a [`Sentence`] with
//! its true [`Chunk`]s. Every category over every span is a candidate; a model ([`PhraseProbabilities`]) gives each a
//! probability, most of them by a default that depends on category and length only. [`Entropy`] turns that into a [`PhraseTally`], off
//! which [`PhraseScores`] are read; [`Sequences`] chooses whole sequences of chunks (model S).

mod chunk;
mod files;
mod inventory;
pub mod models;
mod numbers;
mod probabilities;
pub mod report;
pub mod run;
mod scorer;
mod scores;
mod sentence;
mod sequence;
pub mod tagger;
mod tally;

pub use chunk::{Chunk, ChunkOptions, Chunker, Pp, UnknownCategory};
pub use files::{FileError, FileFault, FileModel, Gold, PhraseFileError, ProbabilityFormat};
pub use inventory::{Category, Inventory, InventoryError};
pub use numbers::{Floor, FloorError, Sum, cost_of_false, cost_of_true};
pub use probabilities::{Defaults, ListedCandidate, PhraseProbabilities};
pub use scorer::PhraseScorer;
pub use scores::{Calibration, CalibrationBin, CategoryScores, Coverage, EventBits, PhraseScores};
pub use sentence::{Sentence, WordList};
pub use sequence::{ChunkCounts, NotAPartition, SequenceFound, SequenceTally, Sequences};
pub use tally::{BINS, Entropy, Offender, PhraseTally, count_spans};
