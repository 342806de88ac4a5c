//! Output on a terminal: control characters of the input are shown, not obeyed. Files and pipes get all bytes as
//! they are.

use std::io::{self, Write};

use treescore::report::{Style, visible};

use crate::terminal::is_utf8_locale;

/// A stream that may be a terminal.
pub(crate) struct Screen<W> {
    inner: W,
    is_terminal: bool,
    unicode: bool,
    /// Whether colour codes are the program's own. Otherwise they come from the input.
    has_colours: bool,
    /// The end of what was written, if it may be the beginning of a character or of a colour.
    rest: Vec<u8>,
}

/// The longest colour code, as in `ESC [ 35 ; 1 m`.
const COLOUR_MAX: usize = 16;

impl<W: Write> Screen<W> {
    pub(crate) fn new(inner: W, is_terminal: bool) -> Self {
        Self { inner, is_terminal, unicode: is_utf8_locale(), has_colours: false, rest: Vec::new() }
    }

    /// Lets colour codes through: whatever comes from the input was made visible before.
    pub(crate) fn let_colours_through(&mut self) {
        self.has_colours = true;
    }

    /// Writes the bytes that are kept, as far as they are whole characters.
    fn write_rest(&mut self, is_end: bool) -> io::Result<()> {
        let whole = if is_end { self.rest.len() } else { whole_length(&self.rest) };
        let text = shown(&self.rest[..whole], self.unicode, self.has_colours);
        self.rest.drain(..whole);
        self.inner.write_all(text.as_bytes())
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.inner.write(bytes);
        }
        self.rest.extend_from_slice(bytes);
        self.write_rest(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_terminal {
            self.write_rest(true)?;
        }
        self.inner.flush()
    }
}

/// The text as a terminal gets it: lines, tabs and the program's own colours stay, other control characters become
/// visible.
fn shown(bytes: &[u8], unicode: bool, has_colours: bool) -> String {
    let style = Style { unicode, ..Style::default() };
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some(character) = rest.chars().next() {
        let colour = colour_length(rest.as_bytes()).filter(|_| has_colours);
        let length = colour.unwrap_or(character.len_utf8());
        let (piece, after) = rest.split_at(length);
        match character {
            '\n' | '\t' => out.push(character),
            '\u{1b}' if length > 1 => out.push_str(piece),
            // A line that ends as on other systems.
            '\r' if after.starts_with('\n') => {}
            _ => out.push_str(&visible(piece, &style)),
        }
        rest = after;
    }
    out
}

/// The length of a colour code at the start of a text.
fn colour_length(text: &[u8]) -> Option<usize> {
    let digits = text.strip_prefix(b"\x1b[")?;
    let end = digits.iter().take(COLOUR_MAX).position(|byte| !matches!(byte, b'0'..=b'9' | b';'))?;
    (digits[end] == b'm').then_some(end + 3)
}

/// How much of the bytes ends with a whole character and a whole colour code.
fn whole_length(bytes: &[u8]) -> usize {
    let from = bytes.len().saturating_sub(COLOUR_MAX + 2);
    if let Some(at) = bytes[from..].iter().rposition(|&byte| byte == 0x1B).map(|at| from + at)
        && bytes[at + 1..].iter().all(|byte| matches!(byte, b'[' | b'0'..=b'9' | b';'))
    {
        return at;
    }
    if bytes.last() == Some(&b'\r') {
        return bytes.len() - 1;
    }
    let cut = bytes.iter().rev().take(3).position(|&byte| byte >= 0xC0).map(|back| bytes.len() - back - 1);
    match cut.map(|at| (at, std::str::from_utf8(&bytes[at..]))) {
        Some((at, Err(error))) if error.error_len().is_none() => at,
        _ => bytes.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: [(&[u8], &str, &str); 8] = [
        (b"plain\ttext\n", "plain\ttext\n", "lines and tabs stay"),
        (b"a\x1b[2Jb\x07\n", "a␛[2Jb␇\n", "escape codes and bells are shown"),
        (b"\x1b[35;1mred\x1b[0m", "\x1b[35;1mred\x1b[0m", "colours stay"),
        (b"\x1b]0;title\x07", "␛]0;title␇", "titles are shown"),
        (b"a\r\nb\rc\n", "a\nb␍c\n", "a carriage return does not overwrite the line"),
        ("\u{9b}2J é 木".as_bytes(), "\u{fffd}2J é 木", "controls beyond ASCII"),
        (b"\x9b2J\xff", "\u{fffd}2J\u{fffd}", "bytes that are no text"),
        (b"end\x1b[3", "end␛[3", "a code that breaks off"),
    ];

    #[test]
    fn control_characters_are_shown_however_the_text_is_cut() {
        for (bytes, expected, why) in CASES {
            for size in 1..=bytes.len() {
                let mut screen = Screen { unicode: true, has_colours: true, ..Screen::new(Vec::new(), true) };
                bytes.chunks(size).for_each(|piece| screen.write_all(piece).unwrap());
                screen.flush().unwrap();
                assert_eq!(String::from_utf8(screen.inner).unwrap(), expected, "{why}, {size} at a time");
            }
        }
    }

    #[test]
    fn colours_of_the_input_are_shown() {
        let mut screen = Screen { unicode: true, ..Screen::new(Vec::new(), true) };
        screen.write_all(b"\x1b[31mred\x1b[0m\n").unwrap();
        screen.flush().unwrap();
        assert_eq!(String::from_utf8(screen.inner).unwrap(), "␛[31mred␛[0m\n");
    }

    #[test]
    fn files_and_pipes_get_the_bytes_as_they_are() {
        for (bytes, _, why) in CASES {
            let mut screen = Screen::new(Vec::new(), false);
            screen.write_all(bytes).unwrap();
            screen.flush().unwrap();
            assert_eq!(screen.inner, bytes, "{why}");
        }
    }
}
