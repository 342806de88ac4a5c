//! The step between reading and preparing that only replies need: with gold's words, a reply becomes a tree.

use super::lens::Forest;
use super::replies::ReplyNote;
use crate::align::Refusal;
use crate::read::{Block, UnitReader, UnitTree};
use crate::repair::{Repair, Repaired, ReplyFault, repair};
use crate::tree::{Label, Labels};

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
        let forest = Forest { arena: &gold.1.arena, text: units.text(gold.0, gold.1) };
        let words = words(forest, units.labels());
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
        let Some(first) = replies.first() else {
            self.note = Some(ReplyNote::default());
            return Err(Refusal::Reply(ReplyFault::NoTree));
        };
        self.note = Some(ReplyNote::from(first));
        let tree = first.tree_within(self.allowed).map_err(Refusal::Reply)?;
        units.load_whole(tree, unit);
        Ok(())
    }
}

/// The words that a model was asked about: those of gold, without traces.
fn words<'g>(gold: Forest<'g>, labels: &Labels) -> Vec<&'g [u8]> {
    let is_trace = |tag: Label| tag != Label::BARE && labels.name(tag) == b"-NONE-";
    let words = gold.arena.words().iter().filter(|word| !is_trace(word.tag));
    words.map(|word| word.bytes(gold.text)).collect()
}
