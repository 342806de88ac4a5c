//! The shapes of a picture.

use std::fmt::Write as _;

use super::{MARGIN, Page};
use crate::draw::layout::{INSET, LEVEL, Layout, PlacedNode};
use crate::draw::widths::{Font, width};
use crate::draw::{Drawn, DrawnNode, DrawnWord, Mark, WordKind};
use crate::report::svg::escape;
use crate::report::{Style, legible};
use crate::values::shorten;

/// The most characters of a text.
const TEXT_MAX: usize = 40;

/// Half of the break in a bar that a stem runs over.
const BREAK: f64 = 2.0;

/// Colours of light pages; dark ones have lighter colours of the same hues.
const STYLE: &str = include_str!("style.css");

/// Which way a tree grows from the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Up {
    Above,
    Below,
}

/// A text as it is shown: harmless and of bounded length.
pub(super) fn shown(text: &str) -> String {
    let head: String = text.chars().take(TEXT_MAX * 4).collect();
    let cut = shorten(legible(&head, &Style::default()), TEXT_MAX);
    if cut.is_empty() { "·".to_owned() } else { cut }
}

/// The first and the last of folded words.
pub(super) fn folded(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let last = text.rsplit(' ').next().unwrap_or_default();
    format!("{} … {}", shown(first), shown(last))
}

/// A picture under construction.
pub(super) struct Pen {
    out: String,
}

impl Pen {
    pub(super) fn new((wide, high): (f64, f64), page: Page, title: &str) -> Self {
        let mut pen = Self { out: String::new() };
        let class = if page == Page::Clear { "ts ts-clear" } else { "ts" };
        let ink = if page == Page::Paper { " color=\"#000\"" } else { "" };
        pen.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" width=\"{wide:.2}\" height=\"{high:.2}\" viewBox=\"0 0 {wide:.2} {high:.2}\" role=\"img\"{ink}>"
        ));
        pen.put(format_args!("<title>{}</title>", escape(title)));
        pen.put(format_args!("<style>{STYLE}</style>"));
        pen.put(format_args!(
            "<defs><pattern id=\"ts-hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\"><path d=\"M0 5L5 0\" class=\"h\"/></pattern></defs>"
        ));
        if page == Page::Paper {
            pen.put(format_args!("<rect width=\"{wide:.2}\" height=\"{high:.2}\" fill=\"#fff\"/>"));
        }
        pen
    }

    pub(super) fn put(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.out, "{line}"); // writing to a string cannot fail
    }

    pub(super) fn finish(mut self) -> String {
        self.out += "</svg>\n";
        self.out
    }

    /// Draws all brackets of a tree, and the stems of their children. `base` is the height of the words' edge.
    pub(super) fn tree(
        &mut self,
        drawn: &Drawn,
        placed: &Layout,
        (columns, common): (&[usize], &Layout),
        (base, up): (f64, Up),
    ) {
        let y = |level: usize| match up {
            Up::Above => base - level as f64 * LEVEL + 4.0,
            Up::Below => base + level as f64 * LEVEL - 4.0,
        };
        let away = if up == Up::Above { -1.0 } else { 1.0 };
        for (number, node) in drawn.nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                let x = MARGIN + placed.nodes[number].middle;
                self.stem(x, y(placed.nodes[number].level) + away * 22.0, y(placed.nodes[parent].level));
            }
        }
        for (number, word) in drawn.words.iter().enumerate() {
            let Some(parent) = word.parent else { continue };
            let column = common.columns[columns[number]];
            let x = MARGIN + column.x + column.width / 2.0;
            let end = base - away * 3.0;
            if word.kind == WordKind::Folded {
                self.triangle(node_bar(placed, parent), y(placed.nodes[parent].level), end);
            } else {
                self.stem(x, end, y(placed.nodes[parent].level));
            }
        }
        let breaks = breaks(drawn, placed, (columns, common));
        for (number, node) in drawn.nodes.iter().enumerate() {
            self.node(node, (&placed.nodes[number], &breaks[number]), y(placed.nodes[number].level), away);
        }
    }

    fn stem(&mut self, x: f64, from: f64, to: f64) {
        self.put(format_args!("<path d=\"M{x:.2} {from:.2}V{to:.2}\"/>"));
    }

    fn triangle(&mut self, (from, to): (f64, f64), top: f64, end: f64) {
        let middle = f64::midpoint(from, to);
        self.put(format_args!("<path d=\"M{middle:.2} {top:.2}L{to:.2} {end:.2}H{from:.2}Z\"/>"));
    }

    fn node(&mut self, node: &DrawnNode, (place, breaks): (&PlacedNode, &[f64]), y: f64, away: f64) {
        let class = node.mark.name();
        let open = if class.is_empty() { "<g>".to_owned() } else { format!("<g class=\"{class}\">") };
        self.put(format_args!("{open}"));
        for &(from, to) in &place.bars {
            let stretches = broken((from, to), breaks, node.mark).into_iter();
            let path: String =
                stretches.map(|(from, to)| bar(node.mark, from + MARGIN, to + MARGIN, y)).collect();
            self.put(format_args!("<path class=\"b\" d=\"{path}\"/>"));
        }
        for gap in place.bars.windows(2) {
            let (from, to) = (gap[0].1 + INSET + MARGIN, gap[1].0 - INSET + MARGIN);
            self.put(format_args!("<path class=\"g\" d=\"M{from:.2} {y:.2}H{to:.2}\"/>"));
        }
        let label = node.mark.before(&shown(&node.label), true);
        let (x, wide) = (place.middle + MARGIN, width(&label, Font::Label) + 10.0);
        let line = if away < 0.0 { y - 7.0 } else { y + 16.0 };
        if node.mark != Mark::Plain {
            let round = if node.mark == Mark::Missing { 8.0 } else { 0.0 };
            self.put(format_args!(
                "<rect class=\"x\" x=\"{:.2}\" y=\"{:.2}\" width=\"{wide:.2}\" height=\"16\" rx=\"{round}\"/>",
                x - wide / 2.0,
                line - 12.0
            ));
        }
        let kind = if node.mark == Mark::Plain { "l" } else { "l m" };
        let worth = node.worth.map(|worth| format!("<title>{worth:.4}</title>")).unwrap_or_default();
        let label = escape(&label);
        self.put(format_args!("<text class=\"{kind}\" x=\"{x:.2}\" y=\"{line:.2}\">{label}{worth}</text>"));
        self.put(format_args!("</g>"));
    }

    pub(super) fn word(&mut self, word: &DrawnWord, x: f64, y: f64) {
        let text = match word.kind {
            WordKind::Folded => folded(&word.text),
            _ => shown(&word.text),
        };
        let class = match word.kind {
            WordKind::Counted | WordKind::Folded => "w",
            WordKind::Deleted | WordKind::Stub | WordKind::Continued => "w d",
        };
        self.marked(word.mark, class, (x, y), &word.marked(text, true));
    }

    pub(super) fn tag(&mut self, word: &DrawnWord, x: f64, y: f64) {
        let Some(tag) = &word.tag else { return };
        let tag = word.tag_mark.before(&shown(tag), true);
        self.marked(word.tag_mark, "t", (x, y), &tag);
        if word.tag_mark == Mark::Relabelled {
            let half = width(&tag, Font::Tag) / 2.0;
            let (from, to) = (x - half, x + half);
            for y in [y + 2.0, y + 4.6] {
                self.put(format_args!("<path class=\"r\" d=\"M{from:.2} {y:.2}H{to:.2}\"/>"));
            }
        }
    }

    pub(super) fn time(&mut self, word: &DrawnWord, x: f64, y: f64) {
        if let Some(time) = word.time_text() {
            self.marked(Mark::Plain, "t", (x, y), &time);
        }
    }

    /// A line about the picture.
    pub(super) fn note(&mut self, text: &str, x: f64, y: f64) {
        self.marked(Mark::Plain, "t", (x, y), text);
    }

    /// The place of a word that the side does not have.
    pub(super) fn nothing(&mut self, x: f64, y: f64) {
        self.marked(Mark::Plain, "w d", (x, y), "∅");
    }

    fn marked(&mut self, mark: Mark, class: &str, (x, y): (f64, f64), text: &str) {
        let text = escape(text);
        match mark {
            Mark::Plain => {
                self.put(format_args!("<text class=\"{class}\" x=\"{x:.2}\" y=\"{y:.2}\">{text}</text>"));
            }
            mark => self.put(format_args!(
                "<g class=\"{}\"><text class=\"{class} m\" x=\"{x:.2}\" y=\"{y:.2}\">{text}</text></g>",
                mark.name()
            )),
        }
    }
}

/// From where to where the longest bar of a bracket runs, on the page.
fn node_bar(placed: &Layout, node: usize) -> (f64, f64) {
    let bars = placed.nodes[node].bars.first().copied().unwrap_or_default();
    (bars.0 + MARGIN, bars.1 + MARGIN)
}

/// For each bracket, where stems run over its bars. That happens in discontinuous trees only.
fn breaks(drawn: &Drawn, placed: &Layout, (columns, common): (&[usize], &Layout)) -> Vec<Vec<f64>> {
    let mut found = vec![Vec::new(); drawn.nodes.len()];
    if !drawn.is_discontinuous() {
        return found;
    }
    let mut on_level: Vec<Vec<usize>> = vec![Vec::new(); placed.levels + 1];
    for (number, place) in placed.nodes.iter().enumerate() {
        on_level[place.level].push(number);
    }
    let level = |node: usize| placed.nodes[node].level;
    let of_nodes = drawn.nodes.iter().zip(&placed.nodes);
    let of_nodes =
        of_nodes.filter_map(|(node, place)| Some((place.middle, place.level, level(node.parent?))));
    let of_words = drawn.words.iter().zip(columns).filter_map(|(word, &column)| {
        let column = common.columns[column];
        Some((column.x + column.width / 2.0, 0, level(word.parent?)))
    });
    for (x, low, high) in of_nodes.chain(of_words) {
        for &number in on_level.iter().take(high).skip(low + 1).flatten() {
            if placed.nodes[number].bars.iter().any(|&(from, to)| from < x && x < to) {
                found[number].push(x);
            }
        }
    }
    for all in &mut found {
        all.sort_by(f64::total_cmp);
    }
    found
}

/// A bar without the places where stems run over it, if it is a solid line.
fn broken((from, to): (f64, f64), breaks: &[f64], mark: Mark) -> Vec<(f64, f64)> {
    if matches!(mark, Mark::Missing | Mark::Crossing) {
        return vec![(from, to)];
    }
    let (mut stretches, mut start) = (Vec::new(), from);
    for &x in breaks.iter().filter(|&&x| from < x && x < to) {
        stretches.push((start, x - BREAK));
        start = x + BREAK;
    }
    stretches.push((start, to));
    stretches.retain(|(from, to)| from < to);
    stretches
}

/// The path of a bar: a line, two lines, or a zigzag.
fn bar(mark: Mark, from: f64, to: f64, y: f64) -> String {
    match mark {
        Mark::Plain | Mark::Missing | Mark::Extra => format!("M{from:.2} {y:.2}H{to:.2}"),
        Mark::Relabelled => {
            let (above, below) = (y - 1.5, y + 1.5);
            format!("M{from:.2} {above:.2}H{to:.2}M{from:.2} {below:.2}H{to:.2}")
        }
        Mark::Crossing => {
            let mut path = format!("M{from:.2} {y:.2}");
            let (mut x, mut is_up) = (from, true);
            while x + 5.0 <= to {
                x += 5.0;
                let height = if is_up { y - 4.0 } else { y };
                is_up = !is_up;
                let _ = write!(path, "L{x:.2} {height:.2}");
            }
            path
        }
    }
}
