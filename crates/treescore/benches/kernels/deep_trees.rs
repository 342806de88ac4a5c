//! Growth of the mapping kernel with deep trees: two that turn left and right in turn, combs that branch to
//! opposite sides, and an ordinary tree against one that turns. Twice the levels should take eight times as
//! long in the first two, and twice as long in the last.

use divan::Bencher;
use treescore::align::mapping::{Kernel, Mapper};

/// The ends of a tree with a leaf on one side of each level: on the left where `is_left`.
fn spine(levels: u32, is_left: impl Fn(u32) -> bool) -> Vec<u32> {
    let (mut ends, mut right) = (Vec::new(), 0);
    for level in 0..levels {
        ends.push(2 * levels + 1 - right);
        if is_left(level) {
            ends.push(ends.len() as u32 + 1);
        } else {
            right += 1;
        }
    }
    ends.extend(ends.len() as u32 + 1..=2 * levels + 1);
    ends
}

/// The ends of a balanced tree with three children to a node, 121 nodes.
fn ordinary() -> Vec<u32> {
    let (mut ends, mut open) = (Vec::new(), vec![121_u32]);
    while let Some(size) = open.pop() {
        ends.push(ends.len() as u32 + size);
        if size > 1 {
            open.extend([(size - 1) / 3; 3]);
        }
    }
    ends
}

fn value(bencher: Bencher<'_, '_>, gold: &[u32], system: &[u32]) {
    let mut mapper = Mapper::with_limit(1 << 30);
    bencher.bench_local(|| {
        mapper
            .value(gold, system, Kernel::Dense, |weights| weights.fill(|i, j| i64::from(i % 3 == j % 3) + 1))
    });
}

#[divan::bench(args = [94, 188, 375], sample_count = 3)]
fn zigzags(bencher: Bencher<'_, '_>, levels: u32) {
    value(bencher, &spine(levels, |level| level % 2 == 0), &spine(levels, |level| level % 2 == 1));
}

#[divan::bench(args = [94, 188, 375], sample_count = 3)]
fn opposite_combs(bencher: Bencher<'_, '_>, levels: u32) {
    value(bencher, &spine(levels, |_| false), &spine(levels, |_| true));
}

#[divan::bench(args = [4000, 8000, 16_000], sample_count = 3)]
fn ordinary_against_zigzag(bencher: Bencher<'_, '_>, levels: u32) {
    value(bencher, &ordinary(), &spine(levels, |level| level % 2 == 0));
}
