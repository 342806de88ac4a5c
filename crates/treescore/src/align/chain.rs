//! Kernel: the longest common chain of matches of two sequences and, among the longest, the one with the most
//! heavy matches.
//!
//! Where few items can match, matches are visited one by one with a tree of prefix maxima (Hunt and
//! Szymanski): `r log n` for `r` matches. Where many can, a table is filled row by row and the path through
//! it is found by halving (Hirschberg), so memory stays that of one row.

use std::ops::Range;

/// One item of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Items with different keys never match.
    pub(crate) key: u64,
    /// A match of two heavy items is a heavy match.
    pub(crate) is_heavy: bool,
}

/// The length of a chain and, in the lower half, its number of heavy matches. Larger is better.
type Value = u64;

/// The value of a match, before its weight.
const MATCH: Value = 1 << 32;

/// Largest number of matches that is kept in memory. With more of them the table is used, which keeps none.
const MOST_MATCHES: usize = 1 << 24;

/// No match comes before this one.
const FIRST: u32 = u32::MAX;

/// Finds chains. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chain {
    /// Keys and positions of the system's items, sorted.
    places: Vec<(u64, u32)>,
    /// A Fenwick tree: the best value up to a position, and the match it ends with.
    best: Vec<(Value, u32)>,
    matches: Vec<Match>,
    rows: [Vec<Value>; 2],
    halves: Vec<(Range<usize>, Range<usize>)>,
}

/// A match, and the one before it in the best chain that ends with it.
#[derive(Clone, Copy, Debug)]
struct Match {
    gold: u32,
    system: u32,
    before: u32,
}

/// Two sequences, and which of their items match.
struct Both<'a, F> {
    gold: &'a [Link],
    system: &'a [Link],
    matches: F,
}

impl<F: Fn(usize, usize) -> bool> Both<'_, F> {
    /// The value of matching these two items; `None` if they do not match.
    fn worth(&self, gold: usize, system: usize) -> Option<Value> {
        let (gold_link, system_link) = (self.gold[gold], self.system[system]);
        (gold_link.key == system_link.key && (self.matches)(gold, system))
            .then(|| MATCH + Value::from(gold_link.is_heavy && system_link.is_heavy))
    }

    /// True if these two items, both outermost at the same end, can be matched at once. If either were
    /// matched with another item, its counterpart would be free, and matching the two is worth no less: it is
    /// heavy if either of them can be in a heavy match.
    fn is_settled(&self, gold: usize, system: usize) -> bool {
        self.gold[gold].is_heavy == self.system[system].is_heavy && self.worth(gold, system).is_some()
    }
}

impl Chain {
    /// Finds the matches of the best chain: positions in `gold` and `system`, ascending. Items with equal
    /// keys match if `matches` returns true.
    pub(crate) fn find(
        &mut self,
        gold: &[Link],
        system: &[Link],
        matches: impl Fn(usize, usize) -> bool,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        pairs.clear();
        let both = Both { gold, system, matches };
        let shorter = gold.len().min(system.len());
        let first = (0..shorter).take_while(|&at| both.is_settled(at, at)).count();
        let settled = |back: &usize| both.is_settled(gold.len() - 1 - back, system.len() - 1 - back);
        let last = (0..shorter - first).take_while(settled).count();
        pairs.extend((0..first).map(|at| (at as u32, at as u32)));
        let (gold_range, system_range) = (first..gold.len() - last, first..system.len() - last);
        if self.prefers_matches(&both, &gold_range, &system_range) {
            self.find_by_matches(&both, gold_range, system_range, pairs);
        } else {
            self.find_by_table(&both, gold_range, system_range, pairs);
        }
        pairs.extend(
            (0..last).rev().map(|back| ((gold.len() - 1 - back) as u32, (system.len() - 1 - back) as u32)),
        );
    }

    /// Sorts the system's items by key. Returns true if visiting the matches is faster than filling a table.
    fn prefers_matches<F>(
        &mut self,
        both: &Both<'_, F>,
        gold_range: &Range<usize>,
        system_range: &Range<usize>,
    ) -> bool {
        self.places.clear();
        self.places.extend(system_range.clone().map(|at| (both.system[at].key, at as u32)));
        self.places.sort_unstable();
        let steps = (usize::BITS - system_range.len().leading_zeros()).max(1) as usize;
        let most = MOST_MATCHES.min(gold_range.len().saturating_mul(system_range.len()) / steps);
        let mut count = 0;
        for at in gold_range.clone() {
            count += self.places_of(both.gold[at].key).len();
            if count > most {
                return false;
            }
        }
        true
    }

    /// The range of this key in the sorted list.
    fn places_of(&self, key: u64) -> Range<usize> {
        let start = self.places.partition_point(|&(other, _)| other < key);
        start..start + self.places[start..].partition_point(|&(other, _)| other == key)
    }

    fn find_by_matches<F: Fn(usize, usize) -> bool>(
        &mut self,
        both: &Both<'_, F>,
        gold_range: Range<usize>,
        system_range: Range<usize>,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        self.matches.clear();
        self.best.clear();
        self.best.resize(system_range.len() + 1, (0, FIRST));
        for gold in gold_range {
            // From the last to the first, so that a value noted for one position is not seen from those
            // before it.
            for at in self.places_of(both.gold[gold].key).rev() {
                let system = self.places[at].1;
                let Some(worth) = both.worth(gold, system as usize) else { continue };
                let place = system as usize - system_range.start;
                let (value, before) = self.best_up_to(place);
                let number = self.matches.len() as u32;
                self.matches.push(Match { gold: gold as u32, system, before });
                self.set_value(place + 1, (value + worth, number));
            }
        }
        let (mut at, start) = (self.best_up_to(system_range.len()).1, pairs.len());
        while let Some(&Match { gold, system, before }) = self.matches.get(at as usize) {
            pairs.push((gold, system));
            at = before;
        }
        pairs[start..].reverse();
    }

    /// The best value of the first `count` positions.
    fn best_up_to(&self, count: usize) -> (Value, u32) {
        let (mut at, mut best) = (count, (0, FIRST));
        while at > 0 {
            if self.best[at].0 > best.0 {
                best = self.best[at];
            }
            at &= at - 1;
        }
        best
    }

    /// Notes a value for the `count`-th position.
    fn set_value(&mut self, count: usize, value: (Value, u32)) {
        let mut at = count;
        while let Some(best) = self.best.get_mut(at) {
            if value.0 > best.0 {
                *best = value;
            }
            at += at & at.wrapping_neg();
        }
    }

    fn find_by_table<F: Fn(usize, usize) -> bool>(
        &mut self,
        both: &Both<'_, F>,
        gold_range: Range<usize>,
        system_range: Range<usize>,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        self.halves.clear();
        self.halves.push((gold_range, system_range));
        while let Some((gold_range, system_range)) = self.halves.pop() {
            if gold_range.len() <= 1 {
                pairs
                    .extend(gold_range.clone().next().and_then(|gold| both.best_partner(gold, system_range)));
                continue;
            }
            let middle = gold_range.start + gold_range.len() / 2;
            let [before, after] = &mut self.rows;
            both.fill_before(gold_range.start..middle, system_range.clone(), before);
            both.fill_after(middle..gold_range.end, system_range.clone(), after);
            let value = |&at: &usize| before[at] + after[at];
            let cut = system_range.start + (0..=system_range.len()).max_by_key(value).unwrap_or_default();
            self.halves.push((middle..gold_range.end, cut..system_range.end));
            self.halves.push((gold_range.start..middle, system_range.start..cut));
        }
    }
}

impl<F: Fn(usize, usize) -> bool> Both<'_, F> {
    /// The best match of one gold item.
    fn best_partner(&self, gold: usize, system_range: Range<usize>) -> Option<(u32, u32)> {
        let worth = system_range.filter_map(|system| Some((self.worth(gold, system)?, system)));
        worth.max().map(|(_, system)| (gold as u32, system as u32))
    }

    /// Computes the best value of the gold items with each prefix of the system items.
    fn fill_before(&self, gold_range: Range<usize>, system_range: Range<usize>, row: &mut Vec<Value>) {
        row.clear();
        row.resize(system_range.len() + 1, 0);
        for gold in gold_range {
            let mut diagonal = 0;
            for at in 1..=system_range.len() {
                let above = row[at];
                let worth = self.worth(gold, system_range.start + at - 1).map_or(0, |worth| diagonal + worth);
                row[at] = above.max(row[at - 1]).max(worth);
                diagonal = above;
            }
        }
    }

    /// Computes the best value of the gold items with each suffix of the system items.
    fn fill_after(&self, gold_range: Range<usize>, system_range: Range<usize>, row: &mut Vec<Value>) {
        row.clear();
        row.resize(system_range.len() + 1, 0);
        for gold in gold_range.rev() {
            let mut diagonal = 0;
            for at in (0..system_range.len()).rev() {
                let below = row[at];
                let worth = self.worth(gold, system_range.start + at).map_or(0, |worth| diagonal + worth);
                row[at] = below.max(row[at + 1]).max(worth);
                diagonal = below;
            }
        }
    }
}

#[cfg(test)]
#[path = "chain_tests.rs"]
mod tests;
