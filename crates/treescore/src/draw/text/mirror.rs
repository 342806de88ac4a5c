//! The mirrored picture of a pair: one word on a line, the gold root at the far left, the system's at the far right.

use super::canvas::Line;
use super::cells;
use super::joints::Joints;
use super::lines::{Outlined, Outliner, Way};
use super::middle::Words;
use super::outline::outline;
use super::title::{cuts, title};
use crate::draw::{Column, Drawn, Folding, PairPicture, PairTitle, View, WordKind};
use crate::report::{Role, Style, display_width};

/// The widest folded text.
const FOLDED_MAX: usize = 30;

/// Draws a pair with its title and the sentences under it. It is mirrored if that fits the width; otherwise it is folded, where
/// that is allowed, and after that it is drawn in two blocks.
pub fn pair(picture: &PairPicture, folding: Folding, style: &Style) -> String {
    let mut out = title(picture, style);
    let names = &picture.title;
    let fits = |view: &View| {
        mirror(view, names, style).filter(|(_, width)| *width <= style.width).map(|(text, _)| text)
    };
    let mut view = picture.view(folding);
    let mut mirrored = fits(&view);
    if mirrored.is_none() && folding == Folding::Allowed {
        view = picture.folded();
        mirrored = fits(&view);
    }
    out += &mirrored.unwrap_or_else(|| blocks(&view, names, style));
    let below = cuts(&view, style);
    if !below.is_empty() {
        out.push('\n');
        out += &below;
    }
    out
}

/// Draws two blocks, gold above the system. A side without a tree is left out.
pub fn blocks(view: &View, names: &PairTitle, style: &Style) -> String {
    let sides = [(&view.gold, &names.gold), (&view.system, &names.system)];
    let sides = sides.into_iter().filter(|(drawn, _)| !drawn.words.is_empty());
    let sides = sides.map(|(drawn, name)| {
        let name = cells::cut(name, style.width.max(8), style);
        style.paint(Role::Dim, &name) + "\n" + &outline(&shortened(drawn, style), style)
    });
    sides.collect::<Vec<_>>().join("\n")
}

/// Shortens the texts of folded words.
fn shortened(drawn: &Drawn, style: &Style) -> Drawn {
    let mut drawn = drawn.clone();
    for word in drawn.words.iter_mut().filter(|word| word.kind == WordKind::Folded) {
        word.text = folded_text(&word.text, style);
    }
    drawn
}

/// The words of a folded subtree, or the first and the last of them.
fn folded_text(text: &str, style: &Style) -> String {
    if text.len() <= FOLDED_MAX * 4 && display_width(text) <= FOLDED_MAX {
        return text.to_owned();
    }
    let first = text.split(' ').next().unwrap_or_default();
    let last = text.rsplit(' ').next().unwrap_or_default();
    let half = |word: &str| cells::cut(word, FOLDED_MAX / 2 - 1, style);
    format!("{} … {}", half(first), half(last))
}

/// Draws the mirrored picture. Also returns its width. `None` if words do not correspond, or if a side has no tree.
pub fn mirror(view: &View, names: &PairTitle, style: &Style) -> Option<(String, usize)> {
    let columns = view.columns.as_ref()?;
    if view.gold.words.is_empty() || view.system.words.is_empty() {
        return None;
    }
    let (gold, system) = (shortened(&view.gold, style), shortened(&view.system, style));
    let rows = |of: fn(&Column) -> Option<usize>| columns.iter().map(of).collect::<Vec<_>>();
    let left = Outliner::new(&gold, style, Way::Right).lines(&rows(|column| column.gold));
    let right = Outliner::new(&system, style, Way::Left).lines(&rows(|column| column.system));
    let words = Words::new((&gold, &system), columns, style);
    let reach =
        |lines: &[Outlined]| lines.iter().filter(|line| line.word.is_some()).map(|line| line.width + 1).max();
    let all = |lines: &[Outlined]| reach(lines).max(lines.iter().map(|line| line.width).max()).unwrap_or(0);
    let (left_width, right_width) = (all(&left), all(&right));
    let width = left_width + 1 + words.width() + 1 + right_width;
    let mut out = heading((&names.gold, &names.system), width, style);
    for (row, (left, right)) in left.iter().zip(&right).enumerate() {
        let mut line = Line::default();
        let joints = Joints::of(style.unicode);
        let leader = |line: &Outlined| if line.is_folded { joints.folded } else { joints.only };
        let mut column = 0;
        for piece in left.in_order(Way::Right) {
            line.put(column, piece.text.clone(), piece.paint);
            column += display_width(&piece.text);
        }
        if left.word.is_some() {
            line.put(column, leader(left).repeat(left_width - column), Role::Dim);
        }
        words.put(row, left_width + 1, &mut line);
        let start = left_width + words.width() + 2;
        let mut column = width - right.width;
        if right.word.is_some() {
            line.put(start, leader(right).repeat(column - start), Role::Dim);
        }
        for piece in right.in_order(Way::Left) {
            line.put(column, piece.text.clone(), piece.paint);
            column += display_width(&piece.text);
        }
        out += &line.render(style);
    }
    Some((out, width))
}

/// The names of both sides over their roots.
fn heading((gold, system): (&str, &str), width: usize, style: &Style) -> String {
    let half = (width / 2).saturating_sub(1).max(8);
    let (gold, system) = (cells::cut(gold, half, style), cells::cut(system, half, style));
    let mut line = Line::default();
    line.put(0, gold.clone(), Role::Dim);
    let start = width.saturating_sub(display_width(&system)).max(display_width(&gold) + 2);
    line.put(start, system, Role::Dim);
    line.render(style)
}

#[cfg(test)]
#[path = "mirror_tests.rs"]
mod tests;
