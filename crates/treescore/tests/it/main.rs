//! All integration tests of the library in one program, which is built and linked once.

#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

mod accuracy;
mod aligned;
mod allocations;
mod deep;
mod dependency;
mod differential;
mod draw;
mod formats;
mod laws;
mod layers;
mod leaf_ancestor;
mod map;
mod meter;
mod opened_once;
mod options;
mod perturb;
mod recipes;
mod repair;
mod speech;
mod statistics;
mod struct_iou;
mod support;
mod ted;
mod text_alignment;
mod times;
mod times_data;
mod tree_edit;
