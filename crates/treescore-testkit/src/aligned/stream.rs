//! Long texts, one window at a time (C.10).

use std::iter::repeat_n;

use super::path::{self, Step};
use super::skeleton::Reach;
use super::text::Text;

/// The distance from the ends of an equal run at which a point is safe.
const MARGIN: usize = 24;

/// Sizes of windows, in characters of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Windows {
    /// The first size tried; at least 1.
    pub first: usize,
    /// The size is doubled up to this; then the text counts as unrelated.
    pub largest: usize,
}

impl Default for Windows {
    /// Returns the sizes of the specification.
    fn default() -> Self {
        Self { first: 1 << 16, largest: 1 << 22 }
    }
}

/// Returns the path through two texts. `at` is always a point where trees of both sides end.
pub(super) fn path(x: &Text, y: &Text, windows: Windows) -> Vec<Step> {
    let mut path = Vec::new();
    let mut at = (0, 0);
    loop {
        let equal = equal_trees(x, y, at);
        path.extend(repeat_n(Step::Equal, equal));
        at = (at.0 + equal, at.1 + equal);
        let (left_x, left_y) = (x.letters.len() - at.0, y.letters.len() - at.1);
        let pairs = x.letters[at.0..].iter().zip(&y.letters[at.1..]);
        let common = pairs.take_while(|(one, other)| one == other).count();
        // Text that fits one window is aligned as a whole. Beyond that, the rest of the longer text is a gap
        // once the other is exhausted.
        let is_used_up = common == left_x.min(left_y);
        if is_used_up && (common == 0 || left_x.max(left_y) > windows.first) {
            path.extend(repeat_n(Step::Equal, common));
            path.extend(repeat_n(Step::Gold, left_x - common).chain(repeat_n(Step::System, left_y - common)));
            return path;
        }
        for step in next_steps(x, y, at, windows) {
            let (down, right) = step.reach();
            at = (at.0 + down, at.1 + right);
            path.push(step);
        }
    }
}

/// Returns the number of equal characters up to the last common tree edge.
fn equal_trees(x: &Text, y: &Text, at: (usize, usize)) -> usize {
    let mut last = 0;
    let pairs = x.letters[at.0..].iter().zip(&y.letters[at.1..]);
    for (before, _) in pairs.enumerate().take_while(|(_, (one, other))| one == other) {
        if x.tree_edges[at.0 + before + 1] && y.tree_edges[at.1 + before + 1] {
            last = before + 1;
        }
    }
    last
}

/// Returns the path from a common tree edge, after which the texts differ, to a later one.
fn next_steps(x: &Text, y: &Text, at: (usize, usize), windows: Windows) -> Vec<Step> {
    let mut size = windows.first.max(1);
    loop {
        let ends = ((at.0 + size).min(x.letters.len()), (at.1 + size).min(y.letters.len()));
        let (part_x, part_y) = (x.stretch(at.0, ends.0), y.stretch(at.1, ends.1));
        if ends == (x.letters.len(), y.letters.len()) {
            return path::whole(part_x, part_y);
        }
        let mut steps = path::through(part_x, part_y, Reach::Anchored);
        if let Some(safe) = safe_steps(x, y, at, &steps, size) {
            steps.truncate(safe);
            return steps;
        }
        if size >= windows.largest {
            return unrelated(x, y, at, ends);
        }
        size = (size * 2).min(windows.largest);
    }
}

/// Returns the number of steps to the last point where the texts may be cut.
fn safe_steps(x: &Text, y: &Text, at: (usize, usize), steps: &[Step], size: usize) -> Option<usize> {
    let (mut point, mut taken, mut safe) = (at, 0, None);
    for run in steps.chunk_by(|one, next| one == next) {
        for done in 0..run.len() {
            let is_inside = run[0] == Step::Equal && done >= MARGIN && run.len() - done >= MARGIN;
            let is_early = (point.0 - at.0).max(point.1 - at.1) <= size * 3 / 4;
            if is_inside && is_early && x.tree_edges[point.0] && y.tree_edges[point.1] {
                safe = Some(taken);
            }
            let (down, right) = run[0].reach();
            point = (point.0 + down, point.1 + right);
            taken += 1;
        }
    }
    safe
}

/// Returns gaps up to the last tree edge on each side. Where neither side has one, a whole tree of each.
fn unrelated(x: &Text, y: &Text, at: (usize, usize), ends: (usize, usize)) -> Vec<Step> {
    let last = |side: &Text, at: usize, end: usize| {
        (at + 1..=end).rev().find(|&edge| side.tree_edges[edge]).map_or(0, |edge| edge - at)
    };
    let next = |side: &Text, at: usize| {
        (at + 1..=side.letters.len()).find(|&edge| side.tree_edges[edge]).map_or(0, |edge| edge - at)
    };
    let (mut p, mut q) = (last(x, at.0, ends.0), last(y, at.1, ends.1));
    if p == 0 && q == 0 {
        (p, q) = (next(x, at.0), next(y, at.1));
    }
    repeat_n(Step::Gold, p).chain(repeat_n(Step::System, q)).collect()
}
