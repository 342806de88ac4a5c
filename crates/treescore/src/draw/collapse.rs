//! Brackets whose contents become one word: folded, or left out.

use super::drawn::hull_of_times;
use super::prune::stub;
use super::{Drawn, DrawnNode, DrawnWord, WordKind};

/// A bracket that is closed, and the word that each of its stretches becomes.
pub(super) struct Closed {
    pub(super) node: usize,
    pub(super) word: DrawnWord,
}

impl Drawn {
    /// Closes brackets, none of which is inside another. They come in opening order.
    pub(super) fn collapse(&self, closed: &[Closed]) -> Self {
        let mut is_closed = vec![false; self.nodes.len()];
        // For each word the closed stretch that begins there: its end, and the number of the closed bracket.
        let mut starts: Vec<Option<(usize, usize)>> = vec![None; self.words.len()];
        for (at, Closed { node, .. }) in closed.iter().enumerate() {
            is_closed[*node] = true;
            for &(start, end) in &self.nodes[*node].stretches {
                starts[start] = Some((end, at));
            }
        }
        let (nodes, places) = self.open_nodes(&is_closed);
        let mut words: Vec<DrawnWord> = Vec::new();
        let mut before = vec![0; self.words.len() + 1];
        let mut word = 0;
        while word < self.words.len() {
            let (end, new) = if let Some((end, at)) = starts[word] {
                let parent = places[closed[at].node];
                let new = match closed[at].word.kind {
                    // Each stretch says how many words it has.
                    WordKind::Stub => stub(self.words[word..end].iter().map(DrawnWord::stands_for).sum()),
                    _ => closed[at].word.clone(),
                };
                let time =
                    hull_of_times(self.words[word..end].iter()).filter(|_| new.kind == WordKind::Folded);
                (end, DrawnWord { parent, number: self.words[word].number, time, ..new })
            } else {
                let parent = self.words[word].parent.and_then(|parent| places[parent]);
                (word + 1, DrawnWord { parent, ..self.words[word].clone() })
            };
            words.push(new);
            before[word + 1..=end].fill(words.len());
            word = end;
        }
        let mut drawn = Self { words, nodes, left_out: self.left_out };
        for node in &mut drawn.nodes {
            for stretch in &mut node.stretches {
                *stretch = (before[stretch.0], before[stretch.1]);
            }
        }
        drawn
    }

    /// The brackets that are not inside closed ones, and their new numbers.
    fn open_nodes(&self, is_closed: &[bool]) -> (Vec<DrawnNode>, Vec<Option<usize>>) {
        let mut nodes: Vec<DrawnNode> = Vec::new();
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let is_hidden = node.parent.is_some_and(|parent| is_closed[parent] || places[parent].is_none());
            if is_hidden {
                places.push(None);
                continue;
            }
            places.push(Some(nodes.len()));
            nodes.push(DrawnNode { parent: node.parent.and_then(|parent| places[parent]), ..node.clone() });
        }
        (nodes, places)
    }
}
