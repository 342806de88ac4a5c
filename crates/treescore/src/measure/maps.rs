//! Counts and means as maps from names to values, for [`Sum`](super::Sum) and for JSON reports.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::info::MeasureInfo;
use crate::values::Fixed;
use crate::values::counts::{self, Integer};

/// The counts of a measure.
#[derive(Clone, Copy)]
pub(crate) struct CountMap<'r> {
    pub(crate) info: &'static MeasureInfo,
    pub(crate) counts: &'r [i128],
}

impl Serialize for CountMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        counts::serialize_row(self.info.fields, self.counts, serializer)
    }
}

/// The sums behind the means of a measure's figures.
#[derive(Clone, Copy)]
pub(crate) struct MeanMap<'r> {
    pub(crate) info: &'static MeasureInfo,
    pub(crate) means: &'r [Fixed],
}

/// A sum of the pairs' figures, value × 2^60, and the number of pairs in it.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Mean {
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub(crate) sum: Integer,
    pub(crate) pairs: u64,
}

impl Serialize for MeanMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let figures = self.info.figures.iter().zip(self.means);
        for (figure, mean) in figures.filter(|(figure, _)| figure.has_mean) {
            map.serialize_entry(figure.key, &Mean { sum: Integer(mean.sum), pairs: mean.values })?;
        }
        map.end()
    }
}
