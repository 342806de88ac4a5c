//! The closed forms against a twin that visits every candidate.

#![expect(clippy::float_cmp, reason = "infinities, and what must be exact to the last digit")]

use proptest::prelude::*;

use super::*;
use crate::{Inventory, PhraseScores};

const LONGEST: u32 = 3;

fn inventory() -> Inventory {
    Inventory::new(["NP", "VP", "Null"]).unwrap()
}

/// A model and its sentences: defaults by category and length, then per sentence its length, chunks and
/// listed candidates.
type Case = (Vec<f64>, Vec<(u32, Vec<Chunk>, Vec<ListedCandidate>)>);

fn span(length: u32) -> impl Strategy<Value = Chunk> {
    let categories: Vec<_> = inventory().categories().collect();
    (prop::sample::select(categories), 0..length).prop_flat_map(move |(category, start)| {
        (start + 1..=length).prop_map(move |end| Chunk { category, start, end })
    })
}

fn without_repetition(mut chunks: Vec<Chunk>) -> Vec<Chunk> {
    let mut seen = std::collections::BTreeSet::new();
    chunks.retain(|chunk| seen.insert(*chunk));
    chunks
}

fn probability() -> impl Strategy<Value = f64> {
    prop_oneof![8 => 0.0001..0.9999f64, 1 => Just(0.0), 1 => Just(1.0), 1 => Just(1e-9)]
}

fn sentence() -> impl Strategy<Value = (u32, Vec<Chunk>, Vec<ListedCandidate>)> {
    (1u32..7).prop_flat_map(|length| {
        let chunks = || prop::collection::vec(span(length), 0..6).prop_map(without_repetition);
        let figures = prop::collection::vec((probability(), 0.0..1.0f64), 6);
        (chunks(), chunks(), figures).prop_map(move |(gold, listed, figures)| {
            let listed = listed.into_iter().zip(figures).map(|(chunk, (probability, covered))| {
                let Chunk { category, start, end } = chunk;
                ListedCandidate { category, start, end, probability, covered }
            });
            (length, gold, listed.collect())
        })
    })
}

fn case() -> impl Strategy<Value = Case> {
    let defaults = prop::collection::vec(probability(), 9);
    (defaults, prop::collection::vec(sentence(), 1..5))
}

fn entropy(defaults: &[f64], floor: Floor) -> Entropy {
    let table = Defaults::new(&inventory(), LONGEST, |category, length| {
        defaults[category.index() * LONGEST as usize + length as usize - 1]
    });
    Entropy::new(table, floor)
}

fn tally(case: &Case, floor: Floor) -> Vec<PhraseTally> {
    let mut entropy = entropy(&case.0, floor);
    let each = case.1.iter().enumerate().map(|(number, (length, chunks, listed))| {
        let (id, chunks) = (number.to_string(), chunks.clone());
        let sentence = Sentence { id, length: *length, chunks, ..Sentence::default() };
        let mut tally = PhraseTally::default();
        entropy.add(number as u64, &sentence, listed, &mut tally);
        tally
    });
    each.collect()
}

fn scores(case: &Case, floor: Floor) -> PhraseScores {
    let mut total = PhraseTally::default();
    for tally in tally(case, floor) {
        total += tally;
    }
    entropy(&case.0, floor).scores(&total, &inventory())
}

/// A candidate: category, length, probability, coverage, and whether it is true.
type Seen = (Category, u32, f64, f64, bool);

fn candidates(case: &Case, floor: Floor) -> Vec<Seen> {
    let mut all = Vec::new();
    for (length, chunks, listed) in &case.1 {
        for category in inventory().categories() {
            for start in 0..*length {
                for end in start + 1..=*length {
                    let chunk = Chunk { category, start, end };
                    let own = listed
                        .iter()
                        .find(|one| (one.category, one.start, one.end) == (category, start, end));
                    let pooled = (end - start).min(LONGEST);
                    let default = case.0[category.index() * LONGEST as usize + pooled as usize - 1];
                    let probability = floor.apply(own.map_or(default, |one| one.probability));
                    let covered = own.map_or(0.0, |one| one.covered);
                    all.push((category, pooled, probability, covered, chunks.contains(&chunk)));
                }
            }
        }
    }
    all
}

fn bits((_, _, probability, _, is_true): &Seen) -> f64 {
    if *is_true { cost_of_true(*probability) } else { cost_of_false(*probability) }
}

fn is_close(found: f64, expected: f64) -> bool {
    found == expected || (found - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

proptest! {
    #[test]
    fn closed_forms_are_what_enumeration_gives(case in case(), floored in any::<bool>()) {
        let floor = if floored { Floor::new(0.01).unwrap() } else { Floor::NONE };
        let (found, all) = (scores(&case, floor), candidates(&case, floor));
        prop_assert_eq!(found.candidates, all.len() as u64);
        prop_assert_eq!(found.true_chunks, all.iter().filter(|one| one.4).count() as u64);
        prop_assert_eq!(found.infinite_candidates, all.iter().filter(|one| bits(one).is_infinite()).count() as u64);
        let sum = |of: &dyn Fn(&Seen) -> f64| all.iter().map(of).sum::<f64>();
        let only = |is: bool, value: f64| if is { value } else { 0.0 };
        let number = all.len() as f64;
        for (name, found, expected) in [
            ("bits", found.bits, sum(&bits)),
            ("yes", found.expected_yes, sum(&|one| one.2)),
            ("true yes", found.expected_true_yes, sum(&|one| only(one.4, one.2))),
            ("bits of true", found.by_event.of_true, sum(&|one| only(one.4, bits(one)))),
            ("bits of false", found.by_event.of_false, sum(&|one| only(!one.4, bits(one)))),
            ("covered", found.coverage.candidates, sum(&|one| one.3) / number),
            ("Brier", found.calibration.brier, sum(&|one| (one.2 - only(one.4, 1.0)).powi(2)) / number),
        ] {
            prop_assert!(is_close(found, expected), "{}: {} instead of {}", name, found, expected);
        }
        for (at, bin) in found.calibration.bins.iter().enumerate() {
            let inside = || all.iter().filter(|one| bin_of(one.2) == at);
            prop_assert_eq!(bin.candidates, inside().count() as u64);
            prop_assert_eq!(bin.true_chunks, inside().filter(|one| one.4).count() as u64);
            prop_assert!(is_close(bin.expected, inside().map(|one| one.2).sum()));
        }
        for (category, of) in inventory().categories().zip(&found.by_category) {
            prop_assert!(is_close(of.bits, sum(&|one| only(one.0 == category, bits(one)))));
        }
        for &(length, of) in &found.by_length {
            prop_assert!(is_close(of, sum(&|one| only(one.1 == length, bits(one)))));
        }
    }

    #[test]
    fn tallies_add_up_in_any_order(case in case()) {
        let parts = tally(&case, Floor::NONE);
        let (mut there, mut back) = (PhraseTally::default(), PhraseTally::default());
        for part in &parts {
            there += part.clone();
        }
        for part in parts.iter().rev() {
            back += part.clone();
        }
        prop_assert_eq!(there, back);
    }
}

#[test]
fn spans_are_counted_by_length() {
    for (length, expected) in [(0, [0, 0, 0]), (1, [1, 0, 0]), (3, [3, 2, 1]), (5, [5, 4, 6])] {
        let mut counts = [0; 3];
        count_spans(length, &mut counts);
        assert_eq!(counts, expected, "{length} words");
    }
    count_spans(u32::MAX, &mut []);
}

#[test]
fn the_first_offenders_are_remembered() {
    let np = inventory().find(b"NP").unwrap();
    let mut entropy = entropy(&[0.0; 9], Floor::NONE);
    let mut total = PhraseTally::default();
    for number in (0..20).rev() {
        let chunks = vec![Chunk { category: np, start: 0, end: 1 }];
        let sentence = Sentence { id: format!("s{number}"), length: 2, chunks, ..Sentence::default() };
        let mut part = PhraseTally::default();
        entropy.add(number, &sentence, &[], &mut part);
        total += part;
    }
    let found = entropy.scores(&total, &inventory());
    let names: Vec<&str> = found.offenders.iter().map(|offender| &*offender.sentence).collect();
    assert_eq!(names, ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"]);
    assert_eq!((found.infinite_candidates, found.bits), (20, f64::INFINITY));
    assert_eq!(found.by_category[0].share, None);
}

#[test]
fn tiny_probabilities_are_not_lost() {
    let category = inventory().find(b"NP").unwrap();
    let listed = |(start, probability): (u32, f64)| ListedCandidate {
        category,
        start,
        end: start + 1,
        probability,
        covered: 0.0,
    };
    for scale in [1.0, 1e-10, 1e-20, 1e-30] {
        let values = [1.5, 2.7, 0.77].map(|value| value * 0.1 * scale);
        let listed: Vec<_> = (0..).zip(values).map(listed).collect();
        let case = (vec![0.0; 9], vec![(3, vec![Chunk { category, start: 0, end: 1 }], listed)]);
        let found = scores(&case, Floor::NONE).expected_precision();
        assert!((found - 1.5 / 4.97).abs() < 1e-9, "{scale}: {found}");
    }
}
