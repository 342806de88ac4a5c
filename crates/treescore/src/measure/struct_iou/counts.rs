//! Counts of Struct-IoU.

use crate::measure::{Denominator, Fact, FactNumber, Figure, FigureUnit, FigureValues, Figures, Fixed};
use crate::values::counts;

counts! {
    /// Counts of Struct-IoU.
    IouCounts {
        /// Pairs with nodes.
        pairs: Count,
        /// Nodes in gold.
        gold: Count,
        /// Nodes in the system trees.
        system: Count,
        /// Pairs of nodes that are mapped to each other.
        mapped: Count,
        /// Mapped pairs with equal labels.
        same_label: Count,
        /// Sum of the IoU of mapped nodes, with the chosen settings.
        overlap: Fixed,
        /// The same sum if all mapped nodes need equal labels.
        strict_overlap: Fixed,
        /// The same sum if labels are ignored.
        unlabeled_overlap: Fixed,
        /// Pairs for which the last two sums were computed.
        variants: Count,
        /// Pairs with word times.
        timed: Count,
        /// Seconds of gold speech.
        gold_time: Fixed,
        /// Seconds of system speech.
        system_time: Fixed,
    }
}

impl IouCounts {
    /// The corpus-level score (Definition 15); undefined without nodes.
    pub fn struct_iou(&self) -> Option<f64> {
        self.score(self.overlap)
    }

    /// Twice the overlap, divided by the number of nodes.
    fn score(&self, overlap: i128) -> Option<f64> {
        let nodes = self.gold + self.system;
        (nodes > 0).then(|| Fixed::real(2 * overlap) / nodes as f64)
    }
}

impl Figures for IouCounts {
    const FIGURES: &'static [Figure] = &[
        Figure::percent("struct_iou", "Struct-IoU", 9)
            .in_unit(FigureUnit::Fraction)
            .with_mean()
            .quotient(&[("overlap", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("strict", "strict", 8)
            .in_unit(FigureUnit::Fraction)
            .with_mean()
            .quotient(&[("strict_overlap", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("unlabeled", "unlabelled", 7)
            .in_unit(FigureUnit::Fraction)
            .with_mean()
            .quotient(&[("unlabeled_overlap", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("overlap", "overlap", 0)
            .in_unit(FigureUnit::PerPair)
            .per(Denominator::Pairs)
            .quotient(&[("overlap", 1)], &[("pairs", 1)]),
    ];

    fn figures(&self) -> FigureValues {
        let variant = |overlap| self.score(overlap).filter(|_| self.variants > 0);
        let per_pair = (self.pairs > 0).then(|| Fixed::real(self.overlap) / self.pairs as f64);
        FigureValues::new([
            self.struct_iou(),
            variant(self.strict_overlap),
            variant(self.unlabeled_overlap),
            per_pair,
        ])
    }
}

pub(super) fn facts(counts: &IouCounts) -> Vec<Fact> {
    let count = FactNumber::Count;
    let mean = (counts.mapped > 0).then(|| Fixed::real(counts.overlap) / counts.mapped as f64);
    let mut facts = vec![
        Fact {
            about: "nodes",
            numbers: vec![
                ("gold", count(counts.gold)),
                ("system", count(counts.system)),
                ("mapped", count(counts.mapped)),
            ],
            note: None,
        },
        Fact {
            about: "overlap",
            numbers: vec![
                ("mean IoU of mapped nodes", FactNumber::Fraction(mean)),
                ("same label", count(counts.same_label)),
            ],
            note: None,
        },
    ];
    if counts.timed > 0 {
        let seconds = |time: i128| FactNumber::Seconds(Some(Fixed::real(time)));
        let numbers = vec![("gold", seconds(counts.gold_time)), ("system", seconds(counts.system_time))];
        facts.push(Fact { about: "speech", numbers, note: None });
    }
    facts
}
