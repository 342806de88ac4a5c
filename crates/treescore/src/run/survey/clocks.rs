//! What is seen of word times: when each side of a pair begins and ends, and by how much its words start later.
//!
//! Pairs are kept one by one, because what a remedy is worth is known only when all have been seen. That is less
//! than the times themselves, which are in memory, too.

use std::sync::Arc;

use crate::read::times::{Interval, TimedWords, Times};
use crate::tree::Which;

/// A place in a file of times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesPlace {
    /// The name of the file.
    pub file: Arc<str>,
    /// The line where the utterance begins, from 1.
    pub line: u64,
}

impl TimesPlace {
    pub(in crate::run) fn new(words: &TimedWords<'_>) -> Self {
        Self { file: words.file().into(), line: words.line() }
    }
}

impl std::fmt::Display for TimesPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:1", self.file, self.line)
    }
}

/// The times of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairClock {
    /// From the first start of gold to its last end.
    pub gold: Interval,
    /// The same for the system.
    pub system: Interval,
    /// The number of differences of starts: the number of words, if both sides have equally many.
    pub words: usize,
}

impl PairClock {
    /// For how long both sides speak; negative if they do not overlap.
    pub fn common(&self) -> f64 {
        self.gold.1.min(self.system.1) - self.gold.0.max(self.system.0)
    }
}

/// The times of all pairs that have times on both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clocks {
    /// The pairs.
    pub pairs: Vec<PairClock>,
    /// By how much the words of the system start later than those of gold, pair by pair.
    pub differences: Vec<f64>,
    /// Where the first pair is, in gold's file and the system's.
    pub first: Option<[TimesPlace; 2]>,
    /// The number of pairs whose sides do not overlap.
    pub apart: usize,
    /// Where the first of them is, in the system's file.
    pub first_apart: Option<TimesPlace>,
}

impl Clocks {
    /// Compares two files of times, utterance by utterance.
    pub fn of(gold: &Times, system: &Times) -> Self {
        let mut clocks = Self::default();
        for at in 0..gold.len().min(system.len()) {
            if let (Ok(gold), Ok(system)) = (gold.whole(at), system.whole(at)) {
                let places = || [&gold, &system].map(TimesPlace::new);
                clocks.see([gold.intervals(), system.intervals()], places);
            }
        }
        clocks
    }

    /// Looks at the times of a pair.
    pub(in crate::run) fn see(
        &mut self,
        [gold, system]: [&[Interval]; 2],
        places: impl FnOnce() -> [TimesPlace; 2],
    ) {
        let (Some(gold_hull), Some(system_hull)) = (hull(gold), hull(system)) else { return };
        let words = if gold.len() == system.len() { gold.len() } else { 0 };
        let pair = PairClock { gold: gold_hull, system: system_hull, words };
        let is_apart = pair.common() <= 0.0;
        let is_new = self.first.is_none() || (is_apart && self.first_apart.is_none());
        if let Some(places) = is_new.then(places) {
            if is_apart && self.first_apart.is_none() {
                self.first_apart = Some(places[Which::System as usize].clone());
            }
            self.first.get_or_insert(places);
        }
        self.apart += usize::from(is_apart);
        self.pairs.push(pair);
        self.differences.extend(gold[..words].iter().zip(system).map(|(gold, system)| system.0 - gold.0));
    }

    /// Adds what was seen later.
    pub(super) fn merge(&mut self, later: Self) {
        let Self { pairs, differences, first, apart, first_apart } = later;
        self.pairs.extend(pairs);
        self.differences.extend(differences);
        self.first = self.first.take().or(first);
        self.apart += apart;
        self.first_apart = self.first_apart.take().or(first_apart);
    }
}

/// From the first start to the last end.
fn hull(times: &[Interval]) -> Option<Interval> {
    let (start, end) = *times.first()?;
    Some(times.iter().fold((start, end), |hull, time| (hull.0.min(time.0), hull.1.max(time.1))))
}
