//! Trees in brackets, with comments, ids and markup between them: all formats that are text of brackets.

use std::io::Read;

use crate::values::hash::HashMap;

use super::bracket_text::{TreeReading, TreeText};
use super::cut::{Cut, CutTree, Cutter};
use super::tree_writer::TreeWriter;
use super::{FormatError, FormatReader, peek};
use crate::read::comments::{comment_id, is_comment};
use crate::read::layout::{LAYOUT_SAMPLE, Layout};
use crate::read::lines::{Line, Lines, fields, is_space, trim_start};
use crate::read::tape::Tape;

/// What may stand between trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Between {
    /// Comments.
    Comments,
    /// Comments, and lines of SGML.
    Markup,
}

/// Reads trees in brackets.
pub(super) struct BracketReader {
    source: Source,
    reading: TreeReading,
    between: Between,
    cuts: Vec<Cut>,
    writer: TreeWriter,
    names: Names,
}

/// The lines of the file, and the trees in them; the layout must be known before the first.
enum Source {
    Unopened(Box<dyn Read + Send>),
    Open(Box<(Lines, Cutter)>),
    Ended,
}

impl BracketReader {
    pub(super) fn new(stream: Box<dyn Read + Send>, reading: TreeReading, between: Between) -> Self {
        Self {
            source: Source::Unopened(stream),
            reading,
            between,
            cuts: Vec::new(),
            writer: TreeWriter::default(),
            names: Names::default(),
        }
    }

    /// Reads lines until something is cut from them. Returns false at the end.
    fn fill(&mut self) -> Result<bool, FormatError> {
        if let Source::Unopened(_) = self.source
            && let Source::Unopened(stream) = std::mem::replace(&mut self.source, Source::Ended)
        {
            let may_be_raw = matches!(self.reading, TreeReading::Tagged | TreeReading::Untagged);
            self.source = open(stream, self.between, may_be_raw)?;
        }
        let Source::Open(open) = &mut self.source else { return Ok(false) };
        let (lines, cutter) = &mut **open;
        while self.cuts.is_empty() {
            if let Some(line) = lines.next()? {
                match one_word(line, self.reading, cutter) {
                    Some(tree) => self.cuts.push(Cut::Tree(tree)),
                    None => cutter.line(line, &mut self.cuts),
                }
            } else {
                cutter.finish(&mut self.cuts);
                self.source = Source::Ended;
                break;
            }
        }
        Ok(!self.cuts.is_empty())
    }

    fn write(&mut self, tree: &CutTree, tape: &mut Tape) {
        tape.begin(tree.first);
        if let Some(name) = self.names.next(self.between) {
            tape.id(&name);
        }
        let text = TreeText { text: &tree.text, first: tree.first, is_raw: tree.is_raw };
        match self.writer.write(text, self.reading, tape) {
            Ok(()) => tape.end(),
            Err(error) => tape.refuse(error),
        }
    }
}

impl FormatReader for BracketReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let before = tape.units();
        while tape.units() == before {
            if !self.fill()? {
                return Ok(false);
            }
            for cut in std::mem::take(&mut self.cuts) {
                match cut {
                    Cut::Tree(tree) => self.write(&tree, tape),
                    Cut::Outside(line) => {
                        if is_comment(&line) {
                            tape.counts.add_comment(&line);
                        }
                        self.names.outside(&line);
                    }
                }
            }
        }
        Ok(true)
    }
}

/// Opens the file and detects its layout.
fn open(stream: Box<dyn Read + Send>, between: Between, may_be_raw: bool) -> Result<Source, FormatError> {
    let is_outside = match between {
        Between::Comments => is_comment,
        Between::Markup => is_comment_or_markup,
    };
    let (sample, stream) = peek(stream, LAYOUT_SAMPLE)?;
    let layout = detect(&sample, sample.len() < LAYOUT_SAMPLE, is_outside);
    Ok(Source::Open(Box::new((Lines::new(stream), Cutter::new(layout, may_be_raw, is_outside)))))
}

/// Detects the layout of the trees, without what stands between them.
fn detect(sample: &[u8], is_whole: bool, is_outside: fn(&[u8]) -> bool) -> Layout {
    let newline = if sample.contains(&b'\n') { b'\n' } else { b'\r' };
    let (mut trees, mut depth) = (Vec::with_capacity(sample.len()), 0usize);
    for line in sample.split(|&byte| byte == newline) {
        if depth == 0 && is_outside(line) {
            continue;
        }
        for &byte in line {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        trees.extend_from_slice(line);
        trees.push(b'\n');
    }
    Layout::detect(&trees, is_whole)
}

/// A line of one word, which is a tree where brackets have no labels.
fn one_word(line: Line<'_>, reading: TreeReading, cutter: &Cutter) -> Option<CutTree> {
    if reading != TreeReading::Bare || cutter.is_open() || cutter.is_outside(line.bytes) {
        return None;
    }
    let mut words = fields(line.bytes);
    let (Some(word), None) = (words.next(), words.next()) else { return None };
    if word.iter().any(|byte| matches!(byte, b'(' | b')')) {
        return None;
    }
    let start = line.bytes.len() - trim_start(line.bytes).len();
    let text = [b"(", word, b")"].concat();
    Some(CutTree { text, first: line.position(start), is_raw: false })
}

fn is_comment_or_markup(line: &[u8]) -> bool {
    trim_start(line).starts_with(b"<") || is_comment(line)
}

/// The names of trees, from comments and markup.
#[derive(Default)]
struct Names {
    /// The name of the next tree.
    next: Option<Vec<u8>>,
    /// How many trees have each name, in markup.
    seen: HashMap<Vec<u8>, u64>,
}

impl Names {
    /// The name of a tree.
    fn next(&mut self, between: Between) -> Option<Vec<u8>> {
        if between == Between::Comments {
            return self.next.take();
        }
        let name = self.next.as_ref()?;
        let seen = self.seen.entry(name.clone()).or_default();
        *seen += 1;
        match *seen {
            1 => Some(name.clone()),
            number => Some([name, &b"/"[..], number.to_string().as_bytes()].concat()),
        }
    }

    /// Looks at a line outside trees.
    fn outside(&mut self, line: &[u8]) {
        let line = trim_start(line);
        if let Some(tag) = line.strip_prefix(b"<") {
            match sentence_tag(tag) {
                Some(SentenceTag::Begin(Some(id))) => self.next = Some(id.to_vec()),
                Some(SentenceTag::End) => self.next = None,
                Some(SentenceTag::Begin(None)) | None => {}
            }
        } else if let Some(id) = comment_id(line) {
            self.next = Some(id.to_vec());
        }
    }
}

/// A tag of the elements that hold sentences.
enum SentenceTag<'t> {
    /// It begins, with an id or without.
    Begin(Option<&'t [u8]>),
    End,
}

/// Reads a tag, without its `<`. `None` if it is another one.
fn sentence_tag(tag: &[u8]) -> Option<SentenceTag<'_>> {
    let (name, is_end) = tag.strip_prefix(b"/").map_or((tag, false), |name| (name, true));
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (name, rest) = name.split_at(length);
    if ![&b"S"[..], b"s", b"su", b"seg"].contains(&name) {
        return None;
    }
    if is_end {
        return Some(SentenceTag::End);
    }
    let rest = rest.split(|&byte| byte == b'>').next().unwrap_or_default();
    Some(SentenceTag::Begin(attribute(rest)))
}

/// The value of the attribute `ID` or `id`, in quotes or without.
fn attribute(attributes: &[u8]) -> Option<&[u8]> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let names =
        memchr::memmem::find_iter(attributes, b"ID").chain(memchr::memmem::find_iter(attributes, b"id"));
    let mut values = names.filter_map(|at| {
        let is_whole = at == 0 || !is_name(attributes[at - 1]);
        let value = trim_start(attributes.get(at + 2..)?).strip_prefix(b"=").filter(|_| is_whole)?;
        let value = trim_start(value);
        let value = value.strip_prefix(b"\"").unwrap_or(value);
        let length = value.iter().take_while(|&&b| b != b'"' && !is_space(b)).count();
        value.get(..length).filter(|value| !value.is_empty())
    });
    values.next()
}
