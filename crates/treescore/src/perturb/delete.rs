//! Words that are merged.

use super::draws::Draws;
use crate::tree::{Event, Span, Tree, TreeBuilder};

/// Stands between the texts of merged words. (The paper's blank cannot be part of a word in brackets.)
const GLUE: u8 = b'_';

/// The tree and the boundaries with some boundaries between words taken away.
pub(super) fn apply(tree: &Tree, boundaries: &[f64], delta: f64, draws: &mut Draws) -> (Tree, Vec<f64>) {
    let words = boundaries.len().saturating_sub(1);
    // Word k begins at boundary k, and goes on as a word of its own if that boundary stays. The outermost two always do.
    let begins: Vec<bool> = (0..words).map(|at| at == 0 || draws.unit() >= delta).collect();
    let kept = begins.iter().copied().chain([true]);
    let kept = boundaries.iter().zip(kept).filter_map(|(&boundary, stays)| stays.then_some(boundary));
    (merged(tree, &begins), kept.collect())
}

/// The tree with only the words that begin.
fn merged(tree: &Tree, begins: &[bool]) -> Tree {
    let texts = joined(tree, begins);
    let mut words = begins.iter().copied();
    let mut texts = texts.iter();
    let begun = begun(begins);
    let mut builder = TreeBuilder::new();
    let mut left_out = 0_usize;
    for event in tree.arena().walk() {
        match event {
            // Inside a bracket that goes, everything goes: no word that stays is in there.
            Event::Open(_) if left_out > 0 => left_out += 1,
            Event::Open(node) if is_emptied(node.span(), &begun) => left_out = 1,
            Event::Open(node) => {
                builder.open(tree.name(node.label));
            }
            Event::Close if left_out > 0 => left_out -= 1,
            Event::Close => {
                builder.close();
            }
            Event::Word(word) => {
                if words.next() == Some(true) {
                    builder.word(tree.name(word.tag), texts.next().map_or(&[][..], |text| text));
                }
            }
        }
    }
    builder.finish()
}

/// The texts of the words that begin, each with those behind it that do not.
fn joined(tree: &Tree, begins: &[bool]) -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    for (word, &begins) in tree.words().zip(begins) {
        match texts.last_mut() {
            Some(text) if !begins => {
                text.push(GLUE);
                text.extend_from_slice(word);
            }
            _ => texts.push(word.to_vec()),
        }
    }
    texts
}

/// How many words begin before each place, and before the end.
fn begun(begins: &[bool]) -> Vec<usize> {
    let counted = begins.iter().scan(0, |count, &begins| {
        *count += usize::from(begins);
        Some(*count)
    });
    [0].into_iter().chain(counted).collect()
}

/// Had the bracket words, and has none left? (One that was written empty stays.)
fn is_emptied(span: Span, begun: &[usize]) -> bool {
    let before = |place: u32| begun.get(place as usize);
    span.width() > 0 && before(span.start()) == before(span.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn the_left_word_takes_the_right_one() {
        for (tree, stays, expected, why) in [
            ("(S (NP (D a) (N b)) (V c))", "111", "(S (NP (D a) (N b)) (V c))", "nothing is merged"),
            ("(S (NP (D a) (N b)) (V c))", "101", "(S (NP (D a_b)) (V c))", "two words of one bracket"),
            ("(S (NP (D a)) (VP (V b) (N c)))", "101", "(S (NP (D a_b)) (VP (N c)))", "two words of two"),
            ("(S (NP (D a)) (VP (V b)) (N c))", "101", "(S (NP (D a_b)) (N c))", "a bracket left empty goes"),
            ("(S (A a) (X (Y (Z (B b)))) (C c))", "101", "(S (A a_b) (C c))", "and those around it"),
            ("(S (A a) (X (E) (B b) (E)))", "10", "(S (A a_b))", "and what was written empty in it"),
            (
                "(S (E) (A a) (E) (B b))",
                "10",
                "(S (E) (A a_b) (E))",
                "what was written empty elsewhere stays",
            ),
            ("(S (A a) (X (B b)) (C c) (D d))", "1000", "(S (A a_b_c_d))", "many words"),
            ("(S (A a) (X (B b)) (C c) (D d))", "1010", "(S (A a_b) (C c_d))", "two by two"),
            ("(N a)", "1", "(N a)", "one word"),
            ("(S (E))", "", "(S (E))", "no word"),
        ] {
            let begins: Vec<bool> = stays.bytes().map(|stays| stays == b'1').collect();
            let merged = merged(&read::one(tree).unwrap(), &begins);
            assert_eq!(merged.to_string(), expected, "{why}: {tree} {stays}");
        }
    }
}
