//! How far the words of speech that was recognised are those that were said, as numbers that add up.

use std::ops::AddAssign;

use super::text::{Cell, Kind};

/// Word errors, and ends of utterances. Tallies add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordErrors {
    /// Words of gold.
    pub gold_words: u64,
    /// Words of gold that were recognised.
    pub correct: u64,
    /// Words of gold for which others were recognised.
    pub substituted: u64,
    /// Words of gold that were not recognised at all.
    pub deleted: u64,
    /// Words that nobody said.
    pub inserted: u64,
    /// Utterances of gold.
    pub gold_breaks: u64,
    /// Utterances of the system.
    pub system_breaks: u64,
    /// Utterances that end in the same place on both sides.
    pub break_matches: u64,
}

impl WordErrors {
    /// The word errors of an alignment. In a cell of other text, as many words as both sides have are substituted.
    pub fn of_cells(cells: &[Cell]) -> Self {
        let mut errors = Self::default();
        for cell in cells {
            let (gold, system) = (u64::from(cell.gold), u64::from(cell.system));
            errors.gold_words += gold;
            match cell.kind {
                Kind::Same | Kind::Retok | Kind::Equiv => errors.correct += gold,
                Kind::Diff | Kind::Gold | Kind::System => {
                    let both = gold.min(system);
                    errors.substituted += both;
                    errors.deleted += gold - both;
                    errors.inserted += system - both;
                }
            }
        }
        errors
    }

    /// The same with ends of utterances. Each is given as the number of cells with words of both sides before it, in order.
    #[must_use]
    pub fn with_breaks(self, gold: &[u32], system: &[u32]) -> Self {
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

    /// Word error rate: errors for each word of gold. It can be greater than one.
    ///
    /// ```
    /// use treescore::align::WordErrors;
    /// let errors = WordErrors { gold_words: 10, substituted: 1, inserted: 1, ..WordErrors::default() };
    /// assert_eq!(errors.rate(), Some(0.2));
    /// assert_eq!(WordErrors::default().rate(), None);
    /// ```
    pub fn rate(&self) -> Option<f64> {
        let errors = self.substituted + self.deleted + self.inserted;
        (self.gold_words > 0).then(|| errors as f64 / self.gold_words as f64)
    }
}

impl AddAssign for WordErrors {
    fn add_assign(&mut self, other: Self) {
        let Self { gold_words, correct, substituted, deleted, inserted, .. } = other;
        let Self { gold_breaks, system_breaks, break_matches, .. } = other;
        self.gold_words += gold_words;
        self.correct += correct;
        self.substituted += substituted;
        self.deleted += deleted;
        self.inserted += inserted;
        self.gold_breaks += gold_breaks;
        self.system_breaks += system_breaks;
        self.break_matches += break_matches;
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
        let errors = WordErrors::of_cells(&cells);
        let (gold_words, correct) = (7, 4);
        let expected = WordErrors {
            gold_words,
            correct,
            substituted: 2,
            deleted: 1,
            inserted: 4,
            ..WordErrors::default()
        };
        assert_eq!(errors, expected);
        assert_eq!(errors.rate(), Some(1.0));
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
            let tally = WordErrors::default().with_breaks(gold, system);
            assert_eq!(tally.break_matches, expected, "{gold:?} {system:?}");
            assert_eq!((tally.gold_breaks, tally.system_breaks), (gold.len() as u64, system.len() as u64));
        }
    }
}
