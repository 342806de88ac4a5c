//! CoNLL-U: words, heads and relations; also CoNLL-X. Some files have trees in comments.

use std::io::Read;

use super::bracket_text::{TreeReading, TreeText};
use super::tree_writer::TreeWriter;
use super::{FormatError, FormatReader, decimal};
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
}

struct Word {
    form: Vec<u8>,
    tag: Option<Vec<u8>>,
    head: Option<u32>,
    relation: Vec<u8>,
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
        let head = decimal(head).and_then(|head| u32::try_from(head).ok());
        self.words.push(Word { form: form.to_vec(), tag, head, relation: relation.to_vec() });
        Ok(())
    }

    /// Writes the sentence on the tape. Returns false if there is none.
    fn write(self, writer: &mut TreeWriter, tape: &mut Tape) -> bool {
        let Some(first) = self.first else { return false };
        tape.begin(first);
        if let Some(id) = &self.id {
            tape.id(id);
        }
        let Some((text, at)) = &self.tree else {
            for Word { form, tag, head, relation } in &self.words {
                tape.head(*head, relation);
                tape.word(tag.as_deref(), form);
            }
            tape.end();
            return true;
        };
        let text = TreeText { text, first: *at, is_raw: false };
        match writer.write(text, TreeReading::Labelled, tape) {
            Ok(()) => {
                // The words are the tree's. If they are others, the heads are not theirs.
                if writer.words().count() == self.words.len() {
                    self.words.iter().for_each(|word| tape.head(word.head, &word.relation));
                }
                tape.end();
            }
            Err(error) => tape.refuse(error),
        }
        true
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
