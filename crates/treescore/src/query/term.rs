//! The terms of a query.

use crate::measure::Verdict;

/// One condition.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term {
    /// A part of a word, in lower case.
    Word(String),
    /// Words one after the other.
    Phrase(Vec<String>),
    /// A label.
    Label(Which, String),
    /// A mark.
    Mark(MarkName),
    /// A label of gold that became another.
    Relabel(String, String),
    /// A number and its limit.
    Number(Number, Comparison, f64),
    /// A part of the name of the gold document.
    Document(String),
    /// Not scored.
    Refused,
}

/// Whose label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Either,
    Gold,
    System,
}

/// A mark by its name in queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkName {
    Missing,
    Relabel,
    Extra,
    Cross,
}

impl MarkName {
    /// The verdict that it stands for.
    pub(super) fn verdict(self) -> Verdict {
        match self {
            Self::Missing => Verdict::Missing,
            Self::Relabel => Verdict::Relabelled,
            Self::Extra => Verdict::Extra,
            Self::Cross => Verdict::Crossing,
        }
    }
}

/// What is compared with a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// The length of the gold sentence.
    Words,
    /// A figure of the measure, by its position.
    Figure(usize),
}

/// How a number is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}
