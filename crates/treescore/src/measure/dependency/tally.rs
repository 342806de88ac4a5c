//! What dependency measures count.

use std::ops::AddAssign;

use crate::measure::{Counts, Figure, FigureKind, Fixed, Tally, count, ratio};
use crate::prepare::Empty;

/// What is counted in one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DependencyCounts {
    /// Dependencies in both trees.
    pub matched: u32,
    /// Those that are in both whatever their labels.
    pub unlabeled: u32,
    /// Dependencies in gold.
    pub gold: u32,
    /// Dependencies in the system's tree.
    pub system: u32,
}

/// The tally of dependencies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DependencyTally {
    /// Pairs.
    pub pairs: u64,
    /// Dependencies in both trees.
    pub matched: u64,
    /// Those that are in both whatever their labels.
    pub unlabeled: u64,
    /// Dependencies in gold.
    pub gold: u64,
    /// Dependencies in the system's trees.
    pub system: u64,
    /// Pairs with equal dependencies.
    pub exact: u64,
    /// The pairs' F1.
    pub f1: Fixed,
    /// The pairs' recall.
    pub recall: Fixed,
    /// The pairs' precision.
    pub precision: Fixed,
    /// The pairs' F1 without labels.
    pub unlabeled_f1: Fixed,
}

impl AddAssign for DependencyTally {
    fn add_assign(&mut self, other: Self) {
        // A new field does not compile until it is named here.
        let Self { pairs, matched, unlabeled, gold, system, exact, f1, recall, precision, unlabeled_f1 } =
            other;
        self.pairs += pairs;
        self.matched += matched;
        self.unlabeled += unlabeled;
        self.gold += gold;
        self.system += system;
        self.exact += exact;
        self.f1 += f1;
        self.recall += recall;
        self.precision += precision;
        self.unlabeled_f1 += unlabeled_f1;
    }
}

impl DependencyTally {
    /// The tally of one pair.
    pub fn of(counts: DependencyCounts, empty: Empty) -> Self {
        let DependencyCounts { matched, unlabeled, gold, system } = counts;
        let [matched, unlabeled, gold, system] = [matched, unlabeled, gold, system].map(u64::from);
        let mean = |part, whole| Fixed::share(part, whole, empty);
        Self {
            pairs: 1,
            matched,
            unlabeled,
            gold,
            system,
            exact: u64::from(matched == gold && matched == system),
            f1: mean(2 * matched, gold + system),
            recall: mean(matched, gold),
            precision: mean(matched, system),
            unlabeled_f1: mean(2 * unlabeled, gold + system),
        }
    }

    /// The tally of a refused pair with so many gold dependencies: counted as zero, also where there was nothing to find.
    pub(super) fn missed(gold: u32) -> Self {
        let zero = Fixed::of(Some(0.0));
        let counts = DependencyCounts { gold, ..DependencyCounts::default() };
        let means = Self { exact: 0, f1: zero, recall: zero, ..Self::of(counts, Empty::Zero) };
        Self { precision: zero, unlabeled_f1: zero, ..means }
    }

    /// Recall of the sum; undefined without gold dependencies.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.matched, self.gold)
    }

    /// Precision of the sum; undefined without system dependencies.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.matched, self.system)
    }

    /// F1 of the sum; undefined without any dependency.
    pub fn f1(&self) -> Option<f64> {
        ratio(2 * self.matched, self.gold + self.system)
    }

    /// F1 of the sum if labels do not count.
    pub fn unlabeled_f1(&self) -> Option<f64> {
        ratio(2 * self.unlabeled, self.gold + self.system)
    }
}

const fn percent(key: &'static str, title: &'static str, rank: u8) -> Figure {
    Figure { key, title, kind: FigureKind::Percent, rank }
}

/// The figures of dependencies.
pub(super) const FIGURES: &[Figure] = &[
    percent("f1", "F1", 9),
    percent("recall", "recall", 8),
    percent("precision", "precision", 7),
    percent("unlabeled_f1", "unlab F1", 6),
    percent("exact", "exact", 5),
    percent("unlabeled_recall", "unlab rec", 0),
    percent("unlabeled_precision", "unlab prec", 0),
];

impl Tally for DependencyTally {
    fn corpus(&self) -> Vec<Option<f64>> {
        vec![
            self.f1(),
            self.recall(),
            self.precision(),
            self.unlabeled_f1(),
            ratio(self.exact, self.pairs),
            ratio(self.unlabeled, self.gold),
            ratio(self.unlabeled, self.system),
        ]
    }

    fn sentence_mean(&self) -> Vec<Option<f64>> {
        let means = [&self.f1, &self.recall, &self.precision, &self.unlabeled_f1].map(Fixed::mean);
        means.into_iter().chain(std::iter::repeat_n(None, FIGURES.len() - means.len())).collect()
    }

    fn counts(&self) -> Counts {
        Counts::from([
            ("pairs", self.pairs.into()),
            ("matched", self.matched.into()),
            ("unlabeled", self.unlabeled.into()),
            ("gold", self.gold.into()),
            ("system", self.system.into()),
            ("exact", self.exact.into()),
            ("f1_sum", self.f1.sum),
            ("f1_pairs", self.f1.values.into()),
            ("recall_sum", self.recall.sum),
            ("recall_pairs", self.recall.values.into()),
            ("precision_sum", self.precision.sum),
            ("precision_pairs", self.precision.values.into()),
            ("unlabeled_f1_sum", self.unlabeled_f1.sum),
            ("unlabeled_f1_pairs", self.unlabeled_f1.values.into()),
        ])
    }

    fn of_counts(counts: &Counts) -> Self {
        let count = |name: &str| count(counts, name);
        let fixed = |sum: &str, values: &str| Fixed::named(counts, sum, values);
        Self {
            pairs: count("pairs"),
            matched: count("matched"),
            unlabeled: count("unlabeled"),
            gold: count("gold"),
            system: count("system"),
            exact: count("exact"),
            f1: fixed("f1_sum", "f1_pairs"),
            recall: fixed("recall_sum", "recall_pairs"),
            precision: fixed("precision_sum", "precision_pairs"),
            unlabeled_f1: fixed("unlabeled_f1_sum", "unlabeled_f1_pairs"),
        }
    }
}

/// The figures of attachment.
pub(super) const ATTACHMENT_FIGURES: &[Figure] = &[
    percent("las", "LAS", 9),
    percent("uas", "UAS", 8),
    percent("labels", "labels", 7),
    percent("exact", "exact", 5),
    percent("recall", "recall", 4),
    percent("precision", "precision", 3),
    percent("uas_recall", "UAS rec", 0),
    percent("uas_precision", "UAS prec", 0),
];

/// The tally of attachment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttachmentTally {
    /// Words with the right head: with the right labels `matched`, whatever the labels `unlabeled`.
    pub attached: DependencyTally,
    /// Words with the right labels, whatever the head.
    pub labels: u64,
}

impl AddAssign for AttachmentTally {
    fn add_assign(&mut self, other: Self) {
        let Self { attached, labels } = other;
        self.attached += attached;
        self.labels += labels;
    }
}

impl AttachmentTally {
    /// The labelled attachment score: of the words that have a head, those with the right one and the right labels. If the sides have different
    /// numbers of words, it is the F1 of recall and precision.
    pub fn las(&self) -> Option<f64> {
        self.attached.f1()
    }

    /// The same without labels.
    pub fn uas(&self) -> Option<f64> {
        self.attached.unlabeled_f1()
    }
}

impl Tally for AttachmentTally {
    fn corpus(&self) -> Vec<Option<f64>> {
        let DependencyTally { gold, system, pairs, exact, unlabeled, .. } = self.attached;
        vec![
            self.las(),
            self.uas(),
            ratio(2 * self.labels, gold + system),
            ratio(exact, pairs),
            self.attached.recall(),
            self.attached.precision(),
            ratio(unlabeled, gold),
            ratio(unlabeled, system),
        ]
    }

    fn sentence_mean(&self) -> Vec<Option<f64>> {
        let DependencyTally { f1, recall, precision, unlabeled_f1, .. } = &self.attached;
        vec![f1.mean(), unlabeled_f1.mean(), None, None, recall.mean(), precision.mean(), None, None]
    }

    fn counts(&self) -> Counts {
        let mut counts = self.attached.counts();
        counts.insert("labels", self.labels.into());
        counts
    }

    fn of_counts(counts: &Counts) -> Self {
        Self { attached: DependencyTally::of_counts(counts), labels: count(counts, "labels") }
    }
}
