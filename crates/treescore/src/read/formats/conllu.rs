//! CoNLL-U: words, heads and relations; also CoNLL-X. Some files have trees in comments.

use std::io::Read;

use super::bracket_text::{TreeReading, TreeText};
use super::tree_writer::TreeWriter;
use super::{FormatError, FormatReader, decimal};
use crate::read::error::ReadError;
use crate::read::file_fault::FileFault;
use crate::read::lines::{Line, Lines};
use crate::read::tape::Tape;
use crate::read::window::Position;

/// The number of fields.
const FIELDS: usize = 10;

/// Reads CoNLL-U.
pub(super) struct ConlluReader {
    lines: Lines,
    sentence: Sentence,
    writer: TreeWriter,
}

/// A sentence that is being read.
#[derive(Default)]
struct Sentence {
    id: Option<Vec<u8>>,
    /// The tree of a comment, and its position.
    tree: Option<(Vec<u8>, Position)>,
    /// The first line of a word.
    first: Option<Position>,
    words: Vec<Word>,
    /// The lines of the words, for messages.
    text: Vec<u8>,
}

struct Word {
    form: Vec<u8>,
    tag: Option<Vec<u8>>,
    head: Head,
    relation: Vec<u8>,
    /// Where its number begins in the text of the sentence, and where its head does.
    at: (usize, usize),
    /// The number of its line, and the column of its head.
    head_at: Position,
    /// Its number in the file.
    number: u64,
}

/// The head of a word, as the file gives it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    /// `_`.
    None,
    Number(u32),
    /// Anything else.
    Odd,
}

impl ConlluReader {
    pub(super) fn new(stream: Box<dyn Read + Send>) -> Self {
        Self { lines: Lines::new(stream), sentence: Sentence::default(), writer: TreeWriter::default() }
    }
}

impl FormatReader for ConlluReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        while let Some(line) = self.lines.next()? {
            if line.is_blank() {
                let sentence = std::mem::take(&mut self.sentence);
                if sentence.write(&mut self.writer, tape) {
                    return Ok(true);
                }
            } else if line.bytes.starts_with(b"#") {
                self.sentence.comment(line);
            } else {
                self.sentence.word(line)?;
            }
        }
        Ok(std::mem::take(&mut self.sentence).write(&mut self.writer, tape))
    }
}

impl Sentence {
    fn comment(&mut self, line: Line<'_>) {
        let Some(equals) = memchr::memchr(b'=', line.bytes) else { return };
        let (name, value) = (line.bytes[1..equals].trim_ascii(), &line.bytes[equals + 1..]);
        let start = line.bytes.len() - value.trim_ascii_start().len();
        match name {
            b"sent_id" => self.id = Some(value.trim_ascii().to_vec()),
            b"constituency" => self.tree = Some((value.trim_ascii().to_vec(), line.position(start))),
            _ => {}
        }
    }

    fn word(&mut self, line: Line<'_>) -> Result<(), FileFault> {
        let fields: Vec<&[u8]> = line.bytes.split(|&byte| byte == b'\t').collect();
        let Ok([number, form, _, upos, xpos, _, head, relation, _, _]) =
            <[&[u8]; FIELDS]>::try_from(&fields[..])
        else {
            let message = format!("{} columns; CoNLL-U has 10, with tabs between", fields.len());
            return Err(FileFault::on_line("columns-vary", message, line.number));
        };
        if !is_word(number) {
            if is_passed_over(number) {
                return Ok(());
            }
            let message = format!("`{}` is no number of a word", String::from_utf8_lossy(number));
            return Err(FileFault::on_line("not-a-record", message, line.number));
        }
        self.first.get_or_insert(Position { line: line.number, column: 1 });
        let tag = [upos, xpos].into_iter().find(|tag| *tag != b"_").map(<[u8]>::to_vec);
        let before: usize = fields.iter().take(6).map(|field| field.len() + 1).sum();
        let start = self.text.len();
        self.words.push(Word {
            form: form.to_vec(),
            tag,
            head: Head::of(head),
            relation: relation.to_vec(),
            at: (start, start + before),
            head_at: line.position(before),
            number: decimal(number).unwrap_or(u64::MAX),
        });
        self.text.extend_from_slice(line.bytes);
        self.text.push(b'\n');
        Ok(())
    }

    /// Checks the heads. Returns false if there are none: all are `_`.
    fn check_heads(&self) -> Result<bool, Box<ReadError>> {
        if self.words.iter().all(|word| word.head == Head::None) {
            return Ok(false);
        }
        let told = |message: String, at: Position, byte: usize| {
            Err(Box::new(ReadError::told(message, at, &self.text, byte)))
        };
        let count = self.words.len() as u64;
        for (place, word) in (1..).zip(&self.words) {
            if word.number != place {
                let message = format!("word {} stands where word {place} is due", word.number);
                return told(message, Position { column: 1, ..word.head_at }, word.at.0);
            }
            let message = match word.head {
                Head::Number(head) if u64::from(head) <= count => continue,
                Head::Number(head) => format!("head {head}, but the last word is {count}"),
                Head::None | Head::Odd => "no number of a head in column 7".to_owned(),
            };
            return told(message, word.head_at, word.at.1);
        }
        match self.circle() {
            Some(word) => {
                let message = "some words are heads of each other in a circle";
                told(message.to_owned(), word.head_at, word.at.1)
            }
            None => Ok(true),
        }
    }

    /// The first word from which no way up leads to the root. All heads are numbers of words.
    fn circle(&self) -> Option<&Word> {
        let above = |at: usize| match self.words.get(at)?.head {
            Head::Number(head) => (head as usize).checked_sub(1),
            Head::None | Head::Odd => None,
        };
        // 0: not known, otherwise the number of the walk that came by.
        let mut walks = vec![0usize; self.words.len()];
        for start in 0..self.words.len() {
            let (walk, mut next) = (start + 1, Some(start));
            while let Some(at) = next {
                match walks[at] {
                    0 => walks[at] = walk,
                    known if known == walk => return self.words.get(start),
                    _ => break, // an earlier walk led to the root
                }
                next = above(at);
            }
        }
        None
    }

    /// Writes the sentence on the tape. Returns false if there is none.
    fn write(self, writer: &mut TreeWriter, tape: &mut Tape) -> bool {
        let Some(first) = self.first else { return false };
        tape.begin(first);
        if let Some(id) = &self.id {
            tape.id(id);
        }
        let has_heads = match self.check_heads() {
            Ok(has_heads) => has_heads,
            Err(error) => {
                tape.refuse(error);
                return true;
            }
        };
        let Some((text, at)) = &self.tree else {
            for word in &self.words {
                tape.head(word.head.number(), &word.relation);
                tape.word(word.tag.as_deref(), &word.form);
            }
            tape.end();
            return true;
        };
        let text = TreeText { text, first: *at, is_raw: false };
        match writer.write(text, TreeReading::Labelled, tape) {
            Ok(()) => {
                // The words are the tree's. If they are others, the heads are not theirs.
                if has_heads && writer.words().count() == self.words.len() {
                    self.words.iter().for_each(|word| tape.head(word.head.number(), &word.relation));
                }
                tape.end();
            }
            Err(error) => tape.refuse(error),
        }
        true
    }
}

impl Head {
    fn of(field: &[u8]) -> Self {
        let number = || decimal(field).and_then(|head| u32::try_from(head).ok());
        if field == b"_" { Self::None } else { number().map_or(Self::Odd, Self::Number) }
    }

    fn number(self) -> Option<u32> {
        match self {
            Self::Number(head) => Some(head),
            Self::None | Self::Odd => None,
        }
    }
}

fn is_word(number: &[u8]) -> bool {
    !number.is_empty() && number.iter().all(u8::is_ascii_digit)
}

/// True for several words written as one (`3-4`), and for nodes without words (`8.1`).
fn is_passed_over(number: &[u8]) -> bool {
    let mut parts = number.splitn(2, |byte| matches!(byte, b'-' | b'.'));
    parts.next().is_some_and(is_word) && parts.next().is_some_and(is_word)
}
