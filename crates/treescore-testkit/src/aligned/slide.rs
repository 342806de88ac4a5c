//! Phase 3: slides gaps to the edges of tokens and trees (C.5).

use std::cmp::Reverse;

use super::path::Step;
use super::text::View;

/// A gap: `start..end` on the side that has its characters (`side`), and one place on the opposite side.
#[derive(Clone, Copy)]
struct Gap<'a> {
    side: View<'a>,
    opposite: View<'a>,
    start: usize,
    end: usize,
    place: usize,
}

/// Moves every isolated gap between equal characters to its best place.
pub(super) fn gaps(x: View, y: View, path: &mut Vec<Step>) {
    let mut runs = runs(path);
    let (mut at_x, mut at_y) = (0, 0);
    for at in 0..runs.len() {
        let (step, length) = runs[at];
        if is_gap(step) && runs[at - 1].0 == Step::Equal && runs[at + 1].0 == Step::Equal {
            let gap = match step {
                Step::Gold => Gap { side: x, opposite: y, start: at_x, end: at_x + length, place: at_y },
                _ => Gap { side: y, opposite: x, start: at_y, end: at_y + length, place: at_x },
            };
            let (left, right, _) = gap.best_shift(runs[at - 1].1, runs[at + 1].1);
            (at_x, at_y) = (at_x + right - left, at_y + right - left);
            runs[at - 1].1 = runs[at - 1].1 + right - left;
            runs[at + 1].1 = runs[at + 1].1 + left - right;
        }
        let (down, right) = step.reach();
        (at_x, at_y) = (at_x + down * runs[at].1, at_y + right * runs[at].1);
    }
    *path = runs.into_iter().flat_map(|(step, length)| std::iter::repeat_n(step, length)).collect();
}

fn is_gap(step: Step) -> bool {
    matches!(step, Step::Gold | Step::System)
}

/// Joins equal neighbours. A gap at either end of the text gets an empty run of equal characters beside it.
fn runs(path: &[Step]) -> Vec<(Step, usize)> {
    let mut runs = Vec::new();
    if path.first().is_some_and(|&step| is_gap(step)) {
        runs.push((Step::Equal, 0));
    }
    runs.extend(path.chunk_by(|one, next| one == next).map(|run| (run[0], run.len())));
    if path.last().is_some_and(|&step| is_gap(step)) {
        runs.push((Step::Equal, 0));
    }
    runs
}

impl Gap<'_> {
    /// Returns the best shift to the left or to the right (one of them is 0), and its value.
    fn best_shift(self, before: usize, after: usize) -> (usize, usize, u32) {
        let mut shifts = vec![(0, 0, self.value())];
        let mut gap = self;
        for left in 1..=before {
            let letters = gap.side.letters;
            if gap.is_tree_edge(gap.start) || letters[gap.start - 1] != letters[gap.end - 1] {
                break;
            }
            gap = Gap { start: gap.start - 1, end: gap.end - 1, place: gap.place - 1, ..gap };
            shifts.insert(0, (left, 0, gap.value()));
        }
        gap = self;
        for right in 1..=after {
            let letters = gap.side.letters;
            if gap.is_tree_edge(gap.end) || letters[gap.start] != letters[gap.end] {
                break;
            }
            gap = Gap { start: gap.start + 1, end: gap.end + 1, place: gap.place + 1, ..gap };
            shifts.push((0, right, gap.value()));
        }
        shifts.into_iter().min_by_key(|&(_, _, value)| Reverse(value)).unwrap_or_default()
    }

    /// True if trees of both sides begin or end there.
    fn is_tree_edge(self, at: usize) -> bool {
        self.side.tree_edges[at] && self.opposite.tree_edges[self.place]
    }

    fn value(self) -> u32 {
        let worth =
            |view: View, at: usize| u32::from(view.token_edges[at]) + 3 * u32::from(view.tree_edges[at]);
        worth(self.side, self.start) + worth(self.side, self.end) + worth(self.opposite, self.place)
    }
}
