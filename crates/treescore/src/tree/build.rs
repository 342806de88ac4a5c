//! Trees built step by step instead of read from text.

use super::{Arena, Label, Labels, Tree, Word};

/// Builds a [`Tree`] from left to right, in the order of its brackets.
///
/// Labels, tags and words are stored unchanged. To be written and read again, they must not contain white
/// space or brackets, and words must not be empty.
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
    /// Creates an empty builder.
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
        self.add(tag, text.as_ref())
    }

    /// Adds a word without a tag to the innermost open bracket.
    pub fn bare_word(&mut self, text: impl AsRef<[u8]>) -> &mut Self {
        self.add(Label::BARE, text.as_ref())
    }

    fn add(&mut self, tag: Label, text: &[u8]) -> &mut Self {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        self.arena.word(Word::from_range(&self.text, (start, self.text.len()), tag));
        self
    }

    /// Closes the innermost open bracket. Does nothing if none is open.
    pub fn close(&mut self) -> &mut Self {
        self.arena.close(1);
        self
    }

    /// Returns the tree, closing all open brackets.
    pub fn finish(self) -> Tree {
        self.finish_placed(&[])
    }

    /// Returns the tree, with its words in another order: `order` holds the place of each word in the sentence.
    pub(crate) fn finish_placed(mut self, order: &[u32]) -> Tree {
        self.arena.close(self.arena.depth());
        self.arena.place_words(order);
        Tree::new(self.text.into(), self.arena, &self.labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use crate::tree::Event;

    /// Builds the tree again from its events.
    fn rebuild(tree: &Tree) -> Tree {
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
    fn built_trees_equal_read_trees() {
        for text in [
            "(S (NP (D the) (N cat)) (VP (V sat)))",
            "(S (E) (A a) (E (F)) (NP (E)) (B b))",
            "(N a)",
            "()",
            "(S (S (S (N a-word-of-more-than-eight-bytes) (N é))))",
        ] {
            let tree = read::one(text).unwrap();
            let built = rebuild(&tree);
            assert_eq!(built.to_string(), text);
            assert_eq!(built.arena().nodes().len(), tree.arena().nodes().len(), "{text}");
            for (built_word, read_word) in built.arena().words().iter().zip(tree.arena().words()) {
                assert!(built_word.has_same_bytes(built.text(), read_word, tree.text()), "{text}");
            }
        }
    }

    #[test]
    fn finish_closes_open_brackets_and_extra_closes_do_nothing() {
        let mut builder = TreeBuilder::new();
        builder.open("S").close().close().open("S").open("NP").word("N", "a");
        assert_eq!(builder.finish().to_string(), "(S) (S (NP (N a)))");
    }
}
