//! Replies of language models: what became of them, and sums of that.

use super::samples::SampleSums;
use crate::measure::{MeasureInfo, Sum};
use crate::prepare::Empty;
use crate::repair::{Remark, Repaired, Step};
use crate::tree::Tree;

/// What became of one reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplyNote {
    /// The reply is one plain tree.
    pub is_valid: bool,
    /// The brackets of its tree match.
    pub is_balanced: bool,
    /// Its words are those of gold.
    pub is_faithful: bool,
    /// The tree in it, over the words of gold.
    pub tree: Option<Tree>,
    /// The repairs that were needed.
    pub steps: Vec<Step>,
    /// What else was changed or found.
    pub remarks: Vec<Remark>,
}

impl From<Repaired> for ReplyNote {
    fn from(repaired: Repaired) -> Self {
        Self {
            is_valid: repaired.is_valid,
            is_balanced: repaired.is_balanced,
            is_faithful: repaired.is_faithful,
            tree: repaired.tree,
            steps: repaired.steps,
            remarks: repaired.remarks,
        }
    }
}

/// How many replies are what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplyCounts {
    /// All replies.
    pub replies: u64,
    /// Replies that are one plain tree each.
    pub valid: u64,
    /// Replies with a tree whose brackets match.
    pub balanced: u64,
    /// Replies with the words of gold.
    pub faithful: u64,
    /// Replies with a tree.
    pub trees: u64,
    /// Replies that needed each step, in the order of [`Step::ALL`].
    pub steps: [u64; Step::ALL.len()],
    /// Replies with each remark, in the order of [`Remark::ALL`].
    pub remarks: [u64; Remark::ALL.len()],
}

impl ReplyCounts {
    fn add(&mut self, note: &ReplyNote) {
        self.replies += 1;
        self.valid += u64::from(note.is_valid);
        self.balanced += u64::from(note.is_balanced);
        self.faithful += u64::from(note.is_faithful);
        self.trees += u64::from(note.tree.is_some());
        note.steps.iter().for_each(|&step| self.steps[step as usize] += 1);
        note.remarks.iter().for_each(|&remark| self.remarks[remark as usize] += 1);
    }

    fn merge(&mut self, other: &Self) {
        let Self { replies, valid, balanced, faithful, trees, steps, remarks } = other;
        self.replies += replies;
        self.valid += valid;
        self.balanced += balanced;
        self.faithful += faithful;
        self.trees += trees;
        self.steps.iter_mut().zip(steps).for_each(|(sum, more)| *sum += more);
        self.remarks.iter_mut().zip(remarks).for_each(|(sum, more)| *sum += more);
    }
}

/// Sums over the replies of a system, by one setup.
#[derive(Clone, Debug)]
pub struct ReplySums {
    /// How many replies are what.
    pub counts: ReplyCounts,
    /// The sum over the scored pairs whose reply is valid.
    pub valid: Sum,
    /// The sum over the scored pairs whose tree is balanced.
    pub balanced: Sum,
    /// The sums over samples, if there are several replies for a sentence.
    pub samples: Option<SampleSums>,
}

impl ReplySums {
    /// The sums over no reply.
    pub fn new(info: &'static MeasureInfo) -> Self {
        let (counts, nothing) = (ReplyCounts::default(), Sum::new(info));
        Self { counts, valid: nothing.clone(), balanced: nothing, samples: None }
    }

    /// The sums, which begin with the first reply.
    pub(super) fn of<'s>(sums: &'s mut Option<Box<Self>>, info: &'static MeasureInfo) -> &'s mut Self {
        sums.get_or_insert_with(|| Box::new(Self::new(info)))
    }

    /// Adds a reply, and the counts of its pair if it was scored.
    pub(super) fn add(&mut self, note: &ReplyNote, scored: Option<(&[i128], Empty)>) {
        self.counts.add(note);
        let Some((row, empty)) = scored else { return };
        if note.is_valid {
            self.valid.add_pair(row, empty);
        }
        if note.is_balanced {
            self.balanced.add_pair(row, empty);
        }
    }

    /// Adds other sums.
    pub(super) fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.valid.merge(&other.valid);
        self.balanced.merge(&other.balanced);
        if let Some(samples) = &other.samples {
            match &mut self.samples {
                Some(sums) => sums.merge(samples),
                None => self.samples = Some(samples.clone()),
            }
        }
    }
}
