//! Why a tree has no times.

use std::fmt;
use std::sync::Arc;

use crate::read::times::BadTimes;
use crate::values::Advice;

/// Why one tree has no usable times.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimesFault {
    /// The times of the tree are faulty.
    Bad(Box<BadTimes>),
    /// The utterance has more or fewer times than the tree has words.
    Count(Box<CountDiffers>),
    /// One time covers several words of the tree.
    Covers {
        /// The word of the times.
        time: Box<str>,
        /// The words of the tree that it covers.
        words: Vec<Box<str>>,
    },
    /// The recording ends inside the tree.
    RunsOver {
        /// Number of the tree, from 1.
        tree: u64,
        /// Words of the tree.
        words: u32,
        /// Times left in the recording: the word after them is the first without a time.
        left: u32,
        /// The recording.
        utterance: Arc<str>,
        /// Its file.
        file: Arc<str>,
    },
    /// No utterances, or no times, are left for this tree.
    NoneLeft {
        /// Number of the tree, from 1.
        tree: u64,
        /// Number of utterances.
        utterances: usize,
        /// Name of the files.
        name: Arc<str>,
    },
    /// An earlier recording breaks off, so the start of this tree is unknown.
    Behind {
        /// Number of the tree, from 1.
        tree: u64,
        /// What is wrong with that recording.
        fault: Box<BadTimes>,
    },
    /// An earlier tree could not be read, so the start of this tree is unknown, and its words do not settle
    /// it.
    Doubtful {
        /// Number of the tree, from 1.
        tree: u64,
        /// Number of the tree that could not be read.
        unread: u64,
        /// Name of the files.
        name: Arc<str>,
    },
    /// The two sides have times of different utterances, although each has one with the other's name.
    OtherUtterance {
        /// Number of the tree, from 1.
        tree: u64,
        /// The utterance of these times.
        utterance: String,
        /// The utterance of the gold times.
        gold: String,
    },
    /// There are fewer ids than trees.
    NoId {
        /// Number of the tree, from 1.
        tree: u64,
        /// Number of ids.
        ids: usize,
    },
    /// No utterance has the id of the tree.
    UnknownId {
        /// Number of the tree, from 1.
        tree: u64,
        /// Its id.
        id: Arc<str>,
        /// Name of the files.
        name: Arc<str>,
    },
    /// More than one utterance has the id of the tree.
    SharedId {
        /// Number of the tree, from 1.
        tree: u64,
        /// Its id.
        id: Arc<str>,
        /// Name of the files.
        name: Arc<str>,
    },
}

/// A tree and an utterance of different lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountDiffers {
    /// Counted words of the tree.
    pub(super) words: usize,
    /// All words of the tree.
    pub(super) all_words: usize,
    /// Times of the utterance.
    pub(super) times: usize,
    /// The utterance.
    pub(super) utterance: String,
    /// Its file.
    pub(super) file: String,
    /// The first difference between their words, if the file has words.
    pub(super) difference: Option<Difference>,
}

/// A place where the words of a tree and of an utterance differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of the word, from 1.
    pub(super) at: usize,
    /// The word of the tree; `None` after its end.
    pub(super) tree: Option<String>,
    /// The word of the utterance; `None` after its end.
    pub(super) utterance: Option<String>,
}

impl TimesFault {
    /// The kind of fault, as named in coverage tables.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Bad(bad) if bad.is_out_of_order() => "times out of order",
            Self::Bad(bad) if bad.is_untimed() => "words without times",
            Self::Bad(_) => "times not readable",
            Self::Count(_) | Self::RunsOver { .. } => "number of times differs",
            Self::Covers { .. } => "a time covers several words",
            Self::OtherUtterance { .. } => "times of another utterance",
            Self::NoneLeft { .. }
            | Self::Doubtful { .. }
            | Self::Behind { .. }
            | Self::NoId { .. }
            | Self::UnknownId { .. }
            | Self::SharedId { .. } => "no times",
        }
    }

    /// What to do about it, if known.
    pub fn advice(&self) -> Option<Advice> {
        match self {
            Self::Bad(fault) | Self::Behind { fault, .. } => fault.advice(),
            Self::Covers { .. } => Some(Advice::SplitTimes),
            Self::OtherUtterance { .. } => Some(Advice::GiveIds),
            _ => None,
        }
    }
}

impl std::error::Error for TimesFault {}

impl fmt::Display for TimesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bad(bad) => bad.fmt(f),
            Self::Count(differs) => differs.fmt(f),
            Self::Covers { time, words } => {
                write!(f, "`{time}` covers {} words of the tree", words.len())
            }
            Self::RunsOver { tree, words, left, utterance, file } => {
                let (word, at) = (plural(*words as usize, "word"), left + 1);
                write!(f, "no time for word {at} of tree {tree}, which has {word}: ")?;
                write!(
                    f,
                    "recording {utterance} of {file} ends; the next tree begins with the next recording"
                )
            }
            Self::NoneLeft { tree, utterances, name } => {
                let utterances = plural(*utterances, "utterance");
                write!(
                    f,
                    "no times left for tree {tree}: {name} has {utterances}; check that these times belong to these trees"
                )
            }
            Self::Behind { tree, fault } => {
                write!(f, "no times for tree {tree}: an earlier recording breaks off: {fault}")
            }
            Self::Doubtful { tree, unread, name } => {
                write!(
                    f,
                    "cannot tell which times of {name} belong to tree {tree}: tree {unread} before it cannot be read, and the words differ"
                )
            }
            Self::OtherUtterance { tree, utterance, gold } => {
                write!(f, "tree {tree} has the times of utterance {utterance}, but gold has those of {gold}")
            }
            Self::NoId { tree, ids } => {
                write!(f, "no id for tree {tree}: there {}; give one id per tree", count_of(*ids))
            }
            Self::UnknownId { tree, id, name } => {
                write!(f, "no times for tree {tree}: {name} has no utterance {id}")
            }
            Self::SharedId { tree, id, name } => {
                write!(f, "no times for tree {tree}: {name} has more than one utterance {id}")
            }
        }
    }
}

impl fmt::Display for CountDiffers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&plural(self.words, "word"))?;
        if self.all_words != self.words {
            write!(f, " ({} including those that do not count)", self.all_words)?;
        }
        let times = plural(self.times, "time");
        write!(f, ", {times} in {} (utterance {})", self.file, self.utterance)?;
        let Some(Difference { at, tree, utterance }) = &self.difference else { return Ok(()) };
        let word =
            |word: &Option<String>| word.as_ref().map_or("nothing".to_owned(), |word| format!("`{word}`"));
        write!(f, "; first difference at word {at}: {} / {}", word(tree), word(utterance))
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn count_of(ids: usize) -> String {
    format!("{} {}", if ids == 1 { "is" } else { "are" }, plural(ids, "id"))
}
