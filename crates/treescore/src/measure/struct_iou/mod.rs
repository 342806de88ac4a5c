//! Struct-IoU: how well two trees agree over intervals of time, whatever their words.
//!
//! Shi, Gimpel and Livescu 2024. Every bracket and every tag is a node over an interval. Two nodes that may be mapped to each other are
//! worth the intersection over union of their intervals; the score is twice the worth of the best mapping that keeps ancestors and
//! order, divided by the number of nodes of both trees.

mod nodes;
mod tally;

use std::str::FromStr;

pub use tally::{IouTally, Variant};

use super::{Alone, Fate, Figure, Fixed, Index, Mapped, Measure, NamedTallies, Names, NodeView, Pair, Side};
use crate::align::mapping::intervals::{self, iou};
use crate::align::mapping::{self, DEFAULT_LIMIT, Kernel, Mapper, MappingError, Packing};
use crate::values::choice;
use crate::prepare::{self, Average, Name, Recipe, Rules, SettingError};
use crate::read::Syntax;
use crate::read::times::Overlaps;
use crate::align::Refusal;
use nodes::Nodes;

choice! {
    /// May a tag be mapped to a node with another label?
    Terminals {
        /// Yes, to any node.
        Flexible = "flexible",
        /// No: equal labels everywhere.
        Strict = "strict",
    }
}

choice! {
    /// What becomes of silence between words.
    Gaps {
        /// It stays, and lies inside every bracket around it.
        Keep = "keep",
        /// Words move to the left until there is none; meant for perturbed copies of the same times.
        Close = "close",
    }
}

/// An IoU that nodes must exceed to be mapped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Threshold(f64);

impl Threshold {
    /// From 0 up to, but not including, 1.
    pub fn new(iou: f64) -> Option<Self> {
        (0.0..1.0).contains(&iou).then_some(Self(iou + 0.0)) // −0 becomes 0
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl FromStr for Threshold {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.strip_prefix('>').unwrap_or(text).parse().ok().and_then(Self::new).ok_or(())
    }
}

/// The measure.
///
/// ```
/// use treescore::measure::{Measure, StructIou};
/// use treescore::{Scorer, read};
/// let measure = StructIou::default();
/// let gold = read::one("(S (NP (D the) (N dog)) (VP (V sleeps)))")?;
/// let system = read::one("(S (NP (D the) (N dog)) (V sleeps))")?;
/// let tally = Scorer::of(measure.clone(), measure.recipe()).tally(&gold, &system)?;
/// assert_eq!(tally.struct_iou(), Some(10.0 / 11.0)); // VP has no partner
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StructIou {
    /// May a tag be mapped to a node with another label?
    pub terminals: Terminals,
    /// What nodes must exceed to be mapped.
    pub threshold: Threshold,
    /// What becomes of silence between words.
    pub gaps: Gaps,
    /// What becomes of an utterance whose words overlap; for whoever reads the times.
    pub overlaps: Overlaps,
    /// The tier of the words and the texts that are silence, if they were chosen; also for whoever reads the times.
    pub tier: Option<Name>,
    /// See `tier`.
    pub silences: Option<Vec<Name>>,
    /// The label of the brackets that words without one of their own get; without it such words are refused.
    pub wrap: Option<Name>,
    /// What else is worked out besides the score asked for.
    pub extent: Extent,
    /// Bytes one pair may take.
    pub memory: u64,
}

/// How much is worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The score, and nothing else: less than half the work.
    Score,
    /// Also the mapping itself, and the scores with strict terminals and without labels.
    Everything,
}

impl Default for StructIou {
    fn default() -> Self {
        Self {
            terminals: Terminals::Flexible,
            threshold: Threshold::default(),
            gaps: Gaps::Keep,
            overlaps: Overlaps::Refuse,
            tier: None,
            silences: None,
            wrap: None,
            extent: Extent::Everything,
            memory: DEFAULT_LIMIT,
        }
    }
}

/// Buffers of [`StructIou`].
#[derive(Clone, Debug, Default)]
pub struct IouScratch {
    gold: Nodes,
    system: Nodes,
    mapper: Mapper,
    pairs: Vec<(u32, u32)>,
}

/// Which labels may be mapped to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Matching {
    Flexible,
    Strict,
    Unlabeled,
}

/// Two trees and what decides about their nodes.
struct Weighing<'a> {
    gold: &'a Nodes,
    system: &'a Nodes,
    rules: &'a Rules,
    matching: Matching,
    threshold: f64,
    packing: Packing,
}

impl Weighing<'_> {
    /// Do these nodes have equal labels?
    fn is_equal(&self, i: usize, j: usize) -> bool {
        self.matching == Matching::Unlabeled
            || self.rules.same_class(self.gold.classes[i], self.system.classes[j])
    }

    /// What a pair of nodes with this overlap is worth.
    fn weigh(&self, i: usize, j: usize, iou: f64) -> i64 {
        let is_equal = self.is_equal(i, j);
        let is_allowed = is_equal
            || (self.matching == Matching::Flexible && (self.gold.is_tag[i] || self.system.is_tag[j]));
        let is_dummy = (self.gold.has_dummy && i == 0) || (self.system.has_dummy && j == 0);
        if is_allowed && !is_dummy && iou > self.threshold && iou >= 1e-6 {
            self.packing.pack(self.packing.fraction(iou), is_equal)
        } else {
            0
        }
    }

    fn between(&self, i: usize, j: usize) -> i64 {
        self.weigh(i, j, iou(self.gold.times[i], self.system.times[j]))
    }

    /// The summed IoU that a packed value stands for.
    fn overlap(&self, value: i64) -> f64 {
        self.packing.weight(value) as f64 / self.packing.largest() as f64
    }

    fn value(&self, mapper: &mut Mapper) -> Result<i64, MappingError> {
        mapper.value(&self.gold.ends, &self.system.ends, Kernel::Sparse, |weights| {
            intervals::fill(weights, &self.gold.times, &self.system.times, |i, j, iou| self.weigh(i, j, iou));
        })
    }
}

impl StructIou {
    fn matching(&self, rules: &Rules) -> Matching {
        match self.terminals {
            _ if rules.spans_only() => Matching::Unlabeled,
            Terminals::Flexible => Matching::Flexible,
            Terminals::Strict => Matching::Strict,
        }
    }

    fn read(&self, pair: &Pair<'_>, scratch: &mut IouScratch) {
        scratch.gold.read(&pair.gold, pair.rules, self.gaps);
        scratch.system.read(&pair.system, pair.rules, self.gaps);
        scratch.mapper.set_limit(self.memory);
    }

    fn weighing<'a>(
        &self,
        gold: &'a Nodes,
        system: &'a Nodes,
        rules: &'a Rules,
        matching: Matching,
    ) -> Result<Weighing<'a>, MappingError> {
        let packing = Packing::of_fractions(gold.ends.len(), system.ends.len())?;
        Ok(Weighing { gold, system, rules, matching, threshold: self.threshold.0, packing })
    }

    /// Maps the nodes last read, and says how much they overlap together.
    fn map(&self, rules: &Rules, scratch: &mut IouScratch) -> Result<f64, MappingError> {
        let IouScratch { gold, system, mapper, pairs } = scratch;
        if is_identical(gold, system) {
            pairs.clear();
            pairs.extend((u32::from(gold.has_dummy)..gold.ends.len() as u32).map(|node| (node, node)));
            return Ok(gold.len() as f64);
        }
        let weighing = self.weighing(gold, system, rules, self.matching(rules))?;
        let value = mapper.mapping(&gold.ends, &system.ends, |i, j| weighing.between(i, j), pairs)?;
        Ok(weighing.overlap(value))
    }

    /// How much the nodes last read overlap in the best mapping, by one way of comparing labels.
    fn overlap(
        &self,
        rules: &Rules,
        matching: Matching,
        scratch: &mut IouScratch,
    ) -> Result<f64, MappingError> {
        let IouScratch { gold, system, mapper, .. } = scratch;
        if is_identical(gold, system) {
            return Ok(gold.len() as f64);
        }
        let weighing = self.weighing(gold, system, rules, matching)?;
        let value = weighing.value(mapper)?;
        Ok(weighing.overlap(value))
    }

    fn measured(&self, pair: &Pair<'_>, scratch: &mut IouScratch) -> Result<IouTally, MappingError> {
        self.read(pair, scratch);
        let (gold, system) = (scratch.gold.len() as u64, scratch.system.len() as u64);
        if gold + system == 0 {
            return Ok(IouTally::default()); // every word was deleted, on both sides: nothing to anybody
        }
        let mut tally = IouTally { pairs: 1, gold, system, ..IouTally::default() };
        if pair.gold.times.is_some() {
            tally.gold_time = Fixed::of(Some(scratch.gold.duration()));
            tally.system_time = Fixed::of(Some(scratch.system.duration()));
        }
        let asked = self.matching(pair.rules);
        if self.extent == Extent::Score {
            tally.asked = Variant::of(self.overlap(pair.rules, asked, scratch)?, gold + system);
            return Ok(tally);
        }
        tally.asked = Variant::of(self.map(pair.rules, scratch)?, gold + system);
        tally.mapped = scratch.pairs.len() as u64;
        tally.same_label = same_labels(pair.rules, scratch);
        let mut other = |matching: Matching| {
            if asked == matching {
                return Ok(tally.asked);
            }
            Ok(Variant::of(self.overlap(pair.rules, matching, scratch)?, gold + system))
        };
        (tally.strict, tally.unlabeled) = (other(Matching::Strict)?, other(Matching::Unlabeled)?);
        Ok(tally)
    }

    /// Reads and maps a pair, to see its mapping.
    fn mapped(&self, pair: &Pair<'_>, scratch: &mut IouScratch) -> Result<(), Refusal> {
        self.read(pair, scratch);
        self.map(pair.rules, scratch).map(|_| ()).map_err(Refusal::TooLarge)
    }
}

fn is_identical(gold: &Nodes, system: &Nodes) -> bool {
    gold.all_have_length()
        && mapping::identical(&gold.ends, &system.ends, |node| {
            gold.classes[node] == system.classes[node]
                && gold.is_tag[node] == system.is_tag[node]
                && gold.times[node] == system.times[node]
        })
}

fn same_labels(rules: &Rules, scratch: &IouScratch) -> u64 {
    let IouScratch { gold, system, pairs, .. } = scratch;
    let same =
        |&&(i, j): &&(u32, u32)| rules.same_class(gold.classes[i as usize], system.classes[j as usize]);
    pairs.iter().filter(same).count() as u64
}

impl Measure for StructIou {
    type Tally = IouTally;
    type Scratch = IouScratch;

    fn name(&self) -> &'static str {
        "struct-iou"
    }

    fn figures(&self) -> &'static [Figure] {
        tally::FIGURES
    }

    fn shown_counts(&self) -> &'static [&'static str] {
        &["gold", "system", "mapped"]
    }

    fn papers(&self) -> &'static [&'static str] {
        &["shi-etal-2024-structured"]
    }

    fn index(&self) -> Index {
        Index::Intervals
    }

    /// About ten sentences, which take a millisecond.
    fn block(&self) -> Option<usize> {
        Some(8 * 1024)
    }

    fn syntax(&self) -> Syntax {
        self.wrap.clone().map_or(Syntax::Trees, Syntax::Wrapped)
    }

    /// Everything as it is in the files; the mean over sentences is the paper's figure.
    fn recipe(&self) -> Recipe {
        Recipe { average: Average::Sentence, ..Recipe::named("raw").unwrap_or_default() }
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("terminals", self.terminals.as_str().to_owned()),
            ("gaps", self.gaps.as_str().to_owned()),
            ("iou", format!(">{}", self.threshold.0)),
        ];
        if self.overlaps == Overlaps::Allow {
            settings.push(("overlaps", self.overlaps.as_str().to_owned()));
        }
        settings.extend(self.tier.as_ref().map(|tier| ("tier", prepare::escape(tier))));
        settings.extend(self.silences.as_ref().map(|texts| ("silence", prepare::join_labels(texts))));
        settings.extend(self.wrap.as_ref().map(|label| ("wrap", prepare::escape(label))));
        settings
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        match key {
            "terminals" => prepare::choose(&mut self.terminals, key, value, Terminals::VALUES)?,
            "gaps" => prepare::choose(&mut self.gaps, key, value, Gaps::VALUES)?,
            "iou" => {
                prepare::choose(
                    &mut self.threshold,
                    key,
                    value,
                    &["a number from 0 to below 1, such as >0.5"],
                )?;
            }
            "overlaps" => prepare::choose(&mut self.overlaps, key, value, Overlaps::VALUES)?,
            "tier" => self.tier = Some(prepare::unescape(value)),
            "silence" => self.silences = Some(prepare::split_labels(value)),
            "wrap" => self.wrap = Some(prepare::unescape(value)),
            "memory" => self.memory = prepare::bytes(key, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn tally(&self, pair: &Pair<'_>, scratch: &mut IouScratch) -> Result<IouTally, Refusal> {
        self.measured(pair, scratch).map_err(Refusal::TooLarge)
    }

    fn missed(&self, gold: Option<&Alone<'_>>, _scratch: &mut IouScratch) -> IouTally {
        let nodes = |side: &Side<'_>| side.prepared.spans().len() + side.prepared.kept().len();
        let gold = gold.map_or(0, |gold| nodes(&gold.side) as u64);
        let nothing = Variant { weight: Fixed::of(Some(0.0)), score: Fixed::of(Some(0.0)) };
        let (asked, strict, unlabeled) = (nothing, nothing, nothing);
        IouTally { pairs: 1, gold, asked, strict, unlabeled, ..IouTally::default() }
    }

    fn names(&self) -> &'static [Names] {
        &[Names::Labels]
    }

    /// Half of the overlap of two nodes goes to each of their labels, so that the labels add up to the whole.
    fn by_name(
        &self,
        _names: Names,
        pair: &Pair<'_>,
        scratch: &mut IouScratch,
        tallies: &mut NamedTallies<IouTally>,
    ) -> Result<(), Refusal> {
        self.mapped(pair, scratch)?;
        let IouScratch { gold, system, pairs, .. } = scratch;
        let name = |nodes: &Nodes, node: usize| pair.rules.class_name(nodes.classes[node]);
        for node in usize::from(gold.has_dummy)..gold.ends.len() {
            tallies.of(name(gold, node)).gold += 1;
        }
        for node in usize::from(system.has_dummy)..system.ends.len() {
            tallies.of(name(system, node)).system += 1;
        }
        for (i, j) in pairs.iter().map(|&(i, j)| (i as usize, j as usize)) {
            let half = Fixed::of(Some(iou(gold.times[i], system.times[j]) / 2.0));
            tallies.of(name(gold, i)).asked.weight += half;
            tallies.of(name(system, j)).asked.weight += half;
            tallies.of(name(gold, i)).mapped += 1;
            if pair.rules.same_class(gold.classes[i], system.classes[j]) {
                tallies.of(name(gold, i)).same_label += 1;
            } else {
                tallies.mistake(name(gold, i), name(system, j));
            }
        }
        Ok(())
    }

    fn maps(&self) -> bool {
        true
    }

    fn detail(&self, pair: &Pair<'_>, scratch: &mut IouScratch) -> Result<Vec<Mapped>, Refusal> {
        self.mapped(pair, scratch)?;
        let IouScratch { gold, system, pairs, .. } = scratch;
        let of_gold = |node: usize| view(&pair.gold, gold, node, pair.rules);
        let of_system = |node: usize| view(&pair.system, system, node, pair.rules);
        let mut rows = Vec::new();
        for i in gold.postorder() {
            let partner = pairs.binary_search_by_key(&(i as u32), |&(i, _)| i).ok();
            let j = partner.map(|at| pairs[at].1 as usize);
            let is_equal = j.is_some_and(|j| {
                pair.rules.spans_only() || pair.rules.same_class(gold.classes[i], system.classes[j])
            });
            let overlap = j.map(|j| iou(gold.times[i], system.times[j]));
            rows.push(Mapped { iou: overlap, ..Mapped::of(Some(of_gold(i)), j.map(of_system), is_equal) });
        }
        let mut taken: Vec<u32> = pairs.iter().map(|&(_, j)| j).collect();
        taken.sort_unstable();
        let extra = system.postorder().into_iter().filter(|&j| taken.binary_search(&(j as u32)).is_err());
        rows.extend(extra.map(|j| Mapped::of(None, Some(of_system(j)), false)));
        debug_assert!(
            rows.iter().filter(|row| row.fate == Fate::Missing).count() + pairs.len() == gold.len()
        );
        Ok(rows)
    }
}

/// A node as it is shown.
fn view(side: &Side<'_>, nodes: &Nodes, node: usize, rules: &Rules) -> NodeView {
    let kept = side.prepared.kept();
    let words = kept.get(nodes.words[node].start() as usize..nodes.words[node].end() as usize);
    let words = words.into_iter().flatten().map(|&word| side.arena.words()[word as usize].bytes(side.text));
    NodeView {
        label: String::from_utf8_lossy(rules.class_name(nodes.classes[node])).into_owned(),
        text: NodeView::text_of(words),
        kind: None,
        time: side.times.map(|_| nodes.times[node]),
        words: side.times.is_none().then(|| (nodes.words[node].start(), nodes.words[node].end())),
    }
}
