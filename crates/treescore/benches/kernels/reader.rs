//! Reading: cutting files into trees, and parsing text into arenas. 2,400 different pairs (1.7 MB).

use crate::input::Files;
use divan::Bencher;
use divan::counter::BytesCount;
use treescore::read::{Dialect, Next, PairBlock, Scanner, UnitKind};
use treescore::tree::{Arena, Labels};
use treescore_testkit::generate::Profile;

const UNITS: [UnitKind; 2] = [UnitKind::Line, UnitKind::Tree];

/// Files to blocks: reading and cutting, which threads do one at a time.
#[divan::bench(args = UNITS)]
fn cut(bencher: Bencher<'_, '_>, unit: UnitKind) {
    let files = Files::new(&Profile::newspaper());
    bencher.counter(BytesCount::new(files.bytes)).bench_local(|| {
        let (mut reader, mut block, mut pairs) = (files.pairs(unit), PairBlock::default(), 0);
        while matches!(reader.next(&mut block), Ok(Next::Block)) {
            pairs += block.gold.extents().len();
        }
        pairs
    });
}

/// Both sides of all pairs into arenas, without a model.
#[divan::bench(args = ["newspaper", "long-labels"])]
fn scan(bencher: Bencher<'_, '_>, profile: &str) {
    let files = Files::new(&Profile::named(profile).expect("a profile"));
    let blocks = files.blocks(UnitKind::Line);
    let (mut scanner, mut labels, mut arena) = (Scanner::new(), Labels::new(), Arena::default());
    bencher.counter(BytesCount::new(files.bytes)).bench_local(|| {
        let mut words = 0;
        for block in &blocks {
            for side in [&block.gold, &block.systems[0]] {
                scanner.begin(side.padded());
                for extent in side.extents() {
                    let bounds = (extent.start as usize, extent.end as usize);
                    let outcome =
                        scanner.scan(side.padded(), bounds, Dialect::Native, &mut labels, &mut arena);
                    outcome.expect("a tree");
                    words += arena.words().len();
                }
            }
        }
        words
    });
}
