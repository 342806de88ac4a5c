//! HTML reports: one file with scores, charts and trees, which needs no network and no other file.
//!
//! A [`Collector`] takes the rows of a run as they come, and [`write()`] makes the page of them and of the report:
//!
//! ```
//! use treescore::Setup;
//! use treescore::measure::Facet;
//! use treescore::read::Units;
//! use treescore::report::build;
//! use treescore::run::{Observer, PairRow, Plan, score};
//! use treescore_html::{Collector, Contents, Sentences, ask};
//!
//! struct Rows<'p>(&'p Plan, Collector);
//! impl Observer for Rows<'_> {
//!     fn row(&mut self, row: PairRow) {
//!         self.1.take(self.0, row).unwrap();
//!     }
//! }
//!
//! let gold: Units = ["(S (NP (D a) (N b)) (V c))"].into_iter().collect();
//! let system: Units = ["(S (PP (D a) (N b)) (V c))"].into_iter().collect();
//! let mut plan = Plan::new(gold.into(), vec![system.into()], vec![Setup::named("parseval")?]);
//! let setup = ask(&mut plan);
//! let collector = Collector::new(&plan, setup, Sentences::All)?;
//! let mut rows = Rows(&plan, collector);
//! let scored = score(&plan, &mut rows)?;
//! let report = build::report(&plan, &scored);
//! let mut page = Vec::new();
//! treescore_html::write(&Contents::new(&report, &plan, Sentences::All), rows.1, &mut page)?;
//! assert!(String::from_utf8(page)?.contains("Content-Security-Policy"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chart;
mod overview;
mod pack;
mod page;

use std::io::{self, Write};

use treescore::explain::Explanation;
use treescore::measure::{Bins, Facet};
use treescore::report::Report;
use treescore::run::{Plan, Rows};

pub use pack::Collector;

/// The pairs whose trees go into a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sentences {
    /// All.
    All,
    /// At most so many: those that are refused, those in which systems differ most, those with the lowest figures.
    Most(usize),
    /// None: the overview and the list only.
    None,
}

impl Default for Sentences {
    /// As many as a page opens fast with.
    fn default() -> Self {
        Self::Most(20_000)
    }
}

/// Asks a run for what a report shows: rows with sketches, and breakdowns by length and label. Returns the position of
/// the setup whose trees are shown.
pub fn ask(plan: &mut Plan) -> usize {
    let is_drawn = |setup: &treescore::Setup| setup.measure.info().is_drawn;
    let setup = plan.setups.iter().position(is_drawn).unwrap_or(0);
    plan.ask.rows = Rows::All;
    plan.ask.sketches = true;
    plan.ask.facet = Some(Facet::Length(Bins::default()));
    plan.ask.second_facet = Some(Facet::Label);
    setup
}

/// What a page is made of, beside the collected pairs.
#[derive(Clone, Copy)]
pub struct Contents<'a> {
    /// The scores.
    pub report: &'a Report,
    /// The run that made them.
    pub plan: &'a Plan,
    /// The pairs whose trees go into the page.
    pub sentences: Sentences,
    /// For each system, what the rules are worth that lead from another recipe to its score. May be empty.
    pub explanations: &'a [Option<Explanation>],
}

impl<'a> Contents<'a> {
    /// A page without explanations.
    pub fn new(report: &'a Report, plan: &'a Plan, sentences: Sentences) -> Self {
        Self { report, plan, sentences, explanations: &[] }
    }
}

/// Writes a report.
///
/// # Errors
/// If it cannot be written.
pub fn write(contents: &Contents<'_>, collected: Collector, out: &mut dyn Write) -> io::Result<()> {
    let setup = collected.setup();
    let packed = collected.finish(contents.plan, contents.sentences)?;
    page::write(contents, setup, &packed, out)
}
