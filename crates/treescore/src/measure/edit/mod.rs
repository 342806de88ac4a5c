//! Tree node accuracy, word accuracy and concept accuracy: the numbers of correct, substituted, deleted and
//! inserted items in the cheapest edit of gold to the system.
//!
//! Thomae, Fabian, Lieb and Ruske 2003. An utterance is a forest. Its items are all of its nodes, its words,
//! or its words with the labels around them. Items of different types are never substituted for each other.
//! Among edits of the same cost, the one with the most correct items counts. Accuracy is correct minus
//! inserted items, divided by gold items; it may be negative.

mod compare;
mod costs;
mod counts;
mod level;
mod matches;
mod settings;

#[doc(inline)]
pub use crate::align::items::{EmptySlots, ItemRules};
pub(crate) use compare::{EditError, Kernels};
pub use costs::{Cost, EditCosts};
pub use counts::EditCounts;
pub use level::{Concepts, Level, Nodes, Words};
use level::{Shape, Viewed};

use super::{
    Demands, Facet, FacetSums, Index, ItemId, ItemView, Match, Measure, MeasureInfo, MemoryNeed, Pair, Place,
    Settings, Side, Unpaired,
};
use crate::align::Refusal;
use crate::align::items::{ItemSource, Items, Numbering, Source};
use crate::align::mapping::{DEFAULT_EFFORT, DEFAULT_LIMIT};
use crate::align::sequence;
use crate::prepare::{Recipe, Rules, SettingError};
use crate::read::Syntax;
use crate::tree::{Labels, Which};
use crate::values::Meter;

/// Tree node accuracy: all nodes, words and brackets alike, by the cheapest mapping that preserves ancestors
/// and order.
///
/// ```
/// use treescore::measure::{EditCounts, TreeNode};
/// use treescore::{Scorer, Setup, read};
/// let mut scorer = Scorer::new(Setup::of(TreeNode::default()));
/// let gold = read::one("(S (NP (D the) (N cat)) (VP (V sat)))")?;
/// let system = read::one("(S (NP (N cat)) (VP (V sits)))")?;
/// let counts: EditCounts = scorer.score(&gold, &system)?.counts();
/// assert_eq!((counts.correct, counts.substituted, counts.deleted, counts.inserted), (6, 1, 2, 0));
/// assert_eq!(counts.accuracy(), Some(6.0 / 9.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type TreeNode = Edit<Nodes>;

/// Word accuracy: the words in order. Its error rate is the word error rate.
///
/// ```
/// use treescore::measure::{EditCounts, WordAccuracy};
/// use treescore::{Scorer, Setup, read};
/// let mut scorer = Scorer::new(Setup::of(WordAccuracy::default()));
/// let gold = read::one("(S (NP (D the) (N cat)) (VP (V sat)))")?;
/// let system = read::one("(S (NP (N cat)) (VP (V sits)))")?;
/// let counts: EditCounts = scorer.score(&gold, &system)?.counts();
/// assert_eq!(counts.error_rate(), Some(2.0 / 3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type WordAccuracy = Edit<Words>;

/// Concept accuracy: the words in order, each with its slot, the list of the labels around it. Values may be
/// substituted in equal slots only.
///
/// ```
/// use treescore::Scorer;
/// let mut scorer = Scorer::of("concept")?;
/// let gold = "(AOrigin (APlace hamburg))";
/// let substituted = scorer.score(gold, "(AOrigin (APlace oslo))")?;
/// assert_eq!(substituted.figure("accuracy"), Some(0.0));
/// let another_slot = scorer.score(gold, "(ADestination (APlace hamburg))")?;
/// assert_eq!(another_slot.figure("accuracy"), Some(-1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type ConceptAccuracy = Edit<Concepts>;

/// One of the three measures.
///
/// ```
/// use treescore::measure::edit::{Cost, Edit, EditCosts, Words};
/// use treescore::{Scorer, Setup};
/// let costs = EditCosts::new(Cost::whole(1), Cost::whole(1), Cost::whole(1)).unwrap();
/// let mut scorer = Scorer::new(Setup::of(Edit::<Words> { costs, ..Edit::default() }));
/// let pair = scorer.score("(S (N a) (V b))", "(S (N a) (V c))")?;
/// assert_eq!(pair.figure("distance"), Some(1.0));
/// # Ok::<(), treescore::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Edit<L> {
    /// The kind of items.
    pub level: L,
    /// The costs of errors.
    pub costs: EditCosts,
    /// Which nodes count, and their types.
    pub rules: ItemRules,
    /// The syntax of utterances.
    pub syntax: Syntax,
    /// Memory limit for one pair, in bytes. A mapping may take twice as much.
    pub memory: u64,
    /// Limit of the work for one pair, in cells of tables.
    pub effort: u64,
}

impl<L: Level> Default for Edit<L> {
    fn default() -> Self {
        let (level, costs, rules) = (L::default(), EditCosts::default(), ItemRules::default());
        Self { level, costs, rules, syntax: Syntax::Forest, memory: DEFAULT_LIMIT, effort: DEFAULT_EFFORT }
    }
}

/// Buffers of an [`Edit`] measure.
#[derive(Clone, Debug, Default)]
pub struct EditScratch {
    numbering: Numbering,
    gold: Items,
    system: Items,
    kernels: Kernels,
    pairs: Vec<(u32, u32)>,
    /// Numbers of the leaves of both sides last compared, ascending.
    leaves: [Vec<usize>; 2],
}

/// The memory of sequences that are longer is given back: other measures of the same pair need theirs.
const LONG: usize = 1 << 16;

impl EditScratch {
    /// Gives the memory of a long pair back.
    fn shrink(&mut self) {
        if self.gold.len().max(self.system.len()) > LONG {
            // Field by field: the whole is too large for a small stack.
            self.numbering = Numbering::default();
            self.gold = Items::default();
            self.system = Items::default();
            self.pairs = Vec::new();
            self.leaves = [Vec::new(), Vec::new()];
            self.kernels.empty();
        }
    }
}

impl<L: Level> Edit<L> {
    /// Counts the items of two forests that are [reduced](Level::reduce) to this measure's level.
    ///
    /// # Errors
    /// If the forests are too large.
    fn counts(
        &self,
        gold: &Items,
        system: &Items,
        kernels: &mut Kernels,
    ) -> Result<sequence::SequenceCounts, EditError> {
        kernels.set_limits(self.memory, self.effort);
        kernels.counts(gold, system, L::SHAPE, self.costs.scale().0)
    }

    /// Finds the corresponding items: ascending pairs of their numbers. Of all mappings with the least cost
    /// and the most correct items, it is the canonical one.
    ///
    /// # Errors
    /// If the forests are too large.
    fn mapping(
        &self,
        gold: &Items,
        system: &Items,
        kernels: &mut Kernels,
        pairs: &mut Vec<(u32, u32)>,
    ) -> Result<(), EditError> {
        // A mapping takes up to twice as much as its value; with the double limit, every tree that has a
        // score can be shown.
        kernels.set_limits(self.memory.saturating_mul(2), self.effort);
        kernels.mapping(gold, system, L::SHAPE, self.costs.scale().0, pairs)
    }

    /// Converts one side to items.
    fn itemize(
        &self,
        side: &Side<'_>,
        rules: &Rules,
        labels: &Labels,
        numbering: &mut Numbering,
        items: &mut Items,
    ) {
        let source = Source { arena: side.arena, text: side.text, rules, labels, is_plain: L::IS_PLAIN };
        numbering.fill(source, &self.rules, items);
        self.level.reduce(numbering, items);
    }

    /// Converts both sides to items.
    fn read(&self, pair: &Pair<'_>, scratch: &mut EditScratch) {
        let EditScratch { numbering, gold, system, .. } = scratch;
        numbering.begin();
        self.itemize(&pair.gold, pair.rules, pair.labels, numbering, gold);
        self.itemize(&pair.system, pair.rules, pair.labels, numbering, system);
    }
}

impl<L: Level> Measure for Edit<L> {
    type Counts = EditCounts;
    type Scratch = EditScratch;

    fn info(&self) -> &'static MeasureInfo {
        const {
            &MeasureInfo {
                figures: L::FIGURES,
                shown: &["gold", "correct", "substituted", "deleted", "inserted"],
                facets: L::FACETS,
                is_drawn: matches!(L::SHAPE, Shape::Tree),
                papers: &["thomae-etal-2003-tree"],
                facts: |row| <EditCounts as crate::values::Counts>::read(row).facts(),
                ..MeasureInfo::new::<EditCounts>(L::NAME, L::ABOUT)
            }
        }
    }

    fn demands(&self) -> Demands {
        Demands {
            index: Index::Free,
            takes_empty: true, // an utterance without items is valid
            syntax: self.syntax.clone(),
            // Ten trees take about a millisecond; sequences are as fast as reading.
            block_hint: (L::SHAPE == Shape::Tree).then_some(8 * 1024),
            takes: L::TAKES,
            takes_gaps: false,
            needs_tags: false,
        }
    }

    /// Everything as in the files.
    fn recipe(&self) -> Recipe {
        Recipe::raw()
    }

    fn settings(&self) -> Settings {
        settings::all(self)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        settings::set(self, key, value)
    }

    /// The number of leaves: words, with or without brackets of their own.
    fn length(&self, side: &Side<'_>, rules: &Rules) -> u32 {
        side.prepared.length().saturating_add(self.rules.leaf_brackets(side.arena, rules))
    }

    fn memory(&self, pair: &Pair<'_>) -> Option<MemoryNeed> {
        // Two tables of numbers for trees, two bits of a step for sequences.
        let eighths = if L::SHAPE == Shape::Tree { 17 * 8 } else { 2 };
        Some(MemoryNeed::of_tables(pair, eighths, self.memory))
    }

    fn attach(&self, meter: &Meter, scratch: &mut EditScratch) {
        scratch.kernels.attach(meter);
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut EditScratch) -> Result<EditCounts, Refusal> {
        self.read(pair, scratch);
        let EditScratch { gold, system, kernels, .. } = scratch;
        let counts = self.counts(gold, system, kernels);
        scratch.shrink();
        Ok(EditCounts { pairs: 1, ..EditCounts::from_operations(counts?, &self.costs) })
    }

    fn count_missed(&self, gold: Option<&Unpaired<'_>>, scratch: &mut EditScratch) -> EditCounts {
        let deleted = gold.map_or(0, |gold| {
            scratch.numbering.begin();
            self.itemize(&gold.side, gold.rules, gold.labels, &mut scratch.numbering, &mut scratch.gold);
            scratch.gold.len() as u64
        });
        let counts = sequence::SequenceCounts { deleted, ..sequence::SequenceCounts::default() };
        EditCounts { pairs: 1, ..EditCounts::from_operations(counts, &self.costs) }
    }

    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut EditScratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal> {
        self.read(pair, scratch);
        let EditScratch { gold, system, kernels, pairs, leaves, .. } = scratch;
        self.mapping(gold, system, kernels, pairs)?;
        *leaves = [&*gold, &*system].map(level::leaves);
        matches::matches(gold, system, pairs, matches);
        Ok(())
    }

    fn places(&self, _: &Pair<'_>, scratch: &EditScratch, which: Which) -> Option<Vec<Option<Place>>> {
        let items = match which {
            Which::Gold => &scratch.gold,
            Which::System => &scratch.system,
        };
        let place = |source| match source {
            ItemSource::Bracket(node) => Place::Node(node),
            ItemSource::Tag(word) => Place::Tag(word),
            ItemSource::Word(word) => Place::Word(word),
        };
        let all = (0..items.items().len()).map(|item| items.source(item).map(place));
        (L::SHAPE == Shape::Tree).then(|| all.collect())
    }

    fn view(&self, pair: &Pair<'_>, scratch: &EditScratch, which: Which, item: ItemId) -> ItemView {
        let (items, leaves) = match which {
            Which::Gold => (&scratch.gold, &scratch.leaves[0]),
            Which::System => (&scratch.system, &scratch.leaves[1]),
        };
        let (side, rules, numbering) = (*pair.side(which), pair.rules, &scratch.numbering);
        self.level.view(&Viewed { numbering, items, leaves, side, rules }, item.index())
    }

    fn fold(
        &self,
        facet: &Facet,
        _pair: &Pair<'_>,
        matches: &[Match],
        scratch: &mut EditScratch,
        sums: &mut FacetSums,
    ) {
        let EditScratch { numbering, gold, system, .. } = scratch;
        let by_name = matches::ByName { numbering, gold, system, costs: &self.costs, facet };
        for found in matches {
            by_name.add::<L>(found, sums);
        }
    }
}
