//! Word times: when each word of an utterance was spoken, from forced alignment or a recogniser.
//!
//! [`Times::read`] reads a [`Corpus`] in any [`TimesFormat`]. The stage `align` decides which utterance
//! belongs to which tree. Times are read whole, unlike trees: the times of a tree depend on all trees before
//! it, and a million words take only 16 MB.

mod build;
mod counts;
mod ctm;
mod fault;
mod finish;
mod format;
mod json;
mod mfa_csv;
mod mfa_json;
mod ms98;
mod options;
mod records;
mod segments;
mod store;
mod suspect;
mod textgrid;
mod tier;
mod tokens;
mod unit;
mod whisper;

#[cfg(test)]
mod tests;

pub use counts::{TimesCounts, TimesFile};
pub(crate) use fault::shorten;
pub use fault::{BadTimes, TimesError, TimesProblem};
pub use format::{TimesFormat, UnknownTimesFormat};
pub use options::{MissingTimes, Overlaps, TimesOptions};
pub use segments::Segments;
pub use store::{Interval, TimedWords, Times};
pub use suspect::EndColumn;
pub use unit::{TimeUnit, UnknownTimeUnit};

use super::encoding::decode;
use super::recognise::{Recognition, SAMPLE, recognise};
use super::{Corpus, Document, FileFault, Format, TextEncoding, Want};
use build::{Builder, Mark};
use ctm::Fourth;

impl Times {
    /// Reads all files of a corpus, in order. In a folder, reads only the files whose extension names a
    /// format (or the given format), because sound files and transcripts are often beside them.
    ///
    /// # Errors
    /// If a file cannot be opened, its format is unknown, or it has no readable times.
    pub fn read(corpus: &Corpus, options: &TimesOptions) -> Result<Self, TimesError> {
        let mut files = Files::new(options);
        for document in times_files(corpus, options.format) {
            let (bytes, encoding) = document.read_whole_text()?;
            files.add(&document.name, bytes, encoding)?;
        }
        files.finish(corpus.name())
    }

    /// Reads one file from memory. Unless the options give a format, it is recognised.
    ///
    /// # Errors
    /// As for [`Times::read`].
    pub fn from_bytes(name: &str, bytes: Vec<u8>, options: &TimesOptions) -> Result<Self, TimesError> {
        let mut files = Files::new(options);
        files.add(name, bytes, TextEncoding::Utf8)?;
        files.finish(name)
    }
}

/// The files with times. If no extension names a format, all files: then the first is an error, or they are
/// in the given format.
fn times_files(corpus: &Corpus, given: Option<TimesFormat>) -> Vec<&Document> {
    let is_times_file = |document: &&Document| {
        let format = TimesFormat::of_name(&document.name);
        format.is_some() && given.is_none_or(|given| format == Some(given))
    };
    let found: Vec<_> =
        corpus.documents().iter().filter(|_| corpus.is_folder()).filter(is_times_file).collect();
    if found.is_empty() { corpus.documents().iter().collect() } else { found }
}

/// Collects files into one [`Times`].
struct Files<'o> {
    builder: Builder<'o>,
    /// The state before the first file.
    beginning: Mark,
}

impl<'o> Files<'o> {
    fn new(options: &'o TimesOptions) -> Self {
        let builder = Builder::new(options);
        Self { beginning: builder.mark(), builder }
    }

    /// The format of a file: the given one, else the one that is recognised from its content.
    fn format(&self, name: &str, text: &[u8]) -> Result<TimesFormat, TimesError> {
        if let Some(format) = self.builder.options().format {
            return Ok(format);
        }
        let sample = text.get(..SAMPLE).unwrap_or(text);
        let recognised = recognise(sample, sample.len() == text.len(), Want::Trees);
        // The name decides where the content does not: one faulty line or value is not a faulty file.
        let by_name = TimesFormat::of_name(name);
        if let Some(format) = recognised.as_ref().ok().and_then(|found| TimesFormat::of(found.format)) {
            return Ok(format);
        }
        match (recognised, by_name) {
            (Ok(Recognition { format: Format::Plain | Format::Json, .. }) | Err(_), Some(format)) => {
                Ok(format)
            }
            (Ok(found), _) => {
                let (title, has) = found.format.title();
                let message = format!("is {title}: {has}, but word times are needed here");
                Err(refused(name, FileFault::new("wrong-kind", message)))
            }
            (Err(fault), None) => Err(refused(name, fault)),
        }
    }

    /// Adds a file. If no sentence of JSON is readable, the number of utterances is unknown, and all later
    /// ones would be assigned to the wrong trees, so that is an error.
    fn add(&mut self, name: &str, bytes: Vec<u8>, encoding: TextEncoding) -> Result<(), TimesError> {
        let text = decode(bytes).map_err(|fault| refused(name, fault))?;
        let format = self.format(name, &text)?;
        self.builder.begin_file(name, format, encoding);
        let before = self.builder.mark();
        let builder = &mut self.builder;
        let read = match format {
            TimesFormat::Ctm => ctm::read(&text, Fourth::Duration, builder),
            TimesFormat::CtmEnds => ctm::read(&text, Fourth::End, builder),
            TimesFormat::TextGrid => textgrid::read(&text, name, builder),
            TimesFormat::MfaJson => mfa_json::read(&text, name, builder),
            TimesFormat::MfaCsv => mfa_csv::read(&text, name, builder),
            TimesFormat::Whisper => whisper::read(&text, name, builder),
            TimesFormat::Ms98 => ms98::read(&text, builder),
            TimesFormat::TimesJson => {
                json::read(&text, name, builder);
                Ok(())
            }
        };
        read.map_err(|fault| refused(name, fault))?;
        check_readable(self.builder.unreadable_since(before))
    }

    fn finish(self, name: &str) -> Result<Times, TimesError> {
        check_readable(self.builder.unreadable_since(self.beginning))?;
        let times = self.builder.finish(name)?;
        if times.is_empty() { Err(TimesError::Empty { name: name.to_owned() }) } else { Ok(times) }
    }
}

fn refused(name: &str, fault: FileFault) -> TimesError {
    TimesError::File { name: name.to_owned(), fault: Box::new(fault) }
}

fn check_readable(fault: Option<BadTimes>) -> Result<(), TimesError> {
    fault.map_or(Ok(()), |fault| Err(TimesError::Nothing(Box::new(fault))))
}
