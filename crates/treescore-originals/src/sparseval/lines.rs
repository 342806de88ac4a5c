//! Lines as the original sees them: separated by newlines, but each read only up to its end (specification,
//! "Words used here").

/// A line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: u64,
    /// With its newline, if it has one.
    pub(super) whole: &'a [u8],
    /// The text up to the line's end: a newline, NUL or FF hex.
    pub(super) text: &'a [u8],
}

impl<'a> Line<'a> {
    /// Returns the line as C prints it: up to a NUL byte.
    pub(super) fn c_text(&self) -> &'a [u8] {
        self.whole.split(|&byte| byte == 0).next().unwrap_or_default()
    }

    /// Returns the text after leading blanks.
    pub(super) fn behind_blanks(&self) -> &'a [u8] {
        &self.text[blanks(self.text)..]
    }

    pub(super) fn ends_in_newline(&self) -> bool {
        self.whole.get(self.text.len()) == Some(&b'\n')
    }
}

/// Returns the lines of a file, in order.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')).map(|(number, whole)| Line {
        number,
        whole,
        text: whole.split(|byte| matches!(byte, b'\n' | 0 | 0xFF)).next().unwrap_or_default(),
    })
}

pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns the number of leading blanks.
pub(super) fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_blank(byte)).count()
}

/// Splits a text before its first blank.
pub(super) fn field(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|&byte| is_blank(byte)).unwrap_or(text.len()))
}
