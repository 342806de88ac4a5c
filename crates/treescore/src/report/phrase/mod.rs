//! What is said about phrase recognition: chunks, and what a model's probabilities are worth.

mod chunks;

pub use chunks::{ChunkFormat, write_chunks};
