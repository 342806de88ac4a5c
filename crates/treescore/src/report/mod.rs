//! The last stage: a report is a value (a [`Report`]), and each output format is a renderer of it. Renderers
//! compute only the differences to the first system and the pooled row of rare labels.
//!
//! [`render`] renders a [`Report`] in any [`Format`]; [`diagnostic`] renders errors with the source line.
//! Renderers return text. They print nothing, open no files, and ask neither the environment nor the
//! terminal; the faces pass what they know about these as a [`Style`].
//!
//! | module | output |
//! |---|---|
//! | `text` | tables for people |
//! | `json`, `jsonl`, `csv` | fractions and integer counts for programs |
//! | [`rows`] | one row for each pair, written while pairs are scored |
//! | `markdown`, `latex` | the table of scores for a page or a paper |
//! | [`diagnostic`] | errors, with the source line |

mod access;
pub mod aligned;
pub mod alignment;
pub mod build;
pub mod compare;
pub mod correlate;
mod csv;
pub mod diagnostic;
mod findings;
mod format;
pub mod inputs;
mod json;
mod jsonl;
mod latex;
mod markdown;
pub mod model;
// For the crates of this workspace; not part of the interface.
#[doc(hidden)]
pub mod number;
mod refusals;
pub mod rows;
#[cfg(test)]
mod sample;
#[cfg(feature = "schema")]
mod schema;
pub mod speech;
pub mod statistics;
mod style;
pub mod svg;
// For the crates of this workspace; not part of the interface.
#[doc(hidden)]
pub mod table;
mod text;
pub mod word_alignment;

pub use csv::csv_cell;
pub use diagnostic::Diagnostic;
pub use findings::FindingReport;
pub use format::{Format, UnknownFormat, render, write};
pub use model::Report;
pub use refusals::{RefusedPairs, RefusedRows};
#[cfg(feature = "schema")]
pub use schema::{SchemaOf, schema};
pub use style::{LabelRows, Style};
// For the crates of this workspace; not part of the interface.
#[doc(hidden)]
pub use style::{Role, visible, wrap_signature};
