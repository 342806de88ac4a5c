//! The NEGRA export format, versions 3 and 4: a line for each word and node, which names its parent.

use std::io::Read;

use crate::values::hash::HashMap;

use super::{FormatError, FormatReader, decimal};
use crate::read::error::ReadError;
use crate::read::file_fault::FileFault;
use crate::read::hang::{Hanging, HangingWord, TOP};
use crate::read::lines::{Line, Lines, fields, is_space};
use crate::read::tape::Tape;
use crate::read::window::Position;

/// Numbers of nodes begin here.
const FIRST_NODE: u64 = 500;

/// Reads the NEGRA export format.
pub(super) struct ExportReader {
    lines: Lines,
    /// True if the labels of edges are appended to those of nodes.
    functions: bool,
    state: State,
}

/// What was read before a line.
#[derive(Default)]
struct State {
    version: Option<Version>,
    is_table: bool,
    sentence: Option<Sentence>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Version {
    Three,
    Four,
}

/// A sentence that is being read.
struct Sentence {
    id: Vec<u8>,
    first: Position,
    /// Its lines, for messages.
    text: Vec<u8>,
    words: Vec<(Record, Vec<u8>)>,
    nodes: Vec<Record>,
    /// The place of each node in `nodes`, by its number in the file.
    numbers: HashMap<u64, usize>,
    fault: Option<Box<ReadError>>,
}

/// What a word and a node have in common.
struct Record {
    label: Vec<u8>,
    /// The number of the parent in the file.
    parent: u64,
    /// Where its line begins in the text of the sentence, and the number of the line.
    start: usize,
    line: u64,
}

impl ExportReader {
    pub(super) fn new(stream: Box<dyn Read + Send>, functions: bool) -> Self {
        Self { lines: Lines::new(stream), functions, state: State::default() }
    }
}

impl FormatReader for ExportReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let before = tape.units();
        while tape.units() == before {
            let Some(line) = self.lines.next()? else {
                return Ok(self.state.sentence.take().is_some_and(|sentence| {
                    sentence.refuse_open(tape);
                    true
                }));
            };
            self.state.line(line, self.functions, tape)?;
        }
        Ok(true)
    }
}

impl State {
    fn line(&mut self, line: Line<'_>, functions: bool, tape: &mut Tape) -> Result<(), FileFault> {
        let line = Line { bytes: without_comment(line.bytes), ..line };
        let mut all = fields(line.bytes);
        let Some(first) = all.next() else { return Ok(()) };
        let second = all.next().unwrap_or_default();
        match first {
            b"#FORMAT" => self.version = Some(version(second, line.number)?),
            b"#BOT" => self.is_table = true,
            b"#EOT" => self.is_table = false,
            _ if self.is_table => {}
            b"#BOS" => {
                let next = Sentence::new(second, line);
                if let Some(open) = self.sentence.replace(next) {
                    open.refuse_open(tape);
                }
            }
            b"#EOS" => match self.sentence.take() {
                Some(sentence) if sentence.id == second => sentence.write(tape),
                _ => {
                    let id = String::from_utf8_lossy(second);
                    let message = format!("#EOS {id} closes no sentence");
                    return Err(FileFault::on_line("not-a-record", message, line.number));
                }
            },
            _ => {
                let Some(sentence) = &mut self.sentence else {
                    let message = "text outside a sentence (#BOS ... #EOS)";
                    return Err(FileFault::on_line("not-a-record", message, line.number));
                };
                let fields: Vec<_> = fields(line.bytes).collect();
                let is_three = fields.get(4).is_some_and(|field| decimal(field).is_some());
                let guess = if is_three { Version::Three } else { Version::Four };
                sentence.record(line, &fields, *self.version.get_or_insert(guess), functions);
            }
        }
        Ok(())
    }
}

/// The line up to a comment: `%%` at its start or after white space.
fn without_comment(line: &[u8]) -> &[u8] {
    let is_comment = |&at: &usize| at == 0 || is_space(line[at - 1]);
    memchr::memmem::find_iter(line, b"%%").find(is_comment).map_or(line, |at| &line[..at])
}

fn version(name: &[u8], line: u64) -> Result<Version, FileFault> {
    match name {
        b"3" => Ok(Version::Three),
        b"4" => Ok(Version::Four),
        _ => {
            let name = String::from_utf8_lossy(name);
            let message = format!("#FORMAT {name}: versions 3 and 4 of the export format are read");
            Err(FileFault::on_line("format-unknown", message, line))
        }
    }
}

impl Sentence {
    fn new(id: &[u8], line: Line<'_>) -> Self {
        Self {
            id: id.to_vec(),
            first: Position { line: line.number, column: 1 },
            text: line.bytes.to_vec(),
            words: Vec::new(),
            nodes: Vec::new(),
            numbers: HashMap::default(),
            fault: None,
        }
    }

    /// Adds the line of a word or node.
    fn record(&mut self, line: Line<'_>, fields: &[&[u8]], version: Version, functions: bool) {
        self.text.push(b'\n');
        let start = self.text.len();
        self.text.extend_from_slice(line.bytes);
        let lemma = usize::from(version == Version::Four);
        let parent = fields.get(4 + lemma).and_then(|field| decimal(field));
        let (Some(parent), Some(&label), Some(&edge)) =
            (parent, fields.get(1 + lemma), fields.get(3 + lemma))
        else {
            let message = format!("no parent in column {}", 5 + lemma);
            let at = Position { line: line.number, column: 1 };
            let text = &self.text;
            self.fault.get_or_insert_with(|| Box::new(ReadError::told(message, at, text, start)));
            return;
        };
        let mut record = Record { label: label.to_vec(), parent, start, line: line.number };
        let name = fields.first().copied().unwrap_or_default();
        if let Some(number) = node_number(name) {
            if functions && edge != b"--" {
                record.label = [label, b"-", edge].concat();
            }
            if self.numbers.insert(number, self.nodes.len()).is_some() {
                let (message, at) = (format!("node {number} stands twice"), record.line);
                let error = self.told(message, Position { line: at, column: 1 }, start);
                self.fault.get_or_insert(Box::new(error));
            }
            self.nodes.push(record);
        } else {
            self.words.push((record, name.to_vec()));
        }
    }

    /// Ends a sentence that the file does not end.
    fn refuse_open(self, tape: &mut Tape) {
        tape.begin(self.first);
        tape.id(&self.id);
        let id = String::from_utf8_lossy(&self.id);
        let message = format!("sentence {id} has no #EOS");
        tape.refuse(Box::new(ReadError::told(message, self.first, &self.text, 0)));
    }

    fn write(mut self, tape: &mut Tape) {
        tape.begin(self.first);
        tape.id(&self.id);
        let written = match self.fault.take() {
            Some(fault) => Err(fault),
            None => self.hang().and_then(|hanging| {
                let circle = |_| Box::new(self.told("some nodes hang in a circle".to_owned(), self.first, 0));
                hanging.write(Some(b"VROOT"), tape).map_err(circle)
            }),
        };
        match written {
            Ok(()) => tape.end(),
            Err(error) => tape.refuse(error),
        }
    }

    /// The words and nodes, with the places of their parents.
    fn hang(&self) -> Result<Hanging, Box<ReadError>> {
        let parent = |record: &Record| match record.parent {
            0 => Ok(TOP),
            number => self.numbers.get(&number).copied().ok_or_else(|| {
                let message = format!("a parent {number} is named, but there is no node {number}");
                Box::new(self.told(message, Position { line: record.line, column: 1 }, record.start))
            }),
        };
        let mut hanging = Hanging::default();
        for (record, word) in &self.words {
            let (tag, parent) = (Some(record.label.clone()), parent(record)?);
            hanging.words.push(HangingWord { tag, word: word.clone(), parent });
        }
        for record in &self.nodes {
            hanging.nodes.push((record.label.clone(), parent(record)?));
        }
        Ok(hanging)
    }

    fn told(&self, message: String, at: Position, byte: usize) -> ReadError {
        ReadError::told(message, at, &self.text, byte)
    }
}

/// The number of a node, from its name: `#500`.
fn node_number(name: &[u8]) -> Option<u64> {
    decimal(name.strip_prefix(b"#")?).filter(|&number| number >= FIRST_NODE)
}
