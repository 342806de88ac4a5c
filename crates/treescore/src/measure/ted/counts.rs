//! Counts of TedEval.

use crate::measure::{Denominator, Fact, FactNumber, Figure, FigureUnit, FigureValues, Figures};
use crate::values::{counts, ratio};

counts! {
    /// Counts of TedEval: what need not be edited.
    TedCounts {
        /// Pairs with nodes.
        pairs: Count,
        /// Nodes that are kept: the largest number of equal nodes in a mapping.
        matched: Count,
        /// Nodes in gold, without roots.
        gold: Count,
        /// Nodes in the system's trees, without roots.
        system: Count,
        /// Pairs in which nothing need be edited.
        exact: Count,
    }
}

impl TedCounts {
    /// Nodes that must be deleted or added to turn one tree into the other.
    ///
    /// ```
    /// use treescore::measure::TedCounts;
    /// let counts = TedCounts { pairs: 1, matched: 6, gold: 9, system: 9, exact: 0 };
    /// assert_eq!((counts.edits(), counts.score()), (6, Some(2.0 / 3.0)));
    /// ```
    pub fn edits(&self) -> u64 {
        (self.gold + self.system).saturating_sub(2 * self.matched)
    }

    /// One less the edits as a share of all nodes; undefined without nodes.
    pub fn score(&self) -> Option<f64> {
        ratio(2 * self.matched, self.gold + self.system)
    }
}

impl Figures for TedCounts {
    const FIGURES: &'static [Figure] = &[
        Figure::percent("ted", "ted", 9)
            .in_unit(FigureUnit::Fraction)
            .with_mean()
            .quotient(&[("matched", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("exact", "exact", 8)
            .per(Denominator::Pairs)
            .quotient(&[("exact", 1)], &[("pairs", 1)]),
        Figure::percent("recall", "recall", 7)
            .per(Denominator::Gold)
            .quotient(&[("matched", 1)], &[("gold", 1)]),
        Figure::percent("precision", "precision", 6)
            .per(Denominator::System)
            .quotient_of_answers(&[("matched", 1)], &[("system", 1)]),
        Figure::percent("edits", "edits", 5)
            .in_unit(FigureUnit::PerPair)
            .per(Denominator::Pairs)
            .lower_is_better()
            .quotient(&[("gold", 1), ("system", 1), ("matched", -2)], &[("pairs", 1)]),
    ];

    fn figures(&self) -> FigureValues {
        let edits = (self.pairs > 0).then(|| self.edits() as f64 / self.pairs as f64);
        FigureValues::new([
            self.score(),
            ratio(self.exact, self.pairs),
            ratio(self.matched, self.gold),
            ratio(self.matched, self.system),
            edits,
        ])
    }
}

pub(super) fn facts(counts: &TedCounts) -> Vec<Fact> {
    let count = FactNumber::Count;
    let numbers = vec![
        ("gold", count(counts.gold)),
        ("system", count(counts.system)),
        ("kept", count(counts.matched)),
        ("edits", count(counts.edits())),
    ];
    vec![Fact { about: "nodes", numbers, note: None }]
}
