//! Dependencies: compared by the column of the dependent (specification, section 9), or in order (section
//! 10).

use std::ops::AddAssign;

use super::equal::Equality;
use super::heads::Heads;
use super::names::Word;
use super::spans::Labelling;
use super::tree::{NodeId, ROOT_NODE, Tree};
use treescore::tree::{Label, Labels};

/// A word and its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dependency {
    pub(super) key: Key,
    /// The column of the dependent.
    pub(super) place: u32,
    pub(super) is_open: bool,
}

/// What is compared. Without labels both labels are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    /// The label of the dependent phrase, and of its parent.
    pub(super) labels: [Label; 2],
    pub(super) word: Word,
    /// `None` equals nothing, not even itself.
    pub(super) head: Option<Word>,
}

/// Counts of the dependencies of a unit.
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

/// Counts of all dependencies of a unit, and of those between open-class words.
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
    /// Returns the counts of two sides, without matches.
    pub(super) fn without_matches(gold: &[Dependency], test: &[Dependency]) -> Self {
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
    /// Collects dependencies in the order of columns: every child except the head depends on its phrase. A
    /// phrase headed by an edit with words has no head word, so nothing depends on it.
    pub(super) fn collect_by_place(&self, dependencies: &mut Vec<Dependency>) {
        dependencies.clear();
        for &parent in self.heads.order() {
            if self.tree.is_leaf(parent) || self.heads.get(parent).is_edited {
                continue;
            }
            let Some(head) = self.heads.word(self.tree, parent, self.root) else { continue };
            for child in self.tree.children(parent) {
                if self.heads.get(parent).child != Some(child) && !self.heads.get(child).is_edited {
                    dependencies.extend(self.dependency(child, parent, Some(head)));
                }
            }
        }
        dependencies.sort_unstable_by_key(|dependency| dependency.place);
    }

    /// Collects dependencies in the order of words: the largest node that a word outside edits heads depends
    /// on that node's parent.
    pub(super) fn collect_in_order(&self, dependencies: &mut Vec<Dependency>) {
        dependencies.clear();
        for &leaf in self.heads.order() {
            if leaf == ROOT_NODE || !self.tree.is_leaf(leaf) || self.heads.get(leaf).is_edited {
                continue;
            }
            let mut node = leaf;
            while self.heads.get(self.heads.get(node).parent).child == Some(node) {
                node = self.heads.get(node).parent;
            }
            let parent = self.heads.get(node).parent;
            dependencies.extend(self.dependency(node, parent, self.heads.word(self.tree, parent, self.root)));
        }
    }

    /// Returns the dependency of a child; `None` if it has no head word.
    fn dependency(&self, child: NodeId, parent: NodeId, head: Option<Word>) -> Option<Dependency> {
        let leaf = self.tree.node(self.heads.get(child).leaf?);
        let labels = match self.labelling {
            Labelling::Labeled => [child, parent].map(|id| self.tree.node(id).label),
            Labelling::Unlabeled => [Label::EMPTY; 2],
        };
        Some(Dependency {
            key: Key { labels, word: leaf.word?, head },
            place: leaf.place,
            is_open: self.heads.get(child).is_open && self.heads.get(parent).is_open,
        })
    }
}

/// Counts the dependencies of two sides whose dependents share a column. Both lists are in the order of
/// columns.
pub(super) fn count_by_place(
    gold: &[Dependency],
    test: &[Dependency],
    equality: &mut Equality<'_>,
    words: &Labels,
) -> BothCounts {
    let mut counts = BothCounts::without_matches(gold, test);
    let mut rest = test.iter().peekable();
    for gold in gold {
        while rest.next_if(|test| test.place < gold.place).is_some() {}
        let Some(test) = rest.next_if(|test| test.place == gold.place) else { continue };
        if matches(&gold.key, &test.key, equality, words) {
            counts.all.matched += 1;
            counts.open.matched += u64::from(gold.is_open && test.is_open);
        }
    }
    counts
}

/// True if the labels are the same and the words equivalent.
pub(super) fn matches(gold: &Key, test: &Key, equality: &mut Equality<'_>, words: &Labels) -> bool {
    let (Some(gold_head), Some(test_head)) = (gold.head, test.head) else { return false };
    gold.labels == test.labels
        && equality.equivalent(gold.word, test.word, words)
        && equality.equivalent(gold_head, test_head, words)
}
