//! What was read of each file, and what was left out.

use std::sync::Arc;

use super::{EndColumn, TimesFormat};
use crate::read::TextEncoding;

/// What was left out of a file of times, or is unusual in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimesCounts {
    /// Silences, which are no words.
    pub silence: u64,
    /// Records of sounds, which are no words either.
    pub sounds: u64,
    /// Alternations, of which only the first alternative was read.
    pub alternations: u64,
    /// Words without times.
    pub untimed: u64,
    /// Recordings with several channels, each of which is an utterance of its own.
    pub channels: u64,
}

impl TimesCounts {
    /// The counts with their names in reports; those of 0 are left out.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let all = [
            ("silence", self.silence),
            ("sounds", self.sounds),
            ("alternations", self.alternations),
            ("untimed", self.untimed),
            ("channels", self.channels),
        ];
        all.into_iter().filter(|&(_, count)| count > 0)
    }
}

/// A file of times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimesFile {
    /// Its name.
    pub name: Arc<str>,
    /// Its format.
    pub format: TimesFormat,
    /// The tier that holds the words, in formats with tiers.
    pub tier: Option<Box<str>>,
    /// Its encoding.
    pub encoding: TextEncoding,
    /// What was left out.
    pub counts: TimesCounts,
    /// The utterances that are one of several channels of a recording.
    pub channels: Vec<Arc<str>>,
    /// Two records of a CTM that seem to have ends in the place of durations.
    pub end_column: Option<EndColumn>,
    /// True if all words of a CTM are whole numbers.
    pub has_only_numbers: bool,
}
