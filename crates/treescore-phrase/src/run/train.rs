//! Training, pass by pass.

use super::sentences::SentenceWork;
use crate::models::{
    FirstCounts, Matcher, ModelSettings, PhraseModel, RuleCounts, RuleScratch, SecondCounts, TrainError,
};
use crate::{Inventory, Sentence};

/// One pass over one corpus. The passes, in order: [`First`](Self::First) and
/// [`SecondTags`](Self::SecondTags) with one sum, [`Rules`](Self::Rules) over the first corpus again,
/// [`Second`](Self::Second).
#[derive(Clone, Copy, Debug)]
pub enum TrainingPass<'p> {
    /// Over the first corpus: candidates, chunks, words and tags.
    First(&'p ModelSettings, &'p Inventory),
    /// Over the second corpus: tags that may be new.
    SecondTags(&'p ModelSettings, &'p Inventory),
    /// Over the first corpus again: rules.
    Rules(&'p PhraseModel),
    /// Over the second corpus: how often rules are right.
    Second(&'p PhraseModel),
}

/// The counts of a pass. [`sentences`](super::sentences()) has an example.
#[derive(Clone, Debug, Default)]
pub struct TrainingSum(PassCounts);

#[derive(Clone, Debug, Default)]
enum PassCounts {
    #[default]
    Nothing,
    /// Of the first two passes.
    First(Box<FirstCounts>),
    Rules(RuleCounts),
    Second(Box<SecondCounts>),
}

/// The buffers of one thread.
#[derive(Debug, Default)]
pub struct TrainingScratch {
    rules: RuleScratch,
    matcher: Matcher,
}

impl TrainingPass<'_> {
    fn empty_counts(&self) -> PassCounts {
        match self {
            Self::First(settings, inventory) | Self::SecondTags(settings, inventory) => {
                PassCounts::First(Box::new(FirstCounts::new(**settings, inventory)))
            }
            Self::Rules(_) => PassCounts::Rules(RuleCounts::default()),
            Self::Second(model) => PassCounts::Second(Box::new(SecondCounts::new(model))),
        }
    }
}

impl SentenceWork for TrainingPass<'_> {
    type Worker = TrainingScratch;
    type Part = TrainingSum;

    fn worker(&self) -> TrainingScratch {
        TrainingScratch::default()
    }

    fn begin(&self, part: &mut TrainingSum) {
        part.0 = self.empty_counts();
    }

    fn sentence(
        &self,
        scratch: &mut TrainingScratch,
        _: u64,
        sentence: &Sentence,
        _: &Inventory,
        part: &mut TrainingSum,
    ) {
        match (self, &mut part.0) {
            (Self::First(..), PassCounts::First(counts)) => counts.add(sentence),
            (Self::SecondTags(..), PassCounts::First(counts)) => counts.add_second(sentence),
            (Self::Rules(model), PassCounts::Rules(counts)) => {
                counts.add(model, sentence, &mut scratch.rules);
            }
            (Self::Second(model), PassCounts::Second(counts)) => {
                counts.add(model, sentence, &mut scratch.matcher);
            }
            // `begin` made the part, so other combinations do not occur.
            _ => {}
        }
    }
}

impl TrainingSum {
    /// Adds the counts of another part of the pass.
    pub fn merge(&mut self, part: Self) {
        match (&mut self.0, part.0) {
            (sum @ PassCounts::Nothing, part) => *sum = part,
            (PassCounts::First(sum), PassCounts::First(part)) => sum.merge(&part),
            (PassCounts::Rules(sum), PassCounts::Rules(part)) => sum.merge(&part),
            (PassCounts::Second(sum), PassCounts::Second(part)) => sum.merge(*part),
            _ => {}
        }
    }

    /// Returns the model after the first two passes.
    ///
    /// # Errors
    /// If a setting is out of range, there were no sentences, or a tag is reserved.
    pub fn model(self, inventory: Inventory) -> Result<PhraseModel, TrainError> {
        match self.0 {
            PassCounts::First(counts) => counts.finish(inventory),
            _ => Err(TrainError::NoSentences("first")),
        }
    }

    /// Returns the model after a later pass.
    ///
    /// # Errors
    /// If there were no sentences, or a chunk has too many sequences of tags.
    pub fn improve(self, model: PhraseModel) -> Result<PhraseModel, TrainError> {
        match self.0 {
            PassCounts::Rules(counts) => counts.finish(model),
            PassCounts::Second(counts) => counts.finish(model),
            PassCounts::Nothing | PassCounts::First(_) => Err(TrainError::NoSentences("second")),
        }
    }
}
