//! N-best lists, as the parsers of Berkeley, BLLIP (Brown) and Stanford write them.

use std::io::Read;

use super::bracket_text::{TreeReading, TreeText};
use super::nbest_list::{Candidate, NbestList, Pick, score};
use super::tree_writer::TreeWriter;
use super::{FormatError, FormatReader, decimal, peek};
use crate::read::file_fault::FileFault;
use crate::read::lines::{Line, Lines, fields, is_space};
use crate::read::recognise::SAMPLE;
use crate::read::tape::Tape;
use crate::read::window::Position;

/// Reads n-best lists.
pub(super) struct NbestReader {
    source: Source,
    pick: Pick,
    /// The number of lists so far.
    lists: u64,
    writer: TreeWriter,
}

/// The lines of the file. Which parser wrote them must be known before the first.
enum Source {
    Unopened(Box<dyn Read + Send>, Option<&'static str>),
    Open(Lines, Variant),
    Ended,
}

/// How the lists are written, and what was read of the next one.
enum Variant {
    Berkeley(Berkeley),
    Bllip,
    Stanford(Stanford),
}

/// Lines of a score, a tab and a tree.
struct Berkeley {
    /// True if blank lines, and nothing else, end lists; else other words do.
    has_blank_lines: bool,
    list: Option<NbestList>,
    /// The words of the last tree.
    words: Vec<u8>,
}

/// Lines `# Parse 1 with score -21.5`, each with a tree after it.
#[derive(Default)]
struct Stanford {
    list: Option<NbestList>,
    /// The score of the tree that is being read, its text and its position.
    open: Option<(f64, Vec<u8>, Position)>,
}

impl NbestReader {
    /// `variant` is `berkeley`, `bllip` or `stanford`; without one the first line tells.
    pub(super) fn new(stream: Box<dyn Read + Send>, variant: Option<&'static str>, pick: Pick) -> Self {
        Self { source: Source::Unopened(stream, variant), pick, lists: 0, writer: TreeWriter::default() }
    }

    fn open(&mut self) -> Result<(), FormatError> {
        if let Source::Unopened(..) = self.source
            && let Source::Unopened(stream, variant) = std::mem::replace(&mut self.source, Source::Ended)
        {
            let (sample, stream) = peek(stream, SAMPLE)?;
            let variant = match variant.unwrap_or_else(|| guess(&sample)) {
                "stanford" => Variant::Stanford(Stanford::default()),
                "bllip" => Variant::Bllip,
                _ => Variant::Berkeley(Berkeley {
                    has_blank_lines: has_blank_lines(&sample),
                    list: None,
                    words: Vec::new(),
                }),
            };
            self.source = Source::Open(Lines::new(stream), variant);
        }
        Ok(())
    }
}

impl FormatReader for NbestReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        self.open()?;
        let Source::Open(lines, variant) = &mut self.source else { return Ok(false) };
        let list = match variant {
            Variant::Berkeley(berkeley) => berkeley.next(lines, self.pick, &mut self.writer)?,
            Variant::Bllip => bllip(lines, self.pick)?,
            Variant::Stanford(stanford) => stanford.next(lines, self.pick)?,
        };
        let Some(list) = list else {
            self.source = Source::Ended;
            return Ok(false);
        };
        list.write(self.lists, &mut self.writer, tape);
        self.lists += 1;
        Ok(true)
    }
}

/// Which parser wrote the file, by its first line.
fn guess(sample: &[u8]) -> &'static str {
    let mut lines = split_lines(sample).map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty()).unwrap_or_default();
    if first.starts_with(b"# Parse ") {
        "stanford"
    } else if first.contains(&b'(') {
        "berkeley"
    } else {
        "bllip"
    }
}

/// True if there is a blank line between others.
fn has_blank_lines(sample: &[u8]) -> bool {
    let mut is_after_blank = false;
    let text = sample.trim_ascii();
    split_lines(text).any(|line| {
        let is_blank = line.iter().all(|&byte| is_space(byte));
        std::mem::replace(&mut is_after_blank, is_blank) && !is_blank
    })
}

fn split_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let newline = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    text.split(move |&byte| byte == newline)
}

fn fault(message: impl Into<String>, line: Line<'_>) -> FormatError {
    FileFault::on_line("not-a-record", message, line.number).into()
}

/// The first byte of a line that is not blank.
fn start_of(line: Line<'_>) -> usize {
    line.bytes.iter().take_while(|&&byte| is_space(byte)).count()
}

impl Berkeley {
    /// The next list. It ends before the first tree of the one after it, which is kept.
    fn next(
        &mut self,
        lines: &mut Lines,
        pick: Pick,
        writer: &mut TreeWriter,
    ) -> Result<Option<NbestList>, FormatError> {
        while let Some(line) = lines.next()? {
            if line.is_blank() {
                self.has_blank_lines = true;
                if let Some(list) = self.list.take() {
                    return Ok(Some(list));
                }
                continue;
            }
            let candidate = berkeley_candidate(line)?;
            let is_other = !self.has_blank_lines && self.are_other_words(&candidate, writer);
            if self.list.is_some() && !is_other {
                self.list.iter_mut().for_each(|list| list.add(&candidate));
                continue;
            }
            let mut next = NbestList::new(None, line.position(0), pick);
            next.add(&candidate);
            if let Some(list) = self.list.replace(next) {
                return Ok(Some(list));
            }
        }
        Ok(self.list.take())
    }

    /// True if the words differ from those of the last tree. They become the last ones.
    fn are_other_words(&mut self, candidate: &Candidate<'_>, writer: &mut TreeWriter) -> bool {
        let Candidate { text, first, .. } = *candidate;
        let mut scratch = Tape::default();
        // What is wrong with the tree is said if it is the one that is read.
        let _ = writer.write(TreeText { text, first, is_raw: false }, TreeReading::Labelled, &mut scratch);
        let words: Vec<&[u8]> = writer.words().filter_map(|word| text.get(word)).collect();
        let words = words.join(&b' ');
        let is_other = words != self.words;
        self.words = words;
        is_other
    }
}

fn berkeley_candidate(line: Line<'_>) -> Result<Candidate<'_>, FormatError> {
    let start = start_of(line);
    let length = line.bytes[start..].iter().take_while(|&&byte| !is_space(byte)).count();
    let Some(score) = score(&line.bytes[start..start + length]) else {
        return Err(fault("no score before the tree", line));
    };
    let blanks = line.bytes[start + length..].iter().take_while(|&&byte| is_space(byte)).count();
    let tree = start + length + blanks;
    Ok(Candidate { score, text: &line.bytes[tree..], first: line.position(tree) })
}

/// The next list of BLLIP: a count and an id, then for each tree a line with its score and one with the tree.
fn bllip(lines: &mut Lines, pick: Pick) -> Result<Option<NbestList>, FormatError> {
    let Some(line) = lines.next_full()? else { return Ok(None) };
    let Some((count, id)) = bllip_header(line) else {
        return Err(fault("a list begins with its number of trees and an id", line));
    };
    let mut list = NbestList::new(id, line.position(0), pick);
    let id = String::from_utf8_lossy(id.unwrap_or_default()).into_owned();
    let start = line.number;
    let broken =
        || FileFault::on_line("not-a-record", format!("the list of sentence {id} breaks off"), start);
    for _ in 0..count {
        let line = lines.next_full()?.ok_or_else(broken)?;
        let Some(score) = fields(line.bytes).next().and_then(score) else {
            return Err(fault("no score before the tree", line));
        };
        let line = lines.next_full()?.ok_or_else(broken)?;
        let start = start_of(line);
        list.add(&Candidate { score, text: &line.bytes[start..], first: line.position(start) });
    }
    Ok(Some(list))
}

fn bllip_header(line: Line<'_>) -> Option<(u64, Option<&[u8]>)> {
    let mut header = fields(line.bytes);
    Some((decimal(header.next()?)?, header.next()))
}

impl Stanford {
    fn next(&mut self, lines: &mut Lines, pick: Pick) -> Result<Option<NbestList>, FormatError> {
        while let Some(line) = lines.next()? {
            if let Some((number, score)) = stanford_header(line) {
                self.close();
                self.open = Some((score, Vec::new(), line.position(0)));
                if number == 1 || self.list.is_none() {
                    let next = NbestList::new(None, line.position(0), pick);
                    if let Some(list) = self.list.replace(next) {
                        return Ok(Some(list));
                    }
                }
            } else if let Some((_, text, first)) = &mut self.open {
                if !text.is_empty() {
                    text.push(b'\n');
                    text.extend_from_slice(line.bytes);
                } else if !line.is_blank() {
                    let start = start_of(line);
                    *first = line.position(start);
                    text.extend_from_slice(&line.bytes[start..]);
                }
            } else if !line.is_blank() {
                return Err(fault("no `# Parse 1 with score` before the tree", line));
            }
        }
        self.close();
        Ok(self.list.take())
    }

    /// Adds the tree that was being read to its list.
    fn close(&mut self) {
        if let (Some((score, text, first)), Some(list)) = (self.open.take(), &mut self.list) {
            list.add(&Candidate { score, text: &text, first });
        }
    }
}

/// The number and the score in `# Parse 1 with score -21.5`.
fn stanford_header(line: Line<'_>) -> Option<(u64, f64)> {
    let mut fields = fields(line.bytes.strip_prefix(b"# Parse ")?);
    let number = decimal(fields.next()?)?;
    let is_header = fields.next()? == b"with" && fields.next()? == b"score";
    fields.next().filter(|_| is_header).and_then(score).map(|score| (number, score))
}
