//! The faults of word times: in one utterance, or in the whole file.

use std::fmt;
use std::sync::Arc;

use crate::read::{FileFault, OpenError};
use crate::values::Advice;

/// The longest piece of a file that a message repeats, in characters.
const SHOWN: usize = 40;

/// Unusable times of one utterance: what is wrong, and where. Other utterances remain usable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTimes {
    /// The name of the file.
    pub file: Arc<str>,
    /// The line of the file, from 1. In JSON the line where the sentence starts.
    pub line: u64,
    /// The utterance id.
    pub utterance: Arc<str>,
    /// The number of the word in the utterance, from 1. `None` if the fault does not belong to one word;
    /// later words are then unknown.
    pub word: Option<u32>,
    /// The word, shortened if it is very long. Empty if it is unknown.
    pub text: Box<str>,
    /// What is wrong.
    pub problem: TimesProblem,
}

/// The kinds of fault. Numbers are kept as written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimesProblem {
    /// A time is not a number, or not a finite one.
    NotANumber {
        /// `start`, `end`, `duration` or `time since the first word`.
        what: &'static str,
        /// The text found.
        found: Box<str>,
    },
    /// A word ends before it starts.
    EndBeforeStart {
        /// The start.
        start: Box<str>,
        /// The end.
        end: Box<str>,
    },
    /// A word starts before the one before it ends.
    Overlap {
        /// The start.
        start: Box<str>,
        /// The end of the word before.
        before: Box<str>,
    },
    /// Words have no times.
    Untimed {
        /// The first of them.
        words: Vec<Box<str>>,
        /// How many there are.
        count: usize,
    },
    /// The text is not JSON.
    NotJson {
        /// The error of the JSON reader.
        why: Box<str>,
    },
    /// The JSON is not a sentence.
    NotASentence,
    /// The JSON is not a word with times.
    NotAWord,
}

impl TimesProblem {
    /// True if the fault concerns the word before, not the word itself.
    pub(super) fn is_overlap(&self) -> bool {
        matches!(self, Self::Overlap { .. })
    }
}

impl BadTimes {
    /// True if the times are readable but out of order.
    pub(crate) fn is_out_of_order(&self) -> bool {
        self.problem.is_overlap() || matches!(self.problem, TimesProblem::EndBeforeStart { .. })
    }

    /// True if words have no times.
    pub(crate) fn is_untimed(&self) -> bool {
        matches!(self.problem, TimesProblem::Untimed { .. })
    }

    /// The next step, if one is known.
    ///
    /// ```
    /// use treescore::read::times::{BadTimes, TimesProblem};
    /// use treescore::values::Advice;
    /// let problem = TimesProblem::Overlap { start: "1".into(), before: "2".into() };
    /// let (file, utterance, text) = ("a".into(), "u".into(), "".into());
    /// let fault = BadTimes { file, line: 1, utterance, word: None, text, problem };
    /// assert_eq!(fault.advice(), Some(Advice::AllowOverlaps));
    /// ```
    pub fn advice(&self) -> Option<Advice> {
        match &self.problem {
            TimesProblem::Overlap { .. } => Some(Advice::AllowOverlaps),
            TimesProblem::Untimed { .. } => Some(Advice::SpreadTimes),
            _ => None,
        }
    }
}

impl fmt::Display for BadTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let TimesProblem::Untimed { count, .. } = &self.problem {
            let words = if *count == 1 { "word" } else { "words" };
            return write!(f, "{count} {words} of utterance {} {}", self.utterance, self.problem);
        }
        write!(f, "{}:{}: utterance {}", self.file, self.line, self.utterance)?;
        if let Some(word) = self.word {
            write!(f, ", word {word}")?;
        }
        if !self.text.is_empty() {
            write!(f, " `{}`", self.text)?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for BadTimes {}

impl fmt::Display for TimesProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber { what, found } => write!(f, "{what} `{found}` is not a finite number"),
            Self::EndBeforeStart { start, end } => write!(f, "ends at {end}, before its start at {start}"),
            Self::Overlap { start, before } => {
                write!(f, "starts at {start}, before the previous word ends, at {before}")
            }
            Self::Untimed { words, count } => {
                let has = if *count == 1 { "has" } else { "have" };
                let more = if words.len() < *count { ", …" } else { "" };
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                write!(f, "{has} no time: {}{more}", words.join(", "))
            }
            Self::NotJson { why } => write!(f, "not JSON: {why}"),
            Self::NotASentence => {
                f.write_str("not a sentence: write an array of words, or an object with `words`")
            }
            Self::NotAWord => f.write_str(
                "not a word: write [start, end], [word, start, end] or {\"start\": …, \"end\": …}",
            ),
        }
    }
}

/// Word times that cannot be read.
///
/// ```
/// use treescore::read::times::{Times, TimesOptions};
/// let error = Times::from_bytes("times.txt", Vec::new(), &TimesOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "times.txt is empty");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimesError {
    /// A file cannot be opened or decompressed.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file is not what it seems to be.
    #[error("{}", describe(name, fault))]
    File {
        /// The name of the file.
        name: String,
        /// What is wrong with it.
        #[source]
        fault: Box<FileFault>,
    },
    /// An utterance is not in the file of segments.
    #[error("{name} has no segment for utterance {utterance}")]
    NoSegment {
        /// The utterance.
        utterance: String,
        /// The name of the file of segments.
        name: String,
    },
    /// No sentence of a file is readable. Holds the first fault.
    #[error("no readable times: {0}")]
    Nothing(Box<BadTimes>),
    /// The files contain no utterances.
    #[error("{name} contains no times")]
    Empty {
        /// The name as given.
        name: String,
    },
}

impl TimesError {
    /// The next step, if one is known.
    pub fn advice(&self) -> Option<Advice> {
        match self {
            Self::Nothing(fault) => fault.advice(),
            Self::Open(error) => error.advice(),
            Self::File { fault, .. } => fault.advice.clone(),
            Self::NoSegment { .. } | Self::Empty { .. } => None,
        }
    }
}

/// The fault of a file, with its place unless it concerns the whole file.
fn describe(name: &str, fault: &FileFault) -> String {
    let is_whole = matches!(fault.finding, "wrong-kind" | "tier" | "empty-file");
    if is_whole && !fault.is_about_file() { format!("{name}: {fault}") } else { fault.about(name) }
}

/// Shortens a piece of a file for messages to at most [`SHOWN`] characters.
pub(crate) fn shorten(bytes: &[u8]) -> Box<str> {
    // A character has at most four bytes, so no more are looked at, however long the piece is.
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN + 4)]);
    match head.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &head[..end]).into(),
        None => head.into(),
    }
}
