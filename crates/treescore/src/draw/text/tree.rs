//! The upright tree: words on one line, every label over the middle of its children.

use super::canvas::Line;
use super::cells;
use super::outline::{outline, paint_tag, paint_word};
use crate::draw::parts::{Child, Parts};
use crate::draw::{Drawn, Mark};
use crate::report::{Role, Style, display_width};

/// The space between columns.
const GAP: usize = 2;

/// Draws a tree. A bracket that is not one stretch of words has its label once more, in parentheses, where it goes on.
///
/// ```
/// use treescore::draw::{Drawn, Show, text};
/// use treescore::measure::SketchTree;
/// use treescore::report::Style;
/// let tree = treescore::read::one("(S (NP (D the) (N cat)) (V sat))")?;
/// let drawn = Drawn::new(&SketchTree::from(&tree), Show::ALL);
/// assert_eq!(text::tree(&drawn, &Style::default()), "
///        S
///    ┌───┴───┐
///    NP      │
///  ┌─┴──┐    │
///  D    N    V
/// the  cat  sat
/// "[1..]);
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
pub fn tree(drawn: &Drawn, style: &Style) -> String {
    Upright::new(drawn, style).draw()
}

/// Draws a tree, or its outline if the tree is wider than the style. The second is true for an outline.
pub fn tree_or_outline(drawn: &Drawn, style: &Style) -> (String, bool) {
    let upright = Upright::new(drawn, style);
    if upright.width <= style.width { (upright.draw(), false) } else { (outline(drawn, style), true) }
}

/// Where something is drawn: its columns, and the one that its stem hangs from.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// The first column; while widths are found, relative to the part around it.
    start: usize,
    width: usize,
    /// The column of the stem, relative to `start`.
    anchor: usize,
}

/// A tree with its places.
struct Upright<'d> {
    drawn: &'d Drawn,
    style: &'d Style,
    parts: Parts,
    labels: Vec<String>,
    words: Vec<[Option<String>; 3]>,
    places: Vec<Place>,
    word_places: Vec<Place>,
    /// How many levels of parts are inside of a part, itself included.
    levels: Vec<usize>,
    width: usize,
    /// How many lines are under the lowest joints: words, tags, times.
    base: usize,
}

/// The column of the stem over a text of some width.
fn middle(width: usize) -> usize {
    width.saturating_sub(1) / 2
}

impl<'d> Upright<'d> {
    fn new(drawn: &'d Drawn, style: &'d Style) -> Self {
        let parts = Parts::new(drawn);
        let labels = parts.all.iter().map(|part| {
            let node = &drawn.nodes[part.node];
            let text = cells::label(&node.label, style);
            if part.is_first { node.mark.before(&text, style.unicode) } else { format!("({text})") }
        });
        let labels: Vec<String> = labels.collect();
        let words = drawn
            .words
            .iter()
            .map(|word| [cells::time(word, style), Some(cells::word(word, style)), cells::tag(word, style)]);
        let words: Vec<[Option<String>; 3]> = words.collect();
        let word_places = words.iter().map(|texts| {
            let width = texts.iter().flatten().map(|text| display_width(text)).max().unwrap_or(1).max(1);
            Place { start: 0, width, anchor: middle(width) }
        });
        let word_places = word_places.collect();
        let base = usize::from(words.iter().any(|texts| texts[2].is_some()));
        let (places, levels) = (vec![Place::default(); parts.all.len()], vec![0; parts.all.len()]);
        let mut upright =
            Self { drawn, style, parts, labels, words, places, word_places, levels, width: 0, base };
        upright.measure();
        upright.place();
        upright
    }

    fn place_of(&mut self, child: Child) -> &mut Place {
        match child {
            Child::Part(part) => &mut self.places[part],
            Child::Word(word) => &mut self.word_places[word],
        }
    }

    /// Puts children side by side, from `start` on. Returns one past the last column, and the stems of the first and the last.
    fn side_by_side(&mut self, children: &[Child], start: usize) -> (usize, usize, usize) {
        let (mut next, mut first, mut last) = (start, None, 0);
        for &child in children {
            let place = self.place_of(child);
            place.start = next;
            last = next + place.anchor;
            first = first.or(Some(last));
            next += place.width + GAP;
        }
        (next.saturating_sub(GAP), first.unwrap_or(0), last)
    }

    /// Finds the widths of parts and levels, inner ones first.
    fn measure(&mut self) {
        for part in (0..self.parts.all.len()).rev() {
            let children = std::mem::take(&mut self.parts.all[part].children);
            let (mut width, first, last) = self.side_by_side(&children, 0);
            let mut anchor = usize::midpoint(first, last);
            let label = display_width(&self.labels[part]).max(1);
            let lacking = middle(label).saturating_sub(anchor);
            if lacking > 0 {
                width += lacking;
                anchor += lacking;
                for &child in &children {
                    self.place_of(child).start += lacking;
                }
            }
            width = width.max(anchor - middle(label) + label);
            self.places[part] = Place { start: 0, width, anchor };
            let inside = children.iter().map(|child| self.level(*child)).max().unwrap_or(0);
            self.levels[part] = inside + 1;
            self.parts.all[part].children = children;
        }
    }

    fn level(&self, child: Child) -> usize {
        match child {
            Child::Part(part) => self.levels[part],
            Child::Word(_) => 0,
        }
    }

    /// Finds where everything stands, outer parts first.
    fn place(&mut self) {
        let roots = std::mem::take(&mut self.parts.roots);
        self.width = self.side_by_side(&roots, 0).0;
        self.parts.roots = roots;
        for part in 0..self.parts.all.len() {
            let children = std::mem::take(&mut self.parts.all[part].children);
            let start = self.places[part].start;
            for &child in &children {
                self.place_of(child).start += start;
            }
            self.parts.all[part].children = children;
        }
    }

    /// The line of a label, counted from the words.
    fn line_of(&self, part: usize) -> usize {
        self.base + 2 * self.levels[part]
    }

    fn draw(&self) -> String {
        let height = self.levels.iter().max().map_or(0, |level| 2 * level) + self.base + 1;
        let mut lines = vec![Line::default(); height];
        let mut times = Line::default();
        for (number, texts) in self.words.iter().enumerate() {
            let (place, word) = (self.word_places[number], &self.drawn.words[number]);
            let at = |text: &str| (place.start + place.anchor).saturating_sub(middle(display_width(text)));
            let [time, text, tag] = texts;
            if let Some(time) = time {
                times.put(at(time), time.clone(), Role::Dim);
            }
            if let Some(text) = text {
                lines[0].put(at(text), text.clone(), paint_word(word.mark, word.kind));
            }
            if let Some(tag) = tag {
                lines[1].put(at(tag), tag.clone(), paint_tag(word.tag_mark));
            }
        }
        for part in 0..self.parts.all.len() {
            self.draw_part(part, &mut lines);
        }
        let has_times = self.words.iter().any(|texts| texts[0].is_some());
        let times = has_times.then(|| times.render(self.style));
        let lines = lines.into_iter().rev().map(|line| line.render(self.style));
        lines.chain(times).collect()
    }

    /// Draws the label of a part, the joints under it, and the stems of its children.
    fn draw_part(&self, part: usize, lines: &mut [Line]) {
        let (place, label) = (self.places[part], &self.labels[part]);
        let (line, stem) = (self.line_of(part), place.start + place.anchor);
        let mark = self.drawn.nodes[self.parts.all[part].node].mark;
        let role = if mark == Mark::Plain { Role::Plain } else { mark.role() };
        lines[line].put(stem - middle(display_width(label)), label.clone(), role);
        let children = &self.parts.all[part].children;
        let stems: Vec<usize> = children.iter().map(|child| self.stem(*child)).collect();
        let glyphs: [&str; 7] = if self.style.unicode {
            ["┌", "┐", "┬", "┴", "┼", "─", "│"]
        } else {
            ["+", "+", "+", "+", "+", "-", "|"]
        };
        let [left, right, down, up, both, across, upright] = glyphs;
        for (child, &at) in children.iter().zip(&stems) {
            let top = match *child {
                Child::Part(child) => self.line_of(child) + 1,
                Child::Word(word) => 1 + usize::from(self.words[word][2].is_some()),
            };
            for line in &mut lines[top..line - 1] {
                line.put(at, upright, Role::Dim);
            }
        }
        let (Some(&first), Some(&last)) = (stems.first(), stems.last()) else { return };
        let mut joints = String::new();
        for column in first..=last {
            let is_child = stems.contains(&column);
            joints += match column {
                _ if stems.len() == 1 => upright,
                column if column == first => left,
                column if column == last => right,
                column if column == stem && is_child => both,
                column if column == stem => up,
                _ if is_child => down,
                _ => across,
            };
        }
        lines[line - 1].put(first, joints, Role::Dim);
    }

    /// The column of a child's stem.
    fn stem(&self, child: Child) -> usize {
        let place = match child {
            Child::Part(part) => self.places[part],
            Child::Word(word) => self.word_places[word],
        };
        place.start + place.anchor
    }
}

#[cfg(test)]
mod tests {
    use super::{tree, tree_or_outline};
    use crate::draw::{Drawn, Limits, Show};
    use crate::measure::SketchTree;
    use crate::report::Style;

    fn drawn(tree: &str) -> Drawn {
        Drawn::new(&SketchTree::from(&crate::read::one(tree).unwrap()), Show::ALL).prune(Limits::default())
    }

    /// The picture of the design, to the character.
    const ROAD: &str = "
                      S
        ┌─────────────┴─────────────┐
        │                           VP
        │                  ┌────────┴─────────┐
        NP                 │                  VP
   ┌────┴─────┐            │      ┌──────────┬┴────────────┐
   │          PP           │      │          │             PP
   │       ┌──┴───┐        │      │          │         ┌───┴───┐
   NP      │      NP       │      │          NP        │       NP
 ┌─┴──┐    │    ┌─┴──┐     │      │       ┌──┴───┐     │       │
 DT   NN   TO   DT   NN   VBD    VBN      JJ     NN    IN     NNS
The  road  to  the  mill  was  repaired  last  spring  by  volunteers
";

    #[test]
    fn the_tree_of_the_design() {
        let road = "(S (NP (NP (DT The) (NN road)) (PP (TO to) (NP (DT the) (NN mill)))) (VP (VBD was) (VP (VBN repaired) (NP (JJ last) (NN spring)) (PP (IN by) (NP (NNS volunteers))))))";
        assert_eq!(tree(&drawn(road), &Style::default()), ROAD[1..]);
    }

    #[test]
    fn small_trees() {
        for (brackets, expected, why) in [
            ("(S (V go))", "S\n│\nV\ngo\n", "one word"),
            (
                "(LONGLABEL (V go))",
                "LONGLABEL\n    │\n    V\n    go\n",
                "a wide label makes room at both sides",
            ),
            ("(S (A a) (B b) (C c))", "   S\n┌──┼──┐\nA  B  C\na  b  c\n", "a child under the label"),
        ] {
            assert_eq!(tree(&drawn(brackets), &Style::default()), expected, "{why}");
        }
        let ascii = Style { unicode: false, ..Style::default() };
        assert_eq!(tree(&drawn("(S (A a) (B b))"), &ascii), " S\n+++\nA  B\na  b\n".replace("+++", "++-+"));
    }

    #[test]
    fn a_wide_tree_becomes_an_outline() {
        let narrow = Style { width: 3, ..Style::default() };
        assert_eq!(
            tree_or_outline(&drawn("(S (A a) (B b))"), &narrow),
            ("S ┬─ a  A\n  └─ b  B\n".to_owned(), true)
        );
    }
}
