//! The recorded tree node, concept and word accuracies (`conformance/tree-edit`), and laws of these measures.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde::Deserialize;
use treescore::measure::edit::{Cost, Edit, EditCosts, EditScratch, Level};
use treescore::measure::{
    CommonIndex, ConceptAccuracy, Counts, EditCounts, Facet, FacetSums, Figures, Match, Measure, Pair,
    ShownMatch, Side, TreeNode, Verdict, WordAccuracy,
};
use treescore::prepare::{Prepared, Recipe, Rules, TypeRule, TypeRules};
use treescore::read::{Buffer, Syntax};
use treescore::tree::{Arena, Labels, Which};

#[derive(Deserialize)]
struct Case {
    id: String,
    #[serde(rename = "ref")]
    gold: Vec<String>,
    #[serde(rename = "hyp")]
    system: Vec<String>,
    types: BTreeMap<String, String>,
    node_typed: Expected,
    node_untyped: Expected,
    concept: Expected,
    word: Expected,
}

#[derive(Deserialize)]
struct Expected {
    #[serde(default)]
    distance: u64,
    correct: u64,
    substituted: u64,
    deleted: u64,
    inserted: u64,
    accuracy: Option<f64>,
    #[serde(default, alias = "alignment")]
    mapping: Vec<(usize, usize)>,
    #[serde(default)]
    ref_slots: Option<Vec<(String, String)>>,
    #[serde(default)]
    hyp_slots: Option<Vec<(String, String)>>,
}

impl Expected {
    fn check(&self, tally: &EditCounts, id: &str) {
        let counts = (tally.correct, tally.substituted, tally.deleted, tally.inserted);
        assert_eq!(counts, (self.correct, self.substituted, self.deleted, self.inserted), "{id}");
        match (self.accuracy, tally.accuracy()) {
            (Some(expected), Some(found)) => assert!((expected - found).abs() < 1e-9, "{id}: {found}"),
            (expected, found) => assert_eq!(found, expected, "{id}"),
        }
    }
}

/// A pair of lines, ready to be scored.
struct Lines {
    text: [String; 2],
    arenas: [Arena; 2],
    labels: Labels,
    rules: Rules,
    prepared: [Prepared; 2],
}

impl Lines {
    fn new(gold: &str, system: &str, recipe: Recipe) -> Self {
        let (mut labels, mut buffer) = (Labels::new(), Buffer::default());
        let arenas = [gold, system].map(|line| {
            let mut arena = Arena::default();
            Syntax::Forest
                .read(line.as_bytes(), (0, line.len()), &mut labels, &mut buffer, &mut arena)
                .unwrap();
            arena
        });
        let mut rules = Rules::new(recipe);
        rules.update(&labels);
        let text = [gold.to_owned(), system.to_owned()];
        let prepared = [0, 1].map(|which: usize| {
            let mut prepared = Prepared::default();
            prepared.prepare(&arenas[which], &rules);
            prepared
        });
        Self { text, arenas, labels, rules, prepared }
    }

    fn pair(&self) -> Pair<'_> {
        let side = |which: usize| Side {
            arena: &self.arenas[which],
            text: self.text[which].as_bytes(),
            prepared: &self.prepared[which],
        };
        Pair {
            gold: side(0),
            system: side(1),
            rules: &self.rules,
            labels: &self.labels,
            index: CommonIndex::Free,
            alignment: None,
        }
    }

    fn swapped(&self) -> Pair<'_> {
        let Pair { gold, system, .. } = self.pair();
        Pair { gold: system, system: gold, ..self.pair() }
    }
}

fn raw() -> Recipe {
    Recipe::named("raw").unwrap()
}

/// The matches of a pair.
fn matches<M: Measure>(measure: &M, pair: &Pair<'_>, scratch: &mut M::Scratch) -> Vec<ShownMatch> {
    let mut found = Vec::new();
    measure.compare(pair, scratch, &mut found).unwrap();
    let shown = |one: &Match| ShownMatch {
        verdict: one.verdict,
        gold: one.gold.map(|item| measure.view(pair, scratch, Which::Gold, item)),
        system: one.system.map(|item| measure.view(pair, scratch, Which::System, item)),
        worth: one.worth,
    };
    found.iter().map(shown).collect()
}

/// The mapped pairs of a list of matches as numbers from 1, in the order of each side.
fn numbers(rows: &[ShownMatch]) -> Vec<(usize, usize)> {
    let (mut gold, mut system) = (0, 0);
    let mut pairs = Vec::new();
    for row in rows {
        gold += usize::from(row.gold.is_some());
        system += usize::from(row.system.is_some());
        if row.gold.is_some() && row.system.is_some() {
            pairs.push((gold, system));
        }
    }
    pairs
}

/// Slots and values of one side.
fn slots<'r>(
    rows: &'r [ShownMatch],
    side: impl Fn(&'r ShownMatch) -> Option<&'r treescore::measure::ItemView>,
) -> Vec<(String, String)> {
    rows.iter().filter_map(side).map(|view| (view.label.clone(), view.text.clone())).collect()
}

fn check<L: Level>(measure: &Edit<L>, lines: &Lines, expected: &Expected, id: &str) -> EditCounts {
    let mut scratch = EditScratch::default();
    let tally = measure.count(&lines.pair(), &mut scratch).unwrap();
    expected.check(&tally, id);
    assert_eq!(tally.distance_millionths, i128::from(expected.distance) * 1_000_000, "{id}");
    let rows = matches(measure, &lines.pair(), &mut scratch);
    assert_eq!(numbers(&rows), expected.mapping, "{id}");
    let verdicts = |verdict: Verdict| rows.iter().filter(|row| row.verdict == verdict).count() as u64;
    let counts = [Verdict::Matched, Verdict::Relabelled, Verdict::Missing, Verdict::Extra].map(verdicts);
    assert_eq!(counts, [tally.correct, tally.substituted, tally.deleted, tally.inserted], "{id}");
    if let (Some(gold), Some(system)) = (&expected.ref_slots, &expected.hyp_slots) {
        assert_eq!(&slots(&rows, |row| row.gold.as_ref()), gold, "{id}");
        assert_eq!(&slots(&rows, |row| row.system.as_ref()), system, "{id}");
    }
    tally
}

fn typed(types: &BTreeMap<String, String>) -> TreeNode {
    let rule = |(label, kind): (&String, &String)| TypeRule::new(label.as_bytes(), kind.as_bytes());
    let mut measure = TreeNode::default();
    measure.rules.types.table = types.iter().map(rule).collect::<Vec<_>>().into();
    measure
}

fn untyped() -> TreeNode {
    let mut measure = TreeNode::default();
    measure.rules.types = TypeRules { untyped: true, ..TypeRules::default() };
    measure
}

#[test]
fn recorded_cases_and_their_sums() {
    let mut sums: [EditCounts; 4] = Default::default();
    let mut cases = 0;
    for line in include_str!("../conformance/tree-edit/accuracy.jsonl").lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let lines = Lines::new(&case.gold.join(" "), &case.system.join(" "), raw());
        sums[0] += check(&typed(&case.types), &lines, &case.node_typed, &case.id);
        sums[1] += check(&untyped(), &lines, &case.node_untyped, &case.id);
        sums[2] += check(&ConceptAccuracy::default(), &lines, &case.concept, &case.id);
        sums[3] += check(&WordAccuracy::default(), &lines, &case.word, &case.id);
        cases += 1;
    }
    assert_eq!(cases, 70);
    let corpus: BTreeMap<String, Expected> =
        serde_json::from_str(include_str!("../conformance/tree-edit/accuracy-corpus.json")).unwrap();
    for (name, sum) in ["node_typed", "node_untyped", "concept", "word"].into_iter().zip(&sums) {
        corpus[name].check(sum, name);
        assert_eq!(sum.pairs, 70);
    }
}

#[test]
fn figures_by_hand() {
    // One correct, two substituted, one inserted: 4 + 4 + 3 of 9 + 12.
    let lines = Lines::new("a b c", "a x p q", raw());
    let tally = WordAccuracy::default().count(&lines.pair(), &mut EditScratch::default()).unwrap();
    assert_eq!((tally.correct, tally.substituted, tally.deleted, tally.inserted), (1, 2, 0, 1));
    let figures = [0.0, 1.0, 1.0 / 3.0, 2.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 - 11.0 / 21.0, 11.0];
    for (found, expected) in tally.figures().iter().zip(figures) {
        assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} {expected}");
    }
    assert_eq!(EditCounts::default().figures()[..], [None; 8]);
}

#[test]
fn costs_decide_what_is_substituted() {
    let lines = Lines::new("a b", "a c", raw());
    for (substitute, counts) in
        [("4", (1, 1, 0, 0)), ("5.999999", (1, 1, 0, 0)), ("6", (1, 0, 1, 1)), ("7.5", (1, 0, 1, 1))]
    {
        let mut measure = WordAccuracy::default();
        measure.set("cost-sub", substitute).unwrap();
        let tally = measure.count(&lines.pair(), &mut EditScratch::default()).unwrap();
        assert_eq!((tally.correct, tally.substituted, tally.deleted, tally.inserted), counts, "{substitute}");
    }
}

#[test]
fn words_outside_brackets_may_be_left_out() {
    let lines = Lines::new("bitte (A b c) danke", "bitte (A b d)", raw());
    let mut measure = ConceptAccuracy::default();
    let gold =
        |measure: &ConceptAccuracy| measure.count(&lines.pair(), &mut EditScratch::default()).unwrap().gold;
    assert_eq!(gold(&measure), 4);
    measure.set("empty-slots", "drop").unwrap();
    assert_eq!(gold(&measure), 2);
}

#[test]
fn every_leaf_that_counts_is_as_long_as_a_word() {
    let collins = || Recipe::named("collins").unwrap();
    for (line, recipe, remove, length) in [
        ("a b (A c)", raw(), "none", 3),
        ("(X) (A b (Y) () (()))", raw(), "none", 3),
        ("(X) (A b (Y) (Z (Y)))", raw(), "Y", 2),
        ("(A a (TOP) (, ,) (-NONE- *))", collins(), "none", 2),
    ] {
        let mut measure = TreeNode::default();
        measure.set("remove", remove).unwrap();
        let lines = Lines::new(line, "", recipe);
        assert_eq!(measure.length(&lines.pair().gold, &lines.rules), length, "{line}");
    }
}

#[test]
fn a_separator_divides_labels_but_no_values() {
    let lines = Lines::new("(k:A 10:30 x) (k:B y)", "(l:A 11:30 x) (B y)", raw());
    let mut measure = ConceptAccuracy::default();
    measure.set("type-separator", ":").unwrap();
    let tally = measure.count(&lines.pair(), &mut EditScratch::default()).unwrap();
    assert_eq!((tally.correct, tally.substituted, tally.deleted), (2, 1, 0));
}

#[test]
fn only_so_much_of_a_node_is_shown() {
    let (levels, words) = (35, "b ".repeat(30) + "…");
    let line = "(A b ".repeat(levels) + &")".repeat(levels);
    let lines = Lines::new(&line, &line, raw());
    let shown = |rows: Vec<ShownMatch>| -> Vec<_> { rows.into_iter().filter_map(|row| row.gold).collect() };
    let nodes = shown(matches(&TreeNode::default(), &lines.pair(), &mut EditScratch::default()));
    let texts: Vec<&str> = nodes.iter().filter(|node| node.label == "A").map(|node| &node.text[..]).collect();
    assert_eq!((texts[0], texts[29], texts[34]), ("b", &words[..words.len() - 4], &words[..]));
    let concepts = shown(matches(&ConceptAccuracy::default(), &lines.pair(), &mut EditScratch::default()));
    let slots: Vec<&str> = concepts.iter().map(|concept| &concept.label[..]).collect();
    assert_eq!((slots[1], slots[34]), ("A.A", &("…".to_owned() + &".A".repeat(30))[..]));
}

#[test]
fn slots_are_lists_of_labels_not_texts() {
    let lines = Lines::new("(A.B x y)", "(A (B x y))", raw());
    let tally = ConceptAccuracy::default().count(&lines.pair(), &mut EditScratch::default()).unwrap();
    assert_eq!((tally.correct, tally.deleted, tally.inserted), (0, 2, 2));
}

/// A line of brackets and words; open brackets are closed.
fn line() -> impl Strategy<Value = String> {
    let piece = select(vec!["(A ", "(B ", "(C ", ") ", ") ", "a ", "b ", "c ", "(A) "]);
    vec(piece, 0..14).prop_map(|pieces| {
        let (mut depth, mut text) = (0, String::new());
        for piece in pieces {
            if piece == ") " && depth == 0 {
                continue;
            }
            depth += piece.matches('(').count();
            depth -= piece.matches(')').count();
            text += piece;
        }
        text + &")".repeat(depth)
    })
}

fn costs() -> impl Strategy<Value = EditCosts> {
    let cost = || select(vec!["0", "0.25", "1", "2.5", "3", "4", "7.000001"]);
    (cost(), cost(), cost()).prop_filter_map(
        "something must cost something",
        |(substitute, insert, delete)| {
            let cost = |text: &str| text.parse::<Cost>().unwrap();
            EditCosts::new(cost(substitute), cost(insert), cost(delete))
        },
    )
}

/// Laws of each of the three measures.
fn laws<L: Level>(lines: &Lines, costs: EditCosts) -> Result<(), TestCaseError> {
    let measure = Edit::<L> { costs, ..Edit::default() };
    let mut scratch = EditScratch::default();
    let tally = measure.count(&lines.pair(), &mut scratch).unwrap();
    prop_assert_eq!(tally.gold, tally.correct + tally.substituted + tally.deleted);
    prop_assert_eq!(tally.system, tally.correct + tally.substituted + tally.inserted);
    prop_assert!(tally.distance_millionths <= tally.largest_distance_millionths);
    let mut row = vec![0; EditCounts::FIELDS.len()];
    tally.write(&mut row);
    prop_assert_eq!(EditCounts::read(&row), tally);

    let swapped_costs = EditCosts::new(costs.substitute(), costs.delete(), costs.insert()).unwrap();
    let other = Edit::<L> { costs: swapped_costs, ..Edit::default() };
    let swapped = other.count(&lines.swapped(), &mut scratch).unwrap();
    let expected = EditCounts {
        gold: tally.system,
        system: tally.gold,
        deleted: tally.inserted,
        inserted: tally.deleted,
        ..tally
    };
    prop_assert_eq!(swapped, expected);

    let Pair { gold, .. } = lines.pair();
    let same = measure.count(&Pair { system: gold, ..lines.pair() }, &mut scratch).unwrap();
    prop_assert_eq!((same.correct, same.distance_millionths), (same.gold, 0));
    prop_assert!(same.accuracy().is_none_or(|accuracy| (accuracy - 1.0).abs() < f64::EPSILON));

    for facet in measure.info().facets {
        let (mut found, mut sums) = (Vec::new(), FacetSums::default());
        measure.compare(&lines.pair(), &mut scratch, &mut found).unwrap();
        measure.fold(facet, &lines.pair(), &found, &mut scratch, &mut sums);
        let mut sum = EditCounts { pairs: 1, ..EditCounts::default() };
        for (_, row) in sums.rows() {
            sum += EditCounts::read(&row);
        }
        prop_assert_eq!(&sum, &tally, "{:?}", facet);
        let mistakes: u64 = sums.confusions().map(|(_, _, times)| times).sum();
        prop_assert_eq!(mistakes, if *facet == Facet::Label { tally.substituted } else { 0 });
    }
    let rows = matches(&measure, &lines.pair(), &mut scratch);
    let distinct = rows.iter().filter(|row| row.verdict == Verdict::Matched).count() as u64;
    prop_assert_eq!((rows.len() as u64, distinct), (tally.gold + tally.inserted, tally.correct));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn laws_hold(gold in line(), system in line(), costs in costs(), recipe in select(vec!["raw", "collins"])) {
        let lines = Lines::new(&gold, &system, Recipe::named(recipe).unwrap());
        laws::<treescore::measure::edit::Nodes>(&lines, costs)?;
        laws::<treescore::measure::edit::Words>(&lines, costs)?;
        laws::<treescore::measure::edit::Concepts>(&lines, costs)?;
    }

    #[test]
    fn types_only_forbid(gold in line(), system in line()) {
        let lines = Lines::new(&gold, &system, raw());
        let mut scratch = EditScratch::default();
        let typed = TreeNode::default().count(&lines.pair(), &mut scratch).unwrap();
        let untyped = untyped().count(&lines.pair(), &mut scratch).unwrap();
        prop_assert!(untyped.distance_millionths <= typed.distance_millionths);
    }

    #[test]
    fn words_are_nodes_where_there_are_no_brackets(gold in vec(select(vec!["a", "b", "c"]), 0..9), system in vec(select(vec!["a", "b", "c"]), 0..9)) {
        let lines = Lines::new(&gold.join(" "), &system.join(" "), raw());
        let mut scratch = EditScratch::default();
        let nodes = TreeNode::default().count(&lines.pair(), &mut scratch).unwrap();
        prop_assert_eq!(&WordAccuracy::default().count(&lines.pair(), &mut scratch).unwrap(), &nodes);
        prop_assert_eq!(&ConceptAccuracy::default().count(&lines.pair(), &mut scratch).unwrap(), &nodes);
    }
}
