//! Phase 1: divides both texts into equal runs and holes, without scanning anything twice.

use super::anchors::{Anchors, Pair};
use super::path::{Point, Stretch, Texts};
use crate::values::Meter;

/// A hole up to this size is filled exactly; a larger one is divided further if possible.
pub(super) const SMALL: usize = 65_536;
/// Lengths of anchors, tried in this order.
const SIZES: [usize; 3] = [24, 12, 6];
/// The shortest anchors are too often found by chance. They are used only for stretches that are too large
/// otherwise.
const LAST_RESORT: usize = 6;
/// Largest number of times that the stretches between anchors are divided again.
const DEEPEST: u32 = 16;
/// Where no substring is unique: how far ahead both texts are searched for the next common substring, and its
/// length.
const AHEAD: usize = 256;
const RESYNC: usize = 12;

/// Divides two texts. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Skeleton {
    anchors: Anchors,
    /// The anchors of all stretches being divided, those of the innermost last.
    stack: Vec<Pair>,
    /// The stretches that differ, in order. Between holes, both texts are the same.
    pub holes: Vec<Stretch>,
    meter: Meter,
}

impl Skeleton {
    /// Finds the holes of two complete texts.
    ///
    /// If the meter says so, both stop: the holes are then not complete.
    pub(super) fn divide_whole(&mut self, texts: &Texts<'_>, meter: &Meter) {
        self.begin(meter);
        self.divide(texts, Stretch { from: Point::default(), to: texts.end() }, &SIZES, 0);
    }

    /// Finds the holes at the start of two texts, as far as later text cannot change much. Returns how far
    /// that is.
    pub(super) fn divide_start(&mut self, texts: &Texts<'_>, meter: &Meter) -> Point {
        self.begin(meter);
        let all = Stretch { from: Point::default(), to: texts.end() }.without_prefix(texts);
        if all.is_gap() {
            return all.from;
        }
        if let Some((sizes, first)) = self.find_anchors(texts, all, &SIZES) {
            let end = self.divide_between(texts, all, sizes, first, 0);
            self.stack.truncate(first);
            return end;
        }
        self.resync(texts, all).from
    }

    /// Gives back the memory of texts of more than this many characters. The holes stay.
    pub(super) fn give_back(&mut self, texts: &Texts<'_>, most: usize) {
        let Point { gold, system } = texts.end();
        if gold.max(system) > most {
            self.anchors.give_back();
            self.stack = Vec::new();
        }
    }

    fn begin(&mut self, meter: &Meter) {
        self.holes.clear();
        self.meter = meter.clone();
    }

    fn divide(&mut self, texts: &Texts<'_>, stretch: Stretch, sizes: &[usize], depth: u32) {
        let stretch = stretch.without_prefix(texts).without_suffix(texts);
        if stretch.is_empty() || self.meter.is_stopped() {
            return;
        }
        if stretch.is_gap() {
            self.holes.push(stretch);
            return;
        }
        let found = if depth < DEEPEST { self.find_anchors(texts, stretch, sizes) } else { None };
        if let Some((sizes, first)) = found {
            let from = self.divide_between(texts, stretch, sizes, first, depth);
            self.stack.truncate(first);
            self.divide(texts, Stretch { from, ..stretch }, sizes, depth + 1);
            return;
        }
        let rest = self.resync(texts, stretch);
        if !rest.is_empty() {
            self.holes.push(rest);
        }
    }

    /// Pushes the longest anchors there are on the stack. Returns the sizes left to try, and where on the
    /// stack the anchors begin.
    fn find_anchors<'s>(
        &mut self,
        texts: &Texts<'_>,
        stretch: Stretch,
        sizes: &'s [usize],
    ) -> Option<(&'s [usize], usize)> {
        let (gold, system) = stretch.texts(texts);
        let first = self.stack.len();
        let mut left = sizes;
        while let Some((&size, shorter)) = left.split_first() {
            let is_tried = (size > LAST_RESORT || stretch.cells() > SMALL) && !self.meter.is_stopped();
            if is_tried && self.anchors.find(gold, system, size, &mut self.stack) > 0 {
                return Some((left, first));
            }
            left = shorter;
        }
        None
    }

    /// Divides the stretches between the anchors from `first` on. Returns the end of the last anchor.
    fn divide_between(
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

    /// Moves from one common substring to the next where none is unique. Returns the rest, which is small or
    /// has no such substring near its start.
    fn resync(&mut self, texts: &Texts<'_>, stretch: Stretch) -> Stretch {
        let mut rest = stretch;
        while !rest.is_gap() && rest.cells() > SMALL && !self.meter.is_stopped() {
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
