//! TedEval for trees of one annotation scheme: how much of both trees need not be edited.
//!
//! Tsarfaty, Nivre and Andersson 2011 and 2012. Nodes can be deleted and added at a cost of 1; nothing can be
//! renamed. Nodes are all brackets but the root, and every word with its tag as one leaf. What is kept is a
//! mapping that preserves ancestors and order and maps equal nodes only, with as many nodes as possible. The
//! score is one less the edits as a share of the nodes of both trees, which is twice the kept nodes divided
//! by all nodes.
//!
//! In aligned texts a word is kept within its cell only. If either side of a group has several trees, one
//! root that does not count stands over those of each side, and their own roots count.

mod counts;
mod nodes;
#[cfg(test)]
mod tests;

pub use counts::TedCounts;

use super::{
    Demands, Facet, FacetSums, Index, ItemId, ItemView, Match, Measure, MeasureInfo, MemoryNeed, Pair, Place,
    Settings, Unpaired, Verdict,
};
use crate::align::Refusal;
use crate::align::mapping::{self, DEFAULT_EFFORT, DEFAULT_LIMIT, Kernel, Mapper, MappingError};
use crate::prepare::{self, Recipe, Rules, SettingError};
use crate::tree::Which;
use crate::values::{Counts, Meter, Vocabulary};
use nodes::{Kind, Nodes};

/// The measure `ted`.
///
/// ```
/// use treescore::Scorer;
/// let mut scorer = Scorer::of("ted")?;
/// let gold = "(S (NP (D the) (N dog)) (VP (V sleeps)))";
/// // Without the root: NP, VP and three words, against NP and three words.
/// let score = scorer.score(gold, "(S (NP (D the) (N dog)) (V sleeps))")?;
/// assert_eq!(score.figure("ted"), Some(2.0 * 4.0 / (5.0 + 4.0)));
/// assert_eq!(score.figure("edits"), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ted {
    /// Memory limit for one pair, in bytes.
    pub memory: u64,
    /// Limit of the work for one mapping, in cells of tables.
    pub effort: u64,
}

impl Default for Ted {
    fn default() -> Self {
        Self { memory: DEFAULT_LIMIT, effort: DEFAULT_EFFORT }
    }
}

/// Buffers of [`Ted`].
#[derive(Clone, Debug, Default)]
pub struct TedScratch {
    gold: Nodes,
    system: Nodes,
    mapper: Mapper,
    pairs: Vec<(u32, u32)>,
    /// The words of the pair, by number.
    names: Vocabulary,
    form: Vec<u8>,
}

impl TedScratch {
    fn read(&mut self, pair: &Pair<'_>, measure: &Ted) {
        let Self { gold, system, names, form, mapper, .. } = self;
        names.clear();
        let [gold_root, system_root] = roots(pair);
        gold.read(pair, Which::Gold, gold_root, names, form);
        system.read(pair, Which::System, system_root, names, form);
        mapper.set_limit(measure.memory);
        mapper.set_effort(measure.effort);
    }

    fn nodes(&self, which: Which) -> &Nodes {
        match which {
            Which::Gold => &self.gold,
            Which::System => &self.system,
        }
    }

    /// True if both trees are the same, so that no kernel is needed.
    fn is_identical(&self, rules: &Rules) -> bool {
        let same = |node: usize| node == 0 || self.gold.items[node].is_like(&self.system.items[node], rules);
        mapping::identical(&self.gold.ends, &self.system.ends, same)
    }

    /// The number of nodes that are kept.
    fn kept(&mut self, rules: &Rules) -> Result<u64, MappingError> {
        if self.is_identical(rules) {
            return Ok(self.gold.len() as u64);
        }
        let Self { gold, system, mapper, .. } = self;
        let value = mapper.value(&gold.ends, &system.ends, Kernel::Sparse, |weights| {
            weights.fill(|i, j| i64::from(gold.items[i].is_like(&system.items[j], rules)));
        })?;
        Ok(value.unsigned_abs())
    }

    /// Finds the nodes that are kept.
    fn map(&mut self, rules: &Rules) -> Result<(), MappingError> {
        if self.is_identical(rules) {
            self.pairs.clear();
            self.pairs.extend((1..self.gold.items.len() as u32).map(|node| (node, node)));
            return Ok(());
        }
        let Self { gold, system, mapper, pairs, .. } = self;
        let weight = |i: usize, j: usize| i64::from(gold.items[i].is_like(&system.items[j], rules));
        mapper.mapping(&gold.ends, &system.ends, weight, pairs)?;
        Ok(())
    }
}

/// The brackets that do not count because they are the roots. Several trees are under a root of their own.
fn roots(pair: &Pair<'_>) -> [Option<usize>; 2] {
    let sides = [&pair.gold, &pair.system];
    if sides.iter().any(|side| side.arena.is_forest()) {
        return [None, None];
    }
    sides.map(|side| side.prepared.root_bracket(side.arena, pair.rules))
}

impl Measure for Ted {
    type Counts = TedCounts;
    type Scratch = TedScratch;

    fn info(&self) -> &'static MeasureInfo {
        const INFO: &MeasureInfo = &MeasureInfo {
            shown: &["gold", "system", "matched"],
            facets: &[Facet::Label],
            is_drawn: true,
            papers: &["tsarfaty-etal-2011-evaluating", "tsarfaty-etal-2012-joint"],
            facts: |row| counts::facts(&Counts::read(row)),
            ..MeasureInfo::new::<TedCounts>("ted", "nodes that need not be edited (TedEval, one scheme)")
        };
        INFO
    }

    fn demands(&self) -> Demands {
        Demands {
            index: Index::Cells,
            block_hint: Some(8 * 1024), // about ten sentences
            ..Demands::default()
        }
    }

    /// Everything as in the files.
    fn recipe(&self) -> Recipe {
        Recipe::raw()
    }

    fn settings(&self) -> Settings {
        mapping::effort_setting("effort", self.effort).into_iter().collect()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        match key {
            "effort" => self.effort = prepare::cells(key, value)?,
            "memory" => self.memory = prepare::bytes(key, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn memory(&self, pair: &Pair<'_>) -> Option<MemoryNeed> {
        // Two tables of numbers, and the bits of the sparse kernel.
        Some(MemoryNeed::of_tables(pair, 17 * 8, self.memory))
    }

    fn attach(&self, meter: &Meter, scratch: &mut TedScratch) {
        scratch.mapper.attach(meter);
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut TedScratch) -> Result<TedCounts, Refusal> {
        scratch.read(pair, self);
        let (gold, system) = (scratch.gold.len() as u64, scratch.system.len() as u64);
        if gold + system == 0 {
            return Ok(TedCounts::default()); // every word was deleted on both sides
        }
        let matched = scratch.kept(pair.rules).map_err(Refusal::TooLarge)?;
        let exact = u64::from(2 * matched == gold + system);
        Ok(TedCounts { pairs: 1, matched, gold, system, exact })
    }

    fn count_missed(&self, gold: Option<&Unpaired<'_>>, _scratch: &mut TedScratch) -> TedCounts {
        let nodes = |Unpaired { side, rules, .. }: &Unpaired<'_>| {
            let has_root = !side.arena.is_forest() && side.prepared.root_bracket(side.arena, rules).is_some();
            side.prepared.spans().len() + side.prepared.kept().len() - usize::from(has_root)
        };
        let gold = gold.map_or(0, |gold| nodes(gold) as u64);
        TedCounts { pairs: 1, gold, ..TedCounts::default() }
    }

    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut TedScratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal> {
        scratch.read(pair, self);
        scratch.map(pair.rules).map_err(Refusal::TooLarge)?;
        let TedScratch { gold, system, pairs, .. } = scratch;
        for i in gold.postorder() {
            let found = pairs.binary_search_by_key(&(i as u32), |&(i, _)| i);
            matches.push(match found {
                Ok(at) => Match::both(i as u32, pairs[at].1, Verdict::Matched),
                Err(_) => Match::missing(i as u32),
            });
        }
        let mut taken: Vec<u32> = pairs.iter().map(|&(_, j)| j).collect();
        taken.sort_unstable();
        let extra = system.postorder().into_iter().filter(|&j| taken.binary_search(&(j as u32)).is_err());
        matches.extend(extra.map(|j| Match::extra(j as u32)));
        Ok(())
    }

    fn places(&self, pair: &Pair<'_>, scratch: &TedScratch, which: Which) -> Option<Vec<Option<Place>>> {
        let side = pair.side(which);
        let brackets = side.prepared.bracket_nodes(side.arena, pair.rules);
        let place = |kind: Kind| match kind {
            Kind::Root => None,
            Kind::Bracket(at) => brackets.get(at as usize).copied().flatten().map(Place::Node),
            Kind::Leaf { number, .. } => {
                side.prepared.kept().get(number as usize).map(|&word| Place::Tag(word))
            }
        };
        Some(scratch.nodes(which).items.iter().map(|node| place(node.kind)).collect())
    }

    fn view(&self, pair: &Pair<'_>, scratch: &TedScratch, which: Which, item: ItemId) -> ItemView {
        let Some(node) = scratch.nodes(which).items.get(item.index()) else { return ItemView::default() };
        let (start, end) = (node.words.start(), node.words.end());
        ItemView {
            label: String::from_utf8_lossy(pair.rules.class_name(node.class)).into_owned(),
            text: ItemView::text_of(pair.side(which).words(start, end)),
            words: Some((start, end)),
            ..ItemView::default()
        }
    }

    /// A kept node counts for gold's label. Where labels are not compared, those of the system do not count.
    fn fold(
        &self,
        _facet: &Facet,
        pair: &Pair<'_>,
        matches: &[Match],
        scratch: &mut TedScratch,
        sums: &mut FacetSums,
    ) {
        let class = |which, item: ItemId| scratch.nodes(which).items[item.index()].class;
        for found in matches {
            if let Some(gold) = found.gold {
                let kept = u64::from(found.system.is_some());
                sums.add(pair.rules.class_name(class(Which::Gold, gold)), |counts: &mut TedCounts| {
                    counts.gold += 1;
                    counts.matched += kept;
                });
            }
            if let Some(system) = found.system.filter(|_| !pair.rules.spans_only()) {
                // The partner has the same label, if perhaps another name for it.
                let label =
                    found.gold.map_or_else(|| class(Which::System, system), |gold| class(Which::Gold, gold));
                sums.add(pair.rules.class_name(label), |counts: &mut TedCounts| counts.system += 1);
            }
        }
    }
}
