//! What is seen in the trees of a run beside their scores: labels, tags, roots, and pairs that look odd.
//!
//! Sightings add up as counts do, in any order, and [findings](crate::findings) are read off their sums. A survey looks at
//! trees as they were read; what a recipe makes of a label is asked when findings are made.

mod clocks;
mod first;
mod ids;
mod labels;
mod roots;
mod surveyor;
mod tally;
mod times;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

pub use clocks::{Clocks, PairClock, TimesPlace};
pub use ids::{IdAt, Ids};
pub use labels::SeenLabels;
pub(super) use roots::GroupRoots;
pub(super) use surveyor::{Surveyed, SurveyedGroup, SurveyedPair, Surveyor, ThreadSurvey, spot};
pub use times::{Meetings, Met, RefusedTimes, TimesFiles, TimesSurvey};

/// A place in a file of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The number of the file on its side.
    pub document: usize,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
}

/// How often something was seen, and where first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sighting {
    /// How often.
    pub count: u64,
    /// The number of the first pair, from 1, and the place.
    earliest: Option<(u64, Spot)>,
}

impl Sighting {
    /// Where first.
    pub fn first(&self) -> Option<Spot> {
        self.earliest.map(|(_, spot)| spot)
    }

    /// Sees something in pair `number`. Returns true if it is the first. Pairs come in order.
    pub(super) fn see(&mut self, number: u64, spot: impl FnOnce() -> Spot) -> bool {
        self.count += 1;
        let is_first = self.earliest.is_none();
        self.earliest.get_or_insert_with(|| (number, spot()));
        is_first
    }

    /// Sees something `count` times, for the first time in pair `number`.
    fn see_several(&mut self, number: u64, count: u64, spot: Spot) {
        self.merge(Self { count, earliest: Some((number, spot)) });
    }

    /// Adds what another thread saw. Returns true if it saw the first.
    fn merge(&mut self, other: Self) -> bool {
        self.count += other.count;
        let is_earlier = match (self.earliest, other.earliest) {
            (Some(own), Some(other)) => other.0 < own.0,
            (None, Some(_)) => true,
            _ => false,
        };
        if is_earlier {
            self.earliest = other.earliest;
        }
        is_earlier
    }
}

/// The earlier of two places, each with what is there.
fn earlier<T>(one: Option<Box<(Spot, T)>>, other: Option<Box<(Spot, T)>>) -> Option<Box<(Spot, T)>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.0 < one.0 { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// How often a label was seen on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelSeen {
    /// Brackets that are not tags.
    pub brackets: u64,
    /// Words with this tag.
    pub words: u64,
    /// Where it was first seen, if the label is one that findings may ask about. A corpus may have any number of
    /// others.
    pub(super) firsts: Option<Box<Firsts>>,
}

/// Where a label was first seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Firsts {
    pub(super) bracket: Option<Spot>,
    /// The first word with this tag, and the start of its tree. Most labels that are asked for are not tags.
    pub(super) word: Option<Box<(Spot, Vec<u8>)>>,
}

impl LabelSeen {
    fn merge(&mut self, other: Self) {
        self.brackets += other.brackets;
        self.words += other.words;
        self.firsts = match (self.firsts.take(), other.firsts) {
            (Some(mut own), Some(other)) => {
                own.bracket = own.bracket.into_iter().chain(other.bracket).min();
                own.word = earlier(own.word.take(), other.word);
                Some(own)
            }
            (own, other) => own.or(other),
        };
    }

    /// The first bracket, if the label is one that findings may ask about.
    pub fn first_bracket(&self) -> Option<Spot> {
        self.firsts.as_ref()?.bracket
    }

    /// The first word with this tag, and the start of its tree, likewise.
    pub fn first_word(&self) -> Option<&(Spot, Vec<u8>)> {
        self.firsts.as_ref()?.word.as_deref()
    }
}

/// What was seen on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSurvey {
    /// The labels, uncut.
    pub labels: SeenLabels,
    /// Words that have the form of traces, but not the tag.
    pub trace_words: Sighting,
    /// The first of them, and its tag.
    pub trace_word: Option<(Vec<u8>, Vec<u8>)>,
    /// Trees whose root is labelled `CODE`.
    pub codes: Sighting,
    /// The first word of the first of them.
    pub code: Option<Vec<u8>>,
    /// The ids of the units.
    pub ids: Ids,
}

impl SideSurvey {
    fn merge(&mut self, other: Self) {
        self.labels.merge(other.labels);
        if self.trace_words.merge(other.trace_words) {
            self.trace_word = other.trace_word;
        }
        if self.codes.merge(other.codes) {
            self.code = other.code;
        }
        self.ids.merge(other.ids);
    }

    /// The number of brackets that are not tags.
    pub fn brackets(&self) -> u64 {
        self.labels.iter().map(|(_, seen)| seen.brackets).sum()
    }

    /// The number of words with tags.
    pub fn tagged_words(&self) -> u64 {
        self.labels.iter().map(|(_, seen)| seen.words).sum()
    }
}

/// What was seen in the pairs of one system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairSurvey {
    /// Pairs in which both sides are trees.
    pub trees: u64,
    /// The labels of the outermost brackets of these pairs: how often in gold, and in the system.
    pub roots: BTreeMap<Vec<u8>, [u64; 2]>,
    /// The dummy roots that count under the recipe that findings go by.
    pub counting_roots: CountingRoots,
    /// Those under the other recipes of the run, by the number of the setup.
    pub other_roots: BTreeMap<usize, CountingRoots>,
    /// Scored pairs in which the system has at most one bracket that counts, and gold three or more, dummy
    /// roots aside.
    pub flat: Sighting,
    /// System trees without words: the parser failed.
    pub failed: Sighting,
    /// Refused pairs, with the place of the system tree.
    pub refused: Sighting,
    /// Words of scored pairs whose words were not compared: those that are equal, and all.
    pub not_compared: [u64; 2],
    /// Trees of gold and of the system that are never closed.
    pub unclosed: [Unclosed; 2],
}

/// Trees that are never closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unclosed {
    /// How many, and where first.
    pub seen: Sighting,
    /// The number of the pair of the last one, from 1.
    pub last: u64,
    /// How many of them are the last units of their files.
    pub at_ends: u64,
}

/// Dummy roots that count under a recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountingRoots {
    /// Pairs in which an outermost bracket is a dummy root that counts, and the other one has another label.
    pub differ: Sighting,
    /// The label of the first such root, and whether it is gold's.
    pub differing: Option<(Vec<u8>, bool)>,
    /// Pairs in which both outermost brackets are the same dummy root, and count.
    pub same: Sighting,
    /// The label of the first such root.
    pub same_label: Option<Vec<u8>>,
    /// How many: of gold in all pairs, of the system in scored ones, and in both of a scored pair.
    pub dummies: DummyRoots,
}

impl CountingRoots {
    fn merge(&mut self, other: Self) {
        if self.differ.merge(other.differ) {
            self.differing = other.differing;
        }
        if self.same.merge(other.same) {
            self.same_label = other.same_label;
        }
        self.dummies.gold += other.dummies.gold;
        self.dummies.system += other.dummies.system;
        self.dummies.matched += other.dummies.matched;
        self.dummies.are_matches_unknown |= other.dummies.are_matches_unknown;
    }
}

/// Dummy roots that count as brackets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DummyRoots {
    /// Of gold, in all pairs.
    pub gold: u64,
    /// Of the system, in scored pairs.
    pub system: u64,
    /// Of both sides of a scored pair, with the same label.
    pub matched: u64,
    /// True if some pair is aligned, so that equal roots on both sides need not match.
    pub are_matches_unknown: bool,
}

impl PairSurvey {
    /// The dummy roots that count under the recipe of a setup.
    pub fn roots_under(&self, setup: usize) -> &CountingRoots {
        self.other_roots.get(&setup).unwrap_or(&self.counting_roots)
    }

    fn merge(&mut self, other: Self) {
        self.trees += other.trees;
        for (name, [gold, system]) in other.roots {
            let seen = self.roots.entry(name).or_default();
            seen[0] += gold;
            seen[1] += system;
        }
        self.counting_roots.merge(other.counting_roots);
        for (setup, roots) in other.other_roots {
            self.other_roots.entry(setup).or_default().merge(roots);
        }
        self.flat.merge(other.flat);
        self.failed.merge(other.failed);
        self.refused.merge(other.refused);
        for (sum, more) in self.not_compared.iter_mut().zip(other.not_compared) {
            *sum += more;
        }
        for (unclosed, other) in self.unclosed.iter_mut().zip(other.unclosed) {
            unclosed.seen.merge(other.seen);
            unclosed.last = unclosed.last.max(other.last);
            unclosed.at_ends += other.at_ends;
        }
    }
}

/// What was seen in a run: on the gold side, and for each system on its side and in its pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The gold side.
    pub gold: SideSurvey,
    /// Each system's side, and its pairs.
    pub systems: Vec<(SideSurvey, PairSurvey)>,
}

impl Survey {
    /// Creates the survey of a run that has seen nothing yet.
    pub(super) fn new(systems: usize) -> Self {
        Self { gold: SideSurvey::default(), systems: vec![Default::default(); systems] }
    }

    /// Adds what one thread saw. `systems` are the numbers of its systems in the run. Threads may come in any
    /// order.
    pub(super) fn merge(&mut self, systems: &[usize], seen: Self) {
        self.gold.merge(seen.gold);
        for (&at, (side, pairs)) in systems.iter().zip(seen.systems) {
            self.systems[at].0.merge(side);
            self.systems[at].1.merge(pairs);
        }
    }
}

/// A survey to which threads add what they have seen.
#[derive(Clone, Debug)]
pub(super) struct SharedSurvey {
    survey: Arc<Mutex<Survey>>,
    /// The numbers of the systems that the threads of a pass see.
    systems: Arc<[usize]>,
    /// False if an earlier pass has seen gold.
    takes_gold: bool,
}

impl SharedSurvey {
    pub(super) fn new(systems: usize) -> Self {
        Self { survey: Arc::new(Mutex::new(Survey::new(systems))), systems: Arc::default(), takes_gold: true }
    }

    /// The same survey, for threads that see these systems. `takes_gold` is false if an earlier pass has seen
    /// gold.
    pub(super) fn of_systems(&self, systems: &[usize], takes_gold: bool) -> Self {
        Self { survey: Arc::clone(&self.survey), systems: systems.into(), takes_gold }
    }

    /// Adds what a thread has seen.
    pub(super) fn add(&self, mut seen: Survey) {
        if !self.takes_gold {
            seen.gold = SideSurvey::default();
        }
        self.survey.lock().unwrap_or_else(PoisonError::into_inner).merge(&self.systems, seen);
    }

    /// True if all units of gold and of a system have ids so far, and some in common.
    pub(super) fn have_ids(&self, system: usize) -> bool {
        let survey = self.survey.lock().unwrap_or_else(PoisonError::into_inner);
        let sides =
            survey.gold.ids.all().zip(survey.systems.get(system).and_then(|(side, _)| side.ids.all()));
        sides.is_some_and(|(gold, own)| {
            let known: BTreeSet<&[u8]> = gold.iter().map(|(id, _)| &id[..]).collect();
            own.iter().any(|(id, _)| known.contains(&id[..]))
        })
    }

    /// Takes out everything that was seen.
    pub(super) fn take(&self) -> Survey {
        std::mem::take(&mut self.survey.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
