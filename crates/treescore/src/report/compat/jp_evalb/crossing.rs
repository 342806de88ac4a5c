//! Brackets that cross. Over groups of words the brackets of one side need not be nested, so this is not the sweep of native scoring.

use super::brackets::Bracket;

/// Answers which test brackets cross a gold bracket; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Crossing {
    /// Tree of maxima: at each start the last end of a gold bracket, leaves from `size` on; 0 for none.
    last_end: Vec<u32>,
    /// Tree of maxima: at each end how far the earliest start lies before `u32::MAX`; 0 for none.
    first_start: Vec<u32>,
    size: usize,
}

impl Crossing {
    /// How many test brackets cross at least one gold bracket, duplicates counted.
    pub(super) fn count(&mut self, gold: &[Bracket], test: &[Bracket]) -> u64 {
        if gold.is_empty() || test.is_empty() {
            return 0;
        }
        self.build(gold);
        test.iter().filter(|bracket| self.crosses(bracket)).count() as u64
    }

    fn build(&mut self, gold: &[Bracket]) {
        self.size = gold.iter().map(|bracket| bracket.end as usize + 1).max().unwrap_or(0);
        for tree in [&mut self.last_end, &mut self.first_start] {
            tree.clear();
            tree.resize(2 * self.size, 0);
        }
        for bracket in gold {
            raise(&mut self.last_end, self.size + bracket.start as usize, bracket.end);
            raise(&mut self.first_start, self.size + bracket.end as usize, u32::MAX - bracket.start);
        }
    }

    /// A gold bracket begins inside and ends behind, or ends inside and begins before.
    fn crosses(&self, test: &Bracket) -> bool {
        let (start, end) = (test.start, test.end);
        self.most(&self.last_end, start, end) > end
            || self.most(&self.first_start, start, end) > u32::MAX - start
    }

    /// The greatest value strictly between two places.
    fn most(&self, tree: &[u32], start: u32, end: u32) -> u32 {
        let mut low = self.size + (start as usize + 1).min(self.size);
        let mut high = self.size + (end as usize).min(self.size);
        let mut most = 0;
        while low < high {
            if low % 2 == 1 {
                most = most.max(tree[low]);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                most = most.max(tree[high]);
            }
            (low, high) = (low / 2, high / 2);
        }
        most
    }
}

/// Raises a leaf, and what is above it as far as it changes.
fn raise(tree: &mut [u32], leaf: usize, value: u32) {
    let mut at = leaf;
    while at > 0 && tree[at] < value {
        tree[at] = value;
        at /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Label;
    use proptest::prelude::*;

    fn crosses(u: &Bracket, v: &Bracket) -> bool {
        (u.start < v.start && v.start < u.end && u.end < v.end)
            || (v.start < u.start && u.start < v.end && v.end < u.end)
    }

    fn brackets() -> impl Strategy<Value = Vec<Bracket>> {
        let one = (0_u32..12, 0_u32..6);
        let one = one.prop_map(|(start, width)| Bracket { start, end: start + width, label: Label::EMPTY });
        proptest::collection::vec(one, 0..12)
    }

    proptest! {
        #[test]
        fn all_pairs_say_the_same(gold in brackets(), test in brackets()) {
            let expected = test.iter().filter(|u| gold.iter().any(|v| crosses(u, v))).count() as u64;
            prop_assert_eq!(Crossing::default().count(&gold, &test), expected);
        }
    }
}
