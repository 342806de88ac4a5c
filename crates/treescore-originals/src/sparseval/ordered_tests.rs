//! The specification's procedure, cell by cell, as the twin of the bit-parallel one.

use proptest::prelude::*;

use super::*;

/// Section 10, literally.
fn literal(m: usize, n: usize, matches: &[Vec<bool>], is_open: impl Fn(usize, usize) -> bool) -> (u64, u64) {
    let m_left = |i: usize| (m - i) as u64;
    let (mut previous, mut current) = (vec![(0_u64, 0_u64); n + 1], vec![(0, 0); n + 1]);
    let (mut best, mut s) = (0, 1);
    for i in 1..=m {
        current[s - 1] = (0, 0);
        let first = s;
        for j in first..=n {
            let mut v = current[j - 1];
            if previous[j].0 > v.0 {
                v = previous[j];
            }
            if previous[j - 1].0 + 1 > v.0 {
                v = previous[j - 1];
                if v.0 + 1 + m_left(i) > best {
                    if matches[i - 1][j - 1] {
                        v.0 += 1;
                        v.1 += u64::from(is_open(i - 1, j - 1));
                        best = best.max(v.0);
                    }
                } else if j == s {
                    s = j + 1;
                }
            } else if j == s && v.0 + 1 + m_left(i) <= best {
                s = j + 1;
            }
            current[j] = v;
        }
        std::mem::swap(&mut previous, &mut current);
    }
    previous[n]
}

fn by_bits(m: usize, n: usize, table: &[Vec<bool>], is_open: impl Fn(usize, usize) -> bool) -> (u64, u64) {
    let mut matches = Matches::default();
    matches.clear();
    for row in table {
        matches.push((0..n).filter(|&j| row[j]));
    }
    let classes: Vec<usize> = (0..m).collect();
    Ordered::default().count(&classes, n, &matches, is_open)
}

/// Generates a relation of items of a few kinds, so that there are many ties, with a little noise, so that it
/// is not an equivalence.
fn tables() -> impl Strategy<Value = (Vec<u8>, Vec<u8>, u8, u64)> {
    let items = |most| prop::collection::vec(any::<u8>(), 0..most);
    (items(30), items(150), 1_u8..9, any::<u64>())
}

fn relation(gold: &[u8], test: &[u8], kinds: u8, seed: u64) -> Vec<Vec<bool>> {
    let noise = |i: usize, j: usize| {
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left((i * 7 + j * 13) as u32 % 64);
        mixed.is_multiple_of(11)
    };
    let one = |(i, gold): (usize, &u8)| {
        test.iter().enumerate().map(|(j, test)| gold % kinds == test % kinds || noise(i, j)).collect()
    };
    gold.iter().enumerate().map(one).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn bits_follow_the_procedure((gold, test, kinds, seed) in tables()) {
        for (gold, test) in [(&gold, &test), (&test, &gold)] {
            let table = relation(gold, test, kinds, seed);
            let is_open = |i: usize, j: usize| (gold[i] / 16 + test[j] / 64) % 2 == 0;
            let (m, n) = (gold.len(), test.len());
            prop_assert_eq!(by_bits(m, n, &table, is_open), literal(m, n, &table, is_open));
        }
    }

    #[test]
    fn nearly_equal_sequences(gold in prop::collection::vec(any::<u8>(), 1..200), at in any::<usize>(), kinds in 1_u8..30, seed in any::<u64>()) {
        let mut test = gold.clone();
        test.remove(at % gold.len());
        test.insert(seed as usize % (test.len() + 1), at as u8);
        let table = relation(&gold, &test, kinds, seed | 1);
        let is_open = |i: usize, j: usize| (gold[i] / 16 + test[j] / 64) % 2 == 0;
        let (m, n) = (gold.len(), test.len());
        prop_assert_eq!(by_bits(m, n, &table, is_open), literal(m, n, &table, is_open));
    }
}

/// More rows than one block has.
#[test]
fn several_blocks() {
    for (m, n, kinds) in [(2 * BLOCK + 77, 300, 9), (BLOCK + 1, 500, 40), (BLOCK, 200, 3), (3 * BLOCK, 64, 2)]
    {
        let draw = |at: usize, by: usize| ((at * by + at / 7 * 31 + at * at / 113) % 251) as u8;
        let gold: Vec<u8> = (0..m).map(|at| draw(at, 37)).collect();
        let test: Vec<u8> = (0..n).map(|at| draw(at, 41)).collect();
        let table = relation(&gold, &test, kinds, 12345);
        let is_open = |i: usize, j: usize| !(i / 3 + j / 5).is_multiple_of(3);
        assert_eq!(by_bits(m, n, &table, is_open), literal(m, n, &table, is_open), "{m} {n} {kinds}");
    }
}
