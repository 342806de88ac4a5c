//! The sum of pairs: summed counts, and means of the pairs' figures.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::info::{FigureValues, MAX_FIGURES, MeasureInfo};
use super::maps::{CountMap, Mean, MeanMap};
use super::registry;
use crate::prepare::{Average, Empty};
use crate::values::counts::Integer;
use crate::values::{Counts, Fixed};

/// The sum of the rows of some pairs, and the mean of every figure that has one. Merging sums in any order
/// and grouping gives the same digits: means are fixed-point sums.
///
/// ```
/// use treescore::measure::{BracketCounts, Counts, Measure, Parseval, Sum};
/// use treescore::prepare::{Average, Empty};
/// let counts = BracketCounts { pairs: 1, matched: 2, gold: 4, system: 4, ..BracketCounts::default() };
/// let mut sum = Sum::from_pairs(&Parseval, &[counts, counts], Empty::Skip);
/// assert_eq!(sum.figures(Average::Corpus)[0], Some(0.5));
/// assert_eq!(sum.typed::<BracketCounts>().matched, 4);
/// let json = serde_json::to_string(&sum)?;
/// assert_eq!(serde_json::from_str::<Sum>(&json)?, sum);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sum {
    info: &'static MeasureInfo,
    counts: Box<[i128]>,
    means: [Fixed; MAX_FIGURES],
}

impl Sum {
    /// Creates an empty sum.
    pub fn new(info: &'static MeasureInfo) -> Self {
        Self { info, counts: vec![0; info.fields.len()].into(), means: [Fixed::default(); MAX_FIGURES] }
    }

    /// The sum with these counts, and these sums of the pairs' figures.
    pub(crate) fn of_parts(
        info: &'static MeasureInfo,
        counts: Box<[i128]>,
        figures: impl Iterator<Item = Fixed>,
    ) -> Self {
        let mut means = [Fixed::default(); MAX_FIGURES];
        means.iter_mut().zip(figures).for_each(|(mean, figure)| *mean = figure);
        Self { info, counts, means }
    }

    /// What is left of the sum without some of its pairs.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let counts = self.counts.iter().zip(&other.counts).map(|(all, some)| all - some).collect();
        let means = self.means.iter().zip(&other.means);
        let rest = |(all, some): (&Fixed, &Fixed)| Fixed {
            sum: all.sum - some.sum,
            values: all.values.saturating_sub(some.values),
        };
        Self::of_parts(self.info, counts, means.map(rest))
    }

    /// Sums scored pairs with these counts.
    pub fn from_pairs<M: super::Measure>(measure: &M, pairs: &[M::Counts], empty: Empty) -> Self {
        let mut sum = Self::new(measure.info());
        for counts in pairs {
            sum.add_counts(counts, empty);
        }
        sum
    }

    fn add_counts<C: Counts>(&mut self, counts: &C, empty: Empty) {
        let mut row = vec![0; C::FIELDS.len()];
        counts.write(&mut row);
        self.add_pair(&row, empty);
    }

    /// Adds a scored pair. `empty`: the value of undefined figures in means.
    pub fn add_pair(&mut self, row: &[i128], empty: Empty) {
        self.add_row(row);
        // A pair with no counted words has a row of zeros and contributes to no mean.
        if row.first().is_none_or(|&pairs| pairs == 0) {
            return;
        }
        let undefined = match empty {
            Empty::Skip => None,
            Empty::One => Some(1.0),
            Empty::Zero => Some(0.0),
        };
        let figures = (self.info.derive)(row);
        for ((mean, figure), value) in self.means.iter_mut().zip(self.info.figures).zip(figures.iter()) {
            if figure.has_mean
                && let Some(value) = value.or(undefined)
            {
                mean.sum += Fixed::point(value);
                mean.values += 1;
            }
        }
    }

    /// Adds a refused pair: its row has what it missed, and every mean counts zero.
    pub fn add_missed(&mut self, row: &[i128]) {
        self.add_row(row);
        for (mean, figure) in self.means.iter_mut().zip(self.info.figures) {
            mean.values += u64::from(figure.has_mean);
        }
    }

    #[inline]
    fn add_row(&mut self, row: &[i128]) {
        self.counts.iter_mut().zip(row).for_each(|(sum, one)| *sum += one);
    }

    /// Adds the sum of other pairs of the same measure.
    pub fn merge(&mut self, other: &Self) {
        debug_assert_eq!(self.info.name, other.info.name, "sums of one measure");
        self.counts.iter_mut().zip(&other.counts).for_each(|(sum, more)| *sum += more);
        self.means.iter_mut().zip(&other.means).for_each(|(sum, more)| *sum += *more);
    }

    /// Adds the sum of other pairs, and clears it.
    pub(crate) fn take(&mut self, other: &mut Self) {
        self.merge(other);
        other.counts.fill(0);
        other.means.fill(Fixed::default());
    }

    /// Adds the sum of other pairs, each as often as `weight` says, and clears it. A figure of the whole does not change if all
    /// weights are multiplied: figures are quotients of counts.
    pub(crate) fn take_weighted(&mut self, other: &mut Self, weight: u32) {
        let weigh = |value: i128| value * i128::from(weight);
        self.counts
            .iter_mut()
            .zip(&mut other.counts)
            .for_each(|(sum, more)| *sum += weigh(std::mem::take(more)));
        for (sum, more) in self.means.iter_mut().zip(&mut other.means) {
            let Fixed { sum: point, values } = std::mem::take(more);
            *sum += Fixed { sum: weigh(point), values: values * u64::from(weight) };
        }
    }

    /// Returns the sum of both.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.merge(other);
        self
    }

    /// The measure.
    pub fn info(&self) -> &'static MeasureInfo {
        self.info
    }

    /// The figures of one average: derived from the summed counts, or means over the pairs.
    pub fn figures(&self, average: Average) -> FigureValues {
        match average {
            Average::Corpus => (self.info.derive)(&self.counts),
            Average::Sentence => FigureValues::collect(self.means().iter().map(Fixed::mean)),
        }
    }

    /// The counts, in the order of [`MeasureInfo::fields`].
    pub fn counts(&self) -> &[i128] {
        &self.counts
    }

    /// The sums of the pairs' figures, in the order of [`MeasureInfo::figures`]; empty for those without a
    /// mean.
    pub fn means(&self) -> &[Fixed] {
        &self.means[..self.info.figures.len()]
    }

    /// The counts as their type.
    pub fn typed<C: Counts>(&self) -> C {
        C::read(&self.counts)
    }

    /// A count by name; `None` if the measure has no such count.
    pub fn count(&self, name: &str) -> Option<i128> {
        self.info.field(name).map(|at| self.counts[at])
    }

    /// A figure by name; `None` if it is undefined or the measure has no such figure.
    pub fn figure(&self, key: &str, average: Average) -> Option<f64> {
        self.info.figure(key).and_then(|at| self.figures(average)[at])
    }
}

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_struct("Sum", 3)?;
        map.serialize_field("measure", self.info.name)?;
        map.serialize_field("counts", &CountMap { info: self.info, counts: &self.counts })?;
        map.serialize_field("means", &MeanMap { info: self.info, means: self.means() })?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Sum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Parts {
            measure: String,
            counts: std::collections::BTreeMap<String, Integer>,
            means: std::collections::BTreeMap<String, Mean>,
        }
        let Parts { measure, counts, means } = Parts::deserialize(deserializer)?;
        let unknown = |what: &str, name: &str| de::Error::custom(format_args!("unknown {what} `{name}`"));
        let info = registry::info(&measure).ok_or_else(|| unknown("measure", &measure))?;
        let mut sum = Self::new(info);
        for (name, value) in counts {
            let at = info.field(&name).ok_or_else(|| unknown("count", &name))?;
            sum.counts[at] = value.0;
        }
        for (key, mean) in means {
            let at = info.figure(&key).ok_or_else(|| unknown("figure", &key))?;
            sum.means[at] = Fixed { sum: mean.sum.0, values: mean.pairs };
        }
        Ok(sum)
    }
}
