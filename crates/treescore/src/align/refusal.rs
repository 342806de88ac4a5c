//! Why a pair was not scored.

use std::fmt;

use super::ColumnsMismatch;
use super::mapping::{MappingError, round_up};
use super::sequence::SequenceError;
use super::times::TimesFault;
use crate::read::ReadError;
use crate::repair::ReplyFault;
use crate::tree::Which;
use crate::values::{Advice, WORD_MAX, shorten};

/// Why one pair was not scored. Refusals are counted and listed in the report; the other pairs are still
/// scored.
///
/// ```
/// use treescore::Scorer;
/// let mut scorer = Scorer::of("parseval")?;
/// let refusal = scorer.score("(S (N cats) (V sleep))", "(S (N dogs) (V sleep))").unwrap_err();
/// assert_eq!(refusal.kind(), "words differ");
/// assert_eq!(refusal.to_string(), "words differ at word 1: \"cats\" / \"dogs\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The text of one side is not a tree.
    NotATree(Which, ReadError),
    /// One side has no words at all: a parser's failure mark, or a blank line.
    NoTree(Which),
    /// One side has no tree left for this pair.
    NoPartner(Which),
    /// One side's words have no usable times.
    Times(Which, TimesFault),
    /// The trees are too large to be mapped within the limits of memory and effort.
    TooLarge(MappingError),
    /// The sequences of words or concepts cannot be aligned.
    TooLong(SequenceError),
    /// The head table has no head for a phrase of one side.
    NoHead {
        /// The side.
        which: Which,
        /// The name of the table, if it is built in.
        table: Option<&'static str>,
        /// The label of the phrase.
        label: Vec<u8>,
    },
    /// A file of dependencies gives no heads for the words of one side.
    NoGivenHeads(Which),
    /// The words of a bracket are not one stretch, and the measure compares stretches.
    Discontinuous {
        /// The side.
        which: Which,
        /// The label of the first such bracket.
        label: Vec<u8>,
        /// The first words of its first two stretches, from 1.
        words: (u32, u32),
    },
    /// The reply of a language model has no tree, or not one without more repair than is allowed.
    Reply(ReplyFault),
    /// There is no word alignment for this pair.
    NoAlignment,
    /// The word alignment belongs to other words.
    OtherAlignment(Box<ColumnsMismatch>),
    /// One side has no word times although the other has.
    NoTimes(Which),
    /// A word time of one side ends before it begins, or is NaN.
    WrongTimes(Which),
    /// One side has a different number of word times than words.
    TimeCountDiffers {
        /// The side.
        which: Which,
        /// Its words.
        words: u32,
        /// Its times.
        times: u32,
    },
    /// The two sides have different words.
    WordsDiffer {
        /// Number of the first word that differs, from 1.
        at: u32,
        /// The gold word; `None` after the last one.
        gold: Option<Vec<u8>>,
        /// The system word; `None` after the last one.
        system: Option<Vec<u8>>,
        /// The numbers of words of gold and system.
        words: (u32, u32),
    },
}

impl Refusal {
    /// The [`kind`](Self::kind) of refusals that aligning the texts would avoid.
    pub(crate) const WORDS_DIFFER: &'static str = "words differ";

    /// True if the two sides have different words, so that aligning them might help.
    pub(crate) fn is_about_words(&self) -> bool {
        matches!(self, Self::WordsDiffer { .. })
    }

    /// True if the run was stopped before the pair was measured: it is not refused, but left out.
    pub(crate) fn is_stop(&self) -> bool {
        matches!(self, Self::TooLarge(MappingError::Stopped) | Self::TooLong(SequenceError::Stopped))
    }

    /// The kind of refusal, as named in coverage tables.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NotATree(..) => "not a tree",
            Self::NoTree(_) => "no tree",
            Self::NoPartner(_) => "no partner",
            Self::Times(_, fault) => fault.kind(),
            Self::TooLarge(MappingError::TooMuchWork { .. })
            | Self::TooLong(SequenceError::TooMuchWork { .. }) => "too much work",
            Self::TooLarge(_) | Self::TooLong(_) => "too large",
            Self::NoHead { .. } => "no head",
            Self::NoGivenHeads(_) => "no heads",
            Self::Discontinuous { .. } => "discontinuous",
            Self::Reply(fault) => fault.kind(),
            Self::NoAlignment => "no word alignment",
            Self::OtherAlignment(_) => "alignment of other words",
            Self::WordsDiffer { .. } => Self::WORDS_DIFFER,
            Self::NoTimes(_) => "no times",
            Self::WrongTimes(_) => "wrong times",
            Self::TimeCountDiffers { .. } => "number of times differs",
        }
    }

    /// What to do about it, beyond aligning the texts where words differ.
    pub fn advice(&self) -> Option<Advice> {
        match self {
            Self::TooLarge(MappingError::WeightTooLarge { .. }) => None,
            Self::TooLarge(MappingError::TooMuchWork { cells, .. })
            | Self::TooLong(SequenceError::TooMuchWork { cells, .. }) => {
                Some(Advice::AllowWork(round_up(*cells, 1)))
            }
            Self::TooLarge(_) => Some(Advice::RaiseMemory),
            Self::Times(_, fault) => fault.advice(),
            _ => None,
        }
    }
}

/// A label, which may be of any length, for a message.
fn show_label(label: &[u8]) -> String {
    shorten(String::from_utf8_lossy(label).into_owned(), WORD_MAX)
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATree(which, error) => {
                let whose = if *which == Which::Gold { "gold is " } else { "" };
                write!(f, "{whose}not a tree: {} at column {}", error.title(), error.position.column)
            }
            Self::NoTree(Which::Gold) => f.write_str("no gold tree"),
            Self::NoTree(Which::System) => f.write_str("no tree"),
            Self::NoPartner(which) => write!(f, "no {} tree left", which.as_str()),
            Self::Times(Which::Gold, fault) => write!(f, "gold: {fault}"),
            Self::Times(Which::System, fault) => write!(f, "{fault}"),
            Self::TooLarge(error) => write!(f, "{error}"),
            Self::NoTimes(which) => {
                write!(f, "the {} tree has no word times, but the other tree does", which.as_str())
            }
            Self::WrongTimes(which) => {
                write!(f, "a word time of the {} tree ends before it begins", which.as_str())
            }
            Self::TimeCountDiffers { which, words, times } => {
                write!(f, "the {} tree has {words} words and {times} times", which.as_str())
            }
            Self::TooLong(error) => write!(f, "{error}"),
            Self::NoHead { which, table, label } => {
                let (whose, label) = (if *which == Which::Gold { "gold: " } else { "" }, show_label(label));
                let table = table
                    .map_or_else(|| "the given head table".to_owned(), |name| format!("head table `{name}`"));
                write!(
                    f,
                    "{whose}{table} has no rule for `{label}` that matches any of its children, and no `*default*` rule that does; add one of them"
                )
            }
            Self::NoGivenHeads(which) => {
                write!(f, "the {} sentence has words and no heads", which.as_str())
            }
            Self::Discontinuous { which, label, words: (first, second) } => {
                let (whose, label) = (if *which == Which::Gold { "gold: " } else { "" }, show_label(label));
                write!(
                    f,
                    "{whose}{label} over words {first} and {second}: this measure compares stretches of words"
                )
            }
            Self::Reply(fault) => write!(f, "{fault}"),
            Self::NoAlignment => f.write_str("no word alignment"),
            Self::OtherAlignment(mismatch) => write!(f, "{mismatch}"),
            Self::WordsDiffer { at, gold, system, words } => {
                let pair = (gold.as_deref(), system.as_deref());
                write!(
                    f,
                    "words differ at {}",
                    super::cause::FirstDifference { at: *at, pair, words: *words }
                )
            }
        }
    }
}
