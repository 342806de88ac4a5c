//! Reports on phrase models as values.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use treescore::report::FindingReport;

use crate::{ChunkCounts, Inventory, PhraseScores, SequenceTally};

/// The scores of one or more models over some sentences.
///
/// ```
/// use treescore::report::Style;
/// use treescore_phrase::report::{ModelReport, ModelScores, PhraseReport, SequenceScores, text};
/// use treescore_phrase::{Inventory, SequenceTally};
/// let inventory = Inventory::default();
/// let scores = SequenceScores::of(SequenceTally::default(), &inventory);
/// let scores = ModelScores::Sequences(Box::new(scores));
/// let models = vec![ModelReport { name: "S on G".into(), scores }];
/// let report = PhraseReport { models, settings: vec![("pp", "full".into())], ..PhraseReport::default() };
/// assert!(report.signature().contains("|m:phrase|pp:full|n:0|"));
/// assert!(text(&report, &inventory, &[], &Style::default()).contains("S on G"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhraseReport {
    /// The models, in the order of display.
    pub models: Vec<ModelReport>,
    /// The inventory.
    pub categories: Vec<String>,
    /// The other settings that change a figure, by their short names in the signature.
    pub settings: Vec<(&'static str, String)>,
    /// Sentences.
    pub sentences: u64,
    /// The model that tables for people break down; all if `None`.
    pub blamed: Option<String>,
    /// What was noticed, each with the name of its model; about gold if `None`.
    pub findings: Vec<(Option<String>, FindingReport)>,
    /// Systems that have no scores, and why.
    pub refused: Vec<(String, String)>,
    /// By model, the rules that cost most.
    pub rules: Vec<(String, Vec<RuleRow>)>,
}

/// The cost and the evidence of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleRow {
    /// The category.
    pub category: String,
    /// The tags.
    pub tags: Vec<String>,
    /// The cost of the candidates that it matches, each weighted by the probability of the tags there.
    pub bits: f64,
    /// How often it was found in training.
    pub found: f64,
    /// How often it was a true chunk.
    pub true_ones: f64,
    /// Its probability.
    pub probability: f64,
}

/// One model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelReport {
    /// Its name.
    pub name: String,
    /// Its scores.
    pub scores: ModelScores,
}

/// The figures of a model.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelScores {
    /// Of a model of single candidates.
    Phrases(Box<PhraseScores>),
    /// Of a model of whole sequences.
    Sequences(Box<SequenceScores>),
    /// Of a system that only says which chunks there are: it has no bits.
    Chunks(Box<SequenceScores>),
}

/// How well sequences of chunks are predicted and found.
#[derive(Clone, Debug, PartialEq)]
pub struct SequenceScores {
    /// The counts.
    pub tally: SequenceTally,
    /// By category, with its name.
    pub by_category: Vec<(Box<str>, ChunkCounts)>,
    /// All chunks of phrases: without `Null`, as shared tasks on chunks count them.
    pub phrases: ChunkCounts,
}

impl SequenceScores {
    /// Creates the scores of a tally.
    pub fn of(tally: SequenceTally, inventory: &Inventory) -> Self {
        let phrases = tally.chunks_except(inventory.find(Inventory::NULL.as_bytes()));
        let counts = tally.by_category.iter().copied().chain(std::iter::repeat(ChunkCounts::default()));
        let by_category = inventory.names().map(Box::from).zip(counts).collect();
        Self { tally, by_category, phrases }
    }
}

impl PhraseReport {
    /// Returns the models of single candidates.
    pub(super) fn phrase_models(&self) -> impl Iterator<Item = (&str, &PhraseScores)> {
        self.models.iter().filter_map(|model| match &model.scores {
            ModelScores::Phrases(scores) => Some((model.name.as_str(), &**scores)),
            ModelScores::Sequences(_) | ModelScores::Chunks(_) => None,
        })
    }

    /// Returns the models and systems that choose chunks.
    pub(super) fn choosing_models(&self) -> impl Iterator<Item = (&ModelReport, &SequenceScores)> {
        self.models.iter().filter_map(|model| match &model.scores {
            ModelScores::Sequences(scores) | ModelScores::Chunks(scores) => Some((model, &**scores)),
            ModelScores::Phrases(_) => None,
        })
    }

    /// Returns one line that says how the figures were made. Its hash covers the settings and the inventory.
    pub fn signature(&self) -> String {
        let settings: Vec<String> =
            self.settings.iter().map(|(key, value)| format!("{key}:{value}")).collect();
        let mut text = format!("treescore:{}|m:phrase", env!("CARGO_PKG_VERSION"));
        for setting in &settings {
            text.extend(["|", setting]);
        }
        let hashed = format!("{}|categories:{}", settings.join("|"), self.categories.join(","));
        let _ = write!(text, "|n:{}|r:", self.sentences);
        for byte in Sha256::digest(hashed.as_bytes()).iter().take(4) {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}
