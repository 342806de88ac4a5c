//! jp-evalb, byte for byte: PARSEVAL over sentences and words that are divided in different ways.
//!
//! This is a literal model of the program, one file per step:
//!
//! 1. [`File`]s are read (`read`, `scan`, `python`) and cleaned by the [`Parameters`] (`params`, `names`,
//!    `clean`).
//! 2. Sentences are aligned (`texts`, `near`, `distance`, `sentences`), then words (`words`).
//! 3. Brackets over groups of words are counted (`brackets`, `counts`) and printed (`report`).
//!
//! Where the program ends with an exception, the run continues, and the [`Outcome`] has a [`Repair`]. Both
//! sides are kept in memory as numbers, because the last sentence of a file may decide the first pair. Every
//! step is linear except for nearly equal sentences: a run of them is decided once and remembered.
//!
//! ```
//! use treescore_originals::jp_evalb::{File, Parameters, score};
//!
//! let file = |name: &str, text: &str| [File { name: name.to_owned(), bytes: text.into() }];
//! let gold = file("gold", "(S (NP (NN rain)) (VP (VBZ does) (RB n't)))\n(S (VP (VB wait)))\n");
//! let test = file("test", "(S (NP (NN rain)) (VP (VBZ doesn't)))\n(S (VP (VB wait)))\n");
//! let outcome = score(&gold, &test, &Parameters::none())?;
//! assert_eq!((outcome.totals.all.matched, outcome.totals.all.gold, outcome.totals.all.test), (5, 5, 5));
//! # Ok::<(), treescore_originals::jp_evalb::InputError>(())
//! ```

mod aligned;
mod brackets;
mod clean;
mod columns;
mod counts;
mod distance;
mod names;
mod near;
mod params;
mod python;
mod read;
mod repairs;
mod report;
mod scan;
mod sentences;
mod texts;
mod words;

use std::ops::Range;

use super::evalb::{Figures, Sums, Totals};
use treescore::tree::Which;

pub use aligned::{Aligned, aligned_recipe, score_aligned};
pub use params::{Mode, Parameters};
pub use read::{File, InputError};
pub use repairs::{Repair, RepairKind, count_by_kind};
pub use report::{About, json, write_report};

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The blocks, in order.
    pub rows: Vec<Row>,
    /// The sums over all blocks and over those within 40 words.
    pub totals: Totals,
    /// Where the program would have raised an exception.
    pub repairs: Vec<Repair>,
}

/// A block of trees that were scored together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Gold trees, counted from 0.
    pub gold: Range<usize>,
    /// Test trees, counted from 0.
    pub test: Range<usize>,
    /// Its figures in the report.
    pub figures: Figures,
}

/// Scores test trees against gold trees. The lines of several files are read in order; [the module](self) has
/// an example.
///
/// # Errors
/// If a file is not UTF-8, or a line that is not blank is not one tree.
pub fn score(gold: &[File], test: &[File], parameters: &Parameters) -> Result<Outcome, InputError> {
    let mut names = names::Names::new(parameters);
    let mut outcome = Outcome::default();
    let gold = read::side(Which::Gold, gold, &mut names, &mut outcome.repairs)?;
    let test = read::side(Which::System, test, &mut names, &mut outcome.repairs)?;
    let blocks = sentences::blocks(&gold.texts, &test.texts, &mut outcome.repairs);
    let mut counter = counts::Counter::new(&gold, &test, &mut names);
    for (row, block) in blocks.into_iter().enumerate() {
        let scored = counter.count(row, &block, &mut outcome.repairs);
        let sums = Sums::from(&scored.figures);
        outcome.totals.all += sums;
        if scored.is_within {
            outcome.totals.within += sums;
        }
        outcome.rows.push(Row { gold: block.gold, test: block.test, figures: scored.figures });
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests;
