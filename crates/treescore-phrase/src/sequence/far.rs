//! Long chunks without a probability of their own.
//!
//! All chunks of the pooled length or more have the same default probability. So what a sequence is worth that
//! goes on with such a chunk depends on where the chunk begins, not on where it ends, and the best beginning
//! for an end is a maximum over a range. A sentence of n words has n of them instead of n²/2 pairs.

use crate::ListedCandidate;

/// Where long chunks begin best.
#[derive(Clone, Debug, Default)]
pub(super) struct Far {
    /// The pooled length.
    longest: u32,
    /// By first word, what a sequence is worth that goes on with a long chunk; negative infinity if none does.
    values: Vec<f64>,
    /// The best word of each pair of nodes below, the root at 1; the leaves, which are words, are left out.
    tree: Vec<u32>,
    /// End and start of the long chunks that have a probability of their own, sorted.
    listed: Vec<(u32, u32)>,
    /// The number of those that end before the current word.
    passed: usize,
}

impl Far {
    /// Begins a sentence.
    pub(super) fn begin(&mut self, length: u32, longest: u32, listed: &[ListedCandidate]) {
        self.longest = longest;
        self.passed = 0;
        self.listed.clear();
        self.values.clear();
        self.tree.clear();
        if length < longest {
            return;
        }
        let is_long = |one: &&ListedCandidate| one.end.saturating_sub(one.start) >= longest;
        self.listed.extend(listed.iter().filter(is_long).map(|one| (one.end, one.start)));
        self.listed.sort_unstable();
        self.listed.dedup();
        let leaves = (length as usize).next_power_of_two();
        self.values.resize(leaves, f64::NEG_INFINITY);
        // At first all are equal, and the first of equals is the best.
        self.tree.resize(leaves, 0);
        for node in (1..leaves).rev() {
            self.tree[node] = self.leaf_of(2 * node);
        }
    }

    /// The best word under a node.
    fn leaf_of(&self, node: usize) -> u32 {
        let leaves = self.values.len();
        if node < leaves { self.tree[node] } else { (node - leaves) as u32 }
    }

    /// Says what a sequence is worth that goes on with a long chunk from this word.
    pub(super) fn set(&mut self, start: u32, value: f64) {
        let Some(known) = self.values.get_mut(start as usize) else { return };
        *known = value;
        let mut node = usize::midpoint(start as usize, self.values.len());
        while node > 0 {
            self.tree[node] = self.better(self.leaf_of(2 * node), self.leaf_of(2 * node + 1));
            node /= 2;
        }
    }

    /// The first of equals.
    fn better(&self, left: u32, right: u32) -> u32 {
        if self.values[right as usize] > self.values[left as usize] { right } else { left }
    }

    /// The best start of a long chunk without a probability of its own that ends here, and what the sequence is
    /// worth. Ends must be asked for in order.
    pub(super) fn best_before(&mut self, end: u32) -> Option<(u32, f64)> {
        let stop = end.checked_sub(self.longest)? + 1;
        let of_end = self.listed[self.passed..].iter().take_while(|(other, _)| *other == end).count();
        let mut best = None;
        let mut from = 0;
        for at in self.passed..self.passed + of_end {
            let (_, start) = self.listed[at];
            best = self.best_of(best, from, start);
            from = start + 1;
        }
        self.passed += of_end;
        let best = self.best_of(best, from, stop)?;
        let value = self.values[best as usize];
        (value > f64::NEG_INFINITY).then_some((best, value))
    }

    /// The best of one word and a range of words after it.
    fn best_of(&self, mut best: Option<u32>, from: u32, stop: u32) -> Option<u32> {
        let leaves = self.values.len();
        let (mut left, mut right) = (from as usize + leaves, stop as usize + leaves);
        let mut after = None;
        let pick = |one: Option<u32>, other: u32| Some(one.map_or(other, |one| self.better(one, other)));
        while left < right {
            if left % 2 == 1 {
                best = pick(best, self.leaf_of(left));
                left += 1;
            }
            if right % 2 == 1 {
                right -= 1;
                let node = self.leaf_of(right);
                after = Some(after.map_or(node, |after| self.better(node, after)));
            }
            (left, right) = (left / 2, right / 2);
        }
        after.map_or(best, |after| pick(best, after))
    }
}
