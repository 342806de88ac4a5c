//! Binary trees over the words of a gold tree: branching to one side, random, or as near to gold as a binary tree can be.

use crate::perturb::Draws;
use crate::prepare::{Prepared, Recipe, Rules};
use crate::tree::{Arena, Label, Labels, Span, Tree, TreeBuilder};

/// The shape of a binary tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Left,
    Right,
    Random,
    Best,
}

/// The brackets of a binary tree: how many open before each word that counts, and how many close after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Brackets {
    opens: Vec<u32>,
    closes: Vec<u32>,
}

impl Brackets {
    fn clear(&mut self, words: usize) {
        for counts in [&mut self.opens, &mut self.closes] {
            counts.clear();
            counts.resize(words, 0);
        }
    }

    /// Adds a bracket over some words.
    fn add(&mut self, start: usize, end: usize) {
        self.opens[start] += 1;
        self.closes[end - 1] += 1;
    }

    fn left(&mut self, words: usize) {
        (2..=words).for_each(|end| self.add(0, end));
    }

    fn right(&mut self, words: usize) {
        (1..words).for_each(|start| self.add(start - 1, words));
    }

    /// Cuts every stretch of words at a random place.
    fn random(&mut self, words: usize, draws: &mut Draws) {
        let mut stretches = vec![(0, words)];
        while let Some((start, end)) = stretches.pop() {
            if end - start < 2 {
                continue;
            }
            self.add(start, end);
            let places = (end - start - 1) as f64;
            let cut = (start + 1 + (draws.unit() * places) as usize).min(end - 1);
            stretches.extend([(start, cut), (cut, end)]);
        }
    }

    /// Keeps all spans of gold, and branches to the right within each. `spans` are in opening order.
    fn best(&mut self, words: usize, spans: &[Span]) {
        let mut open = Open { frames: vec![(words, 0)], starts: Vec::new() };
        let mut spans = spans.iter().map(|span| (span.start() as usize, span.end() as usize)).peekable();
        for word in 0..words {
            while open.frames.len() > 1 && open.frames.last().is_some_and(|&(end, _)| end == word) {
                open.close(self);
            }
            while let Some((_, end)) = spans.next_if(|&(start, _)| start <= word) {
                let is_inside = open.frames.last().is_some_and(|&(outer, _)| end <= outer);
                if is_inside && end > word + 1 {
                    open.frames.push((end, open.starts.len()));
                }
            }
            open.starts.push(word);
        }
        while !open.frames.is_empty() {
            open.close(self);
        }
    }
}

/// The brackets of gold that are open.
struct Open {
    /// The end of each, and its first child.
    frames: Vec<(usize, usize)>,
    /// Where the children of all of them begin.
    starts: Vec<usize>,
}

impl Open {
    /// Closes the innermost bracket: with more than two children, all but the first are under a bracket, and so on.
    fn close(&mut self, brackets: &mut Brackets) {
        let Some((end, first)) = self.frames.pop() else { return };
        let children = &self.starts[first..];
        let Some((_, but_last)) = children.split_last() else { return };
        for &start in but_last {
            brackets.add(start, end);
        }
        // The whole is one child of the bracket around it.
        self.starts.truncate(first + 1);
    }
}

/// Makes binary trees over the words that count by a recipe.
pub(super) struct Shaper {
    rules: Rules,
    labels: Labels,
    arena: Arena,
    prepared: Prepared,
    brackets: Brackets,
    draws: Draws,
    shape: Shape,
}

impl Shaper {
    pub(super) fn new(recipe: Recipe, shape: Shape, seed: u64) -> Self {
        Self {
            rules: Rules::new(recipe),
            labels: Labels::new(),
            arena: Arena::default(),
            prepared: Prepared::default(),
            brackets: Brackets::default(),
            draws: Draws::new(seed),
            shape,
        }
    }

    /// The binary tree over the words of a gold tree. Words that do not count are there, too, but make no brackets; an outermost
    /// bracket of gold that does not count stays.
    pub(super) fn make(&mut self, gold: &Tree) -> Tree {
        let Self { rules, labels, arena, prepared, brackets, draws, shape } = self;
        arena.copy_relabelled(gold.arena(), |label| labels.intern(gold.name(label)));
        rules.update(labels);
        prepared.prepare(arena, rules);
        let words = prepared.kept().len();
        brackets.clear(words);
        match shape {
            Shape::Left => brackets.left(words),
            Shape::Right => brackets.right(words),
            Shape::Random => brackets.random(words, draws),
            Shape::Best => {
                let spans: Vec<Span> = prepared.spans().iter().map(|&key| Span::from_key(key)).collect();
                brackets.best(words, &spans);
            }
        }
        let counted = prepared.bracket_nodes(arena, rules);
        let name = |node: usize| labels.name(arena.nodes()[node].label);
        // A label that counts; without any, no bracket of this tree is compared with one.
        let label = counted.iter().flatten().next().map_or(&b"X"[..], |&node| name(node as usize)).to_vec();
        let root = (!arena.nodes().is_empty() && !counted.contains(&Some(0))).then(|| name(0).to_vec());
        self.write(gold, root.as_deref(), &label)
    }

    fn write(&self, gold: &Tree, root: Option<&[u8]>, label: &[u8]) -> Tree {
        let (arena, kept) = (&self.arena, self.prepared.kept());
        let mut builder = TreeBuilder::new();
        if let Some(root) = root {
            builder.open(root);
        }
        if kept.len() < 2 {
            builder.open(label);
        }
        // What comes before the first word that counts is in the brackets that open there, and the last ones close at the end.
        let (mut next, mut closes) = (0, 0);
        for (number, word) in arena.words().iter().enumerate() {
            let is_kept = kept.get(next).is_some_and(|&at| at as usize == number);
            if is_kept {
                (0..std::mem::take(&mut closes)).for_each(|_| {
                    builder.close();
                });
            }
            if (is_kept && next > 0) || (number == 0 && !kept.is_empty()) {
                (0..self.brackets.opens[next]).for_each(|_| {
                    builder.open(label);
                });
            }
            let text = word.bytes(gold.text());
            match word.tag {
                Label::BARE => builder.bare_word(text),
                tag => builder.word(self.labels.name(tag), text),
            };
            if is_kept {
                closes = self.brackets.closes[next];
                next += 1;
            }
        }
        builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe() -> Recipe {
        crate::Setup::named("parseval").unwrap().recipe
    }

    fn made(gold: &str, shape: Shape) -> String {
        let gold = crate::read::one(gold).unwrap();
        Shaper::new(recipe(), shape, 1).make(&gold).to_string()
    }

    #[test]
    fn shapes_are_as_expected() {
        let four = "(TOP (S (NP (D a) (N b)) (VP (V c) (N d))))";
        let flat = "(TOP (S (D a) (N b) (V c) (N d)))";
        for (gold, shape, expected, why) in [
            (four, Shape::Left, "(TOP (S (S (S (D a) (N b)) (V c)) (N d)))", "left"),
            (four, Shape::Right, "(TOP (S (D a) (S (N b) (S (V c) (N d)))))", "right"),
            (four, Shape::Best, "(TOP (S (S (D a) (N b)) (S (V c) (N d))))", "binary already"),
            (flat, Shape::Best, "(TOP (S (D a) (S (N b) (S (V c) (N d)))))", "more than two children"),
            ("(TOP (S (NP (N a))))", Shape::Left, "(TOP (S (N a)))", "one word"),
            (
                "(S (, ,) (N a) (V b) (. .))",
                Shape::Right,
                "(S (, ,) (N a) (V b) (. .))",
                "words that do not count",
            ),
            (
                "(S (N a) (, ,) (V b) (. .) (N c))",
                Shape::Left,
                "(S (S (N a) (, ,) (V b) (. .)) (N c))",
                "between",
            ),
            (
                "(S (NP (NP (D a) (N b))) (V c))",
                Shape::Best,
                "(S (S (D a) (N b)) (V c))",
                "one above the other",
            ),
        ] {
            assert_eq!(made(gold, shape), expected, "{why}: {gold}");
        }
    }

    #[test]
    fn random_trees_are_binary_and_seeded() {
        let gold = format!("(S {})", "(N a) ".repeat(40));
        let draw = |seed| Shaper::new(recipe(), Shape::Random, seed).make(&crate::read::one(&gold).unwrap());
        assert_eq!(draw(1).arena().nodes().len(), 39);
        assert_eq!(draw(1).to_string(), draw(1).to_string());
        assert_ne!(draw(1).to_string(), draw(2).to_string());
    }

    #[test]
    fn long_sentences_are_no_trouble() {
        let gold = format!("(S {})", "(N a) ".repeat(200_000));
        let gold = crate::read::one(&gold).unwrap();
        for shape in [Shape::Left, Shape::Right, Shape::Random, Shape::Best] {
            let made = Shaper::new(recipe(), shape, 1).make(&gold);
            assert_eq!(made.arena().nodes().len(), 199_999, "{shape:?}");
        }
    }
}
