//! Reports on phrase models as values.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::{ChunkCounts, Inventory, PhraseScores, SequenceTally};

/// What one or more models know about some sentences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhraseReport {
    /// The models, in the order in which they are shown.
    pub models: Vec<ModelReport>,
    /// The inventory.
    pub categories: Vec<String>,
    /// What else changes a figure, by short names, as the signature has it.
    pub settings: Vec<(&'static str, String)>,
    /// Sentences.
    pub sentences: u64,
    /// The model that is blamed in tables for people; all if there is none.
    pub blamed: Option<String>,
    /// By model, the rules that cost most.
    pub rules: Vec<(String, Vec<RuleRow>)>,
}

/// What a rule costs, and how good it is.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleRow {
    /// The category.
    pub category: String,
    /// The tags.
    pub tags: Vec<String>,
    /// What the candidates cost that it matches, each weighted by how probable the tags are there.
    pub bits: f64,
    /// How often it was found in training.
    pub found: f64,
    /// How often that was a true chunk.
    pub true_ones: f64,
    /// Its probability.
    pub probability: f64,
}

/// One model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelReport {
    /// Its name.
    pub name: String,
    /// What it knows.
    pub scores: ModelScores,
}

/// The figures of a model.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelScores {
    /// Of a model of single candidates.
    Phrases(Box<PhraseScores>),
    /// Of a model of whole sequences.
    Sequences(Box<SequenceScores>),
}

/// How well sequences of chunks are predicted and found.
#[derive(Clone, Debug, PartialEq)]
pub struct SequenceScores {
    /// What was counted.
    pub tally: SequenceTally,
    /// By category, with its name.
    pub by_category: Vec<(Box<str>, ChunkCounts)>,
    /// All chunks of phrases: without `Null`, as shared tasks on chunks count them.
    pub phrases: ChunkCounts,
}

impl SequenceScores {
    /// The scores of a tally.
    pub fn of(tally: SequenceTally, inventory: &Inventory) -> Self {
        let phrases = tally.chunks_but(inventory.find(Inventory::NULL.as_bytes()));
        let counts = tally.by_category.iter().copied().chain(std::iter::repeat(ChunkCounts::default()));
        let by_category = inventory.names().map(Box::from).zip(counts).collect();
        Self { tally, by_category, phrases }
    }
}

impl PhraseReport {
    /// The models of single candidates.
    pub(super) fn phrase_models(&self) -> impl Iterator<Item = (&str, &PhraseScores)> {
        self.models.iter().filter_map(|model| match &model.scores {
            ModelScores::Phrases(scores) => Some((model.name.as_str(), &**scores)),
            ModelScores::Sequences(_) => None,
        })
    }

    /// The models of sequences.
    pub(super) fn sequence_models(&self) -> impl Iterator<Item = (&str, &SequenceScores)> {
        self.models.iter().filter_map(|model| match &model.scores {
            ModelScores::Sequences(scores) => Some((model.name.as_str(), &**scores)),
            ModelScores::Phrases(_) => None,
        })
    }

    /// One line that says how the figures were made. Its hash is over the settings and the inventory.
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
