//! Word times: when each word of an utterance was spoken, from forced alignment or a recogniser.
//!
//! [`Times::read`] reads a [`Corpus`] in any [`TimesFormat`]. Which utterance belongs to which tree is not
//! decided here, but in the stage `align`.

mod build;
mod ctm;
mod encoding;
mod fault;
mod format;
mod json;
mod options;
mod store;
mod textgrid;
mod tokens;

#[cfg(test)]
mod tests;

use std::path::Path;

pub(crate) use fault::shown;
pub use fault::{BadTimes, TimesError, TimesProblem};
pub use format::{TimesFormat, UnknownTimesFormat};
pub use options::{Overlaps, TimesOptions};
pub use store::{Interval, TimedWords, Times};

use super::corpus::unpacked;
use super::{Corpus, Document};
use build::{Builder, Mark};

impl Times {
    /// Reads all files of a corpus, one after the other. Of a folder, only those whose names tell a format, or the format that is given:
    /// sound and transcripts often lie beside them.
    ///
    /// # Errors
    /// If a file cannot be opened, its format cannot be told, or nothing in it can be read as times.
    pub fn read(corpus: &Corpus, options: &TimesOptions) -> Result<Self, TimesError> {
        let mut files = Files::new(options);
        for document in of_times(corpus, options.format) {
            let format = files.format(&document.name)?;
            files.add(&document.name, format, document.whole()?)?;
        }
        files.finish(corpus.name())
    }

    /// Reads one file whose bytes are in memory; its name tells the format, unless that is given.
    ///
    /// # Errors
    /// As [`Times::read`].
    pub fn of_bytes(name: &str, bytes: Vec<u8>, options: &TimesOptions) -> Result<Self, TimesError> {
        let mut files = Files::new(options);
        files.add(name, files.format(name)?, bytes)?;
        files.finish(name)
    }
}

/// The files that are times. If by their names none are, all: then the first one is an error, or they are in the format that is given.
fn of_times(corpus: &Corpus, given: Option<TimesFormat>) -> Vec<&Document> {
    let is_of_times = |document: &&Document| {
        let format = TimesFormat::of_name(&document.name);
        format.is_some() && given.is_none_or(|given| format == Some(given))
    };
    let found: Vec<_> =
        corpus.documents().iter().filter(|_| corpus.is_folder()).filter(is_of_times).collect();
    if found.is_empty() { corpus.documents().iter().collect() } else { found }
}

/// Files on their way into one [`Times`].
struct Files<'o> {
    builder: Builder<'o>,
    /// Before the first file.
    beginning: Mark,
}

impl<'o> Files<'o> {
    fn new(options: &'o TimesOptions) -> Self {
        let builder = Builder::new(options);
        Self { beginning: builder.mark(), builder }
    }

    fn format(&self, name: &str) -> Result<TimesFormat, TimesError> {
        let format = self.builder.options().format.or_else(|| TimesFormat::of_name(name));
        format.ok_or_else(|| TimesError::Format { name: name.to_owned() })
    }

    /// Adds a file. How many utterances a file has that cannot be read at all is not known, so all after it would meet the wrong
    /// trees: that is an error. A TextGrid always has one.
    fn add(&mut self, name: &str, format: TimesFormat, bytes: Vec<u8>) -> Result<(), TimesError> {
        let text = encoding::to_utf8(bytes);
        self.builder.begin_file(name);
        let before = self.builder.mark();
        match format {
            TimesFormat::Ctm => ctm::read(&text, &mut self.builder),
            TimesFormat::Json => json::read(&text, name, &mut self.builder),
            TimesFormat::TextGrid => {
                textgrid::read(&text, &utterance_of(name), &mut self.builder);
                return Ok(());
            }
        }
        nothing(self.builder.hopeless_since(before))
    }

    fn finish(self, name: &str) -> Result<Times, TimesError> {
        nothing(self.builder.hopeless_since(self.beginning))?;
        let times = self.builder.finish(name);
        if times.is_empty() { Err(TimesError::Empty { name: name.to_owned() }) } else { Ok(times) }
    }
}

fn nothing(fault: Option<BadTimes>) -> Result<(), TimesError> {
    fault.map_or(Ok(()), |fault| Err(TimesError::Nothing(Box::new(fault))))
}

/// The utterance that a TextGrid holds: the file's name without folders and extension.
fn utterance_of(name: &str) -> String {
    let name = unpacked(Path::new(name));
    name.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}
