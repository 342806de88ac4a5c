//! What can be wrong with a word alignment.

use crate::read::{OpenError, Position};

/// A word alignment that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnsError {
    /// The file cannot be read at all.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Something in it cannot be understood.
    #[error("{name}:{}:{}: {fault}", .position.line, .position.column)]
    Fault {
        /// Name of the file.
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
    /// A line of three columns without a code where one is needed.
    #[error(
        "`{found}` is no code; a line ends with 000 or 001 (both words), 100 (gold only) or 010 (system only)"
    )]
    NotACode {
        /// What stands there.
        found: Box<str>,
    },
    /// A line of three columns with a gold word and nothing else.
    #[error("no code; a line ends with 000 or 001 (both words), 100 (gold only) or 010 (system only)")]
    NoCode,
    /// A code that does not go with the words of the line.
    #[error("code {code} is for {meaning}, but there is {found}")]
    Code {
        /// The code.
        code: Box<str>,
        /// What it means.
        meaning: &'static str,
        /// Which words there are.
        found: &'static str,
    },
    /// More on the line than its words and a code. Where it begins with a blank, there is no gold word.
    #[error("`{found}` is too much; after the code only a comment may come, behind `//`{hint}")]
    TooMuch {
        /// What stands there.
        found: Box<str>,
        /// What may be the reason.
        hint: &'static str,
    },
    /// SGML with something else than its form asks for.
    #[error("{expected} expected")]
    Expected {
        /// What should stand there.
        expected: &'static str,
    },
    /// A tag, path or word of SGML that does not end.
    #[error("this {what} never ends")]
    Unclosed {
        /// `tag`, `path` or `word`.
        what: &'static str,
    },
    /// A step of a path that has no known meaning.
    #[error("`{found}` is no step; known are C (correct), S (substituted), D (deleted) and I (inserted)")]
    Step {
        /// What stands there.
        found: Box<str>,
    },
    /// A step of a path that does not go with its words.
    #[error("step {step} needs {needed}")]
    Words {
        /// The step.
        step: char,
        /// Which words it must have.
        needed: &'static str,
    },
}

/// A fault, and the byte where it shows.
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) fault: ColumnsFault,
}
