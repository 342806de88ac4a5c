//! Reads chunks in columns.

use std::collections::BTreeSet;
use std::io::Read;

use super::tag::{Before, Tag, add_tag};
use super::{BioColumn, ChunkedSentence, ChunksError};
use crate::read::FileFault;
use crate::read::lines::{Lines, fields};
use crate::read::times::shorten;
use crate::values::Advice;

/// Between documents, files of shared tasks have a line with this word.
const DOCUMENT: &[u8] = b"-DOCSTART-";
/// Where two columns of tags have different types, few types are enough to know it.
const TYPES_KEPT: usize = 10_000;

/// Reads a file of chunks in columns, sentence by sentence.
///
/// ```
/// use treescore::read::chunks::{BioColumn, BioReader, ChunkedSentence};
/// let text = &b"the DT B-NP\ngull NN I-NP\nslept VBD B-VP\n"[..];
/// let mut reader = BioReader::new(Box::new(text), BioColumn::Last);
/// let mut sentence = ChunkedSentence::default();
/// assert!(reader.next(&mut sentence)?);
/// let chunks: Vec<_> = sentence.chunks.iter().map(|one| (&*one.category, one.start, one.end)).collect();
/// assert_eq!(chunks, [("NP", 0, 2), ("VP", 2, 3)]);
/// assert!(!reader.next(&mut sentence)?);
/// # Ok::<(), treescore::read::chunks::ChunksError>(())
/// ```
pub struct BioReader {
    lines: Lines,
    column: BioColumn,
    /// The number of fields of the lines so far.
    width: Option<usize>,
    two: TwoColumns,
}

/// Whether the last two columns are both chunk tags of the same types.
struct TwoColumns {
    /// All lines so far have two tags.
    are_tags: bool,
    /// The types of the last column but one, and of the last.
    types: [BTreeSet<Box<[u8]>>; 2],
}

impl TwoColumns {
    fn add(&mut self, first: Option<&[u8]>, last: Tag<'_>) {
        let Some(first) = first.and_then(Tag::new).filter(|_| self.are_tags) else {
            self.are_tags = false;
            return;
        };
        for (types, tag) in self.types.iter_mut().zip([first, last]) {
            if let Some(kind) = tag.kind().filter(|kind| types.len() < TYPES_KEPT && !types.contains(*kind)) {
                types.insert(kind.into());
            }
        }
    }

    fn are_same(&self) -> bool {
        let [first, last] = &self.types;
        self.are_tags && first == last
    }
}

impl BioReader {
    /// Reads a stream.
    pub fn new(stream: Box<dyn Read + Send>, column: BioColumn) -> Self {
        let two = TwoColumns { are_tags: true, types: [BTreeSet::new(), BTreeSet::new()] };
        Self { lines: Lines::new(stream), column, width: None, two }
    }

    /// Reads the next sentence. Returns false at the end.
    ///
    /// # Errors
    /// If the stream cannot be read, or is not in this format. That the file has two columns of chunks shows
    /// only at its end.
    pub fn next(&mut self, sentence: &mut ChunkedSentence) -> Result<bool, ChunksError> {
        sentence.clear();
        let mut before = Before::Over;
        while let Some(line) = self.lines.next()? {
            let number = line.number;
            let bytes = if number == 1 { without_mark(line.bytes) } else { line.bytes };
            let Some(row) = Row::new(bytes) else {
                if sentence.is_empty() {
                    continue;
                }
                return Ok(true);
            };
            let width = *self.width.get_or_insert(row.width);
            if row.width != width {
                let columns = if row.width == 1 { "column" } else { "columns" };
                let message = format!("{} {columns}; the lines before have {width}", row.width);
                return Err(FileFault::on_line("columns-vary", message, number).into());
            }
            let text = if self.column == BioColumn::Gold { row.last_but_one } else { Some(row.last) };
            let text = text.unwrap_or_default();
            let tag = Tag::new(text).ok_or_else(|| {
                let message = format!("`{}` is no chunk tag", shorten(text));
                FileFault::on_line("not-a-record", message, number)
            })?;
            if self.column == BioColumn::Last {
                self.two.add(row.last_but_one.filter(|_| width > 2), tag);
            }
            if sentence.is_empty() {
                sentence.line = number;
            }
            before = add_tag(sentence, before, tag);
            sentence.push_word(row.word);
        }
        if self.column == BioColumn::Last && self.width.is_some() && self.two.are_same() {
            let columns = ["bio:gold", "bio:system"].map(str::to_owned).to_vec();
            let fault = FileFault::new("bio-two-columns", "the last two columns are both chunk tags");
            return Err(fault.with_advice(Advice::NameFormat(None, columns)).into());
        }
        Ok(!sentence.is_empty())
    }
}

/// The fields of a line that matter.
struct Row<'l> {
    word: &'l [u8],
    last_but_one: Option<&'l [u8]>,
    last: &'l [u8],
    width: usize,
}

impl<'l> Row<'l> {
    /// Splits a line. `None` if it ends a sentence.
    fn new(line: &'l [u8]) -> Option<Self> {
        let mut fields = fields(line);
        let word = fields.next().filter(|word| *word != DOCUMENT)?;
        let mut row = Row { word, last_but_one: None, last: word, width: 1 };
        for field in fields {
            (row.last_but_one, row.last) = (Some(row.last), field);
            row.width += 1;
        }
        Some(row)
    }
}

fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
}
