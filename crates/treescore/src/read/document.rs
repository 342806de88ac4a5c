//! Opening a document of a side: its format is found, and with it the way to its units.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::corpus::Document;
use super::error::OpenError;
use super::file_fault::FileFault;
use super::format::{Format, Holds};
use super::formats::{self, FormatOptions, FormatReader, Known};
use super::head::Head;
use super::limit::{WHOLE_MAX, read_limited};
use super::lines::{end_lines_with_lf, mixed_ends};
use super::options::{DecidedBy, InputFacts, ReadOptions, Wanted};
use super::recognise::{Confidence, Recognition, UTTERANCES};
use super::route::{Case, Route};
use super::split::UnitKind;
use super::syntax::Syntax;
use super::text::Text;
use super::times::TimesFormat;
use crate::tree::Which;
use crate::values::Advice;

/// The way to the units of a document.
pub(super) enum Way {
    /// The text itself is cut into units.
    Text {
        /// The beginning of the text.
        head: Head,
        /// What comes after it; `None` if the text ends there.
        stream: Option<Box<dyn Read + Send>>,
        unit: UnitKind,
        /// The syntax, if it is not the one that is wanted.
        syntax: Option<Syntax>,
    },
    /// A reader puts units on a tape; the syntax of units that it leaves as text; how many bytes it has read so
    /// far.
    Tape(Box<dyn FormatReader>, Option<Syntax>, Arc<AtomicU64>),
}

impl Way {
    /// A text that is cut as it is.
    fn text(text: Text, unit: UnitKind, syntax: Option<Syntax>) -> Self {
        if unit == UnitKind::Line {
            // Blocks of lines may be smaller than the beginning that was looked at.
            return Self::Text { head: Head::default(), stream: Some(text.into_stream()), unit, syntax };
        }
        let stream = if text.is_whole { None } else { Some(text.rest) };
        Self::Text { head: text.sample, stream, unit, syntax }
    }
}

/// Counts the bytes of a stream.
struct Counted {
    stream: Box<dyn Read + Send>,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let more = self.stream.read(out)?;
        self.count.fetch_add(more as u64, Ordering::Relaxed);
        Ok(more)
    }
}

/// Decides between two readings of a document by the words of its partner.
pub(crate) type Resolve = Arc<dyn Fn(usize, &Document, &Recognition) -> Option<Format> + Send + Sync>;

/// What opening a document needs to know.
pub(super) struct Opening<'a> {
    pub(super) number: usize,
    pub(super) document: &'a Document,
    pub(super) options: &'a ReadOptions,
    pub(super) wanted: &'a Wanted,
    pub(super) resolve: Option<&'a Resolve>,
    /// Whether files of the wrong kind are read, too: to find out what their words are.
    pub(super) is_lenient: bool,
    /// Whether it is the only file of its side.
    pub(super) is_only: bool,
}

impl Opening<'_> {
    /// Opens the document. Its beginning is read into `buffer`.
    ///
    /// # Errors
    /// If it cannot be opened, or is of no format that is wanted.
    pub(super) fn open(&self, buffer: Vec<u8>) -> Result<(Way, InputFacts), OpenError> {
        let mut text = self.document.open_text_with(buffer)?;
        let fail = |fault: FileFault| self.refused(fault);
        if self.options.as_wanted {
            let format = if self.wanted.syntax.is_by_line() { Format::Forest } else { Format::Brackets };
            let facts =
                InputFacts::new(self.number, Recognition::certain(format), DecidedBy::Option, text.encoding);
            let unit = self.wanted.unit;
            return Ok((Way::text(text, unit, None), facts));
        }
        let (found, by) = self.find(&mut text)?;
        let mut facts = InputFacts::new(self.number, found, by, text.encoding);
        facts.is_blank = text.is_blank();
        self.check(&facts, &text).map_err(fail)?;
        let way = self.way(text, &facts).map_err(fail)?;
        Ok((way, facts))
    }

    /// A fault of the document. If its format was given, that may be what is wrong.
    fn refused(&self, mut fault: FileFault) -> OpenError {
        if let (None, Some(given)) = (&fault.advice, self.options.format) {
            fault = fault.with_advice(Advice::RecogniseFormat(given.as_str().to_owned()));
        }
        OpenError::Format { name: self.document.name.clone(), fault: Box::new(fault) }
    }

    /// True if the document may not be blank: nobody scores an empty file on purpose, unless it is one of several
    /// sides of conversations and silent. Blank lines may be units.
    fn refuses_blank(&self, text: &Text) -> bool {
        let has_units = self.wanted.unit == UnitKind::Line && !text.sample.is_empty();
        self.is_only && !self.is_lenient && !self.wanted.has_rivals && !has_units
    }

    fn find(&self, text: &mut Text) -> Result<(Recognition, DecidedBy), OpenError> {
        if text.is_blank() && self.refuses_blank(text) {
            return Err(self.refused(FileFault::empty()));
        }
        if let Some(format) = self.given() {
            return Ok((Recognition::certain(format), DecidedBy::Option));
        }
        // A side may be silent: an empty file has no units, and a finding says so. Blank lines would be utterances
        // without words: such a file is refused.
        let may_be_blank = self.wanted.may_be_silent || self.wanted.has_rivals || self.is_lenient;
        let is_side = may_be_blank || !self.wanted.syntax.is_by_line();
        let is_one_of_several = !self.is_only && text.sample.is_empty();
        if (is_side || is_one_of_several) && text.is_blank() {
            return Ok((Recognition::certain(Format::Brackets), DecidedBy::Content));
        }
        let mut found = match text.recognise(self.wanted.want(), &self.document.name) {
            // Words beside brackets get tags like all others.
            Err(OpenError::Format { fault, .. }) if self.wraps_words() && fault.message == UTTERANCES => {
                return Ok((Recognition::certain(Format::Untagged), DecidedBy::Content));
            }
            Err(error) => return Err(self.offer_replies(error)),
            Ok(found) => found,
        };
        if found.confidence == Confidence::Certain {
            return Ok((found, DecidedBy::Content));
        }
        if let Some(format) = self.resolve.and_then(|resolve| resolve(self.number, self.document, &found)) {
            found.format = if found.format == Format::Json { Format::Json } else { format };
            found.readings = vec![format];
            return Ok((found, DecidedBy::Partner));
        }
        if found.confidence == Confidence::Ambiguous && !self.is_lenient {
            let ways = found.readings.iter().map(|way| way.as_str().to_owned()).collect();
            let fault = FileFault::new("format-ambiguous", "can be read in two ways, with other words");
            return Err(self.refused(fault.with_advice(Advice::NameFormat(None, ways))));
        }
        Ok((found, DecidedBy::Content))
    }

    /// Adds to the error about text around trees that replies can be read where gold's words are known.
    fn offer_replies(&self, error: OpenError) -> OpenError {
        let takes_replies = self.wanted.takes_replies && self.wanted.side == Some(Which::System);
        match &error {
            OpenError::Format { fault, .. } if takes_replies && fault.finding == "llm-prose" => {
                error.or_advice(|| Advice::NameFormat(None, vec![Format::Replies.as_str().to_owned()]))
            }
            _ => error,
        }
    }

    /// True if words get tags on the way.
    fn wraps_words(&self) -> bool {
        matches!(self.wanted.syntax, Syntax::Wrapped(_))
    }

    /// The format that an option or a setting of the measure gives.
    fn given(&self) -> Option<Format> {
        self.options.format.or(match (&self.wanted.syntax, self.wanted.unit) {
            (Syntax::Plain, _) => Some(Format::Plain),
            (Syntax::Json, _) => Some(Format::Json),
            _ => None,
        })
    }

    /// Refuses a file that does not hold what is wanted.
    fn check(&self, facts: &InputFacts, text: &Text) -> Result<(), FileFault> {
        let holds = match facts.format {
            Format::Conllu if has_trees(text) => Holds::Trees,
            format => format.holds(),
        };
        let is_reply = facts.format == Format::Replies;
        if is_reply && !(self.wanted.takes_replies && self.wanted.side == Some(Which::System)) {
            return Err(FileFault::new("wrong-kind", REPLIES));
        }
        let refused = self.wanted.refuse(facts.format, holds);
        if let (None, Some(who), true) = (&refused, &self.wanted.needs_tags, facts.is_untagged()) {
            let has = if facts.is_bare() { "brackets without labels" } else { "words without tags" };
            let message = format!("has {has}, but {who} needs tags: heads are found by them");
            return Err(FileFault::new("no-tags", message));
        }
        match refused {
            None if self.wanted.compares_labels && facts.is_bare() && !self.is_lenient => {
                Err(FileFault::no_labels())
            }
            Some(message) if !self.is_lenient => Err(FileFault::new("wrong-kind", message)),
            _ => Ok(()),
        }
    }

    fn way(&self, text: Text, facts: &InputFacts) -> Result<Way, FileFault> {
        let has_field = self.options.details.field.is_some();
        let case = Case { text: &text, facts, wanted: self.wanted, has_field, is_lenient: self.is_lenient };
        match case.route() {
            Route::Text(unit, syntax) => Ok(match with_newlines(text) {
                Ok(text) => Way::text(text, unit, syntax),
                Err(stream) => Way::Text { head: Head::default(), stream: Some(stream), unit, syntax },
            }),
            Route::Tape(format, arrays) => {
                let needs_labels = self.wanted.compares_labels && !self.is_lenient;
                let is_only = self.is_only;
                let known = Known { variant: facts.variant, arrays, by: facts.by, needs_labels, is_only };
                self.tape(text, format, known)
            }
            Route::NoLines => {
                let name = facts.format.as_str();
                let message = format!("is {name}; pairing by line needs trees in brackets, one on a line");
                Err(FileFault::new("wrong-kind", message))
            }
        }
    }

    fn tape(&self, text: Text, format: Format, known: Known) -> Result<Way, FileFault> {
        let count = Arc::new(AtomicU64::new(0));
        let stream = Box::new(Counted { stream: text.into_stream(), count: Arc::clone(&count) });
        if let Some(format) = TimesFormat::of(format) {
            let name = self.document.name.clone();
            return Ok(Way::Tape(Box::new(formats::TimedWordReader::new(stream, format, name)), None, count));
        }
        let given = &self.options.details;
        let ignores_types = given.ignores_types || self.wanted.ignores_types;
        let details = FormatOptions { ignores_types, ..given.clone() };
        let open = formats::open(format, known, stream, &details);
        let syntax = (format == Format::Forest).then_some(Syntax::Forest);
        open.map(|reader| Way::Tape(reader, syntax, count)).ok_or_else(|| {
            FileFault::new("wrong-kind", format!("is {}; it cannot be read here", format.label()))
        })
    }
}

/// Why replies are refused where gold's words are not known.
const REPLIES: &str = "holds replies of a language model, which become trees by the words of gold: they are scored as a system, sentence by sentence";

/// The text as it is; or, if CR ends its lines and it has no LF, a stream in which LF ends them.
fn with_newlines(text: Text) -> Result<Text, Box<dyn Read + Send>> {
    let has = |byte: u8| memchr::memchr(byte, &text.sample).is_some();
    if has(b'\n') || !has(b'\r') {
        return Ok(text);
    }
    Err(Box::new(Returns { stream: text.into_stream(), text: None }))
}

/// Text whose lines end with CR, unless there is a LF far behind: then it is refused. It is read whole to know that.
struct Returns {
    stream: Box<dyn Read + Send>,
    text: Option<Cursor<Vec<u8>>>,
}

impl Read for Returns {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.text.is_none() {
            let mut text = read_limited(&mut self.stream, WHOLE_MAX)?;
            if !end_lines_with_lf(&mut text) {
                return Err(mixed_ends());
            }
            self.text = Some(Cursor::new(text));
        }
        self.text.as_mut().map_or(Ok(0), |text| text.read(out))
    }
}

/// True if every sentence that the sample shows brings its tree in a comment.
fn has_trees(text: &Text) -> bool {
    let sentences = text.sample.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"1\t")).count();
    let trees = memchr::memmem::find_iter(&text.sample, "\n# constituency =").count()
        + usize::from(text.sample.starts_with(b"# constituency ="));
    trees >= sentences && trees > 0
}
