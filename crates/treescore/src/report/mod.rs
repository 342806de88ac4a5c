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
//! | [`check`] | what was found about the input, without scores |
//! | [`verify`] | whether a published report can be repeated |
//! | [`selftest`] | whether the laws of scoring hold on somebody's own trees |
//! | [`diagnostic`] | errors, with the source line |

mod access;
pub mod aligned;
pub mod alignment;
pub mod baselines;
pub mod build;
mod caption;
pub mod check;
pub mod cite;
mod columns;
pub mod compare;
pub mod correlate;
mod csv;
pub mod diagnostic;
pub mod explain;
mod findings;
mod format;
pub mod inputs;
mod json;
mod jsonl;
mod label_pairs;
pub(crate) mod latex;
mod markdown;
pub mod model;
pub mod nbest;
// For the crates of this workspace; not part of the interface.
#[doc(hidden)]
pub mod number;
mod refusals;
pub mod replies;
pub mod rows;
#[cfg(test)]
mod sample;
#[cfg(feature = "schema")]
mod schema;
pub mod selftest;
pub mod speech;
pub mod statistics;
mod style;
pub mod svg;
// For the crates of this workspace; not part of the interface.
#[doc(hidden)]
pub mod table;
mod text;
mod typeset;
pub mod verify;
pub mod word_alignment;

pub use caption::of_scores as caption;
pub use columns::{ScoreColumn, UnknownColumn};
pub use csv::csv_cell;
pub use diagnostic::Diagnostic;
pub use findings::FindingReport;
pub use format::{Format, UnknownFormat, render, write};
pub use model::Report;
pub use refusals::{RefusedPairs, RefusedRows};
#[cfg(feature = "schema")]
pub use schema::{SchemaOf, schema};
pub(crate) use style::display_width;
pub use style::{LabelRows, Style};
pub use text::coverage::is_marked;
pub use text::edit_table::TableCosts;
// For the crates of this workspace; not part of the interface.
#[doc(hidden)]
pub use style::{Role, legible, visible, wrap_signature};
