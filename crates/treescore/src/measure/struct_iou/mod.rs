//! Struct-IoU: the agreement of two trees over intervals of time, regardless of their words.
//!
//! Shi, Gimpel and Livescu 2024. Every bracket and every tag is a node over an interval. The weight of two
//! nodes that may be mapped to each other is the intersection over union of their intervals. The score is
//! twice the weight of the best mapping that preserves ancestors and order, divided by the number of nodes of
//! both trees.
//!
//! Every pair is mapped with the dense kernel, because the report shows the number of mapped nodes. The two
//! other scores come from the sparse kernel, which computes values only. [`Detail::Score`] leaves all of that
//! out.

mod counts;
mod nodes;

use std::str::FromStr;

pub use counts::IouCounts;

use super::{
    Demands, Facet, FacetSums, Fixed, Index, ItemId, ItemView, Match, Measure, MeasureInfo, MemoryNeed, Pair,
    Place, Settings, Side, Unpaired, Verdict,
};
use crate::align::Refusal;
use crate::align::mapping::intervals::{self, iou};
use crate::align::mapping::{self, DEFAULT_EFFORT, DEFAULT_LIMIT, Kernel, Mapper, MappingError, Packing};
use crate::prepare::{self, Average, Name, Recipe, Rules, SettingError};
use crate::read::Syntax;
use crate::tree::{Span, Which};
use crate::values::{Meter, choice};
use nodes::Nodes;

choice! {
    /// Whether a tag may be mapped to a node with another label.
    Terminals {
        /// Yes, to any node.
        Flexible = "flexible",
        /// No: equal labels everywhere.
        Strict = "strict",
    }
}

choice! {
    /// How silence between words is treated.
    Gaps {
        /// It stays, as part of every bracket around it.
        Keep = "keep",
        /// Words move to the left until there is none; meant for perturbed copies of the same times.
        Close = "close",
    }
}

/// A threshold: nodes are mapped only if their IoU exceeds it.
///
/// ```
/// use treescore::measure::struct_iou::Threshold;
/// assert_eq!(">0.5".parse::<Threshold>().unwrap().get(), 0.5);
/// assert!(Threshold::new(1.0).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Threshold(f64);

impl Threshold {
    /// Creates a threshold from 0 up to, but not including, 1.
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

/// The Struct-IoU measure.
///
/// ```
/// use treescore::measure::{IouCounts, StructIou};
/// use treescore::{Scorer, Setup, read};
/// let gold = read::one("(S (NP (D the) (N dog)) (VP (V sleeps)))")?;
/// let system = read::one("(S (NP (D the) (N dog)) (V sleeps))")?;
/// let mut scorer = Scorer::new(Setup::of(StructIou::default()));
/// let counts: IouCounts = scorer.score(&gold, &system)?.counts();
/// assert_eq!(counts.struct_iou(), Some(10.0 / 11.0)); // VP has no partner
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct StructIou {
    /// Whether a tag may be mapped to a node with another label.
    pub terminals: Terminals,
    /// Nodes are mapped only if their IoU exceeds this.
    pub threshold: Threshold,
    /// How silence between words is treated.
    pub gaps: Gaps,
    /// The label of brackets that are put around bare words; without it, bare words are refused.
    pub wrap: Option<Name>,
    /// What is computed besides the score.
    pub detail: Detail,
    /// Memory limit for one pair, in bytes.
    pub memory: u64,
    /// Limit of the work for one mapping, in cells of tables.
    pub effort: u64,
}

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Only the score: less than half the work.
    Score,
    /// Also the mapping, and the scores with strict terminals and without labels.
    Everything,
}

impl Default for StructIou {
    fn default() -> Self {
        Self {
            terminals: Terminals::Flexible,
            threshold: Threshold::default(),
            gaps: Gaps::Keep,
            wrap: None,
            detail: Detail::Everything,
            memory: DEFAULT_LIMIT,
            effort: DEFAULT_EFFORT,
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

/// Two trees, and the settings that decide about their nodes.
struct Weighing<'a> {
    gold: &'a Nodes,
    system: &'a Nodes,
    rules: &'a Rules,
    matching: Matching,
    threshold: f64,
    packing: Packing,
}

impl Weighing<'_> {
    /// True if these nodes have equal labels.
    fn is_equal(&self, i: usize, j: usize) -> bool {
        self.matching == Matching::Unlabeled
            || self.rules.same_class(self.gold.classes[i], self.system.classes[j])
    }

    /// The weight of a pair of nodes with this IoU.
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

    /// The sum of IoU that a packed value stands for.
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
        scratch.gold.read(pair, Which::Gold, self.gaps);
        scratch.system.read(pair, Which::System, self.gaps);
        scratch.mapper.set_limit(self.memory);
        scratch.mapper.set_effort(self.effort);
    }

    fn weighing<'a>(
        &self,
        gold: &'a Nodes,
        system: &'a Nodes,
        rules: &'a Rules,
        matching: Matching,
    ) -> Result<Weighing<'a>, MappingError> {
        let packing = Packing::for_fractions(gold.ends.len(), system.ends.len())?;
        Ok(Weighing { gold, system, rules, matching, threshold: self.threshold.0, packing })
    }

    /// Maps the nodes last read, and returns the sum of their overlaps.
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

    /// The sum of overlaps of the nodes last read in the best mapping, with one way of comparing labels.
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

    fn count_pair(&self, pair: &Pair<'_>, scratch: &mut IouScratch) -> Result<IouCounts, MappingError> {
        self.read(pair, scratch);
        let (gold, system) = (scratch.gold.len() as u64, scratch.system.len() as u64);
        if gold + system == 0 {
            return Ok(IouCounts::default()); // every word was deleted on both sides
        }
        let mut counts = IouCounts { pairs: 1, gold, system, ..IouCounts::default() };
        if pair.index.is_time() {
            counts.timed = 1;
            counts.gold_time = Fixed::point(scratch.gold.duration());
            counts.system_time = Fixed::point(scratch.system.duration());
        }
        let asked = self.matching(pair.rules);
        if self.detail == Detail::Score {
            counts.overlap = Fixed::point(self.overlap(pair.rules, asked, scratch)?);
            return Ok(counts);
        }
        counts.overlap = Fixed::point(self.map(pair.rules, scratch)?);
        counts.mapped = scratch.pairs.len() as u64;
        counts.same_label = same_labels(pair.rules, scratch);
        counts.variants = 1;
        let mut other = |matching: Matching| {
            if asked == matching {
                return Ok(counts.overlap);
            }
            self.overlap(pair.rules, matching, scratch).map(Fixed::point)
        };
        (counts.strict_overlap, counts.unlabeled_overlap) =
            (other(Matching::Strict)?, other(Matching::Unlabeled)?);
        Ok(counts)
    }
}

fn is_identical(gold: &Nodes, system: &Nodes) -> bool {
    gold.all_overlap_themselves()
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
    type Counts = IouCounts;
    type Scratch = IouScratch;

    fn info(&self) -> &'static MeasureInfo {
        const INFO: &MeasureInfo = &MeasureInfo {
            shown: &["gold", "system", "mapped"],
            facets: &[Facet::Label],
            worth: Some("IoU"),
            is_drawn: true,
            papers: &["shi-etal-2024-structured"],
            facts: |row| counts::facts(&crate::values::Counts::read(row)),
            ..MeasureInfo::new::<IouCounts>("struct-iou", "trees over time, or over words that may differ")
        };
        INFO
    }

    fn demands(&self) -> Demands {
        Demands {
            index: Index::Intervals,
            syntax: self.wrap.clone().map_or(Syntax::Trees, Syntax::Wrapped),
            block_hint: Some(8 * 1024), // about ten sentences, which take a millisecond
            ..Demands::default()
        }
    }

    /// Everything as in the files; the mean over sentences is the paper's figure.
    fn recipe(&self) -> Recipe {
        Recipe { average: Average::Sentence, ..Recipe::raw() }
    }

    fn settings(&self) -> Settings {
        let mut settings = vec![
            ("terminals", self.terminals.as_str().to_owned()),
            ("gaps", self.gaps.as_str().to_owned()),
            ("iou", format!(">{}", self.threshold.0)),
        ];
        settings.extend(self.wrap.as_ref().map(|label| ("wrap", prepare::escape(label))));
        settings.extend(mapping::effort_setting("effort", self.effort));
        settings
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        match key {
            "terminals" => prepare::choose(&mut self.terminals, key, value, Terminals::VALUES)?,
            "gaps" => prepare::choose(&mut self.gaps, key, value, Gaps::VALUES)?,
            "iou" => {
                let takes = &["a number from 0 up to, but not including, 1; for example 0.5"];
                prepare::choose(&mut self.threshold, key, value, takes)?;
            }
            "wrap" => self.wrap = Some(prepare::unescape(value)),
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

    fn attach(&self, meter: &Meter, scratch: &mut IouScratch) {
        scratch.mapper.attach(meter);
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut IouScratch) -> Result<IouCounts, Refusal> {
        self.count_pair(pair, scratch).map_err(Refusal::TooLarge)
    }

    fn count_missed(&self, gold: Option<&Unpaired<'_>>, _scratch: &mut IouScratch) -> IouCounts {
        let nodes = |side: &Side<'_>| side.prepared.spans().len() + side.prepared.kept().len();
        let gold = gold.map_or(0, |gold| nodes(&gold.side) as u64);
        IouCounts { pairs: 1, gold, variants: 1, ..IouCounts::default() }
    }

    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut IouScratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal> {
        self.read(pair, scratch);
        self.map(pair.rules, scratch).map_err(Refusal::TooLarge)?;
        let IouScratch { gold, system, pairs, .. } = scratch;
        for i in gold.postorder() {
            let partner = pairs.binary_search_by_key(&(i as u32), |&(i, _)| i).ok();
            let Some(j) = partner.map(|at| pairs[at].1 as usize) else {
                matches.push(Match::missing(i as u32));
                continue;
            };
            let is_equal =
                pair.rules.spans_only() || pair.rules.same_class(gold.classes[i], system.classes[j]);
            let verdict = if is_equal { Verdict::Matched } else { Verdict::Relabelled };
            let worth = Some(iou(gold.times[i], system.times[j]));
            matches.push(Match { worth, ..Match::both(i as u32, j as u32, verdict) });
        }
        let mut taken: Vec<u32> = pairs.iter().map(|&(_, j)| j).collect();
        taken.sort_unstable();
        let extra = system.postorder().into_iter().filter(|&j| taken.binary_search(&(j as u32)).is_err());
        matches.extend(extra.map(|j| Match::extra(j as u32)));
        Ok(())
    }

    fn places(&self, pair: &Pair<'_>, scratch: &IouScratch, which: Which) -> Option<Vec<Option<Place>>> {
        let (nodes, side) = (scratch.nodes(which), pair.side(which));
        let mut brackets = side.prepared.bracket_nodes(side.arena, pair.rules).into_iter();
        let place = |at: usize| match (nodes.is_tag[at], at) {
            (true, _) => {
                side.prepared.kept().get(nodes.words[at].start() as usize).map(|&word| Place::Tag(word))
            }
            (false, 0) if nodes.has_dummy => None,
            (false, _) => brackets.next().flatten().map(Place::Node),
        };
        Some((0..nodes.ends.len()).map(place).collect())
    }

    fn view(&self, pair: &Pair<'_>, scratch: &IouScratch, which: Which, item: ItemId) -> ItemView {
        let nodes = scratch.nodes(which);
        let words = nodes.words.get(item.index()).copied().unwrap_or_else(Span::default);
        let is_time = pair.index.is_time();
        let class = nodes.classes.get(item.index()).copied().unwrap_or_default();
        ItemView {
            label: String::from_utf8_lossy(pair.rules.class_name(class)).into_owned(),
            text: ItemView::text_of(pair.side(which).words(words.start(), words.end())),
            time: nodes.times.get(item.index()).copied().filter(|_| is_time),
            words: (!is_time).then(|| (words.start(), words.end())),
            ..ItemView::default()
        }
    }

    /// Half of the overlap of two nodes goes to each of their labels, so that the labels add up to the whole.
    fn fold(
        &self,
        _facet: &Facet,
        pair: &Pair<'_>,
        matches: &[Match],
        scratch: &mut IouScratch,
        sums: &mut FacetSums,
    ) {
        let class = |which, item: Option<ItemId>| Some(scratch.nodes(which).classes[item?.index()]);
        for found in matches {
            let (gold, system) = (class(Which::Gold, found.gold), class(Which::System, found.system));
            let half = Fixed::point(found.worth.unwrap_or_default() / 2.0);
            let is_same = gold.zip(system).map(|(gold, system)| pair.rules.same_class(gold, system));
            if let Some(gold) = gold {
                sums.add(pair.rules.class_name(gold), |counts: &mut IouCounts| {
                    counts.gold += 1;
                    counts.overlap += half;
                    counts.mapped += u64::from(is_same.is_some());
                    counts.same_label += u64::from(is_same == Some(true));
                });
            }
            if let Some(system) = system {
                sums.add(pair.rules.class_name(system), |counts: &mut IouCounts| {
                    counts.system += 1;
                    counts.overlap += half;
                });
            }
            if let (Some(false), Some(gold), Some(system)) = (is_same, gold, system) {
                sums.add_confusion(pair.rules.class_name(gold), pair.rules.class_name(system));
            }
        }
    }
}

impl IouScratch {
    fn nodes(&self, which: Which) -> &Nodes {
        match which {
            Which::Gold => &self.gold,
            Which::System => &self.system,
        }
    }
}
