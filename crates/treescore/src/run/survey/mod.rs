//! What is seen in the trees of a run beside their scores: labels, tags, roots, and pairs that look odd.
//!
//! Sightings add up as counts do, and [findings](crate::findings) are read off their sums. A survey looks at
//! trees as they were read; what a recipe makes of a label is asked when findings are made.

mod clocks;
mod first;
mod surveyor;
mod tally;
mod times;

use std::collections::BTreeMap;

pub use clocks::{Clocks, PairClock, TimesPlace};
pub(super) use surveyor::{SurveyPart, SurveyedPair, Surveyor, spot};
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
    /// Where first.
    pub first: Option<Spot>,
}

impl Sighting {
    pub(super) fn see(&mut self, spot: impl FnOnce() -> Spot) {
        self.count += 1;
        self.first.get_or_insert_with(spot);
    }

    /// Adds what was seen later.
    fn merge(&mut self, later: Self) {
        self.count += later.count;
        self.first = self.first.or(later.first);
    }
}

/// How often a label was seen on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelSeen {
    /// Brackets that are not tags.
    pub brackets: u64,
    /// Words with this tag.
    pub words: u64,
    /// The first bracket, if the label is one that findings may ask about.
    pub first_bracket: Option<Spot>,
    /// The first word with this tag, and the start of its tree, likewise.
    pub first_word: Option<(Spot, Vec<u8>)>,
}

impl LabelSeen {
    fn merge(&mut self, later: Self) {
        self.brackets += later.brackets;
        self.words += later.words;
        self.first_bracket = self.first_bracket.or(later.first_bracket);
        self.first_word = self.first_word.take().or(later.first_word);
    }
}

/// What was seen on one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSurvey {
    /// The labels, uncut.
    pub labels: BTreeMap<Vec<u8>, LabelSeen>,
    /// Words that have the form of traces, but not the tag.
    pub trace_words: Sighting,
    /// The first of them, and its tag.
    pub trace_word: Option<(Vec<u8>, Vec<u8>)>,
    /// Trees whose root is labelled `CODE`.
    pub codes: Sighting,
    /// The first word of the first of them.
    pub code: Option<Vec<u8>>,
}

impl SideSurvey {
    fn merge(&mut self, later: Self) {
        for (name, seen) in later.labels {
            self.labels.entry(name).or_default().merge(seen);
        }
        self.trace_words.merge(later.trace_words);
        self.trace_word = self.trace_word.take().or(later.trace_word);
        self.codes.merge(later.codes);
        self.code = self.code.take().or(later.code);
    }

    /// The number of brackets that are not tags.
    pub fn brackets(&self) -> u64 {
        self.labels.values().map(|seen| seen.brackets).sum()
    }

    /// The number of words with tags.
    pub fn tagged_words(&self) -> u64 {
        self.labels.values().map(|seen| seen.words).sum()
    }
}

/// What was seen in the pairs of one system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairSurvey {
    /// Pairs in which both sides are trees.
    pub trees: u64,
    /// The labels of the outermost brackets of these pairs: how often in gold, and in the system.
    pub roots: BTreeMap<Vec<u8>, [u64; 2]>,
    /// Pairs in which an outermost bracket is a dummy root that counts, and the other one has another label.
    pub roots_differ: Sighting,
    /// The label of the first such root, and whether it is gold's.
    pub differing_root: Option<(Vec<u8>, bool)>,
    /// Pairs in which both outermost brackets are the same dummy root, and count.
    pub roots_counted: Sighting,
    /// The label of the first such root.
    pub counted_root: Option<Vec<u8>>,
    /// Dummy roots that count: of gold in all pairs, of the system in scored ones, and in both of a scored pair.
    pub dummy_roots: DummyRoots,
    /// Scored pairs in which the system has at most one bracket that counts, and gold three or more, dummy
    /// roots aside.
    pub flat: Sighting,
    /// System trees without words: the parser failed.
    pub failed: Sighting,
    /// Refused pairs, with the place of the system tree.
    pub refused: Sighting,
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
}

impl PairSurvey {
    fn merge(&mut self, later: Self) {
        self.trees += later.trees;
        for (name, [gold, system]) in later.roots {
            let seen = self.roots.entry(name).or_default();
            seen[0] += gold;
            seen[1] += system;
        }
        self.roots_differ.merge(later.roots_differ);
        self.differing_root = self.differing_root.take().or(later.differing_root);
        self.roots_counted.merge(later.roots_counted);
        self.counted_root = self.counted_root.take().or(later.counted_root);
        self.dummy_roots.gold += later.dummy_roots.gold;
        self.dummy_roots.system += later.dummy_roots.system;
        self.dummy_roots.matched += later.dummy_roots.matched;
        self.flat.merge(later.flat);
        self.failed.merge(later.failed);
        self.refused.merge(later.refused);
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

    /// Adds what was seen in a block. `systems` are the numbers of its systems in the run.
    pub(super) fn take(&mut self, systems: &[usize], part: &mut SurveyPart) {
        let SurveyPart { gold, systems: found } = std::mem::take(part);
        self.gold.merge(gold);
        for (&at, (side, pairs)) in systems.iter().zip(found) {
            self.systems[at].0.merge(side);
            self.systems[at].1.merge(pairs);
        }
    }
}
