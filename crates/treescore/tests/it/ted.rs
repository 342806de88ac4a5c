//! TedEval against a naive twin: forests taken apart root by root, and all that is remembered is the answer.

use std::collections::HashMap;

use proptest::prelude::*;
use treescore::measure::{Ted, TedCounts};
use treescore::prepare::{Compare, Recipe};
use treescore::read::Units;
use treescore::run::{Plan, score};
use treescore::setup::{Pairing, TextAlignment};
use treescore::{Scorer, Setup};

use crate::support::sketch::{Sketch, check, pair, sketch};

/// A node: its label, or its tag with its word, and its children.
struct Node {
    label: String,
    is_leaf: bool,
    children: Vec<usize>,
}

/// The nodes of a tree, and those below its root.
fn nodes(tree: &Sketch) -> (Vec<Node>, Vec<usize>) {
    let brackets = tree.brackets();
    let mut nodes: Vec<Node> = Vec::new();
    let mut roots = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut next = brackets[1..].iter().peekable();
    let add = |nodes: &mut Vec<Node>, roots: &mut Vec<usize>, open: &[(usize, usize)], node: Node| {
        nodes.push(node);
        let number = nodes.len() - 1;
        match open.last() {
            Some(&(parent, _)) => nodes[parent].children.push(number),
            None => roots.push(number),
        }
        number
    };
    for (word, step) in tree.steps.iter().enumerate() {
        open.retain(|&(_, end)| end > word);
        while let Some((label, _, end)) = next.next_if(|(_, start, _)| *start == word) {
            let node = Node { label: label.clone(), is_leaf: false, children: Vec::new() };
            let number = add(&mut nodes, &mut roots, &open, node);
            open.push((number, *end));
        }
        let label = format!("{} {}", step.tag, step.word);
        add(&mut nodes, &mut roots, &open, Node { label, is_leaf: true, children: Vec::new() });
    }
    (nodes, roots)
}

/// Compares two forests.
struct Twin<'a> {
    gold: &'a [Node],
    system: &'a [Node],
    has_labels: bool,
    known: HashMap<(Vec<usize>, Vec<usize>), u64>,
}

impl Twin<'_> {
    fn is_same(&self, gold: usize, system: usize) -> bool {
        let (gold, system) = (&self.gold[gold], &self.system[system]);
        let word = |label: &str| label.split_once(' ').map(|(_, word)| word.to_owned());
        gold.is_leaf == system.is_leaf
            && match (self.has_labels, gold.is_leaf) {
                (true, _) => gold.label == system.label,
                (false, true) => word(&gold.label) == word(&system.label),
                (false, false) => true,
            }
    }

    /// The greatest number of equal nodes in a mapping: the last root of either side is left out, or both are mapped.
    fn kept(&mut self, gold: &[usize], system: &[usize]) -> u64 {
        let (Some((&one, before)), Some((&other, earlier))) = (gold.split_last(), system.split_last()) else {
            return 0;
        };
        let key = (gold.to_vec(), system.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (below, under) = (self.gold[one].children.clone(), self.system[other].children.clone());
        let without = |rest: &[usize], children: &[usize]| [rest, children].concat();
        let mut best =
            self.kept(&without(before, &below), system).max(self.kept(gold, &without(earlier, &under)));
        if self.is_same(one, other) {
            best = best.max(1 + self.kept(&below, &under) + self.kept(before, earlier));
        }
        self.known.insert(key, best);
        best
    }
}

fn naive(gold: &Sketch, system: &Sketch, has_labels: bool) -> TedCounts {
    naive_of(nodes(gold), nodes(system), has_labels)
}

fn naive_of(
    (gold, gold_roots): (Vec<Node>, Vec<usize>),
    (system, system_roots): (Vec<Node>, Vec<usize>),
    has_labels: bool,
) -> TedCounts {
    let mut twin = Twin { gold: &gold, system: &system, has_labels, known: HashMap::new() };
    let matched = twin.kept(&gold_roots, &system_roots);
    let (gold, system) = (gold.len() as u64, system.len() as u64);
    TedCounts { pairs: 1, matched, gold, system, exact: u64::from(2 * matched == gold + system) }
}

fn scored(gold: &Sketch, system: &Sketch, recipe: Recipe) -> TedCounts {
    let mut scorer = Scorer::new(Setup::of(Ted::default()).with_recipe(recipe));
    scorer.score(&*gold.text(), &*system.text()).unwrap().counts()
}

#[test]
fn the_naive_twin_gives_the_same() {
    check(400, pair(), |(gold, system)| {
        let unlabeled = Recipe { compare: Compare::Spans, ..Recipe::raw() };
        prop_assert_eq!(scored(&gold, &system, Recipe::raw()), naive(&gold, &system, true));
        prop_assert_eq!(scored(&gold, &system, unlabeled), naive(&gold, &system, false));
        Ok(())
    });
}

#[test]
fn the_naive_twin_gives_the_same_where_words_differ() {
    check(300, (sketch(6), sketch(4)), |(gold, system)| {
        prop_assert_eq!(scored(&gold, &system, Recipe::raw()), naive(&gold, &system, true));
        Ok(())
    });
}

/// The nodes of a tree whose words are told apart by their places: equal words of one text are in different cells.
fn nodes_in_cells(tree: &Sketch) -> (Vec<Node>, Vec<usize>) {
    let (mut nodes, roots) = nodes(tree);
    for (place, leaf) in nodes.iter_mut().filter(|node| node.is_leaf).enumerate() {
        leaf.label = format!("{} {place}", leaf.label);
    }
    (nodes, roots)
}

fn aligned(gold: &str, system: &str) -> TedCounts {
    let setup = Setup::of(Ted::default())
        .with_pairing(Pairing::Text(TextAlignment::default()))
        .with_recipe(Recipe::raw());
    let units = |text: &str| [text].into_iter().collect::<Units>();
    let plan = Plan::new(units(gold).into(), vec![units(system).into()], vec![setup]);
    let sum = score(&plan, &mut ()).unwrap().systems[0].setups[0].totals.all_scored();
    let count = |name| u64::try_from(sum.count(name).unwrap()).unwrap();
    let [pairs, matched, gold, system, exact] = ["pairs", "matched", "gold", "system", "exact"].map(count);
    TedCounts { pairs, matched, gold, system, exact }
}

/// After alignment a word is kept within its cell only, and with the same words each word is a cell.
#[test]
fn the_naive_twin_gives_the_same_in_cells() {
    let (gold, system) = ("(TOP (S (N b) (V x) (V b)))", "(TOP (S (V b) (X x) (D b)))");
    assert_eq!(aligned(gold, system), TedCounts { pairs: 1, matched: 1, gold: 4, system: 4, exact: 0 });
    check(400, pair(), |(mut gold, mut system)| {
        // Alignment leaves traces out.
        for step in gold.steps.iter_mut().chain(&mut system.steps) {
            let labels = step.opens.iter_mut().chain([&mut step.tag]);
            labels.filter(|label| *label == "-NONE-").for_each(|label| *label = "N".to_owned());
        }
        let expected = naive_of(nodes_in_cells(&gold), nodes_in_cells(&system), true);
        prop_assert_eq!(aligned(&gold.text(), &system.text()), expected);
        Ok(())
    });
}

/// A chain of edits is at least as long as the way it takes: edits are a distance.
#[test]
fn edits_are_a_distance() {
    check(200, (sketch(5), sketch(5), sketch(5)), |(one, two, three)| {
        let edits = |a: &Sketch, b: &Sketch| scored(a, b, Recipe::raw()).edits();
        prop_assert_eq!(edits(&one, &one), 0);
        prop_assert_eq!(edits(&one, &two), edits(&two, &one));
        prop_assert!(edits(&one, &three) <= edits(&one, &two) + edits(&two, &three));
        Ok(())
    });
}
