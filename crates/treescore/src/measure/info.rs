//! Static descriptions of measures: name, figures, the schema of the counts.

use serde::Serialize;

use super::facet::Facet;
use super::facts::Fact;
use crate::values::{Counts, Field};

/// One figure of a measure.
///
/// ```
/// use treescore::measure::{Denominator, Figure};
/// const RECALL: Figure = Figure::percent("recall", "recall", 8).with_mean().per(Denominator::Gold);
/// assert!(RECALL.has_mean);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name in machine formats, for example `f1`.
    pub key: &'static str,
    /// Heading in tables, for example `F1`.
    pub title: &'static str,
    /// The unit in which it is printed.
    pub unit: FigureUnit,
    /// Narrow tables drop the lowest rank first; rank 0 is shown in wide tables only.
    pub rank: u8,
    /// True if the mean over pairs is reported, too.
    pub has_mean: bool,
    /// Which value is the best.
    pub better: Better,
    /// What its denominator counts.
    pub denominator: Denominator,
    /// The counts that it is a quotient of, if it is one; statistics need that.
    pub terms: Option<Terms>,
}

/// A figure as a quotient of two sums of counts, each count by its name and with a factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The numerator.
    pub numerator: &'static [(&'static str, i64)],
    /// The denominator.
    pub denominator: &'static [(&'static str, i64)],
    /// True if a missing answer does not make the figure worse. Two systems are then compared over the pairs that
    /// both scored, so that nobody gains by refusing.
    pub ignores_missing: bool,
}

impl Figure {
    /// A percentage with both sides in its denominator, without a mean.
    pub const fn percent(key: &'static str, title: &'static str, rank: u8) -> Self {
        Self {
            key,
            title,
            unit: FigureUnit::Percent,
            rank,
            has_mean: false,
            better: Better::Higher,
            denominator: Denominator::Both,
            terms: None,
        }
    }

    /// The same figure as a quotient of counts.
    #[must_use]
    pub const fn quotient(
        self,
        numerator: &'static [(&'static str, i64)],
        denominator: &'static [(&'static str, i64)],
    ) -> Self {
        Self { terms: Some(Terms { numerator, denominator, ignores_missing: false }), ..self }
    }

    /// The same figure as a quotient that a missing answer does not make worse.
    #[must_use]
    pub const fn quotient_of_answers(
        self,
        numerator: &'static [(&'static str, i64)],
        denominator: &'static [(&'static str, i64)],
    ) -> Self {
        Self { terms: Some(Terms { numerator, denominator, ignores_missing: true }), ..self }
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
    pub const fn per(self, denominator: Denominator) -> Self {
        Self { denominator, ..self }
    }

    /// The same figure, where lower is better.
    #[must_use]
    pub const fn lower_is_better(self) -> Self {
        Self { better: Better::Lower, ..self }
    }
}

/// The unit of a figure.
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
pub enum Denominator {
    /// Items of gold only.
    Gold,
    /// Items of the system only.
    System,
    /// Items of both sides.
    Both,
    /// Pairs.
    Pairs,
}

/// Largest number of figures of a measure. The limit lets a pair's figures be kept without allocating.
pub(crate) const MAX_FIGURES: usize = 9;

/// The figures of a row, in the order of [`MeasureInfo::figures`](MeasureInfo::figures); `None` is undefined.
///
/// ```
/// use treescore::measure::FigureValues;
/// let values = FigureValues::new([Some(0.5), None]);
/// assert_eq!(values.len(), 2);
/// assert_eq!(values[0], Some(0.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FigureValues {
    values: [Option<f64>; MAX_FIGURES],
    length: usize,
}

impl FigureValues {
    /// Creates the values of at most eight figures.
    pub fn new<const N: usize>(figures: [Option<f64>; N]) -> Self {
        const { assert!(N <= MAX_FIGURES, "raise MAX_FIGURES") };
        let mut values = [None; MAX_FIGURES];
        values[..N].copy_from_slice(&figures);
        Self { values, length: N }
    }

    /// Collects at most `MAX_FIGURES` figures.
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

/// The static description of a measure.
///
/// ```
/// use treescore::measure::registry;
/// let info = registry::measure("parseval").unwrap().info();
/// assert_eq!(info.figures[0].key, "f1");
/// assert_eq!(info.field("gold"), Some(2)); // after `pairs` and `matched`
/// ```
#[derive(Debug)]
pub struct MeasureInfo {
    /// Name in options and signatures.
    pub name: &'static str,
    /// What the measure does, in one line.
    pub about: &'static str,
    /// Its figures, the headline first.
    pub figures: &'static [Figure],
    /// The schema of its counts.
    pub fields: &'static [Field],
    /// The counts shown with every pair.
    pub shown: &'static [&'static str],
    /// The facets it supports besides those of every measure.
    pub facets: &'static [Facet],
    /// The name of a match's value, if that is not all or nothing.
    pub worth: Option<&'static str>,
    /// True if its items are brackets, tags or words of trees, so that pictures can show what became of them.
    pub is_drawn: bool,
    /// BibTeX keys of the papers that define it.
    pub papers: &'static [&'static str],
    /// Derives the figures from a row of counts.
    pub derive: fn(&[i128]) -> FigureValues,
    /// Derives further facts from a summed row.
    pub facts: fn(&[i128]) -> Vec<Fact>,
}

impl PartialEq for MeasureInfo {
    /// Measures are identified by their names.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl MeasureInfo {
    /// Describes a measure with these counts and figures, and nothing else.
    pub const fn new<C: Figures>(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            figures: C::FIGURES,
            fields: C::FIELDS,
            shown: &[],
            facets: &[],
            worth: None,
            is_drawn: false,
            papers: &[],
            derive: |row| C::read(row).figures(),
            facts: |_| Vec::new(),
        }
    }

    /// The position of a figure in [`figures`](Self::figures).
    pub fn figure(&self, key: &str) -> Option<usize> {
        self.figures.iter().position(|figure| figure.key == key)
    }

    /// The position of a count in [`fields`](Self::fields).
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

/// Counts that figures are derived from.
pub trait Figures: Counts {
    /// The figures, the headline first.
    const FIGURES: &'static [Figure];

    /// Their values, in the same order.
    fn figures(&self) -> FigureValues;
}
