//! All right-hand sides of rules in one trie, so that matching walks each prefix once.

use super::Rule;
use crate::tagger::Tag;

/// Number of a node; 0 is the root.
pub(super) type Node = u32;

/// The right-hand sides of all rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Trie {
    /// By node, where its edges begin; one more at the end.
    edges_from: Vec<u32>,
    /// Edges of a node are sorted.
    edges: Vec<(Tag, Node)>,
    /// By node, where the rules that end there begin; one more at the end.
    rules_from: Vec<u32>,
    /// Numbers of rules.
    rules: Vec<u32>,
}

impl Trie {
    pub(super) fn new(rules: &[Rule]) -> Self {
        let mut order: Vec<u32> = (0..rules.len() as u32).collect();
        let key = |rule: u32| (&rules[rule as usize].tags, rules[rule as usize].category);
        order.sort_unstable_by(|&one, &other| key(one).cmp(&key(other)));
        let mut edges: Vec<(Node, Tag, Node)> = Vec::new();
        let mut ends: Vec<Node> = Vec::new();
        let (mut nodes, mut path, mut last): (Node, Vec<Node>, &[Tag]) = (1, vec![0], &[]);
        for &rule in &order {
            let tags = &rules[rule as usize].tags;
            let shared = last.iter().zip(tags).take_while(|(one, other)| one == other).count();
            path.truncate(shared + 1);
            for &tag in &tags[shared..] {
                edges.push((path.last().copied().unwrap_or(0), tag, nodes));
                path.push(nodes);
                nodes += 1;
            }
            ends.push(path.last().copied().unwrap_or(0));
            last = tags;
        }
        edges.sort_unstable();
        Self {
            edges_from: starts(nodes, edges.iter().map(|&(node, ..)| node)),
            edges: edges.into_iter().map(|(_, tag, to)| (tag, to)).collect(),
            rules_from: starts(nodes, ends.into_iter()), // sorted: nodes are numbered in the order of their paths
            rules: order,
        }
    }

    /// Returns the node that a tag leads to.
    pub(super) fn next(&self, node: Node, tag: Tag) -> Option<Node> {
        let edges = &self.edges[range(&self.edges_from, node)];
        edges.binary_search_by_key(&tag, |&(tag, _)| tag).ok().map(|at| edges[at].1)
    }

    /// True if nothing follows.
    pub(super) fn is_leaf(&self, node: Node) -> bool {
        range(&self.edges_from, node).is_empty()
    }

    /// Returns the rules whose right-hand side ends at a node, by category.
    pub(super) fn rules(&self, node: Node) -> &[u32] {
        &self.rules[range(&self.rules_from, node)]
    }
}

fn range(from: &[u32], node: Node) -> std::ops::Range<usize> {
    from[node as usize] as usize..from[node as usize + 1] as usize
}

/// Returns where the items of each of `nodes` nodes begin, for items sorted by node.
fn starts(nodes: Node, items: impl Iterator<Item = Node>) -> Vec<u32> {
    let mut from = vec![0; nodes as usize + 1];
    for node in items {
        from[node as usize + 1] += 1;
    }
    for at in 1..from.len() {
        from[at] += from[at - 1];
    }
    from
}
