//! The geometry of a tree: words in columns, a bar over the words of each bracket, labels over the bars.
//!
//! Widths in, numbers out. The HTML report has the same algorithm in TypeScript (`front/src/layout.ts`); a test runs both on the
//! same trees (`front/test/layouts.json`).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The height of a level in pixels.
pub const LEVEL: f64 = 39.0;
/// How much shorter than its columns a bar is, on each side.
pub const INSET: f64 = 5.0;
/// The room that a label needs beside its text.
pub const LABEL_PAD: f64 = 16.0;
/// The space between columns.
pub const GAP: f64 = 15.0;

/// A tree as the layout sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The width of the content of each column: the wider of word and tag.
    pub columns: Vec<f64>,
    /// The brackets in opening order.
    pub nodes: Vec<InputNode>,
    /// The space between columns.
    pub gap: f64,
}

/// A bracket as the layout sees it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InputNode {
    /// The bracket around it.
    pub parent: Option<usize>,
    /// Its columns: half-open, ascending, disjoint; at least one.
    pub stretches: Vec<(usize, usize)>,
    /// The width of its label.
    pub label: f64,
}

/// Where everything is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// The width of all columns.
    pub width: f64,
    /// The highest level.
    pub levels: usize,
    /// The columns.
    pub columns: Vec<PlacedColumn>,
    /// The brackets, in opening order.
    pub nodes: Vec<PlacedNode>,
}

/// Where a column is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlacedColumn {
    /// Its left edge.
    pub x: f64,
    /// Its width.
    pub width: f64,
}

/// Where a bracket is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlacedNode {
    /// Its level, counted from the words, which are level 0.
    pub level: usize,
    /// From where to where its bars run.
    pub bars: Vec<(f64, f64)>,
    /// The middle of its label.
    pub middle: f64,
}

impl InputNode {
    fn hull(&self) -> (usize, usize) {
        self.stretches.first().zip(self.stretches.last()).map_or((0, 0), |(first, last)| (first.0, last.1))
    }

    /// The longest stretch, the leftmost of several: its label is there.
    fn longest(&self) -> (usize, usize) {
        let stretches = self.stretches.iter().copied();
        stretches.min_by_key(|(start, end)| (Reverse(end - start), *start)).unwrap_or_default()
    }
}

impl Layout {
    /// The same from right to left, as scripts such as Hebrew and Arabic are written.
    pub fn mirrored(mut self) -> Self {
        let width = self.width;
        for column in &mut self.columns {
            column.x = width - column.x - column.width;
        }
        for node in &mut self.nodes {
            node.bars = node.bars.iter().rev().map(|&(from, to)| (width - to, width - from)).collect();
            node.middle = width - node.middle;
        }
        self
    }
}

/// Lays out a tree.
///
/// ```
/// use treescore::draw::layout::{Input, InputNode, layout};
/// let nodes = vec![
///     InputNode { parent: None, stretches: vec![(0, 2)], label: 10.0 },
///     InputNode { parent: Some(0), stretches: vec![(0, 1)], label: 20.0 },
/// ];
/// let found = layout(&Input { columns: vec![20.0, 30.0], nodes, gap: 15.0 });
/// assert_eq!((found.width, found.levels), (81.0, 2));
/// assert_eq!((found.nodes[1].level, found.nodes[1].middle), (1, 18.0));
/// ```
pub fn layout(input: &Input) -> Layout {
    let mut levels = levels(&input.nodes);
    if input.nodes.iter().any(|node| node.stretches.len() > 1) {
        raise(&input.nodes, &mut levels);
    }
    let widths = widths(input, &levels);
    let mut next = 0.0;
    let columns = widths.iter().map(|&width| {
        let x = next;
        next += width;
        PlacedColumn { x, width }
    });
    let columns: Vec<PlacedColumn> = columns.collect();
    let edge = |column: usize| columns.get(column).map_or(next, |column| column.x);
    let bar = |(start, end): (usize, usize)| (edge(start) + INSET, edge(end) - INSET);
    let nodes = input.nodes.iter().zip(&levels).map(|(node, &level)| {
        let (from, to) = bar(node.longest());
        let bars = node.stretches.iter().map(|&stretch| bar(stretch)).collect();
        PlacedNode { level, bars, middle: f64::midpoint(from, to) }
    });
    let nodes = nodes.collect();
    Layout { width: next, levels: levels.iter().copied().max().unwrap_or(0), columns, nodes }
}

/// One above the highest child; 1 without children.
fn levels(nodes: &[InputNode]) -> Vec<usize> {
    let mut levels = vec![1; nodes.len()];
    for node in (0..nodes.len()).rev() {
        if let Some(parent) = nodes[node].parent {
            levels[parent] = levels[parent].max(levels[node] + 1);
        }
    }
    levels
}

/// Raises brackets until no two hulls on a level overlap.
fn raise(nodes: &[InputNode], levels: &mut [usize]) {
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    let key = |&node: &usize| {
        let (start, end) = nodes[node].hull();
        (levels[node], end - start, start, node)
    };
    order.sort_by_key(key);
    // For each level the hulls on it: end by start. They do not overlap.
    let mut placed: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    let mut above = vec![1; nodes.len()];
    for node in order {
        let (start, end) = nodes[node].hull();
        let mut level = levels[node].max(above[node]);
        while placed.get(&level).is_some_and(|hulls| overlaps(hulls, start, end)) {
            level += 1;
        }
        placed.entry(level).or_default().insert(start, end);
        levels[node] = level;
        if let Some(parent) = nodes[node].parent {
            above[parent] = above[parent].max(level + 1);
        }
    }
}

fn overlaps(hulls: &BTreeMap<usize, usize>, start: usize, end: usize) -> bool {
    hulls.range(..end).next_back().is_some_and(|(_, &last)| last > start)
}

/// The widths of columns: content and gap, widened where a label needs it, inner labels first.
fn widths(input: &Input, levels: &[usize]) -> Vec<f64> {
    let mut widths: Vec<f64> = input.columns.iter().map(|content| content + input.gap).collect();
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.sort_by_key(|&node| (levels[node], node));
    for node in order {
        let (start, end) = input.nodes[node].longest();
        let Some(part) = widths.get_mut(start..end) else { continue };
        let has: f64 = part.iter().sum();
        let needs = input.nodes[node].label + LABEL_PAD;
        if needs > has {
            let more = (needs - has) / part.len() as f64;
            for width in part {
                *width += more;
            }
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::{Input, InputNode, layout};

    fn node(parent: Option<usize>, stretches: &[(usize, usize)]) -> InputNode {
        InputNode { parent, stretches: stretches.to_vec(), label: 10.0 }
    }

    #[test]
    fn levels_are_counted_from_the_words() {
        for (nodes, expected, why) in [
            (
                vec![node(None, &[(0, 3)]), node(Some(0), &[(0, 2)]), node(Some(1), &[(0, 1)])],
                vec![3, 2, 1],
                "a chain",
            ),
            (
                vec![node(None, &[(0, 3)]), node(Some(0), &[(0, 1)]), node(Some(0), &[(1, 3)])],
                vec![2, 1, 1],
                "siblings",
            ),
            (
                vec![node(None, &[(0, 3)]), node(Some(0), &[(0, 1), (2, 3)]), node(Some(0), &[(1, 2)])],
                vec![3, 2, 1],
                "the wider hull moves up, and the root with it",
            ),
        ] {
            let found = layout(&Input { columns: vec![10.0; 3], nodes, gap: 15.0 });
            assert_eq!(found.nodes.iter().map(|node| node.level).collect::<Vec<_>>(), expected, "{why}");
        }
    }

    #[test]
    fn labels_widen_their_columns() {
        let nodes = vec![InputNode { label: 64.0, ..node(None, &[(0, 2)]) }];
        let found = layout(&Input { columns: vec![10.0, 20.0], nodes, gap: 15.0 });
        assert_eq!((found.columns[0].width, found.columns[1].width, found.width), (35.0, 45.0, 80.0));
        assert_eq!(found.nodes[0].bars, [(5.0, 75.0)]);
    }
}
