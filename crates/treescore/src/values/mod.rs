//! Values used by every stage: counts that add up, exact sums of real values, settings with named values,
//! advice, hash tables, names as numbers.

mod advice;
mod choice;
pub mod counts;
mod fixed;
mod glob;
pub mod hash;
mod invisible;
mod meter;
mod number;
mod shorten;
mod vocabulary;

pub use advice::Advice;
pub use choice::choice;
pub use counts::counts;
pub use counts::{Counts, Field, FieldKind};
pub use fixed::Fixed;
pub(crate) use glob::is_match;
pub(crate) use invisible::is_invisible;
pub use invisible::spell_out;
pub use meter::Meter;
pub(crate) use meter::{Gauge, Stopped};
pub use number::{count, counted};
pub(crate) use shorten::{MESSAGE_MAX, WORD_MAX, shorten};
pub use vocabulary::Vocabulary;

/// Returns `part / whole`, or `None` if `whole` is zero.
///
/// ```
/// use treescore::values::ratio;
/// assert_eq!((ratio(1, 4), ratio(0, 0)), (Some(0.25), None));
/// ```
pub fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
