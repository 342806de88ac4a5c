//! Evaluates all models over a treebank.

use super::sentences::SentenceWork;
use crate::models::{EvaluatedSentence, Evaluation, EvaluationTally, Evaluator};
use crate::{Inventory, NotAPartition, Sentence};
use treescore::run::Rows;

/// The work of evaluating sentences.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationWork<'e> {
    /// What to evaluate.
    pub plan: &'e Evaluation<'e>,
    /// The sentences to report one by one, by the number of their tree.
    pub rows: Rows,
}

/// The results of some sentences.
#[derive(Clone, Debug, Default)]
pub struct Evaluated {
    /// The counts.
    pub tally: EvaluationTally,
    /// The sentences reported one by one.
    pub rows: Vec<EvaluatedSentence>,
    /// The first sentence that could not be scored.
    pub failed: Option<NotAPartition>,
}

impl<'e> SentenceWork for EvaluationWork<'e> {
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
            let row = evaluator.evaluate(number, sentence, &mut part.tally);
            row.map(|row| part.rows.push(row))
        } else {
            evaluator.add(number, sentence, &mut part.tally)
        };
        if let Err(error) = done {
            part.failed.get_or_insert(error);
        }
    }
}
