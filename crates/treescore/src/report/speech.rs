//! How far the words of speech were recognised, as reports say it.

use serde::Serialize;

use super::aligned::{Agreement, BothSides};
use super::model::Unit;
use super::number::{count, counted, figure};
use super::style::Style;
use crate::align::WordCounts;
use crate::measure::{Fact, FactNumber};
use crate::run::{Chunk, TextSums};

/// How far the words of speech were recognised.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpeechReport {
    /// What was aligned at once: `side` or `utterance`.
    pub chunk: &'static str,
    /// The words.
    pub words: WordReport,
    /// Ends of utterances: those in the same place on both sides are matched.
    pub boundaries: Agreement,
    /// Trees without words.
    pub without_words: BothSides,
    /// What is not a tree, and so has no words.
    pub not_trees: BothSides,
}

/// Words of gold, and what became of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordReport {
    /// Word error rate: errors for each word of gold.
    pub wer: Option<f64>,
    /// Words of gold.
    pub gold: u64,
    /// Words that were recognised, or that count as equal.
    pub correct: u64,
    /// Words for which others were recognised.
    pub substituted: u64,
    /// Words that were not recognised.
    pub deleted: u64,
    /// Words that nobody said.
    pub inserted: u64,
}

impl From<WordCounts> for WordReport {
    fn from(errors: WordCounts) -> Self {
        let WordCounts { gold_words, correct, substituted, deleted, inserted, .. } = errors;
        Self { wer: errors.rate(), gold: gold_words, correct, substituted, deleted, inserted }
    }
}

impl SpeechReport {
    /// What sums say.
    pub fn of(sums: &TextSums, chunk: Chunk) -> Self {
        let WordCounts { gold_breaks, system_breaks, break_matches, .. } = sums.words;
        let sides = |[gold, system]: [u64; 2]| BothSides { gold, system };
        Self {
            chunk: chunk.as_str(),
            words: sums.words.into(),
            boundaries: Agreement::of(gold_breaks, system_breaks, break_matches),
            without_words: sides(sums.without_words),
            not_trees: sides(sums.not_trees),
        }
    }

    /// Is a pair all the trees of a file?
    pub(crate) fn is_by_side(&self) -> bool {
        self.chunk == Chunk::Side.as_str()
    }

    /// The lines that tables show.
    pub fn facts(&self) -> Vec<Fact> {
        let (count, percent) = (FactNumber::Count, FactNumber::Percent);
        let WordReport { wer, gold, substituted, deleted, inserted, .. } = self.words;
        vec![
            Fact {
                about: "words",
                numbers: vec![
                    ("WER", percent(wer)),
                    ("gold", count(gold)),
                    ("substituted", count(substituted)),
                    ("deleted", count(deleted)),
                    ("inserted", count(inserted)),
                ],
            },
            Fact {
                about: "utterances",
                numbers: vec![
                    ("boundaries F1", percent(self.boundaries.f1)),
                    ("gold", count(self.boundaries.gold)),
                    ("system", count(self.boundaries.system)),
                ],
            },
        ]
    }

    /// One sentence for formats without a place for more.
    pub fn sentence(&self, style: &Style) -> String {
        let percent = |share| figure(share, Unit::Percent, style);
        let WordReport { wer, gold, substituted, deleted, inserted, .. } = self.words;
        format!(
            "word error rate {} of {}: {} substituted, {} deleted, {} inserted; boundaries of utterances F1 {}",
            percent(wer),
            counted(gold, "word"),
            count(substituted),
            count(deleted),
            count(inserted),
            percent(self.boundaries.f1)
        )
    }
}
