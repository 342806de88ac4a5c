//! The deletion of word boundaries, which merges words.

use super::draws::Draws;
use crate::tree::{Event, Span, Tree, TreeBuilder};

/// Joins the texts of merged words. (The paper uses a blank, which a word in brackets cannot contain.)
const GLUE: u8 = b'_';

/// Deletes some boundaries between words, in the tree and in the times.
pub(super) fn apply(tree: &Tree, boundaries: &[f64], delta: f64, draws: &mut Draws) -> (Tree, Vec<f64>) {
    let words = boundaries.len().saturating_sub(1);
    // Word k starts at boundary k and remains a word if that boundary remains. The outermost two always do.
    let begins: Vec<bool> = (0..words).map(|at| at == 0 || draws.unit() >= delta).collect();
    let kept = begins.iter().copied().chain([true]);
    let kept = boundaries.iter().zip(kept).filter_map(|(&boundary, stays)| stays.then_some(boundary));
    (merge_words(tree, &begins), kept.collect())
}

/// Builds the tree in which every word with `begins` false is merged into the one before.
fn merge_words(tree: &Tree, begins: &[bool]) -> Tree {
    let texts = join_texts(tree, begins);
    let mut words = begins.iter().copied();
    let mut texts = texts.iter();
    let begun = count_begun(begins);
    let mut builder = TreeBuilder::new();
    let mut deleted_depth = 0_usize;
    for event in tree.arena().walk() {
        match event {
            // A deleted bracket holds no remaining word, so everything inside goes too.
            Event::Open(_) if deleted_depth > 0 => deleted_depth += 1,
            Event::Open(node) if is_emptied(node.span(), &begun) => deleted_depth = 1,
            Event::Open(node) => {
                builder.open(tree.name(node.label));
            }
            Event::Close if deleted_depth > 0 => deleted_depth -= 1,
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

/// The texts of the remaining words, each joined with the words merged into it.
fn join_texts(tree: &Tree, begins: &[bool]) -> Vec<Vec<u8>> {
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

/// The number of remaining words before each position, and before the end.
fn count_begun(begins: &[bool]) -> Vec<usize> {
    let counted = begins.iter().scan(0, |count, &begins| {
        *count += usize::from(begins);
        Some(*count)
    });
    [0].into_iter().chain(counted).collect()
}

/// True if the bracket had words and has none left. (A bracket written without words stays.)
fn is_emptied(span: Span, begun: &[usize]) -> bool {
    let before = |place: u32| begun.get(place as usize);
    span.width() > 0 && before(span.start()) == before(span.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn words_merge_into_the_word_before() {
        for (tree, stays, expected, why) in [
            ("(S (NP (D a) (N b)) (V c))", "111", "(S (NP (D a) (N b)) (V c))", "nothing is merged"),
            ("(S (NP (D a) (N b)) (V c))", "101", "(S (NP (D a_b)) (V c))", "two words of one bracket"),
            ("(S (NP (D a)) (VP (V b) (N c)))", "101", "(S (NP (D a_b)) (VP (N c)))", "two words of two"),
            (
                "(S (NP (D a)) (VP (V b)) (N c))",
                "101",
                "(S (NP (D a_b)) (N c))",
                "an emptied bracket is deleted",
            ),
            ("(S (A a) (X (Y (Z (B b)))) (C c))", "101", "(S (A a_b) (C c))", "and those around it"),
            ("(S (A a) (X (E) (B b) (E)))", "10", "(S (A a_b))", "and the empty brackets in it"),
            ("(S (E) (A a) (E) (B b))", "10", "(S (E) (A a_b) (E))", "empty brackets elsewhere stay"),
            ("(S (A a) (X (B b)) (C c) (D d))", "1000", "(S (A a_b_c_d))", "many words"),
            ("(S (A a) (X (B b)) (C c) (D d))", "1010", "(S (A a_b) (C c_d))", "two by two"),
            ("(N a)", "1", "(N a)", "one word"),
            ("(S (E))", "", "(S (E))", "no word"),
        ] {
            let begins: Vec<bool> = stays.bytes().map(|stays| stays == b'1').collect();
            let merged = merge_words(&read::one(tree).unwrap(), &begins);
            assert_eq!(merged.to_string(), expected, "{why}: {tree} {stays}");
        }
    }
}
