//! Errors in tables of normalisation or exceptions.

use std::fmt;

/// An error in a table: the line, and what is wrong with it.
///
/// ```
/// use treescore::align::text::Normaliser;
/// let error = Normaliser::parse("mine.tsv", b"char\tab\tc\n").unwrap_err();
/// assert_eq!(error.to_string(), "mine.tsv:1: `ab` is not one character; write `sub` for several");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    /// The name of the table, if it has one.
    pub table: Option<String>,
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub fault: TableFault,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.table {
            Some(table) => write!(f, "{table}:{}: {}", self.line, self.fault),
            None => write!(f, "line {}: {}", self.line, self.fault),
        }
    }
}

impl std::error::Error for TableError {}

/// What is wrong with a line of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableFault {
    /// The line is not UTF-8.
    #[error("is not UTF-8")]
    NotUtf8,
    /// The first column is not a known kind of row.
    #[error(
        "a row begins with sub, char or token, not `{found}`; write it, a tab, the text to replace, a tab, and the replacement"
    )]
    Kind {
        /// The column.
        found: String,
    },
    /// The line does not have three columns.
    #[error(
        "{found} columns instead of 3; write the kind, a tab, the text to replace, a tab, and the replacement"
    )]
    Columns {
        /// The number of columns.
        found: usize,
    },
    /// The text to replace is empty.
    #[error("nothing to replace; the second column is empty")]
    NothingToReplace,
    /// A `char` row with more than one character.
    #[error("`{found}` is not one character; write `sub` for several")]
    NotOneCharacter {
        /// The column.
        found: String,
    },
    /// `U+` without a valid code point.
    #[error("`{found}` is not a code point; write U+ and four to six hexadecimal digits")]
    CodePoint {
        /// The column.
        found: String,
    },
    /// A class with only one variant.
    #[error("`{found}` is the only variant of its line; write at least two, separated by tabs")]
    OneVariant {
        /// The variant.
        found: String,
    },
    /// A variant or a word is empty.
    #[error("a variant or a word is empty; write one tab between variants and one space between words")]
    EmptyWord,
    /// A variant with too many words, which would never be found.
    #[error("`{found}` has more than {most} words; shorten it")]
    TooManyWords {
        /// The variant.
        found: String,
        /// The largest number of words.
        most: usize,
    },
}

/// The rows of a table, with their line numbers. Comments begin with `#`, except `#` followed by a tab: that
/// is a row about the word `#`.
pub(crate) fn rows(text: &[u8]) -> impl Iterator<Item = (u64, Result<&str, TableFault>)> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let is_comment = |line: &[u8]| line.starts_with(b"#") && !line.starts_with(b"#\t");
    (1..)
        .zip(text.split(|&byte| byte == b'\n'))
        .map(|(number, line)| (number, line.strip_suffix(b"\r").unwrap_or(line)))
        .filter(move |(_, line)| !line.trim_ascii().is_empty() && !is_comment(line))
        .map(|(number, line)| (number, std::str::from_utf8(line).map_err(|_| TableFault::NotUtf8)))
}

/// The name of a table in signatures. It depends on the contents, not on the path.
pub(crate) fn checksum_name(text: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    let first = Sha256::digest(text).iter().take(4).fold(0_u32, |sum, &byte| sum << 8 | u32::from(byte));
    format!("file-{first:08x}")
}
