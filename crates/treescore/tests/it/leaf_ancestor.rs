//! Leaf-ancestor against a naive twin: explicit lineages, distances from a full table.

use proptest::prelude::*;
use treescore::measure::LeafAncestor;
use treescore::prepare::Recipe;
use treescore::{Scorer, Setup, read};

/// The lineage of each word, from the root down.
fn lineages(text: &str) -> Vec<Vec<String>> {
    let tree = read::one(text).unwrap();
    let phrases: Vec<(u32, u32, String)> = (tree.arena().nodes().iter())
        .map(|node| {
            let label = String::from_utf8_lossy(tree.name(node.label)).into_owned();
            (node.span().start(), node.span().end(), label)
        })
        .filter(|(start, end, _)| start < end)
        .collect();
    let of_word = |word: u32| {
        let around: Vec<_> =
            phrases.iter().filter(|(start, end, _)| (*start..*end).contains(&word)).collect();
        let highest_begins = around.iter().position(|(start, ..)| *start == word);
        let highest_ends = around.iter().position(|(_, end, _)| *end == word + 1);
        let mut lineage = Vec::new();
        for (at, (.., label)) in around.iter().enumerate() {
            lineage.extend((highest_begins == Some(at)).then(|| "[".to_owned()));
            lineage.push(format!("label {label}"));
            lineage.extend((highest_ends == Some(at)).then(|| "]".to_owned()));
        }
        lineage
    };
    (0..tree.words().count() as u32).map(of_word).collect()
}

/// Edit distance: insertions and deletions 1, substitutions 2.
fn distance(one: &[String], other: &[String]) -> usize {
    let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
    for i in 0..=one.len() {
        for j in 0..=other.len() {
            table[i][j] = match (i, j) {
                (0, _) => j,
                (_, 0) => i,
                _ => {
                    let both = table[i - 1][j - 1] + if one[i - 1] == other[j - 1] { 0 } else { 2 };
                    both.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
                }
            };
        }
    }
    table[one.len()][other.len()]
}

fn naive(gold: &str, system: &str) -> f64 {
    let (gold, system) = (lineages(gold), lineages(system));
    let alike = |(one, other): (&Vec<String>, &Vec<String>)| match one.len() + other.len() {
        0 => 1.0,
        length => 1.0 - distance(one, other) as f64 / length as f64,
    };
    gold.iter().zip(&system).map(alike).sum::<f64>() / gold.len() as f64
}

/// Two trees over the same words.
fn pair() -> impl Strategy<Value = (String, String)> {
    let shape = || {
        let opens = proptest::collection::vec(proptest::sample::select(vec!["A", "B", "C"]), 0..4);
        proptest::collection::vec((opens, 0..4usize), 8)
    };
    (1..8usize, shape(), shape()).prop_map(|(words, gold, system)| {
        let text = |shape: &[(Vec<&str>, usize)]| {
            let (mut text, mut depth) = ("(S".to_owned(), 1);
            for (word, (opens, closes)) in shape.iter().take(words).enumerate() {
                for label in opens {
                    text.extend([" (", label]);
                }
                text.extend([" (N w", &word.to_string(), ")"]);
                depth += opens.len();
                let closes = (*closes).min(depth - 1);
                text += &")".repeat(closes);
                depth -= closes;
            }
            text + &")".repeat(depth)
        };
        (text(&gold), text(&system))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_naive_twin_gives_the_same((gold, system) in pair()) {
        let mut scorer = Scorer::new(Setup::of(LeafAncestor).with_recipe(Recipe::raw()));
        for system in [&system, &gold] {
            let found = scorer.score(&*gold, &**system).unwrap().figure("leaf_ancestor").unwrap();
            prop_assert!((found - naive(&gold, system)).abs() < 1e-12, "{} {}: {}", gold, system, found);
        }
    }
}
