//! Scores parse trees, in text and in speech.

pub mod prepare;
pub mod read;
pub mod report;
pub mod tree;
