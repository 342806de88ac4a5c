//! The words of files that hold more than words: chunks in columns, and words with times.

use std::io::Read;

use super::{FormatError, FormatReader};
use crate::read::chunks::{BioColumn, BioReader, ChunkedSentence, ChunksError};
use crate::read::file_fault::FileFault;
use crate::read::tape::Tape;
use crate::read::times::{Times, TimesError, TimesFormat, TimesOptions};
use crate::read::window::Position;

/// The words of chunks.
pub(super) struct ChunkWords {
    reader: BioReader,
    sentence: ChunkedSentence,
}

impl ChunkWords {
    /// Reads the words of columns.
    pub(super) fn new(stream: Box<dyn Read + Send>, column: BioColumn) -> Self {
        Self { reader: BioReader::new(stream, column), sentence: ChunkedSentence::default() }
    }
}

impl FormatReader for ChunkWords {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let is_more = self.reader.next(&mut self.sentence).map_err(|error| match error {
            ChunksError::Io(error) => FormatError::Io(error),
            ChunksError::Fault(fault) => FormatError::Fault(fault),
        })?;
        if is_more {
            tape.begin(Position { line: self.sentence.line, column: 1 });
            self.sentence.words().for_each(|word| tape.word(None, word));
            tape.end();
        }
        Ok(is_more)
    }
}

/// The words of utterances with times, without silence.
pub(super) struct TimedWords {
    stream: Option<Box<dyn Read + Send>>,
    format: TimesFormat,
}

impl TimedWords {
    /// Reads the words of a file of times.
    pub(super) fn new(stream: Box<dyn Read + Send>, format: TimesFormat) -> Self {
        Self { stream: Some(stream), format }
    }
}

impl FormatReader for TimedWords {
    /// Puts all utterances on the tape: records of an utterance may stand anywhere in the file.
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let Some(mut stream) = self.stream.take() else { return Ok(false) };
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        let options = TimesOptions { format: Some(self.format), ..TimesOptions::default() };
        let times = Times::from_bytes("", bytes, &options).map_err(|error| match error {
            TimesError::File { fault, .. } => FormatError::Fault(*fault),
            other => FormatError::Fault(FileFault::new("not-a-record", other.to_string())),
        })?;
        for (at, id) in times.ids().enumerate() {
            let place = Position { line: times.line_of(at).unwrap_or(1).max(1), column: 1 };
            tape.begin(place);
            tape.id(id.as_bytes());
            match times.whole(at) {
                Ok(words) => {
                    words.words().for_each(|word| tape.word(None, word));
                    tape.end();
                }
                Err(fault) => tape.fault(fault.to_string(), place, b""),
            }
        }
        Ok(times.len() > 0)
    }
}
