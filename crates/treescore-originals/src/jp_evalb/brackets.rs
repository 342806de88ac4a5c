//! The brackets of a block over groups of words.

use std::cmp::Ordering;
use std::ops::Range;

use super::clean::Trees;
use treescore::tree::Label;

/// A bracket; ordered by span, then label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bracket {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) label: Label,
}

/// Whether all phrases could be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phrases {
    AllPlaced,
    /// A phrase without words came after the last word, where the program raises an exception.
    SomeLeftOut,
}

/// Collects the brackets of some trees of a side, whose words have these groups, except those with an empty
/// label or the label `without`.
pub(super) fn collect(
    trees: &Trees,
    block: Range<usize>,
    groups: &[u32],
    without: Option<Label>,
    out: &mut Vec<Bracket>,
) -> Phrases {
    out.clear();
    let first_word = trees.before(block.start).tokens;
    let mut placed = Phrases::AllPlaced;
    for tree in block {
        let (before, ends) = (trees.before(tree), trees.ends[tree]);
        let words_before = before.tokens - first_word;
        for phrase in &trees.phrases[before.phrases..ends.phrases] {
            let (start, end) = (words_before + phrase.start as usize, words_before + phrase.end as usize);
            let Some((start, end)) = words_to_groups(groups, start, end) else {
                placed = Phrases::SomeLeftOut;
                continue;
            };
            if phrase.label != Label::EMPTY && Some(phrase.label) != without {
                out.push(Bracket { start, end, label: phrase.label });
            }
        }
    }
    placed
}

/// Converts words to groups. A phrase without words ends with the group of the word before it; before the
/// first word that is the last word, because Python's index is negative.
fn words_to_groups(groups: &[u32], start: usize, end: usize) -> Option<(u32, u32)> {
    let last = if end == 0 { groups.last() } else { groups.get(end - 1) };
    Some((*groups.get(start)?, *last? + 1))
}

/// The comparison of the brackets of a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Compared {
    pub(super) matched: u64,
    /// Test brackets missing in gold, without duplicates.
    test_only: Vec<Bracket>,
    /// Gold brackets missing in test, without duplicates.
    gold_only: Vec<Bracket>,
}

impl Compared {
    /// Compares the sets of brackets. Both lists must be sorted.
    pub(super) fn compare(&mut self, gold: &[Bracket], test: &[Bracket]) {
        self.matched = 0;
        self.test_only.clear();
        self.gold_only.clear();
        let mut gold = gold.chunk_by(|a, b| a == b).map(|equal| equal[0]).peekable();
        let mut test = test.chunk_by(|a, b| a == b).map(|equal| equal[0]).peekable();
        loop {
            let order = match (gold.peek(), test.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(one), Some(other)) => one.cmp(other),
            };
            match order {
                Ordering::Less => self.gold_only.extend(gold.next()),
                Ordering::Greater => self.test_only.extend(test.next()),
                Ordering::Equal => {
                    self.matched += 1;
                    gold.next();
                    test.next();
                }
            }
        }
    }

    /// True if each side has brackets that the other lacks.
    pub(super) fn both_differ(&self) -> bool {
        !self.gold_only.is_empty() && !self.test_only.is_empty()
    }

    /// Counts the pairs of brackets over the same words whose labels are in one set. Each set is counted
    /// anew: a bracket may be in several pairs.
    pub(super) fn equal_labels(&self, sets: &[Vec<Label>]) -> u64 {
        if sets.is_empty() {
            return 0;
        }
        let by_span = |a: &Bracket, b: &Bracket| (a.start, a.end) == (b.start, b.end);
        let mut gold = self.gold_only.chunk_by(by_span).peekable();
        let mut pairs = 0;
        for test in self.test_only.chunk_by(by_span) {
            let span = (test[0].start, test[0].end);
            while gold.next_if(|gold| (gold[0].start, gold[0].end) < span).is_some() {}
            let Some(gold) = gold.next_if(|gold| (gold[0].start, gold[0].end) == span) else { continue };
            for set in sets {
                let inside =
                    |side: &[Bracket]| side.iter().filter(|one| set.contains(&one.label)).count() as u64;
                pairs += inside(gold) * inside(test);
            }
        }
        pairs
    }
}

#[cfg(test)]
#[path = "brackets_tests.rs"]
mod tests;
