//! What can be wrong with times: in one utterance, or with the whole file.

use std::fmt;
use std::sync::Arc;

use crate::read::OpenError;
use crate::values::Advice;

/// Longest piece of a file that a message repeats, in characters.
const SHOWN: usize = 40;

/// Times of one utterance that cannot be used: what is wrong, and where. The other utterances can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadTimes {
    /// Name of the file.
    pub file: Arc<str>,
    /// Line of the file, from 1. In JSON the line where the sentence begins.
    pub line: u64,
    /// The utterance.
    pub utterance: Arc<str>,
    /// Number of the word in the utterance, from 1; `None` if the fault is not one word's, and words behind
    /// it are not known.
    pub word: Option<u32>,
    /// The word, shortened if it is very long; empty if it is not known.
    pub text: Box<str>,
    /// What is wrong.
    pub problem: TimesProblem,
}

/// The kinds of fault. Numbers are kept as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimesProblem {
    /// A line of CTM with too few or too many fields.
    Fields {
        /// How many there are.
        found: usize,
    },
    /// A time that is not a number, or not a finite one.
    NotANumber {
        /// `start`, `end`, `duration` or `time since the first word`.
        what: &'static str,
        /// What stands there.
        found: Box<str>,
    },
    /// A word that ends before it starts.
    EndBeforeStart {
        /// Its start.
        start: Box<str>,
        /// Its end.
        end: Box<str>,
    },
    /// A word that starts before the one before it has ended.
    Overlap {
        /// Its start.
        start: Box<str>,
        /// End of the word before.
        before: Box<str>,
    },
    /// A TextGrid with something else than its form asks for.
    Expected {
        /// What should stand there.
        expected: &'static str,
        /// What does.
        found: Box<str>,
    },
    /// A tier with more intervals than it says.
    MoreIntervals {
        /// How many it says.
        said: u64,
    },
    /// A file that is not a TextGrid in text form.
    NotATextGrid,
    /// A TextGrid without the tier of the words.
    NoTier {
        /// The tier that was looked for.
        wanted: Box<str>,
        /// The interval tiers there are.
        tiers: Vec<Box<str>>,
    },
    /// Text that is not JSON.
    NotJson {
        /// What the JSON reader says.
        why: Box<str>,
    },
    /// JSON that is not a sentence.
    NotASentence,
    /// JSON that is not a word with times.
    NotAWord,
}

impl TimesProblem {
    /// Is it one with the word before, not with the word itself?
    pub(super) fn is_overlap(&self) -> bool {
        matches!(self, Self::Overlap { .. })
    }
}

impl BadTimes {
    /// Are the times readable, but in an order that time does not have?
    pub fn is_out_of_order(&self) -> bool {
        self.problem.is_overlap() || matches!(self.problem, TimesProblem::EndBeforeStart { .. })
    }

    /// What to do about it, if that is known.
    ///
    /// ```
    /// use treescore::read::times::{BadTimes, TimesProblem};
    /// use treescore::values::Advice;
    /// let problem = TimesProblem::NoTier { wanted: "`words`".into(), tiers: vec!["Mots".into()] };
    /// let fault = BadTimes { file: "a".into(), line: 1, utterance: "u".into(), word: None, text: "".into(), problem };
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
                "{found} {}; a line of CTM has 5 to 8: utterance, channel, start, duration, word",
                if *found == 1 { "field" } else { "fields" }
            ),
            Self::NotANumber { what, found } => write!(f, "{what} `{found}` is not a finite number"),
            Self::EndBeforeStart { start, end } => write!(f, "ends at {end}, before its start at {start}"),
            Self::Overlap { start, before } => {
                write!(f, "starts at {start}, before the word before it ends at {before}")
            }
            Self::Expected { expected, found } => {
                write!(f, "expected {expected}, found {found}; was the file cut or edited?")
            }
            Self::MoreIntervals { said } => {
                write!(f, "the tier says that its size is {said}, but more follows; was the file edited?")
            }
            Self::NotATextGrid => {
                f.write_str("not a TextGrid in text form; save it in Praat as text file or short text file")
            }
            Self::NoTier { wanted, tiers } => {
                let others = if tiers.is_empty() { ", nor any other" } else { "" };
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

/// Times that cannot be read at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimesError {
    /// A file that cannot be opened or unpacked.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A name that does not tell the format.
    #[error("{name}: no known format of times")]
    Format {
        /// Name of the file.
        name: String,
    },
    /// Not one word of a file, or of all files in TextGrid format, could be read: the first reason.
    #[error("no times can be read: {0}")]
    Nothing(Box<BadTimes>),
    /// Files without utterances.
    #[error("{name} holds no times")]
    Empty {
        /// Name as given.
        name: String,
    },
}

impl TimesError {
    /// What to do about it, if that is known.
    pub fn advice(&self) -> Option<Advice> {
        match self {
            Self::Format { .. } => Some(Advice::TimesFormat),
            Self::Nothing(fault) => fault.advice(),
            Self::Open(_) | Self::Empty { .. } => None,
        }
    }
}

/// A piece of a file as messages show it: at most [`SHOWN`] characters.
pub(crate) fn shown(bytes: &[u8]) -> Box<str> {
    // A character has at most four bytes: no more are looked at, however long the piece is.
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * SHOWN + 4)]);
    match head.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &head[..end]).into(),
        None => head.into(),
    }
}
