//! Which format a file has, by the first 64 KiB of its text.
//!
//! The rules are tried in order, and the first that holds decides. A rule looks at the sample only, so that
//! the same text is the same format under any name and on any machine.

mod brackets;
mod columns;
mod forest;
mod json;
mod markup;
mod nbest;
mod outline;
#[cfg(test)]
mod pack_tests;
mod pattern;
mod quick;
#[cfg(test)]
mod quick_tests;
mod sample;
mod starts;
#[cfg(test)]
mod tests;
mod transcript;

pub(crate) use brackets::UTTERANCES;
pub(crate) use pattern::{has_digit, looks_like_id, looks_like_label, nine_of_ten};

use self::sample::Sample;
use super::file_fault::FileFault;
use super::format::{Format, Want};
use crate::values::choice;

choice! {
    /// How sure a recognition is.
    Confidence {
        /// No other format has this form.
        Certain = "certain",
        /// Another reading is possible.
        Likely = "likely",
        /// Two readings give other words, and nothing in the file says which is right.
        Ambiguous = "ambiguous",
    }
}

/// How a file is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognition {
    /// The format.
    pub format: Format,
    /// How sure that is.
    pub confidence: Confidence,
    /// All readings that are possible, the chosen one first. Empty if it is certain.
    pub readings: Vec<Format>,
    /// The variant of the format, such as `bllip`, or `4` of the export format.
    pub variant: Option<&'static str>,
}

impl Recognition {
    pub(super) fn certain(format: Format) -> Self {
        Self { format, confidence: Confidence::Certain, readings: Vec::new(), variant: None }
    }

    fn likely(readings: &[Format]) -> Self {
        Self::open(Confidence::Likely, readings)
    }

    fn ambiguous(readings: &[Format]) -> Self {
        Self::open(Confidence::Ambiguous, readings)
    }

    /// The first of several readings.
    fn open(confidence: Confidence, readings: &[Format]) -> Self {
        let format = readings.first().copied().unwrap_or(Format::Plain);
        Self { format, confidence, readings: readings.to_vec(), variant: None }
    }

    fn with_variant(self, variant: Option<&'static str>) -> Self {
        Self { variant, ..self }
    }
}

/// What a rule says of a sample: its format, nothing, or why such a file is not read.
type Verdict = Result<Option<Recognition>, FileFault>;

/// A rule.
enum Rule {
    /// It tells a format.
    Tells(fn(&Sample<'_>) -> Option<Recognition>),
    /// It also knows files that are not read.
    TellsOrRefuses(fn(&Sample<'_>) -> Verdict),
}

/// The rules, in their order.
const RULES: [Rule; 15] = [
    Rule::TellsOrRefuses(starts::is_empty),
    Rule::Tells(starts::export),
    Rule::Tells(starts::conll_document),
    Rule::Tells(nbest::ids),
    Rule::Tells(nbest::scores),
    Rule::TellsOrRefuses(markup::markup),
    Rule::Tells(starts::textgrid),
    Rule::Tells(starts::mfa_csv),
    Rule::Tells(starts::top),
    Rule::TellsOrRefuses(json::json),
    Rule::TellsOrRefuses(starts::named_only),
    Rule::Tells(starts::conllu),
    Rule::TellsOrRefuses(forest::forest),
    Rule::TellsOrRefuses(brackets::brackets),
    Rule::TellsOrRefuses(columns::columns),
];

/// How many bytes of decoded text are looked at.
pub(crate) const SAMPLE: usize = 64 * 1024;

/// Recognises the format of a file by its first 64 KiB of decoded text (or all, if it is shorter:
/// `is_whole`).
///
/// # Errors
/// If the file is of no known format, or of one that is known and not read.
pub fn recognise(sample: &[u8], is_whole: bool, want: Want) -> Result<Recognition, FileFault> {
    recognise_simple(sample, is_whole, want).0
}

/// As [`recognise`]. Also says whether the text is known to be nothing but trees that the scanner reads as they
/// are: without comments, without brackets that are words, with usual lines.
pub(super) fn recognise_simple(
    sample: &[u8],
    is_whole: bool,
    want: Want,
) -> (Result<Recognition, FileFault>, bool) {
    let sample = Sample::new(sample, is_whole, want);
    let plain = if want == Want::Trees { quick::plain_brackets(sample.text) } else { None };
    match plain {
        Some(plain) => (Ok(Recognition::certain(Format::Brackets)), plain.is_simple && is_whole),
        None => (by_rules(&sample), false),
    }
}

/// True if the beginning of a file does not tell its format, and more of it may: JSON or markup that has not
/// come to its point, or nothing but comments or blank lines.
pub(super) fn wants_more(sample: &[u8], found: &Result<Recognition, FileFault>) -> bool {
    match found {
        Err(fault) => matches!(fault.finding, "format-unknown" | "not-json" | "empty-file"),
        // A long text is the first field of other JSON, too.
        Ok(found) if found.format == Format::Whisper => true,
        Ok(_) => Sample::new(sample, false, Want::Trees).outside_comments().next().is_none(),
    }
}

// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub fn recognise_by_rules(sample: &[u8], is_whole: bool, want: Want) -> Result<Recognition, FileFault> {
    by_rules(&Sample::new(sample, is_whole, want))
}

/// Recognises a format by all rules.
fn by_rules(sample: &Sample<'_>) -> Result<Recognition, FileFault> {
    for rule in RULES {
        let found = match rule {
            Rule::Tells(rule) => rule(sample),
            Rule::TellsOrRefuses(rule) => rule(sample)?,
        };
        if let Some(found) = found {
            return Ok(found);
        }
    }
    transcript::transcript_or_plain(sample)
}
