//! The files that phrase models are scored from: gold chunks, and the probabilities of any model.

mod default;
mod gold;
mod jsonl;
mod pairing;
mod probabilities;
mod system;
mod tsv;

use treescore::findings::Finding;

/// The first field of a probability file in JSON lines.
pub(crate) const FORMAT: &str = "treescore-phrase-probabilities";
/// The version of that format.
pub(crate) const VERSION: u64 = 1;

pub use gold::Gold;
pub use probabilities::{FileModel, ProbabilityFormat};
pub use system::ChunkSystem;

/// What is wrong with a line, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFault {
    /// Not a JSON object.
    BadJson,
    /// Another format or version, or categories that are not an inventory.
    BadHeader,
    /// A header or comment after a record, or a second header.
    MisplacedHeader,
    /// A default of the wrong shape.
    BadDefault,
    /// A field is missing, or there are not five columns.
    MissingField,
    /// Gold has no such sentence.
    UnknownSentence,
    /// The inventory has no such category.
    UnknownCategory,
    /// Not a span of the sentence.
    BadSpan,
    /// Not a number from 0 to 1.
    BadProbability,
    /// The same sentence, category and span twice.
    DuplicateCandidate,
    /// The same sentence twice.
    DuplicateSentence,
    /// The category of a gold chunk is not in the inventory.
    GoldCategory,
    /// Gold chunks overlap or leave a gap.
    GoldNotPartition,
    /// Columns of chunks with something else in them.
    BadColumns,
}

impl FileFault {
    /// Returns the code of the fault, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::BadJson => "bad-json",
            Self::BadHeader => "bad-header",
            Self::MisplacedHeader => "misplaced-header",
            Self::BadDefault => "bad-default",
            Self::MissingField => "missing-field",
            Self::UnknownSentence => "unknown-sentence",
            Self::UnknownCategory => "unknown-category",
            Self::BadSpan => "bad-span",
            Self::BadProbability => "bad-probability",
            Self::DuplicateCandidate => "duplicate-candidate",
            Self::DuplicateSentence => "duplicate-sentence",
            Self::GoldCategory => "gold-category",
            Self::GoldNotPartition => "gold-not-partition",
            Self::BadColumns => "bad-columns",
        }
    }

    /// Adds a description.
    fn with(self, text: impl Into<String>) -> LineFault {
        LineFault { fault: self, text: text.into() }
    }
}

/// A fault and its description, before the line is known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LineFault {
    fault: FileFault,
    text: String,
}

impl LineFault {
    fn at(self, file: &str, line: u64) -> FileError {
        FileError { file: file.to_owned(), line, fault: self.fault, text: self.text }
    }
}

/// A line with a fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {text}", place(file, *line))]
pub struct FileError {
    /// Name of the file.
    pub file: String,
    /// The line, from 1; 0 if the fault concerns gold as a whole.
    pub line: u64,
    /// What is wrong.
    pub fault: FileFault,
    /// A description of the fault.
    pub text: String,
}

fn place(file: &str, line: u64) -> String {
    if line == 0 { file.to_owned() } else { format!("{file}:{line}") }
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PhraseFileError {
    /// A line has a fault.
    #[error(transparent)]
    Line(#[from] FileError),
    /// A file of chunks as a whole must be read in another way.
    #[error("{}", fault.about(file))]
    Columns {
        /// Name of the file.
        file: String,
        /// What is wrong, and what mends it.
        #[source]
        fault: Box<treescore::read::FileFault>,
    },
    /// A system has other sentences than gold, or other words.
    #[error("{}", described(.0))]
    Differs(Box<Finding>),
    /// The file cannot be read at all.
    #[error("cannot read {file}: {source}")]
    Io {
        /// Name of the file.
        file: String,
        /// Why.
        source: std::io::Error,
    },
}

/// A finding with its place.
fn described(finding: &Finding) -> String {
    let place = finding.first.as_ref().map(|place| format!("{place}: "));
    format!("{}{}", place.unwrap_or_default(), finding.message)
}

/// Calls `each` with every line that is not blank, without its end, and with its number from 1.
fn lines<E: From<std::io::Error>>(
    mut input: impl std::io::BufRead,
    mut each: impl FnMut(u64, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        let end = text.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1);
        if !text[..end].trim_ascii().is_empty() {
            each(number, &text[..end])?;
        }
    }
    Ok(())
}

/// An I/O error or a fault of a line, before the file name is added.
enum ReadFault {
    Io(std::io::Error),
    Line(u64, LineFault),
}

impl From<std::io::Error> for ReadFault {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl ReadFault {
    fn with_file(self, file: &str) -> PhraseFileError {
        match self {
            Self::Io(source) => PhraseFileError::Io { file: file.to_owned(), source },
            Self::Line(line, fault) => fault.at(file, line).into(),
        }
    }
}

/// Describes a JSON error. Each line is parsed on its own, so the parser's line number is dropped.
fn bad_json(error: &serde_json::Error) -> LineFault {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    FileFault::BadJson.with(format!("not a JSON object: column {}: {}", error.column(), &text[..end]))
}

/// Shortens text from outside for a message.
fn shorten(bytes: &[u8]) -> String {
    const LONGEST: usize = 60;
    let text = String::from_utf8_lossy(bytes);
    let mut short: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
