//! The times of all utterances, in flat arrays.

use std::ops::Range;
use std::sync::Arc;

use super::fault::BadTimes;

/// Start and end of a word, in seconds.
pub type Interval = (f64, f64);

/// The times of all utterances of one side.
///
/// An utterance whose times cannot be used is a [fault](BadTimes); the others can be used all the same.
///
/// ```
/// use treescore::read::times::{Times, TimesOptions};
///
/// let ctm = "u1 A 0.25 0.5 rain\nu1 A 0.75 0.25 fell\nu2 A 4 -1 again\n";
/// let times = Times::of_bytes("asr.ctm", ctm.into(), &TimesOptions::default())?;
/// assert_eq!(times.whole(0)?.intervals(), [(0.25, 0.75), (0.75, 1.0)]);
/// let fault = times.whole(1).unwrap_err();
/// assert_eq!(fault.to_string(), "asr.ctm:3: utterance u2, word 1 `again`: ends at 3, before its start at 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    pub(super) name: String,
    pub(super) utterances: Vec<Utterance>,
    pub(super) intervals: Vec<Interval>,
    /// The words, one behind the other, and where each ends.
    pub(super) texts: Vec<u8>,
    pub(super) text_ends: Vec<usize>,
    /// By utterance and word.
    pub(super) flaws: Vec<Flaw>,
    pub(super) short: u64,
    pub(super) overlaps: u64,
}

/// One utterance: which words are its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Utterance {
    pub(super) id: Arc<str>,
    pub(super) file: Arc<str>,
    pub(super) words: Range<usize>,
}

/// A fault and whose it is.
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

    /// Number of utterances, faulty ones included.
    pub fn len(&self) -> usize {
        self.utterances.len()
    }

    /// Are there no utterances?
    pub fn is_empty(&self) -> bool {
        self.utterances.is_empty()
    }

    /// The ids of all utterances, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.utterances.iter().map(|utterance| &*utterance.id)
    }

    /// How many words an utterance has, words with faults included; 0 if there is no such utterance.
    pub fn words_of(&self, utterance: usize) -> usize {
        self.utterances.get(utterance).map_or(0, |utterance| utterance.words.len())
    }

    /// All faults, by utterance and word.
    pub fn faults(&self) -> impl Iterator<Item = &BadTimes> {
        self.flaws.iter().map(|flaw| &flaw.fault)
    }

    /// How many words are shorter than a millionth of a second: they can never be matched.
    pub fn short_words(&self) -> u64 {
        self.short
    }

    /// How many words start before the word before them ends, where that is [allowed](super::Overlaps::Allow).
    pub fn overlapping_words(&self) -> u64 {
        self.overlaps
    }

    /// All words of an utterance.
    ///
    /// # Errors
    /// The first fault of the utterance.
    ///
    /// # Panics
    /// If there are not so many utterances.
    pub fn whole(&self, utterance: usize) -> Result<TimedWords<'_>, Box<BadTimes>> {
        match self.flaws_of(utterance).first() {
            Some(flaw) => Err(Box::new(flaw.fault.clone())),
            None => Ok(self.timed(utterance, 0..self.words_of(utterance))),
        }
    }

    /// Some words of an utterance, which are numbered from 0.
    ///
    /// # Errors
    /// The first fault of these words. That they overlap with a word before them is none.
    ///
    /// # Panics
    /// If there are not so many utterances, or words.
    pub fn part(&self, utterance: usize, words: Range<usize>) -> Result<TimedWords<'_>, Box<BadTimes>> {
        let flaws = self.flaws_of(utterance);
        let begin = flaws.partition_point(|flaw| flaw.index().is_some_and(|word| word < words.start));
        let is_own = |flaw: &&Flaw| flaw.index().is_some_and(|word| word < words.end);
        let counts = |flaw: &&Flaw| flaw.index() != Some(words.start) || !flaw.fault.problem.is_overlap();
        match flaws[begin..].iter().take_while(is_own).find(counts) {
            Some(flaw) => Err(Box::new(flaw.fault.clone())),
            None => Ok(self.timed(utterance, words)),
        }
    }

    /// Why words are missing behind the last word that is known, if they are.
    pub fn broken_off(&self, utterance: usize) -> Option<&BadTimes> {
        self.flaws_of(utterance).last().map(|flaw| &flaw.fault).filter(|fault| fault.word.is_none())
    }

    /// The id of an utterance, and its file.
    pub(crate) fn names_of(&self, utterance: usize) -> (Arc<str>, Arc<str>) {
        let Utterance { id, file, .. } = &self.utterances[utterance];
        (Arc::clone(id), Arc::clone(file))
    }

    fn flaws_of(&self, utterance: usize) -> &[Flaw] {
        let begin = self.flaws.partition_point(|flaw| (flaw.utterance as usize) < utterance);
        let end = self.flaws.partition_point(|flaw| flaw.utterance as usize <= utterance);
        &self.flaws[begin..end]
    }

    fn timed(&self, utterance: usize, words: Range<usize>) -> TimedWords<'_> {
        let utterance = &self.utterances[utterance];
        let first = utterance.words.start;
        let own = first + words.start..first + words.end;
        assert!(own.end <= utterance.words.end, "words of another utterance");
        TimedWords { times: self, utterance, words: own }
    }

    /// The text of a word, by its number among all.
    pub(super) fn text(&self, word: usize) -> &[u8] {
        let start = word.checked_sub(1).map_or(0, |before| self.text_ends[before]);
        &self.texts[start..self.text_ends[word]]
    }
}

impl Flaw {
    /// Number of the word from 0.
    fn index(&self) -> Option<usize> {
        self.fault.word.map(|word| word as usize - 1)
    }
}

/// Words of one utterance with their times.
#[derive(Clone, Debug)]
pub struct TimedWords<'t> {
    times: &'t Times,
    utterance: &'t Utterance,
    words: Range<usize>,
}

impl<'t> TimedWords<'t> {
    /// The utterance's id.
    pub fn utterance(&self) -> &'t str {
        &self.utterance.id
    }

    /// The file it is in.
    pub fn file(&self) -> &'t str {
        &self.utterance.file
    }

    /// Starts and ends, in the order of the words.
    pub fn intervals(&self) -> &'t [Interval] {
        &self.times.intervals[self.words.clone()]
    }

    /// The text of a word, numbered from 0; empty if the file has none. `None` behind the last word.
    pub fn word(&self, at: usize) -> Option<&'t [u8]> {
        (at < self.words.len()).then(|| self.times.text(self.words.start + at))
    }

    /// The texts of all words.
    pub fn words(&self) -> impl Iterator<Item = &'t [u8]> {
        let times = self.times;
        self.words.clone().map(|word| times.text(word))
    }
}
