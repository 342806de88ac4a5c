//! Decides which sentences are near: equal, or nearly equal and followed by a near pair.

use treescore::values::hash::HashMap;

use super::distance::Distance;
use super::repairs::{Repair, RepairKind};
use super::texts::Texts;

/// Nested calls that fit on Python's stack.
const STACK: usize = 970;

/// Decides whether pairs are near, and remembers the answers.
pub(super) struct Near<'s> {
    gold: &'s Texts,
    test: &'s Texts,
    /// By the lead of test over gold (wrapping): the last run that was decided. Queries only move forward, so
    /// older runs are never needed again.
    runs: HashMap<usize, Run>,
    distance: Distance,
    characters: [Vec<char>; 2],
}

/// A run of test sentences, each paired with the gold sentence at the same distance, that all have the same
/// answer.
#[derive(Clone, Copy)]
struct Run {
    first: usize,
    end: usize,
    is_near: bool,
}

impl Run {
    fn holds(&self, test: usize) -> bool {
        (self.first..self.end).contains(&test)
    }
}

/// The answer for one pair of sentences.
enum Verdict {
    Decided(bool),
    /// The same as for the next pair.
    AsNext,
}

impl<'s> Near<'s> {
    pub(super) fn new(gold: &'s Texts, test: &'s Texts) -> Self {
        Self {
            gold,
            test,
            runs: HashMap::default(),
            distance: Distance::default(),
            characters: Default::default(),
        }
    }

    /// True if the pair is near. All pairs visited on the way have the same answer and are not visited again.
    pub(super) fn is_near(&mut self, gold: usize, test: usize, repairs: &mut Vec<Repair>) -> bool {
        let ahead = test.wrapping_sub(gold);
        let known = self.runs.get(&ahead).copied();
        if let Some(run) = known.filter(|run| run.holds(test)) {
            return run.is_near;
        }
        let (mut i, mut j) = (test, gold);
        let (is_near, end) = loop {
            if let Some(run) = known.filter(|run| run.holds(i)) {
                break (run.is_near, run.end);
            }
            match self.compare(j, i, repairs) {
                Verdict::Decided(is_near) => break (is_near, i + 1),
                Verdict::AsNext => (i, j) = (i + 1, j + 1),
            }
        };
        if end - test > STACK {
            repairs.push(Repair::at(RepairKind::LongRun, gold, test));
        }
        self.runs.insert(ahead, Run { first: test, end, is_near });
        is_near
    }

    fn compare(&mut self, gold: usize, test: usize, repairs: &mut Vec<Repair>) -> Verdict {
        let (has_gold, has_test) = (gold < self.gold.len(), test < self.test.len());
        if !(has_gold && has_test) {
            repairs.push(Repair::at(RepairKind::NearAtEnd, gold.saturating_sub(1), test.saturating_sub(1)));
            return Verdict::Decided(!has_gold && !has_test);
        }
        let keys = [self.gold.key(gold), self.test.key(test)];
        if keys[0] == keys[1] {
            return Verdict::Decided(true);
        }
        let lengths = [self.gold.key_length(gold), self.test.key_length(test)];
        if lengths[0] == 0 {
            repairs.push(Repair::at(RepairKind::EmptyGold, gold, test));
            return Verdict::Decided(false);
        }
        // 0.15 of the length of the gold key, rounded down because distances are integers.
        let limit = 3 * lengths[0] / 20;
        if lengths[0].abs_diff(lengths[1]) > limit {
            return Verdict::Decided(false);
        }
        for (characters, key) in self.characters.iter_mut().zip(keys) {
            characters.clear();
            characters.extend(std::str::from_utf8(key).unwrap_or_default().chars());
        }
        let [gold, test] = &self.characters;
        if self.distance.is_within(gold, test, limit) { Verdict::AsNext } else { Verdict::Decided(false) }
    }
}
