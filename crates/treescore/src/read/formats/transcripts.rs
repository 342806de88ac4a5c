//! Transcripts: an utterance per line, with an id before or after its words, or none.

use std::io::Read;

use super::{FormatError, FormatReader};
use crate::read::file_fault::FileFault;
use crate::read::lines::{Line, Lines, fields};
use crate::read::tape::Tape;
use crate::read::window::Position;

/// Reads one utterance per line.
pub(super) struct LineReader {
    lines: Lines,
    read: ReadLine,
    units: u64,
}

/// Reads a line of a format onto the tape, if it is an utterance. The number is how many came before it.
type ReadLine = fn(Line<'_>, u64, &mut Tape) -> Result<(), FileFault>;

impl LineReader {
    pub(super) fn new(stream: Box<dyn Read + Send>, read: ReadLine) -> Self {
        Self { lines: Lines::new(stream), read, units: 0 }
    }
}

impl FormatReader for LineReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let before = tape.units();
        while let Some(line) = self.lines.next()? {
            (self.read)(line, self.units, tape)?;
            if tape.units() > before {
                self.units += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn begin(line: Line<'_>, tape: &mut Tape) {
    tape.begin(Position { line: line.number, column: 1 });
}

/// A line of words.
pub(super) fn plain(line: Line<'_>, _: u64, tape: &mut Tape) -> Result<(), FileFault> {
    begin(line, tape);
    fields(line.bytes).for_each(|word| tape.word(None, word));
    tape.end();
    Ok(())
}

/// An id, then words.
pub(super) fn kaldi(line: Line<'_>, _: u64, tape: &mut Tape) -> Result<(), FileFault> {
    let mut fields = fields(line.bytes);
    let Some(id) = fields.next() else { return Ok(()) };
    begin(line, tape);
    tape.id(id);
    fields.for_each(|word| tape.word(None, word));
    tape.end();
    Ok(())
}

/// Words, then an id in brackets.
pub(super) fn trn(line: Line<'_>, _: u64, tape: &mut Tape) -> Result<(), FileFault> {
    let text = line.bytes.trim_ascii();
    if line.is_blank() || text.starts_with(b";;") {
        return Ok(());
    }
    let Some((words, id)) = split_id(text) else {
        let message = "no id in brackets at the end of the line";
        return Err(FileFault::on_line("not-a-record", message, line.number));
    };
    begin(line, tape);
    tape.id(id);
    transcribe(fields(words), tape);
    tape.end();
    Ok(())
}

/// Splits off an id in brackets at the end.
fn split_id(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_suffix(b")")?;
    let is_end = |byte: &u8| matches!(byte, b'(' | b')') || crate::read::lines::is_space(*byte);
    let open = text.iter().rposition(is_end).filter(|&at| text[at] == b'(')?;
    let id = &text[open + 1..];
    (!id.is_empty()).then_some((&text[..open], id))
}

/// Recording, channel, speaker, start, end, perhaps labels in angle brackets, words.
pub(super) fn stm(line: Line<'_>, number: u64, tape: &mut Tape) -> Result<(), FileFault> {
    if line.is_blank() || line.bytes.starts_with(b";;") {
        return Ok(());
    }
    let mut all = fields(line.bytes);
    let head = [all.next(), all.next(), all.next(), all.next(), all.next()];
    let [Some(recording), Some(channel), _, Some(start), Some(end)] = head else {
        return Err(no_times(line));
    };
    match (seconds(start), seconds(end)) {
        (Some(start), Some(end)) if start <= end => {}
        _ => return Err(no_times(line)),
    }
    let is_labels = |word: &[u8]| match word {
        [b'<', inner @ .., b'>'] => !inner.iter().any(|byte| matches!(byte, b'<' | b'>')),
        _ => false,
    };
    let mut words = all.peekable();
    words.next_if(|word| is_labels(word));
    let words: Vec<&[u8]> = words.collect();
    if words == [b"IGNORE_TIME_SEGMENT_IN_SCORING"] {
        tape.counts.add("ignored", 1);
        return Ok(());
    }
    begin(line, tape);
    let number = (number + 1).to_string();
    tape.id(&[recording, channel, number.as_bytes()].join(&b'-'));
    tape.recording(recording, channel);
    transcribe(words.into_iter(), tape);
    tape.end();
    Ok(())
}

fn no_times(line: Line<'_>) -> FileFault {
    let message = "columns 4 and 5 must be the begin and the end of the segment";
    FileFault::on_line("not-a-record", message, line.number)
}

/// A decimal number.
fn seconds(text: &[u8]) -> Option<f64> {
    let is_decimal = text.iter().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(byte));
    std::str::from_utf8(text).ok().filter(|_| is_decimal)?.parse().ok()
}

/// Writes the words of a transcript: of `{ a / b / @ }` the first, of `(word)` the word. Both are counted.
fn transcribe<'t>(fields: impl Iterator<Item = &'t [u8]>, tape: &mut Tape) {
    let (mut depth, mut is_skipping) = (0u64, false);
    for word in fields.flat_map(pieces) {
        match word {
            b"{" => {
                tape.counts.add("alternations", u64::from(depth == 0));
                depth += 1;
            }
            b"}" if depth > 0 => {
                depth -= 1;
                is_skipping &= depth > 0;
            }
            b"/" if depth > 0 => is_skipping = true,
            _ if is_skipping || word == b"@" => {}
            [b'(', inner @ .., b')'] if !inner.is_empty() => {
                tape.counts.add("optional", 1);
                tape.word(None, inner);
            }
            _ => tape.word(None, word),
        }
    }
}

/// Cuts a field before and after each brace.
fn pieces(field: &[u8]) -> impl Iterator<Item = &[u8]> {
    field.chunk_by(|left, right| !matches!(left, b'{' | b'}') && !matches!(right, b'{' | b'}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_alternative_is_read() {
        for (text, expected, alternations, optional) in [
            ("a { b / c / @ } d", "a b d", 1, 0),
            ("{@ / b}{c/d}", "c/d", 2, 0),
            ("{ a { b / c } d / e } f", "a b f", 1, 0),
            ("a } b / c @", "a } b / c", 0, 0),
            ("(a) () ((b)) {", "a () (b)", 1, 2),
        ] {
            let mut tape = Tape::default();
            tape.begin(Position { line: 1, column: 1 });
            transcribe(fields(text.as_bytes()), &mut tape);
            let mut expected_tape = Tape::default();
            expected_tape.begin(Position { line: 1, column: 1 });
            expected.split(' ').for_each(|word| expected_tape.word(None, word.as_bytes()));
            assert_eq!(tape.bytes(), expected_tape.bytes(), "{text}");
            let counts = (tape.counts.get("alternations"), tape.counts.get("optional"));
            assert_eq!(counts, (alternations, optional), "{text}");
        }
    }

    #[test]
    fn ids_stand_at_the_end() {
        for (text, expected) in [
            ("a b (c)", Some(("a b ", "c"))),
            ("(c)", Some(("", "c"))),
            ("a(c)", Some(("a", "c"))),
            ("a ()", None),
            ("a (b c)", None),
            ("a ((b))", None),
            ("a", None),
        ] {
            let found = split_id(text.as_bytes());
            assert_eq!(found, expected.map(|(words, id)| (words.as_bytes(), id.as_bytes())), "{text}");
        }
    }
}
