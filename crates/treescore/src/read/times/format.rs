//! The formats of word times.

use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;

use crate::read::corpus::strip_compression;

/// A format of word times.
///
/// ```
/// use treescore::read::times::TimesFormat;
///
/// assert_eq!(TimesFormat::of_name("asr/all.ctm.gz"), Some(TimesFormat::Ctm));
/// assert_eq!(TimesFormat::of_name("asr.txt"), None);
/// assert_eq!("textgrid".parse(), Ok(TimesFormat::TextGrid));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimesFormat {
    /// Lines `utterance channel start duration word`, the output of most recognisers and aligners.
    Ctm,
    /// Praat's annotation files, one utterance per file.
    TextGrid,
    /// A JSON array of sentences, or one sentence per line.
    Json,
}

impl TimesFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Ctm, Self::TextGrid, Self::Json];

    /// The name of the format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ctm => "ctm",
            Self::TextGrid => "textgrid",
            Self::Json => "json",
        }
    }

    /// Detects the format from the extension of a file, in upper or lower case, ignoring `.gz` or `.zst`.
    pub fn of_name(name: &str) -> Option<Self> {
        match extension(name)?.as_str() {
            "jsonl" => Some(Self::Json),
            other => other.parse().ok(),
        }
    }
}

/// The extension in lower case, ignoring `.gz` or `.zst`.
pub(super) fn extension(name: &str) -> Option<String> {
    let name = strip_compression(Path::new(name));
    name.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}

/// An unknown name of a times format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown times format `{0}`; use ctm, textgrid or json")]
pub struct UnknownTimesFormat(pub String);

impl FromStr for TimesFormat {
    type Err = UnknownTimesFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|format| format.as_str() == name);
        found.ok_or_else(|| UnknownTimesFormat(name.to_owned()))
    }
}
