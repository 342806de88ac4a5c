//! The mapping kernel and another program on the same pairs of treebank trees, as tables of microseconds per
//! pair.
//!
//! The trees are those of the Penn Treebank sample if `TREESCORE_DATA` (or `../shared/data`) has it, and
//! made-up ones otherwise. System trees are copies with mistakes in 15 % of the brackets. Every
//! implementation runs once per round; the best round counts.
//!
//! `--mapping` prints the tables; `--pairs` writes some pairs with their times as lines of JSON, for
//! `bench/trees`.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a program of its own")]

pub(crate) mod lines;
mod trees;
mod ways;

use std::time::Duration;
use trees::{Pair, Words};
use treescore::align::mapping::{Direction, Kernel, Mapper};
use ways::{Spent, Way};

/// The largest tree of each row.
const CLASSES: [usize; 7] = [20, 40, 60, 80, 120, 200, usize::MAX];
const ROUNDS: usize = 5;

/// Prints the tables.
pub(crate) fn tables() {
    let left = || Mapper::new().with_direction(Direction::Left);
    let names = ["left, dense", "best, dense", "left, sparse", "best, sparse"];
    let ways = |way: fn(Mapper, Kernel) -> Way| {
        let kernels = [Kernel::Dense, Kernel::Sparse];
        let ways = kernels.into_iter().flat_map(|kernel| [way(left(), kernel), way(Mapper::new(), kernel)]);
        names.into_iter().zip(ways).collect::<Vec<_>>()
    };
    table("Struct-IoU, labeled, flexible", Words::AreNot, ways(ways::struct_iou), "best, sparse");
    let mut ways = ways(ways::edit_distance);
    ways.push(("crate apted", ways::apted()));
    table("Tree edit distance 4/3/3, words as leaves", Words::AreNodes, ways, "best, dense");
}

/// The pairs of each row.
fn rows(pairs: &[Pair]) -> impl Iterator<Item = (usize, Vec<&Pair>)> {
    let mut least = 0;
    CLASSES.into_iter().filter_map(move |most| {
        let row: Vec<_> = pairs.iter().filter(|pair| (least + 1..=most).contains(&pair.size())).collect();
        least = most;
        (!row.is_empty()).then_some((most, row))
    })
}

fn mean_nodes(pairs: &[&Pair]) -> f64 {
    let nodes: usize = pairs.iter().map(|pair| pair.gold.ends.len() + pair.system.ends.len()).sum();
    nodes as f64 / 2.0 / pairs.len() as f64
}

/// The best round of each implementation on these pairs. All must find the same values.
fn rounds(ways: &mut [(&str, Way)], pairs: &[&Pair]) -> Vec<Spent> {
    let mut best: Vec<Option<Spent>> = vec![None; ways.len()];
    let mut values: Vec<i64> = Vec::new();
    for _ in 0..ROUNDS {
        for ((name, way), best) in ways.iter_mut().zip(&mut best) {
            let mut sum = Spent::default();
            for (at, pair) in pairs.iter().enumerate() {
                let (spent, value) = way(pair);
                sum += spent;
                if values.len() == at {
                    values.push(value);
                }
                assert_eq!(values[at], value, "{name}, pair {at}");
            }
            *best = best.filter(|best| best.all() <= sum.all()).or(Some(sum));
        }
    }
    best.into_iter().flatten().collect()
}

/// Prints a table: the kernel time of each implementation and its ratio to the one called `reference`, for
/// which numbering and weights are shown as well.
fn table(title: &str, words: Words, mut ways: Vec<(&str, Way)>, reference: &str) {
    let pairs = trees::load(words);
    let names: Vec<_> = ways.iter().map(|way| way.0).collect();
    let reference = names.iter().position(|&name| name == reference).expect("one of the ways");
    println!("\n{title}: microseconds per pair, kernels only (times `{}`)\n", names[reference]);
    println!("| nodes up to | pairs | mean | {} | numbering | weights |", names.join(" | "));
    println!("|{}", "---|".repeat(names.len() + 5));
    let mut total = vec![Spent::default(); ways.len()];
    for (most, row) in rows(&pairs) {
        let best = rounds(&mut ways, &row);
        for (total, &best) in total.iter_mut().zip(&best) {
            *total += best;
        }
        let most = if most == usize::MAX { "more".to_owned() } else { most.to_string() };
        let (mean, cells) = (mean_nodes(&row), cells(&best, reference, row.len() as f64));
        println!("| {most} | {} | {mean:.0} {cells}", row.len());
    }
    println!("| total, ms | {} | {}", pairs.len(), cells(&total, reference, 1000.0));
}

fn cells(spent: &[Spent], reference: usize, pairs: f64) -> String {
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / pairs;
    let Spent { numbering, weights, kernel } = spent[reference];
    let ways = spent.iter().map(|way| {
        let ratio = way.kernel.as_secs_f64() / kernel.as_secs_f64();
        format!("| {:.1} ({ratio:.2}) ", micros(way.kernel))
    });
    format!("{}| {:.1} | {:.1} |", ways.collect::<String>(), micros(numbering), micros(weights))
}
