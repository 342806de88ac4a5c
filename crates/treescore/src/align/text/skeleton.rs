//! Phase 1: both texts divided into equal runs and holes, without looking at anything twice.

use super::anchors::{Anchors, Pair};
use super::path::{Point, Stretch, Texts};

/// A hole up to this size is filled exactly; anything larger is divided further if there is a way.
pub(super) const SMALL: usize = 65_536;
/// Lengths of anchors, tried in this order.
const SIZES: [usize; 3] = [24, 12, 6];
/// The shortest anchors are too often found by chance: they are for what is too large otherwise.
const LAST_RESORT: usize = 6;
/// What lies between anchors is divided again, so often at most.
const DEEPEST: u32 = 16;
/// Where no substring is unique: how far ahead both texts are looked through for the next one in common, and how long that is.
const AHEAD: usize = 256;
const RESYNC: usize = 12;

/// Divides two texts. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Skeleton {
    anchors: Anchors,
    /// The anchors of all stretches that are being divided, those of the innermost last.
    stack: Vec<Pair>,
    /// What is not equal, in order. Between holes, both texts are the same.
    pub holes: Vec<Stretch>,
}

impl Skeleton {
    /// Finds the holes of two whole texts.
    pub(super) fn whole(&mut self, texts: &Texts<'_>) {
        self.holes.clear();
        self.divide(texts, Stretch { from: Point::default(), to: texts.end() }, &SIZES, 0);
    }

    /// Finds the holes of the beginnings of two texts, as far as what follows cannot change much, and says how far that is.
    pub(super) fn beginning(&mut self, texts: &Texts<'_>) -> Point {
        self.holes.clear();
        let all = Stretch { from: Point::default(), to: texts.end() }.without_prefix(texts);
        if all.is_gap() {
            return all.from;
        }
        if let Some((sizes, first)) = self.look_for_anchors(texts, all, &SIZES) {
            let end = self.between(texts, all, sizes, first, 0);
            self.stack.truncate(first);
            return end;
        }
        self.resync(texts, all).from
    }

    fn divide(&mut self, texts: &Texts<'_>, stretch: Stretch, sizes: &[usize], depth: u32) {
        let stretch = stretch.without_prefix(texts).without_suffix(texts);
        if stretch.is_empty() {
            return;
        }
        if stretch.is_gap() {
            self.holes.push(stretch);
            return;
        }
        let found = if depth < DEEPEST { self.look_for_anchors(texts, stretch, sizes) } else { None };
        if let Some((sizes, first)) = found {
            let from = self.between(texts, stretch, sizes, first, depth);
            self.stack.truncate(first);
            self.divide(texts, Stretch { from, ..stretch }, sizes, depth + 1);
            return;
        }
        let rest = self.resync(texts, stretch);
        if !rest.is_empty() {
            self.holes.push(rest);
        }
    }

    /// Puts anchors on the stack: the longest that there are. Says which sizes are left to be tried, and where on the stack they begin.
    fn look_for_anchors<'s>(
        &mut self,
        texts: &Texts<'_>,
        stretch: Stretch,
        sizes: &'s [usize],
    ) -> Option<(&'s [usize], usize)> {
        let (gold, system) = stretch.texts(texts);
        let first = self.stack.len();
        let mut left = sizes;
        while let Some((&size, shorter)) = left.split_first() {
            let is_tried = size > LAST_RESORT || stretch.cells() > SMALL;
            if is_tried && self.anchors.find(gold, system, size, &mut self.stack) > 0 {
                return Some((left, first));
            }
            left = shorter;
        }
        None
    }

    /// Divides what lies between the anchors from `first` on; says where the last of them ends.
    fn between(
        &mut self,
        texts: &Texts<'_>,
        stretch: Stretch,
        sizes: &[usize],
        first: usize,
        depth: u32,
    ) -> Point {
        let size = sizes.first().copied().unwrap_or(0);
        let mut at = stretch.from;
        for number in first..self.stack.len() {
            let (gold, system) = self.stack[number];
            let anchor = Point { gold: stretch.from.gold + gold, system: stretch.from.system + system };
            let is_free = anchor.gold >= at.gold && anchor.system >= at.system;
            if is_free {
                self.divide(texts, Stretch { from: at, to: anchor }, sizes, depth + 1);
            }
            if is_free || anchor.gold + at.system == anchor.system + at.gold {
                at = anchor.plus(size);
            }
        }
        at
    }

    /// Goes on from one common substring to the next where none is unique; gives what is left, which has no such substring at its
    /// beginning, or is small.
    fn resync(&mut self, texts: &Texts<'_>, stretch: Stretch) -> Stretch {
        let mut rest = stretch;
        while !rest.is_gap() && rest.cells() > SMALL {
            let (gold, system) = rest.texts(texts);
            let near = |text: &'_ [u32]| text.len().min(AHEAD + RESYNC - 1);
            let (gold, system) = (&gold[..near(gold)], &system[..near(system)]);
            let Some((gold, system)) = self.anchors.nearest(gold, system, RESYNC) else { break };
            let to = Point { gold: rest.from.gold + gold, system: rest.from.system + system };
            self.holes.push(Stretch { from: rest.from, to });
            rest = Stretch { from: to, ..rest }.without_prefix(texts);
        }
        rest
    }
}
