//! Where something stands in a file, and the text around it.

/// A place in a file, one-based; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
}

/// A line of a file, or the part of a long one around a place of interest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The bytes shown.
    pub bytes: Vec<u8>,
    /// Column of the first of them, from 1.
    pub first_column: u64,
    /// True if the line goes on behind them.
    pub is_cut: bool,
}

/// How much of a line is kept on either side of a place: more than any terminal shows.
const REACH: usize = 400;

/// Characters in a stretch of text that may not be UTF-8: every byte that does not continue a character begins one.
pub(super) fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64
}

impl Window {
    /// The line of `text` that holds byte `at`, cut to some hundred bytes around it. `first_column` is the column of the
    /// first byte of `text` on its line.
    pub(super) fn around(text: &[u8], at: usize, first_column: u64) -> Self {
        let (start, end) = line_around(text, at);
        let column = if start == 0 { first_column } else { 1 };
        let from = text[start..at].len().saturating_sub(REACH) + start;
        let to = end.min(at + REACH);
        Self {
            bytes: text[from..to].to_vec(),
            first_column: column + characters(&text[start..from]),
            is_cut: to < end,
        }
    }
}

/// Start and end of the line that holds byte `at`.
fn line_around(text: &[u8], at: usize) -> (usize, usize) {
    let at = at.min(text.len());
    let start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |newline| newline + 1);
    let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |offset| at + offset);
    (start, end)
}

/// The place of byte `at` in `text`, whose first byte stands at `first`.
pub(super) fn position(text: &[u8], at: usize, first: Position) -> Position {
    let at = at.min(text.len());
    let lines = memchr::memchr_iter(b'\n', &text[..at]).count() as u64;
    let (start, _) = line_around(text, at);
    let base = if lines == 0 { first.column } else { 1 };
    Position { line: first.line + lines, column: base + characters(&text[start..at]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "ab\ncé(d\n".as_bytes();
        let first = Position { line: 10, column: 5 };
        for (at, line, column) in
            [(0, 10, 5), (1, 10, 6), (3, 11, 1), (6, 11, 3), (8, 11, 5), (9, 12, 1), (99, 12, 1)]
        {
            assert_eq!(position(text, at, first), Position { line, column }, "byte {at}");
        }
    }

    #[test]
    fn windows_are_lines_cut_to_size() {
        let window = Window::around(b"one\ntwo\nthree", 5, 1);
        assert_eq!((&window.bytes[..], window.first_column, window.is_cut), (&b"two"[..], 1, false));
        let long = vec![b'x'; 5000];
        let window = Window::around(&long, 3000, 7);
        assert_eq!((window.bytes.len(), window.first_column, window.is_cut), (800, 2607, true));
    }
}
