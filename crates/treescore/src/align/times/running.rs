//! Assigns words to trees in sequence, recording by recording.

use std::fmt;

use crate::read::times::{BadTimes, Times};

/// The place of a tree's times in running words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Some words of an utterance, the first numbered from 0.
    Words { utterance: u32, first: u32, words: u32 },
    /// The utterance ends inside the tree.
    RunsOver { utterance: u32, words: u32, left: u32 },
    /// All words are assigned.
    NoneLeft,
    /// This utterance breaks off before the tree or inside it.
    Behind { utterance: u32 },
}

/// Assigns the words of all utterances.
pub(super) struct Running<'t> {
    times: &'t Times,
    /// The next word: its utterance, and its number there.
    utterance: usize,
    word: usize,
    /// Words that were skipped, and the first of them.
    skipped: u64,
    first_skipped: Option<(usize, usize)>,
    /// True if a tree was refused because it is after the end of the readable times.
    has_refused: bool,
}

impl<'t> Running<'t> {
    /// Starts with the first word of an utterance.
    pub(super) fn new(times: &'t Times, utterance: usize) -> Self {
        Self { times, utterance, word: 0, skipped: 0, first_skipped: None, has_refused: false }
    }

    /// Assigns the words of the next tree. A tree never continues in the next recording: the following tree
    /// starts there.
    pub(super) fn place(&mut self, words: u32) -> Place {
        if words > 0 {
            self.skip_finished();
        }
        if self.utterance >= self.times.len() {
            return Place::NoneLeft;
        }
        let (utterance, first) = (self.utterance as u32, self.word as u32);
        let left = self.left();
        if left >= words as usize {
            self.word += words as usize;
            return Place::Words { utterance, first, words };
        }
        self.skip_rest();
        if self.times.broken_off(self.utterance).is_some() {
            self.has_refused = true;
            return Place::Behind { utterance };
        }
        self.utterance += 1;
        self.word = 0;
        Place::RunsOver { utterance, words, left: left as u32 }
    }

    /// Words of the utterance that are not assigned yet.
    fn left(&self) -> usize {
        self.times.words_of(self.utterance).saturating_sub(self.word)
    }

    /// Moves on to an utterance with words left; but not past one that breaks off, because the words after
    /// its end are unknown.
    fn skip_finished(&mut self) {
        while self.utterance < self.times.len()
            && self.left() == 0
            && self.times.broken_off(self.utterance).is_none()
        {
            self.utterance += 1;
            self.word = 0;
        }
    }

    /// Skips the rest of the utterance.
    fn skip_rest(&mut self) {
        if self.left() > 0 {
            self.first_skipped.get_or_insert((self.utterance, self.word));
            self.skipped += self.left() as u64;
            self.word += self.left();
        }
    }

    /// The words that no tree uses, or that may have been there before a file was cut off.
    pub(super) fn leftover(mut self) -> Option<Leftover> {
        let mut broken_off = None;
        while self.utterance < self.times.len() {
            self.skip_rest();
            let fault = self.times.broken_off(self.utterance).filter(|_| !self.has_refused);
            broken_off = broken_off.or_else(|| fault.cloned().map(Box::new));
            self.utterance += 1;
            self.word = 0;
        }
        let name = self.times.name().to_owned();
        match (self.first_skipped, broken_off) {
            (Some((utterance, word)), broken_off) => {
                let utterance = self.times.names_of(utterance).0.to_string();
                Some(Leftover::Words { words: self.skipped, utterance, word: word + 1, name, broken_off })
            }
            (None, broken_off) => broken_off.map(Leftover::Unknown),
        }
    }
}

/// Times, or ids, that no tree uses.
///
/// ```
/// use treescore::align::times::{Order, TimedSide};
/// use treescore::read::times::{Times, TimesOptions};
/// let times = Times::from_bytes("a.ctm", "u A 0 1 a\nu A 1 1 b\n".into(), &TimesOptions::default())?;
/// let leftover = TimedSide::new(times, Order::Running(vec![1])).leftover(1).unwrap();
/// let message = leftover.to_string();
/// assert!(message.starts_with("1 word time is left over: a.ctm, from word 2 of utterance u; "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// Some words.
    Words {
        /// Number of words.
        words: u64,
        /// The utterance of the first of them.
        utterance: String,
        /// Its number in that utterance, from 1.
        word: usize,
        /// Name of the files.
        name: String,
        /// Where among them a file breaks off, so that there may have been more.
        broken_off: Option<Box<BadTimes>>,
    },
    /// There are more ids than trees.
    Ids {
        /// How many more.
        surplus: u64,
        /// The first of them.
        first: String,
    },
    /// Every word is used, but a file breaks off here: there may have been more.
    Unknown(Box<BadTimes>),
}

impl fmt::Display for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words { words, utterance, word, name, broken_off } => {
                let times = if *words == 1 { "word time is" } else { "word times are" };
                write!(
                    f,
                    "{words} {times} left over: {name}, from word {word} of utterance {utterance}; \
                     check that trees and times belong together"
                )?;
                broken_off.as_ref().map_or(Ok(()), |fault| write!(f, "; the rest cannot be read: {fault}"))
            }
            Self::Ids { surplus, first } => {
                let ids = if *surplus == 1 { "id is" } else { "ids are" };
                write!(
                    f,
                    "{surplus} {ids} left over, from `{first}`; check that trees and ids belong together"
                )
            }
            Self::Unknown(fault) => {
                write!(f, "after the times of the last tree, the rest cannot be read: {fault}")
            }
        }
    }
}
