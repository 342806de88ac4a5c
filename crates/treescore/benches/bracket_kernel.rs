//! Matching and crossing of prepared brackets. 2.4 thousand pairs, all different.

mod input;

use divan::Bencher;
use divan::counter::ItemsCount;
use input::Files;
use treescore::Which;
use treescore::measure::bracket::{LeftOver, match_brackets};
use treescore::measure::crossing;
use treescore::prepare::{Prepared, Recipe, Rules};
use treescore::read::{Dialect, Scanner, Unit};
use treescore::tree::Arena;
use treescore_testkit::generate::Profile;

fn main() {
    divan::main();
}

/// The prepared pairs of a made-up treebank.
fn prepared() -> (Rules, Vec<[Prepared; 2]>) {
    let files = Files::new(&Profile::newspaper());
    let (mut scanner, mut arena, mut rules) = (Scanner::new(), Arena::default(), Rules::new(Recipe::evalb()));
    let mut pairs = Vec::new();
    for block in files.blocks(Unit::Line) {
        scanner.begin(Which::Gold, block.gold.padded());
        scanner.begin(Which::System, block.system.padded());
        for at in 0..block.gold.extents().len() {
            pairs.push([(Which::Gold, &block.gold), (Which::System, &block.system)].map(|(which, side)| {
                let extent = &side.extents()[at];
                let bounds = (extent.start as usize, extent.end as usize);
                scanner.scan(which, side.padded(), bounds, Dialect::Evalb, &mut arena).expect("a tree");
                rules.update(scanner.labels());
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
