//! The mapping kernel on pairs of random trees of growing size, and another program on the same pairs.
//!
//! A system's tree is the gold tree, damaged: some labels changed, some nodes taken out. Times are per pair, weights included; trees
//! are made outside the timed part. `edit` has the weights of a tree edit distance, `overlap` those of Struct-IoU.
#![allow(missing_docs, reason = "benchmarks are not an interface")]

use divan::{Bencher, black_box};
use treescore::align::mapping::{Direction, Kernel, Mapper, Packing};
use treescore::align::sequence::{Costs, Relation, Scratch, count};

const SIZES: [usize; 4] = [20, 50, 100, 200];

fn main() {
    divan::main();
}

/// A small generator of numbers, so that runs compare.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A tree in preorder: depth and label of each node.
type Nodes = Vec<(usize, u32)>;

/// Branches to the right, as English trees do: what comes after a leaf mostly hangs from a near ancestor.
fn grow(nodes: usize, dice: &mut Dice) -> Nodes {
    let mut tree = vec![(0, 0)];
    while tree.len() < nodes {
        let mut depth = tree[tree.len() - 1].0 + 1;
        while depth > 1 && dice.below(9) < 4 {
            depth -= 1;
        }
        tree.push((depth, dice.below(20) as u32));
    }
    tree
}

fn damage(gold: &Nodes, dice: &mut Dice) -> Nodes {
    let mut system: Nodes = Vec::new();
    let mut promoted: Vec<usize> = Vec::new();
    for &(depth, label) in gold {
        promoted.retain(|&gone| gone < depth);
        if depth > 0 && dice.below(100) < 10 {
            promoted.push(depth);
        } else {
            let label = if dice.below(100) < 10 { dice.below(20) as u32 } else { label };
            system.push((depth - promoted.len(), label));
        }
    }
    system
}

/// What kernels take: ends and labels, and the leaves below each node.
struct Tree {
    ends: Vec<u32>,
    labels: Vec<u32>,
    spans: Vec<(u32, u32)>,
}

impl Tree {
    fn new(nodes: &Nodes) -> Self {
        let end = |at: usize| {
            nodes[at + 1..].iter().position(|it| it.0 <= nodes[at].0).map_or(nodes.len(), |it| at + 1 + it)
        };
        let ends: Vec<u32> = (0..nodes.len()).map(|at| end(at) as u32).collect();
        let leaves = |until: usize| (0..until).filter(|&at| ends[at] as usize == at + 1).count() as u32;
        let spans = (0..nodes.len()).map(|at| (leaves(at), leaves(ends[at] as usize))).collect();
        Self { labels: nodes.iter().map(|it| it.1).collect(), spans, ends }
    }
}

struct Pair {
    gold: Tree,
    system: Tree,
    nodes: (Nodes, Nodes),
    packing: Packing,
}

impl Pair {
    fn new(size: usize) -> Self {
        let mut dice = Dice(size as u64);
        let gold = grow(size, &mut dice);
        let system = damage(&gold, &mut dice);
        let packing = Packing::of_fractions(gold.len(), system.len()).expect("the trees are small");
        Self { gold: Tree::new(&gold), system: Tree::new(&system), nodes: (gold, system), packing }
    }

    fn edit(&self, gold: usize, system: usize) -> i64 {
        let equal = self.gold.labels[gold] == self.system.labels[system];
        self.packing.pack(if equal { 6 } else { 2 }, equal)
    }

    fn overlap(&self, gold: usize, system: usize) -> i64 {
        let (a, b) = (self.gold.spans[gold], self.system.spans[system]);
        let shared = a.1.min(b.1).saturating_sub(a.0.max(b.0));
        if shared == 0 {
            return 0;
        }
        let together = a.1.max(b.1) - a.0.min(b.0);
        self.packing.pack(self.packing.fraction(f64::from(shared) / f64::from(together)), false)
    }

    fn bench(
        &self,
        bencher: Bencher,
        kernel: Kernel,
        mapper: Mapper,
        weight: impl Fn(&Self, usize, usize) -> i64 + Sync,
    ) {
        let mut mapper = mapper;
        bencher.bench_local(|| {
            let (gold, system) = (black_box(&self.gold.ends), black_box(&self.system.ends));
            mapper.value(gold, system, kernel, |weights| weights.fill(|i, j| weight(self, i, j)))
        });
    }
}

#[divan::bench_group]
mod edit {
    use super::{Bencher, Direction, Kernel, Mapper, Pair, SIZES};

    #[divan::bench(args = SIZES)]
    fn dense(bencher: Bencher, size: usize) {
        Pair::new(size).bench(bencher, Kernel::Dense, Mapper::new(), Pair::edit);
    }

    #[divan::bench(args = SIZES)]
    fn dense_left(bencher: Bencher, size: usize) {
        Pair::new(size).bench(bencher, Kernel::Dense, Mapper::new().always(Direction::Left), Pair::edit);
    }

    #[divan::bench(args = SIZES)]
    fn dense_right(bencher: Bencher, size: usize) {
        Pair::new(size).bench(bencher, Kernel::Dense, Mapper::new().always(Direction::Right), Pair::edit);
    }

    #[divan::bench(args = SIZES)]
    fn sparse(bencher: Bencher, size: usize) {
        Pair::new(size).bench(bencher, Kernel::Sparse, Mapper::new(), Pair::edit);
    }

    #[divan::bench(args = SIZES)]
    fn mapping(bencher: Bencher, size: usize) {
        let (pair, mut mapper, mut pairs) = (Pair::new(size), Mapper::new(), Vec::new());
        bencher.bench_local(|| {
            mapper.mapping(&pair.gold.ends, &pair.system.ends, |i, j| pair.edit(i, j), &mut pairs)
        });
    }

    #[divan::bench(args = SIZES)]
    fn apted(bencher: Bencher, size: usize) {
        let pair = Pair::new(size);
        let (gold, system) = (super::other(&pair.nodes.0), super::other(&pair.nodes.1));
        bencher.bench_local(|| {
            let costs = apted::PerEditOperationStringNodeDataCostModel::new(3.0, 3.0, 4.0);
            apted::APTED::new(costs).compute_edit_distance(&gold, &system)
        });
    }
}

#[divan::bench_group]
mod overlap {
    use super::{Bencher, Kernel, Mapper, Pair, SIZES};

    #[divan::bench(args = SIZES)]
    fn dense(bencher: Bencher, size: usize) {
        Pair::new(size).bench(bencher, Kernel::Dense, Mapper::new(), Pair::overlap);
    }

    #[divan::bench(args = SIZES)]
    fn sparse(bencher: Bencher, size: usize) {
        Pair::new(size).bench(bencher, Kernel::Sparse, Mapper::new(), Pair::overlap);
    }
}

/// Everything but the kernel and the weights: a tree against a single node.
#[divan::bench(args = SIZES)]
fn numbering(bencher: Bencher, size: usize) {
    let (pair, mut mapper) = (Pair::new(size), Mapper::new());
    bencher.bench_local(|| mapper.value(&pair.gold.ends, &[1], Kernel::Dense, |_| ()));
}

#[divan::bench(args = SIZES)]
fn sequence(bencher: Bencher, size: usize) {
    let (pair, mut scratch) = (Pair::new(size), Scratch::default());
    let (gold, system) = (&pair.gold.labels, &pair.system.labels);
    let relation =
        |i: usize, j: usize| if gold[i] == system[j] { Relation::Equal } else { Relation::SameType };
    bencher.bench_local(|| count(gold.len(), system.len(), relation, Costs::default(), &mut scratch));
}

/// The tree as the other program has it.
fn other(nodes: &Nodes) -> apted::Node<apted::StringNodeData> {
    let mut done: Vec<(usize, apted::Node<apted::StringNodeData>)> = Vec::new();
    for &(depth, label) in nodes.iter().rev() {
        let mut node = apted::Node::new(apted::StringNodeData::new(label.to_string()));
        while let Some((_, child)) = done.pop_if(|child| child.0 > depth) {
            node.add_child(child);
        }
        done.push((depth, node));
    }
    done.pop().map_or_else(|| apted::Node::new(apted::StringNodeData::new("")), |it| it.1)
}
