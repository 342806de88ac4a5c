//! Tallies by label: which labels were found, missed, and mistaken for which.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::bracket::Listener;
use crate::prepare::Rules;

/// The brackets of one label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelTally {
    /// In both trees.
    pub matched: u64,
    /// In gold.
    pub gold: u64,
    /// In the system's trees.
    pub system: u64,
    /// Gold brackets that the system gave another label, by that label.
    pub relabelled: BTreeMap<Vec<u8>, u64>,
}

/// Tallies by the name of the label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelTallies {
    /// The labels, sorted by name.
    pub labels: BTreeMap<Vec<u8>, LabelTally>,
}

impl AddAssign for LabelTallies {
    fn add_assign(&mut self, other: Self) {
        for (name, tally) in other.labels {
            let LabelTally { matched, gold, system, relabelled } = tally;
            let sum = self.labels.entry(name).or_default();
            sum.matched += matched;
            sum.gold += gold;
            sum.system += system;
            for (label, brackets) in relabelled {
                *sum.relabelled.entry(label).or_default() += brackets;
            }
        }
    }
}

impl LabelTallies {
    fn entry(&mut self, rules: &Rules, class: u32) -> &mut LabelTally {
        let name = rules.class_name(class);
        if !self.labels.contains_key(name) {
            self.labels.insert(name.to_vec(), LabelTally::default());
        }
        self.labels.get_mut(name).expect("inserted above")
    }
}

/// Listens to the bracket kernel and tallies by label.
pub(super) struct ByLabel<'a> {
    pub(super) rules: &'a Rules,
    pub(super) tallies: &'a mut LabelTallies,
}

impl Listener for ByLabel<'_> {
    fn matched(&mut self, class: u32) {
        let tally = self.tallies.entry(self.rules, class);
        tally.matched += 1;
        tally.gold += 1;
        tally.system += 1;
    }

    fn relabelled(&mut self, gold: u32, system: u32) {
        self.missing(gold);
        self.extra(system);
        let label = self.rules.class_name(system).to_vec();
        *self.tallies.entry(self.rules, gold).relabelled.entry(label).or_default() += 1;
    }

    fn missing(&mut self, class: u32) {
        self.tallies.entry(self.rules, class).gold += 1;
    }

    fn extra(&mut self, class: u32) {
        self.tallies.entry(self.rules, class).system += 1;
    }
}
