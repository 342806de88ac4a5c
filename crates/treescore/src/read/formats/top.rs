//! Intents and slots in square brackets: `[IN:STOP stop [SL:TIME now ] ]`.

use std::io::Read;

use super::{FormatError, FormatReader};
use crate::read::fault::FaultKind;
use crate::read::lines::{Line, Lines, is_space};
use crate::read::tape::Tape;
use crate::read::window::Position;

/// Reads intents and slots.
pub(super) struct TopReader {
    lines: Lines,
}

impl TopReader {
    pub(super) fn new(stream: Box<dyn Read + Send>) -> Self {
        Self { lines: Lines::new(stream) }
    }
}

impl FormatReader for TopReader {
    fn next(&mut self, tape: &mut Tape) -> Result<bool, FormatError> {
        let Some(line) = self.lines.next_full()? else { return Ok(false) };
        let first = Position { line: line.number, column: 1 };
        tape.begin(first);
        match write(line, tape) {
            Ok(()) => tape.end(),
            Err(message) => tape.fault(message, first, line.bytes),
        }
        Ok(true)
    }
}

enum Token<'t> {
    /// `[IN:x` or `[SL:x`: the label.
    Open(&'t [u8]),
    Close,
    Word(&'t [u8]),
}

/// Writes a line on the tape.
fn write(line: Line<'_>, tape: &mut Tape) -> Result<(), String> {
    let (mut depth, mut rest) = (0usize, line.bytes);
    while let Some((token, after)) = next_token(rest) {
        rest = after;
        match token {
            Token::Open(label) => {
                tape.open(label);
                depth += 1;
            }
            Token::Close if depth == 0 => return Err("`]` without `[`".to_owned()),
            Token::Close => {
                tape.close();
                depth -= 1;
            }
            Token::Word(_) if depth == 0 => return Err(FaultKind::TextOutside.title()),
            Token::Word(word) => tape.word(None, word),
        }
    }
    if depth > 0 { Err(FaultKind::Unclosed { brackets: depth }.title()) } else { Ok(()) }
}

/// The first token of a text, and what is left. A `[` that opens neither an intent nor a slot is passed over.
fn next_token(text: &[u8]) -> Option<(Token<'_>, &[u8])> {
    let mut at = 0;
    loop {
        at += text[at..].iter().position(|&byte| !is_space(byte))?;
        let rest = &text[at..];
        let name = |from: usize| from + rest[from..].iter().take_while(|&&byte| !is_end(byte)).count();
        match rest {
            [b']', after @ ..] => return Some((Token::Close, after)),
            [b'[', b'I', b'N', b':', ..] | [b'[', b'S', b'L', b':', ..] if name(4) > 4 => {
                let (label, after) = rest.split_at(name(4));
                return Some((Token::Open(&label[1..]), after));
            }
            [b'[', ..] => at += 1,
            _ => {
                let (word, after) = rest.split_at(name(0));
                return Some((Token::Word(word), after));
            }
        }
    }
}

fn is_end(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'[' | b']')
}
