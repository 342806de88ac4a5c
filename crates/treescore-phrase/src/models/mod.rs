//! The models 0, 1, XK, G and C, from a constant to rules with contexts.
//!
//! A [`PhraseModel`] holds the counts of a training ([`ModelCounts`]) and the probabilities that follow from
//! them, so it can serve as any of the five. [`PhraseModel::train`] trains one, [`PhraseModel::save`] and
//! [`PhraseModel::load`] keep it in a file, and an [`Evaluation`] scores it as several models at once.
//! [`ModelProbabilities`] is one of the five for a [`PhraseScorer`](crate::PhraseScorer).

mod counts;
mod estimates;
mod evaluate;
mod file;
mod matcher;
mod settings;
mod train;
mod trie;
mod walk;

use super::tagger::Tagger;
use super::{Category, Inventory, ListedCandidate, PhraseProbabilities, Sentence};
pub use counts::{Evidence, FirstTotals, ModelCounts, Rule, SecondTotals};
pub use estimates::{Estimates, Ruled};
pub use evaluate::{EvaluatedSentence, Evaluation, EvaluationTally, Evaluator, RuleBlame};
pub use file::ModelFileError;
use matcher::Found;
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub use matcher::Matcher;
pub use settings::{ModelSettings, SettingError, TagSource};
pub use train::TrainError;
pub(crate) use train::{FirstCounts, RuleCounts, RuleScratch, SecondCounts};
use treescore::values::choice;
use trie::Trie;

choice! {
    /// The kind of model.
    ModelKind {
        /// Every candidate has probability one half.
        Zero = "0",
        /// Every candidate has the same probability.
        One = "1",
        /// The probability depends on category and length.
        Xk = "XK",
        /// Rules: which tags the words of a chunk have.
        G = "G",
        /// Rules and the tag that follows.
        C = "C",
    }
}

impl ModelKind {
    /// True if it needs the second corpus.
    pub fn has_rules(self) -> bool {
        matches!(self, Self::G | Self::C)
    }
}

/// A trained model.
///
/// ```
/// use treescore_phrase::models::{ModelKind, ModelSettings, PhraseModel};
/// use treescore_phrase::{ChunkOptions, Floor, Inventory, PhraseScorer, Sentence};
/// let tree = treescore::read::one("(S (NP (DT the) (NN cat)) (VP (VBD sat)))")?;
/// let inventory = Inventory::default();
/// let corpus = [Sentence::of_tree(&tree, &inventory, ChunkOptions::default())?.unwrap()];
/// let model = PhraseModel::train(&corpus, Some(&corpus), ModelSettings::default(), inventory)?;
/// let mut file = Vec::new();
/// model.save(&mut file)?;
/// let model = PhraseModel::load(&file)?;
/// let mut scorer = PhraseScorer::new(model.probabilities(ModelKind::G)?, Floor::NONE);
/// scorer.add(&corpus[0])?;
/// assert!(scorer.scores().expected_recall() > 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PhraseModel {
    counts: ModelCounts,
    tagger: Option<Tagger>,
    estimates: Estimates,
    trie: Trie,
}

/// A model trained without a second corpus was asked for probabilities that need one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model was trained without a second corpus and cannot serve as {}", .0.as_str())]
pub struct NoSecondCorpus(pub ModelKind);

impl PhraseModel {
    /// Creates the model from consistent counts.
    pub(super) fn new(counts: ModelCounts) -> Self {
        let tagger = counts.tagger.as_ref().map(|tagger| Tagger::new(tagger, counts.settings.tagger));
        let (estimates, trie) = (Estimates::new(&counts), Trie::new(&counts.rules));
        Self { counts, tagger, estimates, trie }
    }

    /// Returns the counts it was made from.
    pub fn counts(&self) -> &ModelCounts {
        &self.counts
    }

    /// Returns the tagger, unless tags are certain.
    pub fn tagger(&self) -> Option<&Tagger> {
        self.tagger.as_ref()
    }

    /// Returns the probabilities.
    pub fn estimates(&self) -> &Estimates {
        &self.estimates
    }

    /// Returns the model as one of the five.
    ///
    /// # Errors
    /// If the model has rules and was trained without a second corpus.
    pub fn probabilities(&self, kind: ModelKind) -> Result<ModelProbabilities<'_>, NoSecondCorpus> {
        if kind.has_rules() && self.estimates.ruled.is_none() {
            return Err(NoSecondCorpus(kind));
        }
        Ok(ModelProbabilities { model: self, kind, matcher: Matcher::default() })
    }

    /// Returns the default probability of one of the five.
    pub(crate) fn default_of(&self, kind: ModelKind, category: Category, length: u32) -> f64 {
        match (kind, &self.estimates.ruled) {
            (ModelKind::Zero, _) => 0.5,
            (ModelKind::One, _) => self.estimates.any,
            (ModelKind::G | ModelKind::C, Some(ruled)) => ruled.uncovered.get(category, length),
            (ModelKind::Xk | ModelKind::G | ModelKind::C, _) => {
                self.estimates.by_length.get(category, length)
            }
        }
    }

    /// Adds the candidates that rules match to `out`, with their probabilities in model G or C; nothing for
    /// the others.
    pub(crate) fn list(&self, kind: ModelKind, found: &[Found], out: &mut Vec<ListedCandidate>) {
        if !kind.has_rules() {
            return;
        }
        out.extend(found.iter().map(|found| {
            let &Found { category, start, end, covered, .. } = found;
            let ruled = if kind == ModelKind::G { found.by_rule } else { found.by_context };
            let rest = (1.0 - covered) * self.default_of(kind, category, end - start);
            // Rounding may make the sum of shares slightly more than 1.
            ListedCandidate { category, start, end, probability: (ruled + rest).min(1.0), covered }
        }));
    }
}

/// One of the five models, sentence by sentence.
#[derive(Clone, Debug)]
pub struct ModelProbabilities<'m> {
    model: &'m PhraseModel,
    kind: ModelKind,
    matcher: Matcher,
}

impl PhraseProbabilities for ModelProbabilities<'_> {
    fn inventory(&self) -> &Inventory {
        &self.model.counts.inventory
    }

    fn longest(&self) -> u32 {
        self.model.counts.settings.longest
    }

    fn default(&self, category: Category, length: u32) -> f64 {
        self.model.default_of(self.kind, category, length)
    }

    fn list_candidates(&mut self, sentence: &Sentence, out: &mut Vec<ListedCandidate>) {
        if self.kind.has_rules() {
            self.matcher.fill(self.model, sentence);
            self.model.list(self.kind, self.matcher.found(), out);
        }
    }
}

#[cfg(test)]
#[path = "models_tests.rs"]
mod tests;
