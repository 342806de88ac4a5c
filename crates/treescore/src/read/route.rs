//! Which way leads from a text in a format to its units: it is cut as text, or a reader puts them on a tape.

use std::sync::LazyLock;

use memchr::memmem;

use super::comments::begins_comment;
use super::format::Format;
use super::formats::{ArrayReading, has_raw_brackets};
use super::options::{InputFacts, Wanted};
use super::recognise::SAMPLE;
use super::split::UnitKind;
use super::syntax::Syntax;
use super::text::Text;

/// The way to the units of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// The text is cut into units of this kind, in this syntax if it is not the one that is wanted.
    Text(UnitKind, Option<Syntax>),
    /// A reader of this format puts them on a tape; how lists in JSON are read, if that is decided.
    Tape(Format, Option<ArrayReading>),
    /// Lines are to be paired, and the format has no units on lines.
    NoLines,
}

/// A text, and what is known and wanted of it.
pub(super) struct Case<'a> {
    pub(super) text: &'a Text,
    pub(super) facts: &'a InputFacts,
    pub(super) wanted: &'a Wanted,
    /// True if the field of JSON that holds the trees is given.
    pub(super) has_field: bool,
    /// True if only the words are asked for, whatever the file is.
    pub(super) is_lenient: bool,
}

/// What must hold of a text that is cut as it is, and into what.
type Row = (fn(&Case<'_>) -> bool, fn(&Case<'_>) -> (UnitKind, Option<Syntax>));

/// Texts that need no tape, the first row that holds.
const AS_TEXT: [Row; 6] = [
    (|case| case.is_blank(), |case| (case.wanted.unit, None)),
    (|case| case.is_own_json(), |_| (UnitKind::Line, None)),
    (|case| case.is_plain(), |_| (UnitKind::Line, Some(Syntax::Plain))),
    (|case| case.has_brackets() && case.pairs_lines(), |_| (UnitKind::Line, None)),
    (
        |case| case.is_simple(),
        |case| (UnitKind::Tree, case.wanted.syntax.is_by_line().then_some(Syntax::Trees)),
    ),
    (|case| case.is_wrapped(), |case| (case.wanted.unit, None)),
];

impl Case<'_> {
    pub(super) fn route(&self) -> Route {
        if let Some((_, leads)) = AS_TEXT.iter().find(|(holds, _)| holds(self)) {
            let (unit, syntax) = leads(self);
            Route::Text(unit, syntax)
        } else if self.pairs_lines() {
            Route::NoLines
        } else if self.is_json() {
            self.json()
        } else {
            Route::Tape(self.facts.format, None)
        }
    }

    /// JSON, however it was named: `bare` and `brackets` say how its lists are read.
    fn json(&self) -> Route {
        let is_named = matches!(self.facts.format, Format::Bare | Format::Brackets);
        let format = if is_named { Format::Json } else { self.facts.format };
        let reading = if is_named { Some(&self.facts.format) } else { self.facts.readings.first() };
        let arrays = match reading {
            Some(Format::Bare) => Some(ArrayReading::Bare),
            Some(Format::Brackets) => Some(ArrayReading::Labelled),
            _ => None,
        };
        Route::Tape(format, arrays)
    }

    /// True if lines are paired on request, of which each is to hold a tree.
    fn pairs_lines(&self) -> bool {
        self.wanted.unit == UnitKind::Line && !self.wanted.syntax.is_by_line()
    }

    fn is_json(&self) -> bool {
        is_json(&self.text.sample)
    }

    fn is_blank(&self) -> bool {
        self.facts.format == Format::Brackets && self.text.is_blank()
    }

    /// JSON of the measure itself, one value on each line.
    fn is_own_json(&self) -> bool {
        self.facts.format == Format::Json
            && self.wanted.syntax == Syntax::Json
            && !self.has_field
            && is_json_by_line(&self.text.sample)
    }

    fn is_plain(&self) -> bool {
        self.facts.format == Format::Plain && (self.wanted.syntax.is_by_line() || self.is_lenient)
    }

    fn has_brackets(&self) -> bool {
        self.facts.format == Format::Brackets && !self.is_json()
    }

    /// Brackets and nothing else, which the scanner knows.
    fn is_simple(&self) -> bool {
        self.has_brackets() && !needs_care(self.text)
    }

    /// Brackets whose words get tags on the way.
    fn is_wrapped(&self) -> bool {
        matches!(self.facts.format, Format::Untagged | Format::Brackets)
            && matches!(self.wanted.syntax, Syntax::Wrapped(_))
            && !self.is_json()
    }
}

/// True if each line is a JSON value of its own, as far as the first line shows.
fn is_json_by_line(sample: &[u8]) -> bool {
    let line = sample.split(|&byte| byte == b'\n').find(|line| !line.trim_ascii().is_empty());
    serde_json::from_slice::<serde::de::IgnoredAny>(line.unwrap_or_default()).is_ok()
}

/// True if the text is JSON.
fn is_json(sample: &[u8]) -> bool {
    let mut bytes = sample.iter().filter(|byte| !byte.is_ascii_whitespace());
    match bytes.next() {
        Some(b'{') => matches!(bytes.next(), Some(b'"' | b'}')),
        Some(b'[') => matches!(bytes.next(), Some(b'[' | b'{' | b'"' | b']')),
        _ => false,
    }
}

/// True if trees in brackets have something beside them or in them that only the careful reader knows:
/// comments, ids, brackets that are words, or lines that end with CR.
fn needs_care(text: &Text) -> bool {
    let sample = &text.sample[..];
    if text.is_simple {
        return ID.find(sample).is_some();
    }
    let is_long = sample.len() >= SAMPLE;
    let has_newline = memchr::memchr(b'\n', sample).is_some();
    let has_return = !has_newline && !is_long && memchr::memchr(b'\r', sample).is_some();
    has_return || has_comments(sample) || ID.find(sample).is_some() || has_raw_brackets(sample)
}

/// Where a tree has an id. Made once: a folder may have thousands of small files.
static ID: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("(ID "));

/// True if some line begins as comments do.
fn has_comments(sample: &[u8]) -> bool {
    let starts = memchr::memchr2_iter(b'\n', b'\r', sample).map(|end| end + 1);
    std::iter::once(0).chain(starts).any(|start| begins_comment(&sample[start..]))
}
