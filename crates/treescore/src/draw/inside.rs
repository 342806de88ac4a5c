//! One bracket of a tree by itself.

use super::{Drawn, DrawnNode, DrawnWord};
use crate::values::counted;

impl Drawn {
    /// A bracket with what is inside, and nothing else.
    pub(super) fn inside(&self, node: usize) -> Self {
        // The number of its words before each word.
        let mut before = vec![0; self.words.len() + 1];
        for &(start, end) in &self.nodes[node].stretches {
            before[start + 1..=end].fill(1);
        }
        for word in 0..self.words.len() {
            before[word + 1] += before[word];
        }
        let mut places: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut nodes: Vec<DrawnNode> = Vec::new();
        for (number, found) in self.nodes.iter().enumerate().skip(node) {
            let parent = found.parent.and_then(|parent| places[parent]);
            if number != node && parent.is_none() {
                continue;
            }
            places[number] = Some(nodes.len());
            let mut stretches: Vec<(usize, usize)> = Vec::new();
            for &(start, end) in &found.stretches {
                let (start, end) = (before[start], before[end]);
                match stretches.last_mut() {
                    Some(last) if last.1 == start => last.1 = end,
                    _ => stretches.push((start, end)),
                }
            }
            nodes.push(DrawnNode { parent, stretches, ..found.clone() });
        }
        let words = self.words.iter().enumerate().filter(|(word, _)| before[*word] < before[word + 1]);
        let words = words.map(|(_, word)| DrawnWord {
            parent: word.parent.and_then(|parent| places[parent]),
            ..word.clone()
        });
        Self { words: words.collect(), nodes, ..Self::default() }
    }

    /// The tree without the brackets around this one: a bracket over it says how many levels are left out.
    pub(super) fn below(self, node: usize) -> Self {
        let around: Vec<usize> =
            std::iter::successors(self.nodes[node].parent, |&parent| self.nodes[parent].parent).collect();
        if around.is_empty() {
            return self;
        }
        let hull = self.nodes[node].hull();
        let mut left_out = self.left_out;
        left_out.levels += around.len();
        left_out.add_nodes(around.iter().map(|&node| &self.nodes[node]));
        let mut is_around = vec![false; self.nodes.len()];
        for &node in &around {
            is_around[node] = true;
        }
        let stub = DrawnNode {
            label: format!("{} above", counted(around.len() as u64, "level")),
            stretches: self.nodes[node].stretches.clone(),
            ..DrawnNode::default()
        };
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut nodes: Vec<DrawnNode> = Vec::new();
        for (number, found) in self.nodes.iter().enumerate() {
            if is_around[number] {
                places.push(None);
                continue;
            }
            let parent = if number == node {
                nodes.push(stub.clone());
                Some(nodes.len() - 1)
            } else {
                found.parent.and_then(|parent| places[parent])
            };
            places.push(Some(nodes.len()));
            nodes.push(DrawnNode { parent, ..found.clone() });
        }
        let words = self
            .words
            .into_iter()
            .map(|word| DrawnWord { parent: word.parent.and_then(|parent| places[parent]), ..word });
        Self { words: words.collect(), nodes, left_out }.cut_words(hull.0, hull.1)
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::{Drawn, Show};
    use crate::measure::SketchTree;

    fn shown(drawn: &Drawn) -> String {
        let words: Vec<&str> = drawn.words.iter().map(|word| &*word.text).collect();
        let nodes = drawn.nodes.iter().map(|node| format!("{}{:?}", node.label, node.stretches));
        format!("{} | {}", words.join(" "), nodes.collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_bracket_by_itself() {
        let tree = "(S (A (B (N a) (N b)) (N c)) (N d))";
        let drawn = Drawn::new(&SketchTree::from(&crate::read::one(tree).unwrap()), Show::ALL);
        assert_eq!(shown(&drawn.inside(1)), "a b c | A[(0, 3)] B[(0, 2)]");
        let below = drawn.below(2);
        assert_eq!(shown(&below), "a b … 2 words | 2 levels above[(0, 2)] B[(0, 2)]");
        assert_eq!(below.left_out.to_text(), "left out: 2 words, 2 brackets, 2 levels");
    }
}
