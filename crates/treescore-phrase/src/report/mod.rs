//! Reports on phrase recognition: chunks, and the scores of models.
//!
//! A [`PhraseReport`] is a value. [`text()`] renders it as tables for people, [`json()`] and [`csv()`] with
//! figures in full precision for programs, and [`reliability()`] draws how well a model is calibrated.

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
