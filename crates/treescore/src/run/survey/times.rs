//! How the words of trees met those of their times, and which pairs were refused because they did not.

use std::collections::BTreeMap;

use super::clocks::{Clocks, TimesPlace};
use crate::read::times::TimesFile;
use crate::tree::Which;

/// What was seen of the word times of one system and of gold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimesSurvey {
    /// The number of pairs whose times were asked for.
    pub pairs: u64,
    /// The times of pairs that have times on both sides.
    pub clocks: Clocks,
    /// How words and times met in gold.
    pub gold: Meetings,
    /// The same in the system.
    pub system: Meetings,
}

/// The files of times of gold and a system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimesFiles {
    /// Gold's.
    pub gold: Vec<TimesFile>,
    /// The system's.
    pub system: Vec<TimesFile>,
}

impl TimesFiles {
    /// The files of a side.
    pub fn of(&self, which: Which) -> &[TimesFile] {
        match which {
            Which::Gold => &self.gold,
            Which::System => &self.system,
        }
    }
}

/// How the words of one side met those of its times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meetings {
    /// Pairs whose times are those of other words.
    pub other_words: Met,
    /// Words that have the times of their parts.
    pub joined: Met,
    /// Words that share the time of a longer word.
    pub shared: Met,
    /// Pairs refused because a time covers several words.
    pub split: RefusedTimes,
    /// Pairs refused because words have no times.
    pub missing: RefusedTimes,
    /// Pairs refused because there are times of sounds, too.
    pub sounds: RefusedTimes,
    /// The sounds of these pairs, and how often they occur.
    pub sound_words: BTreeMap<Box<str>, u64>,
    /// True if some word of the trees is not a number.
    pub has_words: bool,
}

/// How often something was met, with an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// How often.
    pub count: u64,
    /// The word of the tree, and those of the times.
    pub example: Option<(String, Vec<String>)>,
    /// Where the example is.
    pub first: Option<TimesPlace>,
}

impl Met {
    fn merge(&mut self, later: Self) {
        self.count += later.count;
        if self.example.is_none() {
            (self.example, self.first) = (later.example, later.first);
        }
    }

    /// Keeps the first example.
    pub(in crate::run) fn show(&mut self, example: impl FnOnce() -> ((String, Vec<String>), TimesPlace)) {
        if self.example.is_none() {
            let (words, place) = example();
            (self.example, self.first) = (Some(words), Some(place));
        }
    }
}

/// Pairs that were refused because of their times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefusedTimes {
    /// How many.
    pub pairs: u64,
    /// The number of the first, from 1. Where a pair is a whole side, the number of its tree.
    pub number: u64,
    /// What is wrong with the first.
    pub example: String,
}

impl RefusedTimes {
    fn merge(&mut self, later: Self) {
        if self.pairs == 0 {
            (self.number, self.example) = (later.number, later.example);
        }
        self.pairs += later.pairs;
    }

    pub(in crate::run) fn see(&mut self, number: u64, example: impl FnOnce() -> String) {
        if self.pairs == 0 {
            (self.number, self.example) = (number, example());
        }
        self.pairs += 1;
    }
}

impl Meetings {
    fn merge(&mut self, later: Self) {
        let Self { other_words, joined, shared, split, missing, sounds, sound_words, has_words } = later;
        self.other_words.merge(other_words);
        self.joined.merge(joined);
        self.shared.merge(shared);
        self.split.merge(split);
        self.missing.merge(missing);
        self.sounds.merge(sounds);
        for (word, count) in sound_words {
            *self.sound_words.entry(word).or_default() += count;
        }
        self.has_words |= has_words;
    }
}

impl TimesSurvey {
    /// How words and times met on a side.
    pub fn side(&self, which: Which) -> &Meetings {
        match which {
            Which::Gold => &self.gold,
            Which::System => &self.system,
        }
    }

    /// Adds what was seen later.
    pub(in crate::run) fn merge(&mut self, later: Self) {
        let Self { pairs, clocks, gold, system } = later;
        self.pairs += pairs;
        self.clocks.merge(clocks);
        self.gold.merge(gold);
        self.system.merge(system);
    }
}
