//! Numbered lines of a text that is read piece by piece.

use std::io::{self, Read};

use super::recognise::SAMPLE;
use super::window::{Position, characters};

/// How many bytes are read at once.
const PIECE: usize = 64 * 1024;

/// The lines of a text. They end with LF or CR LF, or with CR in a text that has no LF at all.
pub(crate) struct Lines {
    stream: Box<dyn Read + Send>,
    bytes: Vec<u8>,
    /// The bytes that are not yet returned are `bytes[start..end]`.
    start: usize,
    end: usize,
    number: u64,
    is_over: bool,
    /// What ends a line: LF, or CR where the text has no LF.
    newline: Option<u8>,
}

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line<'a> {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// Its bytes.
    pub(crate) bytes: &'a [u8],
}

impl Line<'_> {
    /// True if there is nothing but white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.bytes.iter().all(|&byte| is_space(byte))
    }

    /// The position of byte `at` of the line.
    pub(crate) fn position(&self, at: usize) -> Position {
        Position { line: self.number, column: 1 + characters(&self.bytes[..at.min(self.bytes.len())]) }
    }
}

impl Lines {
    /// Reads the lines of a stream.
    pub(crate) fn new(stream: Box<dyn Read + Send>) -> Self {
        Self { stream, bytes: Vec::new(), start: 0, end: 0, number: 0, is_over: false, newline: None }
    }

    /// The next line. `None` at the end. A text that ends with a newline has no empty line after it.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        let range = self.advance()?;
        Ok(range.map(|range| Line { number: self.number, bytes: without_cr(&self.bytes[range]) }))
    }

    /// The next line that is not blank.
    pub(crate) fn next_full(&mut self) -> io::Result<Option<Line<'_>>> {
        while let Some(range) = self.advance()? {
            if !self.bytes[range.clone()].iter().all(|&byte| is_space(byte)) {
                return Ok(Some(Line { number: self.number, bytes: without_cr(&self.bytes[range]) }));
            }
        }
        Ok(None)
    }

    /// Goes on by one line, and returns where it is.
    fn advance(&mut self) -> io::Result<Option<std::ops::Range<usize>>> {
        let mut searched = self.start;
        loop {
            if let Some(newline) = self.find_newline()?
                && let Some(offset) = memchr::memchr(newline, &self.bytes[searched..self.end])
            {
                let (from, to) = (self.start, searched + offset);
                self.start = to + 1;
                self.number += 1;
                return Ok(Some(from..to));
            }
            let unsearched = self.end - self.start;
            if !self.is_over {
                self.read_more()?;
                searched = self.start + unsearched;
                continue;
            }
            if self.start == self.end {
                return Ok(None);
            }
            let from = std::mem::replace(&mut self.start, self.end);
            self.number += 1;
            return Ok(Some(from..self.end));
        }
    }

    /// What ends lines, once that is known. A text with CR and without LF must be read to its end first.
    fn find_newline(&mut self) -> io::Result<Option<u8>> {
        while self.newline.is_none() {
            let text = &self.bytes[self.start..self.end];
            if let Some(first) = memchr::memchr(b'\n', text) {
                if first >= SAMPLE && has_lone_cr(&text[..=first]) {
                    return Err(mixed_ends());
                }
                self.newline = Some(b'\n');
            } else if self.is_over {
                self.newline = Some(if memchr::memchr(b'\r', text).is_some() { b'\r' } else { b'\n' });
            } else {
                self.read_more()?;
            }
        }
        Ok(self.newline)
    }

    fn read_more(&mut self) -> io::Result<()> {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.bytes.len() < self.end + PIECE {
            self.bytes.resize((self.end * 2).max(self.end + PIECE), 0);
        }
        loop {
            match self.stream.read(&mut self.bytes[self.end..]) {
                Ok(0) => self.is_over = true,
                Ok(more) => self.end += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}

fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// White space within a line: nothing else separates words (a no-break space is part of a word).
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C)
}

/// A text without white space at its start.
pub(crate) fn trim_start(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|&&byte| is_space(byte)).count();
    &text[blanks..]
}

/// Lets LF end the lines of a whole text if CR does, which is so where it has no LF. Returns true if it did.
pub(crate) fn end_lines_with_lf(text: &mut [u8]) -> bool {
    let ends_with_cr = memchr::memchr(b'\n', text).is_none() && memchr::memchr(b'\r', text).is_some();
    if ends_with_cr {
        text.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    ends_with_cr
}

/// True if a CR is not part of CR LF.
fn has_lone_cr(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\r', text).any(|at| text.get(at + 1) != Some(&b'\n'))
}

/// The error of a text whose lines end with CR as far as its format was recognised by, and with LF further on.
pub(crate) fn mixed_ends() -> io::Error {
    let message = "its lines end with CR, and further on with LF; give all lines the same end";
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// The fields of a line, between white space.
pub(crate) fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| is_space(byte)).filter(|field| !field.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_two_ends_are_refused() {
        let long = "a b\r".repeat(SAMPLE);
        let first = |text: String| {
            let mut lines = Lines::new(Box::new(io::Cursor::new(text.into_bytes())));
            lines.next().map(|line| line.map(|line| line.bytes.len())).map_err(|error| error.kind())
        };
        assert_eq!(first(long.clone()), Ok(Some(3)));
        assert_eq!(first(format!("{long}c\n")), Err(io::ErrorKind::InvalidData));
        assert_eq!(first(format!("{}\r\nc\n", "a".repeat(2 * SAMPLE))), Ok(Some(2 * SAMPLE)));
        assert_eq!(first("a\rb\nc\n".to_owned()), Ok(Some(3)));
    }

    /// A stream that returns a few bytes at a time.
    struct Slowly(io::Cursor<Vec<u8>>, usize);

    impl Read for Slowly {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(out.len());
            self.0.read(&mut out[..most])
        }
    }

    #[test]
    fn lines_end_with_any_newline() {
        for (text, expected) in [
            ("", &[][..]),
            ("a", &["a"]),
            ("a\nb\n", &["a", "b"]),
            ("a\r\n\r\nb", &["a", "", "b"]),
            ("a\rb\r\rc", &["a", "b", "", "c"]),
            ("a\rb\n", &["a\rb"]),
            ("\n", &[""]),
        ] {
            for piece in [1, 2, 3, 100] {
                let stream = Slowly(io::Cursor::new(text.as_bytes().to_vec()), piece);
                let mut lines = Lines::new(Box::new(stream));
                let mut found = Vec::new();
                while let Some(line) = lines.next().unwrap() {
                    assert_eq!(line.number, found.len() as u64 + 1);
                    found.push(String::from_utf8(line.bytes.to_vec()).unwrap());
                }
                assert_eq!(found, expected, "{text:?} in pieces of {piece}");
                let stream = Slowly(io::Cursor::new(text.as_bytes().to_vec()), piece);
                let (mut lines, mut full) = (Lines::new(Box::new(stream)), Vec::new());
                while let Some(line) = lines.next_full().unwrap() {
                    full.push(String::from_utf8(line.bytes.to_vec()).unwrap());
                }
                found.retain(|line| !line.is_empty());
                assert_eq!(full, found, "{text:?} in pieces of {piece}");
            }
        }
    }
}
