//! Studies: tables and figures of the papers behind treescore, run again, with the paper's number beside each of ours.
//!
//! A [`StudyInfo`] says what a study shows and needs; [`run`] carries it out and returns a [`Study`], a value that
//! [`render`] turns into text. Scores come from treescore's runner and scorer, statistics from `treescore::stats`. What a
//! study needs from the world around it (a parser, the clock) it asks of an [`Outside`].
//!
//! ```
//! use treescore_study::{Alone, Ask, render, run};
//! let study = run("sequence-table", &Ask::default(), &mut Alone)?;
//! let text = render::table(&study, &treescore::report::Style::default());
//! assert!(text.contains("d_i drei sieben drei von hamburg"));
//! # Ok::<(), treescore_study::StudyError>(())
//! ```

mod anova;
mod ask;
mod checksum;
mod error;
mod info;
mod load;
mod outside;
mod paper;
pub mod render;
mod result;
mod studies;
mod work;

pub use ask::{Ask, OPTIONS};
pub use error::StudyError;
pub use info::{STUDIES, StudyInfo, run};
pub use outside::{Alone, Outside};
pub use result::{Curve, Digits, Item, Marks, Plot, PlotAxis, Row, Statement, Study, Upright, Word, Xvalue};
