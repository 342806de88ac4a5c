//! Word times: when each word of an utterance was spoken, from forced alignment or a recogniser.
//!
//! [`Times::read`] reads a [`Corpus`] in any [`TimesFormat`]. The stage `align` decides which utterance
//! belongs to which tree. Times are read whole, unlike trees: the times of a tree depend on all trees before
//! it, and a million words take only 16 MB.

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

pub(crate) use fault::shorten;
pub use fault::{BadTimes, TimesError, TimesProblem};
pub use format::{TimesFormat, UnknownTimesFormat};
pub use options::{Overlaps, TimesOptions};
pub use store::{Interval, TimedWords, Times};

use super::corpus::strip_compression;
use super::{Corpus, Document};
use build::{Builder, Mark};

impl Times {
    /// Reads all files of a corpus, in order. In a folder, reads only the files whose extension names a
    /// format (or the given format), because sound files and transcripts are often beside them.
    ///
    /// # Errors
    /// If a file cannot be opened, its format is unknown, or it has no readable times.
    pub fn read(corpus: &Corpus, options: &TimesOptions) -> Result<Self, TimesError> {
        let mut files = Files::new(options);
        for document in times_files(corpus, options.format) {
            let format = files.format(&document.name)?;
            files.add(&document.name, format, document.read_whole()?)?;
        }
        files.finish(corpus.name())
    }

    /// Reads one file from memory. Unless the options give a format, it is detected from the name.
    ///
    /// # Errors
    /// As for [`Times::read`].
    pub fn from_bytes(name: &str, bytes: Vec<u8>, options: &TimesOptions) -> Result<Self, TimesError> {
        let mut files = Files::new(options);
        files.add(name, files.format(name)?, bytes)?;
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

    fn format(&self, name: &str) -> Result<TimesFormat, TimesError> {
        let format = self.builder.options().format.or_else(|| TimesFormat::of_name(name));
        format.ok_or_else(|| TimesError::Format { name: name.to_owned() })
    }

    /// Adds a file. Without any readable times the number of its utterances is unknown, and all later ones
    /// would be assigned to the wrong trees, so that is an error. A TextGrid always holds one utterance.
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
        check_readable(self.builder.unreadable_since(before))
    }

    fn finish(self, name: &str) -> Result<Times, TimesError> {
        check_readable(self.builder.unreadable_since(self.beginning))?;
        let times = self.builder.finish(name);
        if times.is_empty() { Err(TimesError::Empty { name: name.to_owned() }) } else { Ok(times) }
    }
}

fn check_readable(fault: Option<BadTimes>) -> Result<(), TimesError> {
    fault.map_or(Ok(()), |fault| Err(TimesError::Nothing(Box::new(fault))))
}

/// The utterance id of a TextGrid: the name of the file without folders and extension.
fn utterance_of(name: &str) -> String {
    let name = strip_compression(Path::new(name));
    name.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}
