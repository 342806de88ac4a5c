//! The times of all utterances, in flat arrays.

use std::ops::Range;
use std::sync::Arc;

use super::counts::TimesFile;
use super::fault::{BadTimes, TimesProblem};

/// The start and end of a word, in seconds.
pub type Interval = (f64, f64);

/// The word times of all utterances of one side.
///
/// Unusable times of an utterance are a [fault](BadTimes); the other utterances remain usable.
///
/// ```
/// use treescore::read::times::{Times, TimesOptions};
///
/// let ctm = "u1 A 0.25 0.5 rain\nu1 A 0.75 0.25 fell\nu2 A 4 -1 again\n";
/// let times = Times::from_bytes("asr.ctm", ctm.into(), &TimesOptions::default())?;
/// assert_eq!(times.whole(0)?.intervals(), [(0.25, 0.75), (0.75, 1.0)]);
/// let fault = times.whole(1).unwrap_err();
/// let message = "asr.ctm:3: utterance u2, word 1 `again`: ends at 3, before its start at 4";
/// assert_eq!(fault.to_string(), message);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    pub(super) name: String,
    pub(super) utterances: Vec<Utterance>,
    pub(super) intervals: Vec<Interval>,
    /// The words, concatenated, and the end of each.
    pub(super) texts: Vec<u8>,
    pub(super) text_ends: Vec<usize>,
    /// Sorted by utterance and word.
    pub(super) flaws: Vec<Flaw>,
    pub(super) short: u64,
    pub(super) files: Vec<TimesFile>,
}

/// How many words without times a message names.
const SHOWN_UNTIMED: usize = 5;

/// One utterance and the range of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Utterance {
    pub(super) id: Arc<str>,
    pub(super) file: Arc<str>,
    /// The line where it begins.
    pub(super) line: u64,
    /// The recording whose clock its times are on.
    pub(super) recording: Arc<str>,
    /// The name of the recording in the file, and the channel, if the id is made of both.
    pub(super) channel: Option<(Arc<str>, Arc<str>)>,
    pub(super) words: Range<usize>,
}

/// A fault and its utterance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    pub(super) utterance: u32,
    pub(super) fault: BadTimes,
}

impl Times {
    /// The name of the files, as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of utterances, faulty ones included.
    pub fn len(&self) -> usize {
        self.utterances.len()
    }

    /// True if there are no utterances.
    pub fn is_empty(&self) -> bool {
        self.utterances.is_empty()
    }

    /// The ids of all utterances, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.utterances.iter().map(|utterance| &*utterance.id)
    }

    /// The number of words of an utterance, faulty words included. 0 if there is no such utterance.
    pub fn words_of(&self, utterance: usize) -> usize {
        self.utterances.get(utterance).map_or(0, |utterance| utterance.words.len())
    }

    /// All faults, sorted by utterance and word.
    pub fn faults(&self) -> impl Iterator<Item = &BadTimes> {
        self.flaws.iter().map(|flaw| &flaw.fault)
    }

    /// The files, with their formats and what was left out of them.
    pub fn files(&self) -> &[TimesFile] {
        &self.files
    }

    /// The number of utterances in each of the files.
    pub fn utterances_of_files(&self) -> Vec<u64> {
        let mut counts = std::collections::BTreeMap::new();
        self.utterances.iter().for_each(|utterance| *counts.entry(&*utterance.file).or_default() += 1);
        self.files.iter().map(|file| counts.get(&*file.name).copied().unwrap_or(0)).collect()
    }

    /// The recording of an utterance: what its times run on in.
    pub fn recording_of(&self, utterance: usize) -> Option<&str> {
        self.utterances.get(utterance).map(|utterance| &*utterance.recording)
    }

    /// Recording and channel of an utterance that is one of several channels.
    pub fn channel_of(&self, utterance: usize) -> Option<(&str, &str)> {
        let (recording, channel) = self.utterances.get(utterance)?.channel.as_ref()?;
        Some((recording, channel))
    }

    /// The line where an utterance begins.
    pub fn line_of(&self, utterance: usize) -> Option<u64> {
        self.utterances.get(utterance).map(|utterance| utterance.line)
    }

    /// The number of words shorter than a millionth of a second, which can never be matched.
    pub fn short_words(&self) -> u64 {
        self.short
    }

    /// All words of an utterance.
    ///
    /// # Errors
    /// The first fault of the utterance.
    ///
    /// # Panics
    /// If there is no such utterance.
    pub fn whole(&self, utterance: usize) -> Result<TimedWords<'_>, Box<BadTimes>> {
        match first_fault(self.flaws_of(utterance).iter()) {
            Some(fault) => Err(Box::new(fault)),
            None => Ok(self.words_with_times(utterance, 0..self.words_of(utterance))),
        }
    }

    /// Some words of an utterance, numbered from 0.
    ///
    /// # Errors
    /// The first fault of these words. An overlap with a word before the first is not a fault.
    ///
    /// # Panics
    /// If there is no such utterance or word.
    pub fn part(&self, utterance: usize, words: Range<usize>) -> Result<TimedWords<'_>, Box<BadTimes>> {
        let flaws = self.flaws_of(utterance);
        let begin = flaws.partition_point(|flaw| flaw.index().is_some_and(|word| word < words.start));
        let is_within = |flaw: &&Flaw| flaw.index().is_some_and(|word| word < words.end);
        let counts = |flaw: &&Flaw| flaw.index() != Some(words.start) || !flaw.fault.problem.is_overlap();
        match first_fault(flaws[begin..].iter().take_while(is_within).filter(counts)) {
            Some(fault) => Err(Box::new(fault)),
            None => Ok(self.words_with_times(utterance, words)),
        }
    }

    /// The fault that makes words after the last known word unknown, if any.
    pub(crate) fn broken_off(&self, utterance: usize) -> Option<&BadTimes> {
        self.flaws_of(utterance).last().map(|flaw| &flaw.fault).filter(|fault| fault.word.is_none())
    }

    /// The id and the file of an utterance.
    pub(crate) fn names_of(&self, utterance: usize) -> (Arc<str>, Arc<str>) {
        let Utterance { id, file, .. } = &self.utterances[utterance];
        (Arc::clone(id), Arc::clone(file))
    }

    pub(super) fn flaws_of(&self, utterance: usize) -> &[Flaw] {
        let begin = self.flaws.partition_point(|flaw| (flaw.utterance as usize) < utterance);
        let end = self.flaws.partition_point(|flaw| flaw.utterance as usize <= utterance);
        &self.flaws[begin..end]
    }

    fn words_with_times(&self, utterance: usize, words: Range<usize>) -> TimedWords<'_> {
        let utterance = &self.utterances[utterance];
        let first = utterance.words.start;
        let range = first + words.start..first + words.end;
        assert!(range.end <= utterance.words.end, "the utterance has fewer words");
        TimedWords { times: self, utterance, words: range }
    }

    /// The text of a word, by its number among all words.
    pub(super) fn text(&self, word: usize) -> &[u8] {
        let start = word.checked_sub(1).map_or(0, |before| self.text_ends[before]);
        &self.texts[start..self.text_ends[word]]
    }
}

impl Flaw {
    /// The number of the word, from 0.
    pub(super) fn index(&self) -> Option<usize> {
        self.fault.word.map(|word| word as usize - 1)
    }
}

/// The first fault. Words without times are one fault together.
fn first_fault<'f>(mut flaws: impl Iterator<Item = &'f Flaw>) -> Option<BadTimes> {
    let mut first = flaws.next()?.fault.clone();
    if let TimesProblem::Untimed { words, count } = &mut first.problem {
        for flaw in flaws {
            if let TimesProblem::Untimed { words: more, count: further } = &flaw.fault.problem {
                let room = SHOWN_UNTIMED.saturating_sub(words.len());
                words.extend(more.iter().take(room).cloned());
                *count += further;
            }
        }
    }
    Some(first)
}

/// Words of one utterance with their times.
///
/// ```
/// use treescore::read::times::{Times, TimesOptions};
/// let ctm = "u1 A 0 0.5 rain\nu1 A 0.5 0.25 fell\n";
/// let times = Times::from_bytes("asr.ctm", ctm.into(), &TimesOptions::default())?;
/// let words = times.whole(0)?;
/// assert_eq!((words.utterance(), words.word(1)), ("u1", Some(&b"fell"[..])));
/// assert_eq!(words.intervals()[1], (0.5, 0.75));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TimedWords<'t> {
    times: &'t Times,
    utterance: &'t Utterance,
    words: Range<usize>,
}

impl<'t> TimedWords<'t> {
    /// The id of the utterance.
    pub fn utterance(&self) -> &'t str {
        &self.utterance.id
    }

    /// The file of the utterance.
    pub fn file(&self) -> &'t str {
        &self.utterance.file
    }

    /// The line of the file where the utterance begins.
    pub fn line(&self) -> u64 {
        self.utterance.line
    }

    /// The starts and ends, in word order.
    pub fn intervals(&self) -> &'t [Interval] {
        &self.times.intervals[self.words.clone()]
    }

    /// The text of a word, numbered from 0. Empty if the file gives none; `None` after the last word.
    pub fn word(&self, at: usize) -> Option<&'t [u8]> {
        (at < self.words.len()).then(|| self.times.text(self.words.start + at))
    }

    /// The texts of all words.
    pub fn words(&self) -> impl Iterator<Item = &'t [u8]> + Clone {
        let times = self.times;
        self.words.clone().map(|word| times.text(word))
    }
}
