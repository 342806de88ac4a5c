//! How two texts differ, as numbers that add up.

use std::ops::AddAssign;

use super::group::Kind;

/// What was aligned of two texts, and what differs. Tallies add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextTally {
    /// Groups.
    pub groups: u64,
    /// Groups with more than one tree on a side.
    pub merged: u64,
    /// Groups with trees of gold only.
    pub gold_only: u64,
    /// Groups with trees of the system only.
    pub system_only: u64,
    /// Trees of gold.
    pub gold_trees: u64,
    /// Trees of the system.
    pub system_trees: u64,
    /// Cells of each [`Kind`], in its order.
    pub cells: [u64; Kind::ALL.len()],
    /// Words of gold.
    pub gold_words: u64,
    /// Words of the system.
    pub system_words: u64,
    /// Words of gold in cells whose text differs.
    pub gold_differ: u64,
    /// Words of the system in cells whose text differs.
    pub system_differ: u64,
    /// Runs of neighbouring cells whose text differs, counted within a group.
    pub places: u64,
    /// Characters of gold, in normal form.
    pub gold_characters: u64,
    /// Characters of the system, in normal form.
    pub system_characters: u64,
    /// Characters that are equal on the way through both texts.
    pub equal_characters: u64,
    /// Words that begin and end in the same place on both sides, whether their text is the same or not.
    pub word_matches: u64,
    /// Groups with trees of both sides: the ends of trees that both sides have in the same place.
    pub break_matches: u64,
}

impl AddAssign for TextTally {
    fn add_assign(&mut self, other: Self) {
        let Self { groups, merged, gold_only, system_only, gold_trees, system_trees, cells, .. } = other;
        let Self { gold_words, system_words, gold_differ, system_differ, places, .. } = other;
        let Self {
            gold_characters, system_characters, equal_characters, word_matches, break_matches, ..
        } = other;
        self.groups += groups;
        self.merged += merged;
        self.gold_only += gold_only;
        self.system_only += system_only;
        self.gold_trees += gold_trees;
        self.system_trees += system_trees;
        self.cells.iter_mut().zip(cells).for_each(|(ours, theirs)| *ours += theirs);
        self.gold_words += gold_words;
        self.system_words += system_words;
        self.gold_differ += gold_differ;
        self.system_differ += system_differ;
        self.places += places;
        self.gold_characters += gold_characters;
        self.system_characters += system_characters;
        self.equal_characters += equal_characters;
        self.word_matches += word_matches;
        self.break_matches += break_matches;
    }
}

impl TextTally {
    /// How much of the longer text is equal.
    pub fn coverage(&self) -> Option<f64> {
        share(self.equal_characters, self.gold_characters.max(self.system_characters))
    }

    /// Of the words of the system, those that begin and end as a word of gold does.
    pub fn word_precision(&self) -> Option<f64> {
        share(self.word_matches, self.system_words)
    }

    /// Of the words of gold, those that begin and end as a word of the system does.
    pub fn word_recall(&self) -> Option<f64> {
        share(self.word_matches, self.gold_words)
    }

    /// The harmonic mean of the two.
    pub fn word_f1(&self) -> Option<f64> {
        share(2 * self.word_matches, self.gold_words + self.system_words)
    }

    /// Of the ends of trees of the system, those where a tree of gold ends.
    pub fn break_precision(&self) -> Option<f64> {
        share(self.break_matches, self.system_trees)
    }

    /// Of the ends of trees of gold, those where a tree of the system ends.
    pub fn break_recall(&self) -> Option<f64> {
        share(self.break_matches, self.gold_trees)
    }

    /// The harmonic mean of the two.
    pub fn break_f1(&self) -> Option<f64> {
        share(2 * self.break_matches, self.gold_trees + self.system_trees)
    }

    /// One tree on each side with the same words.
    pub(super) fn of_plain(words: u64, characters: u64) -> Self {
        let mut tally = Self {
            gold_words: words,
            system_words: words,
            gold_characters: characters,
            system_characters: characters,
            equal_characters: characters,
            word_matches: words,
            ..Self::default()
        };
        tally.cells[Kind::Same as usize] = words;
        tally.close(1, 1);
        tally
    }

    /// Counts a cell; `is_new_place` if the cell before it does not differ.
    pub(super) fn count(&mut self, kind: Kind, gold: u64, system: u64, is_new_place: bool) {
        self.cells[kind as usize] += 1;
        self.gold_words += gold;
        self.system_words += system;
        if kind.differs() {
            self.gold_differ += gold;
            self.system_differ += system;
            self.places += u64::from(is_new_place);
        }
    }

    /// Makes it the tally of a group of so many trees.
    pub(super) fn close(&mut self, gold_trees: u64, system_trees: u64) {
        self.groups = 1;
        self.merged = u64::from(gold_trees > 1 || system_trees > 1);
        self.gold_only = u64::from(system_trees == 0);
        self.system_only = u64::from(gold_trees == 0);
        self.break_matches = u64::from(gold_trees > 0 && system_trees > 0);
        self.gold_trees = gold_trees;
        self.system_trees = system_trees;
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
