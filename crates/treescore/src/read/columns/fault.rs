//! The faults of a word alignment file.

use crate::read::{OpenError, Position};

/// A word alignment file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnsError {
    /// The file cannot be opened or decompressed.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The file has a fault.
    #[error("{name}:{}:{}: {fault}", .position.line, .position.column)]
    Fault {
        /// The name of the file.
        name: String,
        /// Where.
        position: Position,
        /// What is wrong.
        fault: ColumnsFault,
    },
}

/// The kinds of fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnsFault {
    /// A line of three columns has something else in place of its code.
    #[error(
        "`{found}` is not a code; a line ends with 000 or 001 (both words), 100 (gold only) or 010 (system only)"
    )]
    NotACode {
        /// The text found.
        found: Box<str>,
    },
    /// A line of three columns has a gold word and nothing else.
    #[error("no code; a line ends with 000 or 001 (both words), 100 (gold only) or 010 (system only)")]
    NoCode,
    /// The code does not agree with the words of the line.
    #[error("code {code} means {meaning}, but the line has {found}")]
    Code {
        /// The code.
        code: Box<str>,
        /// The meaning of the code.
        meaning: &'static str,
        /// The words of the line.
        found: &'static str,
    },
    /// Text follows the words and the code. A line that starts with a blank has no gold word.
    #[error("unexpected `{found}`; only a comment that starts with `//` may follow the code{hint}")]
    TooMuch {
        /// The text found.
        found: Box<str>,
        /// A possible reason.
        hint: &'static str,
    },
    /// The SGML has an unexpected element.
    #[error("expected {expected}")]
    Expected {
        /// The expected element.
        expected: &'static str,
    },
    /// A tag, path or word of the SGML does not end.
    #[error("this {what} never ends")]
    Unclosed {
        /// `tag`, `path` or `word`.
        what: &'static str,
    },
    /// A path has an unknown step.
    #[error(
        "`{found}` is not a step; the steps are C (correct), S (substituted), D (deleted) and I (inserted)"
    )]
    Step {
        /// The text found.
        found: Box<str>,
    },
    /// A step does not agree with its words.
    #[error("step {step} needs {needed}")]
    Words {
        /// The step.
        step: char,
        /// The words it must have.
        needed: &'static str,
    },
}

/// A fault and its byte offset.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) fault: ColumnsFault,
}
