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
    /// The line of `text` that holds byte `at`, cut to some hundred bytes around it; `column` is where that byte stands. What
    /// is further away is not looked at: a line may be as long as a file.
    pub(super) fn around(text: &[u8], at: usize, column: u64) -> Self {
        let at = at.min(text.len());
        let (before, behind) = (at.saturating_sub(REACH), (at + REACH).min(text.len()));
        let from = memchr::memrchr(b'\n', &text[before..at]).map_or(before, |newline| before + newline + 1);
        let to = memchr::memchr(b'\n', &text[at..behind]).map_or(behind, |offset| at + offset);
        Self {
            bytes: text[from..to].to_vec(),
            first_column: column.saturating_sub(characters(&text[from..at])).max(1),
            is_cut: text.get(to).is_some_and(|&byte| byte != b'\n'),
        }
    }
}

/// A byte of a text whose place is known: the places behind it are counted from here, not from the beginning.
#[derive(Clone, Copy, Debug)]
pub struct Landmark {
    byte: usize,
    position: Position,
}

impl Landmark {
    /// The first byte of a text.
    pub fn first(position: Position) -> Self {
        Self::new(0, position)
    }

    /// A byte, and its place.
    pub(crate) fn new(byte: usize, position: Position) -> Self {
        Self { byte, position }
    }

    /// The place of byte `at`, which is not before this one.
    pub(super) fn position(self, text: &[u8], at: usize) -> Position {
        let between = text.get(self.byte..at.min(text.len())).unwrap_or_default();
        let lines = memchr::memchr_iter(b'\n', between).count() as u64;
        match memchr::memrchr(b'\n', between) {
            Some(newline) => {
                Position { line: self.position.line + lines, column: 1 + characters(&between[newline + 1..]) }
            }
            None => Position { column: self.position.column + characters(between), ..self.position },
        }
    }

    /// Is byte `at` this one or behind it?
    pub(crate) fn is_before(self, at: usize) -> bool {
        self.byte <= at
    }

    /// The landmark moved on to byte `at`.
    pub fn moved(self, text: &[u8], at: usize) -> Self {
        Self { byte: at.max(self.byte), position: self.position(text, at) }
    }
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
            for by_way_of in 0..=at.min(text.len()) {
                let landmark = Landmark::first(first).moved(text, by_way_of);
                assert_eq!(landmark.position(text, at), Position { line, column }, "byte {at}");
            }
        }
    }

    #[test]
    fn windows_are_lines_cut_to_size() {
        let window = Window::around(b"one\ntwo\nthree", 5, 2);
        assert_eq!((&window.bytes[..], window.first_column, window.is_cut), (&b"two"[..], 1, false));
        let long = vec![b'x'; 5000];
        let window = Window::around(&long, 3000, 3007);
        assert_eq!((window.bytes.len(), window.first_column, window.is_cut), (800, 2607, true));
        let window = Window::around("é(".repeat(300).as_bytes(), 899, 600);
        assert_eq!((window.bytes.len(), window.first_column, window.is_cut), (401, 334, false));
    }
}
