//! The words of files of times, for measures that need no more.

use std::io::Read;

use super::{FormatError, FormatReader};
use crate::read::file_fault::FileFault;
use crate::read::limit::{WHOLE_MAX, read_limited};
use crate::read::tape::Tape;
use crate::read::times::{MissingTimes, Overlaps, Times, TimesError, TimesFormat, TimesOptions};
use crate::read::window::Position;

/// Reads the words of each utterance. Times are held whole, because the records of an utterance may stand
/// anywhere in the file.
pub(in crate::read) struct TimedWordReader {
    stream: Option<Box<dyn Read + Send>>,
    format: TimesFormat,
    name: String,
}

impl TimedWordReader {
    pub(in crate::read) fn new(stream: Box<dyn Read + Send>, format: TimesFormat, name: String) -> Self {
        Self { stream: Some(stream), format, name }
    }

    fn read(&self, text: Vec<u8>) -> Result<Times, FileFault> {
        // What is wrong with times does not matter here.
        let options = TimesOptions {
            format: Some(self.format),
            overlaps: Overlaps::Allow,
            missing: MissingTimes::Spread,
            ..TimesOptions::default()
        };
        Times::from_bytes(&self.name, text, &options).map_err(|error| match error {
            TimesError::File { fault, .. } => *fault,
            other => FileFault::new("not-a-record", other.to_string()),
        })
    }
}

impl FormatReader for TimedWordReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let Some(stream) = self.stream.take() else { return Ok(false) };
        let times = self.read(read_limited(stream, WHOLE_MAX)?)?;
        for file in times.files() {
            let found = [
                ("alternations", file.counts.alternations),
                ("silence", file.counts.silence),
                ("sounds", file.counts.sounds),
                ("channels", file.channels.len() as u64),
            ];
            for (name, count) in found {
                tape.counts.add(name, count);
            }
        }
        for (utterance, id) in times.ids().enumerate() {
            let line = times.line_of(utterance).unwrap_or(1).max(1);
            let first = Position { line, column: 1 };
            tape.begin(first);
            tape.id(id.as_bytes());
            match times.whole(utterance) {
                Ok(words) => {
                    words.words().for_each(|word| tape.word(None, word));
                    tape.end();
                }
                Err(fault) => {
                    let line = Position { line: fault.line.max(1), column: 1 };
                    tape.fault(fault.to_string(), line, b"");
                }
            }
        }
        Ok(false)
    }
}
