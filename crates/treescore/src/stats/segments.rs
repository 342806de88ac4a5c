//! Matched pairs of segments: the test of Gillick and Cox (1989) for word errors. It needs the word alignments of both
//! systems, not rows.

use super::numbers::normal_tail;

/// So many words in a row that both systems have right end a segment.
const GOOD: usize = 2;

/// The test of segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchedPairs {
    /// The number of segments.
    pub segments: u64,
    /// The mean difference of errors, the first system's minus the second's.
    pub mean: Option<f64>,
    /// The standard deviation of the differences.
    pub deviation: Option<f64>,
    /// The statistic.
    pub z: Option<f64>,
    /// The p-value, two-sided.
    pub p: Option<f64>,
}

/// For each gold word, and for the end: the insertions before it, and whether it is wrong.
fn slots(steps: &[u8]) -> Vec<(u64, u64)> {
    let (mut slots, mut inserted) = (Vec::new(), 0);
    for &step in steps {
        if step == b'I' {
            inserted += 1;
        } else {
            slots.push((std::mem::take(&mut inserted), u64::from(step != b'C')));
        }
    }
    slots.push((inserted, 0));
    slots
}

/// The errors of two systems by segment. The alignments of an utterance are steps `C` (correct), `S`, `D` and `I`.
/// `None` if they have different numbers of gold words.
///
/// ```
/// use treescore::stats::segments;
/// assert_eq!(segments(b"CSCCCSC", b"CCCCCCC").unwrap(), [(1, 0), (1, 0)]);
/// ```
pub fn segments(first: &[u8], second: &[u8]) -> Option<Vec<(u64, u64)>> {
    let (first, second) = (slots(first), slots(second));
    if first.len() != second.len() {
        return None;
    }
    let (mut found, mut errors, mut good) = (Vec::new(), (0, 0), 0);
    let last = first.len() - 1;
    for (place, (a, b)) in first.into_iter().zip(second).enumerate() {
        errors = (errors.0 + a.0 + a.1, errors.1 + b.0 + b.1);
        if a.0 + b.0 > 0 {
            good = 0;
        }
        let is_word = place < last;
        good = if is_word && a.1 + b.1 == 0 { good + 1 } else { 0 };
        if good >= GOOD || !is_word {
            if errors != (0, 0) {
                found.push(errors);
            }
            errors = (0, 0);
        }
    }
    Some(found)
}

/// Tests whether the mean difference of errors by segment is zero. There is no test with fewer than two segments, or if
/// all differences are equal.
pub fn matched_pairs(errors: &[(u64, u64)]) -> MatchedPairs {
    let count = errors.len() as i128;
    let differences = || errors.iter().map(|&(first, second)| i128::from(first) - i128::from(second));
    let (total, squares): (i128, i128) = (differences().sum(), differences().map(|d| d * d).sum());
    // The square of the number times the variance, but for a factor: an integer until it is divided.
    let spread = count * squares - total * total;
    let mean = (count > 0).then(|| total as f64 / count as f64);
    let segments = errors.len() as u64;
    let Some(mean) = mean.filter(|_| count >= 2 && spread != 0) else {
        return MatchedPairs { segments, mean, deviation: None, z: None, p: None };
    };
    let deviation = (spread as f64 / (count * (count - 1)) as f64).sqrt();
    let z = mean / (deviation / (count as f64).sqrt());
    let p = Some(2.0 * normal_tail(z.abs()));
    MatchedPairs { segments, mean: Some(mean), deviation: Some(deviation), z: Some(z), p }
}
