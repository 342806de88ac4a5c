//! The inverse of [`read`](crate::read): trees, times and alignments as files that other programs read.
//!
//! Writers take values and return or write bytes; they open no files. A tree in brackets is
//! [`Tree::to_brackets`](crate::tree::Tree::to_brackets).
//!
//! | module | format |
//! |---|---|
//! | [`columns`] | word alignments in three columns |
//! | [`conllu`] | trees as dependencies |
//! | [`times`] | word times as CTM or lines of JSON |

pub mod columns;
pub mod conllu;
pub mod times;
