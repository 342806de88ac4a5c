//! Sums over the pairs of one system by one setup.

use std::collections::BTreeMap;

use crate::measure::{FacetSums, MeasureInfo, Sum};

/// Class of length, or number of the gold file.
pub type GroupKey = u64;

/// Sums over the pairs of a run or a part of it.
#[derive(Clone, Debug)]
pub struct Totals {
    /// Over the scored pairs within the cutoff, or over all if there is none.
    pub within: Sum,
    /// Over the scored pairs longer than the cutoff.
    pub beyond: Sum,
    /// What the refused pairs missed.
    pub missed: Sum,
    /// Scored pairs.
    pub scored: u64,
    /// Scored pairs without anything that counts.
    pub empty: u64,
    /// Scored pairs longer than the cutoff.
    pub scored_beyond: u64,
    /// Refused pairs.
    pub refused: u64,
    /// Refused pairs longer than the cutoff.
    pub refused_beyond: u64,
    /// Sums over the scored pairs by class of length or file.
    pub groups: BTreeMap<GroupKey, Sum>,
    /// Counts by label or type.
    pub facet: FacetSums,
    /// What is odd about pairs that were scored all the same: how many, and the first.
    pub notes: BTreeMap<Note, (u64, u64)>,
}

/// What is odd about a pair that was scored all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Note {
    /// The sides have different numbers of words, and no times that would say which belong together.
    LengthsDiffer,
    /// The file of gold times has other words than the trees.
    OtherGoldWords,
    /// The file of the system's times has.
    OtherSystemWords,
    /// It was counted, but its items could not be compared one by one.
    NotCompared,
}

impl Totals {
    /// Of no pairs.
    pub fn new(info: &'static MeasureInfo) -> Self {
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
        }
    }

    /// Over all scored pairs.
    pub fn all_scored(&self) -> Sum {
        self.within.clone().and(&self.beyond)
    }

    /// Over all pairs, refused ones counted as if the system had found nothing.
    pub fn all_pairs(&self) -> Sum {
        self.all_scored().and(&self.missed)
    }

    /// Pairs read.
    pub fn read(&self) -> u64 {
        self.scored + self.refused
    }

    pub(super) fn note(&mut self, note: Note, pair: u64) {
        let sum = self.notes.entry(note).or_insert((0, pair));
        *sum = (sum.0 + 1, sum.1.min(pair));
    }

    /// Adds other pairs, and empties what was added.
    pub(super) fn take(&mut self, other: &mut Self) {
        // Every field is named, so that a new one cannot be forgotten.
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
    }
}
