//! Scores parse trees against gold trees, for text and for speech.
//!
//! A **measure** turns a pair (a gold tree and a system tree) into **counts**. Counts add up. **Figures**
//! such as F1 are computed from sums. A [`Setup`] holds everything that decides a number, and its signature
//! says the same in one line.
//!
//! # Guide by task
//!
//! ## Score trees in memory
//! A [`Scorer`] takes bracketed text or [`Tree`](tree::Tree)s, pair by pair, and reuses its buffers.
//!
//! ```
//! let mut scorer = treescore::Scorer::of("parseval")?;
//! let pair = scorer.add("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))")?;
//! assert_eq!(pair.figure("f1"), Some(0.5));
//! println!("{}", scorer.report()); // F1 0.5000 …, and the signature
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Compare a pair item by item
//! Every bracket, node, word or dependency gets one of five verdicts.
//!
//! ```
//! let mut scorer = treescore::Scorer::of("parseval")?;
//! let matches = scorer.matches("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))")?;
//! let shown: Vec<String> = matches.iter().map(ToString::to_string).collect();
//! assert_eq!(shown, ["matched S “a b c”", "missing NP “a b”", "crossing VP “b c”"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Score files
//! [`score`] reads gold once, regardless of the number of systems and measures.
//!
//! ```no_run
//! use treescore::measure::Facet;
//! let report = treescore::score("gold.trees", ["a.trees", "b.trees"])?
//!     .measure("parseval")?
//!     .measure("dependency")?
//!     .by(Facet::Label)
//!     .run()?;
//! println!("{report}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Change what counts
//! A [`Setup`] has a measure with settings, a recipe, a pairing and times. It can be restored from its
//! signature.
//!
//! ```
//! use treescore::{Scorer, Setup};
//! let mut setup = Setup::named("parseval")?;
//! setup.set("match", "spans")?; // labels do not matter
//! let signature = setup.signature().to_string();
//! let mut scorer = Scorer::new(signature.parse()?);
//! let pair = scorer.score("(S (NP (D a) (N b)) (V c))", "(X (Y (D a) (N b)) (V c))")?;
//! assert_eq!(pair.figure("f1"), Some(1.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Get the counts of every pair
//! A [`run::Plan`] can request the counts of all pairs as a table. Statistics such as resampling need no
//! second scoring.
//!
//! ```
//! use treescore::Setup;
//! use treescore::measure::Sum;
//! use treescore::read::Units;
//! use treescore::run::{Ask, Plan, score};
//! let gold: Units = ["(S (NP (D a) (N b)) (V c))", "(S (N a) (V b))"].into_iter().collect();
//! let system: Units = ["(S (D a) (VP (N b) (V c)))", "(S (N a) (V b))"].into_iter().collect();
//! let plan = Plan {
//!     ask: Ask { tables: true, ..Ask::default() },
//!     ..Plan::new(gold.into(), vec![system.into()], vec![Setup::named("parseval")?])
//! };
//! let scored = score(&plan, &mut ())?;
//! let table = scored.systems[0].setups[0].table.as_ref().unwrap();
//! let mut resampled = Sum::new(table.info()); // the second pair twice
//! for row in [1, 1] {
//!     resampled.add_pair(table.counts(row), plan.setups[0].recipe.empty);
//! }
//! assert_eq!(resampled.count("matched"), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Tell how sure a score is
//! [`stats`] computes intervals and tests from such tables: nothing is scored again, and every number is the same
//! on any machine and any number of threads.
//!
//! ```
//! use treescore::Setup;
//! use treescore::prepare::Average;
//! use treescore::read::Units;
//! use treescore::run::{Ask, Plan, score};
//! use treescore::stats::{Quotient, StatRows, StatSettings, compare};
//! let (right, wrong) = ("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))");
//! let side = |trees: [&str; 30]| -> Units { trees.into_iter().collect() };
//! let first = side(std::array::from_fn(|at| if at % 3 == 0 { wrong } else { right }));
//! let second = side(std::array::from_fn(|at| if at % 5 == 0 { wrong } else { right }));
//! let plan = Plan {
//!     ask: Ask { tables: true, ..Ask::default() },
//!     ..Plan::new(side([right; 30]).into(), vec![first.into(), second.into()], vec![Setup::named("parseval")?])
//! };
//! let scored = score(&plan, &mut ())?;
//! let table = |system: usize| scored.systems[system].setups[0].table.as_ref().unwrap();
//! let f1 = Quotient::of_measure(table(0).info(), 0).unwrap();
//! let (first, second) = (StatRows::from(table(0)), StatRows::from(table(1)));
//! let found = &compare(&first, &second, &[(&f1, Average::Corpus)], &StatSettings::default())?[0];
//! assert!(found.second > found.first && found.test.p > Some(0.05)); // better, but perhaps by chance
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Write a measure
//! A measure is a type that implements [`measure::Measure`], with counts declared by `counts!`: one file in
//! `measure/` and one line in [`measure::registry`]. `measure/leaf_ancestor.rs` is a short example.
//!
//! # Stages
//! The modules are the stages of the data, and each stage uses earlier ones only: [`values`], [`tree`],
//! [`read`], [`prepare`], [`align`], [`measure`], [`setup`], [`run`], [`stats`], [`explain`], [`report`]. [`draw`] makes pictures of trees and of
//! differences, [`query`] chooses pairs. [`write`](mod@write) is the
//! inverse of [`read`]; [`perturb`] makes controlled errors in trees and times for studies. Two crates build
//! on this one: `treescore-phrase` scores phrase chunking, and `treescore-originals` reproduces the output of
//! EVALB, jp-evalb and SParseval.
//!
//! Features: `gzip` and `zstd`, both on by default, read compressed files. `schema` adds the JSON Schema of
//! the JSON report.

pub mod align;
pub mod draw;
pub mod explain;
pub mod findings;
pub mod front;
pub mod measure;
pub mod perturb;
pub mod prepare;
pub mod query;
pub mod read;
pub mod repair;
pub mod report;
pub mod run;
pub mod setup;
pub mod stats;
pub mod tree;
pub mod values;
pub mod write;

pub use align::Refusal;
pub use front::{PairScore, Scorer, Scoring, ScoringError, TreeInput, score};
pub use setup::Setup;
pub use tree::Which;

/// Runs the Rust examples of the manual.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/struct-iou.md")]
struct Manual;
