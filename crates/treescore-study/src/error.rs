//! Why a study was not carried out.

use treescore::perturb::PerturbError;
use treescore::read::OpenError;
use treescore::run::RunError;

/// Why a study was not carried out.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// No study has this name.
    #[error("unknown study `{0}`: `treescore study` lists them")]
    Unknown(String),
    /// The study does not have this option.
    #[error("--{option} is not an option of the study {study}, whose options are: {known}")]
    NotAnOption {
        /// The option.
        option: String,
        /// The study.
        study: &'static str,
        /// The options that it has.
        known: String,
    },
    /// A value that an option cannot have.
    #[error("--{option} {value}: {why}")]
    Value {
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
        /// What it must be.
        why: String,
    },
    /// Too few or too many files.
    #[error("the study {study} takes {wanted}, but {given}: `treescore study {study} {usage}`")]
    Files {
        /// The study.
        study: &'static str,
        /// The files that it takes.
        wanted: String,
        /// How many there are.
        given: String,
        /// What to write.
        usage: &'static str,
    },
    /// Standard input can be read only once.
    #[error("a study reads its files more than once: give a file instead of standard input")]
    Stream,
    /// Options that are not to be had together, or not alone.
    #[error("{0}")]
    Together(String),
    /// A line of a file that cannot be used.
    #[error("{file}:{line}: {what}")]
    Line {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// Something in a file that cannot be used.
    #[error("{0}")]
    Data(String),
    /// The parser failed.
    #[error("--parser: {0}")]
    Parser(String),
    /// A file cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A tree cannot be perturbed.
    #[error("tree {tree} cannot be perturbed: {source}")]
    Perturb {
        /// The number of the tree, from 1.
        tree: usize,
        /// The reason.
        source: PerturbError,
    },
    /// The user asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl StudyError {
    /// An error of data that has no line.
    pub(crate) fn data(what: impl Into<String>) -> Self {
        Self::Data(what.into())
    }
}
