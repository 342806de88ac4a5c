//! A tree as its parts: a bracket whose words are not one stretch has a part for each of them, so that text can be drawn line by
//! line.

use super::Drawn;

/// A stretch of a bracket.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The bracket.
    pub(super) node: usize,
    /// True for the first part of its bracket; the others go on with it.
    pub(super) is_first: bool,
    /// The part around it.
    pub(super) parent: Option<usize>,
    /// The first word, and one past the last.
    pub(super) words: (usize, usize),
    /// Parts and words directly inside, in the order of the text.
    pub(super) children: Vec<Child>,
}

/// What is directly inside a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Child {
    Part(usize),
    Word(usize),
}

/// All parts of a tree; a part comes after the one around it.
#[derive(Debug, Default)]
pub(super) struct Parts {
    pub(super) all: Vec<Part>,
    /// Parts and words outside of all others.
    pub(super) roots: Vec<Child>,
    /// The innermost part around each word.
    pub(super) of_words: Vec<Option<usize>>,
}

impl Parts {
    /// Divides a tree. The time is proportional to words times levels, both of which are limited.
    pub(super) fn new(drawn: &Drawn) -> Self {
        let mut found = Self::default();
        let mut has_begun = vec![false; drawn.nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for (number, word) in drawn.words.iter().enumerate() {
            let mut path: Vec<usize> =
                std::iter::successors(word.parent, |&node| drawn.nodes[node].parent).collect();
            path.reverse();
            let same = open.iter().zip(&path).take_while(|(part, node)| found.all[**part].node == **node);
            open.truncate(same.count());
            for &node in &path[open.len()..] {
                let is_first = !std::mem::replace(&mut has_begun[node], true);
                let parent = open.last().copied();
                let part = Part { node, is_first, parent, words: (number, number), children: Vec::new() };
                found.all.push(part);
                found.add(parent, Child::Part(found.all.len() - 1));
                open.push(found.all.len() - 1);
            }
            for &part in &open {
                found.all[part].words.1 = number + 1;
            }
            found.add(open.last().copied(), Child::Word(number));
            found.of_words.push(open.last().copied());
        }
        found
    }

    fn add(&mut self, parent: Option<usize>, child: Child) {
        match parent {
            Some(parent) => self.all[parent].children.push(child),
            None => self.roots.push(child),
        }
    }

    /// The first word of a child.
    pub(super) fn first_word(&self, child: Child) -> usize {
        match child {
            Child::Part(part) => self.all[part].words.0,
            Child::Word(word) => word,
        }
    }

    /// The parts around a word, the outermost first.
    pub(super) fn path(&self, word: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(self.of_words[word], |&part| self.all[part].parent).collect();
        path.reverse();
        path
    }
}
