//! Trees, intents and slots in JSON.

mod arrays;
mod dom;
mod fields;
mod frames;
mod lists;
mod nodes;
mod shape;
mod strings;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod trees;
mod units;

pub(crate) use arrays::ArrayReading;
pub(crate) use frames::Frames;
pub(crate) use shape::{Shape, shape_of_sample};
pub(crate) use text::items;
pub(crate) use trees::{JsonOptions, JsonTrees};
