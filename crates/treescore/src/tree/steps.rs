//! Any tree, also a discontinuous one, in the order in which it is written.

use super::{Arena, NodeId};

/// One step through a tree. Numbers are those of brackets and words in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A bracket opens.
    Open(usize),
    /// A word of the innermost open bracket.
    Word(usize),
    /// This bracket closes.
    Close(usize),
}

impl Arena {
    /// The innermost bracket around each word. `None` for a word outside all brackets.
    pub(crate) fn word_parents(&self) -> Vec<Option<usize>> {
        let mut parents = vec![None; self.words().len()];
        // For each word, one at or after it that may not have its bracket yet: inner brackets take their words
        // first, and no word is looked at twice by more than a few steps.
        let mut next: Vec<usize> = (0..=parents.len()).collect();
        for node in (0..self.nodes().len()).rev() {
            for (start, stop) in self.stretches(node) {
                let mut at = find(&mut next, start as usize);
                while at < stop as usize {
                    parents[at] = Some(node);
                    next[at] = at + 1;
                    at = find(&mut next, at);
                }
            }
        }
        parents
    }

    /// The tree in the order in which it is written: children come in the order of their first words.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let parents = self.word_parents();
        let mut words = Words::new(&parents, self.nodes().len());
        let mut steps = Vec::with_capacity(self.nodes().len() * 2 + self.words().len());
        let mut open: Option<usize> = None;
        for (number, node) in self.nodes().iter().enumerate() {
            let parent = node.parent().map(NodeId::index);
            while open != parent {
                let Some(closed) = open else { break };
                words.write(open, usize::MAX, &mut steps);
                steps.push(Step::Close(closed));
                open = self.nodes()[closed].parent().map(NodeId::index);
            }
            words.write(parent, node.bounds().0 as usize, &mut steps);
            steps.push(Step::Open(number));
            open = Some(number);
        }
        while let Some(closed) = open {
            words.write(open, usize::MAX, &mut steps);
            steps.push(Step::Close(closed));
            open = self.nodes()[closed].parent().map(NodeId::index);
        }
        words.write(None, usize::MAX, &mut steps);
        steps
    }
}

/// The first word at or after `at` that has no bracket yet.
fn find(next: &mut [usize], at: usize) -> usize {
    let mut root = at;
    while next.get(root).is_some_and(|&to| to != root) {
        root = next[root];
    }
    let mut here = at;
    while here < root {
        here = std::mem::replace(&mut next[here], root);
    }
    root
}

/// The words of each bracket that are not written yet.
struct Words {
    /// The numbers of words, those of one bracket together; the words outside all brackets come last.
    words: Vec<usize>,
    /// The part of each bracket.
    parts: Vec<std::ops::Range<usize>>,
}

impl Words {
    fn new(parents: &[Option<usize>], nodes: usize) -> Self {
        let mut words: Vec<usize> = (0..parents.len()).collect();
        words.sort_by_key(|&word| parents[word].unwrap_or(nodes));
        let mut parts = vec![0..0; nodes + 1];
        for (at, &word) in words.iter().enumerate() {
            let part = &mut parts[parents[word].unwrap_or(nodes)];
            *part = if part.end == 0 { at..at + 1 } else { part.start..at + 1 };
        }
        Self { words, parts }
    }

    /// Writes the words of a bracket before the word `until`.
    fn write(&mut self, node: Option<usize>, until: usize, steps: &mut Vec<Step>) {
        let last = self.parts.len() - 1;
        let part = &mut self.parts[node.unwrap_or(last)];
        while part.start < part.end && self.words[part.start] < until {
            steps.push(Step::Word(self.words[part.start]));
            part.start += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Event, Tree};

    #[test]
    fn continuous_trees_are_walked() {
        for text in ["(S (E) (A a) (E (F)) (NP (E)) (B b))", "(N a)", "(S (A a) (X (X (B b))) (C c))", "()"] {
            let tree = crate::read::one(text).unwrap();
            let (arena, mut nodes, mut words) = (tree.arena(), 0.., 0..);
            let expected = arena.walk().map(|event| match event {
                Event::Open(_) => nodes.next().map(|number| ("open", number)),
                Event::Word(_) => words.next().map(|number| ("word", number)),
                Event::Close => Some(("close", 0)),
            });
            let found = arena.steps().into_iter().map(|step| match step {
                Step::Open(node) => Some(("open", node)),
                Step::Word(word) => Some(("word", word)),
                Step::Close(_) => Some(("close", 0)),
            });
            assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn discontinuous_trees_are_written_with_positions() {
        let tree = crate::read::one("(S (VP (V is) (A rich)) (NP (N he)) (. ?))").unwrap();
        let mut arena = tree.arena().clone();
        arena.place_words(&[0, 2, 1, 3]);
        assert_eq!(arena.word_parents(), [Some(1), Some(2), Some(1), Some(0)]);
        let labels: Vec<Vec<u8>> = tree.labels().map(<[u8]>::to_vec).collect();
        let mut table = crate::tree::Labels::new();
        labels.iter().skip(2).for_each(|name| {
            table.intern(name);
        });
        let placed = Tree::new(tree.text().into(), arena, &table);
        assert_eq!(placed.to_string(), "(S (VP (V 0=is) (A 2=rich)) (NP (N 1=he)) (. 3=?))");
    }
}
