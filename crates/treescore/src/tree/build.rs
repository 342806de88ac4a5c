//! Trees made step by step, without text to read them from.

use super::{Arena, Labels, Tree, Word};

/// Makes a [`Tree`] from left to right, as it is written.
///
/// Labels, tags and words are kept as they are given. A tree that is to be written and read again must have none with white
/// space or brackets in them, and no empty word.
///
/// ```
/// use treescore::tree::TreeBuilder;
///
/// let mut builder = TreeBuilder::new();
/// builder.open("S").open("NP").word("D", "the").word("N", "cat").close();
/// builder.open("VP").word("V", "sat").close().close();
/// assert_eq!(builder.finish().to_string(), "(S (NP (D the) (N cat)) (VP (V sat)))");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder {
    text: Vec<u8>,
    arena: Arena,
    labels: Labels,
}

impl TreeBuilder {
    /// A builder that holds nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Opens a bracket inside the innermost open one.
    pub fn open(&mut self, label: impl AsRef<[u8]>) -> &mut Self {
        let label = self.labels.intern(label.as_ref());
        self.arena.open(label);
        self
    }

    /// Adds a word and its tag to the innermost open bracket.
    pub fn word(&mut self, tag: impl AsRef<[u8]>, text: impl AsRef<[u8]>) -> &mut Self {
        let tag = self.labels.intern(tag.as_ref());
        let start = self.text.len();
        self.text.extend_from_slice(text.as_ref());
        self.arena.word(Word::of(&self.text, (start, self.text.len()), tag));
        self
    }

    /// Closes the innermost open bracket; does nothing if there is none.
    pub fn close(&mut self) -> &mut Self {
        self.arena.close(1);
        self
    }

    /// The tree. Brackets that are still open end here.
    pub fn finish(mut self) -> Tree {
        self.arena.close(self.arena.depth());
        Tree::new(self.text.into(), self.arena, &self.labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use crate::tree::Event;

    /// The tree, built again from its own steps.
    fn rebuilt(tree: &Tree) -> Tree {
        let mut builder = TreeBuilder::new();
        for event in tree.arena().walk() {
            match event {
                Event::Open(node) => builder.open(tree.name(node.label)),
                Event::Word(word) => builder.word(tree.name(word.tag), word.bytes(tree.text())),
                Event::Close => builder.close(),
            };
        }
        builder.finish()
    }

    #[test]
    fn what_is_built_is_what_would_be_read() {
        for text in [
            "(S (NP (D the) (N cat)) (VP (V sat)))",
            "(S (E) (A a) (E (F)) (NP (E)) (B b))",
            "(N a)",
            "()",
            "(S (S (S (N a-word-of-more-than-eight-bytes) (N é))))",
        ] {
            let tree = read::one(text).unwrap();
            let built = rebuilt(&tree);
            assert_eq!(built.to_string(), text);
            assert_eq!(built.arena().nodes().len(), tree.arena().nodes().len(), "{text}");
            for (ours, theirs) in built.arena().words().iter().zip(tree.arena().words()) {
                assert!(ours.same(built.text(), theirs, tree.text()), "{text}");
            }
        }
    }

    #[test]
    fn open_brackets_are_closed_and_closed_ones_stay_so() {
        let mut builder = TreeBuilder::new();
        builder.open("S").close().close().open("S").open("NP").word("N", "a");
        assert_eq!(builder.finish().to_string(), "(S) (S (NP (N a)))");
    }
}
