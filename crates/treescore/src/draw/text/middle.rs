//! The middle of a mirrored picture: the words of both sides, with their times at the outer edges.

use super::canvas::Line;
use super::cells;
use super::joints::Joints;
use super::outline::paint_word;
use crate::draw::{Column, Drawn, DrawnWord, Link, Mark, WordKind};
use crate::report::{Role, Style, display_width};

/// The space between times and words.
const TIMES_GAP: usize = 2;

/// The words in the middle: one column, or two if words differ.
pub(super) struct Words {
    rows: Vec<Row>,
    /// The widths of the two columns; the second is `None` if there is one only.
    widths: (usize, Option<usize>),
    /// The widths of the times of gold and of the system, and of the space beside them; 0 without times.
    times: [usize; 2],
}

struct Row {
    times: [Option<String>; 2],
    gold: Option<(String, Mark, WordKind)>,
    link: &'static str,
    system: Option<(String, Mark, WordKind)>,
}

impl Words {
    pub(super) fn new((gold, system): (&Drawn, &Drawn), columns: &[Column], style: &Style) -> Self {
        let word = |drawn: &Drawn, at: Option<usize>| at.map(|at| drawn.words[at].clone());
        let pairs =
            columns.iter().map(|column| (word(gold, column.gold), word(system, column.system), column.link));
        let pairs: Vec<(Option<DrawnWord>, Option<DrawnWord>, Link)> = pairs.collect();
        // Words that became each other have no mark in a common column.
        let is_common = |(one, other, _): &(Option<DrawnWord>, Option<DrawnWord>, Link)| {
            one.as_ref().zip(other.as_ref()).is_some_and(|(one, other)| {
                one.text == other.text && one.mark == Mark::Plain && other.mark == Mark::Plain
            })
        };
        let is_single = pairs.iter().all(is_common);
        let signs = Joints::of(style.unicode).links;
        let rows = pairs.into_iter().map(|(one, other, link)| {
            let text = |word: &DrawnWord| (with_tag(word, style), word.mark, word.kind);
            let times = [&one, &other].map(|word| word.as_ref().and_then(|word| cells::time(word, style)));
            if let (true, Some(one), Some(other)) = (is_single, &one, &other) {
                let text = (with_tags(one, other, style), one.mark, one.kind);
                return Row { times, gold: Some(text), link: "", system: None };
            }
            let link = match link {
                Link::Same => signs[0],
                Link::Equivalent => signs[1],
                Link::Different => signs[2],
                Link::Single => " ",
            };
            Row { times, gold: one.as_ref().map(text), link, system: other.as_ref().map(text) }
        });
        let rows: Vec<Row> = rows.collect();
        let widest = |of: fn(&Row) -> Option<&(String, Mark, WordKind)>| {
            rows.iter().filter_map(of).map(|(text, ..)| display_width(text)).max().unwrap_or(0)
        };
        let first = widest(|row| row.gold.as_ref());
        let second = (!is_single).then(|| widest(|row| row.system.as_ref()));
        let times = [0, 1].map(|side: usize| {
            let times = rows.iter().filter_map(|row| row.times[side].as_deref());
            times.map(|time| display_width(time) + TIMES_GAP).max().unwrap_or(0)
        });
        Self { rows, widths: (first, second), times }
    }

    pub(super) fn width(&self) -> usize {
        self.times[0] + self.widths.0 + self.widths.1.map_or(0, |width| width + 3) + self.times[1]
    }

    /// Puts the words of a row at a column.
    pub(super) fn put(&self, row: usize, column: usize, line: &mut Line) {
        let Row { times, gold, link, system } = &self.rows[row];
        let (first, second) = self.widths;
        if let Some(time) = &times[0] {
            line.put(column + self.times[0] - TIMES_GAP - display_width(time), time.clone(), Role::Dim);
        }
        if let Some(time) = &times[1] {
            let before = self.width() - self.times[1] + TIMES_GAP;
            line.put(column + before, time.clone(), Role::Dim);
        }
        let column = column + self.times[0];
        if let Some((text, mark, kind)) = gold {
            let free = first - display_width(text);
            let before = if second.is_some() { free } else { free / 2 };
            line.put(column + before, text.clone(), paint_word(*mark, *kind));
        }
        line.put(column + first + 1, *link, Role::Dim);
        if let Some((text, mark, kind)) = system {
            line.put(column + first + 3, text.clone(), paint_word(*mark, *kind));
        }
    }
}

/// A word and its tag.
fn with_tag(word: &DrawnWord, style: &Style) -> String {
    let text = cells::word(word, style);
    match cells::tag(word, style) {
        Some(tag) => format!("{text} {tag}"),
        None => text,
    }
}

/// A word of both sides with both tags, if they differ: `closed JJ≠VBN`.
fn with_tags(gold: &DrawnWord, system: &DrawnWord, style: &Style) -> String {
    let text = cells::word(gold, style);
    let bare = |word: &DrawnWord| word.tag.as_deref().map(|tag| cells::label(tag, style));
    match (bare(gold), bare(system)) {
        (Some(one), Some(other)) if gold.tag_mark == Mark::Relabelled => {
            format!("{text} {one}{}{other}", Mark::Relabelled.sign(style.unicode))
        }
        (Some(one), Some(other)) if one == other || [gold.tag_mark, system.tag_mark] == [Mark::Plain; 2] => {
            format!("{text} {one}")
        }
        (one, other) => {
            let tag = |tag: Option<String>, mark: Mark| {
                tag.map(|tag| " ".to_owned() + &mark.before(&tag, style.unicode))
            };
            text + &tag(one, gold.tag_mark).unwrap_or_default()
                + &tag(other, system.tag_mark).unwrap_or_default()
        }
    }
}
