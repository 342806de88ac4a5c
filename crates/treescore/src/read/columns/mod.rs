//! Word alignments from other programs: which gold word corresponds to which system word.
//!
//! [`WordColumns::read`] reads two formats, detected from the content: three columns, as SParseval takes
//! them, and the output of `sclite -o sgml`. The stage `align` checks that the words are those of the trees.

mod fault;
mod sgml;
mod sides;
mod three;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub use fault::{ColumnsError, ColumnsFault};

use super::{Document, Landmark, Position};
use fault::Fault;

/// A word alignment, column by column.
///
/// ```
/// use treescore::read::columns::{ColumnWords, WordColumns};
///
/// let columns = WordColumns::from_bytes("talk.align", b"uh\tum\t001\nwe\t\t100\n\tnot\t010\n")?;
/// let words: Vec<_> = columns.iter().map(|ColumnWords { gold, system, .. }| (gold, system)).collect();
/// assert_eq!(words, [(Some(&b"uh"[..]), Some(&b"um"[..])), (Some(b"we"), None), (None, Some(b"not"))]);
/// let error = WordColumns::from_bytes("talk.align", b"uh\tum\t100\n").unwrap_err();
/// let message = "talk.align:1:7: code 100 means a gold word only, but the line has a system word, too";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), treescore::read::columns::ColumnsError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordColumns {
    name: String,
    /// The words, concatenated.
    text: Vec<u8>,
    list: Vec<WordColumn>,
    /// The utterances, in files of sclite.
    paths: Vec<sides::Path>,
}

/// The ranges of a column's words in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WordColumn {
    gold: Option<Range<usize>>,
    system: Option<Range<usize>>,
    line: u64,
}

/// A column of an alignment: the words of both sides that correspond. One or both may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnWords<'c> {
    /// The gold word.
    pub gold: Option<&'c [u8]>,
    /// The system word.
    pub system: Option<&'c [u8]>,
    /// The line of the file, from 1.
    pub line: u64,
}

impl WordColumns {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read or has a fault.
    pub fn read(document: &Document) -> Result<Self, ColumnsError> {
        Self::from_bytes(&document.name, &document.read_all()?)
    }

    /// Reads a file from memory. Errors call it `name`.
    ///
    /// # Errors
    /// If the file has a fault.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Self, ColumnsError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let mut columns = Self { name: name.to_owned(), ..Self::default() };
        let read = if sgml::is_sgml(bytes) { sgml::read } else { three::read };
        read(bytes, &mut columns).map_err(|Fault { at, fault }| {
            let position = Landmark::first(Position { line: 1, column: 1 }).position(bytes, at);
            ColumnsError::Fault { name: name.to_owned(), position, fault }
        })?;
        Ok(columns)
    }

    /// The name of the file, as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of columns.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are no columns.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Iterates over the columns, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ColumnWords<'_>> + Clone {
        self.list.iter().map(|column| {
            let word = |range: &Option<Range<usize>>| range.clone().and_then(|range| self.text.get(range));
            ColumnWords { gold: word(&column.gold), system: word(&column.system), line: column.line }
        })
    }

    fn push(&mut self, gold: Option<&[u8]>, system: Option<&[u8]>, line: u64) {
        let mut keep = |word: &[u8]| {
            let start = self.text.len();
            self.text.extend_from_slice(word);
            start..self.text.len()
        };
        let column = WordColumn { gold: gold.map(&mut keep), system: system.map(&mut keep), line };
        self.list.push(column);
    }
}
