//! Trees, intents and slots in JSON.

mod arrays;
mod dom;
mod fields;
mod shape;
mod text;

pub(crate) use arrays::ArrayReading;
pub(crate) use shape::{Shape, shape_of_sample};
