//! Causes that neighbouring units decide: words of a neighbour, words of the tree before.
//!
//! Pairs come in order. A pair waits for the next one, because two pairs in a row make a shift.

use std::collections::BTreeMap;

use super::differing::{Cure, DifferingPair, UnitWords};
use super::survey::{Sighting, Spot};
use crate::align::{Cause, WordDifference, cause};
use crate::prepare::normal::normal_form;

/// The pairs whose words differ, by cause.
#[derive(Clone, Debug, Default)]
pub struct Causes {
    /// Each cause with its pairs.
    pub by_cause: BTreeMap<&'static str, CauseSeen>,
    /// What the counts of all pairs gain under each remedy.
    pub gains: BTreeMap<Cure, Vec<i128>>,
    /// System trees with the words of the tree before, where gold has others.
    pub duplicates: Sighting,
    waiting: Option<Waiting>,
    /// The last unit of the part before.
    edge: Option<UnitWords>,
    /// The number of the last duplicate.
    last_duplicate: u64,
}

/// Pairs that differ for one cause.
#[derive(Clone, Debug)]
pub struct CauseSeen {
    /// The cause.
    pub cause: Cause,
    /// The number of pairs.
    pub pairs: u64,
    /// The number of the first pair, from 1.
    pub first: u64,
    /// Where its system tree is.
    pub spot: Spot,
    /// Its difference.
    pub difference: WordDifference,
}

/// A pair whose cause may still be a shift.
#[derive(Clone, Debug)]
struct Waiting {
    pair: DifferingPair,
    /// Whether a neighbouring pair is shifted in the same way.
    is_confirmed: bool,
}

/// What a part says about the pairs of one system whose words differ, with its first and last unit.
#[derive(Clone, Debug, Default)]
pub(super) struct DifferingPart {
    pub(super) pairs: Vec<DifferingPair>,
    pub(super) first: Option<UnitWords>,
    pub(super) last: Option<UnitWords>,
}

impl DifferingPart {
    /// Keeps the first or the last unit of the part. In a part of one unit it is both.
    pub(super) fn see_edge(&mut self, is_first: bool, words: UnitWords) {
        if is_first {
            self.first = Some(words.clone());
        }
        self.last = Some(words);
    }
}

impl Causes {
    /// Adds a part; parts come in order.
    pub(super) fn take(&mut self, part: DifferingPart) {
        let DifferingPart { pairs, first, last } = part;
        // The first unit of a part is the one behind the last pair of the part before.
        if let Some(first) = first
            && let Some(mut waiting) = self.waiting.take()
        {
            if waiting.pair.words.number + 1 == first.number {
                self.look_for_duplicate(&waiting.pair.words, &first);
                waiting.pair.behind = Some(first);
            }
            self.waiting = Some(waiting);
        }
        let edge = std::mem::replace(&mut self.edge, last);
        for mut pair in pairs {
            let is_next = |edge: &&UnitWords| edge.number + 1 == pair.words.number;
            pair.before = pair.before.or_else(|| edge.as_ref().filter(is_next).cloned());
            self.add(pair);
        }
    }

    fn add(&mut self, pair: DifferingPair) {
        if let Some(before) = &pair.before {
            self.look_for_duplicate(before, &pair.words);
        }
        if let Some(behind) = &pair.behind {
            self.look_for_duplicate(&pair.words, behind);
        }
        let waits = |waiting: &&mut Waiting| waiting.pair.words.number + 1 == pair.words.number;
        let is_confirmed = self.waiting.as_mut().filter(waits).is_some_and(|waiting| {
            let is_same = are_shifted_alike(&waiting.pair, &pair);
            waiting.is_confirmed |= is_same;
            is_same
        });
        self.settle();
        self.waiting = Some(Waiting { pair, is_confirmed });
    }

    /// Sees a unit whose system words are those of the unit before, where gold's are not.
    fn look_for_duplicate(&mut self, before: &UnitWords, own: &UnitWords) {
        let words = memchr::memchr_iter(0, &own.system).count();
        let is_duplicate = own.system == before.system && own.gold != before.gold && words > 3;
        if is_duplicate && own.number > self.last_duplicate {
            self.last_duplicate = own.number;
            self.duplicates.see(own.number, || own.spot);
        }
    }

    /// Counts the pair that waits.
    fn settle(&mut self) {
        let Some(Waiting { pair, is_confirmed }) = self.waiting.take() else { return };
        let DifferingPair { mut difference, gains, words, .. } = pair;
        if difference.cause == Cause::OtherWords && is_confirmed {
            difference.cause = Cause::Shifted;
        }
        let cause = difference.cause;
        let seen = self.by_cause.entry(cause.as_str()).or_insert_with(|| CauseSeen {
            cause,
            pairs: 0,
            first: words.number,
            spot: words.spot,
            difference,
        });
        seen.pairs += 1;
        for (cure, gain) in gains {
            let sum = self.gains.entry(cure).or_insert_with(|| vec![0; gain.len()]);
            sum.iter_mut().zip(gain).for_each(|(sum, more)| *sum += more);
        }
    }

    /// Counts what still waits.
    pub(super) fn finish(mut self) -> Self {
        self.settle();
        // Where parts met is no result.
        (self.edge, self.last_duplicate) = (None, 0);
        self
    }
}

/// True if the system trees of two neighbouring pairs both have the words of the gold unit before theirs, or
/// both of the one behind.
fn are_shifted_alike(first: &DifferingPair, second: &DifferingPair) -> bool {
    let (a, b) = (shifts(first), shifts(second));
    (a[0] && b[0]) || (a[1] && b[1])
}

/// Whether the system has the words of the gold unit before, and of the one behind, and not its own.
fn shifts(pair: &DifferingPair) -> [bool; 2] {
    let system = normal(&pair.words.system);
    let is_own = system == normal(&pair.words.gold);
    let is_like = |unit: &UnitWords| normal(&unit.gold) == system;
    [&pair.before, &pair.behind]
        .map(|unit| !system.is_empty() && !is_own && unit.as_ref().is_some_and(is_like))
}

/// Words in normal form, without punctuation.
fn normal(words: &[u8]) -> Vec<String> {
    let words =
        words.split(|&byte| byte == 0).filter(|word| !word.is_empty() && !cause::is_punctuation(word));
    words.map(normal_form).collect()
}
