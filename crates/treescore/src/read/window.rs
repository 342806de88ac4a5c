//! Positions in a file, and the text around them.

/// A position in a file. Lines and columns are counted from 1; a column is a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
}

/// A line of a file, or the part of a long line around a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The bytes to show.
    pub bytes: Vec<u8>,
    /// The column of the first byte, from 1.
    pub first_column: u64,
    /// True if the line continues after them.
    pub is_cut: bool,
}

/// How many bytes of a line are kept on either side of a position: more than any terminal shows.
const REACH: usize = 400;

/// Counts the characters of text that may not be UTF-8: every byte that does not continue a character starts
/// one.
pub(super) fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64
}

impl Window {
    /// Creates the window around byte `at` of `text`, which is in column `column`: its line, cut to a few
    /// hundred bytes. Reads no further, because a line may be as long as a file.
    pub(super) fn around(text: &[u8], at: usize, column: u64) -> Self {
        let at = at.min(text.len());
        let (earliest, latest) = (at.saturating_sub(REACH), (at + REACH).min(text.len()));
        let from =
            memchr::memrchr(b'\n', &text[earliest..at]).map_or(earliest, |newline| earliest + newline + 1);
        let to = memchr::memchr(b'\n', &text[at..latest]).map_or(latest, |offset| at + offset);
        Self {
            bytes: text[from..to].to_vec(),
            first_column: column.saturating_sub(characters(&text[from..at])).max(1),
            is_cut: text.get(to).is_some_and(|&byte| byte != b'\n'),
        }
    }
}

/// A byte whose position is known, so that later positions need not be counted from the start of the text.
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

    /// A byte and its position.
    pub(crate) fn new(byte: usize, position: Position) -> Self {
        Self { byte, position }
    }

    /// The position itself.
    pub fn place(self) -> Position {
        self.position
    }

    /// The position of byte `at`, which must not be before this one.
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

    /// True if byte `at` is this one or a later one.
    pub(crate) fn is_before(self, at: usize) -> bool {
        self.byte <= at
    }

    /// Moves the landmark forward to byte `at`.
    pub fn move_to(self, text: &[u8], at: usize) -> Self {
        Self { byte: at.max(self.byte), position: self.position(text, at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let text = "ab\ncé(d\n".as_bytes();
        let first = Position { line: 10, column: 5 };
        for (at, line, column) in
            [(0, 10, 5), (1, 10, 6), (3, 11, 1), (6, 11, 3), (8, 11, 5), (9, 12, 1), (99, 12, 1)]
        {
            for from in 0..=at.min(text.len()) {
                let landmark = Landmark::first(first).move_to(text, from);
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
