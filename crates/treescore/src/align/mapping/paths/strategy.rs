//! The cheapest way to take each pair of subtrees apart, by exact cost.
//!
//! Along a path of one subtree, each of its nodes is a row over the forests of the other subtree that the
//! kind of path needs; the subtrees beside the path cost what they cost. Costs are computed from the leaves
//! up, in time proportional to the number of pairs. Gold nodes are taken along heavy paths, so that the sums
//! of few subtrees are incomplete at any time.

use super::profile::Profile;
use super::{Path, Way, heavy};

/// All ways, in the order of their numbers. Of equally cheap ones, the first is taken.
const WAYS: [Way; 6] = [
    Way { of_gold: true, path: Path::Left },
    Way { of_gold: true, path: Path::Right },
    Way { of_gold: false, path: Path::Left },
    Way { of_gold: false, path: Path::Right },
    Way { of_gold: true, path: Path::Heavy },
    Way { of_gold: false, path: Path::Heavy },
];

/// Costs of a pair of subtrees: the whole, and what is beside each path.
#[derive(Debug, Default, Clone, Copy)]
struct Cost {
    whole: u64,
    beside: [u64; 3],
}

impl Cost {
    /// What a child costs beside the parent's paths: nothing but what is beside its own path, if it is on it.
    fn beside_parent(self, is_on_path: [bool; 3]) -> [u64; 3] {
        [0, 1, 2].map(|path: usize| if is_on_path[path] { self.beside[path] } else { self.whole })
    }
}

/// A way for each pair of subtrees.
#[derive(Debug, Default, Clone)]
pub(super) struct Strategy {
    ways: Vec<u8>,
    width: usize,
    /// Gold nodes, each after its children, heavy ones first; with the number of light nodes above.
    order: Vec<(u32, u32)>,
    stack: Vec<(u32, u32)>,
    /// For each number of light nodes above, the costs of a gold subtree with all system subtrees.
    costs: Vec<Cost>,
    /// What is beside the paths of each system subtree, for the gold subtree at hand.
    beside: Vec<[u64; 3]>,
    /// For each system node, whether a heavy path of gold may be taken; for each gold node, of the system.
    fits: [Vec<bool>; 2],
}

/// Upper bound of the bytes that planning takes, and numbering for it.
pub(super) fn bytes(gold: u64, system: u64) -> u64 {
    let levels = u64::from(u64::BITS - gold.leading_zeros());
    let pairs = gold.saturating_mul(system).saturating_add(system.saturating_mul(32 * levels + 32));
    pairs.saturating_add((gold + system).saturating_mul(400))
}

impl Strategy {
    pub(super) fn way(&self, gold: usize, system: usize) -> Way {
        WAYS[usize::from(self.ways[gold * self.width + system])]
    }

    /// Takes one way for all pairs of subtrees.
    #[cfg(test)]
    pub(super) fn force(&mut self, way: u8) {
        self.ways.fill(way);
    }

    /// Chooses the ways, and returns their cost for the two trees. A heavy path may take `room` bytes.
    pub(super) fn rebuild(&mut self, gold: &Profile, system: &Profile, room: u64) -> u64 {
        self.width = system.len();
        self.ways.clear();
        self.ways.resize(gold.len() * system.len(), 0);
        let [of_gold, of_system] = &mut self.fits;
        for (fits, path_of, other) in [(of_gold, gold, system), (of_system, system, gold)] {
            fits.clear();
            fits.extend((0..other.len()).map(|node| heavy::bytes(path_of, other, node) <= room));
        }
        self.put_in_order(gold);
        let levels = self.order.iter().map(|it| it.1 as usize + 1).max().unwrap_or(0);
        self.costs.clear();
        self.costs.resize(levels * self.width, Cost::default());
        for at in 0..self.order.len() {
            let (node, level) = self.order[at];
            self.row(gold, system, node as usize, level as usize);
            self.pass_on(gold, node as usize, level as usize);
        }
        self.costs.first().map_or(0, |cost| cost.whole)
    }

    fn put_in_order(&mut self, gold: &Profile) {
        self.order.clear();
        self.stack.clear();
        self.stack.push((0, 0));
        while let Some((node, level)) = self.stack.pop() {
            self.order.push((node, level));
            let heavy = gold.child(node as usize, Path::Heavy);
            self.stack.extend(heavy.map(|child| (child as u32, level)));
            let light = gold.children(node as usize).filter(|&child| Some(child) != heavy);
            self.stack.extend(light.map(|child| (child as u32, level + 1)));
        }
        self.order.reverse();
    }

    /// Computes the costs of one gold subtree. What is beside its paths is known from its children.
    fn row(&mut self, gold: &Profile, system: &Profile, node: usize, level: usize) {
        let width = self.width;
        let costs = &mut self.costs[level * width..][..width];
        if gold.is_leaf(node) {
            costs.fill(Cost::default());
        }
        self.beside.clear();
        self.beside.resize(width, [0; 3]);
        let ways = &mut self.ways[node * width..][..width];
        let row = Tree { size: gold.sizes[node], forests: gold.forests_of(node), fits: self.fits[1][node] };
        // Children come after their parents in preorder.
        for other in (0..width).rev() {
            let (cost, beside) = (&mut costs[other], self.beside[other]);
            let fits = self.fits[0][other];
            let column = Tree { size: system.sizes[other], forests: system.forests_of(other), fits };
            (cost.whole, ways[other]) = choose((&row, cost.beside), (&column, beside));
            if let Some(up) = system.parent(other) {
                let cost = Cost { whole: cost.whole, beside };
                add(&mut self.beside[up], cost.beside_parent(system.is_on_path(other, up)));
            }
        }
    }

    /// Passes the costs of a gold subtree on to its parent. The heavy child is the first to do so and shares
    /// its place; the others follow.
    fn pass_on(&mut self, gold: &Profile, node: usize, level: usize) {
        let Some(up) = gold.parent(node) else { return };
        let is_on_path = gold.is_on_path(node, up);
        let (above, own) = self.costs.split_at_mut(level * self.width);
        let own = &mut own[..self.width];
        if is_on_path[Path::Heavy as usize] {
            for cost in own {
                cost.beside = cost.beside_parent(is_on_path);
            }
        } else {
            let start = above.len() - self.width;
            for (sum, cost) in above[start..].iter_mut().zip(own) {
                add(&mut sum.beside, cost.beside_parent(is_on_path));
            }
        }
    }
}

/// A subtree of the pair at hand.
struct Tree {
    size: u32,
    forests: [u64; 3],
    /// True if the other subtree's heavy path may be taken.
    fits: bool,
}

/// The least cost of two subtrees, with what is beside their paths, and the number of the way that has it.
fn choose((gold, beside_gold): (&Tree, [u64; 3]), (system, beside_system): (&Tree, [u64; 3])) -> (u64, u8) {
    if gold.size == 1 || system.size == 1 {
        return (u64::from(gold.size.max(system.size)), 0);
    }
    let cells = |tree: &Tree, other: &Tree, beside: [u64; 3], path: usize| {
        u64::from(tree.size).saturating_mul(other.forests[path]).saturating_add(beside[path])
    };
    let of_gold = |path| cells(gold, system, beside_gold, path);
    let of_system = |path| cells(system, gold, beside_system, path);
    // A cell of a heavy path is computed, and then compared with the path's node.
    let unless = |fits: bool, cells: u64| if fits { cells } else { u64::MAX };
    let all = [
        of_gold(0),
        of_gold(1),
        of_system(0),
        of_system(1),
        unless(system.fits, of_gold(2)),
        unless(gold.fits, of_system(2)),
    ];
    let mut best = (all[0], 0);
    for (&cells, way) in all.iter().zip(0..) {
        best = if cells < best.0 { (cells, way) } else { best };
    }
    best
}

fn add(sums: &mut [u64; 3], costs: [u64; 3]) {
    for (sum, cost) in sums.iter_mut().zip(costs) {
        *sum = sum.saturating_add(cost);
    }
}
