//! The ids of the units of one side, as long as all units have one.

use super::Spot;
use super::surveyor::spot;
use crate::read::Block;

/// The ids of all units of a side, in order, each with the place of its unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    all: Vec<(Vec<u8>, Spot)>,
    /// True if some unit has no id; then none is kept.
    lacks_some: bool,
}

impl Ids {
    /// Takes the ids of a block. Text in brackets has none.
    pub(super) fn see(&mut self, block: &Block) {
        for at in (0..block.extents().len()).filter(|&at| block.has(at)) {
            match block.id(at) {
                Some(id) if !self.lacks_some => self.all.push((id.to_vec(), spot(block, at))),
                _ => {
                    self.lacks_some = true;
                    self.all.clear();
                    return;
                }
            }
        }
    }

    pub(super) fn merge(&mut self, later: Self) {
        self.lacks_some |= later.lacks_some;
        if self.lacks_some {
            self.all.clear();
        } else {
            self.all.extend(later.all);
        }
    }

    /// The ids and places of all units, if each has an id of its own.
    pub fn all(&self) -> Option<&[(Vec<u8>, Spot)]> {
        let mut sorted: Vec<&[u8]> = self.all.iter().map(|(id, _)| &id[..]).collect();
        sorted.sort_unstable();
        let is_unique = sorted.windows(2).all(|pair| pair[0] != pair[1]);
        (!self.lacks_some && is_unique && !sorted.is_empty()).then_some(&self.all)
    }
}
