//! The text by which a format is recognised, and its lines.

use super::super::comments::is_comment;
use super::super::format::Want;
pub(super) use super::super::lines::trim_start;
use super::super::lines::{Line, is_space};

/// The first part of a file.
pub(super) struct Sample<'a> {
    /// All of it, for JSON, which needs no lines.
    pub(super) raw: &'a [u8],
    /// Without a last line that the end of the sample cut.
    pub(super) text: &'a [u8],
    /// True if the file ends here.
    pub(super) is_whole: bool,
    /// What the file is wanted for.
    pub(super) want: Want,
    newline: u8,
}

impl<'a> Sample<'a> {
    pub(super) fn new(raw: &'a [u8], is_whole: bool, want: Want) -> Self {
        let text = match memchr::memrchr2(b'\n', b'\r', raw) {
            Some(end) if !is_whole => &raw[..=end],
            _ => raw,
        };
        let has_newline = memchr::memchr(b'\n', text).is_some();
        Self { raw, text, is_whole, want, newline: if has_newline { b'\n' } else { b'\r' } }
    }

    /// The text from its first character that is no white space.
    pub(super) fn start(&self) -> &'a [u8] {
        trim_start(self.text)
    }

    /// All lines, without an empty one behind the last newline.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let newline = self.newline;
        let text = self.text.strip_suffix(&[newline]).unwrap_or(self.text);
        text.split(move |&byte| byte == newline)
            .zip(1..)
            .map(|(bytes, number)| Line { number, bytes: bytes.strip_suffix(b"\r").unwrap_or(bytes) })
    }

    /// The lines that are not blank.
    pub(super) fn rows(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        self.lines().filter(|line| !line.is_blank())
    }

    /// The lines that are neither blank nor comments of CTM and STM.
    pub(super) fn data(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        self.rows().filter(|line| !line.bytes.starts_with(b";;"))
    }

    /// The lines that are neither blank nor comments of trees.
    pub(super) fn outside_comments(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        self.rows().filter(|line| !is_comment(line.bytes))
    }
}

/// A text without white space at its start and its end.
pub(super) fn trim(text: &[u8]) -> &[u8] {
    let text = trim_start(text);
    let blanks = text.iter().rev().take_while(|&&byte| is_space(byte)).count();
    text.get(..text.len() - blanks).unwrap_or_default()
}
