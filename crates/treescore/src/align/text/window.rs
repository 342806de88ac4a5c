//! Aligns a part of both texts, in three phases.

use super::cells::{Cutter, Spellings};
use super::exceptions::Classes;
use super::group::Pending;
use super::holes::Filler;
use super::path::{Path, Point, Step, Text, Texts};
use super::side::TextSide;
use super::skeleton::Skeleton;
use super::slide::slide;
use crate::values::Meter;

/// A group is certain if it ends at least this many characters away from any difference.
const MARGIN: usize = 24;

/// Texts of more characters are so rare that buffers for them are not kept: one giant tree on each side.
const LONG: usize = 1 << 18;

/// Aligns the text read so far. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Window {
    skeleton: Skeleton,
    filler: Filler,
    path: Path,
    cutter: Cutter,
    gold_marks: Vec<u8>,
    system_marks: Vec<u8>,
    meter: Meter,
}

/// How much of both texts is aligned.
#[derive(Clone, Copy, Debug)]
pub(super) enum WindowSize {
    /// Everything: both texts end there.
    Whole,
    /// This many characters of each side. Groups are made of what is certain.
    Start(usize),
    /// The same on the last try: groups are made of what is likely if nothing is certain.
    Largest(usize),
}

impl Window {
    /// Stops when this meter says so.
    pub(super) fn attach(&mut self, meter: &Meter) {
        self.meter = meter.clone();
    }

    /// True if the work is to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.meter.is_stopped()
    }

    /// Makes groups from the start of both texts. Returns false if nothing is certain enough, or if the work is to
    /// stop.
    pub(super) fn align(
        &mut self,
        (gold, system): (&TextSide, &TextSide),
        size: WindowSize,
        exceptions: &Classes,
        pending: &mut Pending,
    ) -> bool {
        let most = match size {
            WindowSize::Whole => usize::MAX,
            WindowSize::Start(characters) | WindowSize::Largest(characters) => characters,
        };
        let texts = Texts {
            gold: text(gold, most, &mut self.gold_marks),
            system: text(system, most, &mut self.system_marks),
        };
        if self.path.runs.capacity() > LONG {
            self.path.runs = Vec::new();
        }
        let end = match size {
            WindowSize::Whole => {
                self.skeleton.divide_whole(&texts, &self.meter);
                texts.end()
            }
            WindowSize::Start(_) | WindowSize::Largest(_) => self.skeleton.divide_start(&texts, &self.meter),
        };
        self.skeleton.give_back(&texts, LONG);
        self.path.runs.clear();
        let is_filled = self.filler.fill(&texts, (&self.skeleton.holes, end), &mut self.path, &self.meter);
        if is_filled.is_err() {
            return false;
        }
        slide(&texts, &mut self.path);
        let stop = match size {
            WindowSize::Whole => Some(end),
            WindowSize::Start(characters) => last_tree_end(&texts, &self.path, characters, MARGIN),
            WindowSize::Largest(characters) => last_tree_end(&texts, &self.path, characters, MARGIN)
                .or_else(|| last_tree_end(&texts, &self.path, characters, 0)),
        };
        let Some(stop) = stop else { return false };
        let words = Spellings { gold: gold.spelling(), system: system.spelling() };
        self.cutter.cut(&texts, words, &self.path, stop, exceptions, pending);
        true
    }

    /// Makes one group of the first trees, whose texts begin with the same characters. One of the sides has
    /// nothing beyond these trees.
    pub(super) fn align_overhang(
        &mut self,
        (gold, system): (&TextSide, &TextSide),
        (gold_trees, system_trees): (usize, usize),
        exceptions: &Classes,
        pending: &mut Pending,
    ) {
        let end = Point { gold: gold.characters_in(gold_trees), system: system.characters_in(system_trees) };
        let texts = Texts {
            gold: text(gold, end.gold, &mut self.gold_marks),
            system: text(system, end.system, &mut self.system_marks),
        };
        let equal = end.gold.min(end.system);
        self.path.runs.clear();
        self.path.push(Step::Equal, equal);
        self.path.push(Step::Gold, end.gold - equal);
        self.path.push(Step::System, end.system - equal);
        let words = Spellings { gold: gold.spelling(), system: system.spelling() };
        self.cutter.cut(&texts, words, &self.path, end, exceptions, pending);
    }
}

/// The first characters of a side with their boundaries.
fn text<'a>(side: &'a TextSide, most: usize, marks: &'a mut Vec<u8>) -> Text<'a> {
    let characters = side.characters();
    let characters = &characters[..characters.len().min(most)];
    side.marks(characters.len(), marks);
    Text { characters, marks }
}

/// The last common tree end that is in an equal run, at least `margin` from both its ends, and in the first
/// three quarters of the window.
fn last_tree_end(texts: &Texts<'_>, path: &Path, characters: usize, margin: usize) -> Option<Point> {
    let most = characters - characters.div_ceil(4);
    let mut found = None;
    let mut at = Point::default();
    for run in &path.runs {
        let room = most.checked_sub(at.gold.max(at.system));
        if let (Step::Equal, Some(room), Some(last)) = (run.step, room, run.length.checked_sub(margin)) {
            let ends = (margin..=last.min(room)).rev().map(|inside| at.plus(inside));
            let is_end = |end: &Point| *end != Point::default() && texts.is_tree_end(*end);
            found = ends.into_iter().find(is_end).or(found);
        }
        at = run.step.after(at, run.length);
    }
    found
}
