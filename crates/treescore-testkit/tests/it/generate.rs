//! The promises that benchmarks and tests rely on when they use the generator.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use treescore_testkit::generate::{Pair, Profile, pairs, write_pairs};

/// FNV-1a, which needs no dependency and will not change.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The words of a line, in order.
fn words(line: &str) -> Vec<&str> {
    line.split(')')
        .filter_map(|piece| piece.rsplit_once('(')?.1.split_once(' '))
        .map(|(_, word)| word)
        .collect()
}

fn labels(line: &str) -> impl Iterator<Item = &str> {
    line.split('(').skip(1).filter_map(|piece| piece.split([' ', ')']).next())
}

fn brackets(line: &str) -> usize {
    line.matches('(').count()
}

/// The deepest nesting, or `None` if the line is not one balanced tree.
fn depth(line: &str) -> Option<usize> {
    let (mut open, mut deepest) = (0usize, 0);
    for (place, byte) in line.bytes().enumerate() {
        open = match byte {
            b'(' => open + 1,
            b')' => open.checked_sub(1)?,
            _ => open,
        };
        deepest = deepest.max(open);
        if open == 0 && place + 1 < line.len() {
            return None;
        }
    }
    (open == 0).then_some(deepest)
}

/// The pinned hash may change only if old benchmark figures stop being comparable: say so in the commit.
#[test]
fn a_seed_gives_the_same_bytes_for_ever() {
    let (mut gold, mut system) = (Vec::new(), Vec::new());
    write_pairs(1, 1000, &Profile::newspaper(), &mut gold, &mut system).unwrap();
    assert_eq!((hash(&gold), hash(&system)), (0xd44d_8eb4_63f8_36fd, 0x8d60_0278_84c0_797c));
}

#[test]
fn a_pair_does_not_depend_on_the_number_of_pairs() {
    let few: Vec<Pair> = pairs(9, 5, &Profile::newspaper()).collect();
    let many: Vec<Pair> = pairs(9, 50, &Profile::newspaper()).take(5).collect();
    assert_eq!(few, many);
    assert_ne!(few, pairs(10, 5, &Profile::newspaper()).collect::<Vec<_>>());
}

/// The shape of the newspaper test set for which the speed targets were set.
#[test]
fn newspaper_lines_have_the_shape_of_the_speed_targets() {
    let all: Vec<Pair> = pairs(1, 2416, &Profile::newspaper()).collect();
    let lines: Vec<&str> = all.iter().flat_map(|pair| [pair.gold.as_str(), &pair.system]).collect();
    let mean = |count: fn(&str) -> usize| {
        lines.iter().map(|line| count(line)).sum::<usize>() as f64 / lines.len() as f64
    };
    let distinct: BTreeSet<&str> = lines.iter().flat_map(|line| labels(line)).collect();
    let equal = all.iter().filter(|pair| pair.gold == pair.system).count();
    let shape: [(&str, f64, RangeInclusive<f64>); 5] = [
        ("bytes", mean(str::len), 340.0..=358.0),
        ("brackets", mean(brackets), 42.0..=44.0),
        ("words", mean(|line| words(line).len()), 22.0..=24.0),
        ("labels", distinct.len() as f64, 69.0..=71.0),
        ("equal pairs", equal as f64 / all.len() as f64, 0.24..=0.28),
    ];
    for (what, value, wanted) in shape {
        assert!(wanted.contains(&value), "{what}: {value}");
    }
    assert!(distinct.iter().all(|label| label.len() <= 6));
}

/// Within the limits of the original EVALB, so that the two can be compared.
#[test]
fn newspaper_pairs_have_the_same_words_and_fit_the_original() {
    for Pair { gold, system } in pairs(2, 5000, &Profile::newspaper()) {
        assert_eq!(words(&gold), words(&system));
        for line in [&gold, &system] {
            assert!(depth(line).is_some_and(|depth| depth < 100), "{line}");
            assert!(line.len() < 4000 && brackets(line) - words(line).len() < 180, "{line}");
        }
    }
}

#[test]
fn every_profile_gives_balanced_trees() {
    for name in Profile::NAMES {
        for Pair { gold, system } in pairs(3, 40, &Profile::named(name).unwrap()) {
            assert!(depth(&gold).is_some() && depth(&system).is_some(), "{name}:\n{gold}\n{system}");
        }
    }
}

#[test]
fn profiles_do_what_they_are_named_for() {
    let make = |profile: &Profile| pairs(4, 500, profile).collect::<Vec<_>>();
    let count = |all: &[Pair], odd: fn(&Pair) -> bool| all.iter().filter(|pair| odd(pair)).count();
    let failures = count(&make(&Profile::failures()), |pair| pair.system == "(())");
    let mismatches = count(&make(&Profile::mismatches()), |pair| words(&pair.gold) != words(&pair.system));
    assert!((3..20).contains(&failures) && (3..20).contains(&mismatches), "{failures} {mismatches}");
    let long = &make(&Profile::long_labels())[0].gold;
    assert!(
        labels(long).any(|label| label.len() > 12) && labels(long).all(|label| label.len() < 30),
        "{long}"
    );
    let first = |profile: Profile| pairs(4, 1, &profile).next().unwrap().gold;
    assert!(depth(&first(Profile::deep())).is_some_and(|depth| depth > 2000));
    assert!(words(&first(Profile::long_sentences())).len() >= 200);
    let deeper = Profile { depth: 200_000, ..Profile::newspaper() };
    assert!(depth(&first(deeper)).is_some_and(|depth| depth > 200_000));
}
