//! Sums over the pairs of one system by one setup.

use std::collections::BTreeMap;

use super::replies::ReplySums;
use crate::measure::{FacetSums, MeasureInfo, Sum};

/// A length class, or the number of a gold file.
pub type GroupKey = u64;

/// Sums over the pairs of a run, or of a part of it.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The sum over the scored pairs within the cutoff, or over all scored pairs without a cutoff.
    pub within: Sum,
    /// The sum over the scored pairs longer than the cutoff.
    pub beyond: Sum,
    /// The sum of what refused pairs missed.
    pub missed: Sum,
    /// The number of scored pairs.
    pub scored: u64,
    /// The number of scored pairs with no counted words.
    pub empty: u64,
    /// The number of scored pairs longer than the cutoff.
    pub scored_beyond: u64,
    /// The number of refused pairs.
    pub refused: u64,
    /// The number of refused pairs longer than the cutoff.
    pub refused_beyond: u64,
    /// The sums over the scored pairs by length class or file.
    pub groups: BTreeMap<GroupKey, Sum>,
    /// The counts by label or type.
    pub facet: FacetSums,
    /// Notes about scored pairs: the number of pairs, and the first of them.
    pub notes: BTreeMap<Note, (u64, u64)>,
    /// What became of replies of language models, if the system's units are such.
    pub replies: Option<Box<ReplySums>>,
}

/// An unusual fact about a scored pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Note {
    /// The sides have different numbers of words, and no times that align them.
    LengthsDiffer,
    /// The pair was counted, but its items could not be compared one by one.
    NotCompared,
}

impl Totals {
    /// Creates sums over no pairs.
    pub(crate) fn new(info: &'static MeasureInfo) -> Self {
        let nothing = Sum::new(info);
        Self {
            within: nothing.clone(),
            beyond: nothing.clone(),
            missed: nothing,
            scored: 0,
            empty: 0,
            scored_beyond: 0,
            refused: 0,
            refused_beyond: 0,
            groups: BTreeMap::new(),
            facet: FacetSums::default(),
            notes: BTreeMap::new(),
            replies: None,
        }
    }

    /// The sum over all scored pairs.
    pub fn all_scored(&self) -> Sum {
        self.within.clone().and(&self.beyond)
    }

    /// The sum over all pairs. Refused pairs count as if the system had found nothing.
    pub fn all_pairs(&self) -> Sum {
        self.all_scored().and(&self.missed)
    }

    /// The number of pairs that were read.
    pub fn read(&self) -> u64 {
        self.scored + self.refused
    }

    pub(super) fn note(&mut self, note: Note, pair: u64) {
        let sum = self.notes.entry(note).or_insert((0, pair));
        *sum = (sum.0 + 1, sum.1.min(pair));
    }

    /// Adds the pairs of `other`, and resets it.
    pub(crate) fn take(&mut self, other: &mut Self) {
        // Every field is named, so that a new field cannot be forgotten.
        let Self {
            within,
            beyond,
            missed,
            scored,
            empty,
            scored_beyond,
            refused,
            refused_beyond,
            groups,
            facet,
            notes,
            replies,
        } = other;
        self.within.take(within);
        self.beyond.take(beyond);
        self.missed.take(missed);
        self.scored += std::mem::take(scored);
        self.empty += std::mem::take(empty);
        self.scored_beyond += std::mem::take(scored_beyond);
        self.refused += std::mem::take(refused);
        self.refused_beyond += std::mem::take(refused_beyond);
        for (key, sum) in std::mem::take(groups) {
            match self.groups.get_mut(&key) {
                Some(group) => group.merge(&sum),
                None => drop(self.groups.insert(key, sum)),
            }
        }
        self.facet.merge(std::mem::take(facet));
        for (note, (pairs, first)) in std::mem::take(notes) {
            let sum = self.notes.entry(note).or_insert((0, first));
            *sum = (sum.0 + pairs, sum.1.min(first));
        }
        if let Some(replies) = replies.take() {
            match &mut self.replies {
                Some(sums) => sums.merge(&replies),
                None => self.replies = Some(replies),
            }
        }
    }
}
