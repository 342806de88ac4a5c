//! Scores a model over sentences in memory.

use super::{
    Defaults, Entropy, Floor, ListedCandidate, NotAPartition, PhraseProbabilities, PhraseScores, PhraseTally,
    Sentence, SequenceTally, Sequences,
};

/// Scores a phrase model, sentence by sentence.
///
/// ```
/// use treescore_phrase::{
///     Category, ChunkOptions, Floor, Inventory, ListedCandidate, PhraseProbabilities, PhraseScorer,
///     Sentence,
/// };
///
/// /// Every candidate is as likely as not.
/// struct Coin(Inventory);
///
/// impl PhraseProbabilities for Coin {
///     fn inventory(&self) -> &Inventory {
///         &self.0
///     }
///     fn longest(&self) -> u32 {
///         1
///     }
///     fn default(&self, _: Category, _: u32) -> f64 {
///         0.5
///     }
///     fn list_candidates(&mut self, _: &Sentence, _: &mut Vec<ListedCandidate>) {}
/// }
///
/// let tree = treescore::read::one("(S (NP (DT the) (NN baker)) (VP (VBD slept)))")?;
/// let sentence = Sentence::of_tree(&tree, &Inventory::default(), ChunkOptions::default())?.unwrap();
/// let mut scorer = PhraseScorer::new(Coin(Inventory::default()), Floor::NONE).with_sequences();
/// scorer.add(&sentence)?;
/// assert_eq!(scorer.scores().bits_per_candidate(), 1.0);
/// assert_eq!(scorer.sequences().unwrap().chunks().true_chunks, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PhraseScorer<M> {
    model: M,
    entropy: Entropy,
    tally: PhraseTally,
    sequences: Option<(Sequences, SequenceTally)>,
    floor: Floor,
    listed: Vec<ListedCandidate>,
}

impl<M: PhraseProbabilities> PhraseScorer<M> {
    /// Creates a scorer for the single candidates of a model.
    pub fn new(model: M, floor: Floor) -> Self {
        let entropy = Entropy::new(Defaults::from_model(&model), floor);
        Self { model, entropy, tally: PhraseTally::default(), sequences: None, floor, listed: Vec::new() }
    }

    /// Adds model S on top of the model.
    pub fn with_sequences(self) -> Self {
        let sequences = Sequences::new(self.model.inventory(), Defaults::from_model(&self.model), self.floor);
        Self { sequences: Some((sequences, SequenceTally::default())), ..self }
    }

    /// Returns the model.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// Adds a sentence. Its chunks must have categories of the model's inventory.
    ///
    /// # Errors
    /// If model S is scored and the chunks are not a partition of the words.
    pub fn add(&mut self, sentence: &Sentence) -> Result<(), NotAPartition> {
        self.listed.clear();
        self.model.list_candidates(sentence, &mut self.listed);
        self.entropy.add(self.tally.sentences, sentence, &self.listed, &mut self.tally);
        if let Some((sequences, tally)) = &mut self.sequences {
            sequences.add(sentence, &self.listed, tally)?;
        }
        Ok(())
    }

    /// Returns what was counted so far.
    pub fn tallies(&self) -> (&PhraseTally, Option<&SequenceTally>) {
        (&self.tally, self.sequences())
    }

    /// Adds what was counted elsewhere, by the same model.
    pub fn merge(&mut self, tally: PhraseTally, sequences: Option<SequenceTally>) {
        self.tally += tally;
        if let (Some((_, own)), Some(more)) = (&mut self.sequences, sequences) {
            *own += more;
        }
    }

    /// Forgets all sentences.
    pub fn reset(&mut self) {
        self.tally = PhraseTally::default();
        if let Some((_, own)) = &mut self.sequences {
            *own = SequenceTally::default();
        }
    }

    /// Returns the model, to be changed before the next sentence.
    pub fn model_mut(&mut self) -> &mut M {
        &mut self.model
    }

    /// Returns the scores of all sentences so far.
    pub fn scores(&self) -> PhraseScores {
        self.entropy.scores(&self.tally, self.model.inventory())
    }

    /// Returns the counts of model S, if it is scored.
    pub fn sequences(&self) -> Option<&SequenceTally> {
        self.sequences.as_ref().map(|(_, tally)| tally)
    }
}
