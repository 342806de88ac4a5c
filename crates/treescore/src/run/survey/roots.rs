//! Outermost brackets: which of them are dummy roots that count, and whether the other side has the same.

use super::{PairSurvey, spot};
use crate::prepare::{LabelRule, Root, Rules};
use crate::read::Block;
use crate::run::lens::{Both, Lens};
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
    pub(super) lens: &'a Lens,
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
        pairs: &mut PairSurvey,
    ) {
        let rules = self.lens.rules();
        let mut counts = false;
        for (number, side) in self.sides.iter().enumerate() {
            for root in *side {
                let label = root.label.index();
                // Few labels are those of roots.
                if label >= roots.len() {
                    roots.resize(label + 1, [0; 2]);
                }
                roots[label][number] += root.trees;
                counts |= root.counts(rules);
            }
        }
        if counts {
            self.compare_dummies(at, pairs);
        }
    }

    /// True if the other side has a root that is compared as the same.
    fn is_shared(&self, which: Which, root: &RootSeen) -> bool {
        let rules = self.lens.rules();
        let class = |root: &RootSeen| root.rule(rules).map(|rule| rule.bracket);
        self.side(which.other()).iter().any(|other| class(other) == class(root))
    }

    fn side(&self, which: Which) -> &[RootSeen] {
        self.sides[usize::from(which == Which::System)]
    }

    fn dummies(&self, which: Which) -> impl Iterator<Item = &RootSeen> {
        self.side(which).iter().filter(|root| root.counts(self.lens.rules()))
    }

    /// The number of trees with a dummy root that counts.
    fn count(&self, which: Which) -> u64 {
        self.dummies(which).map(|root| root.trees).sum()
    }

    /// Counts dummy roots: those of gold in all pairs, those of the system in scored ones.
    pub(super) fn count_dummies(&self, pairs: &mut PairSurvey) {
        pairs.dummy_roots.gold += self.count(Which::Gold);
        pairs.dummy_roots.system += if self.is_scored { self.count(Which::System) } else { 0 };
    }

    /// Compares the sides of a pair in which a dummy root counts.
    fn compare_dummies(&self, (gold, system, number): (&Block, &Block, u64), pairs: &mut PairSurvey) {
        let block = |which: Which| if which == Which::Gold { gold } else { system };
        self.count_dummies(pairs);
        let count = |which: Which| self.count(which);
        let seen = &mut pairs.dummy_roots;
        let shared = self.dummies(Which::Gold).find(|root| self.is_shared(Which::Gold, root));
        let is_matched = shared.is_some() && count(Which::System) > 0 && self.is_scored;
        seen.matched += u64::from(is_matched && self.is_one_text);
        seen.are_matches_unknown |= is_matched && !self.is_one_text;
        let lone = [Which::Gold, Which::System].into_iter().find_map(|which| {
            let root = self.dummies(which).find(|root| !self.is_shared(which, root))?;
            Some((which, root))
        });
        let name = |root: &RootSeen| self.labels.name(root.label).to_vec();
        if let Some((which, root)) = lone {
            if pairs.roots_differ.see(number, || spot(block(which), root.at)) {
                pairs.differing_root = Some((name(root), which == Which::Gold));
            }
        } else if let Some(root) = shared.filter(|_| count(Which::System) > 0)
            && pairs.roots_counted.see(number, || spot(gold, root.at))
        {
            pairs.counted_root = Some(name(root));
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
