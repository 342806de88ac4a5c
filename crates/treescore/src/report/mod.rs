//! The last stage: reports are values ([`model`]), and each output is one renderer of them. Scores come
//! ready; all that is computed here is the difference to the first system and the pooled row of rare labels.
//!
//! [`render`] makes any [`Format`] of a [`Report`]; [`diagnostic`] renders errors with the place they point
//! at. Renderers return text: they print nothing, open nothing, and ask neither the environment nor the
//! terminal. What a face found out about those it passes as a [`Style`].
//!
//! | module | output |
//! |---|---|
//! | [`text`] | tables for people |
//! | [`json`], [`jsonl`], [`csv`] | fractions and integer counts for programs |
//! | [`rows`] | one row per pair, written while pairs are scored |
//! | [`markdown`], [`latex`] | the table of scores for a page or a paper |
//! | [`diagnostic`] | errors, with the source line |

mod access;
pub mod aligned;
pub mod alignment;
pub mod build;
pub mod csv;
pub mod diagnostic;
mod format;
pub mod json;
pub mod jsonl;
pub mod latex;
pub mod markdown;
pub mod model;
pub mod number;
pub mod rows;
#[cfg(test)]
mod sample;
#[cfg(feature = "schema")]
mod schema;
pub mod speech;
mod style;
pub mod table;
pub mod text;

pub use diagnostic::Diagnostic;
pub use format::{Format, UnknownFormat, render};
pub use model::Report;
#[cfg(feature = "schema")]
pub use schema::schema;
pub use style::{Glyphs, LabelRows, Role, Style, visible, wrap_signature};
