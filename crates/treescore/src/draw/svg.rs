//! Trees as SVG: words on one line, a bar over the words of each bracket, marks by shape, line and colour.
//!
//! The style is inlined, the ink is `currentColor`, texts are escaped, and no font is asked for: widths come from a
//! [table](super::widths).

mod axis;
mod pen;

use super::columns::Column;
use super::layout::{GAP, Input, InputNode, LEVEL, Layout, layout};
use super::widths::{Font, width};
use super::{Drawn, DrawnWord, View, WordKind};
use axis::Axis;
use pen::{Pen, Up};

/// What a picture is drawn on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Nothing: the page that shows it has its own ground and ink.
    #[default]
    Clear,
    /// White paper and black ink.
    Paper,
}

/// The space around a picture.
const MARGIN: f64 = 12.0;
/// The height of the line of words.
const WORDS: f64 = 22.0;
/// The height of a line of tags or times.
const TAGS: f64 = 17.0;
/// The room above the highest bar, for its label.
const HEAD: f64 = 26.0;

/// Draws a tree.
///
/// ```
/// use treescore::draw::{Drawn, Show, svg};
/// use treescore::measure::SketchTree;
/// let tree = treescore::read::one("(S (NP (D the) (N c<a>t)) (V sat))")?;
/// let picture = svg::tree(&Drawn::new(&SketchTree::from(&tree), Show::ALL), svg::Page::Clear);
/// assert!(picture.starts_with("<svg ") && picture.contains("c&lt;a&gt;t"));
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
pub fn tree(drawn: &Drawn, page: Page) -> String {
    let columns: Vec<f64> = drawn.words.iter().map(content).collect();
    let placed = layout(&input(drawn, &columns, &identity(drawn), GAP));
    let tags = if has_tags(drawn) { TAGS } else { 0.0 };
    let axis = Axis::new(&[&drawn.words], placed.width);
    // Time runs from left to right in every script.
    let placed = if axis.is_none() && is_right_to_left(drawn) { placed.mirrored() } else { placed };
    let times = if axis.is_some() { TAGS } else { 0.0 };
    let base = MARGIN + HEAD + placed.levels as f64 * LEVEL;
    let below = base + tags + WORDS + times;
    let base_of_note = below + axis.as_ref().map_or(0.0, Axis::height);
    let left_out = (!drawn.left_out.is_nothing()).then(|| drawn.left_out.to_text());
    let note = left_out.as_ref().map_or((0.0, 0.0), |text| (width(text, Font::Tag), TAGS + MARGIN));
    let size = (placed.width.max(note.0) + 2.0 * MARGIN, base_of_note + note.1 + MARGIN);
    let mut pen = Pen::new(size, page, "tree");
    pen.tree(drawn, &placed, (&identity(drawn), &placed), (base, Up::Above));
    for (number, word) in drawn.words.iter().enumerate() {
        let middle = MARGIN + placed.columns[number].x + placed.columns[number].width / 2.0;
        pen.tag(word, middle, base + TAGS - 5.0);
        pen.word(word, middle, base + tags + WORDS - 6.0);
        pen.time(word, middle, base + tags + WORDS + TAGS - 6.0);
    }
    if let Some(axis) = &axis {
        axis.draw(&mut pen, below);
    }
    if let Some(text) = left_out {
        pen.note(&text, size.0 / 2.0, base_of_note + MARGIN + TAGS - 5.0);
    }
    pen.finish()
}

/// Draws a pair: gold upright, the system upside down under it, words between them; times at the words of each side, and on an
/// axis under both. `None` if the words do not correspond.
pub fn mirror(view: &View, page: Page) -> Option<String> {
    let columns = view.columns.as_ref()?;
    let (gold, system) = (&view.gold, &view.system);
    let numbered =
        [numbers(gold, columns, |column| column.gold), numbers(system, columns, |column| column.system)];
    let widest = |column: &Column| {
        let of = |drawn: &Drawn, at: Option<usize>| at.map_or(8.0, |at| content(&drawn.words[at]));
        of(gold, column.gold).max(of(system, column.system))
    };
    let mut contents: Vec<f64> = columns.iter().map(widest).collect();
    // Labels of both trees widen the columns; after the second tree, the first fits again.
    let mut placed = [Layout::default(), Layout::default()];
    for side in [0, 1, 0] {
        let drawn = if side == 0 { gold } else { system };
        placed[side] = layout(&input(drawn, &contents, &numbered[side], GAP));
        contents = placed[side].columns.iter().map(|column| column.width - GAP).collect();
    }
    let is_twice = columns.iter().any(|column| !is_common(view, column));
    let axis = Axis::new(&[&gold.words, &system.words], placed[0].width);
    if axis.is_none() && is_right_to_left(gold) {
        placed = placed.map(Layout::mirrored);
    }
    let times = if axis.is_some() { TAGS } else { 0.0 };
    let tags = [has_tags(gold), has_tags(system)].map(|has| if has { TAGS } else { 0.0 });
    let top = MARGIN + HEAD + placed[0].levels as f64 * LEVEL;
    let words = if is_twice { 2.0 * WORDS } else { WORDS };
    let bottom = top + tags[0] + times + words + times + tags[1];
    let below = bottom + placed[1].levels as f64 * LEVEL + HEAD;
    let height = below + axis.as_ref().map_or(0.0, Axis::height) + MARGIN;
    let mut pen = Pen::new((placed[0].width + 2.0 * MARGIN, height), page, "gold above, system below");
    pen.tree(gold, &placed[0], (&numbered[0], &placed[0]), (top, Up::Above));
    pen.tree(system, &placed[1], (&numbered[1], &placed[0]), (bottom, Up::Below));
    let line = top + tags[0] + times + WORDS - 6.0;
    for (number, column) in columns.iter().enumerate() {
        let middle = MARGIN + placed[0].columns[number].x + placed[0].columns[number].width / 2.0;
        let (one, other) = (column.gold.map(|at| &gold.words[at]), column.system.map(|at| &system.words[at]));
        match one {
            Some(word) => {
                pen.tag(word, middle, top + TAGS - 5.0);
                pen.time(word, middle, top + tags[0] + TAGS - 5.0);
                pen.word(word, middle, line);
            }
            None => pen.nothing(middle, line),
        }
        match other {
            Some(word) => {
                pen.tag(word, middle, bottom - 5.0);
                pen.time(word, middle, bottom - tags[1] - 5.0);
                if is_twice || one.is_none() {
                    pen.word(word, middle, line + words - WORDS);
                }
            }
            None => pen.nothing(middle, line + words - WORDS),
        }
    }
    if let Some(axis) = &axis {
        axis.draw(&mut pen, below);
    }
    Some(pen.finish())
}

/// True if the first letter of the words belongs to a script that is written from right to left.
fn is_right_to_left(drawn: &Drawn) -> bool {
    let mut letters =
        drawn.words.iter().flat_map(|word| word.text.chars()).filter(|letter| letter.is_alphabetic());
    let scripts = [
        '\u{590}'..='\u{8ff}',
        '\u{fb1d}'..='\u{fdff}',
        '\u{fe70}'..='\u{feff}',
        '\u{10800}'..='\u{10fff}',
        '\u{1e800}'..='\u{1efff}',
    ];
    letters.next().is_some_and(|letter| scripts.iter().any(|script| script.contains(&letter)))
}

/// True if one text stands for both words of a column.
fn is_common(view: &View, column: &Column) -> bool {
    let words = column.gold.zip(column.system);
    words.is_some_and(|(a, b)| view.gold.words[a].text == view.system.words[b].text)
}

fn has_tags(drawn: &Drawn) -> bool {
    drawn.words.iter().any(|word| word.tag.is_some())
}

/// Every word in its own column.
fn identity(drawn: &Drawn) -> Vec<usize> {
    (0..drawn.words.len()).collect()
}

/// The column of each word.
fn numbers(drawn: &Drawn, columns: &[Column], of: fn(&Column) -> Option<usize>) -> Vec<usize> {
    let mut found = vec![0; drawn.words.len()];
    for (number, word) in columns.iter().enumerate() {
        if let Some(word) = of(word) {
            found[word] = number;
        }
    }
    found
}

/// The width of what is in the column of a word.
fn content(word: &DrawnWord) -> f64 {
    let tag = word.tag.as_ref().map_or(0.0, |tag| width(&pen::shown(tag), Font::Tag));
    let time = word.time_text().map_or(0.0, |time| width(&time, Font::Tag));
    let text = match word.kind {
        WordKind::Folded => pen::folded(&word.text),
        _ => pen::shown(&word.text),
    };
    width(&text, Font::Word).max(tag).max(time)
}

/// A tree for the layout: stretches over columns.
fn input(drawn: &Drawn, contents: &[f64], columns: &[usize], gap: f64) -> Input {
    let nodes = drawn.nodes.iter().map(|node| {
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for &(start, end) in &node.stretches {
            let (from, to) = (columns[start], columns[end - 1] + 1);
            match stretches.last_mut() {
                Some(last) if last.1 >= from => last.1 = to,
                _ => stretches.push((from, to)),
            }
        }
        let label = node.mark.before(&pen::shown(&node.label), true);
        InputNode { parent: node.parent, stretches, label: width(&label, Font::Label) }
    });
    Input { columns: contents.to_vec(), nodes: nodes.collect(), gap }
}
