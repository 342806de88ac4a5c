//! Phase 2: the best path through each hole.

use super::path::{Path, Point, Run, Step, Stretch, TREE, Texts, WORD};
use super::skeleton::SMALL;
use crate::values::{Meter, Stopped};

/// Largest size to which a hole may grow when it takes back characters around it.
const LARGE: usize = 262_144;
/// Costs come first, weights second: the weights of a whole table sum to less than the smallest cost.
const UNIT: i64 = 1 << 20;
const OTHER: i64 = 5 * UNIT;
const GAP: i64 = 3 * UNIT;

/// The weight of a point, by the marks that both sides have there.
const WEIGHTS: [i64; 4] = {
    let mut weights = [0; 4];
    weights[WORD as usize] = 1;
    weights[(WORD | TREE) as usize] = 4;
    weights
};

/// Fills holes. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Filler {
    above: Vec<i64>,
    row: Vec<i64>,
    /// The last step to each point of the table, two bits each.
    way: Vec<u8>,
    back: Vec<Run>,
}

impl Filler {
    /// Appends the path through the texts up to `end`, with equal runs between the holes.
    pub(super) fn fill(
        &mut self,
        texts: &Texts<'_>,
        (holes, end): (&[Stretch], Point),
        path: &mut Path,
        meter: &Meter,
    ) -> Result<(), Stopped> {
        let mut at = Point::default();
        for (number, &hole) in holes.iter().enumerate() {
            if meter.is_stopped() {
                return Err(Stopped);
            }
            let next = holes.get(number + 1).map_or(end, |next| next.from);
            let is_exact = !hole.is_gap() && hole.cells() <= SMALL;
            let hole = if is_exact { extend_hole(texts, hole, at, next) } else { hole };
            path.push(Step::Equal, hole.from.gold - at.gold);
            if is_exact {
                self.align(texts, hole, path);
            } else {
                let (gold, system) = hole.lengths();
                path.push(Step::Gold, gold);
                path.push(Step::System, system);
            }
            at = hole.to;
        }
        path.push(Step::Equal, end.gold - at.gold);
        if meter.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Finds the cheapest path and, among the cheapest, the one through the most common ends of words and
    /// trees.
    fn align(&mut self, texts: &Texts<'_>, hole: Stretch, path: &mut Path) {
        let (gold, system) = hole.texts(texts);
        let gold_marks = &texts.gold.marks[hole.from.gold..=hole.to.gold];
        let system_marks = &texts.system.marks[hole.from.system..=hole.to.system];
        let width = system.len() + 1;
        self.way.clear();
        self.way.resize(hole.cells().div_ceil(4), 0);
        self.first_row(system_marks, gold_marks[0]);
        for (number, (&character, &mark)) in (1..).zip(gold.iter().zip(&gold_marks[1..])) {
            std::mem::swap(&mut self.above, &mut self.row);
            self.next_row(number * width, (character, mark), system, system_marks);
        }
        self.trace(gold, system, path);
    }

    fn first_row(&mut self, system_marks: &[u8], mark: u8) {
        for row in [&mut self.above, &mut self.row] {
            row.clear();
            row.resize(system_marks.len(), 0);
        }
        let mut cost = 0;
        for (at, other) in system_marks.iter().enumerate().skip(1) {
            cost += GAP - WEIGHTS[(mark & other) as usize];
            self.row[at] = cost;
            set(&mut self.way, at, Step::System);
        }
    }

    fn next_row(&mut self, start: usize, (character, mark): (u32, u8), system: &[u32], system_marks: &[u8]) {
        let mut left = self.above[0] + GAP - WEIGHTS[(mark & system_marks[0]) as usize];
        self.row[0] = left;
        set(&mut self.way, start, Step::Gold);
        let columns = self.above.windows(2).zip(system).zip(&system_marks[1..]).zip(&mut self.row[1..]);
        for (at, (((above, &other), &other_mark), cell)) in (start + 1..).zip(columns) {
            let (mut best, mut step) = (above[0] + if character == other { 0 } else { OTHER }, Step::Equal);
            if above[1] + GAP < best {
                (best, step) = (above[1] + GAP, Step::Gold);
            }
            if left + GAP < best {
                (best, step) = (left + GAP, Step::System);
            }
            left = best - WEIGHTS[(mark & other_mark) as usize];
            *cell = left;
            set(&mut self.way, at, step);
        }
    }

    /// Traces back from the end and appends the steps in text order.
    fn trace(&mut self, gold: &[u32], system: &[u32], path: &mut Path) {
        let width = system.len() + 1;
        let (mut x, mut y) = (gold.len(), system.len());
        self.back.clear();
        while x > 0 || y > 0 {
            let step = match step_at(&self.way, x * width + y) {
                Step::Equal if gold[x - 1] != system[y - 1] => Step::Other,
                step => step,
            };
            match self.back.last_mut() {
                Some(run) if run.step == step => run.length += 1,
                _ => self.back.push(Run { step, length: 1 }),
            }
            let (dx, dy) = step.lengths(1);
            (x, y) = (x - dx, y - dy);
        }
        self.back.iter().rev().for_each(|run| path.push(run.step, run.length));
    }
}

/// Both kinds of diagonal steps are stored as one: the characters tell them apart.
fn set(way: &mut [u8], at: usize, step: Step) {
    let bits = match step {
        Step::Equal | Step::Other => 0,
        Step::Gold => 1,
        Step::System => 2,
    };
    way[at / 4] |= bits << (at % 4 * 2);
}

fn step_at(way: &[u8], at: usize) -> Step {
    match way[at / 4] >> (at % 4 * 2) & 3 {
        0 => Step::Equal,
        1 => Step::Gold,
        _ => Step::System,
    }
}

/// Extends a hole into the equal runs around it until it begins and ends at word boundaries of both sides.
/// The runs extend from `before` to the hole and from the hole to `next`.
fn extend_hole(texts: &Texts<'_>, mut hole: Stretch, before: Point, next: Point) -> Stretch {
    let may_grow = |hole: Stretch| {
        let (gold, system) = hole.lengths();
        (gold + 2).saturating_mul(system + 2) <= LARGE
    };
    while hole.from.gold > before.gold && !texts.is_word_end(hole.from) && may_grow(hole) {
        hole.from = hole.from.minus(1);
    }
    while hole.to.gold < next.gold && !texts.is_word_end(hole.to) && may_grow(hole) {
        hole.to = hole.to.plus(1);
    }
    hole
}

#[cfg(test)]
#[path = "holes_tests.rs"]
mod tests;
