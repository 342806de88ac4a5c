//! Outlines that are wider than there is room: brackets far from the root are drawn by themselves.

use std::collections::VecDeque;

use super::cells;
use crate::draw::collapse::Closed;
use crate::draw::{Drawn, DrawnWord, WordKind};
use crate::report::{Style, display_width};
use crate::values::counted;

/// The tree, then the brackets for which there is no room in it, in the order of their numbers: 1 and so on.
pub(super) fn divide(drawn: &Drawn, style: &Style) -> Vec<Drawn> {
    let (mut pieces, mut last) = (Vec::new(), 0);
    let mut rest = VecDeque::from([drawn.clone()]);
    while let Some(piece) = rest.pop_front() {
        let closed = too_far(&piece, style);
        let closed: Vec<Closed> = closed
            .into_iter()
            .map(|node| {
                last += 1;
                let inside = piece.inside(node);
                let words: usize = inside.words.iter().map(DrawnWord::stands_for).sum();
                rest.push_back(inside);
                let text = format!("… {}: see {last}", counted(words as u64, "word"));
                Closed { node, word: DrawnWord { text, kind: WordKind::Continued, ..DrawnWord::default() } }
            })
            .collect();
        pieces.push(if closed.is_empty() { piece } else { piece.collapse(&closed) });
    }
    pieces
}

/// The brackets whose contents do not fit beside them, in opening order; none is inside another. The root and what is directly in
/// it are always drawn, so that every piece has something that the one before has not.
fn too_far(drawn: &Drawn, style: &Style) -> Vec<usize> {
    let room = style.width.saturating_sub(width_of_words(drawn, style));
    // Where the joint behind each label is, and how many brackets are around it.
    let mut ends: Vec<(usize, usize)> = Vec::with_capacity(drawn.nodes.len());
    let mut is_closed = vec![false; drawn.nodes.len()];
    for node in &drawn.nodes {
        let label = node.mark.before(&cells::label(&node.label, style), style.unicode);
        // Where a bracket goes on, its label is in parentheses.
        let wide = display_width(&label) + if node.stretches.len() > 1 { 2 } else { 0 };
        let (before, depth) = node.parent.map_or((0, 0), |parent| (ends[parent].0 + 1, ends[parent].1 + 1));
        let end = before + wide + 2;
        ends.push((end, depth));
        if let Some(parent) = node.parent.filter(|_| end > room && depth > 1) {
            is_closed[parent] = true;
        }
    }
    let mut is_hidden: Vec<bool> = Vec::with_capacity(drawn.nodes.len());
    for node in &drawn.nodes {
        is_hidden.push(node.parent.is_some_and(|parent| is_closed[parent] || is_hidden[parent]));
    }
    (0..drawn.nodes.len()).filter(|&node| is_closed[node] && !is_hidden[node]).collect()
}

/// The columns that words, tags and times take, with the spaces between them and the line that leads there.
fn width_of_words(drawn: &Drawn, style: &Style) -> usize {
    let widest = |text: &dyn Fn(&DrawnWord) -> Option<String>| {
        drawn.words.iter().filter_map(text).map(|text| display_width(&text)).max().unwrap_or(0)
    };
    let beside = |width: usize| if width > 0 { width + 2 } else { 0 };
    let word = widest(&|word| Some(cells::word(word, style)));
    let tag = widest(&|word| cells::tag(word, style));
    let time = widest(&|word| cells::time(word, style));
    // A word that stands for a piece is about as long as this.
    2 + word.max(CONTINUED) + beside(tag) + beside(time)
}

/// The width of `… 12 words: see 3`.
const CONTINUED: usize = 18;

#[cfg(test)]
mod tests {
    use crate::draw::text::outline;
    use crate::draw::{Drawn, Limits, Show};
    use crate::measure::SketchTree;
    use crate::report::{Style, display_width};

    fn drawn(tree: &str) -> Drawn {
        Drawn::new(&SketchTree::from(&crate::read::one(tree).unwrap()), Show::ALL).prune(Limits::default())
    }

    #[test]
    fn what_is_too_wide_follows_under_its_number() {
        let tree = "(S (A (B (C (D (N a) (N b))))) (N c))";
        let narrow = Style { width: 36, ..Style::default() };
        assert_eq!(
            outline(&drawn(tree), &narrow),
            "
S ┬ A ─ B ── … 2 words: see 1
  └───────── c                 N

1:
B ─ C ─ D ┬─ a  N
          └─ b  N
"[1..]
        );
    }

    #[test]
    fn deep_outlines_fit_the_width() {
        let deep = format!("{}(N a) (N b){}", "(NP (D the) ".repeat(50), ")".repeat(50));
        for width in [60, 80, 120] {
            let found = outline(&drawn(&deep), &Style { width, ..Style::default() });
            let widest = found.lines().map(display_width).max();
            assert!(widest <= Some(width), "{width}\n{found}");
            assert_eq!(found.matches(" the ").count(), 50, "{found}");
        }
    }
}
