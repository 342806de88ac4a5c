//! The counterpart of [`read`](crate::read): trees, times and alignments in file formats of other programs.
//!
//! Writers take values and return or write bytes; they open no files.
//! [`Tree::to_brackets`](crate::tree::Tree::to_brackets) writes a tree in brackets.
//!
//! | module | format |
//! |---|---|
//! | [`columns`] | word alignments in three columns |
//! | [`conllu`] | trees as dependencies |
//! | [`times`] | word times as CTM or lines of JSON |
//! | [`trees`] | trees in brackets, discbracket, export, JSON, CoNLL-U |

pub mod columns;
pub mod conllu;
pub mod times;
pub mod trees;
