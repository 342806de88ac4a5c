//! What is known of a measure without an instance: its name, its figures, the schema of its counts.

use serde::Serialize;

use super::facet::Facet;
use super::facts::Fact;
use crate::values::{Counts, Field};

/// One figure of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name in machine formats, for example `f1`.
    pub key: &'static str,
    /// Heading in tables, for example `F1`.
    pub title: &'static str,
    /// How people read it.
    pub unit: FigureUnit,
    /// Narrow tables drop the lowest rank first; rank 0 is shown in wide tables only.
    pub rank: u8,
    /// Is the mean of the pairs' values reported, too?
    pub has_mean: bool,
    /// Which value is the best.
    pub better: Better,
    /// What its denominator counts.
    pub of: Of,
}

impl Figure {
    /// A share in per cent, of both sides, without a mean.
    pub const fn percent(key: &'static str, title: &'static str, rank: u8) -> Self {
        Self {
            key,
            title,
            unit: FigureUnit::Percent,
            rank,
            has_mean: false,
            better: Better::Higher,
            of: Of::Both,
        }
    }

    /// The same figure with a mean over pairs.
    #[must_use]
    pub const fn with_mean(self) -> Self {
        Self { has_mean: true, ..self }
    }

    /// The same figure in another unit.
    #[must_use]
    pub const fn in_unit(self, unit: FigureUnit) -> Self {
        Self { unit, ..self }
    }

    /// The same figure with another denominator.
    #[must_use]
    pub const fn of(self, of: Of) -> Self {
        Self { of, ..self }
    }

    /// The same figure, where lower is better.
    #[must_use]
    pub const fn lower_is_better(self) -> Self {
        Self { better: Better::Lower, ..self }
    }
}

/// How a figure is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FigureUnit {
    /// A fraction, printed as per cent with two decimals.
    Percent,
    /// A fraction, printed as it is with four decimals.
    Fraction,
    /// An amount per pair, printed with two decimals.
    PerPair,
}

/// Which value of a figure is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// The highest.
    Higher,
    /// The lowest.
    Lower,
}

/// What the denominator of a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Items of gold only.
    Gold,
    /// Items of the system only.
    System,
    /// Items of both sides.
    Both,
    /// Pairs.
    Pairs,
}

/// The greatest number of figures a measure may have; a pair's figures are kept without allocating.
pub const MAX_FIGURES: usize = 8;

/// The figures of a row, in the order of [`MeasureInfo::figures`](MeasureInfo::figures); `None` is undefined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FigureValues {
    values: [Option<f64>; MAX_FIGURES],
    length: usize,
}

impl FigureValues {
    /// These figures. No measure has more than [`MAX_FIGURES`].
    pub fn new<const N: usize>(figures: [Option<f64>; N]) -> Self {
        const { assert!(N <= MAX_FIGURES, "raise MAX_FIGURES") };
        let mut values = [None; MAX_FIGURES];
        values[..N].copy_from_slice(&figures);
        Self { values, length: N }
    }

    /// The figures of an iterator, at most [`MAX_FIGURES`] of them.
    pub(crate) fn collect(figures: impl Iterator<Item = Option<f64>>) -> Self {
        let mut all = Self::default();
        for figure in figures.take(MAX_FIGURES) {
            all.values[all.length] = figure;
            all.length += 1;
        }
        all
    }
}

impl std::ops::Deref for FigureValues {
    type Target = [Option<f64>];

    fn deref(&self) -> &[Option<f64>] {
        &self.values[..self.length]
    }
}

/// What is known of a measure without an instance.
#[derive(Debug)]
pub struct MeasureInfo {
    /// Name in options and signatures.
    pub name: &'static str,
    /// What it measures, in one line.
    pub about: &'static str,
    /// Its figures, the headline first.
    pub figures: &'static [Figure],
    /// The schema of its counts.
    pub fields: &'static [Field],
    /// The counts shown with every pair.
    pub shown: &'static [&'static str],
    /// What its counts can be broken down by, beside what every measure can.
    pub facets: &'static [Facet],
    /// What a match is worth, in a word, if that is not all or nothing.
    pub worth: Option<&'static str>,
    /// BibTeX keys of the papers that define it.
    pub papers: &'static [&'static str],
    /// The figures of a row of counts.
    pub derive: fn(&[i128]) -> FigureValues,
    /// What else a summed row says, in lines of a few numbers.
    pub facts: fn(&[i128]) -> Vec<Fact>,
}

impl PartialEq for MeasureInfo {
    /// Measures are told apart by their names.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl MeasureInfo {
    /// A measure with these counts, figures and papers, and nothing else.
    pub const fn of<C: Figures>(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            figures: C::FIGURES,
            fields: C::FIELDS,
            shown: &[],
            facets: &[],
            worth: None,
            papers: &[],
            derive: |row| C::read(row).figures(),
            facts: |_| Vec::new(),
        }
    }

    /// Position of a figure among [`figures`](Self::figures).
    pub fn figure(&self, key: &str) -> Option<usize> {
        self.figures.iter().position(|figure| figure.key == key)
    }

    /// Position of a count among [`fields`](Self::fields).
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

/// Counts off which figures are read.
pub trait Figures: Counts {
    /// The figures, the headline first.
    const FIGURES: &'static [Figure];

    /// Their values, in the same order.
    fn figures(&self) -> FigureValues;
}
