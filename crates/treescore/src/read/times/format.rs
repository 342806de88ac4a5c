//! The formats of word times.

use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;

use crate::read::Format;
use crate::read::corpus::strip_compression;

/// A format of word times.
///
/// ```
/// use treescore::read::Format;
/// use treescore::read::times::TimesFormat;
///
/// assert_eq!(TimesFormat::of(Format::Whisper), Some(TimesFormat::Whisper));
/// assert_eq!(TimesFormat::of_name("asr/all.ctm.gz"), Some(TimesFormat::Ctm));
/// assert_eq!(TimesFormat::of_name("asr.txt"), None);
/// assert_eq!("json".parse(), Ok(TimesFormat::TimesJson));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimesFormat {
    /// Lines `recording channel start duration word`, the output of most recognisers and aligners.
    #[default]
    Ctm,
    /// CTM with ends in the place of durations.
    CtmEnds,
    /// Praat's annotation files, one utterance per file.
    TextGrid,
    /// The JSON of the Montreal Forced Aligner, one utterance per file.
    MfaJson,
    /// The CSV of the Montreal Forced Aligner, one utterance per file and speaker.
    MfaCsv,
    /// The JSON of Whisper and `WhisperX`, one utterance per segment.
    Whisper,
    /// Lines `utterance start end word`, as in the alignments of Switchboard.
    Ms98,
    /// A JSON array of sentences, or one sentence per line.
    TimesJson,
}

impl TimesFormat {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Ctm,
        Self::CtmEnds,
        Self::TextGrid,
        Self::MfaJson,
        Self::MfaCsv,
        Self::Whisper,
        Self::Ms98,
        Self::TimesJson,
    ];

    /// The name of the format.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ctm => "ctm",
            Self::CtmEnds => "ctm-ends",
            Self::TextGrid => "textgrid",
            Self::MfaJson => "mfa-json",
            Self::MfaCsv => "mfa-csv",
            Self::Whisper => "whisper",
            Self::Ms98 => "ms98",
            Self::TimesJson => "times-json",
        }
    }

    /// The format of times that was recognised. `None` if the file holds something else.
    pub const fn of(recognised: Format) -> Option<Self> {
        Some(match recognised {
            Format::Ctm => Self::Ctm,
            Format::TextGrid => Self::TextGrid,
            Format::MfaJson => Self::MfaJson,
            Format::MfaCsv => Self::MfaCsv,
            Format::Whisper => Self::Whisper,
            Format::Ms98 => Self::Ms98,
            Format::TimesJson => Self::TimesJson,
            _ => return None,
        })
    }

    /// The format that the extension of a file suggests, in upper or lower case, ignoring `.gz` or `.zst`.
    pub fn of_name(name: &str) -> Option<Self> {
        match extension(name)?.as_str() {
            "ctm" => Some(Self::Ctm),
            "textgrid" => Some(Self::TextGrid),
            "csv" => Some(Self::MfaCsv),
            "json" | "jsonl" => Some(Self::TimesJson),
            _ => None,
        }
    }

    /// True if the words stand in one of several named tiers.
    pub const fn has_tiers(self) -> bool {
        matches!(self, Self::TextGrid | Self::MfaJson)
    }
}

/// The extension in lower case, ignoring `.gz` or `.zst`.
pub(super) fn extension(name: &str) -> Option<String> {
    let name = strip_compression(Path::new(name));
    name.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}

/// The name of a file without folders and extension.
pub(super) fn stem(name: &str) -> String {
    let name = strip_compression(Path::new(name));
    name.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// An unknown name of a times format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown times format `{0}`; use {known}", known = list_formats())]
pub struct UnknownTimesFormat(pub String);

/// All names, for a message.
fn list_formats() -> String {
    let names = TimesFormat::ALL.map(TimesFormat::as_str);
    match names.as_slice() {
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
        [] => String::new(),
    }
}

impl FromStr for TimesFormat {
    type Err = UnknownTimesFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if name == "json" {
            return Ok(Self::TimesJson); // its name in version 0.1
        }
        let found = Self::ALL.into_iter().find(|format| format.as_str() == name);
        found.ok_or_else(|| UnknownTimesFormat(name.to_owned()))
    }
}
