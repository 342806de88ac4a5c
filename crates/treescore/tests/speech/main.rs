//! Speech: words that were recognised, speech repairs and dependencies, against a naive twin and the original, and laws that hold for any two sides.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

#[path = "../support/mod.rs"]
mod support;

mod columns;
mod laws;
mod made;
mod original;
mod runs;
mod same_words;
mod swapped;
mod twin;
mod whole;
