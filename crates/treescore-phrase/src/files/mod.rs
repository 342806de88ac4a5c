//! Files that phrase models are scored from: gold chunks, and the probabilities of any model.

mod default;
mod gold;
mod jsonl;
mod probabilities;
mod tsv;

pub use gold::Gold;
pub use probabilities::{FileModel, ProbabilityFormat};

/// What is wrong with a line; what programs can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFault {
    /// Not a JSON object.
    BadJson,
    /// Another format or version, or categories that are no inventory.
    BadHeader,
    /// A header or comment behind a record, or a second header.
    MisplacedHeader,
    /// A default of another shape.
    BadDefault,
    /// A field is absent, or there are not five columns.
    MissingField,
    /// No such sentence in gold.
    UnknownSentence,
    /// No such category in the inventory.
    UnknownCategory,
    /// Not a span of the sentence.
    BadSpan,
    /// Not a number from 0 to 1.
    BadProbability,
    /// The same sentence, category and span twice.
    DuplicateCandidate,
    /// The same sentence twice.
    DuplicateSentence,
    /// A gold chunk's category is not in the inventory.
    GoldCategory,
    /// Gold chunks overlap or leave a gap.
    GoldNotPartition,
}

impl FileFault {
    /// Its name in messages.
    pub fn as_str(self) -> &'static str {
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
        }
    }

    /// This, with what was found.
    fn with(self, text: impl Into<String>) -> LineFault {
        LineFault { fault: self, text: text.into() }
    }
}

/// What is wrong with a line, not yet saying which.
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

/// A line of a file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {}: {text}", .fault.as_str())]
pub struct FileError {
    /// Name of the file.
    pub file: String,
    /// The line, from 1; 0 if it is about gold as a whole.
    pub line: u64,
    /// What is wrong.
    pub fault: FileFault,
    /// In words.
    pub text: String,
}

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PhraseFileError {
    /// A line cannot be used.
    #[error(transparent)]
    Line(#[from] FileError),
    /// The file cannot be read at all.
    #[error("cannot read {file}: {source}")]
    Io {
        /// Name of the file.
        file: String,
        /// Why.
        source: std::io::Error,
    },
}

/// Calls `each` with every line that is not blank, without its end, and its number from 1.
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

/// An error of reading or of a line, before the file's name is known to it.
enum Trouble {
    Io(std::io::Error),
    Line(u64, LineFault),
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl Trouble {
    fn of(self, file: &str) -> PhraseFileError {
        match self {
            Self::Io(source) => PhraseFileError::Io { file: file.to_owned(), source },
            Self::Line(line, fault) => fault.at(file, line).into(),
        }
    }
}

/// What is wrong with JSON. A line is read by itself: that it is line 1 to the reader says nothing.
fn bad_json(error: &serde_json::Error) -> LineFault {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    FileFault::BadJson.with(format!("no JSON object: column {}: {}", error.column(), &text[..end]))
}

/// Text from outside, short enough for a message.
fn shown(bytes: &[u8]) -> String {
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
