//! The insertion of word boundaries, which cuts words in two.

use super::InsertStyle;
use super::boundaries::interpolate;
use super::draws::Draws;
use crate::tree::{Event, Tree, TreeBuilder};

/// Cuts some words in two, in the tree and in the times.
pub(super) fn apply(
    tree: &Tree,
    boundaries: &[f64],
    delta: f64,
    style: InsertStyle,
    draws: &mut Draws,
) -> (Tree, Vec<f64>) {
    let cuts: Vec<Option<f64>> =
        boundaries.array_windows().map(|&word| draw_cut(word, delta, draws)).collect();
    let mut all = Vec::with_capacity(2 * boundaries.len());
    all.extend(boundaries.first());
    for (cut, end) in cuts.iter().zip(boundaries.iter().skip(1)) {
        all.extend(cut);
        all.push(*end);
    }
    (cut_words(tree, &cuts, style), all)
}

/// Draws where to cut a word, if at all. Always draws both numbers, so that the numbers of the next word do
/// not depend on `delta`.
fn draw_cut([start, end]: [f64; 2], delta: f64, draws: &mut Draws) -> Option<f64> {
    let (chance, share) = (draws.unit(), draws.unit());
    (chance < delta).then(|| interpolate(start, end, share))
}

fn cut_words(tree: &Tree, cuts: &[Option<f64>], style: InsertStyle) -> Tree {
    let mut builder = TreeBuilder::new();
    let (mut cuts, mut depth) = (cuts.iter(), 0_usize);
    for event in tree.arena().walk() {
        match event {
            Event::Open(node) => {
                builder.open(tree.name(node.label));
                depth += 1;
            }
            Event::Close => {
                builder.close();
                depth -= 1;
            }
            Event::Word(word) => {
                let (tag, text) = (tree.name(word.tag), word.bytes(tree.text()));
                let is_cut = cuts.next().is_some_and(Option::is_some);
                // Outside all brackets, two words side by side would be two trees.
                let is_nested = is_cut && (style == InsertStyle::Nested || depth == 0);
                if is_nested {
                    builder.open(tag);
                }
                builder.word(tag, text);
                if is_cut {
                    builder.word(tag, text);
                }
                if is_nested {
                    builder.close();
                }
            }
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn cut_words_become_two() {
        for (tree, cut, nested, flat) in [
            ("(S (D a) (N b))", "00", "(S (D a) (N b))", "(S (D a) (N b))"),
            ("(S (D a) (N b))", "01", "(S (D a) (N (N b) (N b)))", "(S (D a) (N b) (N b))"),
            ("(S (X (D a)) (E))", "1", "(S (X (D (D a) (D a))) (E))", "(S (X (D a) (D a)) (E))"),
            ("(N a)", "1", "(N (N a) (N a))", "(N (N a) (N a))"),
        ] {
            let cuts: Vec<Option<f64>> = cut.bytes().map(|cut| (cut == b'1').then_some(0.5)).collect();
            for (style, expected) in [(InsertStyle::Nested, nested), (InsertStyle::Flat, flat)] {
                let halved = cut_words(&read::one(tree).unwrap(), &cuts, style);
                assert_eq!(halved.to_string(), expected, "{tree} {cut} {style:?}");
            }
        }
    }
}
