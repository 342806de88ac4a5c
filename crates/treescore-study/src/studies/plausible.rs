//! The trees of the study of attachment: plausible ones, all of them, and random ones.

use treescore::perturb::Draws;
use treescore::tree::{Tree, TreeBuilder};

/// The plausible trees of `N (P N)*`: an NP is a noun or an NP with a PP, a PP is a preposition with an NP. They are
/// numbered: an NP over nouns a to b is, for k = a+1 to b, every NP (a, k-1) with every PP (k, b).
pub(super) struct Plausible {
    /// For each number of PPs, how each NP with so many is put together.
    by_size: Vec<Vec<Joint>>,
}

/// The first PP at the top of an NP, and the numbers of the NPs on its left and inside it.
#[derive(Clone, Copy)]
struct Joint {
    first: usize,
    left: usize,
    inside: usize,
}

/// A step of building a tree.
enum Step {
    /// An NP from this noun with so many PPs, by number.
    Noun {
        from: usize,
        size: usize,
        number: usize,
    },
    /// The PP that begins with this preposition, with an NP of so many PPs.
    Preposition {
        at: usize,
        size: usize,
        number: usize,
    },
    Close,
}

impl Plausible {
    /// All trees with `size` PPs.
    pub(super) fn new(size: usize) -> Self {
        let mut by_size: Vec<Vec<Joint>> = vec![vec![Joint { first: 0, left: 0, inside: 0 }]];
        for whole in 1..=size {
            let joints = (1..=whole).flat_map(|first| {
                let (before, behind) = (by_size[first - 1].len(), by_size[whole - first].len());
                (0..before).flat_map(move |left| (0..behind).map(move |inside| Joint { first, left, inside }))
            });
            let joints = joints.collect();
            by_size.push(joints);
        }
        Self { by_size }
    }

    /// The number of trees.
    pub(super) fn count(&self) -> usize {
        self.by_size.last().map_or(0, Vec::len)
    }

    /// A tree by number.
    pub(super) fn tree(&self, number: usize) -> Tree {
        let mut builder = TreeBuilder::new();
        let mut steps = vec![Step::Noun { from: 0, size: self.by_size.len() - 1, number }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => {
                    builder.close();
                }
                Step::Noun { from, size: 0, .. } => {
                    builder.word("N", format!("n{}", 2 * from));
                }
                Step::Noun { from, size, number } => {
                    let joint = self.by_size[size][number];
                    builder.open("X");
                    steps.push(Step::Close);
                    let at = from + joint.first;
                    steps.push(Step::Preposition { at, size: size - joint.first, number: joint.inside });
                    steps.push(Step::Noun { from, size: joint.first - 1, number: joint.left });
                }
                Step::Preposition { at, size, number } => {
                    builder.open("X").word("P", format!("p{}", 2 * at - 1));
                    steps.push(Step::Close);
                    steps.push(Step::Noun { from: at, size, number });
                }
            }
        }
        builder.finish()
    }
}

/// A random binary tree over the words of `N (P N)*`: neighbours are joined evenly until one is left.
pub(super) fn random(size: usize, draws: &mut Draws) -> Tree {
    let words = 2 * size + 1;
    // Nodes from `words` on have two parts, which are nodes before them.
    let mut joined: Vec<(usize, usize)> = Vec::new();
    let mut parts: Vec<usize> = (0..words).collect();
    while parts.len() > 1 {
        let at = draws.below(parts.len() - 1);
        joined.push((parts[at], parts[at + 1]));
        parts[at] = words + joined.len() - 1;
        parts.remove(at + 1);
    }
    let mut builder = TreeBuilder::new();
    let mut steps: Vec<Option<usize>> = parts.into_iter().map(Some).collect();
    while let Some(step) = steps.pop() {
        match step {
            None => {
                builder.close();
            }
            Some(node) if node < words => {
                let (tag, letter) = [("N", 'n'), ("P", 'p')][node % 2];
                builder.word(tag, format!("{letter}{node}"));
            }
            Some(node) => {
                let (left, right) = joined[node - words];
                builder.open("X");
                steps.extend([None, Some(right), Some(left)]);
            }
        }
    }
    builder.finish()
}

/// The F1 that a random tree has on average against a tree: a span of k of n words is in a random tree with probability
/// 1 if it is whole, 1/k at an edge, and 2/(k(k+1)) inside.
pub(super) fn expected_f1(gold: &Tree) -> f64 {
    let arena = gold.arena();
    let words = arena.words().len();
    let chance = |start: usize, end: usize| {
        let width = (end - start) as f64;
        match usize::from(start > 0) + usize::from(end < words) {
            0 => 1.0,
            1 => 1.0 / width,
            _ => 2.0 / (width * (width + 1.0)),
        }
    };
    let spans: Vec<f64> = arena
        .nodes()
        .iter()
        .map(|node| chance(node.span().start() as usize, node.span().end() as usize))
        .collect();
    spans.iter().sum::<f64>() / spans.len().max(1) as f64
}
