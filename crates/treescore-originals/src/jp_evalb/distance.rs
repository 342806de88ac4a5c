//! Tests whether the edit distance of two texts is within a limit.

use treescore::values::hash::HashMap;

use super::columns::Columns;

/// Up to this many errors, diagonals are followed; texts that are alike need no more.
const FEW: usize = 256;

/// The furthest places reached; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Distance {
    /// By diagonal, for the current number of errors and for one fewer: how much of the first text is
    /// consumed.
    reached: Vec<Option<usize>>,
    before: Vec<Option<usize>>,
    columns: Columns,
    surplus: HashMap<char, i64>,
}

impl Distance {
    /// True if at most `limit` insertions, deletions and substitutions of characters turn one text into the
    /// other.
    ///
    /// Texts with other characters are far apart, whatever their order. Then texts with few errors are sought
    /// along diagonals, and the rest is left to bit vectors.
    pub(super) fn is_within(&mut self, one: &[char], other: &[char], limit: usize) -> bool {
        if self.least(one, other) > limit {
            return false;
        }
        self.is_near(one, other, limit.min(FEW)) || (limit > FEW && self.columns.is_within(one, other, limit))
    }

    /// A lower bound of the distance: an error mends at most one character too many on each side.
    fn least(&mut self, one: &[char], other: &[char]) -> usize {
        self.surplus.clear();
        for (text, sign) in [(one, 1), (other, -1)] {
            for &character in text {
                *self.surplus.entry(character).or_default() += sign;
            }
        }
        let positive: i64 = self.surplus.values().filter(|surplus| **surplus > 0).sum();
        let negative: i64 = self.surplus.values().filter(|surplus| **surplus < 0).sum();
        positive.max(-negative) as usize
    }

    /// Instead of the table of all pairs of characters, this computes for each number of errors how far each
    /// diagonal can be followed. The cost is the square of the limit, plus the length.
    fn is_near(&mut self, one: &[char], other: &[char], limit: usize) -> bool {
        if one.len().abs_diff(other.len()) > limit {
            return false;
        }
        // Diagonal `middle` starts at the beginning of both texts; diagonals to the right are ahead in
        // `other`.
        let middle = limit + 1;
        let last = middle + other.len() - one.len();
        for row in [&mut self.reached, &mut self.before] {
            row.clear();
            row.resize(2 * limit + 3, None);
        }
        for errors in 0..=limit {
            std::mem::swap(&mut self.reached, &mut self.before);
            for diagonal in middle - errors..=middle + errors {
                let start = if errors == 0 { Some(0) } else { self.start(diagonal) };
                self.reached[diagonal] = start.and_then(|start| follow(one, other, start, diagonal, middle));
            }
            if self.reached[last] == Some(one.len()) {
                return true;
            }
        }
        false
    }

    /// Returns how far one more error leads on a diagonal: a substitution, an insertion or a deletion.
    fn start(&self, diagonal: usize) -> Option<usize> {
        let [left, same, right] = [diagonal - 1, diagonal, diagonal + 1].map(|place| self.before[place]);
        left.max(same.map(|at| at + 1)).max(right.map(|at| at + 1))
    }
}

/// Returns the end of the equal characters from a place of the diagonal; `None` if the place is outside the
/// texts.
fn follow(one: &[char], other: &[char], start: usize, diagonal: usize, middle: usize) -> Option<usize> {
    // A substitution may lead past the end of a text: its last place does as well.
    let most = (other.len() + middle).checked_sub(diagonal)?.min(one.len());
    let start = start.min(most);
    let in_other = (start + diagonal).checked_sub(middle)?;
    let equal = one[start..].iter().zip(&other[in_other..]).take_while(|(a, b)| a == b).count();
    Some(start + equal)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The distance by the full table.
    pub(in super::super) fn naive(one: &[char], other: &[char]) -> usize {
        let mut row: Vec<usize> = (0..=other.len()).collect();
        for (i, a) in one.iter().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], i + 1);
            for (j, b) in other.iter().enumerate() {
                let best = (diagonal + usize::from(a != b)).min(row[j] + 1).min(row[j + 1] + 1);
                diagonal = std::mem::replace(&mut row[j + 1], best);
            }
        }
        row[other.len()]
    }

    proptest! {
        #[test]
        fn the_limit_is_that_of_the_table(one in "[ab한]{0,12}", other in "[ab한]{0,12}", limit in 0_usize..14) {
            let [one, other]: [Vec<char>; 2] = [one, other].map(|text| text.chars().collect());
            let within = Distance::default().is_within(&one, &other, limit);
            prop_assert_eq!(within, naive(&one, &other) <= limit);
        }
    }
}
