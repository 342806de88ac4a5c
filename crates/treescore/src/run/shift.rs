//! Detection of missing or surplus trees, from the pairs whose words differ.

use std::collections::VecDeque;

/// The greatest offset between trees that is tried.
const REACH: usize = 16;
/// The number of consecutive trees that must match at an offset to call it a shift.
const ENOUGH: u64 = 2;

/// A shift: from some pair on, each system tree has the words of a later (or earlier) gold tree.
///
/// ```
/// use treescore::run::Shift;
/// let shift = Shift { first: 5, last: 9, missing: 1 };
/// assert_eq!(shift.note(), "one system tree seems to be missing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// The first shifted pair, from 1.
    pub first: u64,
    /// The last shifted pair, from 1.
    pub last: u64,
    /// The number of trees missing in the system; negative if it has surplus trees.
    pub missing: i64,
}

impl Shift {
    /// Describes the shift: `one system tree seems to be missing`.
    pub fn note(&self) -> String {
        let count = self.missing.unsigned_abs();
        match (self.missing > 0, count) {
            (true, 1) => "one system tree seems to be missing".to_owned(),
            (true, _) => format!("{count} system trees seem to be missing"),
            (false, 1) => "the system seems to have one tree too many".to_owned(),
            (false, _) => format!("the system seems to have {count} trees too many"),
        }
    }
}

/// Finds the first shift from the words of refused pairs, in one pass and constant memory.
#[derive(Clone, Debug, Default)]
pub(super) struct ShiftDetector {
    /// The hashes of the gold and system words of the latest consecutive refused pairs.
    recent: VecDeque<(u64, u64)>,
    /// The number of the last of them.
    last_pair: u64,
    /// The first pair of the current run of refused pairs.
    began: u64,
    /// For each offset, the number of consecutive trees that match.
    fitting: Vec<u64>,
    found: Option<Shift>,
    is_closed: bool,
}

impl ShiftDetector {
    /// Adds a pair whose words differ. Pairs are numbered from 1 and come in order.
    pub(super) fn add(&mut self, pair: u64, gold: u64, system: u64) {
        if self.is_closed {
            return;
        }
        if self.recent.is_empty() || pair != self.last_pair + 1 {
            if self.found.is_some() {
                self.is_closed = true;
                return;
            }
            self.recent.clear();
            self.began = pair;
            self.fitting = vec![0; 2 * REACH + 1];
        }
        self.last_pair = pair;
        self.recent.push_back((gold, system));
        if self.recent.len() > REACH + 1 {
            self.recent.pop_front();
        }
        self.compare(gold, system);
    }

    fn compare(&mut self, gold: u64, system: u64) {
        let newest = self.recent.len() - 1;
        for distance in 1..=REACH.min(newest) {
            let (old_gold, old_system) = self.recent[newest - distance];
            // An older system tree equals this gold tree, so the system lacks trees.
            self.note(distance as i64, gold == old_system);
            self.note(-(distance as i64), system == old_gold);
        }
        if let Some(shift) = &mut self.found {
            let index = (shift.missing + REACH as i64) as usize;
            let still = self.fitting[index] > 0;
            if still {
                shift.last = self.last_pair;
            } else {
                self.is_closed = true;
            }
        }
    }

    fn note(&mut self, missing: i64, fits: bool) {
        let count = &mut self.fitting[(missing + REACH as i64) as usize];
        *count = if fits { *count + 1 } else { 0 };
        if *count >= ENOUGH && self.found.is_none() {
            self.found = Some(Shift { first: self.began, last: self.last_pair, missing });
        }
    }

    /// The first shift, if any.
    pub(super) fn shift(&self) -> Option<Shift> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the detector over all pairs whose numbers differ.
    fn detect(gold: &[u64], system: &[u64]) -> Option<Shift> {
        let mut detector = ShiftDetector::default();
        for (at, (&gold, &system)) in gold.iter().zip(system).enumerate() {
            if gold != system {
                detector.add(at as u64 + 1, gold, system);
            }
        }
        detector.shift()
    }

    #[test]
    fn shifts_are_found() {
        let gold: Vec<u64> = (1..=20).collect();
        let without = |drop: std::ops::Range<usize>| [&gold[..drop.start], &gold[drop.end..]].concat();
        let with = |at: usize, extra: &[u64]| [&gold[..at], extra, &gold[at..]].concat();
        for (system, expected, why) in [
            (gold.clone(), None, "equal"),
            (without(4..5), Some((5, 19, 1)), "one missing"),
            (without(4..7), Some((5, 17, 3)), "three missing"),
            (with(4, &[99]), Some((5, 20, -1)), "one too many"),
            ([&gold[..4], &gold[5..9], &[99], &gold[9..]].concat(), Some((5, 9, 1)), "made up for later"),
            ([&gold[..4], &[99], &gold[5..]].concat(), None, "one pair differs"),
            (vec![7; 20], None, "all the same"),
        ] {
            let found = detect(&gold, &system).map(|shift| (shift.first, shift.last, shift.missing));
            assert_eq!(found, expected, "{why}");
        }
    }
}
