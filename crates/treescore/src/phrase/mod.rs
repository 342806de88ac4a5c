//! Phrase recognition: chunks of a treebank, and how well a model's probabilities account for them.
//!
//! The measures and models of Abney, *Measures and Models for Phrase Recognition*. A [`Chunker`] takes a tree to a [`Sentence`] with
//! its true [`Chunk`]s. Every category over every span is a candidate; a model ([`PhraseProbabilities`]) gives each a
//! probability, most of them by a default that depends on category and length only.

mod chunk;
mod inventory;
pub mod models;
mod probabilities;
mod sentence;
pub mod tagger;

pub use chunk::{Chunk, ChunkOptions, Chunker, Pp, UnknownCategory};
pub use inventory::{Category, Inventory, InventoryError};
pub use probabilities::{Defaults, Listed, PhraseProbabilities};
pub use sentence::{Sentence, WordList};
