//! Evaluates all models at once: the tags of a sentence are worked out once for all of them.

use std::ops::AddAssign;

use super::train::is_true;
use super::{Matcher, ModelKind, NoSecondCorpus, PhraseModel};
use crate::tally::Cost;
use crate::{
    Chunk, Defaults, Entropy, Floor, FoundSequence, ListedCandidate, NotAPartition, PhraseScores,
    PhraseTally, Sentence, SequenceTally, Sequences, cost_of_false, cost_of_true,
};

/// What to evaluate about a model.
///
/// ```
/// use treescore_phrase::models::*;
/// use treescore_phrase::{ChunkOptions, Floor, Inventory, Sentence};
/// let tree = treescore::read::one("(S (NP (DT the) (NN cat)) (VP (VBD sat)))")?;
/// let inventory = Inventory::default();
/// let sentence = Sentence::of_tree(&tree, &inventory, ChunkOptions::default())?.unwrap();
/// let corpus = [sentence];
/// let model = PhraseModel::train(&corpus, Some(&corpus), ModelSettings::default(), inventory)?;
/// let evaluation = Evaluation::new(&model, vec![ModelKind::Zero, ModelKind::C], None, Floor::NONE)?;
/// let (mut evaluator, mut tally) = (evaluation.evaluator(), EvaluationTally::default());
/// evaluator.add(0, &corpus[0], &mut tally)?;
/// let scores = evaluation.scores(&tally);
/// assert!(scores[1].1.bits < scores[0].1.bits); // rules help
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation<'m> {
    model: &'m PhraseModel,
    kinds: Vec<ModelKind>,
    base: Option<ModelKind>,
    floor: Floor,
    blames_rules: bool,
}

/// The state of one thread that evaluates sentences.
#[derive(Clone, Debug)]
pub struct Evaluator<'m> {
    plan: &'m Evaluation<'m>,
    matcher: Matcher,
    entropies: Vec<Entropy>,
    sequences: Option<Sequences>,
    listed: Vec<ListedCandidate>,
    costs: Vec<f64>,
}

/// The counts of every model over some sentences. Tallies of the same evaluation add up in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvaluationTally {
    /// By model.
    models: Vec<PhraseTally>,
    /// By model, then rule: the cost of the candidates that it matched.
    rules: Vec<Vec<Cost>>,
    sequence: SequenceTally,
}

impl AddAssign for EvaluationTally {
    fn add_assign(&mut self, other: Self) {
        let Self { models, rules, sequence } = other;
        self.models.resize_with(self.models.len().max(models.len()), PhraseTally::default);
        self.models.iter_mut().zip(models).for_each(|(sum, more)| *sum += more);
        self.rules.resize_with(self.rules.len().max(rules.len()), Vec::new);
        for (sums, more) in self.rules.iter_mut().zip(rules) {
            sums.resize(sums.len().max(more.len()), Cost::default());
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.sequence += sequence;
    }
}

/// The result for one sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedSentence {
    /// Its id.
    pub id: String,
    /// Its number of words.
    pub length: u32,
    /// Its true chunks.
    pub true_chunks: Vec<Chunk>,
    /// By model, its cost in bits; may be infinite.
    pub bits: Vec<f64>,
    /// The cost of its true sequence in model S, if that is evaluated.
    pub sequence_bits: Option<f64>,
    /// Its best sequence in model S, if that is evaluated and there is one.
    pub best: Option<Vec<Chunk>>,
}

/// The cost of the candidates that a rule matches, each weighted by the probability of the rule's tags there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleBlame {
    /// Number of the rule.
    pub rule: usize,
    /// Bits; may be infinite.
    pub bits: f64,
}

impl<'m> Evaluation<'m> {
    /// Creates an evaluation of a model as each of `kinds`, and of model S on `base`.
    ///
    /// # Errors
    /// If one of them needs a second corpus and the model was trained without one.
    pub fn new(
        model: &'m PhraseModel,
        kinds: Vec<ModelKind>,
        base: Option<ModelKind>,
        floor: Floor,
    ) -> Result<Self, NoSecondCorpus> {
        for &kind in kinds.iter().chain(&base) {
            model.probabilities(kind)?;
        }
        Ok(Self { model, kinds, base, floor, blames_rules: false })
    }

    /// Also computes the cost of every rule.
    #[must_use]
    pub fn with_rule_costs(self) -> Self {
        Self { blames_rules: true, ..self }
    }

    /// Returns the models, in the order of their results.
    pub fn kinds(&self) -> &[ModelKind] {
        &self.kinds
    }

    fn entropy(&self, kind: ModelKind) -> Entropy {
        Entropy::new(self.defaults(kind), self.floor)
    }

    fn defaults(&self, kind: ModelKind) -> Defaults {
        let counts = &self.model.counts;
        Defaults::new(&counts.inventory, counts.settings.longest, |category, length| {
            self.model.default_of(kind, category, length)
        })
    }

    /// Creates the state of one thread.
    pub fn evaluator(&self) -> Evaluator<'_> {
        let sequences = |kind| Sequences::new(&self.model.counts.inventory, self.defaults(kind), self.floor);
        Evaluator {
            plan: self,
            matcher: Matcher::default(),
            entropies: self.kinds.iter().map(|&kind| self.entropy(kind)).collect(),
            sequences: self.base.map(sequences),
            listed: Vec::new(),
            costs: Vec::new(),
        }
    }

    /// Returns the scores of each model.
    pub fn scores(&self, tally: &EvaluationTally) -> Vec<(ModelKind, PhraseScores)> {
        let none = PhraseTally::default();
        let tallies = tally.models.iter().chain(std::iter::repeat(&none));
        let scores = |(&kind, tally): (&ModelKind, _)| {
            (kind, self.entropy(kind).scores(tally, &self.model.counts.inventory))
        };
        self.kinds.iter().zip(tallies).map(scores).collect()
    }

    /// Returns the tally of model S, if it is evaluated.
    pub fn sequence<'t>(&self, tally: &'t EvaluationTally) -> Option<(ModelKind, &'t SequenceTally)> {
        self.base.map(|base| (base, &tally.sequence))
    }

    /// Returns the rules of a model that cost most, the most expensive first; empty unless rules are
    /// evaluated and the model has any.
    pub fn rules(&self, tally: &EvaluationTally, kind: ModelKind, most: usize) -> Vec<RuleBlame> {
        let at = self.kinds.iter().position(|&other| other == kind);
        let costs = at.and_then(|at| tally.rules.get(at)).map_or(&[][..], Vec::as_slice);
        let blame = costs.iter().enumerate().filter(|(_, cost)| cost.events() > 0);
        let mut blame: Vec<_> = blame.map(|(rule, cost)| RuleBlame { rule, bits: cost.total() }).collect();
        blame.sort_by(|one, other| other.bits.total_cmp(&one.bits));
        blame.truncate(most);
        blame
    }
}

impl Evaluator<'_> {
    /// Adds a sentence to a tally.
    ///
    /// # Errors
    /// If model S is evaluated and the true chunks are not a partition of the words.
    pub fn add(
        &mut self,
        number: u64,
        sentence: &Sentence,
        tally: &mut EvaluationTally,
    ) -> Result<(), NotAPartition> {
        self.measure(number, sentence, tally).map(drop)
    }

    /// Adds a sentence to a tally and returns its results.
    ///
    /// # Errors
    /// If model S is evaluated and the true chunks are not a partition of the words.
    pub fn evaluate(
        &mut self,
        number: u64,
        sentence: &Sentence,
        tally: &mut EvaluationTally,
    ) -> Result<EvaluatedSentence, NotAPartition> {
        let mut own = EvaluationTally::default();
        let sequence = self.measure(number, sentence, &mut own)?;
        let (sequence_bits, best) = (
            sequence.map(|sequence| sequence.bits),
            sequence.and_then(|sequence| sequence.best).map(<[Chunk]>::to_vec),
        );
        let inventory = &self.plan.model.counts.inventory;
        let entropies = self.entropies.iter().zip(&own.models);
        let bits = entropies.map(|(entropy, tally)| entropy.scores(tally, inventory).bits).collect();
        *tally += own;
        let (id, length, true_chunks) = (sentence.id.clone(), sentence.length, sentence.chunks.clone());
        Ok(EvaluatedSentence { id, length, true_chunks, bits, sequence_bits, best })
    }

    fn measure(
        &mut self,
        number: u64,
        sentence: &Sentence,
        tally: &mut EvaluationTally,
    ) -> Result<Option<FoundSequence<'_>>, NotAPartition> {
        let plan = self.plan;
        if plan.kinds.iter().chain(&plan.base).any(|kind| kind.has_rules()) {
            self.matcher.fill(plan.model, sentence);
        }
        tally.models.resize_with(plan.kinds.len(), PhraseTally::default);
        for (at, &kind) in plan.kinds.iter().enumerate() {
            self.list(kind);
            self.entropies[at].add(number, sentence, &self.listed, &mut tally.models[at]);
            if plan.blames_rules && kind.has_rules() {
                tally.rules.resize_with(plan.kinds.len(), Vec::new);
                self.blame(sentence, &mut tally.rules[at]);
            }
        }
        if let Some(base) = plan.base {
            self.list(base);
        }
        let sequences = self.sequences.as_mut();
        sequences.map(|sequences| sequences.add(sentence, &self.listed, &mut tally.sequence)).transpose()
    }

    fn list(&mut self, kind: ModelKind) {
        self.listed.clear();
        self.plan.model.list(kind, self.matcher.found(), &mut self.listed);
    }

    /// Adds the cost of the listed candidates, which are those found, to the rules that matched them.
    fn blame(&mut self, sentence: &Sentence, rules: &mut Vec<Cost>) {
        rules.resize(self.plan.model.counts.rules.len(), Cost::default());
        self.costs.clear();
        self.costs.extend(self.listed.iter().map(|listed| {
            let probability = self.plan.floor.apply(listed.probability);
            let chunk = Chunk { category: listed.category, start: listed.start, end: listed.end };
            if is_true(&sentence.chunks, chunk) {
                cost_of_true(probability)
            } else {
                cost_of_false(probability)
            }
        }));
        for hit in self.matcher.hits() {
            rules[hit.rule as usize] += Cost::new(hit.probability * self.costs[hit.found as usize]);
        }
    }
}
