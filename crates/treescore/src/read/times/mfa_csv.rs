//! The CSV of the Montreal Forced Aligner: `Begin,End,Label,Type,Speaker`.

use csv_core::{ReadRecordResult, Reader};

use super::build::Builder;
use super::format::stem;
use super::records::time_of;
use crate::read::FileFault;

/// The first row.
const HEADER: [&[u8]; 5] = [b"Begin", b"End", b"Label", b"Type", b"Speaker"];

/// Reads a file: its rows of type `words`. With several speakers, each is an utterance of its own.
pub(super) fn read(text: &[u8], name: &str, builder: &mut Builder<'_>) -> Result<(), FileFault> {
    let stem = stem(name);
    let mut rows = Rows::new(text);
    let has_header = rows.next()?.is_some_and(|(fields, _)| fields == HEADER);
    if !has_header {
        let message = "the first line is not Begin,End,Label,Type,Speaker";
        return Err(FileFault::new("not-a-record", message));
    }
    while let Some((fields, line)) = rows.next()? {
        let [start, end, word, kind, speaker] = fields;
        if kind != b"words" {
            continue;
        }
        let times = (time_of(start, line)?, time_of(end, line)?);
        let utterance = builder.utterance_of_file(stem.as_bytes(), speaker, line);
        builder.word_or_silence(utterance, line, word.trim_ascii(), times);
    }
    Ok(())
}

/// The rows of a text, in memory that is reused.
struct Rows<'t> {
    reader: Reader,
    rest: &'t [u8],
    fields: Vec<u8>,
    ends: [usize; 6],
    /// Whether the end of the text has been announced to the reader.
    is_over: bool,
}

/// The five fields of a row, and its line.
type Row<'r> = ([&'r [u8]; 5], u64);

impl<'t> Rows<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self { reader: Reader::new(), rest: text, fields: vec![0; 256], ends: [0; 6], is_over: false }
    }

    /// The next row. `None` at the end.
    fn next(&mut self) -> Result<Option<Row<'_>>, FileFault> {
        let (mut filled, mut found) = (0, 0);
        let line = self.reader.line();
        loop {
            let space = self.fields.get_mut(filled..).unwrap_or_default();
            let ends = self.ends.get_mut(found..).unwrap_or_default();
            let (result, read, written, ended) = self.reader.read_record(self.rest, space, ends);
            self.is_over |= self.rest.is_empty();
            self.rest = self.rest.get(read..).unwrap_or_default();
            (filled, found) = (filled + written, found + ended);
            match result {
                ReadRecordResult::End => return Ok(None),
                ReadRecordResult::OutputFull => self.fields.resize(self.fields.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => return Err(wrong_columns("more than 5", line)),
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::Record => break,
            }
        }
        if found != HEADER.len() {
            return Err(wrong_columns(&found.to_string(), line));
        }
        let mut start = 0;
        let mut row = [&b""[..]; 5];
        for (field, &end) in row.iter_mut().zip(&self.ends) {
            *field = self.fields.get(start..end).unwrap_or_default();
            start = end;
        }
        Ok(Some((row, line)))
    }
}

fn wrong_columns(found: &str, line: u64) -> FileFault {
    FileFault::on_line("not-a-record", format!("{found} columns; the first line has 5"), line)
}
