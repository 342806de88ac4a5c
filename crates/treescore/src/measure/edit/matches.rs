//! Verdicts on items: as matches, and as counts by name.

use std::borrow::Cow;

use super::costs::EditCosts;
use super::counts::EditCounts;
use super::level::Level;
use crate::align::items::{Items, Numbering};
use crate::align::sequence::{Item, SequenceCounts};
use crate::measure::{Facet, FacetSums, ItemId, Match, Verdict};

/// The matches of a mapping, in the order in which brackets close, with unmatched system items in between. A
/// mapping preserves that order, so one pass over both sides suffices.
pub(super) fn matches(gold: &Items, system: &Items, pairs: &[(u32, u32)], matches: &mut Vec<Match>) {
    let mut partners = vec![None; gold.items().len()];
    for &(i, j) in pairs {
        partners[i as usize] = Some(j as usize);
    }
    let is_correct = |i: usize, j: usize| gold.items()[i].label == system.items()[j].label;
    let mut rest = postorder(system).into_iter();
    for i in postorder(gold) {
        let Some(j) = partners[i] else {
            matches.push(Match::missing(i as u32));
            continue;
        };
        let before = rest.by_ref().take_while(|&next| next != j);
        matches.extend(before.map(|extra| Match::extra(extra as u32)));
        let verdict = if is_correct(i, j) { Verdict::Matched } else { Verdict::Relabelled };
        matches.push(Match::both(i as u32, j as u32, verdict));
    }
    matches.extend(rest.map(|extra| Match::extra(extra as u32)));
}

/// The items in the order in which their brackets close, without the dummy root.
fn postorder(items: &Items) -> Vec<usize> {
    let mut order: Vec<usize> = (1..items.items().len()).collect();
    order.sort_by_key(|&node| (items.ends()[node], std::cmp::Reverse(node)));
    order
}

/// Two forests as items, and the names by which they are counted.
pub(super) struct ByName<'a> {
    pub(super) numbering: &'a Numbering,
    pub(super) gold: &'a Items,
    pub(super) system: &'a Items,
    pub(super) costs: &'a EditCosts,
    pub(super) facet: &'a Facet,
}

impl ByName<'_> {
    /// Adds a match to the counts of its names. Corresponding items count for gold's name, except that the
    /// system item counts for its own.
    pub(super) fn add<L: Level>(&self, found: &Match, sums: &mut FacetSums) {
        let operation = match found.verdict {
            Verdict::Matched => SequenceCounts { correct: 1, ..SequenceCounts::default() },
            Verdict::Relabelled => SequenceCounts { substituted: 1, ..SequenceCounts::default() },
            Verdict::Missing => SequenceCounts { deleted: 1, ..SequenceCounts::default() },
            Verdict::Extra | Verdict::Crossing => SequenceCounts { inserted: 1, ..SequenceCounts::default() },
        };
        let name = |items: &Items, item: ItemId| self.name::<L>(items.items()[item.index()]);
        let gold = found.gold.map(|item| name(self.gold, item));
        let system = found.system.map(|item| name(self.system, item));
        let counts = EditCounts::from_operations(operation, self.costs);
        match (gold, system) {
            (Some(gold), Some(system)) if gold != system => {
                let system_counts = EditCounts {
                    system: 1,
                    ..EditCounts::from_operations(SequenceCounts::default(), self.costs)
                };
                let largest = |deleted, inserted| EditCounts::to_field(self.costs.of_gaps(deleted, inserted));
                sums.add(&gold, |sum: &mut EditCounts| {
                    *sum += EditCounts { system: 0, largest_distance_millionths: largest(1, 0), ..counts };
                });
                sums.add(&system, |sum: &mut EditCounts| {
                    *sum += EditCounts { largest_distance_millionths: largest(0, 1), ..system_counts };
                });
                sums.add_confusion(&gold, &system);
            }
            (gold, system) => {
                sums.add(&gold.or(system).unwrap_or_default(), |sum: &mut EditCounts| *sum += counts);
            }
        }
    }

    fn name<L: Level>(&self, item: Item) -> Cow<'_, [u8]> {
        match self.facet {
            Facet::Type => L::kind(self.numbering, item),
            _ => self.numbering.label(item).into(),
        }
    }
}
