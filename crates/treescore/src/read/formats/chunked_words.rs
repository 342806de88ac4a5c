//! The words of chunks in columns, for measures that need no more.

use std::io::Read;

use super::{FormatError, FormatReader};
use crate::read::chunks::{BioColumn, BioReader, ChunkedSentence, ChunksError};
use crate::read::tape::Tape;
use crate::read::window::Position;

/// Reads the words of each sentence.
pub(super) struct ChunkedWordReader {
    reader: BioReader,
    sentence: ChunkedSentence,
}

impl ChunkedWordReader {
    /// `field` names the column of chunks: the words are the same, but two columns need a choice.
    pub(super) fn new(stream: Box<dyn Read + Send>, field: Option<&[u8]>) -> Self {
        let column = match field {
            Some(b"gold") => BioColumn::Gold,
            Some(b"system") => BioColumn::System,
            _ => BioColumn::Last,
        };
        Self { reader: BioReader::new(stream, column), sentence: ChunkedSentence::default() }
    }
}

impl FormatReader for ChunkedWordReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let is_more = self.reader.next(&mut self.sentence).map_err(|error| match error {
            ChunksError::Fault(fault) => FormatError::Fault(fault),
            ChunksError::Io(error) => FormatError::Io(error),
        })?;
        if is_more {
            tape.begin(Position { line: self.sentence.line, column: 1 });
            self.sentence.words().for_each(|word| tape.word(None, word));
            tape.end();
        }
        Ok(is_more)
    }
}
