//! The times of a sentence as boundaries between its words.

use super::PerturbError;
use crate::align::times::close_gaps;
use crate::read::times::Interval;

/// Returns the boundaries `b_0 <= b_1 <= … <= b_n` of `n` words, after closing the gaps between them. Empty
/// if there are no words.
pub(super) fn to_boundaries(times: &[Interval]) -> Result<Vec<f64>, PerturbError> {
    let mut closed = times.to_vec();
    close_gaps(&mut closed);
    let Some(&(first, _)) = closed.first() else { return Ok(Vec::new()) };
    let mut boundaries = Vec::with_capacity(closed.len() + 1);
    boundaries.push(first);
    for (at, (&(start, end), (_, boundary))) in times.iter().zip(closed).enumerate() {
        // If the total length is finite, no later step can overflow.
        let is_fine = start.is_finite() && start <= end && (boundary - first).is_finite();
        if !is_fine {
            return Err(PerturbError::Time { word: at + 1, start, end });
        }
        boundaries.push(boundary);
    }
    Ok(boundaries)
}

/// The intervals between the boundaries.
pub(super) fn to_intervals(boundaries: &[f64]) -> Vec<Interval> {
    boundaries.array_windows().map(|&[start, end]| (start, end)).collect()
}

/// The point at `share` of the way from `from` to `to`. Rounding never carries it past `to`.
pub(super) fn interpolate(from: f64, to: f64, share: f64) -> f64 {
    let place = from + share * (to - from);
    if from <= to { place.min(to) } else { place.max(to) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_closed_and_nothing_else_moves() {
        for (times, expected, why) in [
            (&[][..], &[][..], "no words"),
            (&[(0.1, 0.3), (0.3, 0.9)], &[0.1, 0.3, 0.9], "no gap"),
            (&[(1.0, 2.0), (4.0, 5.0), (5.0, 5.5)], &[1.0, 2.0, 3.0, 3.5], "a gap"),
            (&[(1.0, 2.0), (1.5, 3.0)], &[1.0, 2.0, 3.5], "an overlap"),
            (&[(0.0, 0.0), (0.0, 0.0)], &[0.0, 0.0, 0.0], "no time at all"),
        ] {
            assert_eq!(to_boundaries(times).unwrap(), expected, "{why}");
        }
    }

    #[test]
    fn invalid_times_are_named() {
        let huge = f64::MAX;
        for (times, word, why) in [
            (&[(0.0, 1.0), (2.0, 1.0)][..], 2, "ends before it begins"),
            (&[(f64::NAN, 1.0)], 1, "not a number"),
            (&[(0.0, f64::NAN)], 1, "not a number"),
            (&[(f64::NEG_INFINITY, 0.0)], 1, "infinite"),
            (&[(0.0, f64::INFINITY)], 1, "infinite"),
            (&[(-huge, huge)], 1, "too long"),
            (&[(0.0, huge), (0.0, huge)], 2, "too long together"),
        ] {
            let error = to_boundaries(times).unwrap_err();
            assert!(
                matches!(error, PerturbError::Time { word: found, .. } if found == word),
                "{why}: {error}"
            );
        }
    }

    #[test]
    fn interpolation_stays_between_its_ends() {
        for (from, to) in [(0.1, 0.3), (0.3, 0.1), (-1e300, 1e300), (1e-320, 3e-320), (0.7, 0.7)] {
            for share in [0.0, 1e-300, 0.1, 0.5, 1.0 - f64::EPSILON / 2.0, 1.0] {
                let place = interpolate(from, to, share);
                assert!((from.min(to)..=from.max(to)).contains(&place), "{share} of {from} to {to}: {place}");
            }
        }
    }
}
