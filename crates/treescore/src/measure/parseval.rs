//! PARSEVAL: labelled brackets, crossing brackets and tags, as EVALB counts them.
//!
//! Black et al. 1991; the counting rules are those of EVALB (Sekine and Collins), with every choice in the
//! recipe.

use super::bracket::{LeftOver, Listener, match_brackets};
use super::cell_tags::CellTags;
use super::{
    CommonIndex, Demands, Denominator, Facet, FacetSums, Fact, FactNumber, Figure, FigureUnit, FigureValues,
    Figures, ItemId, ItemView, LabelNames, Match, Measure, MeasureInfo, Pair, Place, Side, Unpaired, Verdict,
    crossing,
};
use crate::align::Refusal;
use crate::tree::{Label, Span, Which, Word};
use crate::values::{counts, ratio};

counts! {
    /// Counts of PARSEVAL.
    BracketCounts {
        /// Pairs with counted words.
        pairs: Count,
        /// Brackets in both trees.
        matched: Count,
        /// Brackets in gold.
        gold: Count,
        /// Brackets in the system trees.
        system: Count,
        /// System brackets that cross a gold bracket.
        crossing: Count,
        /// Counted gold words.
        words: Count,
        /// Counted system words: as many, unless words were aligned.
        system_words: Count,
        /// Words with equal tags.
        tags: Count,
        /// Pairs with equal brackets.
        exact: Count,
        /// Pairs without crossing brackets.
        no_crossing: Count,
        /// Pairs with at most two crossing brackets.
        two_or_fewer_crossing: Count,
        /// Pairs in which a bracket of some side has words that are not one stretch.
        discontinuous: Count,
        /// Such brackets in both trees.
        gapped_matched: Count,
        /// Such brackets in gold.
        gapped_gold: Count,
        /// Such brackets in the system trees.
        gapped_system: Count,
        /// Pairs in which a side has words without tags.
        untagged: Count,
    }
}

/// Buffers of the bracket kernel.
#[derive(Clone, Debug, Default)]
pub struct BracketScratch {
    pub(super) left: LeftOver,
    pub(super) open: crossing::Open,
    reach: crossing::Reach,
    tags: CellTags,
    /// The labels of an item, as one name.
    name: Vec<u8>,
}

impl BracketCounts {
    /// Counts a pair. A pair with no counted words contributes nothing (EVALB skips it).
    pub fn from_pair(pair: &Pair<'_>, scratch: &mut BracketScratch) -> Self {
        let (gold, system) = (pair.gold.prepared, pair.system.prepared);
        let (words, system_words) = (gold.kept().len() as u64, system.kept().len() as u64);
        if words == 0 && system_words == 0 {
            return Self::default();
        }
        if pair.gold.arena.is_discontinuous() || pair.system.arena.is_discontinuous() {
            return Self::from_gapped_pair(pair, scratch);
        }
        let matched = match_brackets(gold, system, pair.rules, &mut scratch.left, &mut ());
        let crossing = if gold.is_nested() && system.is_nested() {
            crossing::count(&scratch.left, &mut scratch.open)
        } else {
            crossing::count_all(gold.spans(), system.spans(), &mut scratch.reach)
        };
        let (gold, system) = (gold.brackets(), system.brackets());
        Self {
            pairs: 1,
            matched: matched.into(),
            gold: gold.into(),
            system: system.into(),
            crossing: crossing.into(),
            words,
            system_words,
            tags: u64::from(match pair.index {
                CommonIndex::Cells(cells) => scratch.tags.count(pair, cells),
                _ => equal_tags(pair),
            }),
            exact: u64::from(matched == gold && matched == system),
            no_crossing: u64::from(crossing == 0),
            two_or_fewer_crossing: u64::from(crossing <= 2),
            untagged: u64::from(is_untagged(pair)),
            ..Self::default()
        }
    }

    /// Counts a pair in which the words of some bracket are not one stretch. Whether such brackets cross is
    /// not defined.
    #[cold]
    fn from_gapped_pair(pair: &Pair<'_>, scratch: &mut BracketScratch) -> Self {
        let (gold, system) = (pair.gold.prepared, pair.system.prepared);
        let words = gold.kept().len() as u64;
        // A set of words that is not one stretch has a span behind all words.
        let is_gapped = |spans: &[u64], at: usize| {
            spans.get(at).is_some_and(|&key| u64::from(Span::from_key(key).start()) > words)
        };
        let mut all = Vec::new();
        let matched = match_brackets(gold, system, pair.rules, &mut scratch.left, &mut Collected(&mut all));
        let count = |spans: &[u64]| (0..spans.len()).filter(|&at| is_gapped(spans, at)).count() as u64;
        let is_matched = |found: &&Match| {
            found.verdict == Verdict::Matched
                && found.gold.is_some_and(|item| is_gapped(gold.spans(), item.index()))
        };
        Self {
            pairs: 1,
            matched: matched.into(),
            gold: gold.brackets().into(),
            system: system.brackets().into(),
            words,
            system_words: system.kept().len() as u64,
            tags: equal_tags(pair).into(),
            exact: u64::from(matched == gold.brackets() && matched == system.brackets()),
            discontinuous: 1,
            gapped_matched: all.iter().filter(is_matched).count() as u64,
            gapped_gold: count(gold.spans()),
            gapped_system: count(system.spans()),
            untagged: u64::from(is_untagged(pair)),
            ..Self::default()
        }
    }

    /// Recall; undefined without gold brackets.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.matched, self.gold)
    }

    /// Precision; undefined without system brackets.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.matched, self.system)
    }

    /// F1; undefined without any bracket.
    pub fn f1(&self) -> Option<f64> {
        ratio(2 * self.matched, self.gold + self.system)
    }
}

/// The words of a bracket whose words are not one stretch, with `…` between the stretches.
fn gapped_text(side: &Side<'_>, bracket: usize) -> Option<String> {
    let stretches = side.prepared.gapped_words(bracket)?;
    let text = |&(start, end): &(u32, u32)| ItemView::text_of(side.words(start, end));
    Some(stretches.iter().map(text).collect::<Vec<_>>().join(" … "))
}

/// True if a side has words without tags. (A format has tags for all words or for none.)
fn is_untagged(pair: &Pair<'_>) -> bool {
    let is_bare = |words: &[Word]| words.first().is_some_and(|word| word.tag == Label::BARE);
    is_bare(pair.gold.arena.words()) || is_bare(pair.system.arena.words())
}

fn equal_tags(pair: &Pair<'_>) -> u32 {
    let rules = pair.rules.by_label();
    let (gold, system) = (pair.gold.arena.words(), pair.system.arena.words());
    let both = pair.gold.prepared.kept().iter().zip(pair.system.prepared.kept());
    let same = |(&gold_word, &system_word): (&u32, &u32)| {
        let (a, b) = (gold[gold_word as usize].tag, system[system_word as usize].tag);
        a == b || pair.rules.same_tag(rules[a.index()].tag, rules[b.index()].tag)
    };
    both.map(|words| u32::from(same(words))).sum()
}

impl Figures for BracketCounts {
    const FIGURES: &'static [Figure] = &[
        Figure::percent("f1", "F1", 9).with_mean().quotient(&[("matched", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("recall", "recall", 8)
            .with_mean()
            .per(Denominator::Gold)
            .quotient(&[("matched", 1)], &[("gold", 1)]),
        Figure::percent("precision", "precision", 7)
            .with_mean()
            .per(Denominator::System)
            .quotient_of_answers(&[("matched", 1)], &[("system", 1)]),
        Figure::percent("exact", "exact", 5)
            .per(Denominator::Pairs)
            .quotient(&[("exact", 1)], &[("pairs", 1)]),
        Figure::percent("crossing", "crossing", 4)
            .in_unit(FigureUnit::PerPair)
            .per(Denominator::Pairs)
            .lower_is_better()
            .quotient_of_answers(&[("crossing", 1)], &[("pairs", 1)]),
        Figure::percent("tags", "tags", 3).per(Denominator::Gold).quotient(&[("tags", 1)], &[("words", 1)]),
        Figure::percent("no_crossing", "0 cross", 0)
            .per(Denominator::Pairs)
            .quotient(&[("no_crossing", 1)], &[("pairs", 1)]),
        Figure::percent("two_or_fewer_crossing", "<=2 cross", 0)
            .per(Denominator::Pairs)
            .quotient(&[("two_or_fewer_crossing", 1)], &[("pairs", 1)]),
        Figure::percent("discontinuous_f1", "disc. F1", 0)
            .quotient(&[("gapped_matched", 2)], &[("gapped_gold", 1), ("gapped_system", 1)]),
    ];

    fn figures(&self) -> FigureValues {
        // Whether brackets cross is not defined if the words of one are not one stretch.
        let crossing = |count: u64| ratio(count, self.pairs).filter(|_| self.discontinuous == 0);
        FigureValues::new([
            self.f1(),
            self.recall(),
            self.precision(),
            ratio(self.exact, self.pairs),
            crossing(self.crossing),
            ratio(self.tags, self.words).filter(|_| self.untagged == 0),
            crossing(self.no_crossing),
            crossing(self.two_or_fewer_crossing),
            ratio(2 * self.gapped_matched, self.gapped_gold + self.gapped_system),
        ])
    }
}

/// Recall, precision and F1 of tags, where the sides have different words, and of brackets whose words are
/// not one stretch.
fn facts(counts: &BracketCounts) -> Vec<Fact> {
    let mut facts = Vec::new();
    if counts.words != counts.system_words && counts.untagged == 0 {
        facts.push(all_three("tags", counts.tags, counts.words, counts.system_words));
    }
    if counts.gapped_gold + counts.gapped_system > 0 {
        let BracketCounts { gapped_matched, gapped_gold, gapped_system, .. } = *counts;
        facts.push(all_three("discontinuous", gapped_matched, gapped_gold, gapped_system));
    }
    facts
}

fn all_three(about: &'static str, matched: u64, gold: u64, system: u64) -> Fact {
    let percent = |part, whole| FactNumber::Percent(ratio(part, whole));
    let numbers = vec![
        ("recall", percent(matched, gold)),
        ("precision", percent(matched, system)),
        ("F1", percent(2 * matched, gold + system)),
    ];
    Fact { about, numbers, note: None }
}

/// The PARSEVAL measure.
///
/// ```
/// use treescore::measure::{BracketCounts, Parseval};
/// use treescore::{Scorer, Setup};
/// let mut scorer = Scorer::new(Setup::of(Parseval));
/// let pair = scorer.score("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))")?;
/// let counts: BracketCounts = pair.counts();
/// assert_eq!((counts.matched, counts.gold, counts.system, counts.crossing), (1, 2, 2, 1));
/// assert_eq!(counts.f1(), Some(0.5));
/// # Ok::<(), treescore::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Parseval;

impl Measure for Parseval {
    type Counts = BracketCounts;
    type Scratch = BracketScratch;

    fn demands(&self) -> Demands {
        Demands { takes_gaps: true, ..Demands::default() }
    }

    fn info(&self) -> &'static MeasureInfo {
        const INFO: &MeasureInfo = &MeasureInfo {
            shown: &["matched", "gold", "system"],
            facets: &[Facet::Label, Facet::LabelPairs],
            is_drawn: true,
            papers: &["black-etal-1991-procedure"],
            facts: |row| facts(&crate::values::Counts::read(row)),
            ..MeasureInfo::new::<BracketCounts>("parseval", "brackets: recall, precision, F1, crossing, tags")
        };
        INFO
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut BracketScratch) -> Result<BracketCounts, Refusal> {
        Ok(BracketCounts::from_pair(pair, scratch))
    }

    fn count_missed(&self, gold: Option<&Unpaired<'_>>, _scratch: &mut BracketScratch) -> BracketCounts {
        let prepared = gold.map(|gold| gold.side.prepared);
        BracketCounts {
            pairs: 1,
            gold: prepared.map_or(0, |gold| gold.brackets().into()),
            words: prepared.map_or(0, |gold| gold.kept().len() as u64),
            ..BracketCounts::default()
        }
    }

    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut BracketScratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal> {
        let (gold, system) = (pair.gold.prepared, pair.system.prepared);
        match_brackets(gold, system, pair.rules, &mut scratch.left, &mut Collected(matches));
        if pair.gold.arena.is_discontinuous() || pair.system.arena.is_discontinuous() {
            return Ok(());
        }
        let crosses = crossing::crosses(gold.spans(), system.spans(), &mut scratch.reach);
        for found in matches {
            let cuts = |item: ItemId| crosses.get(item.index()).copied().unwrap_or_default();
            if found.verdict == Verdict::Extra && found.system.is_some_and(cuts) {
                found.verdict = Verdict::Crossing;
            }
        }
        Ok(())
    }

    fn places(&self, pair: &Pair<'_>, _: &BracketScratch, which: Which) -> Option<Vec<Option<Place>>> {
        let side = pair.side(which);
        let nodes = side.prepared.bracket_nodes(side.arena, pair.rules);
        Some(nodes.into_iter().map(|node| node.map(Place::Node)).collect())
    }

    fn compares_tags(&self) -> bool {
        true
    }

    fn view(&self, pair: &Pair<'_>, _scratch: &BracketScratch, which: Which, item: ItemId) -> ItemView {
        let side = pair.side(which);
        let (class, span) = side.prepared.bracket(item.index());
        if let Some(text) = gapped_text(side, item.index()) {
            let label = String::from_utf8_lossy(pair.rules.class_name(class)).into_owned();
            let stretches = side.prepared.gapped_words(item.index()).unwrap_or_default();
            let positions = Some(stretches.iter().flat_map(|&(start, end)| start..end).collect());
            return ItemView { label, text, positions, ..ItemView::default() };
        }
        ItemView {
            label: String::from_utf8_lossy(pair.rules.class_name(class)).into_owned(),
            text: ItemView::text_of(side.words(span.start(), span.end())),
            words: Some((span.start(), span.end())),
            ..ItemView::default()
        }
    }

    /// If labels are not compared, a matched bracket counts for the gold label, and system labels are not
    /// counted.
    fn fold(
        &self,
        facet: &Facet,
        pair: &Pair<'_>,
        matches: &[Match],
        scratch: &mut BracketScratch,
        sums: &mut FacetSums,
    ) {
        if *facet == Facet::LabelPairs {
            return fold_pairs(pair, matches, &mut scratch.name, sums);
        }
        let name =
            |which, item: ItemId| pair.rules.class_name(pair.side(which).prepared.bracket(item.index()).0);
        let has_labels = !pair.rules.spans_only();
        for found in matches {
            let is_matched = u64::from(found.verdict == Verdict::Matched);
            let gold = found.gold.map(|item| name(Which::Gold, item));
            let system = found.system.map(|item| name(Which::System, item)).filter(|_| has_labels);
            if let Some(gold) = gold {
                sums.add(gold, |counts: &mut BracketCounts| {
                    counts.gold += 1;
                    counts.matched += is_matched;
                });
            }
            if let Some(system) = system {
                // Labels that count as equal share gold's row.
                let row = gold.filter(|_| is_matched == 1).unwrap_or(system);
                sums.add(row, |counts: &mut BracketCounts| counts.system += 1);
            }
            if let (Verdict::Relabelled, Some(gold), Some(system)) = (found.verdict, gold, system) {
                sums.add_confusion(gold, system);
            }
        }
    }
}

/// Sums by the labels that brackets over the same words have on both sides.
fn fold_pairs(pair: &Pair<'_>, matches: &[Match], name: &mut Vec<u8>, sums: &mut FacetSums) {
    let label =
        |which, item: ItemId| pair.rules.class_name(pair.side(which).prepared.bracket(item.index()).0);
    for found in matches {
        let gold = found.gold.map(|item| label(Which::Gold, item));
        let system = found.system.map(|item| label(Which::System, item));
        LabelNames { gold, system }.write(name);
        sums.add(name, |counts: &mut BracketCounts| {
            counts.gold += u64::from(gold.is_some());
            counts.system += u64::from(system.is_some());
            counts.matched += u64::from(found.verdict == Verdict::Matched);
        });
    }
}

/// Collects the results of the bracket kernel as matches.
struct Collected<'m>(&'m mut Vec<Match>);

impl Listener for Collected<'_> {
    fn matched(&mut self, gold: usize, system: usize) {
        self.0.push(Match::matched(gold as u32, system as u32));
    }

    fn relabelled(&mut self, gold: usize, system: usize) {
        self.0.push(Match::relabelled(gold as u32, system as u32));
    }

    fn missing(&mut self, gold: usize) {
        self.0.push(Match::missing(gold as u32));
    }

    fn extra(&mut self, system: usize) {
        self.0.push(Match::extra(system as u32));
    }
}
