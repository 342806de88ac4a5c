//! Word errors of recognised speech, as counts.

use super::sequence::SequenceCounts;
use super::text::{Cell, Kind};
use crate::values::{counts, ratio};

counts! {
    /// Word errors, and utterance ends.
    WordCounts {
        /// Pairs.
        pairs: Count,
        /// Gold words.
        gold: Count,
        /// Gold words that were recognised. Case does not matter, and nothing else makes words equal.
        correct: Count,
        /// Gold words for which another word was recognised.
        substituted: Count,
        /// Gold words that were not recognised at all.
        deleted: Count,
        /// System words that were not spoken.
        inserted: Count,
        /// Errors if words that the recipe makes equal, also through others, are correct.
        errors_equal_words: Count,
        /// Gold utterances.
        gold_breaks: Count,
        /// System utterances.
        system_breaks: Count,
        /// Utterances that end in the same place on both sides.
        break_matches: Count,
    }
}

impl WordCounts {
    /// Counts the word errors of an alignment. In a cell with different text, as many words are substituted
    /// as both sides have. Equal words of the recipe are substitutions, which `errors_equal_words` forgives.
    pub(crate) fn from_cells(cells: &[Cell]) -> Self {
        let mut errors = Self { pairs: 1, ..Self::default() };
        let mut equal = 0;
        for cell in cells {
            let (gold, system) = (u64::from(cell.gold), u64::from(cell.system));
            errors.gold += gold;
            match cell.kind {
                Kind::Same | Kind::Retok => errors.correct += gold,
                Kind::Equiv | Kind::Diff | Kind::Gold | Kind::System => {
                    let both = gold.min(system);
                    errors.substituted += both;
                    errors.deleted += gold - both;
                    errors.inserted += system - both;
                    equal += if cell.kind == Kind::Equiv { both } else { 0 };
                }
            }
        }
        Self { errors_equal_words: errors.errors() - equal, ..errors }
    }

    /// Replaces the plain counts by those of another alignment of the same words.
    #[must_use]
    pub(crate) fn with_plain(self, counts: SequenceCounts) -> Self {
        let SequenceCounts { correct, substituted, deleted, inserted } = counts;
        Self { correct, substituted, deleted, inserted, ..self }
    }

    /// The counts of a pair without a usable system side: all gold words are deleted.
    pub(crate) fn missed(words: u64) -> Self {
        Self { pairs: 1, gold: words, deleted: words, errors_equal_words: words, ..Self::default() }
    }

    /// Substituted, deleted and inserted words.
    fn errors(&self) -> u64 {
        self.substituted + self.deleted + self.inserted
    }

    /// Adds the counts of utterance ends. An end is given as the number of cells with words of both sides
    /// before it; both lists are ascending.
    #[must_use]
    pub(crate) fn with_breaks(self, gold: &[u32], system: &[u32]) -> Self {
        let (mut rest, mut matches) = (system, 0);
        for place in gold {
            rest = &rest[rest.iter().take_while(|&other| other < place).count()..];
            if let Some((_, others)) = rest.split_first().filter(|(other, _)| *other == place) {
                matches += 1;
                rest = others;
            }
        }
        let (gold_breaks, system_breaks) = (gold.len() as u64, system.len() as u64);
        Self { gold_breaks, system_breaks, break_matches: matches, ..self }
    }

    /// Utterance ends that were missed or invented, per gold utterance: the SU error of the NIST evaluations.
    /// It can exceed 1. Undefined without gold utterances. The end of a side is an end on both sides.
    ///
    /// ```
    /// use treescore::align::WordCounts;
    /// let ends = WordCounts { gold_breaks: 4, system_breaks: 3, break_matches: 2, ..WordCounts::default() };
    /// assert_eq!(ends.su_error(), Some(0.75)); // two missed, one invented
    /// ```
    pub fn su_error(&self) -> Option<f64> {
        let wrong = (self.gold_breaks + self.system_breaks).saturating_sub(2 * self.break_matches);
        ratio(wrong, self.gold_breaks)
    }

    /// The plain word error rate: errors per gold word. It can exceed 1. Undefined without gold words.
    ///
    /// ```
    /// use treescore::align::WordCounts;
    /// let errors = WordCounts { gold: 10, substituted: 1, inserted: 1, ..WordCounts::default() };
    /// assert_eq!(errors.rate(), Some(0.2));
    /// assert_eq!(WordCounts::default().rate(), None);
    /// ```
    pub fn rate(&self) -> Option<f64> {
        ratio(self.errors(), self.gold)
    }

    /// Word error rate if words that the recipe makes equal are correct. Undefined without gold words.
    pub fn rate_equal_words(&self) -> Option<f64> {
        ratio(self.errors_equal_words, self.gold)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_cells() {
        let cell = |gold, system, kind| Cell { gold, system, kind };
        let cells = [
            cell(1, 1, Kind::Same),
            cell(1, 1, Kind::Equiv),
            cell(2, 1, Kind::Retok),
            cell(1, 1, Kind::Diff),
            cell(1, 3, Kind::Diff),
            cell(1, 0, Kind::Gold),
            cell(0, 2, Kind::System),
        ];
        let errors = WordCounts::from_cells(&cells);
        let (gold, correct) = (7, 3);
        let expected = WordCounts {
            pairs: 1,
            gold,
            correct,
            substituted: 3,
            deleted: 1,
            inserted: 4,
            errors_equal_words: 7,
            ..WordCounts::default()
        };
        assert_eq!(errors, expected);
        assert_eq!((errors.rate(), errors.rate_equal_words()), (Some(8.0 / 7.0), Some(1.0)));
        let missed = WordCounts::missed(3);
        assert_eq!((missed.rate(), missed.rate_equal_words()), (Some(1.0), Some(1.0)));
    }

    #[test]
    fn utterances_that_end_in_the_same_place() {
        for (gold, system, expected) in [
            (&[3, 7][..], &[3, 7][..], 2),
            (&[3, 7], &[7], 1),
            (&[3, 7], &[2, 4, 7], 1),
            (&[3, 3, 7], &[3, 7], 2),
            (&[3, 3, 7], &[3, 3, 3, 7], 3),
            (&[], &[1], 0),
        ] {
            let tally = WordCounts::default().with_breaks(gold, system);
            assert_eq!(tally.break_matches, expected, "{gold:?} {system:?}");
            assert_eq!((tally.gold_breaks, tally.system_breaks), (gold.len() as u64, system.len() as u64));
        }
    }
}
