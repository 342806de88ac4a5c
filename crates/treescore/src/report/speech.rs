//! Word errors of recognised speech, as reports show them.

use serde::Serialize;

use super::aligned::Agreement;
use super::model::FigureUnit;
use super::number::{count, counted, figure};
use super::style::Style;
use crate::align::WordCounts;
use crate::measure::{Fact, FactNumber};

/// Word errors and utterance boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpeechReport {
    /// The stretch of speech within which words were aligned.
    #[serde(rename = "chunk")]
    pub unit: SpeechUnit,
    /// The words.
    #[serde(flatten)]
    pub words: WordReport,
    /// Utterance boundaries. Those at the same position on both sides are matched.
    pub boundaries: Agreement,
}

/// The stretch of speech within which words are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SpeechUnit {
    /// A conversation side: all utterances of a file.
    Side,
    /// One utterance.
    Utterance,
}

/// Word errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordReport {
    /// Word error rate: errors divided by gold words.
    pub wer: Option<f64>,
    /// Gold words.
    pub gold: u64,
    /// Gold words that were recognised, or whose recognised word counts as equal.
    pub correct: u64,
    /// Gold words that were recognised as other words.
    pub substituted: u64,
    /// Gold words that were not recognised.
    pub deleted: u64,
    /// System words without a gold word.
    pub inserted: u64,
}

impl From<&WordCounts> for WordReport {
    fn from(errors: &WordCounts) -> Self {
        let &WordCounts { gold, correct, substituted, deleted, inserted, .. } = errors;
        Self { wer: errors.rate(), gold, correct, substituted, deleted, inserted }
    }
}

impl SpeechReport {
    /// Creates the report of summed counts.
    pub(crate) fn new(words: &WordCounts, unit: SpeechUnit) -> Self {
        let &WordCounts { gold_breaks, system_breaks, break_matches, .. } = words;
        Self {
            unit,
            words: words.into(),
            boundaries: Agreement::new(gold_breaks, system_breaks, break_matches),
        }
    }

    /// The lines of numbers that tables show.
    pub(crate) fn facts(&self) -> Vec<Fact> {
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

    /// Summarises the word errors in one sentence, for formats without room for tables.
    pub(crate) fn sentence(&self, style: &Style) -> String {
        let percent = |share| figure(share, FigureUnit::Percent, style);
        let WordReport { wer, gold, substituted, deleted, inserted, .. } = self.words;
        format!(
            "word error rate {} of {}: {} substituted, {} deleted, {} inserted; utterance boundaries F1 {}",
            percent(wer),
            counted(gold, "word"),
            count(substituted),
            count(deleted),
            count(inserted),
            percent(self.boundaries.f1)
        )
    }
}
