//! Speech: recognised words, speech repairs and dependencies, against a naive twin and the original, and laws
//! for any two sides.

mod columns;
mod laws;
mod made;
mod original;
mod runs;
mod same_words;
mod swapped;
mod twin;
mod whole;
