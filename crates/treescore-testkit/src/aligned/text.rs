//! A side as one string of characters with its edges (C.4).

use super::read::Side;

/// The characters of all words of a side, and the edges of words and trees.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) letters: Vec<char>,
    /// For every offset, the end included: true at the edge of a token.
    pub(super) token_edges: Vec<bool>,
    /// The same for trees.
    pub(super) tree_edges: Vec<bool>,
}

/// A range of a text; its edges are those of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    pub(super) letters: &'a [char],
    pub(super) token_edges: &'a [bool],
    pub(super) tree_edges: &'a [bool],
}

impl Text {
    pub(super) fn from_side(side: &Side) -> Self {
        let letters: Vec<char> = side.tokens.iter().flat_map(|token| token.word.iter().copied()).collect();
        let mut starts = vec![0];
        for token in &side.tokens {
            starts.push(starts[starts.len() - 1] + token.word.len());
        }
        let mut token_edges = vec![false; letters.len() + 1];
        let mut tree_edges = token_edges.clone();
        for &start in &starts {
            token_edges[start] = true;
        }
        for edge in side.trees.iter().flat_map(|tree| [tree.first, tree.end]) {
            tree_edges[starts[edge]] = true;
        }
        // A side without words begins and ends at the same place.
        tree_edges[0] = true;
        Self { letters, token_edges, tree_edges }
    }

    pub(super) fn view(&self) -> View<'_> {
        self.stretch(0, self.letters.len())
    }

    pub(super) fn stretch(&self, start: usize, end: usize) -> View<'_> {
        View {
            letters: &self.letters[start..end],
            token_edges: &self.token_edges[start..=end],
            tree_edges: &self.tree_edges[start..=end],
        }
    }
}
