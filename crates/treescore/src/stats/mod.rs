//! Statistics: how sure a score is, and whether a difference is real.
//!
//! Everything here is computed from rows of integers ([`StatRows`]), one for each pair; no tree is scored twice.
//! A figure is a [`Quotient`] of two sums, so that resampling needs two integers for each unit: intervals come from
//! a bootstrap ([`intervals`]), tests from approximate randomisation ([`compare`]). Draws depend on nothing but the
//! seed, the number of the replicate and the key of the unit: threads, order and other systems change no digit.
//!
//! ```
//! use treescore::measure::Better;
//! use treescore::prepare::Average;
//! use treescore::stats::{Asked, Over, Quotient, StatRows, StatSettings, intervals};
//! // Columns: matched, gold + system.
//! let f1 = Quotient::new(vec![(0, 2)], vec![(1, 1)], 1.0, Better::Higher);
//! let mut rows = StatRows::new(2);
//! for pair in 0..40 {
//!     rows.push(pair..pair + 1, 0, false, &[i128::from(5 + pair % 3), 14]);
//! }
//! let asked = Asked { figure: &f1, average: Average::Corpus, over: Over::Scored };
//! let interval = &intervals(&rows, &[asked], &StatSettings::default())[0];
//! let (low, high) = interval.ends.unwrap();
//! assert!(low < interval.value.unwrap() && interval.value.unwrap() < high);
//! ```

mod bootstrap;
mod columns;
mod compare;
mod correlation;
mod distributions;
mod draws;
mod numbers;
mod randomisation;
mod segments;
mod units;

pub use crate::measure::{Over, Parts, Quotient, Wins};
pub use crate::run::{Answer, RowsError, StatRows};
pub use crate::setup::{Folding, IntervalMethod, ResampleBy, StatSettings, TestMethod, Used, bucket};
pub use bootstrap::{
    Asked, Interval, IntervalNote, NoInterval, Sampled, intervals, intervals_of_class, sample,
};
pub(crate) use compare::compare_summed;
pub use compare::{Comparison, Incomplete, compare, detectable, pair_parts};
pub use correlation::{Coefficient, Correlation, correlate, correlation_p, random_groups};
pub use distributions::{deviation, f_tail, mean, t_quantile};
pub use draws::{key_of_bytes, key_of_text, swap, weight};
pub use numbers::{exp, holm, normal, normal_inverse, normal_tail, quantile};
pub use randomisation::{Test, TestKind};
pub use segments::{MatchedPairs, matched_pairs, segments};
pub use units::Units;
