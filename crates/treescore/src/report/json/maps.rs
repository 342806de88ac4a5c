//! Figures and counts as JSON maps from names to values.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::measure::MeasureInfo;
use crate::values::{Fixed, counts};

/// The figures of a measure.
#[derive(Clone, Copy)]
pub(super) struct FigureMap<'r> {
    pub(super) info: &'static MeasureInfo,
    pub(super) values: &'r [Option<f64>],
    /// Whether figures without a mean are left out.
    pub(super) is_of_means: bool,
}

impl Serialize for FigureMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let figures = self.info.figures.iter().enumerate();
        let figures = figures.filter(|(_, figure)| !self.is_of_means || figure.has_mean);
        serializer
            .collect_map(figures.map(|(at, figure)| (figure.key, self.values.get(at).copied().flatten())))
    }
}

/// The counts of a measure.
#[derive(Clone, Copy)]
pub(super) struct CountMap<'r> {
    pub(super) info: &'static MeasureInfo,
    pub(super) counts: &'r [i128],
}

impl Serialize for CountMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        counts::serialize_row(self.info.fields, self.counts, serializer)
    }
}

/// The sums behind the means of a measure's figures.
#[derive(Clone, Copy)]
pub(super) struct MeanMap<'r> {
    pub(super) info: &'static MeasureInfo,
    pub(super) means: &'r [Fixed],
}

/// A sum of the pairs' figures, value × 2^60, and the number of pairs in it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Mean {
    sum: String,
    pairs: u64,
}

impl Serialize for MeanMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let figures = self.info.figures.iter().zip(self.means);
        for (figure, mean) in figures.filter(|(figure, _)| figure.has_mean) {
            map.serialize_entry(figure.key, &Mean { sum: mean.sum.to_string(), pairs: mean.values })?;
        }
        map.end()
    }
}

/// A count: a number, or a decimal string where it may exceed 2^53. For the schema only.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
pub(super) enum CountValue {
    /// A number of items.
    Number(u64),
    /// A fixed-point value or a value in millionths.
    Text(String),
}
