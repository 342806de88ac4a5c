//! Outermost brackets: which of them are dummy roots that count, and whether the other side has the same.

use super::{CountingRoots, spot};
use crate::prepare::{LabelRule, Root, Rules};
use crate::read::Block;
use crate::run::lens::Both;
use crate::tree::{Arena, Label, Labels, Which};

/// The label of the outermost bracket; of a tree that is one word, its tag.
#[inline]
pub(super) fn root(arena: &Arena) -> Option<Label> {
    let node = arena.nodes().first().map(|node| node.label);
    node.or_else(|| arena.words().first().map(|word| word.tag))
}

/// An outermost bracket, and how many trees of its side have it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootSeen {
    label: Label,
    /// False for the tag of a tree that is one word.
    is_bracket: bool,
    trees: u64,
    /// The first of these trees, by its number in the block.
    pub(super) at: usize,
}

impl RootSeen {
    #[inline]
    pub(super) fn of(arena: &Arena, at: usize) -> Option<Self> {
        Some(Self { label: root(arena)?, is_bracket: !arena.nodes().is_empty(), trees: 1, at })
    }

    /// The root itself, if only one tree has it.
    pub(super) fn alone(&self) -> Option<Self> {
        (self.trees == 1).then_some(*self)
    }

    #[inline]
    fn rule<'r>(&self, rules: &'r Rules) -> Option<&'r LabelRule> {
        rules.by_label().get(self.label.index())
    }

    /// True for a dummy root that counts as a bracket.
    #[inline]
    pub(super) fn counts(&self, rules: &Rules) -> bool {
        let is_dummy = |rule: &LabelRule| rule.is_dummy && rule.keep_bracket;
        self.is_bracket && rules.recipe().root == Root::Count && self.rule(rules).is_some_and(is_dummy)
    }
}

/// The outermost brackets of the trees of one side of a group.
#[derive(Clone, Debug, Default)]
pub(in crate::run) struct GroupRoots(pub(super) Vec<RootSeen>);

impl GroupRoots {
    pub(in crate::run) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a tree, by its number in the block.
    pub(in crate::run) fn add(&mut self, arena: &Arena, at: usize) {
        self.0.extend(RootSeen::of(arena, at));
    }

    /// Counts equal roots together. Called when all trees were added.
    pub(in crate::run) fn join(&mut self) {
        self.0.sort_unstable_by_key(|root| (root.label.index(), root.is_bracket, root.at));
        self.0.dedup_by(|next, known| {
            let is_same = (next.label, next.is_bracket) == (known.label, known.is_bracket);
            known.trees += if is_same { next.trees } else { 0 };
            is_same
        });
    }
}

/// The outermost brackets of a pair or group.
pub(super) struct Roots<'a> {
    /// Those of gold and system.
    pub(super) sides: [&'a [RootSeen]; 2],
    pub(super) labels: &'a Labels,
    pub(super) rules: &'a Rules,
    pub(super) is_scored: bool,
    /// True for one tree on each side with the same words, so that equal roots match.
    pub(super) is_one_text: bool,
}

impl Roots<'_> {
    /// Compares both sides. `at` has the blocks of gold and system, and the number of the pair, from 1.
    #[inline]
    pub(super) fn compare(
        &self,
        at: (&Block, &Block, u64),
        roots: &mut Vec<[u64; 2]>,
        seen: &mut CountingRoots,
    ) {
        for (number, side) in self.sides.iter().enumerate() {
            for root in *side {
                let label = root.label.index();
                // Few labels are those of roots.
                if label >= roots.len() {
                    roots.resize(label + 1, [0; 2]);
                }
                roots[label][number] += root.trees;
            }
        }
        self.compare_counting(at, seen);
    }

    /// Compares both sides under rules that are not those of the first recipe: labels are not counted again.
    #[inline]
    pub(super) fn compare_counting(&self, at: (&Block, &Block, u64), seen: &mut CountingRoots) {
        if self.sides.iter().any(|side| side.iter().any(|root| root.counts(self.rules))) {
            self.compare_dummies(at, seen);
        }
    }

    /// True if the other side has a root that is compared as the same.
    fn is_shared(&self, which: Which, root: &RootSeen) -> bool {
        let class = |root: &RootSeen| root.rule(self.rules).map(|rule| rule.bracket);
        self.side(which.other()).iter().any(|other| class(other) == class(root))
    }

    fn side(&self, which: Which) -> &[RootSeen] {
        self.sides[usize::from(which == Which::System)]
    }

    fn dummies(&self, which: Which) -> impl Iterator<Item = &RootSeen> {
        self.side(which).iter().filter(|root| root.counts(self.rules))
    }

    /// The number of trees with a dummy root that counts.
    fn count(&self, which: Which) -> u64 {
        self.dummies(which).map(|root| root.trees).sum()
    }

    /// Counts dummy roots: those of gold in all pairs, those of the system in scored ones.
    pub(super) fn count_dummies(&self, seen: &mut CountingRoots) {
        seen.dummies.gold += self.count(Which::Gold);
        seen.dummies.system += if self.is_scored { self.count(Which::System) } else { 0 };
    }

    /// Compares the sides of a pair in which a dummy root counts.
    fn compare_dummies(&self, (gold, system, number): (&Block, &Block, u64), seen: &mut CountingRoots) {
        let block = |which: Which| if which == Which::Gold { gold } else { system };
        self.count_dummies(seen);
        let count = |which: Which| self.count(which);
        let shared = self.dummies(Which::Gold).find(|root| self.is_shared(Which::Gold, root));
        let is_matched = shared.is_some() && count(Which::System) > 0 && self.is_scored;
        seen.dummies.matched += u64::from(is_matched && self.is_one_text);
        seen.dummies.are_matches_unknown |= is_matched && !self.is_one_text;
        let lone = [Which::Gold, Which::System].into_iter().find_map(|which| {
            let root = self.dummies(which).find(|root| !self.is_shared(which, root))?;
            Some((which, root))
        });
        let name = |root: &RootSeen| self.labels.name(root.label).to_vec();
        if let Some((which, root)) = lone {
            if seen.differ.see(number, || spot(block(which), root.at)) {
                seen.differing = Some((name(root), which == Which::Gold));
            }
        } else if let Some(root) = shared.filter(|_| count(Which::System) > 0)
            && seen.same.see(number, || spot(gold, root.at))
        {
            seen.same_label = Some(name(root));
        }
    }
}

/// Counts the roots of both sides, of frames without words, too.
pub(super) fn count_roots(both: &Both<'_>, roots: &mut Vec<[u64; 2]>) {
    roots.resize(roots.len().max(both.labels.len()), [0; 2]);
    for (at, forest) in [both.gold, both.system].iter().enumerate() {
        if let Some(label) = root(forest.arena) {
            roots[label.index()][at] += 1;
        }
    }
}
