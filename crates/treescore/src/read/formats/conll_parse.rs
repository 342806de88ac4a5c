//! CoNLL-2011 and CoNLL-2012: trees as parse bits in a column.

use std::io::Read;

use super::{FormatError, FormatReader};
use crate::read::file_fault::FileFault;
use crate::read::lines::{Line, Lines, fields};
use crate::read::tape::Tape;
use crate::read::window::Position;

/// Reads trees in a column.
pub(super) struct ConllParseReader {
    lines: Lines,
    document: Document,
    sentence: Sentence,
}

/// The document that is being read, which names its sentences.
#[derive(Default)]
struct Document {
    name: Option<Vec<u8>>,
    part: Vec<u8>,
    sentences: u64,
}

/// A sentence that is being read.
#[derive(Default)]
struct Sentence {
    first: Option<Position>,
    /// Its first line, for messages.
    line: Vec<u8>,
    words: Vec<Word>,
}

struct Word {
    form: Vec<u8>,
    tag: Vec<u8>,
    bit: Vec<u8>,
}

impl ConllParseReader {
    pub(super) fn new(stream: Box<dyn Read + Send>) -> Self {
        Self { lines: Lines::new(stream), document: Document::default(), sentence: Sentence::default() }
    }
}

impl FormatReader for ConllParseReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        while let Some(line) = self.lines.next()? {
            let word = Word::new(line);
            let is_comment =
                line.bytes.starts_with(b"#") && !matches!(&word, Some(word) if word.form == b"#");
            if !is_comment && !line.is_blank() {
                self.sentence.add(word, line)?;
                continue;
            }
            let sentence = std::mem::take(&mut self.sentence);
            let is_written = sentence.write(&mut self.document, tape);
            self.document.begin(line.bytes);
            if is_written {
                return Ok(true);
            }
        }
        Ok(std::mem::take(&mut self.sentence).write(&mut self.document, tape))
    }
}

impl Document {
    /// Looks for `#begin document (NAME); part 000`.
    fn begin(&mut self, line: &[u8]) {
        let Some(rest) = line.strip_prefix(b"#begin document (") else { return };
        let Some(end) = memchr::memchr(b')', rest) else { return };
        let part = rest[end + 1..].strip_prefix(b"; part ").unwrap_or_default();
        let digits = part.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let part = if digits == 0 { b"0" } else { &part[..digits] };
        *self = Self { name: Some(rest[..end].to_vec()), part: part.to_vec(), sentences: 0 };
    }

    /// The id of the next sentence.
    fn next_id(&mut self) -> Option<Vec<u8>> {
        self.sentences += 1;
        let number = self.sentences.to_string();
        self.name.as_ref().map(|name| [name, &self.part[..], number.as_bytes()].join(&b'/'))
    }
}

impl Word {
    /// The word of a line: fields 4, 5 and 6, or the only three.
    fn new(line: Line<'_>) -> Option<Self> {
        let mut all = fields(line.bytes);
        let first = [all.next()?, all.next()?, all.next()?];
        let [word, tag, bit] = match all.next() {
            None => first,
            Some(fourth) => [fourth, all.next()?, all.next()?],
        };
        is_bit(bit).then(|| Self { form: word.to_vec(), tag: tag.to_vec(), bit: bit.to_vec() })
    }
}

/// True for a parse bit: brackets that open, one `*`, brackets that close.
fn is_bit(bit: &[u8]) -> bool {
    let Some(star) = memchr::memchr(b'*', bit) else { return false };
    (star == 0 || bit[0] == b'(') && bit[star + 1..].iter().all(|&byte| byte == b')')
}

impl Sentence {
    fn add(&mut self, word: Option<Word>, line: Line<'_>) -> Result<(), FileFault> {
        let Some(word) = word else {
            let message = "no parse bit in column 6, or in the last of three";
            return Err(FileFault::on_line("not-a-record", message, line.number));
        };
        if self.first.is_none() {
            self.first = Some(Position { line: line.number, column: 1 });
            self.line = line.bytes.to_vec();
        }
        self.words.push(word);
        Ok(())
    }

    /// Writes the sentence on the tape. Returns false if there is none.
    fn write(self, document: &mut Document, tape: &mut Tape) -> bool {
        let Some(first) = self.first else { return false };
        tape.begin(first);
        if let Some(id) = document.next_id() {
            tape.id(&id);
        }
        if self.write_tree(tape) {
            tape.end();
        } else {
            tape.fault("the parse bits do not close", first, &self.line);
        }
        true
    }

    /// Writes the tree. Returns false if its brackets do not close, or close what is not open.
    fn write_tree(&self, tape: &mut Tape) -> bool {
        let Some((depth, roots)) = self.outline() else { return false };
        // What has several roots gets one without a label, as `( (S …) (. .) )` has.
        let is_wrapped = roots > 1;
        if is_wrapped {
            tape.open(b"");
        }
        for Word { form, tag, bit } in &self.words {
            let (opening, closing) = split(bit);
            opening.for_each(|label| tape.open(label));
            tape.word(Some(tag), form);
            (0..closing).for_each(|_| tape.close());
        }
        if is_wrapped {
            tape.close();
        }
        depth == 0
    }

    /// How many brackets are open at the end, and how many words and brackets stand outside all others.
    /// `None` if more are closed than open.
    fn outline(&self) -> Option<(usize, usize)> {
        let (mut depth, mut roots) = (0usize, 0);
        for word in &self.words {
            let (opening, closing) = split(&word.bit);
            roots += usize::from(depth == 0);
            depth = (depth + opening.count()).checked_sub(closing)?;
        }
        Some((depth, roots))
    }
}

/// The labels of the brackets that a parse bit opens, and how many it closes.
fn split(bit: &[u8]) -> (impl Iterator<Item = &[u8]>, usize) {
    let star = memchr::memchr(b'*', bit).unwrap_or(bit.len());
    let labels = bit[..star].split(|&byte| byte == b'(').skip(1);
    (labels, bit.len().saturating_sub(star + 1))
}
