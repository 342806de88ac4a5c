//! The probabilities that follow from a model's counts.

use super::{FirstTotals, ModelCounts, SecondTotals};
use crate::tagger::Tag;
use crate::{Defaults, Inventory};

/// Probabilities of candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimates {
    /// Of any candidate.
    pub any: f64,
    /// By category and length.
    pub by_length: Defaults,
    /// The estimates from the second corpus, if there was one.
    pub ruled: Option<Ruled>,
}

/// Probabilities of candidates that rules match, and of those that they do not.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruled {
    /// Of candidates that no rule matches, by category and length.
    pub uncovered: Defaults,
    /// By category, of candidates that any rule matches.
    pub pool: Vec<f64>,
    /// By rule.
    pub rules: Vec<f64>,
    /// By rule, where its followers begin; one more at the end.
    follow_from: Vec<u32>,
    /// By rule and following tag, sorted.
    follow: Vec<(Tag, f64)>,
}

impl Ruled {
    /// Returns the probabilities of a rule by following tag. Tags that never followed are not listed.
    pub fn follow(&self, rule: usize) -> &[(Tag, f64)] {
        &self.follow[self.follow_from[rule] as usize..self.follow_from[rule + 1] as usize]
    }

    /// Returns the probability of a rule before a tag.
    pub(super) fn before(&self, rule: usize, tag: Tag) -> f64 {
        let follow = self.follow(rule);
        follow.binary_search_by_key(&tag, |&(tag, _)| tag).map_or(self.rules[rule], |at| follow[at].1)
    }
}

impl Estimates {
    pub(super) fn new(counts: &ModelCounts) -> Self {
        let ModelCounts { settings, inventory, first, .. } = counts;
        let FirstTotals { spans, true_chunks, .. } = first;
        let chunks: u64 = true_chunks.iter().sum();
        let candidates = spans.iter().map(|&spans| spans as f64).sum::<f64>() * inventory.len() as f64;
        let any = settings.estimate(chunks as f64, candidates, 0.5);
        let by_length = table(inventory, settings.longest, |cell, length| {
            settings.estimate(true_chunks[cell] as f64, spans[length] as f64, any)
        });
        let ruled = counts.second.as_ref().map(|second| Ruled::new(counts, second, any, &by_length));
        Self { any, by_length, ruled }
    }
}

impl Ruled {
    fn new(counts: &ModelCounts, second: &SecondTotals, any: f64, by_length: &Defaults) -> Self {
        let ModelCounts { settings, inventory, rules, .. } = counts;
        let (longest, mut cells) = (settings.longest, Vec::new());
        for category in inventory.categories() {
            cells.extend((1..=longest).map(|length| by_length.get(category, length)));
        }
        let uncovered = table(inventory, longest, |cell, length| {
            let all = (second.spans[length] as f64 - second.covered[cell]).max(0.0);
            settings.estimate(second.uncovered_true[cell], all, cells[cell])
        });
        let mut sums = vec![(0.0, 0.0); inventory.len()];
        for rule in rules {
            let sum = &mut sums[rule.category.index()];
            *sum = (sum.0 + rule.found.true_ones, sum.1 + rule.found.all);
        }
        let pool: Vec<f64> =
            sums.into_iter().map(|(true_ones, all)| settings.estimate(true_ones, all, any)).collect();
        let mut ruled = Self { uncovered, pool, rules: Vec::new(), follow_from: vec![0], follow: Vec::new() };
        for rule in rules {
            let parent = ruled.pool[rule.category.index()];
            let own = settings.estimate(rule.found.true_ones, rule.found.all, parent);
            ruled.rules.push(own);
            ruled.follow.extend(
                rule.follow
                    .iter()
                    .map(|(tag, found)| (*tag, settings.estimate(found.true_ones, found.all, own))),
            );
            ruled.follow_from.push(ruled.follow.len() as u32);
        }
        ruled
    }
}

/// Creates a table by category and length; `probability` gets the index in counts by both, and in counts by
/// length.
fn table(inventory: &Inventory, longest: u32, probability: impl Fn(usize, usize) -> f64) -> Defaults {
    Defaults::new(inventory, longest, |category, length| {
        let column = length as usize - 1;
        probability(category.index() * longest as usize + column, column)
    })
}
