//! The lines of a text: where they begin behind list marks, and whether their brackets come to balance.

use super::gold::Notation;
use super::lexer::is_escaped;

/// The lines of a text, looked at once.
#[derive(Debug)]
pub(super) struct Lines {
    lines: Vec<Line>,
}

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// The first byte.
    start: usize,
    /// The first byte behind blanks and a list or quotation mark.
    pub(super) text: usize,
    /// The column of that byte, in characters.
    pub(super) column: usize,
    /// There is a list or quotation mark.
    pub(super) is_marked: bool,
    /// The lowest depth from the begin of this line to the next blank line, the depth at its begin being 0.
    pub(super) lowest: i64,
}

impl Lines {
    pub(super) fn new(text: &str, notation: &Notation) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        // The depths of each line: at its end, and the lowest.
        let mut depths = Vec::new();
        for line in text.split('\n') {
            let (offset, column, is_marked) = indentation(line, notation);
            lines.push(Line { start, text: start + offset, column, is_marked, lowest: 0 });
            depths.push(bracket_depths(text, (start, start + line.len()), notation));
            start += line.len() + 1;
        }
        let mut below = 0;
        for at in (0..lines.len()).rev() {
            let end = lines.get(at + 1).map_or(text.len(), |next: &Line| next.start - 1);
            let (last, lowest) = depths[at];
            let is_blank = lines[at].text == end;
            below = if is_blank { 0 } else { lowest.min(last + below) };
            lines[at].lowest = below;
        }
        Self { lines }
    }

    /// The line that holds a byte.
    pub(super) fn at(&self, byte: usize) -> Line {
        let behind = self.lines.partition_point(|line| line.start <= byte);
        self.lines[behind.saturating_sub(1)] // a text has at least one line, which begins at 0
    }
}

/// Bytes and characters before the text of a line, and whether a list or quotation mark is among them.
fn indentation(line: &str, notation: &Notation) -> (usize, usize, bool) {
    if let Some(offset) = mark_end(line) {
        return (offset, line[..offset].chars().count(), true);
    }
    let text = line.trim_start_matches(|character| notation.is_space(character));
    let offset = line.len() - text.len();
    (offset, line[..offset].chars().count(), false)
}

/// The end of a mark `>`, `-`, `*`, `+`, `|`, `•` or a number with `.` or `)`, which blanks and a bracket follow.
fn mark_end(line: &str) -> Option<usize> {
    let is_blank = |character: char| matches!(character, ' ' | '\t');
    let text = line.trim_start_matches(is_blank);
    let digits = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let behind = if digits.len() < text.len() {
        digits.strip_prefix(['.', ')'])
    } else {
        text.strip_prefix(['>', '*', '+', '|', '\u{2022}', '-'])
    }?;
    let bracket = behind.trim_start_matches(is_blank);
    (bracket.len() < behind.len() && bracket.starts_with(['(', ')'])).then(|| line.len() - bracket.len())
}

/// The depth at the end of a line and the lowest one in it, relative to its begin.
fn bracket_depths(text: &str, (start, end): (usize, usize), notation: &Notation) -> (i64, i64) {
    let bytes = &text.as_bytes()[..end];
    let (mut depth, mut lowest) = (0_i64, 0_i64);
    for at in memchr::memchr2_iter(b'(', b')', &bytes[start..]).map(|offset| start + offset) {
        if !is_escaped(text, at, notation) {
            depth += if bytes[at] == b'(' { 1 } else { -1 };
            lowest = lowest.min(depth);
        }
    }
    (depth, lowest)
}
