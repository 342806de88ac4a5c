//! Several replies for one sentence: the best, all of them, and the one that agrees most with the others.

use super::lens::{Both, Forest};
use super::replies::ReplySums;
use super::work::{Counters, Job, Part};
use crate::measure::{MeasureInfo, Sum, Worth, first_highest};
use crate::prepare::Empty;
use crate::tree::Labels;

/// Sums over samples. A sample without a tree counts as if the system had found nothing.
#[derive(Clone, Debug)]
pub struct SampleSums {
    /// The number of sentences.
    pub sentences: u64,
    /// The number of samples.
    pub samples: u64,
    /// The sum over the best sample of each sentence, by the headline figure.
    pub best: Sum,
    /// The sum over all samples.
    pub mean: Sum,
    /// The sum over the sample of each sentence that agrees most with its others, by the mean of the headline figure.
    pub majority: Sum,
}

impl SampleSums {
    fn new(info: &'static MeasureInfo) -> Self {
        let nothing = Sum::new(info);
        Self { sentences: 0, samples: 0, best: nothing.clone(), mean: nothing.clone(), majority: nothing }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let Self { sentences, samples, best, mean, majority } = other;
        self.sentences += sentences;
        self.samples += samples;
        self.best.merge(best);
        self.mean.merge(mean);
        self.majority.merge(majority);
    }
}

/// The counts of a pair by one setup; what was missed if it was refused.
#[derive(Clone)]
struct Counted {
    row: Vec<i128>,
    is_scored: bool,
}

impl Counted {
    fn add_to(&self, sum: &mut Sum, empty: Empty) {
        if self.is_scored { sum.add_pair(&self.row, empty) } else { sum.add_missed(&self.row) }
    }

    /// How good it is. A refused pair is worse than any other.
    fn value(&self, worth: Worth) -> f64 {
        if self.is_scored { worth.value(&self.row) } else { f64::NEG_INFINITY }
    }
}

/// The samples of one sentence, each with its tree if it has one, and the pair that they belong to.
pub(super) struct Samples<'s> {
    pub(super) gold: Forest<'s>,
    pub(super) trees: Vec<Option<Forest<'s>>>,
    pub(super) labels: &'s Labels,
    /// The number of the pair, from 0, and the position of the system in the pass.
    pub(super) pair: (u64, usize),
}

impl Samples<'_> {
    /// Adds the sentence to the sums of each setup.
    pub(super) fn add(&self, job: &Job<'_>, counters: &mut Counters, part: &mut Part) {
        let with_gold: Vec<_> =
            self.trees.iter().map(|tree| self.count(job, counters, self.gold, *tree)).collect();
        let agreements: Vec<Vec<f64>> = self.agreements(job, counters);
        // Lenses hold what they prepared last, which may be a sample.
        counters.begin_gold();
        for (number, setup) in job.setups.iter().enumerate() {
            let totals = &mut part.systems[self.pair.1][number].totals;
            let replies = ReplySums::of(&mut totals.replies, setup.info);
            let sums = replies.samples.get_or_insert_with(|| SampleSums::new(setup.info));
            sums.sentences += 1;
            sums.samples += with_gold.len() as u64;
            let rows: Vec<&Counted> = with_gold.iter().map(|counted| &counted[number]).collect();
            for row in &rows {
                row.add_to(&mut sums.mean, setup.empty);
            }
            let worth = Worth::new(setup.info, setup.empty);
            if let Some(best) = first_highest(rows.iter().map(|row| row.value(worth)).enumerate()) {
                rows[best].add_to(&mut sums.best, setup.empty);
            }
            let agreements = agreements.iter().map(|of_sample| of_sample[number]).enumerate();
            if let Some(majority) = first_highest(agreements) {
                rows[majority].add_to(&mut sums.majority, setup.empty);
            }
        }
    }

    /// The mean agreement of each sample with the others, by each setup. One without a tree agrees with none.
    fn agreements(&self, job: &Job<'_>, counters: &mut Counters) -> Vec<Vec<f64>> {
        let mut means = vec![vec![0.0; job.setups.len()]; self.trees.len()];
        for (at, tree) in self.trees.iter().enumerate() {
            if tree.is_none() {
                means[at].fill(f64::NEG_INFINITY);
            }
        }
        for (gold_at, gold) in self.trees.iter().enumerate() {
            let Some(gold) = gold else { continue };
            for (at, tree) in self.trees.iter().enumerate() {
                if at == gold_at || tree.is_none() {
                    continue;
                }
                let counted = self.count(job, counters, *gold, *tree);
                for ((setup, counted), mean) in job.setups.iter().zip(&counted).zip(&mut means[at]) {
                    *mean += Worth::new(setup.info, setup.empty).value(&counted.row);
                }
            }
        }
        means
    }

    /// The counts of a tree against another by each setup; what it misses without a tree.
    fn count(
        &self,
        job: &Job<'_>,
        counters: &mut Counters,
        gold: Forest<'_>,
        tree: Option<Forest<'_>>,
    ) -> Vec<Counted> {
        let nothing = |setup: &super::work::JobSetup<'_>| vec![0; setup.info.fields.len()];
        let mut counted: Vec<Counted> =
            job.setups.iter().map(|setup| Counted { row: nothing(setup), is_scored: false }).collect();
        let (number, system) = self.pair;
        for (at, lens) in counters.lenses.iter_mut().enumerate() {
            lens.begin_gold();
            let Some(tree) = tree else { continue };
            let both = Both { gold, system: tree, labels: self.labels };
            let Ok(located) = lens.pair(&both, number, system) else { continue };
            let setups = job.setups.iter().zip(&mut counters.countings).zip(&mut counted);
            for ((_, counting), counted) in setups.filter(|((setup, _), _)| setup.lens() == at) {
                counted.is_scored = counting.counter.count(&located.pair, &mut counted.row).is_ok();
            }
        }
        for ((setup, counting), counted) in job.setups.iter().zip(&mut counters.countings).zip(&mut counted) {
            if !counted.is_scored {
                let unpaired = counters.lenses[setup.lens()].unpaired(gold, self.labels);
                counting.counter.count_missed(Some(&unpaired), &mut counted.row);
            }
        }
        counted
    }
}
