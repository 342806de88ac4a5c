//! One unit: two sides from trees to counts (specification, "Modes" in section 1, and sections 6 to 10).

use std::ops::AddAssign;

use super::Stop;
use super::bag::Bag;
use super::columns::AlignmentColumn;
use super::dependencies::{BothCounts, Dependency, Headed, count_by_place};
use super::edits::Edits;
use super::equal::Equality;
use super::heads::Heads;
use super::names::{Names, ROOT};
use super::place::{Notes, Placed};
use super::prune::{Deletion, prune};
use super::read::SideTrees;
use super::spans::{BracketCounts, Brackets, Labelling};
use super::tree::{NodeId, Order, ROOT_NODE, Tree};
use super::tree_file::TreeFile;
use treescore::prepare::heads::HeadFinder;
use treescore::prepare::speech_file::SpeechFile;
use treescore::tree::Which;

/// The source of the columns.
#[derive(Clone, Copy, Debug)]
pub(super) enum ColumnSource<'a> {
    /// The words of gold.
    Gold,
    /// An alignment file.
    Given(&'a [AlignmentColumn]),
    /// None: dependencies are matched in order, and brackets are not matched.
    None,
}

/// The counts of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SideCounts {
    pub(super) brackets: BracketCounts,
    pub(super) dependencies: BothCounts,
}

impl AddAssign for SideCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { brackets, dependencies } = other;
        self.brackets += brackets;
        self.dependencies += dependencies;
    }
}

/// Two sides, with the names of their files for messages.
pub(super) struct Pair<'a> {
    pub(super) gold: &'a mut SideTrees,
    pub(super) test: &'a mut SideTrees,
    pub(super) gold_name: &'a [u8],
    pub(super) test_name: &'a [u8],
    /// How many units came before.
    pub(super) number: u64,
}

/// Scores units; buffers are reused.
pub(super) struct Scorer<'a> {
    pub(super) labelling: Labelling,
    finder: Option<HeadFinder>,
    equality: Equality<'a>,
    edits: Edits,
    order: Order,
    /// The leaves of gold and of test, in order.
    leaves: [Vec<NodeId>; 2],
    columns: Vec<AlignmentColumn>,
    placed: [Placed; 2],
    is_deleted: Vec<bool>,
    brackets: Brackets,
    heads: Heads,
    dependencies: [Vec<Dependency>; 2],
    bag: Bag,
}

impl<'a> Scorer<'a> {
    pub(super) fn new(params: &'a SpeechFile, finder: Option<HeadFinder>, labelling: Labelling) -> Self {
        Self {
            labelling,
            finder,
            equality: Equality::new(params),
            edits: Edits::default(),
            order: Order::default(),
            leaves: Default::default(),
            columns: Vec::new(),
            placed: Default::default(),
            is_deleted: Vec::new(),
            brackets: Brackets::default(),
            heads: Heads::default(),
            dependencies: Default::default(),
            bag: Bag::default(),
        }
    }

    /// Scores a pair. Its trees are modified.
    pub(super) fn score(
        &mut self,
        pair: &mut Pair<'_>,
        columns: ColumnSource<'_>,
        names: &mut Names<'_>,
        warnings: &mut Vec<u8>,
    ) -> Result<SideCounts, Stop> {
        self.check_roots(pair, columns)?;
        for side in [&mut *pair.gold, &mut *pair.test] {
            self.edits.normalise(&mut side.tree, &mut self.order);
        }
        collect_leaves(&pair.gold.tree, &mut self.order, &mut self.leaves[0]);
        collect_leaves(&pair.test.tree, &mut self.order, &mut self.leaves[1]);
        // Gold without a single leaf has no columns; the original then behaves as without an alignment.
        let columns = match columns {
            ColumnSource::Gold if self.leaves[0].is_empty() => ColumnSource::None,
            columns => columns,
        };
        if !matches!(columns, ColumnSource::None) {
            self.place(pair, columns, names, warnings)?;
        }
        for side in [&mut *pair.gold, &mut *pair.test] {
            prune(&mut side.tree, Deletion::On, &mut self.order);
        }
        let mut counts = SideCounts::default();
        if !matches!(columns, ColumnSource::None) {
            counts.brackets = self.brackets.count(&pair.gold.tree, &pair.test.tree, self.labelling);
        }
        counts.dependencies = self.dependencies(pair, columns, names)?;
        Ok(counts)
    }

    /// A word directly under the root is an error unless it is never used. The original crashes on it.
    fn check_roots(&self, pair: &Pair<'_>, columns: ColumnSource<'_>) -> Result<(), Stop> {
        for (side, name) in [(&*pair.gold, pair.gold_name), (&*pair.test, pair.test_name)] {
            let Some(at) = side.root_word else { continue };
            let root = side.tree.node(ROOT_NODE);
            let is_ignored = matches!(columns, ColumnSource::None)
                && root.children.is_empty()
                && (self.finder.is_none() || root.marks.is_deletable);
            if !is_ignored {
                return Err(TreeFile::root_word(name, at));
            }
        }
        Ok(())
    }

    /// Gives every leaf its column. If the columns are the words of gold, deleting a gold word deletes the
    /// test word in its column.
    fn place(
        &mut self,
        pair: &mut Pair<'_>,
        columns: ColumnSource<'_>,
        names: &mut Names<'_>,
        warnings: &mut Vec<u8>,
    ) -> Result<(), Stop> {
        let [gold_leaves, test_leaves] = &self.leaves;
        let word = |tree: &Tree, leaf: NodeId| tree.node(leaf).word;
        let gold_words = gold_leaves.iter().filter_map(|&leaf| word(&pair.gold.tree, leaf));
        let test_words = test_leaves.iter().filter_map(|&leaf| word(&pair.test.tree, leaf));
        let given = if let ColumnSource::Given(given) = columns {
            given
        } else {
            self.columns.clear();
            let numbered = (1..).zip(gold_words.clone());
            self.columns.extend(
                numbered.map(|(number, word)| AlignmentColumn::new(Some(number), Some(word), Some(word))),
            );
            &self.columns
        };
        let mut notes = Notes { words: &mut names.words, unit: pair.number, warnings };
        let [gold, test] = &mut self.placed;
        gold.place(Which::Gold, given, gold_words, &mut notes)?;
        test.place(Which::System, &gold.columns, test_words, &mut notes)?;
        gold.follow(test);
        set_places(&mut pair.gold.tree, gold_leaves, &gold.places);
        set_places(&mut pair.test.tree, test_leaves, &test.places);
        if matches!(columns, ColumnSource::Gold) {
            self.is_deleted.clear();
            self.is_deleted.resize(test.columns.len(), false);
            for &leaf in gold_leaves {
                let node = pair.gold.tree.node(leaf);
                self.is_deleted[node.place as usize] = node.marks.is_deletable;
            }
            for &leaf in test_leaves {
                let node = pair.test.tree.node_mut(leaf);
                node.marks.is_deletable |= self.is_deleted[node.place as usize];
            }
        }
        Ok(())
    }

    /// Counts dependencies; without a head table there are none.
    fn dependencies(
        &mut self,
        pair: &Pair<'_>,
        columns: ColumnSource<'_>,
        names: &mut Names<'_>,
    ) -> Result<BothCounts, Stop> {
        let Some(finder) = &self.finder else { return Ok(BothCounts::default()) };
        let root = names.words.intern(ROOT);
        for (side, dependencies) in [&*pair.gold, &*pair.test].into_iter().zip(&mut self.dependencies) {
            self.heads.find(&side.tree, finder)?;
            let headed = Headed { tree: &side.tree, heads: &self.heads, labelling: self.labelling, root };
            match columns {
                ColumnSource::None => headed.collect_in_order(dependencies),
                _ => headed.collect_by_place(dependencies),
            }
        }
        let [gold, test] = &self.dependencies;
        Ok(match columns {
            ColumnSource::None => self.bag.count(gold, test, &mut self.equality, &names.words),
            _ => count_by_place(gold, test, &mut self.equality, &names.words),
        })
    }
}

/// Collects the leaves of a tree, in order.
pub(super) fn collect_leaves(tree: &Tree, order: &mut Order, leaves: &mut Vec<NodeId>) {
    tree.order(order);
    leaves.clear();
    leaves.extend(order.nodes.iter().copied().filter(|&id| tree.is_leaf(id)));
}

fn set_places(tree: &mut Tree, leaves: &[NodeId], places: &[u32]) {
    for (&leaf, &place) in leaves.iter().zip(places) {
        tree.node_mut(leaf).place = place;
    }
}
