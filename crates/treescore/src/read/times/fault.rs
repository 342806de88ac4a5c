//! The faults of word times: in one utterance, or in the whole file.

use std::fmt;
use std::sync::Arc;

use crate::read::OpenError;
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
    /// A CTM line has too few or too many fields.
    Fields {
        /// The number of fields.
        found: usize,
    },
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
    /// A TextGrid has an unexpected element.
    Expected {
        /// The expected element.
        expected: &'static str,
        /// The element found.
        found: Box<str>,
    },
    /// A tier has more intervals than it declares.
    MoreIntervals {
        /// The declared number.
        declared: u64,
    },
    /// The file is not a TextGrid in text form.
    NotATextGrid,
    /// A TextGrid has no tier with the words.
    NoTier {
        /// The wanted tier.
        wanted: Box<str>,
        /// The interval tiers of the file.
        tiers: Vec<Box<str>>,
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

    /// The next step, if one is known.
    ///
    /// ```
    /// use treescore::read::times::{BadTimes, TimesProblem};
    /// use treescore::values::Advice;
    /// let problem = TimesProblem::NoTier { wanted: "`words`".into(), tiers: vec!["Mots".into()] };
    /// let (file, utterance, text) = ("a".into(), "u".into(), "".into());
    /// let fault = BadTimes { file, line: 1, utterance, word: None, text, problem };
    /// assert_eq!(fault.advice(), Some(Advice::NameTier(vec!["Mots".into()])));
    /// ```
    pub fn advice(&self) -> Option<Advice> {
        match &self.problem {
            TimesProblem::Overlap { .. } => Some(Advice::AllowOverlaps),
            TimesProblem::NoTier { tiers, .. } if !tiers.is_empty() => {
                Some(Advice::NameTier(tiers.iter().map(ToString::to_string).collect()))
            }
            _ => None,
        }
    }
}

impl fmt::Display for BadTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
            Self::Fields { found } => write!(
                f,
                "{found} {}; a CTM line has 5 to 8: utterance, channel, start, duration, word",
                if *found == 1 { "field" } else { "fields" }
            ),
            Self::NotANumber { what, found } => write!(f, "{what} `{found}` is not a finite number"),
            Self::EndBeforeStart { start, end } => write!(f, "ends at {end}, before its start at {start}"),
            Self::Overlap { start, before } => {
                write!(f, "starts at {start}, before the previous word ends, at {before}")
            }
            Self::Expected { expected, found } => {
                write!(f, "expected {expected}, found {found}; was the file truncated or edited?")
            }
            Self::MoreIntervals { declared } => {
                write!(
                    f,
                    "the tier declares a size of {declared}, but more intervals follow; was the file edited?"
                )
            }
            Self::NotATextGrid => {
                f.write_str("not a TextGrid in text form; save it in Praat as a text file or short text file")
            }
            Self::NoTier { wanted, tiers } => {
                let others = if tiers.is_empty() { ", and no other interval tier" } else { "" };
                write!(f, "no interval tier {wanted}{others}")
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
/// use treescore::values::Advice;
/// let error = Times::from_bytes("times.txt", Vec::new(), &TimesOptions::default()).unwrap_err();
/// assert_eq!(error.to_string(), "times.txt: unknown times format");
/// assert_eq!(error.advice(), Some(Advice::TimesFormat));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimesError {
    /// A file cannot be opened or decompressed.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The name of a file does not indicate its format.
    #[error("{name}: unknown times format")]
    Format {
        /// The name of the file.
        name: String,
    },
    /// No word of a file, or of all TextGrid files, is readable. Holds the first fault.
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
            Self::Format { .. } => Some(Advice::TimesFormat),
            Self::Nothing(fault) => fault.advice(),
            Self::Open(_) | Self::Empty { .. } => None,
        }
    }
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
