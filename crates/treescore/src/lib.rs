//! Scores parse trees, in text and in speech.
//!
//! A **measure** turns a pair (gold tree, system tree) into a **tally**; tallies add up; a **score** is read off a tally.
//!
//! ```
//! use treescore::{Scorer, prepare::Recipe, read};
//!
//! let gold = read::one("(TOP (S (NP-SBJ (DT the) (NN cat)) (VP (VBD sat)) (. .)))")?;
//! let system = read::one("(TOP (S (NP (DT the)) (VP (NN cat) (VBD sat)) (. .)))")?;
//! let tally = Scorer::new(Recipe::named("collins").unwrap()).tally(&gold, &system)?;
//! assert_eq!((tally.matched, tally.gold, tally.system, tally.crossing), (1, 3, 3, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folders are the way of the data; each stage uses earlier ones only:
//! [`tree`], [`read`], [`prepare`], [`align`], [`measure`], [`phrase`], [`run`], [`report`]. [`Scorer`] is for trees in memory, [`run::score`] for
//! whole files, [`registry`] for choosing a measure by name. [`perturb`] makes trees and times wrong on purpose.
//!
//! Features, both on by default: `gzip` and `zstd` read compressed files. `schema` adds the JSON Schema of the JSON report.

pub mod align;
mod front;
pub mod measure;
pub mod perturb;
pub mod phrase;
pub mod prepare;
pub mod read;
pub mod report;
pub mod run;
pub mod setup;
pub mod tree;
pub mod values;

pub use align::Refusal;
pub use front::{PairScore, Scorer, Scoring, ScoringError, TreeInput, score};
pub use setup::Setup;
pub use tree::Which;
