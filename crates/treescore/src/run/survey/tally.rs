//! Labels counted by their numbers: one increment per bracket and word.

use std::collections::BTreeMap;

use crate::tree::{Arena, Label};

/// How many labels are counted without a check of bounds. Treebanks have fewer, unless they keep function tags.
const SMALL: usize = 256;

/// How often each label was seen: as a bracket, and as the tag of a word.
#[derive(Clone, Debug, Default)]
pub(super) struct LabelTally {
    brackets: Counts,
    words: Counts,
}

#[derive(Clone, Debug)]
struct Counts {
    small: Box<[u64; SMALL]>,
    /// Beyond `u32::MAX`, a count begins again, and is carried. There may be any number of labels, on both sides.
    large: Vec<u32>,
    carries: BTreeMap<usize, u64>,
}

impl Default for Counts {
    fn default() -> Self {
        Self { small: Box::new([0; SMALL]), large: Vec::new(), carries: BTreeMap::new() }
    }
}

impl Counts {
    /// Counts the labels of items; their numbers are less than `labels`.
    #[inline]
    fn add<T>(&mut self, labels: usize, items: &[T], label: impl Fn(&T) -> Label) {
        if labels > SMALL {
            return self.add_large(items, label);
        }
        let counts: &mut [u64; SMALL] = &mut self.small;
        // Eight at a time, because the loop itself would cost more than the increments.
        let (groups, rest) = items.as_chunks::<8>();
        for group in groups {
            for item in group {
                counts[low_byte(label(item))] += 1;
            }
        }
        for item in rest {
            counts[low_byte(label(item))] += 1;
        }
    }

    #[cold]
    fn add_large<T>(&mut self, items: &[T], label: impl Fn(&T) -> Label) {
        for item in items {
            let label = label(item).index();
            // Most labels are only those of brackets, or only tags.
            if label >= self.large.len() {
                self.large.resize(label + 1, 0);
            }
            let count = &mut self.large[label];
            *count = count.wrapping_add(1);
            if *count == 0 {
                *self.carries.entry(label).or_default() += 1 << 32;
            }
        }
    }

    fn get(&self, label: usize) -> u64 {
        let large = u64::from(*self.large.get(label).unwrap_or(&0)) + self.carries.get(&label).unwrap_or(&0);
        self.small.get(label).unwrap_or(&0) + large
    }
}

/// The number of a label that is less than 256. The low byte is the whole number; saying so saves the check of
/// bounds.
#[inline]
fn low_byte(label: Label) -> usize {
    usize::from(label.index() as u8)
}

impl LabelTally {
    /// Counts the labels of a tree. `labels` is the size of the table of labels.
    #[inline]
    pub(super) fn add(&mut self, arena: &Arena, labels: usize) {
        self.brackets.add(labels, arena.nodes(), |node| node.label);
        self.words.add(labels, arena.words(), |word| word.tag);
    }

    /// The numbers of brackets and words with this label.
    pub(super) fn get(&self, label: usize) -> (u64, u64) {
        (self.brackets.get(label), self.words.get(label))
    }
}
