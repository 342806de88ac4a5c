//! Text alignment of two treebanks, from words in memory to groups: the same text, then texts that differ
//! more and more. Also the sequence kernel on the words of conversation sides and a recogniser's output for
//! them.

use std::convert::Infallible;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use treescore::align::sequence::{self, Costs, Item, Scratch};
use treescore::align::text::{Feed, Group, Tables, TextAligner, Words};
use treescore_testkit::disturb::{Kind, write_corpus};

/// Size of the gold trees, in bytes.
const SIZES: [u64; 2] = [200_000, 2_000_000];

#[divan::bench(args = SIZES)]
fn equal(bencher: Bencher<'_, '_>, bytes: u64) {
    align(bencher, Kind::Equal, bytes);
}

#[divan::bench(args = SIZES)]
fn disturbed(bencher: Bencher<'_, '_>, bytes: u64) {
    align(bencher, Kind::Disturbed, bytes);
}

#[divan::bench(args = SIZES)]
fn near(bencher: Bencher<'_, '_>, bytes: u64) {
    align(bencher, Kind::Near, bytes);
}

/// Nothing is ever certain, so windows grow to their largest size.
#[divan::bench(args = SIZES)]
fn unrelated(bencher: Bencher<'_, '_>, bytes: u64) {
    align(bencher, Kind::Unrelated, bytes);
}

/// Words in a conversation side, and *n* where one word in *n* is wrong.
const SIDES: [(usize, usize); 5] = [(1000, 10), (3000, 10), (3000, 4), (6000, 10), (6000, 4)];

#[divan::bench(args = SIDES)]
fn recognised(bencher: Bencher<'_, '_>, (words, one_in): (usize, usize)) {
    let (gold, system) = side(words, one_in);
    let (mut scratch, mut pairs) = (Scratch::default(), Vec::new());
    bencher.counter(ItemsCount::new(words)).bench_local(|| {
        let relation = |i: usize, j: usize| gold[i].relation(system[j]);
        sequence::align(gold.len(), system.len(), relation, Costs::default(), &mut scratch, &mut pairs)
    });
}

/// Words with a few frequent and many rare ones, and a copy with mistakes: 60 % substitutions, the rest
/// deletions and insertions.
fn side(words: usize, one_in: usize) -> (Vec<Item>, Vec<Item>) {
    let mut state = 1_u64;
    let mut draw = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    };
    let any = |draw: &mut dyn FnMut(u32) -> u32| {
        let most = draw(4000) + 1;
        let most = draw(most) + 1;
        Item { label: draw(most), kind: 0 }
    };
    let gold: Vec<Item> = (0..words).map(|_| any(&mut draw)).collect();
    let mut system = Vec::new();
    for &item in &gold {
        match (draw(one_in as u32), draw(10)) {
            (0, ..2) => {}
            (0, 2..4) => system.extend([item, any(&mut draw)]),
            (0, _) => system.push(any(&mut draw)),
            _ => system.push(item),
        }
    }
    (gold, system)
}

/// One aligner for all rounds, as in a run over many files. Throughput is in characters of both texts as
/// written.
fn align(bencher: Bencher<'_, '_>, kind: Kind, bytes: u64) {
    let (mut gold, mut system) = (Vec::new(), Vec::new());
    write_corpus(kind, 1, bytes, &mut gold, &mut system).expect("memory can be written to");
    let (gold, system) = (Text::new(&gold), Text::new(&system));
    let mut aligner = TextAligner::new(Tables::default());
    bencher.counter(BytesCount::new(gold.bytes() + system.bytes())).bench_local(|| {
        let (mut gold_feed, mut system_feed) = (gold.feed(), system.feed());
        let (mut group, mut groups) = (Group::default(), 0);
        while let Ok(true) = aligner.next(&mut gold_feed, &mut system_feed, &mut group) {
            groups += 1;
        }
        aligner.restart();
        groups
    });
}

/// The words of each tree.
struct Text(Vec<Vec<Vec<u8>>>);

impl Text {
    /// Reads trees of one line each in which every word follows its tag.
    fn new(trees: &[u8]) -> Self {
        let words = |line: &[u8]| -> Vec<Vec<u8>> {
            let pieces = line.split(|&byte| byte == b' ').filter(|piece| !piece.starts_with(b"("));
            pieces.map(|word| word.split(|&byte| byte == b')').next().unwrap_or_default().to_vec()).collect()
        };
        let lines = trees.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        Self(lines.map(words).collect())
    }

    fn bytes(&self) -> usize {
        self.0.iter().flatten().map(Vec::len).sum()
    }

    fn feed(&self) -> Trees<'_> {
        Trees(self.0.iter())
    }
}

/// The trees of a text, in order.
struct Trees<'t>(std::slice::Iter<'t, Vec<Vec<u8>>>);

impl Feed for Trees<'_> {
    type Error = Infallible;

    fn next_tree(&mut self, words: &mut Words) -> Result<bool, Infallible> {
        let tree = self.0.next();
        tree.into_iter().flatten().for_each(|word| words.push(word));
        Ok(tree.is_some())
    }
}
