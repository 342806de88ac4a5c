//! Matching and crossing of prepared brackets, on 2,400 different pairs.

use crate::input::Files;
use divan::Bencher;
use divan::counter::ItemsCount;
use treescore::measure::bracket::{LeftOver, match_brackets};
use treescore::measure::crossing;
use treescore::prepare::{Prepared, Recipe, Rules};
use treescore::read::{Block, Dialect, Scanner, UnitKind};
use treescore::tree::{Arena, Labels};
use treescore_testkit::generate::Profile;

/// The prepared pairs of a made-up treebank.
fn prepared() -> (Rules, Vec<[Prepared; 2]>) {
    let files = Files::new(&Profile::newspaper());
    let (mut labels, mut arena, mut rules) = (Labels::new(), Arena::default(), Rules::new(Recipe::evalb()));
    let mut scanners = [Scanner::new(), Scanner::new()];
    let mut pairs = Vec::new();
    for block in files.blocks(UnitKind::Line) {
        let sides = [&block.gold, &block.systems[0]];
        scanners.iter_mut().zip(sides).for_each(|(scanner, side)| scanner.begin(side.padded()));
        for at in 0..block.gold.extents().len() {
            pairs.push([0, 1].map(|which| {
                let side: &Block = sides[which];
                let extent = &side.extents()[at];
                let bounds = (extent.start as usize, extent.end as usize);
                let scanned =
                    scanners[which].scan(side.padded(), bounds, Dialect::Evalb, &mut labels, &mut arena);
                scanned.expect("a tree");
                rules.update(&labels);
                let mut prepared = Prepared::default();
                prepared.prepare(&arena, &rules);
                prepared
            }));
        }
    }
    (rules, pairs)
}

#[divan::bench]
fn match_and_cross(bencher: Bencher<'_, '_>) {
    let (rules, pairs) = prepared();
    let (mut left, mut open) = (LeftOver::default(), crossing::Open::default());
    bencher.counter(ItemsCount::new(pairs.len())).bench_local(|| {
        pairs.iter().fold((0, 0), |(matched, crossed), [gold, system]| {
            let found = match_brackets(gold, system, &rules, &mut left, &mut ());
            (matched + found, crossed + crossing::count(&left, &mut open))
        })
    });
}
