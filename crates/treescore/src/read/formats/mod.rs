//! Readers of the formats that are not plain brackets, each in a file of its own.
//!
//! A reader goes through its file from start to end and puts units on a [tape](super::tape). What is wrong
//! with one unit is a [fault](Tape::fault) of that unit; what is wrong with the file ends the reading.

pub(crate) mod bracket_text;
mod bracket_tokens;
mod brackets;
mod chunked_words;
mod conll_parse;
mod conllu;
mod cut;
mod export;
mod forest;
mod id_brackets;
pub(crate) mod json;
mod kaldi;
mod line_reader;
mod nbest;
mod nbest_list;
mod own_ids;
#[cfg(test)]
mod pack_tests;
mod placed;
mod plain;
#[cfg(test)]
mod reading_tests;
mod replies;
mod reply_cut;
#[cfg(test)]
mod scanner_tests;
#[cfg(test)]
mod soup_tests;
mod stm;
mod tiger_sentence;
mod tigerxml;
mod timed_words;
mod top;
mod transcribe;
mod tree_writer;
mod trn;
mod xml;

use std::io::{self, Cursor, Read};

use self::bracket_text::{TreeReading, TreeText};
pub(super) use self::bracket_tokens::has_raw_brackets;
use self::brackets::{Between, BracketReader};
pub(crate) use self::json::ArrayReading;
use self::line_reader::LineReader;
use self::nbest_list::Pick;
pub(super) use self::timed_words::TimedWordReader;
use self::tree_writer::TreeWriter;
use super::blocks::Block;
use super::file_fault::FileFault;
use super::format::Format;
use super::options::DecidedBy;
use super::tape::Tape;
use super::window::Position;
use crate::values::choice;

/// Reads a file unit by unit.
pub(crate) trait FormatReader: Send {
    /// Puts the next units on the tape: at least one, unless the file has ended. Returns false at its end.
    ///
    /// # Errors
    /// If the file cannot be read, or does not stay what it began as.
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError>;
}

/// Why reading a file in a format ended early.
#[derive(Debug)]
pub(crate) enum FormatError {
    /// The file is not what it began as.
    Fault(FileFault),
    /// The operating system reported an error.
    Io(io::Error),
}

impl From<io::Error> for FormatError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<FileFault> for FormatError {
    fn from(fault: FileFault) -> Self {
        Self::Fault(fault)
    }
}

choice! {
    /// Where a file of replies is cut into replies.
    Cut {
        /// Nowhere: the file is one reply.
        File = "file",
        /// Each line is a reply.
        Line = "line",
        /// Before each numbered heading.
        Heading = "heading",
        /// Each JSON value is a reply or holds one.
        Json = "json",
    }
}

choice! {
    /// Which tree of an n-best list is read.
    #[derive(Default)]
    Nbest {
        /// The first.
        #[default]
        First = "first",
        /// The one with the highest score.
        Best = "best",
    }
}

/// What the caller decides about the reading of formats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    /// Which tree of an n-best list is read.
    pub nbest: Nbest,
    /// True if every tree of an n-best list is read, each as a unit of its own.
    pub candidates: bool,
    /// True if the labels of edges are appended to those of nodes: `NP-SB`.
    pub functions: bool,
    /// The field of a JSON object that holds the tree, or the reply.
    pub field: Option<Vec<u8>>,
    /// Where files of replies are cut. `None`: by content.
    pub cut: Option<Cut>,
    /// True if types of nodes in JSON are not read.
    pub ignores_types: bool,
}

/// What is known about a file that is to be read in a format.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    /// The variant of the format; without one it is found out.
    pub(crate) variant: Option<&'static str>,
    /// How arrays in JSON are read, where that is decided.
    pub(crate) arrays: Option<ArrayReading>,
    /// What decided the format.
    pub(crate) by: DecidedBy,
    /// True if labels of brackets are compared, so that trees without are no use.
    pub(crate) needs_labels: bool,
    /// True if it is the only file of its side.
    pub(crate) is_only: bool,
}

/// Opens a file in a format. `None` if the format is read elsewhere.
///
/// Plain brackets go through the scanner, which is faster; this reader of theirs also knows comments, ids and
/// raw brackets.
pub(crate) fn open(
    format: Format,
    Known { variant, arrays, by, needs_labels, is_only }: Known,
    stream: Box<dyn Read + Send>,
    options: &FormatOptions,
) -> Option<Box<dyn FormatReader>> {
    let brackets = |stream, reading, between| Box::new(BracketReader::new(stream, reading, between));
    Some(match format {
        Format::Brackets => brackets(stream, TreeReading::Tagged, Between::Comments),
        Format::Untagged => brackets(stream, TreeReading::Untagged, Between::Comments),
        Format::Bare => brackets(stream, TreeReading::Bare, Between::Comments),
        Format::LemmaLeaves => brackets(stream, TreeReading::WithoutLemmas, Between::Comments),
        Format::Discbracket => brackets(stream, TreeReading::Placed, Between::Comments),
        Format::SgmlBrackets => brackets(stream, TreeReading::Labelled, Between::Markup),
        Format::Export => Box::new(export::ExportReader::new(stream, options.functions)),
        Format::TigerXml => Box::new(tigerxml::TigerXmlReader::new(stream, options.functions)),
        Format::Nbest => Box::new(nbest::NbestReader::new(stream, variant, Pick::of(options))),
        Format::IdBrackets => Box::new(id_brackets::IdBracketReader::new(stream)),
        Format::ConllParse => Box::new(conll_parse::ConllParseReader::new(stream)),
        Format::Conllu => Box::new(conllu::ConlluReader::new(stream)),
        Format::Json => {
            let (field, ignores_types) = (options.field.clone(), options.ignores_types);
            let options = json::JsonOptions { field, arrays, ignores_types, needs_labels };
            Box::new(json::JsonTrees::new(stream, options))
        }
        Format::Frames => Box::new(json::Frames::new(stream)),
        Format::Top => Box::new(top::TopReader::new(stream)),
        Format::Bio => Box::new(chunked_words::ChunkedWordReader::new(stream, options.field.as_deref())),
        Format::Forest => Box::new(LineReader::new(stream, forest::Forest::default())),
        Format::Plain => Box::new(LineReader::new(stream, plain::Plain)),
        Format::Kaldi => Box::new(LineReader::new(stream, kaldi::Kaldi::new(by))),
        Format::Trn => Box::new(LineReader::new(stream, trn::Trn::new(by))),
        Format::Stm => Box::new(LineReader::new(stream, stm::Stm)),
        Format::Replies => Box::new(replies::ReplyReader::new(stream, options, is_only)),
        _ => return None,
    })
}

/// Reads the first bytes of a stream, and returns them and a stream that still has them.
fn peek(mut stream: Box<dyn Read + Send>, bytes: usize) -> io::Result<(Vec<u8>, Box<dyn Read + Send>)> {
    let mut sample = Vec::new();
    stream.by_ref().take(bytes as u64).read_to_end(&mut sample)?;
    let whole = Cursor::new(sample.clone()).chain(stream);
    Ok((sample, Box::new(whole)))
}

/// A whole number in decimal digits, without sign. A number beyond all bounds counts as the largest one.
fn decimal(text: &[u8]) -> Option<u64> {
    let is_number = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| {
        text.iter()
            .fold(0u64, |number, digit| number.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
    })
}

/// Writes a tree in which brackets are words into a block of its own. Returns false if no bracket is a word, or
/// if the text is no tree with them.
pub(crate) fn write_raw_tree(text: &[u8], block: &mut Block) -> bool {
    let mut tape = Tape::default();
    let first = Position { line: 1, column: 1 };
    tape.begin(first);
    let source = TreeText { text, first, is_raw: true };
    let is_tree =
        has_raw_brackets(text) && TreeWriter::default().write(source, TreeReading::Tagged, &mut tape).is_ok();
    if is_tree {
        tape.end();
        tape.take(1, block);
    }
    is_tree
}
