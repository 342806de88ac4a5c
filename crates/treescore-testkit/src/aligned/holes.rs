//! Phase 2: fills holes (C.5, rules 5 to 7).

use std::cmp::Reverse;
use std::iter::repeat_n;

use super::path::Step;
use super::skeleton::{Piece, SMALL, cells};
use super::text::View;

/// The largest hole, in cells, that may grow from its room.
const LARGEST: usize = 262_144;

/// A rectangle of the lattice: its corner and its sides.
#[derive(Clone, Copy)]
struct Range {
    x: usize,
    y: usize,
    p: usize,
    q: usize,
}

/// Returns the path through the pieces.
pub(super) fn fill(x: View, y: View, pieces: &[Piece]) -> Vec<Step> {
    let mut path = Vec::new();
    // The current point; how much of the equal run before it is not yet part of the path; how much of the
    // next run already is.
    let (mut at_x, mut at_y, mut before, mut used) = (0, 0, 0, 0);
    for (place, piece) in pieces.iter().enumerate() {
        match *piece {
            Piece::Equal(run) => {
                before = run - used;
                (at_x, at_y) = (at_x + before, at_y + before);
            }
            Piece::Hole(p, q) => {
                let after = if let Some(Piece::Equal(run)) = pieces.get(place + 1) { *run } else { 0 };
                let hole = Range { x: at_x, y: at_y, p, q };
                let (range, steps) = solve(x, y, hole, before, after);
                path.extend(repeat_n(Step::Equal, before - (hole.x - range.x)));
                path.extend(steps);
                (at_x, at_y, before) = (range.x + range.p, range.y + range.q, 0);
                used = at_x - (hole.x + hole.p);
            }
        }
    }
    path.extend(repeat_n(Step::Equal, before));
    path
}

/// Returns the path through a hole, including the room given back to it.
fn solve(x: View, y: View, hole: Range, before: usize, after: usize) -> (Range, Vec<Step>) {
    let Range { p, q, .. } = hole;
    if p == 0 || q == 0 || cells(p, q) > SMALL {
        return (hole, repeat_n(Step::Gold, p).chain(repeat_n(Step::System, q)).collect());
    }
    let range = widen(x, y, hole, before, after);
    (range, exact(x, y, range))
}

/// Gives characters of the room back until the range begins and ends between tokens, on both sides.
fn widen(x: View, y: View, mut range: Range, before: usize, after: usize) -> Range {
    let is_edge = |at_x: usize, at_y: usize| x.token_edges[at_x] && y.token_edges[at_y];
    let is_full = |range: Range| cells(range.p + 1, range.q + 1) > LARGEST;
    for _ in 0..before {
        if is_edge(range.x, range.y) || is_full(range) {
            break;
        }
        range = Range { x: range.x - 1, y: range.y - 1, p: range.p + 1, q: range.q + 1 };
    }
    for _ in 0..after {
        if is_edge(range.x + range.p, range.y + range.q) || is_full(range) {
            break;
        }
        range = Range { p: range.p + 1, q: range.q + 1, ..range };
    }
    range
}

/// The cost of a path: first the changes, then the edges it does not visit.
type Cost = (u32, Reverse<u32>);

/// Returns the best path through a range, by dynamic programming over all of it.
fn exact(x: View, y: View, range: Range) -> Vec<Step> {
    let width = range.q + 1;
    let mut best: Vec<Cost> = Vec::with_capacity(cells(range.p, range.q));
    let mut steps: Vec<Option<Step>> = Vec::with_capacity(cells(range.p, range.q));
    for i in 0..=range.p {
        for j in 0..=range.q {
            let (at_x, at_y) = (range.x + i, range.y + j);
            let diagonal = (i > 0 && j > 0).then(|| {
                let is_equal = x.letters[at_x - 1] == y.letters[at_y - 1];
                let (step, price) = if is_equal { (Step::Equal, 0) } else { (Step::Change, 5) };
                (step, price, best[(i - 1) * width + j - 1])
            });
            let down = (i > 0).then(|| (Step::Gold, 3, best[(i - 1) * width + j]));
            let right = (j > 0).then(|| (Step::System, 3, best[i * width + j - 1]));
            // The first of equally good ones is taken.
            let ways = [diagonal, down, right].into_iter().flatten();
            let chosen = ways
                .map(|(step, price, (cost, edges))| ((cost + price, edges), step))
                .min_by_key(|way| way.0);
            let ((cost, Reverse(edges)), step) =
                chosen.map_or(((0, Reverse(0)), None), |(cost, step)| (cost, Some(step)));
            best.push((cost, Reverse(edges + weight(x, y, at_x, at_y))));
            steps.push(step);
        }
    }
    let (mut i, mut j) = (range.p, range.q);
    let mut path = Vec::new();
    while let Some(step) = steps[i * width + j] {
        path.push(step);
        let (down, right) = step.reach();
        (i, j) = (i - down, j - right);
    }
    path.reverse();
    path
}

/// Returns the weight of a point of the lattice; that of the start is the same for all paths.
fn weight(x: View, y: View, at_x: usize, at_y: usize) -> u32 {
    let tokens = x.token_edges[at_x] && y.token_edges[at_y];
    let trees = x.tree_edges[at_x] && y.tree_edges[at_y];
    u32::from(tokens) + 3 * u32::from(trees)
}
