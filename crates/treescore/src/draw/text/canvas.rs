//! Pieces of text at columns of a line.

use crate::report::{Role, Style, display_width};

/// A line of pieces, from left to right.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pieces: Vec<(usize, String, Paint)>,
}

/// How a piece is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Paint {
    pub(super) role: Role,
    pub(super) is_strong: bool,
}

impl From<Role> for Paint {
    fn from(role: Role) -> Self {
        Self { role, is_strong: false }
    }
}

/// Paints a text.
pub(super) fn paint(text: &str, how: Paint, style: &Style) -> String {
    let painted = style.paint(how.role, text);
    if how.is_strong { style.paint(Role::Strong, &painted) } else { painted }
}

impl Line {
    /// Puts a text at a column, where nothing else is.
    pub(super) fn put(&mut self, column: usize, text: impl Into<String>, how: impl Into<Paint>) {
        self.pieces.push((column, text.into(), how.into()));
    }

    /// The line, without spaces at its end.
    pub(super) fn render(mut self, style: &Style) -> String {
        self.pieces.sort_by_key(|(column, ..)| *column);
        let (mut line, mut width) = (String::new(), 0);
        for (column, text, how) in self.pieces {
            let bare = text.trim_end();
            if bare.is_empty() {
                continue;
            }
            line.extend(std::iter::repeat_n(' ', column.saturating_sub(width)));
            width = width.max(column) + display_width(bare);
            line.push_str(&paint(bare, how, style));
        }
        line + "\n"
    }
}
