//! How the words of a tree meet those of its times: the same, cut finer, cut coarser, or others.

use std::ops::Range;

use crate::align::text::Normaliser;
use crate::read::times::{Interval, TimedWords};
use crate::values::choice;

choice! {
    /// What to do where the words of the times are not those of the tree.
    TimesWords {
        /// Refuse a tree where one time covers several of its words, such as `don't` for `do n't`; refuse the run
        /// where most times are those of other words.
        Same = "same",
        /// Share the time among the words that it covers, by their numbers of characters.
        Split = "split",
        /// Take equally many times as they are, whatever their words.
        Any = "any",
    }
}

/// How two sequences of words cut the same characters: the ends of the words of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cuts {
    tree: Vec<usize>,
    spoken: Vec<usize>,
}

impl Cuts {
    /// Compares words without case and punctuation. `None` if their characters differ, or if a time has no
    /// word.
    pub(crate) fn find<'w>(
        words: impl Iterator<Item = &'w [u8]>,
        placed: &TimedWords<'_>,
        normaliser: &Normaliser,
    ) -> Option<Self> {
        if placed.words().any(<[u8]>::is_empty) {
            return None;
        }
        let (mut characters, mut of_tree) = (Vec::new(), Vec::new());
        let (mut spoken, mut of_spoken) = (Vec::new(), Vec::new());
        for word in words {
            fold(word, normaliser, &mut characters);
            of_tree.push(characters.len());
        }
        for word in placed.words() {
            fold(word, normaliser, &mut spoken);
            of_spoken.push(spoken.len());
        }
        (characters == spoken).then_some(Self { tree: of_tree, spoken: of_spoken })
    }

    /// The first word of the times that covers parts of several words of the tree, and those words.
    pub(crate) fn first_coarse(&self) -> Option<(usize, Range<usize>)> {
        let (mut start, mut first) = (0, 0);
        for (at, &end) in self.spoken.iter().enumerate() {
            first += self.tree[first..].iter().take_while(|&&of_word| of_word <= start).count();
            let inside = self.tree[first..].iter().take_while(|&&of_word| of_word < end).count();
            if inside > 0 {
                return Some((at, first..first + inside + 1));
            }
            start = end;
        }
        None
    }

    /// The words of the tree that are cut differently, each with the words of the times that it has parts of.
    pub(crate) fn differing(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let (mut start, mut first) = (0, 0);
        self.tree.iter().enumerate().filter_map(move |(at, &end)| {
            first += self.spoken[first..].iter().take_while(|&&of_time| of_time <= start).count();
            let begin = first.checked_sub(1).map_or(0, |before| self.spoken[before]);
            let inside = self.spoken[first..].iter().take_while(|&&of_time| of_time < end).count();
            let last_end = self.spoken.get(first + inside).copied().unwrap_or(end);
            let is_same = inside == 0 && begin == start && last_end == end;
            let is_empty = start == end;
            start = end;
            (!is_same && !is_empty).then_some((at, first..first + inside + 1))
        })
    }

    /// The times of the words of the tree: from the start of their first character to the end of their last.
    pub(crate) fn intervals(&self, times: &[Interval]) -> Vec<Interval> {
        let mut spoken = Spoken { ends: &self.spoken, times, at: 0 };
        let mut start = 0;
        let interval = |&end: &usize| {
            let interval = (spoken.time(start, start + 1, start), spoken.time(end.max(1) - 1, end, end));
            start = end;
            interval
        };
        self.tree.iter().map(interval).collect()
    }
}

/// The words of the times, gone through in order.
struct Spoken<'a> {
    ends: &'a [usize],
    times: &'a [Interval],
    at: usize,
}

impl Spoken<'_> {
    /// The time at character `at`, in the word that holds the characters `from..to`.
    fn time(&mut self, from: usize, to: usize, at: usize) -> f64 {
        while self.ends.get(self.at).is_some_and(|&end| end <= from && end < to) {
            self.at += 1;
        }
        let begin = self.at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(self.at).copied().unwrap_or(begin);
        let (start_time, end_time) = self.times.get(self.at).copied().unwrap_or_default();
        if at <= begin {
            start_time
        } else if at >= end {
            end_time
        } else {
            start_time + (end_time - start_time) * ((at - begin) as f64 / (end - begin) as f64)
        }
    }
}

/// True if two words are the same without case and punctuation.
pub(crate) fn are_like(one: &[u8], other: &[u8], normaliser: &Normaliser) -> bool {
    let folded = |word: &[u8]| {
        let mut characters = Vec::new();
        fold(word, normaliser, &mut characters);
        characters
    };
    folded(one) == folded(other)
}

/// Appends the letters, digits and apostrophes of a word in normal form; all of its characters if it has none
/// of these.
fn fold(word: &[u8], normaliser: &Normaliser, into: &mut Vec<u32>) {
    let start = into.len();
    normaliser.normalise(word, into);
    let counts = |&character: &u32| {
        char::from_u32(character).is_none_or(|c| c.is_alphanumeric() || matches!(c, '_' | '\''))
    };
    if into[start..].iter().any(counts) {
        let mut kept = start;
        for at in start..into.len() {
            if counts(&into[at]) {
                into[kept] = into[at];
                kept += 1;
            }
        }
        into.truncate(kept);
    }
}
