//! Dependencies without an alignment (specification, section 10): finds the pairs that match, for matching in
//! order.

use treescore::values::hash::HashMap;

use super::dependencies::{BothCounts, Dependency, Key};
use super::equal::{Equality, Trait, same_surface};
use super::names::Word;
use super::ordered::{Matches, Ordered};
use treescore::tree::Labels;

/// Matches dependencies in order; buffers are reused.
#[derive(Debug, Default)]
pub(super) struct Bag {
    test: TestSide,
    /// The class of each gold dependency, by its key.
    classes: HashMap<Key, usize>,
    gold: Vec<usize>,
    matches: Matches,
    found: Vec<usize>,
    ordered: Ordered,
}

impl Bag {
    /// Counts the dependencies of two sides, given in the order of words.
    pub(super) fn count(
        &mut self,
        gold: &[Dependency],
        test: &[Dependency],
        equality: &mut Equality<'_>,
        words: &Labels,
    ) -> BothCounts {
        let mut counts = BothCounts::without_matches(gold, test);
        self.test.fill(test, equality, words);
        self.matches.clear();
        self.classes.clear();
        self.gold.clear();
        // Both sides are numbered from their ends.
        for dependency in gold.iter().rev() {
            let new = self.classes.len();
            let class = *self.classes.entry(dependency.key).or_insert(new);
            if class == new {
                self.test.find(&dependency.key, equality, words, &mut self.found);
                self.matches.push(self.found.iter().copied());
            }
            self.gold.push(class);
        }
        let is_open =
            |i: usize, j: usize| gold[gold.len() - 1 - i].is_open && test[test.len() - 1 - j].is_open;
        (counts.all.matched, counts.open.matched) =
            self.ordered.count(&self.gold, test.len(), &self.matches, is_open);
        counts
    }
}

/// The test dependencies of a unit, by their words.
#[derive(Debug, Default)]
struct TestSide {
    /// Keys with their places counted from the end; sorted.
    keys: Vec<(Key, usize)>,
    /// The words among them by trait; sorted.
    traits: Vec<(Trait, Word)>,
    /// For each word looked up, the range of `equals` with the equivalent test words.
    asked: HashMap<Word, (usize, usize)>,
    equals: Vec<Word>,
}

impl TestSide {
    fn fill(&mut self, test: &[Dependency], equality: &mut Equality<'_>, words: &Labels) {
        self.keys.clear();
        self.keys.extend(test.iter().rev().map(|dependency| dependency.key).zip(0..));
        self.keys.sort_unstable();
        self.traits.clear();
        for (key, _) in &self.keys {
            for word in [Some(key.word), key.head].into_iter().flatten() {
                self.traits.extend(equality.traits(word, words).iter().map(|&has| (has, word)));
            }
        }
        self.traits.sort_unstable();
        self.traits.dedup();
        self.asked.clear();
        self.equals.clear();
    }

    /// Finds the places of the test dependencies that match a gold one, in order.
    fn find(&mut self, gold: &Key, equality: &mut Equality<'_>, words: &Labels, found: &mut Vec<usize>) {
        found.clear();
        let Some(head) = gold.head else { return };
        let dependents = self.equals_of(gold.word, equality, words);
        let heads = self.equals_of(head, equality, words);
        for &word in &self.equals[dependents.0..dependents.1] {
            for &head in &self.equals[heads.0..heads.1] {
                let key = Key { labels: gold.labels, word, head: Some(head) };
                let start = self.keys.partition_point(|(other, _)| *other < key);
                let same = self.keys[start..].iter().take_while(|(other, _)| *other == key);
                found.extend(same.map(|&(_, place)| place));
            }
        }
        found.sort_unstable();
    }

    /// Returns the range of `equals` with the test words equivalent to a word.
    fn equals_of(&mut self, word: Word, equality: &mut Equality<'_>, words: &Labels) -> (usize, usize) {
        if let Some(&known) = self.asked.get(&word) {
            return known;
        }
        let start = self.equals.len();
        for &has in equality.traits(word, words) {
            let partner = has.partner();
            let from = self.traits.partition_point(|(other, _)| *other < partner);
            for &(_, other) in self.traits[from..].iter().take_while(|(other, _)| *other == partner) {
                if !matches!(partner, Trait::Form(_)) || same_surface(word, other, words) {
                    self.equals.push(other);
                }
            }
        }
        self.equals[start..].sort_unstable();
        let mut kept = start;
        for at in start..self.equals.len() {
            if at == start || self.equals[at] != self.equals[kept - 1] {
                self.equals[kept] = self.equals[at];
                kept += 1;
            }
        }
        self.equals.truncate(kept);
        self.asked.insert(word, (start, kept));
        (start, kept)
    }
}

#[cfg(test)]
#[path = "bag_tests.rs"]
mod tests;
