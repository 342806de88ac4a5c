//! A tree as it is written: without brackets that no reader keeps.

use super::Unwritable;
use crate::tree::{Label, Step, Tree};
use crate::values::choice;

choice! {
    /// What the words of a tree in brackets have.
    Kind {
        /// Every word has a tag.
        Tagged = "tags",
        /// No word has a tag, brackets have labels.
        Untagged = "no tags",
        /// There are neither tags nor labels.
        Bare = "neither tags nor labels",
        /// Some words have tags.
        Mixed = "tags here and there",
    }
}

/// A word of an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<'t> {
    pub(super) tag: Option<&'t [u8]>,
    pub(super) word: &'t [u8],
}

/// A bracket of an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase<'t> {
    pub(super) label: &'t [u8],
    /// How many words and brackets are directly in it.
    pub(super) members: usize,
    /// The first of them.
    pub(super) first: Option<Step>,
}

/// A tree as it is written: one tree, in the order of its steps.
#[derive(Clone, Debug)]
pub(super) struct Outline<'t> {
    pub(super) steps: Vec<Step>,
    /// The words, by number.
    pub(super) leaves: Vec<Leaf<'t>>,
    /// All brackets of the tree by number, also those that are not written.
    pub(super) phrases: Vec<Phrase<'t>>,
}

impl<'t> Outline<'t> {
    /// Goes through a tree.
    pub(super) fn of(tree: &'t Tree) -> Result<Self, Unwritable> {
        let arena = tree.arena();
        let leaves: Vec<Leaf<'t>> = arena
            .words()
            .iter()
            .map(|word| Leaf {
                tag: (word.tag != Label::BARE).then(|| tree.name(word.tag)),
                word: word.bytes(tree.text()),
            })
            .collect();
        let phrases =
            arena.nodes().iter().map(|node| Phrase { label: tree.name(node.label), members: 0, first: None });
        let is_empty = |node: usize| {
            let (start, stop) = arena.nodes()[node].bounds();
            start == stop && !leaves.is_empty()
        };
        let mut steps = arena.steps();
        steps.retain(|step| match *step {
            Step::Open(node) | Step::Close(node) => !is_empty(node),
            Step::Word(_) => true,
        });
        let mut outline = Self { steps, phrases: phrases.collect(), leaves };
        outline.count()?;
        outline.unwrap();
        Ok(outline)
    }

    /// Counts the members of brackets, and checks that there is one tree.
    fn count(&mut self) -> Result<(), Unwritable> {
        let mut open: Vec<usize> = Vec::new();
        let mut outermost = 0;
        for &step in &self.steps {
            if let Step::Close(_) = step {
                open.pop();
                continue;
            }
            match open.last().map(|&around| &mut self.phrases[around]) {
                Some(around) => {
                    around.members += 1;
                    around.first.get_or_insert(step);
                }
                None => outermost += 1,
            }
            if let Step::Open(node) = step {
                open.push(node);
            }
        }
        let is_bare_word = matches!(self.steps[..], [Step::Word(word)] if self.leaves[word].tag.is_none());
        if outermost == 1 && !is_bare_word { Ok(()) } else { Err(Unwritable::NotOneTree) }
    }

    /// Takes off outermost brackets without a label that hold one bracket, as readers do.
    fn unwrap(&mut self) {
        if self.leaves.is_empty() || self.kind() == Some(Kind::Bare) {
            return;
        }
        let mut wrappers = 0;
        while let Some(&Step::Open(root)) = self.steps.get(wrappers) {
            let Phrase { label, members, first } = self.phrases[root];
            let is_bracket = match first {
                Some(Step::Open(_)) => true,
                Some(Step::Word(word)) => self.leaves[word].tag.is_some(),
                _ => false,
            };
            if !label.is_empty() || members != 1 || !is_bracket {
                break;
            }
            wrappers += 1;
        }
        self.steps.drain(..wrappers);
        self.steps.truncate(self.steps.len() - wrappers);
    }

    /// What the words have. `None` if there are none.
    pub(super) fn kind(&self) -> Option<Kind> {
        let tagged = self.leaves.iter().filter(|leaf| leaf.tag.is_some()).count();
        let is_unlabelled = || self.phrases().all(|phrase| phrase.label.is_empty());
        Some(match tagged {
            _ if self.leaves.is_empty() => return None,
            0 if is_unlabelled() => Kind::Bare,
            0 => Kind::Untagged,
            _ if tagged == self.leaves.len() => Kind::Tagged,
            _ => Kind::Mixed,
        })
    }

    /// The brackets that are written.
    pub(super) fn phrases(&self) -> impl Iterator<Item = &Phrase<'t>> {
        self.steps.iter().filter_map(|step| match step {
            Step::Open(node) => self.phrases.get(*node),
            _ => None,
        })
    }

    /// The word without a tag that a bracket begins with.
    pub(super) fn bare_start(&self, phrase: &Phrase<'t>) -> Option<&'t [u8]> {
        match phrase.first {
            Some(Step::Word(word)) if self.leaves[word].tag.is_none() => Some(self.leaves[word].word),
            _ => None,
        }
    }
}
