//! Errors of the reading stage.

use super::fault::{Fault, FaultKind};
use super::window::{Landmark, Position, Window};
use std::fmt;

/// A stretch of a file that is not a tree: what is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where it shows.
    pub position: Position,
    /// A second place that explains it, if it stands on the same line.
    pub also: Option<Position>,
    /// The text around.
    pub window: Window,
}

impl ReadError {
    /// The error for a fault in `text`, at or behind a place that is known.
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

/// A file, folder or list that cannot be read at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The operating system said no.
    #[error("cannot read {name}: {source}")]
    Io {
        /// Name as given.
        name: String,
        /// Why.
        source: std::io::Error,
    },
    /// A compression that is not supported.
    #[error(
        "{name} is compressed with {format}, which is not supported; unpack it first, or use gzip or zstd"
    )]
    Compression {
        /// Name as given.
        name: String,
        /// `xz`, `bzip2`, …
        format: &'static str,
    },
    /// Text in two-byte characters.
    #[error("{name} is UTF-16 text; convert it first: iconv -f UTF-16 -t UTF-8")]
    Utf16 {
        /// Name as given.
        name: String,
    },
    /// A folder or list without files.
    #[error("{name} holds no files")]
    NoFiles {
        /// Name as given.
        name: String,
    },
    /// One tree or line that would not fit in memory.
    #[error("{name}:{line}: no end of this tree in the next {mebibytes} MiB; is it a file of trees?")]
    TooLong {
        /// Name of the file.
        name: String,
        /// Line where the tree begins.
        line: u64,
        /// The limit.
        mebibytes: usize,
    },
}
