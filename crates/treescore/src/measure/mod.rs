//! The fourth stage: what counts as a match, and how matches are tallied.
//!
//! A measure is one file here and one line in the [registry](crate::registry).

pub mod bracket;
pub mod crossing;
mod fixed;
mod label;
mod parseval;

use std::collections::BTreeMap;
use std::ops::AddAssign;

pub use fixed::Fixed;
pub use label::{LabelTallies, LabelTally};
pub use parseval::{BracketCounts, BracketScratch, BracketTally, Parseval};

use crate::prepare::{Prepared, Rules};
use crate::tree::Arena;

/// One side of a pair, ready to be measured.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The tree as it was read.
    pub arena: &'a Arena,
    /// The text its words are slices of.
    pub text: &'a [u8],
    /// What the recipe leaves of it.
    pub prepared: &'a Prepared,
}

/// Two trees over a common index.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The gold tree.
    pub gold: Side<'a>,
    /// The system's tree.
    pub system: Side<'a>,
    /// What the recipe says about labels.
    pub rules: &'a Rules,
}

/// Turns a pair of trees into a tally.
pub trait Measure: Sync {
    /// What it counts.
    type Tally: Tally;
    /// Buffers kept between pairs, one set per thread.
    type Scratch: Default + Send;

    /// Name in options and signatures.
    fn name(&self) -> &'static str;

    /// The figures its scores have, the headline first.
    fn figures(&self) -> &'static [Figure];

    /// The counts of its tally that are shown with every pair.
    fn shown_counts(&self) -> &'static [&'static str];

    /// BibTeX keys of the papers that define it.
    fn papers(&self) -> &'static [&'static str];

    /// Measures a pair whose words were found equal.
    fn tally(&self, pair: &Pair<'_>, scratch: &mut Self::Scratch) -> Self::Tally;

    /// The tally of a pair that was refused: everything in gold was missed.
    fn missed(&self, gold: Option<&Side<'_>>) -> Self::Tally;

    /// Adds what became of each bracket to the tallies by label, if the measure has labels.
    fn by_label(&self, _pair: &Pair<'_>, _scratch: &mut Self::Scratch, _labels: &mut LabelTallies) {}
}

/// Integers that add up; scores are derived from it, never stored in it.
pub trait Tally: Clone + Default + Send + AddAssign {
    /// The figures of the summed tally, in the order of [`Measure::figures`]; `None` is undefined.
    fn corpus(&self) -> Vec<Option<f64>>;

    /// The means of the pairs' figures, where they exist.
    fn sentence_mean(&self) -> Vec<Option<f64>>;

    /// The integers by name.
    fn counts(&self) -> BTreeMap<&'static str, i128>;
}

/// One figure of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name in machine formats.
    pub key: &'static str,
    /// Heading in tables.
    pub title: &'static str,
    /// How people read it.
    pub kind: FigureKind,
    /// Narrow tables drop the lowest rank first; rank 0 is shown in wide tables only.
    pub rank: u8,
}

/// How a figure is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// A fraction usually given in per cent.
    Percent,
    /// An amount per pair.
    PerPair,
}

/// `part / whole`, undefined if there is nothing.
pub fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
