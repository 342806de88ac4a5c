//! Phase 3: slides gaps to word and tree boundaries.
//!
//! Where text is deleted or inserted beside equal text, several positions are equally good. The one between
//! trees or words is intended.

use super::path::{Path, Point, Run, Step, TREE, Text, Texts, WORD};

/// Slides every gap between equal runs to its best position, from left to right.
pub(super) fn slide(texts: &Texts<'_>, path: &mut Path) {
    // With a run before the first gap and after the last, possibly empty, every gap has two neighbours.
    let nothing = Run { step: Step::Equal, length: 0 };
    if path.runs.first().is_some_and(|run| run.step != Step::Equal) {
        path.runs.insert(0, nothing);
    }
    if path.runs.last().is_some_and(|run| run.step != Step::Equal) {
        path.runs.push(nothing);
    }
    let mut at = Point::default();
    for middle in 1..path.runs.len() {
        let before = path.runs[middle - 1];
        at = before.step.after(at, before.length);
        if let Some([before, gap, after]) = path.runs.get_mut(middle - 1..middle + 2)
            && before.step == Step::Equal
            && after.step == Step::Equal
            && let Some(gap) = Gap::new(texts, *gap, at)
        {
            let (left, right) = gap.best(before.length, after.length);
            before.length = before.length + right - left;
            after.length = after.length + left - right;
            at = at.plus(right).minus(left);
        }
    }
}

/// A run of characters of one side, and its position in the other.
struct Gap<'a> {
    own: Text<'a>,
    other: Text<'a>,
    start: usize,
    end: usize,
    beside: usize,
}

impl<'a> Gap<'a> {
    fn new(texts: &Texts<'a>, run: Run, at: Point) -> Option<Self> {
        let (own, other, start, beside) = match run.step {
            Step::Gold => (texts.gold, texts.system, at.gold, at.system),
            Step::System => (texts.system, texts.gold, at.system, at.gold),
            Step::Equal | Step::Other => return None,
        };
        Some(Self { own, other, start, end: start + run.length, beside })
    }

    /// How far to the left or to the right the best position is, given the lengths of the equal runs around.
    /// Among equally good positions, the leftmost.
    fn best(&self, before: usize, after: usize) -> (usize, usize) {
        let mut best = (self.value(self.start, self.end, self.beside), (0, 0));
        for left in 1..=before {
            let (start, end, beside) = (self.start - left, self.end - left, self.beside - left);
            let is_tree_end = self.own.marks[start + 1] & self.other.marks[beside + 1] & TREE != 0;
            if is_tree_end || self.own.characters[start] != self.own.characters[end] {
                break;
            }
            let value = self.value(start, end, beside);
            if value >= best.0 {
                best = (value, (left, 0));
            }
        }
        for right in 1..=after {
            let (start, end, beside) = (self.start + right, self.end + right, self.beside + right);
            let is_tree_end = self.own.marks[end - 1] & self.other.marks[beside - 1] & TREE != 0;
            if is_tree_end || self.own.characters[start - 1] != self.own.characters[end - 1] {
                break;
            }
            let value = self.value(start, end, beside);
            if value > best.0 {
                best = (value, (0, right));
            }
        }
        best.1
    }

    fn value(&self, start: usize, end: usize, beside: usize) -> u8 {
        let marks = [self.own.marks[start], self.own.marks[end], self.other.marks[beside]];
        marks.iter().map(|mark| (mark & WORD) + 3 * u8::from(mark & TREE != 0)).sum()
    }
}
