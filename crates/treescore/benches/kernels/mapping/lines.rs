//! Pairs of trees with their times, for comparison with programs in other languages.

use super::trees::{self, Pair, Tree, Words};
use super::ways::{self, Way};
use std::time::Duration;
use treescore::align::mapping::{Kernel, Mapper};

/// Pairs measured per row. Never a few in a loop: the branch predictor would memorise them.
const MEASURED: usize = 100;
const ROUNDS: usize = 5;

/// Writes one line per pair: its row, both trees, the edit distance and the time taken, weights and numbering
/// included.
pub(crate) fn write() {
    let pairs = trees::load(Words::AreNodes);
    for (most, mut row) in super::rows(&pairs) {
        row.truncate(MEASURED);
        let (treescore, apted) = (ways::edit_distance(Mapper::new(), Kernel::Dense), ways::apted());
        let [treescore, apted] = [treescore, apted].map(|way| best(way, &row));
        for ((pair, treescore), apted) in row.iter().zip(treescore).zip(apted) {
            assert_eq!(treescore.1, apted.1, "the distance by the crate apted");
            let seconds = |time: Duration| time.as_secs_f64();
            let line = serde_json::json!({
                "nodes_up_to": (most < usize::MAX).then_some(most),
                "gold": tree(&pair.gold),
                "system": tree(&pair.system),
                "distance": ways::distance(pair, treescore.1),
                "treescore": seconds(treescore.0),
                "apted_crate": seconds(apted.0),
            });
            println!("{line}");
        }
    }
}

fn tree(tree: &Tree) -> serde_json::Value {
    serde_json::json!({ "labels": tree.labels, "ends": tree.ends })
}

/// The best time and the value of each pair.
fn best(mut way: Way, pairs: &[&Pair]) -> Vec<(Duration, i64)> {
    let mut best = vec![(Duration::MAX, 0); pairs.len()];
    for _ in 0..ROUNDS {
        for (pair, best) in pairs.iter().zip(&mut best) {
            let (spent, value) = way(pair);
            *best = (best.0.min(spent.all()), value);
        }
    }
    best
}
