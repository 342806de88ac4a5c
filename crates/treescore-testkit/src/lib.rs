//! Synthetic trees and reference implementations for treescore's own tests and benchmarks. Nothing of it
//! ships.
//!
//! * [`generate`] makes treebanks of any size that look like newspaper text scored by a good parser, without
//!   any licensed text: the words are invented, the grammar is a small table.
//! * [`disturb`] makes the text of one side differ from the other's, as the text of a real system does.
//! * [`aligned`] is a naive twin of the alignment of whole files, to compare the fast one with.
//!
//! ```
//! use treescore_testkit::aligned::{Settings, score};
//! use treescore_testkit::disturb::{Manner, Rates, disturb_lines};
//! use treescore_testkit::generate::{Profile, pairs};
//!
//! let pair = pairs(1, 1, &Profile::newspaper()).next().unwrap();
//! let system = disturb_lines([pair.system.as_str()], 1, &Manner::ByRates(Rates::retokenised()));
//! let outcome = score(&pair.gold, &system, &Settings::default())?;
//! assert_eq!(outcome.blocks.len(), 1); // the tokens differ, but the sentences are aligned
//! # Ok::<(), treescore_testkit::aligned::ReadError>(())
//! ```

pub mod aligned;
pub mod disturb;
pub mod generate;
