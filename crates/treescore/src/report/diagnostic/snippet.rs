//! The source line of an error, cut so that the position stays visible, and the marks under it.

use unicode_width::UnicodeWidthChar;

use super::Diagnostic;
use crate::report::style::{Role, Style, display_width, visible};

/// Columns that stay visible after the position when a line is cut.
const AFTER: usize = 16;
/// Columns that stay visible before the position when a line is cut.
const BEFORE: usize = 20;

/// The visible part of a line.
pub(super) struct Snippet {
    characters: Vec<char>,
    /// The column of the first visible character.
    first: u64,
    before: &'static str,
    after: &'static str,
    room: usize,
}

impl Snippet {
    pub(super) fn new(diagnostic: &Diagnostic, style: &Style, room: usize) -> Self {
        let all: Vec<char> = visible(&String::from_utf8_lossy(&diagnostic.source), style).chars().collect();
        let source_starts_at = diagnostic.source_starts_at.max(1);
        let place = diagnostic.column.saturating_sub(source_starts_at) as usize;
        let ellipsis = style.glyphs().ellipsis;
        let fits = width(&all) + if source_starts_at > 1 { display_width(ellipsis) } else { 0 } <= room;
        let start = if fits {
            0
        } else {
            start(&all, place.min(all.len()), room.saturating_sub(2 * display_width(ellipsis)))
        };
        let first = source_starts_at.saturating_add(start as u64);
        let before = if first > 1 { ellipsis } else { "" };
        let (end, is_cut) =
            end(&all, start, room.saturating_sub(display_width(before)), display_width(ellipsis), diagnostic);
        let after = if is_cut { ellipsis } else { "" };
        Self { characters: all[start..end].to_vec(), first, before, after, room }
    }

    pub(super) fn text(&self) -> String {
        format!("{}{}{}", self.before, self.characters.iter().collect::<String>(), self.after)
    }

    /// The column after the last visible character.
    fn end(&self) -> u64 {
        self.first.saturating_add(self.characters.len() as u64)
    }

    /// The pointer under the position.
    pub(super) fn pointer_line(&self, diagnostic: &Diagnostic, style: &Style) -> String {
        // A position outside the snippet is a mistake of the caller; a pointer at the nearest end is better
        // than none.
        let column = diagnostic.column.clamp(self.first, self.end());
        self.mark(column, &style.paint(Role::Extra, "^"), &diagnostic.pointer_note, style)
    }

    /// The mark under the second position, if there is one and it is visible.
    pub(super) fn second_line(&self, diagnostic: &Diagnostic, style: &Style) -> Option<String> {
        let (column, note) = diagnostic.second.as_ref()?;
        let is_visible = (self.first..self.end()).contains(column);
        is_visible.then(|| self.mark(*column, &style.paint(Role::Dim, "~"), note, style))
    }

    /// Places a note to the right of its mark, or to the left if only that has room.
    fn mark(&self, column: u64, mark: &str, note: &str, style: &Style) -> String {
        let note = visible(note, style);
        let index = (column - self.first) as usize;
        let place =
            display_width(self.before) + width(self.characters.get(..index).unwrap_or(&self.characters));
        let length = display_width(&note);
        if note.is_empty() {
            format!("{:place$}{mark}", "")
        } else if place + 2 + length > self.room && length < place {
            format!("{:indent$}{note} {mark}", "", indent = place - length - 1)
        } else {
            format!("{:place$}{mark} {note}", "")
        }
    }
}

/// The first visible character: that of the line, if the position is then visible with some text after it.
fn start(all: &[char], place: usize, room: usize) -> usize {
    let after = AFTER.min(room.saturating_sub(BEFORE));
    let mut left = room.saturating_sub(after + 1);
    let mut start = place;
    while start > 0 {
        let cells = all[start - 1].width().unwrap_or(0);
        if cells > left {
            break;
        }
        left -= cells;
        start -= 1;
    }
    start
}

/// The end of the visible part, and whether text after it is cut off.
fn end(all: &[char], start: usize, room: usize, ellipsis: usize, diagnostic: &Diagnostic) -> (usize, bool) {
    let rest = &all[start..];
    if !diagnostic.source_is_cut && width(rest) <= room {
        return (all.len(), false);
    }
    let mut left = room.saturating_sub(ellipsis);
    let fitting = rest.iter().take_while(|character| {
        let cells = character.width().unwrap_or(0);
        let fits = cells <= left;
        left = left.saturating_sub(cells);
        fits
    });
    (start + fitting.count(), true)
}

fn width(characters: &[char]) -> usize {
    characters.iter().map(|character| character.width().unwrap_or(0)).sum()
}
