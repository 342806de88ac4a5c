//! What is in n-best lists: the first tree, the best one, what is expected of a tree drawn by its score, and the tree that
//! agrees best with the others, over the first n trees.

mod json;
mod text;

#[cfg(feature = "schema")]
pub(super) use json::NbestJson;
pub use json::{render_csv, render_json};
pub use text::{render, render_typeset};

use super::model::Scores;
use crate::measure::MeasureInfo;
use crate::prepare::Average;
use crate::values::choice;

choice! {
    /// How a tree of a list is chosen.
    NbestChoice {
        /// The first.
        First = "first",
        /// The one with the highest figure.
        Oracle = "oracle",
        /// None: every tree counts by its probability.
        Expected = "expected",
        /// The one with the highest expected agreement with the others: minimum Bayes risk.
        Mbr = "mbr",
    }
}

/// The scores of n-best lists.
#[derive(Clone, Debug)]
pub struct NbestReport {
    /// The name of the file.
    pub name: String,
    /// The number of sentences.
    pub sentences: u64,
    /// The number of trees.
    pub candidates: u64,
    /// The numbers of trees of the shortest and the longest list.
    pub lengths: (usize, usize),
    /// The scores by each measure.
    pub measures: Vec<NbestMeasure>,
    /// Some of the trees that could not be scored, the first ones.
    pub faulty: Vec<FaultyCandidate>,
}

/// The scores of n-best lists by one measure.
#[derive(Clone, Debug)]
pub struct NbestMeasure {
    /// The measure.
    pub info: &'static MeasureInfo,
    /// The average of its headline.
    pub average: Average,
    /// How the numbers were made.
    pub signature: String,
    /// The numbers of trees that could not be scored, by reason.
    pub faulty: Vec<(&'static str, u64)>,
    /// The scores over the first n trees, with increasing n.
    pub points: Vec<NbestPoint>,
    /// The sentences, if requested.
    pub rows: Option<Vec<NbestRow>>,
}

impl NbestMeasure {
    /// The number of trees that could not be scored.
    pub fn faulty(&self) -> u64 {
        self.faulty.iter().map(|(_, number)| number).sum()
    }

    /// The headline of some scores.
    fn headline(&self, scores: &Scores) -> Option<f64> {
        let values = match self.average {
            Average::Corpus => &scores.corpus,
            Average::Sentence => &scores.sentence_mean,
        };
        values.first().copied().flatten()
    }
}

/// The scores over the first n trees of each list. Sentences without a usable tree count as if nothing had been found.
#[derive(Clone, Debug)]
pub struct NbestPoint {
    /// How many trees are looked at.
    pub n: usize,
    /// True if these are all trees of all lists.
    pub is_all: bool,
    /// The scores of each choice, with the number of sentences that it has no tree for.
    pub choices: Vec<ChoiceScore>,
}

/// The scores of the trees that were chosen.
#[derive(Clone, Debug)]
pub struct ChoiceScore {
    /// How they were chosen.
    pub choice: NbestChoice,
    /// The scores over all sentences. The counts behind expected scores are multiplied by the sum of the weights of a list.
    pub scores: Scores,
    /// The number of sentences without a usable tree.
    pub missed: u64,
}

/// One sentence, with as many of its trees as were looked at.
#[derive(Clone, Debug)]
pub struct NbestRow {
    /// Its number, from 1.
    pub number: u64,
    /// Its id, if the file says one.
    pub id: Option<String>,
    /// Its trees.
    pub candidates: Vec<NbestCandidate>,
    /// The place of the best tree, from 0.
    pub oracle: Option<usize>,
    /// The place of the tree that agrees best with the others, from 0, if that was asked for.
    pub mbr: Option<usize>,
    /// The expected headline.
    pub expected: Option<f64>,
}

impl NbestRow {
    /// The headline of one of the trees.
    fn figure(&self, at: Option<usize>) -> Option<f64> {
        self.candidates.get(at?)?.figure
    }
}

/// A tree of a list.
#[derive(Clone, Debug)]
pub struct NbestCandidate {
    /// Its score in the file.
    pub score: f64,
    /// Its probability within the list.
    pub weight: f64,
    /// Its headline.
    pub figure: Option<f64>,
    /// Its counts.
    pub counts: Vec<i128>,
    /// Why it could not be scored.
    pub refused: Option<&'static str>,
}

/// A tree that could not be scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyCandidate {
    /// The number of its sentence, from 1.
    pub sentence: u64,
    /// Its place in the list, from 1.
    pub place: usize,
    /// The line on which it begins.
    pub line: Option<u64>,
    /// Why.
    pub why: String,
}
