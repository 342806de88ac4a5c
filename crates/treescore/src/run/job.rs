//! What a run is to do.

use super::aligned::Alignment;
use super::spoken::Chunk;
use super::timed::TimedPair;
use crate::measure::Names;
use crate::prepare::Recipe;
use crate::read::{Corpus, Unit};

/// Everything that decides a run, but the measure.
#[derive(Clone, Debug)]
pub struct Job {
    /// The gold trees.
    pub gold: Corpus,
    /// The system's trees.
    pub system: Corpus,
    /// What a pair is made of.
    pub unit: Unit,
    /// The recipe.
    pub recipe: Recipe,
    /// When the words were spoken.
    pub times: Option<TimedPair>,
    /// Align the texts of both sides, and score groups of trees that cover the same text.
    pub alignment: Option<Alignment>,
    /// How many threads.
    pub threads: usize,
    /// Sum the tallies by this, too.
    pub by: Option<GroupBy>,
    /// Of which pairs a [`SentenceRow`](super::SentenceRow) is made.
    pub sentences: Rows,
    /// Say in each row what was mapped to what.
    pub detail: bool,
    /// Keep every refused pair in the result, not only the first of each kind.
    pub keep_refused: bool,
    /// Stop at the first refused pair.
    pub strict: bool,
    /// Bytes per block; only tests set it.
    pub block: Option<usize>,
}

impl Job {
    /// Are pairs made of any number of trees?
    pub fn is_by_group(&self) -> bool {
        match &self.alignment {
            Some(Alignment::Text(_)) => true,
            Some(Alignment::Words(words)) => words.chunk == Chunk::Side,
            None => false,
        }
    }

    /// Tree by tree, on one thread, with nothing extra.
    pub fn new(gold: Corpus, system: Corpus, recipe: Recipe) -> Self {
        Self {
            gold,
            system,
            unit: Unit::Tree,
            recipe,
            times: None,
            alignment: None,
            threads: 1,
            by: None,
            sentences: Rows::None,
            detail: false,
            keep_refused: false,
            strict: false,
            block: None,
        }
    }
}

/// Which pairs are told of one by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// None.
    #[default]
    None,
    /// Every pair.
    All,
    /// The one with this number, from 1.
    One(u64),
}

impl Rows {
    /// Is the pair with this number told of?
    pub fn has(self, pair: u64) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::One(number) => number == pair,
        }
    }
}

/// What tallies are summed by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// Length of the gold sentence, in classes.
    Length(Bins),
    /// Length of the gold sentence, in classes that each hold the ones before: all sentences of at most so many words.
    MaxLength(Bins),
    /// Label or type of the node.
    Names(Names),
    /// File of the gold tree.
    File,
}

/// Classes of length: the greatest length of each but the last, which is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bins(pub Vec<u32>);

impl Default for Bins {
    fn default() -> Self {
        Self(vec![10, 20, 30, 40])
    }
}

impl Bins {
    pub(super) fn class_of(&self, length: u32) -> u64 {
        self.0.iter().filter(|&&last| length > last).count() as u64
    }

    /// The name of a class: `1–10`, `11–20`, `41+`.
    pub fn name(&self, class: usize) -> String {
        let first =
            class.checked_sub(1).and_then(|before| self.0.get(before)).map_or(1, |last| u64::from(*last) + 1);
        match self.0.get(class) {
            Some(&last) if u64::from(last) <= first => last.to_string(),
            Some(last) => format!("{first}–{last}"),
            None => format!("{first}+"),
        }
    }

    /// The name of a class that holds the ones before it: `≤10`, `≤20`, `all`.
    pub fn name_up_to(&self, class: usize) -> String {
        self.0.get(class).map_or_else(|| "all".to_owned(), |last| format!("≤{last}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_names() {
        let names = |last: &[u32]| -> Vec<String> {
            (0..=last.len()).map(|class| Bins(last.to_vec()).name(class)).collect()
        };
        assert_eq!(names(&[10, 20]), ["1–10", "11–20", "21+"]);
        assert_eq!(names(&[1, 2]), ["1", "2", "3+"]);
        assert_eq!(names(&[u32::MAX]), ["1–4294967295", "4294967296+"]);
    }
}
