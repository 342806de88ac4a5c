//! Training, pass by pass.

use super::sentences::SentenceWork;
use crate::models::{
    FirstCounts, Matcher, ModelSettings, PhraseModel, RuleCounts, RuleScratch, SecondCounts, TrainError,
};
use crate::{Inventory, Sentence};

/// One pass over one corpus. The passes, in order: [`First`](Self::First) and [`SecondTags`](Self::SecondTags) with one sum,
/// [`Rules`](Self::Rules) over the first corpus again, [`Second`](Self::Second).
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

/// What was counted in a pass.
#[derive(Clone, Debug, Default)]
pub enum TrainingSum {
    /// Nothing yet.
    #[default]
    Nothing,
    /// In the first two passes.
    First(Box<FirstCounts>),
    /// Of rules.
    Rules(RuleCounts),
    /// In the last pass.
    Second(Box<SecondCounts>),
}

/// Buffers of one thread.
#[derive(Debug, Default)]
pub struct TrainingScratch {
    rules: RuleScratch,
    matcher: Matcher,
}

impl TrainingPass<'_> {
    fn nothing(&self) -> TrainingSum {
        match self {
            Self::First(settings, inventory) | Self::SecondTags(settings, inventory) => {
                TrainingSum::First(Box::new(FirstCounts::new(**settings, inventory)))
            }
            Self::Rules(_) => TrainingSum::Rules(RuleCounts::default()),
            Self::Second(model) => TrainingSum::Second(Box::new(SecondCounts::new(model))),
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
        *part = self.nothing();
    }

    fn sentence(
        &self,
        scratch: &mut TrainingScratch,
        _: u64,
        sentence: &Sentence,
        _: &Inventory,
        part: &mut TrainingSum,
    ) {
        match (self, part) {
            (Self::First(..), TrainingSum::First(counts)) => counts.add(sentence),
            (Self::SecondTags(..), TrainingSum::First(counts)) => counts.add_second(sentence),
            (Self::Rules(model), TrainingSum::Rules(counts)) => {
                counts.add(model, sentence, &mut scratch.rules)
            }
            (Self::Second(model), TrainingSum::Second(counts)) => {
                counts.add(model, sentence, &mut scratch.matcher);
            }
            // A part is what `begin` made of it.
            _ => {}
        }
    }
}

impl TrainingSum {
    /// Adds what was counted in another part of the pass.
    pub fn merge(&mut self, part: Self) {
        match (self, part) {
            (sum @ Self::Nothing, part) => *sum = part,
            (Self::First(sum), Self::First(part)) => sum.merge(&part),
            (Self::Rules(sum), Self::Rules(part)) => sum.merge(&part),
            (Self::Second(sum), Self::Second(part)) => sum.merge(*part),
            _ => {}
        }
    }

    /// The model after the first two passes.
    ///
    /// # Errors
    /// If the settings are impossible, there were no sentences, or a tag is not allowed.
    pub fn model(self, inventory: Inventory) -> Result<PhraseModel, TrainError> {
        match self {
            Self::First(counts) => counts.finish(inventory),
            _ => Err(TrainError::NoSentences("first")),
        }
    }

    /// The model after a later pass.
    ///
    /// # Errors
    /// If there were no sentences.
    pub fn improve(self, model: PhraseModel) -> Result<PhraseModel, TrainError> {
        match self {
            Self::Rules(counts) => Ok(counts.finish(model)),
            Self::Second(counts) => counts.finish(model),
            Self::Nothing | Self::First(_) => Err(TrainError::NoSentences("second")),
        }
    }
}
