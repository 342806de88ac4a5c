//! One file per command.

pub(crate) mod align;
mod align_words;
pub(crate) mod compare;
pub(crate) mod conllu;
pub(crate) mod convert;
pub(crate) mod correlate;
mod each_tree;
mod effects;
pub(crate) mod evalb;
pub(crate) mod formats;
mod gold_words;
pub(crate) mod jp_evalb;
pub(crate) mod lists;
mod of_score;
pub(crate) mod pages;
pub(crate) mod perturb;
pub(crate) mod phrase;
pub(crate) mod score;
pub(crate) mod sparseval;
mod tables;
