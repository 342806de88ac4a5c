//! PARSEVAL: labelled brackets, crossing brackets and tags, as EVALB counts them.
//!
//! Black et al. 1991; the counting rules are those of EVALB (Sekine and Collins), with every choice in the recipe.

use std::ops::AddAssign;

use super::bracket::{LeftOver, Listener, match_brackets};
use super::cell_tags::CellTags;
use super::{
    Alone, Counts, Fact, FactNumber, Figure, FigureKind, Fixed, Measure, NamedTallies, Names, Pair, Tally,
    count, crossing, ratio,
};
use crate::prepare::{Empty, Rules};
use crate::align::Refusal;

/// What is counted in one pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BracketCounts {
    /// Brackets in both trees.
    pub matched: u32,
    /// Brackets in gold.
    pub gold: u32,
    /// Brackets in the system's tree.
    pub system: u32,
    /// System brackets that cross a gold bracket.
    pub crossing: u32,
    /// Gold words that count.
    pub words: u32,
    /// System words that count: as many, unless words were aligned.
    pub system_words: u32,
    /// Words with equal tags.
    pub tags: u32,
}

/// Buffers of the bracket kernel.
#[derive(Clone, Debug, Default)]
pub struct BracketScratch {
    left: LeftOver,
    open: crossing::Open,
    reach: crossing::Reach,
    tags: CellTags,
}

impl BracketCounts {
    /// Counts a pair whose words were found equal.
    pub fn of(pair: &Pair<'_>, scratch: &mut BracketScratch) -> Self {
        let (gold, system) = (pair.gold.prepared, pair.system.prepared);
        let matched = match_brackets(gold, system, pair.rules, &mut scratch.left, &mut ());
        let crossing = if gold.is_nested() && system.is_nested() {
            crossing::count(&scratch.left, &mut scratch.open)
        } else {
            crossing::count_all(gold.spans(), system.spans(), &mut scratch.reach)
        };
        Self {
            matched,
            gold: gold.brackets(),
            system: system.brackets(),
            crossing,
            words: gold.kept().len() as u32,
            system_words: system.kept().len() as u32,
            tags: match pair.meeting {
                Some(meeting) => scratch.tags.count(pair, meeting),
                None => equal_tags(pair),
            },
        }
    }
}

fn equal_tags(pair: &Pair<'_>) -> u32 {
    let rules = pair.rules.by_label();
    let (gold, system) = (pair.gold.arena.words(), pair.system.arena.words());
    let both = pair.gold.prepared.kept().iter().zip(pair.system.prepared.kept());
    let same = |(&our, &their): (&u32, &u32)| {
        let (a, b) = (gold[our as usize].tag, system[their as usize].tag);
        a == b || pair.rules.same_tag(rules[a.index()].tag, rules[b.index()].tag)
    };
    both.map(|words| u32::from(same(words))).sum()
}

/// The tally of PARSEVAL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketTally {
    /// Pairs.
    pub pairs: u64,
    /// Brackets in both trees.
    pub matched: u64,
    /// Brackets in gold.
    pub gold: u64,
    /// Brackets in the system's trees.
    pub system: u64,
    /// System brackets that cross a gold bracket.
    pub crossing: u64,
    /// Gold words that count.
    pub words: u64,
    /// System words that count: as many, unless words were aligned.
    pub system_words: u64,
    /// Words with equal tags.
    pub tags: u64,
    /// Pairs with equal brackets.
    pub exact: u64,
    /// Pairs without crossing brackets.
    pub no_crossing: u64,
    /// Pairs with at most two crossing brackets.
    pub two_or_fewer_crossing: u64,
    /// The pairs' F1.
    pub f1: Fixed,
    /// The pairs' recall.
    pub recall: Fixed,
    /// The pairs' precision.
    pub precision: Fixed,
}

impl AddAssign for BracketTally {
    fn add_assign(&mut self, other: Self) {
        // A new field does not compile until it is named here.
        let Self { pairs, matched, gold, system, crossing, words, system_words, tags, exact, .. } = other;
        let Self { no_crossing, two_or_fewer_crossing, f1, recall, precision, .. } = other;
        self.pairs += pairs;
        self.matched += matched;
        self.gold += gold;
        self.system += system;
        self.crossing += crossing;
        self.words += words;
        self.system_words += system_words;
        self.tags += tags;
        self.exact += exact;
        self.no_crossing += no_crossing;
        self.two_or_fewer_crossing += two_or_fewer_crossing;
        self.f1 += f1;
        self.recall += recall;
        self.precision += precision;
    }
}

impl BracketTally {
    /// The tally of one pair. A pair without any word that counts is nothing to anybody: it adds nothing, as in EVALB, which
    /// skips it.
    pub fn of(counts: BracketCounts, empty: Empty) -> Self {
        if counts.words == 0 && counts.system_words == 0 {
            return Self::default();
        }
        let BracketCounts { matched, gold, system, crossing, words, system_words, tags } = counts;
        let mean = |part: u32, whole: u32| Fixed::share(part.into(), whole.into(), empty);
        Self {
            pairs: 1,
            matched: matched.into(),
            gold: gold.into(),
            system: system.into(),
            crossing: crossing.into(),
            words: words.into(),
            system_words: system_words.into(),
            tags: tags.into(),
            exact: u64::from(matched == gold && matched == system),
            no_crossing: u64::from(crossing == 0),
            two_or_fewer_crossing: u64::from(crossing <= 2),
            f1: mean(matched.saturating_mul(2), gold.saturating_add(system)),
            recall: mean(matched, gold),
            precision: mean(matched, system),
        }
    }

    /// Recall of the sum; undefined without gold brackets.
    pub fn recall(&self) -> Option<f64> {
        ratio(self.matched, self.gold)
    }

    /// Precision of the sum; undefined without system brackets.
    pub fn precision(&self) -> Option<f64> {
        ratio(self.matched, self.system)
    }

    /// F1 of the sum; undefined without any bracket.
    pub fn f1(&self) -> Option<f64> {
        ratio(2 * self.matched, self.gold + self.system)
    }
}

const FIGURES: &[Figure] = &[
    Figure { key: "f1", title: "F1", kind: FigureKind::Percent, rank: 9 },
    Figure { key: "recall", title: "recall", kind: FigureKind::Percent, rank: 8 },
    Figure { key: "precision", title: "precision", kind: FigureKind::Percent, rank: 7 },
    Figure { key: "exact", title: "exact", kind: FigureKind::Percent, rank: 5 },
    Figure { key: "crossing", title: "crossing", kind: FigureKind::PerPair, rank: 4 },
    Figure { key: "tags", title: "tags", kind: FigureKind::Percent, rank: 3 },
    Figure { key: "no_crossing", title: "0 cross", kind: FigureKind::Percent, rank: 0 },
    Figure { key: "two_or_fewer_crossing", title: "<=2 cross", kind: FigureKind::Percent, rank: 0 },
];

impl Tally for BracketTally {
    fn corpus(&self) -> Vec<Option<f64>> {
        vec![
            self.f1(),
            self.recall(),
            self.precision(),
            ratio(self.exact, self.pairs),
            ratio(self.crossing, self.pairs),
            ratio(self.tags, self.words),
            ratio(self.no_crossing, self.pairs),
            ratio(self.two_or_fewer_crossing, self.pairs),
        ]
    }

    fn sentence_mean(&self) -> Vec<Option<f64>> {
        let means = [&self.f1, &self.recall, &self.precision].map(Fixed::mean);
        means.into_iter().chain(std::iter::repeat_n(None, FIGURES.len() - means.len())).collect()
    }

    fn counts(&self) -> Counts {
        Counts::from([
            ("pairs", self.pairs.into()),
            ("matched", self.matched.into()),
            ("gold", self.gold.into()),
            ("system", self.system.into()),
            ("crossing", self.crossing.into()),
            ("words", self.words.into()),
            ("system_words", self.system_words.into()),
            ("tags", self.tags.into()),
            ("exact", self.exact.into()),
            ("no_crossing", self.no_crossing.into()),
            ("two_or_fewer_crossing", self.two_or_fewer_crossing.into()),
            ("f1_sum", self.f1.sum),
            ("f1_pairs", self.f1.values.into()),
            ("recall_sum", self.recall.sum),
            ("recall_pairs", self.recall.values.into()),
            ("precision_sum", self.precision.sum),
            ("precision_pairs", self.precision.values.into()),
        ])
    }

    fn of_counts(counts: &Counts) -> Self {
        let count = |name: &str| count(counts, name);
        let fixed = |sum: &str, values: &str| Fixed::named(counts, sum, values);
        Self {
            pairs: count("pairs"),
            matched: count("matched"),
            gold: count("gold"),
            system: count("system"),
            crossing: count("crossing"),
            words: count("words"),
            system_words: count("system_words"),
            tags: count("tags"),
            exact: count("exact"),
            no_crossing: count("no_crossing"),
            two_or_fewer_crossing: count("two_or_fewer_crossing"),
            f1: fixed("f1_sum", "f1_pairs"),
            recall: fixed("recall_sum", "recall_pairs"),
            precision: fixed("precision_sum", "precision_pairs"),
        }
    }

    fn facts(&self) -> Vec<Fact> {
        if self.words == self.system_words {
            return Vec::new();
        }
        let percent = |part, whole| FactNumber::Percent(ratio(part, whole));
        let numbers = vec![
            ("recall", percent(self.tags, self.words)),
            ("precision", percent(self.tags, self.system_words)),
            ("F1", percent(2 * self.tags, self.words + self.system_words)),
        ];
        vec![Fact { about: "tags", numbers }]
    }
}

/// Listens to the bracket kernel and tallies by label.
struct ByLabel<'a> {
    rules: &'a Rules,
    tallies: &'a mut NamedTallies<BracketTally>,
}

impl ByLabel<'_> {
    fn of(&mut self, class: u32) -> &mut BracketTally {
        self.tallies.of(self.rules.class_name(class))
    }
}

impl Listener for ByLabel<'_> {
    fn matched(&mut self, class: u32) {
        let tally = self.of(class);
        tally.matched += 1;
        tally.gold += 1;
        tally.system += 1;
    }

    fn relabelled(&mut self, gold: u32, system: u32) {
        self.missing(gold);
        self.extra(system);
        self.tallies.mistake(self.rules.class_name(gold), self.rules.class_name(system));
    }

    fn missing(&mut self, class: u32) {
        self.of(class).gold += 1;
    }

    fn extra(&mut self, class: u32) {
        self.of(class).system += 1;
    }
}

/// The measure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parseval;

impl Measure for Parseval {
    type Tally = BracketTally;
    type Scratch = BracketScratch;

    fn name(&self) -> &'static str {
        "parseval"
    }

    fn figures(&self) -> &'static [Figure] {
        FIGURES
    }

    fn shown_counts(&self) -> &'static [&'static str] {
        &["matched", "gold", "system"]
    }

    fn papers(&self) -> &'static [&'static str] {
        &["black-etal-1991-procedure"]
    }

    fn tally(&self, pair: &Pair<'_>, scratch: &mut BracketScratch) -> Result<BracketTally, Refusal> {
        Ok(BracketTally::of(BracketCounts::of(pair, scratch), pair.rules.recipe().empty))
    }

    fn missed(&self, gold: Option<&Alone<'_>>, _scratch: &mut BracketScratch) -> BracketTally {
        let counts = gold.map_or_else(BracketCounts::default, |gold| BracketCounts {
            gold: gold.side.prepared.brackets(),
            words: gold.side.prepared.kept().len() as u32,
            ..BracketCounts::default()
        });
        // Counted as zero, also where there was nothing to find: a refused pair is never right.
        let zero = Fixed::of(Some(0.0));
        BracketTally {
            exact: 0,
            no_crossing: 0,
            two_or_fewer_crossing: 0,
            f1: zero,
            recall: zero,
            precision: zero,
            ..BracketTally::of(counts, Empty::Zero)
        }
    }

    fn names(&self) -> &'static [Names] {
        &[Names::Labels]
    }

    fn by_name(
        &self,
        _names: Names,
        pair: &Pair<'_>,
        scratch: &mut BracketScratch,
        tallies: &mut NamedTallies<BracketTally>,
    ) -> Result<(), Refusal> {
        let (gold, system) = (pair.gold.prepared, pair.system.prepared);
        let mut listener = ByLabel { rules: pair.rules, tallies };
        match_brackets(gold, system, pair.rules, &mut scratch.left, &mut listener);
        Ok(())
    }
}
