//! Trees that are wrong here and there, always at the same places.

use crate::tree::{Event, Label, Tree, TreeBuilder};

/// One bracket of so many is left out.
const DROPPED: u64 = 5;

/// One bracket of so many has the label of the bracket before it.
const RELABELLED: u64 = 7;

/// Leaves out and relabels brackets of one tree after the other; words, tags and outermost brackets stay.
///
/// The perturbations of [`perturb`](crate::perturb) change words, so that most measures would refuse the pairs.
#[derive(Default)]
pub(super) struct Damage {
    /// Brackets so far that are not outermost.
    brackets: u64,
}

impl Damage {
    pub(super) fn apply(&mut self, tree: Tree) -> Tree {
        let arena = tree.arena();
        // A builder has no place for these; such trees stay as they are.
        if arena.is_discontinuous() || !arena.heads().is_empty() || arena.nodes().is_empty() {
            return tree;
        }
        let (mut builder, mut before): (_, &[u8]) = (TreeBuilder::new(), b"");
        let mut kept: Vec<bool> = Vec::new();
        for event in arena.walk() {
            match event {
                Event::Open(node) => {
                    let name = tree.name(node.label);
                    let number = if kept.is_empty() { None } else { Some(self.next()) };
                    let is_kept = number.is_none_or(|number| number % DROPPED != 0);
                    let is_relabelled = number.is_some_and(|number| number % RELABELLED == 0);
                    kept.push(is_kept);
                    if is_kept {
                        builder.open(if is_relabelled { before } else { name });
                    }
                    before = name;
                }
                Event::Word(word) if word.tag == Label::BARE => {
                    builder.bare_word(word.bytes(tree.text()));
                }
                Event::Word(word) => {
                    builder.word(tree.name(word.tag), word.bytes(tree.text()));
                }
                Event::Close => {
                    if kept.pop() == Some(true) {
                        builder.close();
                    }
                }
            }
        }
        builder.finish()
    }

    fn next(&mut self) -> u64 {
        self.brackets += 1;
        self.brackets
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn words_and_tags_stay() {
        let text = "(S (A (B (N a)) (C (N b))) (D (E (N c)) (F (G (N d)))))";
        let tree = read::one(text).unwrap();
        let damaged = Damage::default().apply(tree.clone());
        assert_eq!(damaged.to_string(), "(S (A (B (N a)) (C (N b))) (D (N c) (F (F (N d)))))");
        assert!(damaged.words().eq(tree.words()) && damaged.tags().eq(tree.tags()));
    }

    #[test]
    fn the_first_tree_does_not_decide_alone() {
        let (mut damage, small) = (Damage::default(), read::one("(S (A (N a)) (B (N b)))").unwrap());
        let all: Vec<String> = (0..4).map(|_| damage.apply(small.clone()).to_string()).collect();
        assert_eq!(all[2], "(S (N a) (B (N b)))");
        assert_eq!(all[3], "(S (S (N a)) (B (N b)))");
    }
}
