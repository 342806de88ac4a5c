//! The third stage: positions that both trees share.
//!
//! So far there is one way, [`by_words`]: both trees have the same words, and word numbers are the common index.

mod words;

pub use words::by_words;
