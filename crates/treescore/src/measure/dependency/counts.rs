//! Counts of the dependency measures.

use crate::measure::{Denominator, Figure, FigureValues, Figures};
use crate::values::{counts, ratio};

counts! {
    /// Counts of dependencies.
    DependencyCounts {
        /// Pairs with counted words.
        pairs: Count,
        /// Dependencies in both trees.
        matched: Count,
        /// Dependencies in both trees, ignoring labels.
        unlabeled: Count,
        /// Dependencies in gold.
        gold: Count,
        /// Dependencies in the system trees.
        system: Count,
        /// Pairs with equal dependencies.
        exact: Count,
    }
}

impl DependencyCounts {
    /// The counts of one pair.
    pub(super) fn from_pair(matched: u64, unlabeled: u64, gold: u64, system: u64) -> Self {
        let exact = u64::from(matched == gold && matched == system);
        Self { pairs: 1, matched, unlabeled, gold, system, exact }
    }

    /// Recall; undefined without gold dependencies.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.matched, self.gold)
    }

    /// Precision; undefined without system dependencies.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.matched, self.system)
    }

    /// F1; undefined without any dependency.
    pub fn f1(&self) -> Option<f64> {
        ratio(2 * self.matched, self.gold + self.system)
    }

    /// F1 without labels.
    pub fn unlabeled_f1(&self) -> Option<f64> {
        ratio(2 * self.unlabeled, self.gold + self.system)
    }
}

impl Figures for DependencyCounts {
    const FIGURES: &'static [Figure] = &[
        Figure::percent("f1", "F1", 9).with_mean().quotient(&[("matched", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("recall", "recall", 8)
            .with_mean()
            .per(Denominator::Gold)
            .quotient(&[("matched", 1)], &[("gold", 1)]),
        Figure::percent("precision", "precision", 7)
            .with_mean()
            .per(Denominator::System)
            .quotient_of_answers(&[("matched", 1)], &[("system", 1)]),
        Figure::percent("unlabeled_f1", "unlab F1", 6)
            .with_mean()
            .quotient(&[("unlabeled", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("exact", "exact", 5)
            .per(Denominator::Pairs)
            .quotient(&[("exact", 1)], &[("pairs", 1)]),
        Figure::percent("unlabeled_recall", "unlab rec", 0)
            .per(Denominator::Gold)
            .quotient(&[("unlabeled", 1)], &[("gold", 1)]),
        Figure::percent("unlabeled_precision", "unlab prec", 0)
            .per(Denominator::System)
            .quotient_of_answers(&[("unlabeled", 1)], &[("system", 1)]),
    ];

    fn figures(&self) -> FigureValues {
        FigureValues::new([
            self.f1(),
            self.recall(),
            self.precision(),
            self.unlabeled_f1(),
            ratio(self.exact, self.pairs),
            ratio(self.unlabeled, self.gold),
            ratio(self.unlabeled, self.system),
        ])
    }
}

counts! {
    /// Counts of attachments.
    AttachmentCounts {
        /// Pairs with counted words.
        pairs: Count,
        /// Words with the correct head and labels.
        matched: Count,
        /// Words with the correct head.
        unlabeled: Count,
        /// Gold words.
        gold: Count,
        /// System words.
        system: Count,
        /// Pairs in which every word has the correct head and labels.
        exact: Count,
        /// Words with the correct labels and any head.
        labels: Count,
    }
}

impl AttachmentCounts {
    /// The labelled attachment score: the share of words with the correct head and labels. If the sides have
    /// different numbers of words, it is the F1 of recall and precision.
    pub fn las(&self) -> Option<f64> {
        ratio(2 * self.matched, self.gold + self.system)
    }

    /// The unlabelled attachment score: as [`las`](Self::las), without labels.
    pub fn uas(&self) -> Option<f64> {
        ratio(2 * self.unlabeled, self.gold + self.system)
    }
}

impl Figures for AttachmentCounts {
    const FIGURES: &'static [Figure] = &[
        Figure::percent("las", "LAS", 9)
            .with_mean()
            .quotient(&[("matched", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("uas", "UAS", 8)
            .with_mean()
            .quotient(&[("unlabeled", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("labels", "labels", 7).quotient(&[("labels", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("exact", "exact", 5)
            .per(Denominator::Pairs)
            .quotient(&[("exact", 1)], &[("pairs", 1)]),
        Figure::percent("recall", "recall", 4)
            .with_mean()
            .per(Denominator::Gold)
            .quotient(&[("matched", 1)], &[("gold", 1)]),
        Figure::percent("precision", "precision", 3)
            .with_mean()
            .per(Denominator::System)
            .quotient_of_answers(&[("matched", 1)], &[("system", 1)]),
        Figure::percent("uas_recall", "UAS rec", 0)
            .per(Denominator::Gold)
            .quotient(&[("unlabeled", 1)], &[("gold", 1)]),
        Figure::percent("uas_precision", "UAS prec", 0)
            .per(Denominator::System)
            .quotient_of_answers(&[("unlabeled", 1)], &[("system", 1)]),
    ];

    fn figures(&self) -> FigureValues {
        let both = self.gold + self.system;
        FigureValues::new([
            self.las(),
            self.uas(),
            ratio(2 * self.labels, both),
            ratio(self.exact, self.pairs),
            ratio(self.matched, self.gold),
            ratio(self.matched, self.system),
            ratio(self.unlabeled, self.gold),
            ratio(self.unlabeled, self.system),
        ])
    }
}
