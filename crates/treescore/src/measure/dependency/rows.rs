//! Dependencies by the label of the dependent.

use super::compare::{DependencyScratch, Entry};
use super::tally::DependencyTally;
use crate::measure::{NamedTallies, Tally};
use crate::prepare::Rules;

/// Adds dependencies to the tallies of their labels.
pub(super) struct Rows<'a, T> {
    pub(super) rules: &'a Rules,
    pub(super) tallies: &'a mut NamedTallies<T>,
    /// Where in a tally dependencies are counted.
    pub(super) inner: fn(&mut T) -> &mut DependencyTally,
}

impl<T: Tally> Rows<'_, T> {
    /// The tally of a class.
    pub(super) fn of(&mut self, class: u32) -> &mut T {
        self.tallies.of(self.rules.class_name(class))
    }

    fn inner(&mut self, class: u32) -> &mut DependencyTally {
        (self.inner)(self.tallies.of(self.rules.class_name(class)))
    }

    /// Counts what there is on both sides.
    pub(super) fn all(&mut self, scratch: &DependencyScratch, counts: impl Fn(&Entry) -> bool) {
        for entry in scratch.gold.entries.iter().filter(|entry| counts(entry)) {
            self.inner(entry.label()).gold += 1;
        }
        for entry in scratch.system.entries.iter().filter(|entry| counts(entry)) {
            self.inner(entry.label()).system += 1;
        }
    }

    /// Counts those that match.
    pub(super) fn matched(&mut self, scratch: &DependencyScratch) {
        for (gold, _) in labels(scratch) {
            self.inner(gold).matched += 1;
        }
    }

    /// Counts those that match whatever their labels. In the row of a label only those are counted that have it on both sides, or it would
    /// find more than there is; the others were given another label.
    pub(super) fn unlabeled(&mut self, scratch: &DependencyScratch) {
        for (gold, system) in labels(scratch) {
            if self.rules.same_class(gold, system) {
                self.inner(gold).unlabeled += 1;
            } else {
                self.tallies.mistake(self.rules.class_name(gold), self.rules.class_name(system));
            }
        }
    }
}

/// The labels of the dependents that match.
pub(super) fn labels(scratch: &DependencyScratch) -> impl Iterator<Item = (u32, u32)> + '_ {
    let DependencyScratch { gold, system, pairs, .. } = scratch;
    pairs.iter().map(|&(i, j)| (gold.entries[i as usize].label(), system.entries[j as usize].label()))
}
