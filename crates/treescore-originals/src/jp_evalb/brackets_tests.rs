use super::*;
use crate::jp_evalb::clean::{Ends, Phrase};
use proptest::prelude::*;
use treescore::tree::Labels;

/// Trees with so many words each, and phrases `label start end`.
fn trees(labels: &mut Labels, given: &[(usize, &str)]) -> Trees {
    let mut trees = Trees::default();
    let mut words = 0;
    for (count, phrases) in given {
        words += count;
        for phrase in phrases.split(',').filter(|phrase| !phrase.is_empty()) {
            let [label, start, end] = phrase.split(' ').collect::<Vec<_>>()[..] else { panic!("{phrase}") };
            let (start, end) = (start.parse().unwrap(), end.parse().unwrap());
            trees.phrases.push(Phrase { label: labels.intern(label.as_bytes()), start, end });
        }
        trees.ends.push(Ends { tokens: words, phrases: trees.phrases.len(), removed: 0 });
    }
    trees
}

#[test]
fn phrases_over_groups() {
    use Phrases::{AllPlaced, SomeLeftOut};
    let one = [(3, "S 0 3,NP 1 2")];
    for (given, block, groups, expected, placed, why) in [
        (&one[..], 0..1, &[0, 1, 2][..], "S(0,3) NP(1,2)", AllPlaced, "every word a group"),
        (&one, 0..1, &[0, 0, 1], "S(0,2) NP(0,1)", AllPlaced, "moved outwards to the edge of the group"),
        (&[(2, "S 0 2"), (1, "S 0 1")], 0..2, &[0, 1, 2], "S(0,2) S(2,3)", AllPlaced, "merged trees"),
        (&[(2, "S 0 2"), (1, "X 0 1")], 1..2, &[0], "X(0,1)", AllPlaced, "a later tree"),
        (&[(3, "X 0 0")], 0..1, &[0, 1, 2], "X(0,3)", AllPlaced, "empty at the beginning: everything"),
        (&[(3, "X 1 1")], 0..1, &[0, 1, 2], "X(1,1)", AllPlaced, "empty inside: an empty span"),
        (&[(3, "X 1 1")], 0..1, &[0, 0, 1], "X(0,1)", AllPlaced, "empty inside a group"),
        (&[(3, "S 0 3,X 3 3")], 0..1, &[0, 1, 2], "S(0,3)", SomeLeftOut, "empty at the end"),
        (&[(0, "X 0 0")], 0..1, &[], "", SomeLeftOut, "no words at all"),
        (
            &[(1, " 0 1,S1 0 1,S 0 1")],
            0..1,
            &[0],
            "S(0,1)",
            AllPlaced,
            "neither without label nor with this one",
        ),
        (&[(1, " 1 1")], 0..1, &[0], "", SomeLeftOut, "placed before it is dropped"),
    ] {
        let mut labels = Labels::new();
        let trees = trees(&mut labels, given);
        let s1 = labels.intern(b"S1");
        let mut out = vec![Bracket { start: 7, end: 7, label: s1 }];
        let found = collect(&trees, block, groups, Some(s1), &mut out);
        let shown: Vec<String> = out
            .iter()
            .map(|one| {
                format!("{}({},{})", String::from_utf8_lossy(labels.name(one.label)), one.start, one.end)
            })
            .collect();
        assert_eq!((shown.join(" ").as_str(), found), (expected, placed), "{why}");
    }
}

#[test]
fn s1_counts_where_it_is_not_left_out() {
    let mut labels = Labels::new();
    let trees = trees(&mut labels, &[(1, "S1 0 1")]);
    let mut out = Vec::new();
    collect(&trees, 0..1, &[0], None, &mut out);
    assert_eq!(out.len(), 1);
}

fn brackets() -> impl Strategy<Value = Vec<Bracket>> {
    let one = (0_u32..3, 1_u32..3, 0_usize..4);
    let one = one.prop_map(|(start, width, label)| Bracket {
        start,
        end: start + width,
        label: Label::from_index(label),
    });
    proptest::collection::vec(one, 0..10).prop_map(|mut list| {
        list.sort_unstable();
        list
    })
}

fn sets() -> impl Strategy<Value = Vec<Vec<Label>>> {
    proptest::collection::vec(proptest::collection::btree_set(0_usize..4, 0..4), 0..3).prop_map(|sets| {
        sets.into_iter().map(|set| set.into_iter().map(Label::from_index).collect()).collect()
    })
}

/// Compares all pairs of two sets without duplicates.
fn naive(gold: &[Bracket], test: &[Bracket], sets: &[Vec<Label>]) -> (u64, u64, bool) {
    use std::collections::BTreeSet;
    let [gold, test] = [gold, test].map(|side| side.iter().copied().collect::<BTreeSet<_>>());
    let mut pairs = 0;
    for u in test.difference(&gold) {
        for v in gold.difference(&test) {
            let inside = |set: &&Vec<Label>| set.contains(&u.label) && set.contains(&v.label);
            if (u.start, u.end) == (v.start, v.end) {
                pairs += sets.iter().filter(inside).count() as u64;
            }
        }
    }
    let differ = test.difference(&gold).count() > 0 && gold.difference(&test).count() > 0;
    (gold.intersection(&test).count() as u64, pairs, differ)
}

proptest! {
    #[test]
    fn comparing_all_pairs_gives_the_same(gold in brackets(), test in brackets(), sets in sets()) {
        let mut compared = Compared::default();
        compared.compare(&gold, &test);
        let found = (compared.matched, compared.equal_labels(&sets), compared.both_differ());
        prop_assert_eq!(found, naive(&gold, &test, &sets));
    }
}
