//! Labels counted by their numbers: one increment per bracket and word.

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
    large: Vec<u64>,
}

impl Default for Counts {
    fn default() -> Self {
        Self { small: Box::new([0; SMALL]), large: Vec::new() }
    }
}

impl Counts {
    /// Counts labels whose numbers are less than `labels`.
    #[inline]
    fn add(&mut self, labels: usize, found: impl Iterator<Item = Label>) {
        if labels > SMALL {
            return self.add_large(labels, found);
        }
        let counts: &mut [u64; SMALL] = &mut self.small;
        for label in found {
            // The low byte is the whole number; saying so saves the check of bounds.
            counts[usize::from(label.index() as u8)] += 1;
        }
    }

    #[cold]
    fn add_large(&mut self, labels: usize, found: impl Iterator<Item = Label>) {
        if self.large.len() < labels {
            self.large.resize(labels, 0);
        }
        found.for_each(|label| self.large[label.index()] += 1);
    }

    fn get(&self, label: usize) -> u64 {
        self.small.get(label).unwrap_or(&0) + self.large.get(label).unwrap_or(&0)
    }
}

impl LabelTally {
    /// Counts the labels of a tree. `labels` is the size of the table of labels.
    #[inline]
    pub(super) fn add(&mut self, arena: &Arena, labels: usize) {
        self.brackets.add(labels, arena.nodes().iter().map(|node| node.label));
        self.words.add(labels, arena.words().iter().map(|word| word.tag));
    }

    /// The numbers of brackets and words with this label.
    pub(super) fn get(&self, label: usize) -> (u64, u64) {
        (self.brackets.get(label), self.words.get(label))
    }
}
