//! The scores of n-best lists by one setup: which tree of a sentence is chosen, and what its counts add up to.

use std::collections::BTreeMap;

use super::{NbestAsk, NbestLists};
use crate::front::agreement::{Agreement, ONE, weights};
use crate::measure::{Sum, Worth, first_highest};
use crate::report::model::Scores;
use crate::report::nbest::{ChoiceScore, NbestCandidate, NbestChoice, NbestMeasure, NbestPoint, NbestRow};
use crate::run::{PairTable, Scored};
use crate::setup::Setup;

/// The scores by one setup, sentence by sentence.
pub(super) struct Tally<'n> {
    lists: &'n NbestLists,
    setup: &'n Setup,
    signature: String,
    /// The counts of each rank.
    tables: Vec<&'n PairTable>,
    points: Vec<(usize, bool, Vec<Chosen>)>,
    faulty: BTreeMap<&'static str, u64>,
    rows: Option<Vec<NbestRow>>,
    /// The trees that are being weighed.
    weighed: Sum,
}

/// The trees that were chosen in one way.
struct Chosen {
    choice: NbestChoice,
    sum: Sum,
    missed: u64,
}

/// The trees of a sentence that were scored, among the first ones, with their weights.
struct Usable {
    trees: Vec<usize>,
    weights: Vec<u32>,
}

impl<'n> Tally<'n> {
    pub(super) fn new(lists: &'n NbestLists, scored: &'n Scored, setup: usize, ask: &NbestAsk) -> Self {
        let info = lists.setups[setup].measure.info();
        let tables: Vec<&PairTable> =
            scored.systems.iter().filter_map(|system| system.setups[setup].table.as_ref()).collect();
        let first = scored.systems.first().map(|system| &system.setups[setup].totals);
        let pairs = first.map_or((0, 0), |totals| (totals.scored, totals.scored + totals.refused));
        let choices = [NbestChoice::First, NbestChoice::Oracle, NbestChoice::Expected, NbestChoice::Mbr];
        let choices = || {
            let asked = choices.into_iter().filter(|&choice| ask.mbr || choice != NbestChoice::Mbr);
            asked.map(|choice| Chosen { choice, sum: Sum::new(info), missed: 0 }).collect()
        };
        Self {
            lists,
            setup: &lists.setups[setup],
            signature: lists.signature(scored, setup, pairs).to_string(),
            tables,
            points: lists.points(ask).into_iter().map(|(n, is_all)| (n, is_all, choices())).collect(),
            faulty: BTreeMap::new(),
            rows: ask.rows.then(Vec::new),
            weighed: Sum::new(info),
        }
    }

    fn counts(&self, sentence: usize, tree: usize) -> &'n [i128] {
        self.tables[tree].counts(sentence)
    }

    fn worth(&self, sentence: usize, tree: usize) -> f64 {
        Worth::new(self.setup.measure.info(), self.setup.recipe.empty).value(self.counts(sentence, tree))
    }

    /// The trees of a sentence that were scored, among its first n.
    fn usable(&self, sentence: usize, n: usize) -> Usable {
        let list = &self.lists.lists[sentence];
        let most = list.len().min(n).min(self.tables.len());
        let trees: Vec<usize> =
            (0..most).filter(|&tree| self.tables[tree].refused(sentence).is_none()).collect();
        let score = |tree: &usize| self.lists.candidates.score(list.start + tree).unwrap_or(f64::NAN);
        let weights = weights(&trees.iter().map(score).collect::<Vec<_>>());
        Usable { trees, weights }
    }

    /// The tree of a choice; `None` if there is none.
    fn choose(
        &self,
        (sentence, choice): (usize, NbestChoice),
        usable: &Usable,
        agreement: Option<&Agreement>,
    ) -> Option<usize> {
        let trees = usable.trees.iter();
        match choice {
            NbestChoice::First => usable.trees.first().copied().filter(|&tree| tree == 0),
            NbestChoice::Oracle => first_highest(trees.map(|&tree| (tree, self.worth(sentence, tree)))),
            NbestChoice::Mbr => agreement?.choose(&usable.trees, &usable.weights),
            NbestChoice::Expected => None,
        }
    }

    /// Adds a sentence.
    pub(super) fn add(&mut self, sentence: usize, agreement: Option<&Agreement>) {
        let mut points = std::mem::take(&mut self.points);
        for (n, _, choices) in &mut points {
            let usable = self.usable(sentence, *n);
            for found in choices {
                let missed = self.counts(sentence, 0);
                if found.choice == NbestChoice::Expected {
                    self.weigh(sentence, &usable, &mut found.sum);
                    found.missed += u64::from(usable.trees.is_empty());
                } else if let Some(tree) = self.choose((sentence, found.choice), &usable, agreement) {
                    found.sum.add_pair(self.counts(sentence, tree), self.setup.recipe.empty);
                } else {
                    found.sum.add_missed(missed);
                    found.missed += 1;
                }
            }
        }
        self.points = points;
        let trees = self.lists.lists[sentence].len().min(self.tables.len());
        for kind in (0..trees).filter_map(|tree| self.tables[tree].refused(sentence)) {
            *self.faulty.entry(kind).or_default() += 1;
        }
        if self.rows.is_some() {
            let row = self.row(sentence, agreement);
            self.rows.iter_mut().for_each(|rows| rows.push(row.clone()));
        }
    }

    /// Adds the trees of a sentence to a sum, each by its weight.
    fn weigh(&mut self, sentence: usize, Usable { trees, weights }: &Usable, sum: &mut Sum) {
        for (&tree, &weight) in trees.iter().zip(weights) {
            self.weighed.add_pair(self.tables[tree].counts(sentence), self.setup.recipe.empty);
            sum.take_weighted(&mut self.weighed, weight);
        }
        if trees.is_empty() {
            self.weighed.add_missed(self.tables[0].counts(sentence));
            sum.take_weighted(&mut self.weighed, ONE);
        }
    }

    fn row(&mut self, sentence: usize, agreement: Option<&Agreement>) -> NbestRow {
        let list = self.lists.lists[sentence].clone();
        let info = self.setup.measure.info();
        let usable = self.usable(sentence, usize::MAX);
        let headline = |counts: &[i128]| (info.derive)(counts).first().copied().flatten();
        let candidate = |tree: usize| {
            let weighed = usable.trees.iter().zip(&usable.weights).find(|(usable, _)| **usable == tree);
            let refused = self.tables[tree].refused(sentence);
            let counts = self.counts(sentence, tree);
            NbestCandidate {
                score: self.lists.candidates.score(list.start + tree).unwrap_or(f64::NAN),
                weight: weighed.map_or(0.0, |(_, &weight)| f64::from(weight) / f64::from(ONE)),
                figure: headline(counts).filter(|_| refused.is_none()),
                counts: counts.to_vec(),
                refused,
            }
        };
        let candidates = (0..list.len().min(self.tables.len())).map(candidate).collect();
        let id = self.lists.candidates.id(list.start).map(|id| String::from_utf8_lossy(id).into_owned());
        let mut expected = Sum::new(info);
        self.weigh(sentence, &usable, &mut expected);
        let expected = expected.figures(self.setup.recipe.average).first().copied().flatten();
        let oracle = self.choose((sentence, NbestChoice::Oracle), &usable, agreement);
        NbestRow {
            number: sentence as u64 + 1,
            id,
            candidates,
            oracle,
            mbr: self.choose((sentence, NbestChoice::Mbr), &usable, agreement),
            // Without a tree that was scored, there is nothing to expect.
            expected: expected.filter(|_| oracle.is_some()),
        }
    }

    pub(super) fn finish(self) -> NbestMeasure {
        let choice = |chosen: Chosen| ChoiceScore {
            choice: chosen.choice,
            scores: Scores::from(&chosen.sum),
            missed: chosen.missed,
        };
        let points = self.points.into_iter().map(|(n, is_all, choices)| NbestPoint {
            n,
            is_all,
            choices: choices.into_iter().map(choice).collect(),
        });
        NbestMeasure {
            info: self.setup.measure.info(),
            average: self.setup.recipe.average,
            signature: self.signature,
            faulty: self.faulty.into_iter().collect(),
            points: points.collect(),
            rows: self.rows,
        }
    }
}
