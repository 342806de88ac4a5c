//! The ids of the units of one side, as long as all units have one.

use super::Spot;
use super::surveyor::spot;
use crate::read::Block;

/// The ids of all units of a side, each with the place of its unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    /// By the number of the pair.
    all: Vec<(u64, IdAt)>,
    /// True if some unit has no id; then none is kept.
    lacks_some: bool,
}

/// An id, and the place of its unit.
pub type IdAt = (Vec<u8>, Spot);

impl Ids {
    /// Takes the ids of a block whose first unit is that of pair `first`, from 0. Text in brackets has none.
    pub(super) fn see(&mut self, block: &Block, first: u64) {
        for at in (0..block.extents().len()).filter(|&at| block.has(at)) {
            match block.id(at) {
                Some(id) if !self.lacks_some => {
                    self.all.push((first + at as u64, (id.to_vec(), spot(block, at))));
                }
                _ => {
                    self.lacks_some = true;
                    self.all.clear();
                    return;
                }
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.lacks_some |= other.lacks_some;
        if self.lacks_some {
            self.all.clear();
        } else {
            self.all.extend(other.all);
        }
    }

    /// The units in order, if all have ids; some may have the same.
    pub fn units(&self) -> Vec<&IdAt> {
        let mut units: Vec<&(u64, IdAt)> =
            if self.lacks_some { Vec::new() } else { self.all.iter().collect() };
        units.sort_unstable_by_key(|(number, _)| *number);
        units.into_iter().map(|(_, unit)| unit).collect()
    }

    /// The ids and places of all units, in order, if each has an id of its own.
    pub fn all(&self) -> Option<Vec<&IdAt>> {
        let mut sorted: Vec<&[u8]> = self.all.iter().map(|(_, (id, _))| &id[..]).collect();
        sorted.sort_unstable();
        let is_unique = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        if self.lacks_some || !is_unique || sorted.is_empty() {
            return None;
        }
        Some(self.units())
    }
}
