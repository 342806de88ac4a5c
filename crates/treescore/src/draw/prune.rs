//! Large trees are drawn in part.

use super::collapse::Closed;
use super::{Drawn, DrawnNode, DrawnWord, Mark, WordKind};
use crate::values::{count, counted};

/// How much of a tree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most words in a row.
    pub words: usize,
    /// The most levels, counted from the root.
    pub levels: usize,
}

impl Default for Limits {
    /// 400 words and 60 levels: more cannot be read.
    fn default() -> Self {
        Self { words: 400, levels: 60 }
    }
}

/// What is not drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Words.
    pub words: usize,
    /// Brackets.
    pub brackets: usize,
    /// Levels of brackets.
    pub levels: usize,
    /// Brackets among them that are not matched.
    pub marked: usize,
}

impl LeftOut {
    /// True if everything is drawn.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// What is left out, in words; empty if nothing is.
    ///
    /// ```
    /// use treescore::draw::LeftOut;
    /// let left_out = LeftOut { words: 2, brackets: 1, ..LeftOut::default() };
    /// assert_eq!(left_out.to_text(), "left out: 2 words, 1 bracket");
    /// ```
    pub fn to_text(&self) -> String {
        let parts = [(self.words, "word"), (self.brackets, "bracket"), (self.levels, "level")];
        let parts = parts.into_iter().filter(|(number, _)| *number > 0);
        let parts: Vec<String> = parts.map(|(number, noun)| counted(number as u64, noun)).collect();
        let marked = match self.marked {
            0 => String::new(),
            marked => format!(" ({} not matched)", count(marked as u64)),
        };
        if parts.is_empty() { String::new() } else { format!("left out: {}{marked}", parts.join(", ")) }
    }

    pub(super) fn add_nodes<'n>(&mut self, nodes: impl Iterator<Item = &'n DrawnNode>) {
        for node in nodes {
            self.brackets += 1;
            self.marked += usize::from(node.mark != Mark::Plain);
        }
    }
}

impl Drawn {
    /// Leaves out what exceeds the limits: words after the first ones, brackets far from the root.
    pub fn prune(self, limits: Limits) -> Self {
        let end = limits.words.min(self.words.len());
        self.cut_levels(limits.levels).cut_words(0, end.max(1))
    }

    /// Closes the brackets on the last level that is drawn, if there are brackets inside.
    pub(super) fn cut_levels(self, levels: usize) -> Self {
        let depths = self.depths();
        let deepest = depths.iter().max().map_or(0, |depth| depth + 1);
        if deepest <= levels {
            return self;
        }
        let last = levels.saturating_sub(1);
        let mut left_out = LeftOut { levels: self.left_out.levels + deepest - levels, ..self.left_out };
        left_out.add_nodes(
            self.nodes.iter().zip(&depths).filter(|(_, depth)| **depth > last).map(|(node, _)| node),
        );
        let below = depths.iter().enumerate().filter(|(_, depth)| **depth == last + 1);
        let mut closed: Vec<usize> = below.filter_map(|(node, _)| self.nodes[node].parent).collect();
        closed.sort_unstable();
        closed.dedup();
        let closed = closed.into_iter().map(|node| {
            let inside = self.nodes[node].stretches.iter().flat_map(|&(start, end)| &self.words[start..end]);
            let words: usize = inside.map(DrawnWord::stands_for).sum();
            left_out.words += words;
            Closed { node, word: stub(words) }
        });
        let closed: Vec<Closed> = closed.collect();
        Self { left_out, ..self.collapse(&closed) }
    }

    /// Keeps the words from `start` to `end`; a word on each side stands for the others.
    pub(super) fn cut_words(self, start: usize, end: usize) -> Self {
        if start == 0 && end >= self.words.len() {
            return self;
        }
        let sum = |words: &[DrawnWord]| words.iter().map(DrawnWord::stands_for).sum::<usize>();
        // Words that stand for some that are left out were counted before.
        let outside = self.words[..start].iter().chain(&self.words[end..]);
        let hidden: usize =
            outside.filter(|word| word.kind != WordKind::Stub).map(DrawnWord::stands_for).sum();
        let mut left_out = LeftOut { words: self.left_out.words + hidden, ..self.left_out };
        let shift = usize::from(start > 0);
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let mut nodes: Vec<DrawnNode> = Vec::new();
        for node in &self.nodes {
            let stretches = node.stretches.iter().map(|&(from, to)| (from.max(start), to.min(end)));
            let stretches = stretches.filter(|(from, to)| from < to);
            let stretches: Vec<_> =
                stretches.map(|(from, to)| (from - start + shift, to - start + shift)).collect();
            // A bracket whose words are all left out has no descendants that are drawn.
            if stretches.is_empty() {
                left_out.add_nodes(std::iter::once(node));
                places.push(None);
                continue;
            }
            places.push(Some(nodes.len()));
            let parent = node.parent.and_then(|parent| places[parent]);
            nodes.push(DrawnNode { parent, stretches, ..node.clone() });
        }
        let kept = self.words[start..end]
            .iter()
            .map(|word| DrawnWord { parent: word.parent.and_then(|parent| places[parent]), ..word.clone() });
        let first = (start > 0).then(|| stub(sum(&self.words[..start])));
        let last = (end < self.words.len()).then(|| stub(sum(&self.words[end..])));
        Self { words: first.into_iter().chain(kept).chain(last).collect(), nodes, left_out }
    }
}

/// The word that stands for others.
pub(super) fn stub(words: usize) -> DrawnWord {
    let text = format!("… {}", counted(words as u64, "word"));
    DrawnWord { text, kind: WordKind::Stub, hidden: words, ..DrawnWord::default() }
}

#[cfg(test)]
mod tests {
    use super::super::Show;
    use super::{Drawn, Limits};
    use crate::measure::SketchTree;

    #[test]
    fn large_trees_are_cut() {
        for (tree, limits, words, labels, said) in [
            ("(S (NP (D a) (N b)) (V c))", (9, 9), "a b c", "S NP", ""),
            ("(S (NP (D a) (N b)) (V c))", (9, 1), "… 3 words", "S", "left out: 3 words, 1 bracket, 1 level"),
            (
                "(S (A (B (C (D a) (D b)))) (V c))",
                (9, 2),
                "… 2 words c",
                "S A",
                "left out: 2 words, 2 brackets, 2 levels",
            ),
            (
                "(S (NP (D a) (N b)) (X (Y (V c))))",
                (2, 9),
                "a b … 1 word",
                "S NP",
                "left out: 1 word, 2 brackets",
            ),
        ] {
            let sketch = SketchTree::from(&crate::read::one(tree).unwrap());
            let drawn = Drawn::new(&sketch, Show::ALL).prune(Limits { words: limits.0, levels: limits.1 });
            let found: Vec<&str> = drawn.words.iter().map(|word| &*word.text).collect();
            assert_eq!(found.join(" "), words, "{tree}");
            let found: Vec<&str> = drawn.nodes.iter().map(|node| &*node.label).collect();
            assert_eq!(found.join(" "), labels, "{tree}");
            assert_eq!(drawn.left_out.to_text(), said, "{tree}");
        }
    }
}
