//! What is said about phrase recognition: chunks, and what a model's probabilities are worth.
//!
//! A [`PhraseReport`] is a value; [`text()`] makes tables for people of it, [`json()`] and [`csv()`] figures in full precision for programs, and
//! [`reliability()`] a drawing of how far probabilities are what they say.

mod blame;
mod chunks;
mod csv;
mod json;
mod model;
mod reliability;
mod text;

pub use blame::Blame;
pub use chunks::{ChunkFormat, write_chunks};
pub use csv::csv;
pub use json::{json, sentence};
pub use model::{ModelReport, ModelScores, PhraseReport, RuleRow, SequenceScores};
pub use reliability::reliability;
pub use text::text;

#[cfg(test)]
mod tests;
