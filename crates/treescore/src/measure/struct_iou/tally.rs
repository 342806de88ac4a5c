//! What Struct-IoU counts.

use std::ops::AddAssign;

use crate::measure::{Counts, Fact, FactNumber, Figure, FigureKind, Fixed, Tally, count, ratio};

pub(super) const FIGURES: &[Figure] = &[
    Figure { key: "struct_iou", title: "Struct-IoU", kind: FigureKind::Fraction, rank: 9 },
    Figure { key: "strict", title: "strict", kind: FigureKind::Fraction, rank: 8 },
    Figure { key: "unlabeled", title: "unlabelled", kind: FigureKind::Fraction, rank: 7 },
    Figure { key: "overlap", title: "overlap", kind: FigureKind::PerPair, rank: 0 },
];

/// The tally of Struct-IoU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IouTally {
    /// Pairs.
    pub pairs: u64,
    /// Nodes in gold.
    pub gold: u64,
    /// Nodes in the system's trees.
    pub system: u64,
    /// Pairs of nodes that were mapped to each other.
    pub mapped: u64,
    /// Those with equal labels.
    pub same_label: u64,
    /// The overlap of the mapped nodes and the pairs' scores, by the settings asked for.
    pub asked: Variant,
    /// The same if every two nodes need equal labels.
    pub strict: Variant,
    /// The same if labels do not matter.
    pub unlabeled: Variant,
    /// Seconds of gold speech, where there are times.
    pub gold_time: Fixed,
    /// Seconds of the system's.
    pub system_time: Fixed,
}

/// The sums of one way of comparing labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// Summed IoU of the nodes that were mapped to each other.
    pub weight: Fixed,
    /// The pairs' scores.
    pub score: Fixed,
}

impl Variant {
    /// A pair of trees of so many nodes whose best mapping has this weight.
    pub(super) fn of(weight: f64, nodes: u64) -> Self {
        let score = (nodes > 0).then(|| 2.0 * weight / nodes as f64);
        Self { weight: Fixed::of(Some(weight)), score: Fixed::of(score) }
    }

    fn corpus(&self, nodes: u64) -> Option<f64> {
        (nodes > 0 && self.weight.values > 0).then(|| 2.0 * self.weight.total() / nodes as f64)
    }
}

impl AddAssign for Variant {
    fn add_assign(&mut self, other: Self) {
        let Self { weight, score } = other;
        self.weight += weight;
        self.score += score;
    }
}

impl AddAssign for IouTally {
    fn add_assign(&mut self, other: Self) {
        // A new field does not compile until it is named here.
        let Self { pairs, gold, system, mapped, same_label, .. } = other;
        let Self { asked, strict, unlabeled, gold_time, system_time, .. } = other;
        self.pairs += pairs;
        self.gold += gold;
        self.system += system;
        self.mapped += mapped;
        self.same_label += same_label;
        self.asked += asked;
        self.strict += strict;
        self.unlabeled += unlabeled;
        self.gold_time += gold_time;
        self.system_time += system_time;
    }
}

impl IouTally {
    /// The corpus-level score (Definition 15); undefined without nodes.
    pub fn struct_iou(&self) -> Option<f64> {
        self.asked.corpus(self.gold + self.system)
    }

    /// The mean of the pairs' scores.
    pub fn sentence_average(&self) -> Option<f64> {
        self.asked.score.mean()
    }

    fn variants(&self) -> [&Variant; 3] {
        [&self.asked, &self.strict, &self.unlabeled]
    }
}

/// Names of the sums of each variant: overlap, how many; score, how many.
const NAMES: [[&str; 4]; 3] = [
    ["overlap_sum", "overlap_pairs", "score_sum", "score_pairs"],
    ["strict_overlap_sum", "strict_overlap_pairs", "strict_score_sum", "strict_score_pairs"],
    ["unlabeled_overlap_sum", "unlabeled_overlap_pairs", "unlabeled_score_sum", "unlabeled_score_pairs"],
];

impl Tally for IouTally {
    fn corpus(&self) -> Vec<Option<f64>> {
        let scores = self.variants().map(|variant| variant.corpus(self.gold + self.system));
        let overlap = ratio(1, self.pairs).map(|share| self.asked.weight.total() * share);
        scores.into_iter().chain([overlap]).collect()
    }

    fn sentence_mean(&self) -> Vec<Option<f64>> {
        self.variants().map(|variant| variant.score.mean()).into_iter().chain([None]).collect()
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::from([
            ("pairs", self.pairs.into()),
            ("gold", self.gold.into()),
            ("system", self.system.into()),
            ("mapped", self.mapped.into()),
            ("same_label", self.same_label.into()),
            ("gold_time_sum", self.gold_time.sum),
            ("gold_time_pairs", self.gold_time.values.into()),
            ("system_time_sum", self.system_time.sum),
            ("system_time_pairs", self.system_time.values.into()),
        ]);
        for (names, variant) in NAMES.iter().zip(self.variants()) {
            let Variant { weight, score } = variant;
            let sums = [weight.sum, weight.values.into(), score.sum, score.values.into()];
            counts.extend(names.iter().copied().zip(sums));
        }
        counts
    }

    fn of_counts(counts: &Counts) -> Self {
        let count = |name: &str| count(counts, name);
        let fixed = |sum: &str, values: &str| Fixed::named(counts, sum, values);
        let [asked, strict, unlabeled] = NAMES.map(|[overlap, overlaps, score, scores]| Variant {
            weight: fixed(overlap, overlaps),
            score: fixed(score, scores),
        });
        Self {
            pairs: count("pairs"),
            gold: count("gold"),
            system: count("system"),
            mapped: count("mapped"),
            same_label: count("same_label"),
            asked,
            strict,
            unlabeled,
            gold_time: fixed("gold_time_sum", "gold_time_pairs"),
            system_time: fixed("system_time_sum", "system_time_pairs"),
        }
    }

    fn facts(&self) -> Vec<Fact> {
        let count = FactNumber::Count;
        let mean = ratio(1, self.mapped).map(|share| self.asked.weight.total() * share);
        let mut facts = vec![
            Fact {
                about: "nodes",
                numbers: vec![
                    ("gold", count(self.gold)),
                    ("system", count(self.system)),
                    ("mapped", count(self.mapped)),
                ],
            },
            Fact {
                about: "overlap",
                numbers: vec![
                    ("mean IoU of mapped nodes", FactNumber::Fraction(mean)),
                    ("same label", count(self.same_label)),
                ],
            },
        ];
        if self.gold_time.values > 0 {
            let seconds = |time: &Fixed| FactNumber::Seconds(Some(time.total()));
            let numbers = vec![("gold", seconds(&self.gold_time)), ("system", seconds(&self.system_time))];
            facts.push(Fact { about: "speech", numbers });
        }
        facts
    }
}
