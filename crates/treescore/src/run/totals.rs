//! Sums over pairs.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::aligned::TextSums;
use crate::align::WordCounts;
use crate::measure::{NamedTallies, Tally};

/// Class of length, or number of the gold file.
pub type GroupKey = u64;

/// Sums over the pairs of a run or a part of it.
#[derive(Clone, Debug)]
pub struct Totals<T> {
    /// Over the scored pairs.
    pub scored: T,
    /// Over the scored pairs within the cutoff.
    pub within_cutoff: T,
    /// What the refused pairs missed.
    pub missed: T,
    /// Scored pairs.
    pub pairs: u64,
    /// Refused pairs.
    pub refused: u64,
    /// Scored pairs longer than the cutoff.
    pub beyond_cutoff: u64,
    /// Refused pairs longer than the cutoff.
    pub refused_beyond_cutoff: u64,
    /// Sums over the scored pairs by class of length or file, with word errors where words of speech were aligned.
    pub groups: BTreeMap<GroupKey, (T, WordCounts)>,
    /// Sums by label or type.
    pub names: NamedTallies<T>,
    /// What is odd about pairs that were scored all the same: how many, and the first.
    pub notes: BTreeMap<Note, (u64, u64)>,
    /// How far the texts agree, if they were aligned.
    pub text: TextSums,
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
}

impl<T: Default> Default for Totals<T> {
    fn default() -> Self {
        Self {
            scored: T::default(),
            within_cutoff: T::default(),
            missed: T::default(),
            pairs: 0,
            refused: 0,
            beyond_cutoff: 0,
            refused_beyond_cutoff: 0,
            groups: BTreeMap::new(),
            names: NamedTallies::default(),
            notes: BTreeMap::new(),
            text: TextSums::default(),
        }
    }
}

impl<T: Tally> AddAssign for Totals<T> {
    fn add_assign(&mut self, other: Self) {
        let Self { scored, within_cutoff, missed, pairs, refused, beyond_cutoff, .. } = other;
        let Self { refused_beyond_cutoff, groups, names, notes, text, .. } = other;
        self.scored += scored;
        self.within_cutoff += within_cutoff;
        self.missed += missed;
        self.pairs += pairs;
        self.refused += refused;
        self.beyond_cutoff += beyond_cutoff;
        self.refused_beyond_cutoff += refused_beyond_cutoff;
        for (key, (tally, words)) in groups {
            let sum = self.groups.entry(key).or_default();
            sum.0 += tally;
            sum.1 += words;
        }
        self.names += names;
        self.text += text;
        for (note, (pairs, first)) in notes {
            let sum = self.notes.entry(note).or_insert((0, first));
            *sum = (sum.0 + pairs, sum.1.min(first));
        }
    }
}
