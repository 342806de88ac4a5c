//! What is wrong with a table of normalisation or of exceptions.

use std::fmt;

/// A table that cannot be understood: which line, and what is wrong with it.
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
        if let Some(table) = &self.table {
            write!(f, "{table}, ")?;
        }
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl std::error::Error for TableError {}

/// What is wrong with a line of a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableFault {
    /// Bytes that are no text.
    #[error("is not UTF-8")]
    NotUtf8,
    /// The first column is none of the kinds there are.
    #[error(
        "`{found}` is no kind of row; write `sub`, `char` or `token`, a tab, what is replaced, a tab, and by what"
    )]
    Kind {
        /// What stands there.
        found: String,
    },
    /// Not three columns.
    #[error("{found} columns instead of 3; write the kind, a tab, what is replaced, a tab, and by what")]
    Columns {
        /// How many there are.
        found: usize,
    },
    /// There is nothing to be replaced.
    #[error("nothing to replace; the second column is empty")]
    NothingToReplace,
    /// A row for characters with something longer.
    #[error("`{found}` is not one character; write `sub` for several")]
    NotOneCharacter {
        /// What stands there.
        found: String,
    },
    /// `U+` and something that is no number of a character.
    #[error("`{found}` is no code point; write U+ and four to six hexadecimal digits")]
    CodePoint {
        /// What stands there.
        found: String,
    },
    /// A class that makes nothing equal.
    #[error("`{found}` stands alone; write at least two variants with tabs between them")]
    OneVariant {
        /// The variant.
        found: String,
    },
    /// Nothing between two tabs or spaces.
    #[error("a variant or a word is empty; write one tab between variants and one space between words")]
    EmptyWord,
    /// A variant that would never be looked up.
    #[error("`{found}` has more than {most} words")]
    TooManyWords {
        /// The variant.
        found: String,
        /// How many words are looked at.
        most: usize,
    },
}

/// The lines of a table that say something, with their numbers. Comments begin with `#`, but not with `#` and a tab: that is a row about
/// the word `#`.
pub(super) fn rows(text: &[u8]) -> impl Iterator<Item = (u64, Result<&str, TableFault>)> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let is_comment = |line: &[u8]| line.starts_with(b"#") && !line.starts_with(b"#\t");
    (1..)
        .zip(text.split(|&byte| byte == b'\n'))
        .map(|(number, line)| (number, line.strip_suffix(b"\r").unwrap_or(line)))
        .filter(move |(_, line)| !line.trim_ascii().is_empty() && !is_comment(line))
        .map(|(number, line)| (number, std::str::from_utf8(line).map_err(|_| TableFault::NotUtf8)))
}

/// The name of a table in signatures: what it holds decides, not where it lies.
pub(super) fn checksum_name(text: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    let first = Sha256::digest(text).iter().take(4).fold(0_u32, |sum, &byte| sum << 8 | u32::from(byte));
    format!("file-{first:08x}")
}
