//! Tag sequences that are probable enough: all those of a span, or those that are right-hand sides of rules.

use super::trie::{Node, Trie};
use crate::tagger::{Lattice, Tag};

/// How many tag sequences are followed for each word of a chunk. Sequences exclude each other, so there are at most
/// as many as the least probability fits into 1; with the default there are 100.
pub(super) const SEQUENCES_MOST: u64 = 10_000;

/// The buffers of walks.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    stack: Vec<Step>,
    path: Vec<Tag>,
    followers: Vec<(Tag, f64)>,
}

/// A partial sequence, up to a word; its last two tags are given by their places.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// One past its last word.
    end: usize,
    places: [usize; 2],
    node: Node,
    probability: f64,
}

/// A right-hand side found in a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match<'w> {
    pub(super) end: usize,
    pub(super) node: Node,
    pub(super) probability: f64,
    /// The tags that may follow, each with the probability of the sequence together with it.
    pub(super) followers: &'w [(Tag, f64)],
}

impl Walk {
    /// Calls `each` with all tag sequences over a span whose probability is at least `least`. Returns false if
    /// there are more than [`SEQUENCES_MOST`] up to some word; then `each` was not called with all of them.
    pub(super) fn sequences(
        &mut self,
        lattice: &Lattice,
        (start, end): (usize, usize),
        least: f64,
        mut each: impl FnMut(&[Tag], f64),
    ) -> bool {
        if start >= end || end > lattice.len() {
            return true;
        }
        let mut steps_left = SEQUENCES_MOST * (end - start) as u64;
        self.begin(lattice, start, least, |_| Some(0));
        while let Some(step) = self.stack.pop() {
            let Some(left) = steps_left.checked_sub(1) else { return false };
            steps_left = left;
            self.path.truncate(step.end - 1 - start);
            self.path.push(lattice.tags(step.end - 1)[step.places[1]]);
            if step.end == end {
                each(&self.path, step.probability);
            } else {
                self.extend(lattice, start, step, least, |_| Some(0));
            }
        }
        true
    }

    /// Calls `each` with all right-hand sides from one start whose probability is at least `least`.
    pub(super) fn matches(
        &mut self,
        lattice: &Lattice,
        trie: &Trie,
        start: usize,
        least: f64,
        end_tag: Tag,
        mut each: impl FnMut(Match<'_>),
    ) {
        self.begin(lattice, start, least, |tag| trie.next(0, tag));
        while let Some(step) = self.stack.pop() {
            let Step { end, node, probability, .. } = step;
            if !trie.rules(node).is_empty() {
                self.follow(lattice, start, step, end_tag);
                each(Match { end, node, probability, followers: &self.followers });
            }
            if end < lattice.len() && !trie.is_leaf(node) {
                self.extend(lattice, start, step, least, |tag| trie.next(node, tag));
            }
        }
    }

    /// Pushes the sequences of one tag, the first on top.
    fn begin(&mut self, lattice: &Lattice, start: usize, least: f64, next: impl Fn(Tag) -> Option<Node>) {
        self.stack.clear();
        self.path.clear();
        let ones = lattice.tags(start).iter().zip(lattice.ones(start)).enumerate();
        for (place, (&tag, &probability)) in ones.rev() {
            if probability >= least
                && let Some(node) = next(tag)
            {
                self.stack.push(Step { end: start + 1, places: [0, place], node, probability });
            }
        }
    }

    /// Pushes the sequences extended by one tag, the first on top.
    fn extend(
        &mut self,
        lattice: &Lattice,
        start: usize,
        step: Step,
        least: f64,
        next: impl Fn(Tag) -> Option<Node>,
    ) {
        let (row, factor) = row(lattice, start, step);
        for (place, (&tag, share)) in lattice.tags(step.end).iter().zip(row).enumerate().rev() {
            let probability = factor * share;
            if probability >= least
                && let Some(node) = next(tag)
            {
                let places = [step.places[1], place];
                self.stack.push(Step { end: step.end + 1, places, node, probability });
            }
        }
    }

    /// Collects the tags that may follow a sequence, however improbable.
    fn follow(&mut self, lattice: &Lattice, start: usize, step: Step, end_tag: Tag) {
        self.followers.clear();
        if step.end == lattice.len() {
            self.followers.push((end_tag, step.probability));
            return;
        }
        let (row, factor) = row(lattice, start, step);
        let tags = lattice.tags(step.end).iter();
        self.followers.extend(tags.zip(row).map(|(&tag, share)| (tag, factor * share)));
    }
}

/// Returns the probabilities of the next word's tags, and the factor to multiply them by.
fn row(lattice: &Lattice, start: usize, step: Step) -> (&[f64], f64) {
    match step.end - start {
        1 => (lattice.pairs(step.end, step.places[1]), 1.0),
        _ => (lattice.conditional(step.end, step.places), step.probability),
    }
}
