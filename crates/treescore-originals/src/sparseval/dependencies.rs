//! Dependencies: by the column of the dependent (specification, section 9), or in a sequence (section 10).

use std::ops::AddAssign;

use super::equal::Equality;
use super::heads::Heads;
use super::names::Word;
use super::spans::Labelling;
use super::tree::{NodeId, ROOT_NODE, Tree};
use treescore::tree::{Label, Labels};

/// A word and what it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    pub(super) key: Key,
    /// The column of the dependent.
    pub(super) place: u32,
    pub(super) is_open: bool,
}

/// What is compared. Without labels both are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    /// The label of the dependent phrase, and of the one it depends on.
    pub(super) labels: [Label; 2],
    pub(super) word: Word,
    /// `None` equals nothing, not even itself.
    pub(super) head: Option<Word>,
}

/// What the dependencies of a chunk come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DependencyCounts {
    pub(super) matched: u64,
    pub(super) gold: u64,
    pub(super) test: u64,
}

impl AddAssign for DependencyCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { matched, gold, test } = other;
        self.matched += matched;
        self.gold += gold;
        self.test += test;
    }
}

/// All dependencies of a chunk, and those between open-class words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BothCounts {
    pub(super) all: DependencyCounts,
    pub(super) open: DependencyCounts,
}

impl AddAssign for BothCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { all, open } = other;
        self.all += all;
        self.open += open;
    }
}

impl BothCounts {
    /// The counts of two sides, without matches.
    pub(super) fn of_sides(gold: &[Dependency], test: &[Dependency]) -> Self {
        let open = |side: &[Dependency]| side.iter().filter(|one| one.is_open).count() as u64;
        let counts = |gold, test| DependencyCounts { matched: 0, gold, test };
        Self { all: counts(gold.len() as u64, test.len() as u64), open: counts(open(gold), open(test)) }
    }
}

/// A tree with its heads.
pub(super) struct Headed<'a> {
    pub(super) tree: &'a Tree,
    pub(super) heads: &'a Heads,
    pub(super) labelling: Labelling,
    /// The head word of the root.
    pub(super) root: Word,
}

impl Headed<'_> {
    /// Every child but the head of every phrase depends on it, in the order of columns. Phrases headed by an edit with words have no
    /// head word, and nothing depends on them.
    pub(super) fn by_place(&self, dependencies: &mut Vec<Dependency>) {
        dependencies.clear();
        for &parent in self.heads.order() {
            if self.tree.is_leaf(parent) || self.heads.of(parent).is_edited {
                continue;
            }
            let Some(head) = self.heads.word(self.tree, parent, self.root) else { continue };
            for child in self.tree.children(parent) {
                if self.heads.of(parent).child != Some(child) && !self.heads.of(child).is_edited {
                    dependencies.extend(self.dependency(child, parent, Some(head)));
                }
            }
        }
        dependencies.sort_unstable_by_key(|dependency| dependency.place);
    }

    /// Every word outside of edits depends on something, in the order of words: the largest node it heads on that node's parent.
    pub(super) fn in_order(&self, dependencies: &mut Vec<Dependency>) {
        dependencies.clear();
        for &leaf in self.heads.order() {
            if leaf == ROOT_NODE || !self.tree.is_leaf(leaf) || self.heads.of(leaf).is_edited {
                continue;
            }
            let mut node = leaf;
            while self.heads.of(self.heads.of(node).parent).child == Some(node) {
                node = self.heads.of(node).parent;
            }
            let parent = self.heads.of(node).parent;
            dependencies.extend(self.dependency(node, parent, self.heads.word(self.tree, parent, self.root)));
        }
    }

    /// What a child depends on; nothing if it has no head word.
    fn dependency(&self, child: NodeId, parent: NodeId, head: Option<Word>) -> Option<Dependency> {
        let leaf = self.tree.node(self.heads.of(child).leaf?);
        let labels = match self.labelling {
            Labelling::Labeled => [child, parent].map(|id| self.tree.node(id).label),
            Labelling::Unlabeled => [Label::EMPTY; 2],
        };
        Some(Dependency {
            key: Key { labels, word: leaf.word?, head },
            place: leaf.place,
            is_open: self.heads.of(child).is_open && self.heads.of(parent).is_open,
        })
    }
}

/// Counts the dependencies of two sides whose dependents share a column. Both lists are in the order of columns.
pub(super) fn count_by_place(
    gold: &[Dependency],
    test: &[Dependency],
    equality: &mut Equality<'_>,
    words: &Labels,
) -> BothCounts {
    let mut counts = BothCounts::of_sides(gold, test);
    let mut theirs = test.iter().peekable();
    for ours in gold {
        while theirs.next_if(|theirs| theirs.place < ours.place).is_some() {}
        let Some(theirs) = theirs.next_if(|theirs| theirs.place == ours.place) else { continue };
        if matches(&ours.key, &theirs.key, equality, words) {
            counts.all.matched += 1;
            counts.open.matched += u64::from(ours.is_open && theirs.is_open);
        }
    }
    counts
}

/// The same labels, and words that are equivalent.
pub(super) fn matches(gold: &Key, test: &Key, equality: &mut Equality<'_>, words: &Labels) -> bool {
    let (Some(gold_head), Some(test_head)) = (gold.head, test.head) else { return false };
    gold.labels == test.labels
        && equality.equivalent(gold.word, test.word, words)
        && equality.equivalent(gold_head, test_head, words)
}
