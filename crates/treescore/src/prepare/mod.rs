//! The stage between reading and aligning: what a recipe says about labels and words.

pub mod param_file;
