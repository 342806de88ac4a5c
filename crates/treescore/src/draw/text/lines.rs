//! The lines of an outline: one for each word, with the labels and joints that lead to it.

use super::canvas::Paint;
use super::cells;
use super::joints::Joints;
use crate::draw::parts::{Child, Part, Parts};
use crate::draw::{Drawn, Mark, WordKind};
use crate::report::{Role, Style, display_width};

/// Which way a tree grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The root is left.
    Right = 0,
    /// The root is right.
    Left = 1,
}

/// A piece of a line, from the root to the word.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) paint: Paint,
}

/// The way from the root to a word.
#[derive(Clone, Debug, Default)]
pub(super) struct Outlined {
    pub(super) pieces: Vec<Piece>,
    /// The columns that they take.
    pub(super) width: usize,
    /// The word; `None` for a line of the other side only.
    pub(super) word: Option<usize>,
    pub(super) is_folded: bool,
}

impl Outlined {
    fn push(&mut self, text: impl Into<String>, paint: impl Into<Paint>) {
        let text = text.into();
        self.width += display_width(&text);
        self.pieces.push(Piece { text, paint: paint.into() });
    }

    /// The pieces from left to right.
    pub(super) fn in_order(&self, way: Way) -> impl Iterator<Item = &Piece> {
        let count = self.pieces.len();
        (0..count).map(move |at| &self.pieces[if way == Way::Right { at } else { count - 1 - at }])
    }
}

/// What the lines are made of.
pub(super) struct Outliner<'d> {
    drawn: &'d Drawn,
    parts: Parts,
    style: &'d Style,
    way: Way,
    /// The label of each part, with its mark.
    labels: Vec<String>,
}

impl<'d> Outliner<'d> {
    pub(super) fn new(drawn: &'d Drawn, style: &'d Style, way: Way) -> Self {
        let parts = Parts::new(drawn);
        let label = |part: &Part| {
            let node = &drawn.nodes[part.node];
            let text = cells::label(&node.label, style);
            if part.is_first { node.mark.before(&text, style.unicode) } else { format!("({text})") }
        };
        let labels = parts.all.iter().map(label).collect();
        Self { drawn, parts, style, way, labels }
    }

    /// A line for each row: rows are words in order, with rows of the other side between them.
    pub(super) fn lines(&self, rows: &[Option<usize>]) -> Vec<Outlined> {
        let mut last = None;
        rows.iter()
            .map(|row| match row {
                Some(word) => {
                    last = Some(*word);
                    self.line(*word)
                }
                None => self.between(last),
            })
            .collect()
    }

    fn line(&self, word: usize) -> Outlined {
        let is_folded = self.drawn.words[word].kind == WordKind::Folded;
        let mut line = Outlined { word: Some(word), is_folded, ..Outlined::default() };
        let path = self.parts.path(word);
        for (depth, &at) in path.iter().enumerate() {
            let part = &self.parts.all[at];
            let child = path.get(depth + 1).map_or(Child::Word(word), |&child| Child::Part(child));
            if depth > 0 {
                line.push(" ", Paint::default());
            }
            let label = &self.labels[at];
            if part.words.0 == word {
                line.push(label.clone(), self.paint(part));
                line.push(" ", Paint::default());
            } else {
                line.push(" ".repeat(display_width(label) + 1), Paint::default());
            }
            line.push(self.joint(part, child, word, is_folded), Role::Dim);
        }
        line
    }

    fn paint(&self, part: &Part) -> Paint {
        let mark = self.drawn.nodes[part.node].mark;
        Paint { role: mark.role(), is_strong: mark != Mark::Plain && part.is_first }
    }

    /// The sign of a part on the line of a word, which is in this child of it.
    fn joint(&self, part: &Part, child: Child, word: usize, is_folded: bool) -> &'static str {
        let joints = Joints::of(self.style.unicode);
        let is_last = part.children.last() == Some(&child);
        if self.parts.first_word(child) != word {
            return if is_last { " " } else { self.past(part, word) };
        }
        match (part.children.first() == Some(&child), is_last) {
            (true, true) if is_folded => joints.folded,
            (true, true) => joints.only,
            (true, false) => joints.first,
            (false, false) => joints.middle[self.way as usize],
            (false, true) => joints.last[self.way as usize],
        }
    }

    /// The line that leads past a word to later children of a part: broken in the gap of one of them.
    fn past(&self, part: &Part, word: usize) -> &'static str {
        let joints = Joints::of(self.style.unicode);
        let in_gap = part.children.iter().any(|child| match child {
            Child::Part(child) => {
                let child = &self.parts.all[*child];
                let (start, end) = self.drawn.nodes[child.node].hull();
                let is_inside = |&(from, to): &(usize, usize)| from <= word && word < to;
                (start..end).contains(&word)
                    && !self.drawn.nodes[child.node].stretches.iter().any(is_inside)
                    && end <= part.words.1
            }
            Child::Word(_) => false,
        });
        if in_gap { joints.gap } else { joints.past }
    }

    /// A line between words: what leads from the words before to those behind.
    fn between(&self, last: Option<usize>) -> Outlined {
        let mut line = Outlined::default();
        let Some(word) = last.filter(|word| word + 1 < self.drawn.words.len()) else { return line };
        let path = self.parts.path(word);
        for (depth, &at) in path.iter().enumerate() {
            let part = &self.parts.all[at];
            if part.words.1 <= word + 1 {
                break;
            }
            let child = path.get(depth + 1).map_or(Child::Word(word), |&child| Child::Part(child));
            let indent = display_width(&self.labels[at]) + 1 + usize::from(depth > 0);
            line.push(" ".repeat(indent), Paint::default());
            let is_last = part.children.last() == Some(&child);
            line.push(if is_last { " " } else { self.past(part, word) }, Role::Dim);
        }
        line
    }
}
