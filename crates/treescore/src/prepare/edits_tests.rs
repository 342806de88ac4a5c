//! Speech repairs: tables of trees, and a comparison with flattening, moving and merging on nested lists.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::prepare::prepared::tests::{show, show_forest};
use crate::prepare::{Recipe, Repeats, Root, Trivial};

fn recipe(change: impl FnOnce(&mut Recipe)) -> Recipe {
    let names = |names: &[&str]| names.iter().map(|name| name.as_bytes().to_vec()).collect();
    let mut recipe = Recipe {
        edits: names(&["E", "F"]),
        empties: names(&["-NONE-", "Z"]),
        delete: names(&["TOP", "D", ","]),
        ..Recipe::named("speech").unwrap()
    };
    change(&mut recipe);
    recipe
}

#[test]
fn repairs_are_separate_brackets() {
    for (tree, shown, why) in [
        ("(S (NP (N a)) (VP (V b)))", "a b S:0-2 NP:0-1 VP:1-2", "no repair"),
        ("(S (E (NP (N a))) (NP (N b)) (V c))", "a b c E:0-1 S:1-3 NP:1-2", "at the edge"),
        ("(S (NP (N a)) (E (N b)) (V c))", "a b c S:0-3 NP:0-1 E:1-2", "in the middle"),
        ("(S (NP (N a) (E (N b))) (V c))", "a b c S:0-3 NP:0-1 E:1-2", "moved up"),
        (
            "(S (A a) (VP (NP (N b) (E (N c))) (E (N d) (N e))) (NP (F (N f)) (N g)))",
            "a b c d e f g S:0-7 VP:1-2 NP:1-2 E:2-6 NP:6-7",
            "three are merged, with the label of the first",
        ),
        (
            "(S (N a) (VP (E (N b) (F (N c)) (VP (V d)))))",
            "a b c d S:0-1 E:1-4",
            "a phrase of nothing else goes",
        ),
        ("(E (S (N a) (E (N b))))", "a b E:0-2", "everything is a repair"),
        (
            "(S (E (N a)) (, ,) (E-1 (N b)) (N c))",
            "a b c E:0-2 S:2-3",
            "deleted words do not separate repairs",
        ),
        ("(S (N a) (E (, ,)) (N b))", "a b S:0-2", "an empty repair"),
        ("(S (N a) (D (E (N b)) (N c)))", "a b c S:0-3 E:1-2", "a deleted phrase"),
        ("(S (N a) (E b) (N c))", "a b c S:0-3", "a tag is not a bracket"),
        ("(S (N a) (E b) (F c) (N d))", "a b c d S:0-4 E:1-3", "two are"),
        ("(S (N a) (F b) (E (N c)))", "a b c S:0-1 F:1-3", "a tag comes first"),
        ("(S (F (E a)) (N b))", "a b F:0-1 S:1-2", "a tag inside"),
        ("(TOP (E (N a)) (E (N b)))", "a b E:0-2", "below the top"),
    ] {
        assert_eq!(show(tree, recipe(|_| ())), shown, "{why}: {tree}");
    }
}

#[test]
fn removed_brackets_take_everything_with_them() {
    for (tree, shown, why) in [
        ("(S (NP (-NONE- *)) (N a) (Z (NP (N b)) (Z (N c)) (N d)) (VP (V e)))", "a e S:0-2 VP:1-2", "twice"),
        ("(S (VP (Z (N a))) (N b))", "b S:0-1", "a bracket with nothing else"),
        ("(S (E (N a) (Z (E (N b)) (N c)) (N d)) (N e))", "a d e E:0-2 S:2-3", "inside a repair"),
        ("(S (E (N a)) (Z (N b)) (E (N c)) (N d))", "a c d E:0-2 S:2-3", "between repairs"),
        ("(Z (S (N a)))", "", "all"),
        ("(S (Z a) (N b))", "b S:0-1", "as a tag"),
    ] {
        assert_eq!(show(tree, recipe(|_| ())), shown, "{why}: {tree}");
    }
    let collins = |empties: &[&str]| Recipe {
        empties: empties.iter().map(|name| name.as_bytes().to_vec()).collect(),
        ..Recipe::default()
    };
    assert_eq!(show("(S (-Z- (N a)) (-Y- (N b)))", collins(&["-Z-"])), "b S:0-1 :0-1", "whole, with hyphens");
    assert_eq!(show("(S (NP-Z (N a)) (NP (N b)))", collins(&["NP-Z"])), "a b S:0-2 NP:0-1 NP:1-2", "not cut");
    assert_eq!(show("(S (NP-Z (N a)) (NP (N b)))", collins(&["NP"])), "", "cut");
    assert_eq!(show("(S (PRT (N a)) (VP (N b)))", collins(&["ADVP"])), "b S:0-1 VP:0-1", "by an equal label");
}

#[test]
fn other_policies_come_later() {
    let tree = "(S (E (N a)) (S (NP (NP (N b)) (E (N c))) (VP (V d) (N e))) (E (N f)))";
    for (change, shown, why) in [
        (
            (|_| ()) as fn(&mut Recipe),
            "a b c d e f E:0-1 S:1-5 S:1-5 NP:1-2 NP:1-2 E:2-3 VP:3-5 E:5-6",
            "as it is",
        ),
        (|r| r.root = Root::Drop, "a b c d e f E:0-1 S:1-5 NP:1-2 NP:1-2 E:2-3 VP:3-5 E:5-6", "no root"),
        (|r| r.repeats = Repeats::Once, "a b c d e f E:0-1 S:1-5 NP:1-2 E:2-3 VP:3-5 E:5-6", "no repeats"),
        (|r| r.trivial = Trivial::DropWords, "a b c d e f S:1-5 S:1-5 VP:3-5", "no single words"),
        (
            |r| r.trivial = Trivial::DropSentence,
            "a b c d e f E:0-1 NP:1-2 NP:1-2 E:2-3 VP:3-5 E:5-6",
            "no sentence: that is what is not edited",
        ),
    ] {
        assert_eq!(show(tree, recipe(change)), shown, "{why}");
    }
    let tops = recipe(|r| r.edits = vec![b"ROOT".to_vec()]);
    assert_eq!(
        show("(ROOT (S (N a) (N b)))", tops.clone()),
        "a b",
        "a dummy root does not count as a repair"
    );
    assert_eq!(
        show("(ROOT (S (N a) (N b)))", Recipe { root: Root::Count, ..tops }),
        "a b ROOT:0-2",
        "another does"
    );
    let sentence = recipe(|r| r.trivial = Trivial::DropSentence);
    assert_eq!(show("(S (E (N a) (N b)) (N c) (N d))", sentence.clone()), "a b c d E:0-2", "equally long");
    assert_eq!(show("(S (E (N a) (N b)))", sentence), "a b", "all of it");
}

#[test]
fn repairs_of_several_trees_are_not_merged() {
    let shown = show_forest("(S (N a) (E (N b))) (S (E (N c)) (N d)) (X (E (N e)))", recipe(|_| ()));
    assert_eq!(shown, "a b c d e S:0-1 E:1-2 E:2-3 S:3-4 E:4-5");
    let shown = show_forest("(E a) (E b) (S (E c) (E d)) (E e)", recipe(|_| ()));
    assert_eq!(shown, "a b c d e E:2-4", "words that are trees");
}

/// A tree that is easy to change.
#[derive(Clone, Debug, PartialEq)]
enum Naive {
    Leaf(String, String),
    Phrase(String, Vec<Naive>),
}

impl Naive {
    fn label(&self) -> &str {
        match self {
            Self::Leaf(label, _) | Self::Phrase(label, _) => label,
        }
    }

    fn is_edit(&self) -> bool {
        matches!(self.label(), "E" | "F")
    }

    fn leaves(self) -> Vec<Self> {
        match self {
            Self::Leaf(..) => vec![self],
            Self::Phrase(_, children) => children.into_iter().flat_map(Self::leaves).collect(),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Leaf(label, word) => format!("({label} {word})"),
            Self::Phrase(label, children) => {
                let children: Vec<String> = children.iter().map(Self::text).collect();
                format!("({label} {})", children.join(" "))
            }
        }
    }
}

/// Deletes removed and deleted nodes.
fn prune(node: Naive) -> Vec<Naive> {
    match node {
        Naive::Leaf(ref label, _) if matches!(&label[..], "D" | "Z") => vec![],
        Naive::Phrase(label, _) if label == "Z" => vec![],
        Naive::Phrase(label, children) => {
            let children: Vec<Naive> = children.into_iter().flat_map(prune).collect();
            if label == "D" || children.is_empty() { children } else { vec![Naive::Phrase(label, children)] }
        }
        leaf @ Naive::Leaf(..) => vec![leaf],
    }
}

fn flatten(node: Naive) -> Naive {
    match node {
        Naive::Phrase(label, children) if matches!(&label[..], "E" | "F") => {
            Naive::Phrase(label, children.into_iter().flat_map(Naive::leaves).collect())
        }
        Naive::Phrase(label, children) => Naive::Phrase(label, children.into_iter().map(flatten).collect()),
        leaf @ Naive::Leaf(..) => leaf,
    }
}

/// The nodes that replace a node in its parent.
fn move_up(node: Naive) -> Vec<Naive> {
    if node.is_edit() {
        return vec![node];
    }
    let Naive::Phrase(label, children) = node else { return vec![node] };
    let children: Vec<Naive> = children.into_iter().flat_map(move_up).collect();
    let Some(first) = children.iter().position(|child| !child.is_edit()) else { return children };
    let last = children.iter().rposition(|child| !child.is_edit()).unwrap();
    let inner = Naive::Phrase(label, children[first..=last].to_vec());
    [&children[..first], &[inner], &children[last + 1..]].concat()
}

fn merge(children: Vec<Naive>) -> Vec<Naive> {
    let mut merged: Vec<Naive> = Vec::new();
    for child in children {
        match merged.pop() {
            Some(before) if before.is_edit() && child.is_edit() => {
                let label = before.label().to_owned();
                merged.push(Naive::Phrase(label, [before.leaves(), child.leaves()].concat()));
            }
            before => {
                merged.extend(before);
                merged.push(match child {
                    Naive::Phrase(label, inner) if !matches!(&label[..], "E" | "F") => {
                        Naive::Phrase(label, merge(inner))
                    }
                    other => other,
                });
            }
        }
    }
    merged
}

/// Appends the words and brackets from a position on. Returns the position after them.
fn spans(node: &Naive, place: usize, words: &mut Vec<String>, brackets: &mut Vec<String>) -> usize {
    match node {
        Naive::Leaf(_, word) => {
            words.push(word.clone());
            place + 1
        }
        Naive::Phrase(label, children) => {
            let end = children.iter().fold(place, |place, child| spans(child, place, words, brackets));
            brackets.push(format!("{label}:{place}-{end}"));
            end
        }
    }
}

fn tree() -> impl Strategy<Value = Naive> {
    let labels = || select(&["S", "NP", "VP", "E", "F", "D", "Z"][..]).prop_map(str::to_owned);
    let tags = select(&["N", "N", "N", "V", "E", "D", "Z"][..]).prop_map(str::to_owned);
    let leaf = (tags, "[a-c]").prop_map(|(tag, word)| Naive::Leaf(tag, word));
    let inner = leaf.prop_recursive(5, 24, 4, move |inner| {
        (labels(), vec(inner, 1..4)).prop_map(|(label, children)| Naive::Phrase(label, children))
    });
    let root = select(&["S", "X", "E"][..]).prop_map(str::to_owned);
    (root, vec(inner, 1..4)).prop_map(|(label, children)| Naive::Phrase(label, children))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn runs_and_reaches_agree_with_three_passes(trees in vec(tree(), 1..4)) {
        let text: Vec<String> = trees.iter().map(Naive::text).collect();
        let (mut words, mut brackets, mut place) = (Vec::new(), Vec::new(), 0);
        for tree in trees {
            let moved = prune(tree).into_iter().map(flatten).flat_map(move_up).collect();
            for node in merge(moved) {
                place = spans(&node, place, &mut words, &mut brackets);
            }
        }
        let shown = show_forest(&text.join(" "), recipe(|_| ()));
        let mut shown: Vec<String> = shown.split_whitespace().map(str::to_owned).collect();
        let mut found = shown.split_off(words.len());
        prop_assert_eq!(shown, words);
        prop_assert!(is_in_order(&found), "{:?}", found);
        found.sort();
        brackets.sort();
        prop_assert_eq!(found, brackets, "{}", text.join(" "));
    }
}

/// True if sorted by start, then longer ones first.
fn is_in_order(brackets: &[String]) -> bool {
    let key = |bracket: &String| {
        let (start, end) = bracket.rsplit_once(':')?.1.split_once('-')?;
        Some((start.parse::<u32>().ok()?, std::cmp::Reverse(end.parse::<u32>().ok()?)))
    };
    brackets.is_sorted_by_key(key) && brackets.iter().all(|bracket| key(bracket).is_some())
}
