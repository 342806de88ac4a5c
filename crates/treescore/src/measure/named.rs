//! Tallies by name: which labels or types were found, missed, and mistaken for which.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use super::Tally;

/// What the names of a breakdown are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Names {
    /// Labels of brackets, nodes or words.
    Labels,
    /// Types of nodes.
    Types,
}

/// Tallies by name, and what was mistaken for what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTallies<T> {
    /// The tallies, sorted by name.
    pub tallies: BTreeMap<Vec<u8>, T>,
    /// For a gold name, the names the system gave instead, and how often.
    pub instead: BTreeMap<Vec<u8>, BTreeMap<Vec<u8>, u64>>,
}

impl<T> Default for NamedTallies<T> {
    fn default() -> Self {
        Self { tallies: BTreeMap::new(), instead: BTreeMap::new() }
    }
}

impl<T: Tally> NamedTallies<T> {
    /// The tally of a name. Only a name that is new allocates.
    pub fn of(&mut self, name: &[u8]) -> &mut T {
        entry(&mut self.tallies, name)
    }

    /// Once more, the system gave `instead` for the gold name.
    pub fn mistake(&mut self, gold: &[u8], instead: &[u8]) {
        *entry(entry(&mut self.instead, gold), instead) += 1;
    }
}

fn entry<'m, V: Default>(map: &'m mut BTreeMap<Vec<u8>, V>, name: &[u8]) -> &'m mut V {
    if !map.contains_key(name) {
        map.insert(name.to_vec(), V::default());
    }
    map.get_mut(name).expect("inserted above")
}

impl<T: Tally> AddAssign for NamedTallies<T> {
    fn add_assign(&mut self, other: Self) {
        for (name, tally) in other.tallies {
            *self.tallies.entry(name).or_default() += tally;
        }
        for (gold, instead) in other.instead {
            let sums = self.instead.entry(gold).or_default();
            for (name, times) in instead {
                *sums.entry(name).or_default() += times;
            }
        }
    }
}
