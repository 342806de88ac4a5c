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
    fn inner(&mut self, class: u32) -> &mut DependencyTally {
        (self.inner)(self.tallies.of(self.rules.class_name(class)))
    }

    /// Counts what there is in gold, and notes which row each system dependency is in: that of its label.
    pub(super) fn begin(&mut self, scratch: &mut DependencyScratch, counts: impl Fn(&Entry) -> bool) {
        for entry in scratch.gold.entries.iter().filter(|entry| counts(entry)) {
            self.inner(entry.label()).gold += 1;
        }
        scratch.rows.clear();
        scratch.rows.extend(scratch.system.entries.iter().map(Entry::label));
    }

    /// Counts those that match. If labels match that are of different classes, the row is that of the gold label.
    pub(super) fn matched(&mut self, scratch: &mut DependencyScratch) {
        let DependencyScratch { gold, pairs, rows, .. } = scratch;
        for &(i, j) in &*pairs {
            let label = gold.entries[i as usize].label();
            self.inner(label).matched += 1;
            rows[j as usize] = label;
        }
    }

    /// Counts those that match whatever their labels. In a row only those are counted that are in it on both sides, or it would find more than there
    /// is; the others were given another label.
    pub(super) fn unlabeled(&mut self, scratch: &DependencyScratch) {
        for (&(_, j), (gold, system)) in scratch.pairs.iter().zip(labels(scratch)) {
            if scratch.rows[j as usize] == gold {
                self.inner(gold).unlabeled += 1;
            } else if !self.rules.same_class(gold, system) {
                self.tallies.mistake(self.rules.class_name(gold), self.rules.class_name(system));
            }
        }
    }

    /// Counts, in the same way, those with the same labels.
    pub(super) fn labels(&mut self, scratch: &DependencyScratch, count: impl Fn(&mut T)) {
        for (&(_, j), (gold, _)) in scratch.pairs.iter().zip(labels(scratch)) {
            if scratch.rows[j as usize] == gold {
                count(self.tallies.of(self.rules.class_name(gold)));
            }
        }
    }

    /// Counts what there is on the system's side.
    pub(super) fn finish(&mut self, scratch: &DependencyScratch, counts: impl Fn(&Entry) -> bool) {
        let rows = scratch.rows.iter().zip(&scratch.system.entries);
        for (&row, _) in rows.filter(|(_, entry)| counts(entry)) {
            self.inner(row).system += 1;
        }
    }
}

/// The labels of the dependents that match.
fn labels(scratch: &DependencyScratch) -> impl Iterator<Item = (u32, u32)> + '_ {
    let DependencyScratch { gold, system, pairs, .. } = scratch;
    pairs.iter().map(|&(i, j)| (gold.entries[i as usize].label(), system.entries[j as usize].label()))
}
