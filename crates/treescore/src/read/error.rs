//! Errors of the reading stage.

use super::fault::{Fault, FaultKind};
use super::file_fault::FileFault;
use super::formats::FormatError;
use super::window::{Landmark, Position, Window};
use crate::tree::Which;
use crate::values::Advice;
use std::fmt;

/// A faulty tree: what is wrong, and where.
///
/// ```
/// use treescore::read::{self, FaultKind, Position};
/// let error = read::one("(NP the (N cat))").unwrap_err();
/// assert_eq!((error.kind, error.position), (FaultKind::BareWord, Position { line: 1, column: 5 }));
/// assert_eq!(error.to_string(), "line 1, column 5: word without a bracket of its own");
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
    /// What is wrong, in the words of the format, if only the format knows.
    told: Option<Box<Told>>,
}

/// The words of a format about a fault. (In a box of its own, because errors should be small.)
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told(String);

impl ReadError {
    /// Creates the error for a fault in `text`, at or after a known position.
    pub fn new(fault: Fault, text: &[u8], known: Landmark) -> Self {
        let position = known.position(text, fault.at);
        let also = fault.also.map(|at| known.position(text, at)).filter(|also| also.line == position.line);
        let window = Window::around(text, fault.at, position.column);
        Self { kind: fault.kind, position, also, window, told: None }
    }

    /// Creates the error for a fault in a unit whose text is not at hand.
    pub(crate) fn without_text(kind: FaultKind, position: Position) -> Self {
        Self { kind, position, also: None, window: Window::around(b"", 0, position.column), told: None }
    }

    /// Creates the error for a fault that only its format knows, at byte `at` of `text`.
    pub(crate) fn told(message: impl Into<String>, position: Position, text: &[u8], at: usize) -> Self {
        Self {
            kind: FaultKind::Told,
            position,
            also: None,
            window: Window::around(text, at, position.column),
            told: Some(Box::new(Told(message.into()))),
        }
    }

    /// The title of a message: what is wrong.
    pub fn title(&self) -> String {
        self.told.as_ref().map_or_else(|| self.kind.title(), |told| told.0.clone())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.position.line, self.position.column, self.title())
    }
}

impl std::error::Error for ReadError {}

impl OpenError {
    /// The error for a file that could not be read to its end: the system's, or that of its encoding or
    /// compression.
    pub fn of_io(name: &str, error: std::io::Error) -> Self {
        let name = name.to_owned();
        let fault = error.get_ref().and_then(|inner| inner.downcast_ref::<FileFault>()).cloned();
        match fault {
            Some(fault) => Self::Format { name, fault: Box::new(fault) },
            None => Self::Io { name, source: error },
        }
    }

    /// The error of a reader of a format.
    pub(super) fn of_format(name: &str, error: FormatError) -> Self {
        match error {
            FormatError::Io(error) => Self::of_io(name, error),
            FormatError::Fault(fault) => Self::Format { name: name.to_owned(), fault: Box::new(fault) },
        }
    }
}

impl OpenError {
    /// What to do about it, if known.
    pub fn advice(&self) -> Option<Advice> {
        match self {
            Self::Format { fault, .. } | Self::NoPartners { fault, .. } => fault.advice.clone(),
            _ => None,
        }
    }

    /// The same error of a file of this side.
    pub(super) fn on_side(mut self, side: Option<Which>) -> Self {
        if let (Self::Format { fault, .. }, Some(side)) = (&mut self, side) {
            fault.advice = fault.advice.take().map(|advice| match advice {
                Advice::NameEncoding(_) => Advice::NameEncoding(Some(side.as_str())),
                Advice::RecogniseEncoding(_) => Advice::RecogniseEncoding(Some(side.as_str())),
                advice => advice.on_side(side.as_str()),
            });
        }
        self
    }

    /// True if the file is no text at all.
    pub fn is_no_text(&self) -> bool {
        matches!(self, Self::Format { fault, .. } if fault.is_no_text)
    }

    /// Adds what mends a fault that has no advice yet.
    pub(super) fn or_advice(self, advice: impl FnOnce() -> Advice) -> Self {
        match self {
            Self::Format { name, mut fault } => {
                fault.advice.get_or_insert_with(advice);
                Self::Format { name, fault }
            }
            other => other,
        }
    }
}

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
        "{name} is compressed with {format}, which this build of treescore does not read; unpack it first"
    )]
    Compression {
        /// The name as given.
        name: String,
        /// `xz`, `bzip2`, …
        format: &'static str,
    },
    /// The file is not of a kind that can be read here, or does not stay what it began as.
    #[error("{}", fault.about(name))]
    Format {
        /// The name as given.
        name: String,
        /// What is wrong with it.
        #[source]
        fault: Box<FileFault>,
    },
    /// The files of two folders do not belong together.
    #[error("{name}: {fault}")]
    NoPartners {
        /// The name of the folder as given.
        name: String,
        /// What has no partner.
        #[source]
        fault: Box<FileFault>,
    },
    /// A folder or list contains no files.
    #[error("{name} contains no files")]
    NoFiles {
        /// The name as given.
        name: String,
    },
    /// No file of a folder has a name that is wanted.
    #[error("{name} contains no files whose names match `{pattern}`")]
    NoMatch {
        /// The name as given.
        name: String,
        /// What their names should match.
        pattern: String,
    },
    /// A pipe is read for the second time.
    #[error("{name} is a pipe, and can be read only once; write it to a file, and give the file")]
    ReadOnce {
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
