//! Scores parse trees, in text and in speech.

pub mod read;
pub mod report;
pub mod tree;
