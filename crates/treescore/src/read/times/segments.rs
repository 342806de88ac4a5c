//! Kaldi's `segments`: where the utterances of a recording begin.

use std::sync::Arc;

use crate::values::hash::HashMap;

use super::fault::TimesError;
use super::records::{numbered_lines, time_of};
use crate::read::lines::fields;
use crate::read::{Corpus, FileFault};

/// The recording of each utterance, and its start there: lines of `utterance recording start end`.
///
/// ```
/// use treescore::read::times::{Segments, Times, TimesOptions};
/// let segments = Segments::from_bytes("segments", b"u1 tape 60.5 70\n")?;
/// let options = TimesOptions { segments: Some(segments.into()), ..TimesOptions::default() };
/// let times = Times::from_bytes("asr.ctm", "u1 A 0.25 0.5 rain\n".into(), &options)?;
/// assert_eq!(times.whole(0)?.intervals(), [(60.75, 61.25)]);
/// assert_eq!(times.recording_of(0), Some("tape"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Segments {
    name: String,
    by_utterance: HashMap<Box<str>, Segment>,
}

/// The place of an utterance in its recording.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Segment {
    pub(super) recording: Arc<str>,
    /// Seconds.
    pub(super) start: f64,
}

impl Segments {
    /// Reads all files of a corpus.
    ///
    /// # Errors
    /// If a file cannot be opened, or is not in this format.
    pub fn read(corpus: &Corpus) -> Result<Self, TimesError> {
        let mut segments = Self { name: corpus.name().to_owned(), by_utterance: HashMap::default() };
        for document in corpus.documents() {
            segments.add(&document.name, &document.read_whole()?)?;
        }
        Ok(segments)
    }

    /// Reads one file from memory.
    ///
    /// # Errors
    /// If it is not in this format.
    pub fn from_bytes(name: &str, text: &[u8]) -> Result<Self, TimesError> {
        let mut segments = Self { name: name.to_owned(), by_utterance: HashMap::default() };
        segments.add(name, text)?;
        Ok(segments)
    }

    fn add(&mut self, name: &str, text: &[u8]) -> Result<(), TimesError> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        for (number, line) in numbered_lines(text) {
            self.add_line(line, number)
                .map_err(|fault| TimesError::File { name: name.to_owned(), fault: Box::new(fault) })?;
        }
        Ok(())
    }

    fn add_line(&mut self, line: &[u8], number: u64) -> Result<(), FileFault> {
        let mut fields = fields(line);
        let (Some(utterance), Some(recording), Some(start), Some(end), None) =
            (fields.next(), fields.next(), fields.next(), fields.next(), fields.next())
        else {
            let message = "a line of segments is: utterance, recording, start, end";
            return Err(FileFault::on_line("not-a-record", message, number));
        };
        time_of(end, number)?;
        let text = |field| String::from_utf8_lossy(field);
        let segment = Segment { recording: text(recording).into(), start: time_of(start, number)? };
        self.by_utterance.insert(text(utterance).into(), segment);
        Ok(())
    }

    /// The name of the file, as given.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn of(&self, utterance: &str) -> Option<&Segment> {
        self.by_utterance.get(utterance)
    }
}
