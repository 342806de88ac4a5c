//! The upright outline: one word on a line, the root at the left.

use super::canvas::{Line, Paint};
use super::joints::Joints;
use super::lines::{Outliner, Way};
use super::pieces::divide;
use super::{caption, cells};
use crate::draw::{Drawn, Mark, WordKind};
use crate::report::{Role, Style, display_width};

/// Draws a tree as an outline. Words have their tags and times behind them, if they have any.
///
/// ```
/// use treescore::draw::{Drawn, Show, text};
/// use treescore::measure::SketchTree;
/// use treescore::report::Style;
/// let tree = treescore::read::one("(S (NP (D the) (N cat)) (V sat))")?;
/// let drawn = Drawn::new(&SketchTree::from(&tree), Show::ALL);
/// let ascii = Style { unicode: false, ..Style::default() };
/// assert_eq!(text::outline(&drawn, &ascii), "S + NP +- the  D\n  |    `- cat  N\n  `------ sat  V\n");
/// # Ok::<(), treescore::read::ReadError>(())
/// ```
///
/// What is wider than the style is drawn in pieces: a bracket for which there is no room has a number, and follows under it.
pub fn outline(drawn: &Drawn, style: &Style) -> String {
    let mut out = String::new();
    for (number, piece) in divide(drawn, style).iter().enumerate() {
        if number > 0 {
            out.push('\n');
            out += &caption(&format!("{number}:"), style);
        }
        out += &piece_of(piece, style);
    }
    out
}

/// Draws a piece of an outline.
fn piece_of(drawn: &Drawn, style: &Style) -> String {
    let rows: Vec<Option<usize>> = (0..drawn.words.len()).map(Some).collect();
    let lines = Outliner::new(drawn, style, Way::Right).lines(&rows);
    let width = lines.iter().map(|line| line.width + 1).max().unwrap_or(0);
    let joints = Joints::of(style.unicode);
    let words: Vec<String> = drawn.words.iter().map(|word| cells::word(word, style)).collect();
    let tags: Vec<Option<String>> = drawn.words.iter().map(|word| cells::tag(word, style)).collect();
    let widest =
        |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| display_width(text)).max().unwrap_or(0);
    let tag_column = width + 1 + widest(&mut words.iter()) + 2;
    let tag_width = widest(&mut tags.iter().flatten());
    let time_column = if tag_width > 0 { tag_column + tag_width + 2 } else { tag_column };
    let mut out = String::new();
    for (number, line) in lines.iter().enumerate() {
        let (mut text, mut column) = (Line::default(), 0);
        for piece in line.in_order(Way::Right) {
            text.put(column, piece.text.clone(), piece.paint);
            column += display_width(&piece.text);
        }
        let leader = if line.is_folded { joints.folded } else { joints.only };
        text.put(column, leader.repeat(width - column), Role::Dim);
        let word = &drawn.words[number];
        text.put(width + 1, words[number].clone(), paint_word(word.mark, word.kind));
        if let Some(tag) = &tags[number] {
            text.put(tag_column, tag.clone(), paint_tag(word.tag_mark));
        }
        if let Some(time) = cells::time(word, style) {
            text.put(time_column, time, Role::Dim);
        }
        out += &text.render(style);
    }
    out
}

/// How a word is painted.
pub(super) fn paint_word(mark: Mark, kind: WordKind) -> Paint {
    match (mark, kind) {
        (Mark::Plain, WordKind::Counted | WordKind::Folded) => Role::Plain.into(),
        (Mark::Plain, WordKind::Deleted | WordKind::Stub | WordKind::Continued) => Role::Dim.into(),
        (mark, _) => mark.role().into(),
    }
}

/// How a tag is painted.
pub(super) fn paint_tag(mark: Mark) -> Paint {
    Paint::from(mark.role())
}

#[cfg(test)]
mod tests {
    use super::outline;
    use crate::draw::{Drawn, Limits, Show};
    use crate::measure::SketchTree;
    use crate::report::Style;

    fn drawn(tree: &str) -> Drawn {
        Drawn::new(&SketchTree::from(&crate::read::one(tree).unwrap()), Show::ALL).prune(Limits::default())
    }

    #[test]
    fn outlines() {
        for (tree, expected, why) in [
            ("(S (V go))", "S ── go  V\n", "an only child"),
            (
                "(S (NP (D a) (N b)) (VP (V c)))",
                "S ┬ NP ┬─ a  D\n  │    └─ b  N\n  └ VP ── c  V\n",
                "children",
            ),
            (
                "(S (A (B (N x) (N y))) (N z))",
                "S ┬ A ─ B ┬─ x  N\n  │       └─ y  N\n  └───────── z  N\n",
                "unary chains",
            ),
        ] {
            assert_eq!(outline(&drawn(tree), &Style::default()), expected, "{why}");
        }
    }

    #[test]
    fn wide_and_hostile_words_keep_columns_straight() {
        let found =
            outline(&drawn("(S (NP (N 木木) (N e\u{301})) (VP (V \u{1b}[2J) (V שלום)))"), &Style::default());
        assert_eq!(
            found,
            "S ┬ NP ┬─ 木木  N\n  │    └─ e\u{301}     N\n  └ VP ┬─ ␛[2J  V\n       └─ שלום  V\n"
        );
        let long = format!("(S (N {}) (N b))", "x".repeat(10_000));
        let found = outline(&drawn(&long), &Style::default());
        assert!(found.lines().all(|line| line.chars().count() < 60) && found.contains('…'), "{found}");
    }
}
