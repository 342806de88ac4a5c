//! Scores parse trees, in text and in speech.

pub mod align;
pub mod measure;
pub mod prepare;
pub mod read;
mod refusal;
pub mod registry;
pub mod report;
pub mod run;
pub mod tree;

pub use refusal::{Refusal, Which};
