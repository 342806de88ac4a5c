//! Leaf-ancestor: the similarity of the words' lineages.
//!
//! Sampson and Babarczy 2003. The lineage of a word is the list of the labels of the phrases around it, from
//! the root down. A `[` stands before the label of the highest phrase that begins at the word, a `]` after
//! that of the highest phrase that ends there, so that lineages show where phrases begin and end. The
//! similarity of two lineages of lengths m and n is 1 − d/(m + n), where d is their edit distance with
//! insertions and deletions of 1 and substitutions of 2. The score is the mean over words.

use super::{
    CommonIndex, Figure, FigureUnit, FigureValues, Figures, Fixed, ItemId, ItemView, Match, Measure,
    MeasureInfo, Pair, Side, Unpaired, Verdict,
};
use crate::align::sequence::{self, Costs, Relation, SequenceError};
use crate::align::{CellPlace, Refusal};
use crate::prepare::Rules;
use crate::tree::{Span, Which};
use crate::values::{Gauge, Meter, Stopped, counts, ratio};

counts! {
    /// Counts of the leaf-ancestor measure.
    LineageCounts {
        /// Pairs with counted words.
        pairs: Count,
        /// Gold words.
        gold: Count,
        /// System words: as many, unless words were aligned.
        system: Count,
        /// Words with equal lineages.
        matched: Count,
        /// Sum of the lineages' similarities.
        likeness: Fixed,
    }
}

impl Figures for LineageCounts {
    const FIGURES: &'static [Figure] = &[
        Figure::percent("leaf_ancestor", "leaf-ancestor", 9)
            .in_unit(FigureUnit::Fraction)
            .with_mean()
            .quotient(&[("likeness", 2)], &[("gold", 1), ("system", 1)]),
        Figure::percent("equal", "equal", 8).quotient(&[("matched", 2)], &[("gold", 1), ("system", 1)]),
    ];

    /// If the sides have different words, a word without a partner counts zero on its side, as in an F1.
    fn figures(&self) -> FigureValues {
        let words = self.gold + self.system;
        let likeness = (words > 0).then(|| Fixed::real(2 * self.likeness) / words as f64);
        FigureValues::new([likeness, ratio(2 * self.matched, words)])
    }
}

/// The leaf-ancestor measure.
///
/// ```
/// use treescore::Scorer;
/// let mut scorer = Scorer::of("leaf-ancestor")?;
/// let gold = "(S (NP (D the) (N cat)) (VP (V sat)))";
/// let score = scorer.score(gold, "(S (NP (D the) (N cat)) (V sat))")?;
/// // `sat` is `S ] [ VP` in gold and `S ]` in the system: two deletions, of six elements.
/// assert!((score.figure("leaf_ancestor").unwrap() - (1.0 + 1.0 + 4.0 / 6.0) / 3.0).abs() < 1e-12);
/// assert_eq!(scorer.score(gold, gold)?.figure("leaf_ancestor"), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LeafAncestor;

/// Buffers of [`LeafAncestor`].
#[derive(Clone, Debug, Default)]
pub struct LineageScratch {
    gold: Lineages,
    system: Lineages,
    sequence: sequence::Scratch,
    /// Numbers of the words of both sides that correspond, by position.
    partners: Vec<(u32, u32)>,
    /// Steps taken for the current pair.
    steps: u64,
    gauge: Gauge,
}

/// Largest number of steps for one pair: a few seconds. A sentence takes some thousands; deep trees over many
/// words could take days.
const MOST_STEPS: u64 = 1 << 31;

/// An element of a lineage: the class of a label, or a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Label(u32),
    Begin,
    End,
}

/// The lineages of one side, word by word: a stack of open phrases.
#[derive(Clone, Debug, Default)]
struct Lineages {
    /// The phrases in opening order, outer first: words and class.
    phrases: Vec<(Span, u32)>,
    /// Number of phrases opened so far.
    opened: usize,
    /// Phrases around the current word.
    open: Vec<(Span, u32)>,
    /// The lineage of the current word.
    elements: Vec<Element>,
    /// The lineages of all words, if they are shown; long ones are cut.
    shown: Vec<Vec<Element>>,
}

impl Lineages {
    /// Starts with the words of a side.
    fn begin(&mut self, side: &Side<'_>) {
        let brackets = side.prepared.brackets() as usize;
        self.phrases.clear();
        self.phrases.extend((0..brackets).map(|at| {
            let (class, span) = side.prepared.bracket(at);
            (span, class)
        }));
        // Brackets over aligned words may be in another order than over the words themselves. The sort is
        // stable.
        self.phrases.sort_by_key(|(span, _)| span.key());
        self.opened = 0;
        self.open.clear();
    }

    /// Computes the lineage of a word; words come in order.
    fn find(&mut self, word: u32) {
        while self.open.last().is_some_and(|(span, _)| span.end() <= word) {
            self.open.pop();
        }
        while let Some(&phrase) = self.phrases.get(self.opened).filter(|(span, _)| span.start() <= word) {
            self.opened += 1;
            if phrase.0.end() > word {
                self.open.push(phrase);
            }
        }
        self.elements.clear();
        let (mut has_begun, mut has_ended) = (false, false);
        for &(span, class) in &self.open {
            if span.start() == word && !has_begun {
                self.elements.push(Element::Begin);
                has_begun = true;
            }
            self.elements.push(Element::Label(class));
            if span.end() == word + 1 && !has_ended {
                self.elements.push(Element::End);
                has_ended = true;
            }
        }
    }

    /// Keeps the lineages of all words, to show them.
    fn keep_all(&mut self, side: &Side<'_>) {
        self.begin(side);
        self.shown.clear();
        for word in 0..side.prepared.kept().len() as u32 {
            self.find(word);
            self.shown.push(self.elements.iter().take(ItemView::SHOWN + 1).copied().collect());
        }
    }

    /// A kept lineage as text: `S [ NP`.
    fn text(&self, item: ItemId, rules: &Rules) -> String {
        let elements = self.shown.get(item.index()).map(Vec::as_slice).unwrap_or_default();
        let element = |element: &Element| match element {
            Element::Label(class) => String::from_utf8_lossy(rules.class_name(*class)).into_owned(),
            Element::Begin => "[".to_owned(),
            Element::End => "]".to_owned(),
        };
        let shown: Vec<String> = elements.iter().take(ItemView::SHOWN).map(element).collect();
        let rest = if elements.len() > ItemView::SHOWN { " …" } else { "" };
        shown.join(" ") + rest
    }
}

fn is_equal(gold: Element, system: Element, rules: &Rules) -> bool {
    match (gold, system) {
        (Element::Label(gold), Element::Label(system)) => {
            rules.spans_only() || rules.same_class(gold, system)
        }
        (gold, system) => gold == system,
    }
}

impl LineageScratch {
    /// Counts steps. Refuses the pair if it takes too many.
    fn count_steps(&mut self, steps: u64) -> Result<(), Refusal> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps <= MOST_STEPS {
            let stopped = |_: Stopped| Refusal::TooLong(SequenceError::Stopped);
            return self.gauge.add(steps).map_err(stopped);
        }
        Err(Refusal::TooLong(SequenceError::TooManySteps { limit: MOST_STEPS }))
    }

    /// The similarity of the current lineages, from 0 to 1.
    fn likeness(&mut self, rules: &Rules) -> Result<f64, Refusal> {
        let (gold, system) = (&self.gold.elements, &self.system.elements);
        let length = gold.len() + system.len();
        if length == 0 {
            return Ok(1.0); // no phrase around the word on either side
        }
        // The common prefix and suffix cost one comparison per element; only the rest is compared in full,
        // and may take too long.
        let same = |(gold, system): &(&Element, &Element)| is_equal(**gold, **system, rules);
        let before = gold.iter().zip(system).take_while(same).count();
        if 2 * before == length {
            self.count_steps(length as u64)?;
            return Ok(1.0); // most words: nothing is left to compare
        }
        let behind = gold[before..].iter().rev().zip(system[before..].iter().rev()).take_while(same).count();
        let rest = |elements: &[Element]| (elements.len() - before - behind) as u64;
        self.count_steps(length as u64 + rest(gold) * rest(system))?;
        let middle = |elements: &'_ Vec<Element>| before..elements.len() - behind;
        let (gold, system) = (&self.gold.elements, &self.system.elements);
        let (gold, system) = (&gold[middle(gold)], &system[middle(system)]);
        let relation = |i: usize, j: usize| {
            if is_equal(gold[i], system[j], rules) { Relation::Equal } else { Relation::Apart }
        };
        // A substitution costs as much as a deletion and an insertion, so it can be counted as both.
        let costs = Costs { substitute: 2, insert: 1, delete: 1 };
        let scratch = &mut self.sequence;
        let counts =
            sequence::count(gold.len(), system.len(), relation, costs, scratch).map_err(Refusal::TooLong)?;
        Ok(1.0 - counts.distance(costs) as f64 / length as f64)
    }

    /// Pairs the words of both sides, and calls `each` with their positions and the similarity of their
    /// lineages.
    fn compare(&mut self, pair: &Pair<'_>, mut each: impl FnMut(u32, u32, f64)) -> Result<(), Refusal> {
        self.steps = 0;
        self.gauge.begin(MOST_STEPS);
        self.find_partners(pair);
        self.gold.begin(&pair.gold);
        self.system.begin(&pair.system);
        for at in 0..self.partners.len() {
            let (gold, system) = self.partners[at];
            self.gold.find(gold);
            self.system.find(system);
            each(gold, system, self.likeness(pair.rules)?);
        }
        self.gauge.end();
        Ok(())
    }

    /// Pairs word *k* of gold with word *k* of the system; in aligned texts, word *k* of a cell with word *k*
    /// of the same cell.
    fn find_partners(&mut self, pair: &Pair<'_>) {
        self.partners.clear();
        let CommonIndex::Cells(cells) = pair.index else {
            let words = pair.gold.prepared.kept().len().min(pair.system.prepared.kept().len());
            self.partners.extend((0..words as u32).map(|word| (word, word)));
            return;
        };
        let (gold, system): (&[CellPlace], &[CellPlace]) = (cells.gold(), cells.system());
        let (mut i, mut j) = (0, 0);
        while i < gold.len() && j < system.len() {
            match gold[i].cell.cmp(&system[j].cell) {
                std::cmp::Ordering::Less => i += 1,
                std::cmp::Ordering::Greater => j += 1,
                std::cmp::Ordering::Equal => {
                    self.partners.push((i as u32, j as u32));
                    (i, j) = (i + 1, j + 1);
                }
            }
        }
    }
}

impl Measure for LeafAncestor {
    type Counts = LineageCounts;
    type Scratch = LineageScratch;

    fn info(&self) -> &'static MeasureInfo {
        const INFO: &MeasureInfo = &MeasureInfo {
            shown: &["gold", "matched"],
            worth: Some("alike"),
            papers: &["sampson-babarczy-2003-test"],
            ..MeasureInfo::new::<LineageCounts>(
                "leaf-ancestor",
                "words with the labels of all phrases around them",
            )
        };
        INFO
    }

    fn attach(&self, meter: &Meter, scratch: &mut LineageScratch) {
        scratch.gauge.attach(meter);
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut LineageScratch) -> Result<LineageCounts, Refusal> {
        let (gold, system) =
            (pair.gold.prepared.kept().len() as u64, pair.system.prepared.kept().len() as u64);
        if gold + system == 0 {
            return Ok(LineageCounts::default());
        }
        let mut counts = LineageCounts { pairs: 1, gold, system, ..LineageCounts::default() };
        scratch.compare(pair, |_, _, likeness| {
            counts.matched += u64::from(likeness >= 1.0);
            counts.likeness += Fixed::point(likeness);
        })?;
        Ok(counts)
    }

    fn count_missed(&self, gold: Option<&Unpaired<'_>>, _scratch: &mut LineageScratch) -> LineageCounts {
        let words = gold.map_or(0, |gold| gold.side.prepared.kept().len() as u64);
        LineageCounts { pairs: 1, gold: words, ..LineageCounts::default() }
    }

    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut LineageScratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal> {
        let mut next = (0, 0);
        let (gold_words, system_words) =
            (pair.gold.prepared.kept().len() as u32, pair.system.prepared.kept().len() as u32);
        scratch.compare(pair, |gold, system, likeness| {
            matches.extend((next.0..gold).map(Match::missing));
            matches.extend((next.1..system).map(Match::extra));
            next = (gold + 1, system + 1);
            let verdict = if likeness >= 1.0 { Verdict::Matched } else { Verdict::Relabelled };
            matches.push(Match { worth: Some(likeness), ..Match::both(gold, system, verdict) });
        })?;
        matches.extend((next.0..gold_words).map(Match::missing));
        matches.extend((next.1..system_words).map(Match::extra));
        scratch.gold.keep_all(&pair.gold);
        scratch.system.keep_all(&pair.system);
        Ok(())
    }

    /// The lineage is shown as the label.
    fn view(&self, pair: &Pair<'_>, scratch: &LineageScratch, which: Which, item: ItemId) -> ItemView {
        let lineages = if which == Which::Gold { &scratch.gold } else { &scratch.system };
        ItemView {
            label: lineages.text(item, pair.rules),
            text: ItemView::text_of(pair.side(which).words(item.0, item.0 + 1)),
            words: Some((item.0, item.0 + 1)),
            ..ItemView::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prepare::Recipe;
    use crate::{Scorer, Setup};

    fn score(gold: &str, system: &str) -> f64 {
        let setup = Setup::of(LeafAncestor).with_recipe(Recipe::raw());
        Scorer::new(setup).score(gold, system).unwrap().figure("leaf_ancestor").unwrap()
    }

    fn lineages(tree: &str) -> Vec<String> {
        let setup = Setup::of(LeafAncestor).with_recipe(Recipe::raw());
        let matches = Scorer::new(setup).matches(tree, tree).unwrap();
        matches.into_iter().filter_map(|found| found.gold).map(|item| item.label).collect()
    }

    #[test]
    fn lineages_say_where_phrases_begin_and_end() {
        assert_eq!(
            lineages("(S (NP (D the) (N cat)) (VP (V saw) (NP (P it))))"),
            ["[ S NP", "S NP ]", "S [ VP", "S ] VP [ NP"]
        );
        assert_eq!(lineages("(X (Y (N a)))"), ["[ X ] Y"]);
        assert_eq!(lineages("(N a)"), [""]);
    }

    #[test]
    fn by_hand() {
        for (gold, system, expected, why) in [
            ("(S (A a) (B b))", "(S (A a) (B b))", 1.0, "identical"),
            (
                "(S (A a) (B b))",
                "(T (A a) (B b))",
                0.5,
                "[ S against [ T: two of four; S ] against T ] the same",
            ),
            (
                "(S (A a) (X (B b) (C c)))",
                "(S (A a) (B b) (C c))",
                // a: equal. b: S [ X against S: distance 2 of 4. c: S ] X against S ]: distance 1 of 5.
                (1.0 + 0.5 + 0.8) / 3.0,
                "a phrase is missing",
            ),
        ] {
            assert!((score(gold, system) - expected).abs() < 1e-12, "{why}: {}", score(gold, system));
        }
    }
}
