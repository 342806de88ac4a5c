//! The step between reading and preparing that only replies need: with gold's words, a reply becomes a tree.

use super::replies::ReplyNote;
use crate::align::Refusal;
use crate::read::{Block, UnitReader, UnitTree};
use crate::repair::{Repair, Repaired, ReplyFault, asked_words, repair};

/// Turns the replies of a unit into trees.
pub(super) struct Mender {
    allowed: Repair,
    /// What became of the first reply of the current unit; `None` if that is a tree.
    pub(super) note: Option<ReplyNote>,
    /// The trees of all samples of the current unit. Empty if it has no samples.
    pub(super) samples: Vec<Option<UnitTree>>,
}

impl Mender {
    pub(super) fn new(allowed: Repair) -> Self {
        Self { allowed, note: None, samples: Vec::new() }
    }

    /// Forgets the current unit.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.note = None;
        self.samples.clear();
    }

    /// Makes the tree of a unit that is a reply. Of several samples the first one is scored as the reply.
    ///
    /// # Errors
    /// If it has no tree, or not one without more repair than is allowed.
    #[cold]
    pub(super) fn mend(
        &mut self,
        gold: (&Block, &UnitTree),
        (side, at): (&Block, usize),
        units: &mut UnitReader,
        unit: &mut UnitTree,
    ) -> Result<(), Refusal> {
        let labels = units.labels();
        let words = asked_words(&gold.1.arena, units.text(gold.0, gold.1), |tag| labels.name(tag));
        let replies: Vec<Repaired> = side.replies(at).map(|reply| repair(reply, &words)).collect();
        if side.is_sampled(at) {
            for reply in &replies {
                let load = |tree| {
                    let mut sample = UnitTree::default();
                    units.load_whole(tree, &mut sample);
                    sample
                };
                self.samples.push(reply.tree_within(self.allowed).ok().map(load));
            }
        }
        let Some(first) = replies.into_iter().next() else {
            self.note = Some(ReplyNote::default());
            return Err(Refusal::Reply(ReplyFault::NoTree));
        };
        let tree = first.tree_within(self.allowed).map_err(Refusal::Reply);
        let loaded = tree.map(|tree| units.load_whole(tree, unit));
        self.note = Some(ReplyNote::from(first));
        loaded
    }
}
