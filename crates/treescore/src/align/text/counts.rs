//! Differences between two texts, as counts.

use super::group::Kind;
use crate::values::{counts, ratio};

counts! {
    /// How two aligned texts correspond and differ.
    TextCounts {
        /// Groups.
        pairs: Count,
        /// Groups with more than one tree on a side.
        merged: Count,
        /// Groups with gold trees only.
        gold_only: Count,
        /// Groups with system trees only.
        system_only: Count,
        /// Gold trees.
        gold_trees: Count,
        /// System trees.
        system_trees: Count,
        /// Cells with one word on each side and the same text.
        cells_same: Count,
        /// Cells with the same text, divided into words differently.
        cells_retok: Count,
        /// Cells that are equal by the list of exceptions.
        cells_equiv: Count,
        /// Cells with different text.
        cells_diff: Count,
        /// Cells with text that only gold has.
        cells_gold: Count,
        /// Cells with text that only the system has.
        cells_system: Count,
        /// Gold words.
        gold_words: Count,
        /// System words.
        system_words: Count,
        /// Gold words in cells whose text differs.
        gold_differ: Count,
        /// System words in cells whose text differs.
        system_differ: Count,
        /// Runs of adjacent cells whose text differs, counted within a group.
        places: Count,
        /// Gold characters, in normal form.
        gold_characters: Count,
        /// System characters, in normal form.
        system_characters: Count,
        /// Characters that are equal on the path through both texts.
        equal_characters: Count,
        /// Words that begin and end in the same place on both sides, whether or not their text is the same.
        word_matches: Count,
        /// Groups with trees of both sides: tree ends that both sides have in the same place.
        break_matches: Count,
        /// Groups whose texts are the same, but for case.
        same_text: Count,
        /// Gold brackets in these groups.
        same_text_gold: Count,
        /// System brackets in these groups.
        same_text_system: Count,
        /// Brackets that both sides have at the same characters, in these groups.
        same_characters: Count,
    }
}

impl TextCounts {
    /// The share of the longer text that is equal. Undefined without text.
    ///
    /// ```
    /// use treescore::align::text::TextCounts;
    /// let (gold_characters, system_characters, equal_characters) = (10, 8, 8);
    /// let counts =
    ///     TextCounts { gold_characters, system_characters, equal_characters, ..TextCounts::default() };
    /// assert_eq!(counts.coverage(), Some(0.8));
    /// ```
    pub fn coverage(&self) -> Option<f64> {
        ratio(self.equal_characters, self.gold_characters.max(self.system_characters))
    }

    /// The number of cells of a kind.
    pub fn cells(&self, kind: Kind) -> u64 {
        let mut copy = *self;
        *copy.cells_mut(kind)
    }

    fn cells_mut(&mut self, kind: Kind) -> &mut u64 {
        match kind {
            Kind::Same => &mut self.cells_same,
            Kind::Retok => &mut self.cells_retok,
            Kind::Equiv => &mut self.cells_equiv,
            Kind::Diff => &mut self.cells_diff,
            Kind::Gold => &mut self.cells_gold,
            Kind::System => &mut self.cells_system,
        }
    }

    /// The counts of one tree on each side with the same words.
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
        tally.cells_same = words;
        tally.close(1, 1);
        tally
    }

    /// Counts a cell. `is_new_place` is true if the cell before it does not differ.
    pub(super) fn count(&mut self, kind: Kind, gold: u64, system: u64, is_new_place: bool) {
        *self.cells_mut(kind) += 1;
        self.gold_words += gold;
        self.system_words += system;
        if kind.differs() {
            self.gold_differ += gold;
            self.system_differ += system;
            self.places += u64::from(is_new_place);
        }
    }

    /// Completes the counts of a group with these numbers of trees.
    pub(super) fn close(&mut self, gold_trees: u64, system_trees: u64) {
        self.pairs = 1;
        self.merged = u64::from(gold_trees > 1 || system_trees > 1);
        self.gold_only = u64::from(system_trees == 0);
        self.system_only = u64::from(gold_trees == 0);
        self.break_matches = u64::from(gold_trees > 0 && system_trees > 0);
        self.gold_trees = gold_trees;
        self.system_trees = system_trees;
    }
}
