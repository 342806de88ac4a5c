//! Scores parse trees, in text and in speech.

pub mod prepare;
pub mod report;
