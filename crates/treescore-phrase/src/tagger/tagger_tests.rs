use std::collections::BTreeMap;

use super::*;
use crate::WordList;

/// A small treebank in which many words have several tags.
fn tagger() -> (TaggerCounts, Tagger) {
    let mut counts = TagCounts::default();
    for sentence in [
        "the/DT watch/NN set/VBD up/RP a/DT light/NN ./.",
        "they/PRP watch/VB the/DT light/JJ set/NN ./.",
        "that/DT set/NN that/IN they/PRP light/VB up/RB",
        "Marren/NNP set/VBD 14/CD sea-going/JJ nets/NNS ./.",
        "light/JJ nets/NNS watch/VBP",
    ] {
        counts.add(sentence.split(' ').map(|word| word.rsplit_once('/').unwrap()));
    }
    let counts = counts.freeze().unwrap();
    let tagger = Tagger::new(&counts, TaggerSettings::default());
    (counts, tagger)
}

/// Every tag sequence of a sentence with its probability, by multiplying and adding.
fn enumerate(counts: &TaggerCounts, tagger: &Tagger, words: &[&str]) -> Vec<(Vec<Tag>, f64)> {
    let tokens: u64 = counts.emitted.iter().map(|&(.., count)| count).sum();
    let count_of =
        |tag| counts.emitted.iter().filter(|entry| entry.1 == tag).map(|&(.., count)| count).sum::<u64>();
    let mut all = vec![(vec![counts.tags.begin(); 2], 1.0)];
    for word in words {
        let given = tagger.words().tags_of(word);
        let least = 0.001 * given.iter().copied().fold(0.0, f64::max);
        let mut longer = Vec::new();
        for (tags, probability) in &all {
            for (tag, &share) in (0..).zip(&given).filter(|&(_, &share)| share >= least) {
                let before = (tags[tags.len() - 2], tags[tags.len() - 1]);
                let emission = share / (count_of(tag) as f64 / tokens as f64);
                let step = tagger.transitions().probability(before, tag) * emission;
                longer.push(([&tags[..], &[tag]].concat(), probability * step));
            }
        }
        all = longer;
    }
    for (tags, probability) in &mut all {
        let before = (tags[tags.len() - 2], tags[tags.len() - 1]);
        *probability *= tagger.transitions().probability(before, counts.tags.end());
        tags.drain(..2);
    }
    let sum: f64 = all.iter().map(|(_, probability)| probability).sum();
    for (_, probability) in &mut all {
        *probability /= sum;
    }
    all
}

/// The probability of tags over a span, as a product from left to right.
fn product(lattice: &Lattice, start: usize, tags: &[Tag]) -> f64 {
    let places: Vec<usize> = tags
        .iter()
        .enumerate()
        .map(|(at, tag)| lattice.tags(start + at).iter().position(|other| other == tag).unwrap())
        .collect();
    let mut probability = lattice.ones(start)[places[0]];
    for at in 1..tags.len() {
        probability = match at {
            1 => lattice.pairs(start + 1, places[0])[places[1]],
            _ => probability * lattice.conditional(start + at, [places[at - 2], places[at - 1]])[places[at]],
        };
    }
    probability
}

#[test]
fn spans_have_the_probability_of_all_sentences_with_their_tags() {
    let (counts, tagger) = tagger();
    let mut lattice = Lattice::default();
    for text in ["that watch set .", "Watch light nets", "the set", "unlit", "watch watch watch"] {
        let words: Vec<&str> = text.split(' ').collect();
        lattice.fill(&tagger, &words.iter().collect::<WordList>(), 0.0);
        let all = enumerate(&counts, &tagger, &words);
        for start in 0..words.len() {
            for end in start + 1..=words.len() {
                let mut sums: BTreeMap<&[Tag], f64> = BTreeMap::new();
                for (tags, probability) in &all {
                    *sums.entry(&tags[start..end]).or_default() += probability;
                }
                for (tags, expected) in sums {
                    let found = product(&lattice, start, tags);
                    assert!((found - expected).abs() < 1e-12, "{text} {start}..{end}: {found}, {expected}");
                }
            }
        }
    }
}

#[test]
fn followers_of_improbable_pairs_are_not_kept() {
    let (_, tagger) = tagger();
    let words: WordList = ["that", "watch", "set", "light", "."].into_iter().collect();
    let (mut whole, mut pruned) = (Lattice::default(), Lattice::default());
    whole.fill(&tagger, &words, 0.0);
    pruned.fill(&tagger, &words, 0.1);
    let mut dropped = 0;
    for word in 2..words.len() {
        for two in 0..whole.tags(word - 2).len() {
            for one in 0..whole.tags(word - 1).len() {
                let expected = whole.conditional(word, [two, one]);
                assert!((expected.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                if whole.pairs(word - 1, two)[one] >= 0.1 {
                    assert_eq!(pruned.conditional(word, [two, one]), expected);
                } else {
                    dropped += 1;
                    assert!(pruned.conditional(word, [two, one]).is_empty());
                }
            }
        }
    }
    assert!(dropped > 10);
}

#[test]
fn weights_are_votes() {
    // By hand: of 8 trigrams of "a/X b/Y", twice the same sentence, all are predicted best by the two tags
    // before.
    let mut counts = TagCounts::default();
    for _ in 0..2 {
        counts.add([("a", "X"), ("b", "Y")].into_iter());
    }
    let weights = Tagger::new(&counts.freeze().unwrap(), TaggerSettings::default()).transitions().weights();
    let expected = [1e-6, 0.0, 1.0].map(|weight| weight / 1.000_001);
    for (weight, expected) in weights.into_iter().zip(expected) {
        assert!((weight - expected).abs() < 1e-15, "{weight}, {expected}");
    }
}

#[test]
fn parts_add_up_in_any_order() {
    let sentences =
        [vec![("b", "Y"), ("a", "X")], vec![("a", "Z")], vec![("c", "Y"), ("a", "Y"), ("b", "X")], vec![]];
    let mut whole = TagCounts::default();
    for sentence in &sentences {
        whole.add(sentence.iter().copied());
    }
    let whole = whole.freeze().unwrap();
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
        let mut sum = TagCounts::default();
        for at in order {
            let mut part = TagCounts::default();
            part.add(sentences[at].iter().copied());
            sum.merge(&part);
        }
        assert_eq!(sum.freeze().unwrap(), whole, "{order:?}");
    }
    assert_eq!(whole.words, ["a", "b", "c"].map(Box::from));
    assert_eq!(whole.emitted, [(0, 0, 1), (0, 1, 1), (0, 2, 1), (1, 0, 1), (1, 1, 1), (2, 1, 1)]);
    assert_eq!(whole.trigrams.iter().map(|&(_, count)| count).sum::<u64>(), 10);
}

#[test]
fn boundaries_are_not_tags() {
    for name in [BEGIN, END] {
        let mut counts = TagCounts::default();
        counts.add([("a", name)].into_iter());
        assert_eq!(counts.freeze(), Err(ReservedTag(name)));
    }
}

#[test]
fn certain_tags_have_probability_one() {
    let known = TagSet::new(["DT", "NN"].map(Box::from));
    let mut lattice = Lattice::default();
    lattice.fill_certain(&["DT", "JJ", "NN"].into_iter().collect(), &known);
    assert_eq!(lattice.best().collect::<Vec<_>>(), [0, UNKNOWN, 1]);
    assert_eq!(product(&lattice, 0, &[0, UNKNOWN, 1]).to_bits(), 1.0_f64.to_bits());
    lattice.fill_certain(&WordList::default(), &known);
    assert!(lattice.is_empty());
}
