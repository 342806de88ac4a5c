//! What every stage uses: counts that add up, exact sums of real values, settings with named values, advice.

mod advice;
mod choice;
pub mod counts;
mod fixed;

pub use advice::Advice;
pub use choice::choice;
pub use counts::counts;
pub use counts::{Counts, Field, FieldKind};
pub use fixed::Fixed;

/// `part / whole`, undefined if there is nothing.
pub fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
