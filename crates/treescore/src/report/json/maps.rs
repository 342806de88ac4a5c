//! Figures and counts as JSON maps from names to values.

use serde::{Serialize, Serializer};

use crate::measure::MeasureInfo;

/// The figures of a measure.
#[derive(Clone, Copy)]
pub(in crate::report) struct FigureMap<'r> {
    pub(in crate::report) info: &'static MeasureInfo,
    pub(in crate::report) values: &'r [Option<f64>],
    /// Whether figures without a mean are left out.
    pub(in crate::report) is_of_means: bool,
}

impl Serialize for FigureMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let figures = self.info.figures.iter().enumerate();
        let figures = figures.filter(|(_, figure)| !self.is_of_means || figure.has_mean);
        serializer
            .collect_map(figures.map(|(at, figure)| (figure.key, self.values.get(at).copied().flatten())))
    }
}

/// A count: a number, or a decimal string where it may exceed 2^53. For the schema only.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its schema is wanted")]
pub(in crate::report) enum CountValue {
    /// A number of items.
    Number(u64),
    /// A fixed-point value or a value in millionths.
    Text(String),
}
