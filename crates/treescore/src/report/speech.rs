//! Word errors of recognised speech, as reports show them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::aligned::Agreement;
use super::model::FigureUnit;
use super::number::{count, counted, figure};
use super::statistics::IntervalReport;
use super::style::{Style, visible};
use crate::align::WordCounts;
use crate::measure::{FacetSums, Fact, FactNumber};
use crate::prepare::Recipe;

/// Word errors and utterance boundaries.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpeechReport {
    /// The stretch of speech within which words were aligned.
    #[serde(rename = "chunk")]
    pub unit: SpeechUnit,
    /// The words.
    #[serde(flatten)]
    pub words: WordReport,
    /// How sure the plain word error rate is, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wer_interval: Option<IntervalReport>,
    /// The words that the recipe made equal, most frequent first: the two words without case, and how often
    /// they were aligned with each other.
    pub equal_words: Vec<EqualWords>,
    /// Utterance boundaries. Those at the same position on both sides are matched.
    pub boundaries: Boundaries,
}

/// How far utterances end at the same places.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Boundaries {
    /// The ends.
    #[serde(flatten)]
    pub ends: Agreement,
    /// SU error: ends that were missed or invented, divided by gold utterances. May exceed 1.
    pub su_error: Option<f64>,
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

/// Two words that a recipe makes equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EqualWords {
    /// The words, without case.
    pub words: [String; 2],
    /// The number of times they were aligned with each other.
    pub count: u64,
}

impl EqualWords {
    /// Lists the pairs of words of a run, the most frequent first, then in the order of the recipe. The words
    /// of a pair are in the recipe's order, too, or else sorted.
    pub(crate) fn list(seen: &FacetSums, recipe: &Recipe) -> Vec<Self> {
        let text = |word: &[u8]| String::from_utf8_lossy(word).to_lowercase();
        let order: Vec<[String; 2]> = recipe.equal_words.iter().map(|(a, b)| [text(a), text(b)]).collect();
        let mut counts: BTreeMap<(usize, [String; 2]), u64> = BTreeMap::new();
        for (a, b, count) in seen.confusions() {
            let (mut words, mut other) = ([text(a), text(b)], [text(b), text(a)]);
            if other < words {
                std::mem::swap(&mut words, &mut other);
            }
            let found = order.iter().position(|pair| *pair == words || *pair == other);
            let words = found.and_then(|at| order.get(at).cloned()).unwrap_or(words);
            *counts.entry((found.unwrap_or(usize::MAX), words)).or_default() += count;
        }
        let mut list: Vec<Self> =
            counts.into_iter().map(|((_, words), count)| Self { words, count }).collect();
        list.sort_by_key(|pair| std::cmp::Reverse(pair.count));
        list
    }
}

/// The number of pairs of equal words that tables list.
const SHOWN: usize = 3;

/// Word errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordReport {
    /// Plain word error rate: errors divided by gold words. Case does not matter, and nothing else makes words
    /// equal.
    pub wer: Option<f64>,
    /// Word error rate if words that the recipe makes equal, also through others, are correct.
    pub wer_equal_words: Option<f64>,
    /// Gold words.
    pub gold: u64,
    /// Gold words that were recognised.
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
        let wer_equal_words = errors.rate_equal_words();
        Self { wer: errors.rate(), wer_equal_words, gold, correct, substituted, deleted, inserted }
    }
}

impl SpeechReport {
    /// Creates the report of summed counts.
    pub(crate) fn new(words: &WordCounts, equal_words: Vec<EqualWords>, unit: SpeechUnit) -> Self {
        let &WordCounts { gold_breaks, system_breaks, break_matches, .. } = words;
        Self {
            unit,
            words: words.into(),
            wer_interval: None,
            equal_words,
            boundaries: Boundaries {
                ends: Agreement::new(gold_breaks, system_breaks, break_matches),
                su_error: words.su_error(),
            },
        }
    }

    /// The word error rate with equal words, if it differs from the plain one, and the words that made the
    /// difference.
    fn with_equal_words(&self, style: &Style) -> Option<String> {
        let WordReport { wer, wer_equal_words, .. } = self.words;
        if wer == wer_equal_words {
            return None;
        }
        let pair = |pair: &EqualWords| visible(&pair.words.join(" = "), style);
        let pairs: Vec<String> = self.equal_words.iter().take(SHOWN).map(pair).collect();
        let rate = figure(wer_equal_words, FigureUnit::Percent, style);
        let pairs = if pairs.is_empty() { String::new() } else { format!(" ({})", pairs.join(", ")) };
        Some(format!("{rate} with equal words of the recipe{pairs}"))
    }

    /// The interval of the plain word error rate, if there is one: `95 % interval of WER 12.80 – 15.20`.
    fn interval(&self, style: &Style) -> Option<String> {
        let (title, range) = (self.interval_title()?, self.wer_range(style)?);
        Some(format!("{title} of WER {range}"))
    }

    /// The heading of that interval: `95 % interval`.
    pub(crate) fn interval_title(&self) -> Option<String> {
        let interval = self.wer_interval.as_ref().filter(|interval| interval.low.is_some())?;
        Some(format!("{} % interval", interval.level_text()))
    }

    /// The ends of that interval in per cent: `12.80 – 15.20`.
    pub(crate) fn wer_range(&self, style: &Style) -> Option<String> {
        let interval = self.wer_interval.as_ref()?;
        let [low, high] =
            [interval.low?, interval.high?].map(|end| figure(Some(end), FigureUnit::Percent, style));
        Some(format!("{low} {} {high}", style.glyphs().range))
    }

    /// The lines of numbers that tables show.
    pub(crate) fn facts(&self, style: &Style) -> Vec<Fact> {
        let (count, percent) = (FactNumber::Count, FactNumber::Percent);
        let WordReport { wer, gold, substituted, deleted, inserted, .. } = self.words;
        let interval = Fact { about: "", numbers: Vec::new(), note: self.interval(style) };
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
                note: self.with_equal_words(style),
            },
            interval,
            Fact {
                about: "utterances",
                numbers: vec![
                    ("boundaries F1", percent(self.boundaries.ends.f1)),
                    ("SU error", percent(self.boundaries.su_error)),
                    ("gold", count(self.boundaries.ends.gold)),
                    ("system", count(self.boundaries.ends.system)),
                ],
                note: None,
            },
        ]
    }

    /// Summarises the word errors in one sentence, for formats without room for tables.
    pub(crate) fn sentence(&self, style: &Style) -> String {
        let percent = |share| figure(share, FigureUnit::Percent, style);
        let WordReport { wer, gold, substituted, deleted, inserted, .. } = self.words;
        let interval = self.interval(style).map(|text| format!(", {text}")).unwrap_or_default();
        let equal = self.with_equal_words(style).map(|note| format!(", {note}")).unwrap_or_default();
        format!(
            "word error rate {} of {}: {} substituted, {} deleted, {} inserted{interval}{equal}; utterance boundaries F1 {}, SU error {}",
            percent(wer),
            counted(gold, "word"),
            count(substituted),
            count(deleted),
            count(inserted),
            percent(self.boundaries.ends.f1),
            percent(self.boundaries.su_error)
        )
    }
}
