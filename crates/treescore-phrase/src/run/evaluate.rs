//! Evaluation of all models over a treebank.

use super::sentences::SentenceWork;
use crate::models::{EvaluatedSentence, Evaluation, EvaluationTally, Evaluator};
use crate::{Inventory, NotAPartition, Sentence};
use treescore::run::Rows;

/// Evaluates sentences.
#[derive(Clone, Copy, Debug)]
pub struct Evaluating<'e> {
    /// What is to be found out.
    pub plan: &'e Evaluation<'e>,
    /// Which sentences are told of one by one, by the number of their tree.
    pub rows: Rows,
}

/// What was found of some sentences.
#[derive(Clone, Debug, Default)]
pub struct Evaluated {
    /// All in all.
    pub tally: EvaluationTally,
    /// Of those that are told of.
    pub rows: Vec<EvaluatedSentence>,
    /// The first sentence that could not be measured.
    pub failed: Option<NotAPartition>,
}

impl<'e> SentenceWork for Evaluating<'e> {
    type Worker = Evaluator<'e>;
    type Part = Evaluated;

    fn worker(&self) -> Evaluator<'e> {
        self.plan.evaluator()
    }

    fn begin(&self, part: &mut Evaluated) {
        *part = Evaluated::default();
    }

    fn sentence(
        &self,
        evaluator: &mut Evaluator<'e>,
        number: u64,
        sentence: &Sentence,
        _: &Inventory,
        part: &mut Evaluated,
    ) {
        let done = if self.rows.has(number) {
            let row = evaluator.add_and_tell(number, sentence, &mut part.tally);
            row.map(|row| part.rows.push(row))
        } else {
            evaluator.add(number, sentence, &mut part.tally)
        };
        if let Err(error) = done {
            part.failed.get_or_insert(error);
        }
    }
}
