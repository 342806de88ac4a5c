//! Pairs of trees for the benchmarks: treebank trees, each with a damaged copy.

use std::collections::HashMap;
use std::path::PathBuf;
use treescore_testkit::generate::{Profile, damage, pairs};

/// As many trees as the treebank sample has.
const MADE_UP: u64 = 3914;
/// Brackets with a mistake, per thousand.
const DAMAGE: u32 = 150;

/// Which brackets are nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Words {
    /// A word is a node below its tag.
    AreNodes,
    /// Tags are the leaves.
    AreNot,
}

/// A tree as the kernels take it, in preorder.
#[derive(Default)]
pub(crate) struct Tree {
    pub(crate) ends: Vec<u32>,
    pub(crate) labels: Vec<u32>,
    /// The words below each node, as times.
    pub(crate) spans: Vec<(f64, f64)>,
}

pub(crate) struct Pair {
    pub(crate) gold: Tree,
    pub(crate) system: Tree,
}

impl Pair {
    /// The size of the larger tree: it decides in which row of a table the pair counts.
    pub(crate) fn size(&self) -> usize {
        self.gold.ends.len().max(self.system.ends.len())
    }
}

pub(crate) fn load(words: Words) -> Vec<Pair> {
    let lines = gold_lines();
    let mut labels = HashMap::new();
    let pairs = (0..).zip(&lines).filter_map(|(index, line)| {
        let pair = damage(line, 1, index, DAMAGE)?;
        let mut tree = |line: &str| Tree::read(line, words, &mut labels);
        Some(Pair { gold: tree(&pair.gold), system: tree(&pair.system) })
    });
    pairs.collect()
}

/// The treebank's folder, if it exists.
fn treebank() -> Option<PathBuf> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    let folder = std::env::var_os("TREESCORE_DATA").map_or_else(beside, PathBuf::from);
    Some(folder.join("gold/wsj.gold.clean")).filter(|path| path.exists())
}

fn gold_lines() -> Vec<String> {
    if let Some(text) = treebank().and_then(|path| std::fs::read_to_string(path).ok()) {
        return text.lines().map(str::to_owned).collect();
    }
    eprintln!("mapping: no treebank at $TREESCORE_DATA; the trees are made up");
    pairs(1, MADE_UP, &Profile::newspaper()).map(|pair| pair.gold).collect()
}

impl Tree {
    /// Reads a line in the generator's format.
    fn read(line: &str, words: Words, labels: &mut HashMap<String, u32>) -> Self {
        let (mut tree, mut open, mut position) = (Self::default(), Vec::new(), 0.0);
        for piece in line.split('(').skip(1) {
            let (head, closing) = piece.split_at(piece.find(')').unwrap_or(piece.len()));
            let (label, word) = head.trim_end().split_once(' ').unwrap_or((head.trim_end(), ""));
            open.push(tree.add(label, position, labels));
            if !word.is_empty() && words == Words::AreNodes {
                let leaf = tree.add(&format!("{word}/"), position, labels);
                tree.close(leaf, position + 1.0);
            }
            position += f64::from(u8::from(!word.is_empty()));
            for _ in closing.matches(')') {
                let node = open.pop().expect("the generator's brackets match");
                tree.close(node, position);
            }
        }
        tree
    }

    fn add(&mut self, label: &str, position: f64, labels: &mut HashMap<String, u32>) -> usize {
        let next = labels.len() as u32;
        self.labels.push(*labels.entry(label.to_owned()).or_insert(next));
        self.spans.push((position, position));
        self.ends.push(0);
        self.ends.len() - 1
    }

    fn close(&mut self, node: usize, position: f64) {
        self.ends[node] = self.ends.len() as u32;
        self.spans[node].1 = position;
    }

    pub(crate) fn is_leaf(&self, node: usize) -> bool {
        self.ends[node] as usize == node + 1
    }
}
