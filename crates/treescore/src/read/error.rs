//! Errors of the reading stage.

use super::fault::{Fault, FaultKind};
use super::window::{Landmark, Position, Window};
use std::fmt;

/// A faulty tree: what is wrong, and where.
///
/// ```
/// use treescore::read::{self, FaultKind, Position};
/// let error = read::one("(NP the (N cat))").unwrap_err();
/// assert_eq!((error.kind, error.position), (FaultKind::BareWord, Position { line: 1, column: 5 }));
/// assert_eq!(error.to_string(), "line 1, column 5: word without its own bracket");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where the fault shows.
    pub position: Position,
    /// A second position that explains the fault, if it is on the same line.
    pub also: Option<Position>,
    /// The text around it.
    pub window: Window,
}

impl ReadError {
    /// Creates the error for a fault in `text`, at or after a known position.
    pub fn new(fault: Fault, text: &[u8], known: Landmark) -> Self {
        let position = known.position(text, fault.at);
        let also = fault.also.map(|at| known.position(text, at)).filter(|also| also.line == position.line);
        Self { kind: fault.kind, position, also, window: Window::around(text, fault.at, position.column) }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.position.line, self.position.column, self.kind.title())
    }
}

impl std::error::Error for ReadError {}

/// A file, folder or list that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The operating system reported an error.
    #[error("cannot read {name}: {source}")]
    Io {
        /// The name as given.
        name: String,
        /// The error.
        source: std::io::Error,
    },
    /// The compression is not supported.
    #[error(
        "{name} is compressed with {format}, which is not supported; unpack it first, or use gzip or zstd"
    )]
    Compression {
        /// The name as given.
        name: String,
        /// `xz`, `bzip2`, …
        format: &'static str,
    },
    /// The text is UTF-16.
    #[error("{name} is UTF-16 text; convert it first: iconv -f UTF-16 -t UTF-8")]
    Utf16 {
        /// The name as given.
        name: String,
    },
    /// A folder or list contains no files.
    #[error("{name} contains no files")]
    NoFiles {
        /// The name as given.
        name: String,
    },
    /// A tree or line is too long for memory.
    #[error(
        "{name}:{line}: this tree does not end within {mebibytes} MiB; check that the file contains trees"
    )]
    TooLong {
        /// The name of the file.
        name: String,
        /// The line where the tree starts.
        line: u64,
        /// The limit.
        mebibytes: usize,
    },
}
