//! Scores parse trees, in text and in speech.
//!
//! A **measure** turns a pair (gold tree, system tree) into **counts**; counts add up; **figures** are read off their sum.
//!
//! ```
//! use treescore::measure::BracketCounts;
//! use treescore::{Scorer, Setup, read};
//!
//! let gold = read::one("(TOP (S (NP-SBJ (DT the) (NN cat)) (VP (VBD sat)) (. .)))")?;
//! let system = read::one("(TOP (S (NP (DT the)) (VP (NN cat) (VBD sat)) (. .)))")?;
//! let mut scorer = Scorer::new(Setup::named("parseval")?);
//! let counts: BracketCounts = scorer.score(&gold, &system)?.counts();
//! assert_eq!((counts.matched, counts.gold, counts.system, counts.crossing), (1, 3, 3, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folders are the way of the data; each stage uses earlier ones only: [`values`], [`tree`], [`read`], [`prepare`],
//! [`align`], [`perturb`], [`measure`], [`phrase`], [`setup`], [`run`], [`report`]. [`Scorer`] is for trees in memory,
//! [`score`] and [`run::score`] are for files, and [`measure::registry`] has the measures by name.
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
