//! Tree node accuracy, word accuracy and concept accuracy: how many items are correct, substituted, deleted and inserted in the cheapest
//! way from gold to the system.
//!
//! Thomae, Fabian, Lieb and Ruske 2003. An utterance is a forest. Its items are all of its nodes, its words, or its words with the labels
//! around them. Items of different types are never taken for each other. Among ways that cost the same, the one with the most correct
//! items counts. Accuracy is what is correct less what is inserted, of all in gold; it may be negative.

mod compare;
mod costs;
mod level;
mod rows;
mod settings;
mod tally;

pub use compare::{EditError, Kernels};
pub use costs::{Cost, EditCosts};
pub use level::{Concepts, Level, Nodes, Shape, Typed, Viewed, Words};
pub use tally::EditTally;

use super::{Alone, Figure, Index, Mapped, Measure, NamedTallies, Names, Pair, Side};
use crate::align::items::{ItemRules, Items, Numbering, Source};
use crate::align::mapping::DEFAULT_LIMIT;
use crate::align::sequence;
use crate::prepare::{Recipe, Rules, SettingError};
use crate::read::Syntax;
use crate::align::Refusal;
use crate::tree::Labels;
use rows::Compared;

/// Tree node accuracy: all nodes, words and brackets alike, by the cheapest mapping that keeps ancestors and order.
///
/// ```
/// use treescore::measure::{Measure, TreeNode};
/// use treescore::{Scorer, read};
/// let measure = TreeNode::default();
/// let gold = read::one("(S (NP (D the) (N cat)) (VP (V sat)))")?;
/// let system = read::one("(S (NP (N cat)) (VP (V sits)))")?;
/// let tally = Scorer::of(measure.clone(), measure.recipe()).tally(&gold, &system)?;
/// assert_eq!((tally.correct, tally.substituted, tally.deleted, tally.inserted), (6, 1, 2, 0));
/// assert_eq!(tally.accuracy(), Some(6.0 / 9.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type TreeNode = Edit<Nodes>;

/// Word accuracy: the words in order. Its rate of errors is the word error rate.
///
/// ```
/// use treescore::measure::{Measure, WordAccuracy};
/// use treescore::{Scorer, read};
/// let measure = WordAccuracy::default();
/// let gold = read::one("(S (NP (D the) (N cat)) (VP (V sat)))")?;
/// let system = read::one("(S (NP (N cat)) (VP (V sits)))")?;
/// let tally = Scorer::of(measure.clone(), measure.recipe()).tally(&gold, &system)?;
/// assert_eq!(tally.error_rate(), Some(2.0 / 3.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type WordAccuracy = Edit<Words>;

/// Concept accuracy: the words in order, each with its slot, which is the list of the labels around it. Values may be substituted
/// in equal slots only.
///
/// ```
/// use treescore::measure::{ConceptAccuracy, Measure};
/// use treescore::{Scorer, read};
/// let measure = ConceptAccuracy::default();
/// let gold = read::one("(AOrigin (APlace hamburg))")?;
/// let mut scorer = Scorer::of(measure.clone(), measure.recipe());
/// assert_eq!(scorer.tally(&gold, &read::one("(AOrigin (APlace oslo))")?)?.accuracy(), Some(0.0)); // substituted
/// assert_eq!(scorer.tally(&gold, &read::one("(ADestination (APlace hamburg))")?)?.accuracy(), Some(-1.0)); // another slot
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type ConceptAccuracy = Edit<Concepts>;

/// One of the three measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit<L> {
    /// What the items are.
    pub level: L,
    /// What errors cost.
    pub costs: EditCosts,
    /// Which nodes count, and of which types.
    pub rules: ItemRules,
    /// How utterances are written.
    pub syntax: Syntax,
    /// Bytes that one pair may take. A mapping that is asked for may take twice as much.
    pub memory: u64,
}

impl<L: Level> Default for Edit<L> {
    fn default() -> Self {
        let (level, costs, rules) = (L::default(), EditCosts::default(), ItemRules::default());
        Self { level, costs, rules, syntax: Syntax::Forest, memory: DEFAULT_LIMIT }
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
}

impl<L: Level> Edit<L> {
    /// Counts the items of two forests that this measure's level has been [reduced](Level::reduce) to.
    ///
    /// # Errors
    /// If they are too large.
    pub fn counts(
        &self,
        gold: &Items,
        system: &Items,
        kernels: &mut Kernels,
    ) -> Result<sequence::Counts, EditError> {
        kernels.set_limit(self.memory);
        kernels.counts(gold, system, L::SHAPE, self.costs.scaled().0)
    }

    /// The items that correspond: pairs of their numbers, ascending. It is the canonical one of all mappings that cost the least and have
    /// the most correct items.
    ///
    /// # Errors
    /// If they are too large.
    pub fn mapping(
        &self,
        gold: &Items,
        system: &Items,
        kernels: &mut Kernels,
        pairs: &mut Vec<(u32, u32)>,
    ) -> Result<(), EditError> {
        // A mapping takes up to twice as much as its value: a tree that has a score can be shown, too.
        kernels.set_limit(self.memory.saturating_mul(2));
        kernels.mapping(gold, system, L::SHAPE, self.costs.scaled().0, pairs)
    }

    /// Makes items of one side.
    fn itemize(
        &self,
        side: &Side<'_>,
        rules: &Rules,
        labels: &Labels,
        numbering: &mut Numbering,
        items: &mut Items,
    ) {
        let source = Source { arena: side.arena, text: side.text, rules, labels };
        numbering.fill(source, &self.rules, items);
        self.level.reduce(numbering, items);
    }

    /// Makes items of both sides.
    fn read(&self, pair: &Pair<'_>, scratch: &mut EditScratch) {
        let EditScratch { numbering, gold, system, .. } = scratch;
        numbering.begin();
        self.itemize(&pair.gold, pair.rules, pair.labels, numbering, gold);
        self.itemize(&pair.system, pair.rules, pair.labels, numbering, system);
    }

    /// Both sides and what corresponds.
    fn compared<'a>(
        &'a self,
        pair: &Pair<'_>,
        scratch: &'a mut EditScratch,
    ) -> Result<Compared<'a, L>, EditError> {
        self.read(pair, scratch);
        let EditScratch { numbering, gold, system, kernels, pairs } = scratch;
        self.mapping(gold, system, kernels, pairs)?;
        Ok(Compared { level: &self.level, numbering, gold, system, pairs })
    }
}

impl<L: Level> Measure for Edit<L> {
    type Tally = EditTally;
    type Scratch = EditScratch;

    fn name(&self) -> &'static str {
        L::NAME
    }

    fn figures(&self) -> &'static [Figure] {
        L::FIGURES
    }

    fn shown_counts(&self) -> &'static [&'static str] {
        &["gold", "correct", "substituted", "deleted", "inserted"]
    }

    fn papers(&self) -> &'static [&'static str] {
        &["thomae-etal-2003-tree"]
    }

    fn index(&self) -> Index {
        Index::Free
    }

    /// Trees of ten sentences take a millisecond; sequences are as quick as reading.
    fn block(&self) -> Option<usize> {
        (L::SHAPE == Shape::Tree).then_some(8 * 1024)
    }

    fn syntax(&self) -> Syntax {
        self.syntax.clone()
    }

    /// An utterance without items is one.
    fn takes_empty(&self) -> bool {
        true
    }

    /// Everything as it is in the files.
    fn recipe(&self) -> Recipe {
        Recipe::named("raw").unwrap_or_default()
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        settings::all(self)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        settings::set(self, key, value)
    }

    /// Leaves are words, whether they have brackets of their own or not.
    fn length(&self, side: &Side<'_>, rules: &Rules) -> u32 {
        side.prepared.length().saturating_add(self.rules.leaf_brackets(side.arena, rules))
    }

    fn tally(&self, pair: &Pair<'_>, scratch: &mut EditScratch) -> Result<EditTally, Refusal> {
        self.read(pair, scratch);
        let EditScratch { gold, system, kernels, .. } = scratch;
        let counts = self.counts(gold, system, kernels)?;
        Ok(EditTally { pairs: 1, ..EditTally::of(counts, &self.costs) })
    }

    fn missed(&self, gold: Option<&Alone<'_>>, scratch: &mut EditScratch) -> EditTally {
        let deleted = gold.map_or(0, |gold| {
            scratch.numbering.begin();
            self.itemize(&gold.side, gold.rules, gold.labels, &mut scratch.numbering, &mut scratch.gold);
            scratch.gold.len() as u64
        });
        let counts = sequence::Counts { deleted, ..sequence::Counts::default() };
        EditTally { pairs: 1, ..EditTally::of(counts, &self.costs) }
    }

    fn names(&self) -> &'static [Names] {
        L::NAMES
    }

    fn by_name(
        &self,
        names: Names,
        pair: &Pair<'_>,
        scratch: &mut EditScratch,
        tallies: &mut NamedTallies<EditTally>,
    ) -> Result<(), Refusal> {
        self.compared(pair, scratch)?.add(names, &self.costs, tallies);
        Ok(())
    }

    fn maps(&self) -> bool {
        true
    }

    fn detail(&self, pair: &Pair<'_>, scratch: &mut EditScratch) -> Result<Vec<Mapped>, Refusal> {
        Ok(self.compared(pair, scratch)?.lines())
    }
}
