//! Subtrees on a heavy path against all forests of another subtree.
//!
//! From the leaf of the path upwards, the forest around the path grows by one node at a time: at each node of
//! the path, first by the nodes to the right of its child on the path, then by those to the left, then by the
//! node itself. Growing on the right, the rightmost roots of both forests are compared, so the other forest
//! loses nodes on its right only: there is a table for each way to have lost nodes on the left. Growing on
//! the left is the mirror image. Between tables, one value is kept for each forest of the other subtree, in
//! the order in which it was last computed.

use super::super::forest::Rows;
use super::super::limit::{MappingError, reserve};
use super::super::shape::{Direction, Numbering};
use super::super::table;
use super::profile::{PASSES, Profile};
use super::view::View;
use super::{Path, Side, Values};
use crate::values::Gauge;
use std::cell::Cell;

/// Upper bound of the bytes that the heavy paths of one tree take against a subtree of the other.
pub(super) fn bytes(path_of: &Profile, other: &Profile, node: usize) -> u64 {
    let (forests, size) =
        (other.forests_of(node)[Path::Heavy as usize] / PASSES, u64::from(other.sizes[node]));
    // Values and columns in both orders; a table and the values beside the path.
    let kept = (forests + size + 2).saturating_mul(2 * 8 + 2 * 8 + 4);
    kept.saturating_add((path_of.beside + 2).saturating_mul(16).saturating_mul(size + 2))
}

/// Memory of this kernel, reused.
#[derive(Debug, Default, Clone)]
pub(super) struct Heavy {
    /// The other subtree, from either [`Direction`].
    views: [View; 2],
    /// The value of the forest around the path with each forest of the other subtree, in the order of either
    /// view's columns. One of them is valid.
    values: [Vec<i64>; 2],
    valid: usize,
    /// For each column of the second view, the same forest's column in the first.
    places: Vec<u32>,
    next: Vec<u32>,
    path: Vec<u32>,
    rows: Rows,
    /// Values of the subtrees beside the path.
    beside: Vec<i64>,
    table: Vec<i64>,
    /// For each node of the other subtree, the value if the path's node is mapped to it.
    mapped: Vec<i64>,
}

/// The matrix, with a row for each node of the tree that has the path.
pub(super) struct Matrix<'a, 'b> {
    pub(super) values: &'a mut Values<'b>,
    pub(super) of_gold: bool,
}

impl Matrix<'_, '_> {
    fn at(&mut self, node: u32, other: u32) -> &mut i64 {
        let (node, other) = (node as usize, other as usize);
        self.values.at(if self.of_gold { (node, other) } else { (other, node) })
    }
}

impl Heavy {
    /// Computes the values of all nodes on the heavy path of a subtree with all nodes of another subtree.
    pub(super) fn run(
        &mut self,
        (side, top): (&Side, usize),
        (other, root): (&Side, usize),
        matrix: &mut Matrix<'_, '_>,
        gauge: &mut Gauge,
    ) -> Result<(), MappingError> {
        self.begin(side, (other, root))?;
        self.path.clear();
        self.path.extend(side.profile.path(top, Path::Heavy).map(|node| node as u32));
        let mut child = None;
        while let Some(node) = self.path.pop() {
            for direction in [Direction::Left, Direction::Right] {
                let tree = &side.numbered[direction as usize];
                if let Some(child) = child {
                    let beside = tree.at[child as usize] as usize + 1..tree.at[node as usize] as usize;
                    if !beside.is_empty() {
                        self.grow(tree, beside, direction, (&mut *matrix, &mut *gauge))?;
                    }
                }
            }
            self.add_root(node, matrix);
            child = Some(node);
        }
        Ok(())
    }

    /// Prepares for another subtree. Allocates nothing once warm.
    fn begin(&mut self, side: &Side, (other, root): (&Side, usize)) -> Result<(), MappingError> {
        let width = other.profile.sizes[root] as usize;
        let forests = (other.profile.forests_of(root)[Path::Heavy as usize] / PASSES) as usize + width;
        for (view, direction) in self.views.iter_mut().zip([Direction::Left, Direction::Right]) {
            reserve(&mut view.columns, forests)?;
            view.rebuild(other, root, direction);
        }
        for values in &mut self.values {
            reserve(values, forests)?;
            values.resize(forests, 0);
        }
        self.valid = 0;
        let rows = side.profile.beside as usize + 1;
        for (array, length) in [(&mut self.table, rows * (width + 1)), (&mut self.beside, rows * width)] {
            if array.len() < length {
                reserve(array, length)?;
                array.resize(length, 0);
            }
        }
        reserve(&mut self.places, forests)?;
        self.link(root);
        Ok(())
    }

    /// Finds the forests of the second view in the first.
    fn link(&mut self, root: usize) {
        let [left, right] = &self.views;
        self.places.resize(right.columns.len(), 0);
        // The next column of each node, in the second view.
        self.next.clear();
        self.next.resize(left.len(), 0);
        for (&node, &name) in right.node.iter().zip(&right.name) {
            self.next[name as usize - root] = right.starts[node as usize] + 1;
        }
        // In the second view, the first nodes of forests come from right to left.
        for first in (0..left.len()).rev() {
            for place in left.range(first) {
                let last = left.name[left.columns[place].node as usize] as usize - root;
                self.places[self.next[last] as usize] = place as u32;
                self.next[last] += 1;
            }
        }
    }

    /// Makes the values of one view valid.
    fn turn(&mut self, direction: Direction) {
        if self.valid == direction as usize {
            return;
        }
        self.valid = direction as usize;
        let [left, right] = &mut self.values;
        match direction {
            Direction::Left => {
                for (value, &place) in right.iter().zip(&self.places) {
                    left[place as usize] = *value;
                }
            }
            Direction::Right => {
                for (value, &place) in right.iter_mut().zip(&self.places) {
                    *value = left[place as usize];
                }
            }
        }
    }

    /// Adds the nodes `beside` the path, on its right in this `direction`, to the forest.
    fn grow(
        &mut self,
        tree: &Numbering,
        beside: std::ops::Range<usize>,
        direction: Direction,
        (matrix, gauge): (&mut Matrix<'_, '_>, &mut Gauge),
    ) -> Result<(), MappingError> {
        self.turn(direction);
        let view = &self.views[direction as usize];
        let (width, stride) = (view.len(), view.len() + 1);
        self.rows.rebuild(tree, beside.start, beside.end - 1, std::iter::repeat(u64::MAX));
        let rows = self.rows.as_slice();
        for (values, row) in self.beside.chunks_exact_mut(width).zip(rows) {
            for (value, &name) in values.iter_mut().zip(&view.name) {
                *value = *matrix.at(tree.node[row.node as usize], name);
            }
        }
        let values = Cell::from_mut(self.values[direction as usize].as_mut_slice()).as_slice_of_cells();
        let table = Cell::from_mut(self.table.as_mut_slice()).as_slice_of_cells();
        for node in (0..width).rev() {
            let range = view.range(node);
            let (columns, length) = (&view.columns[range.clone()], range.len() + 1);
            gauge.add(PASSES * (rows.len() * length) as u64)?;
            // In place of the first row, which is the forest without new nodes: the values so far.
            let start = &values[range.start - 1..range.end];
            let row_at = |place: u32| {
                if place == 0 { start } else { &table[(place - 1) as usize * stride..][..length] }
            };
            let mut above = start;
            for (row, values) in rows.iter().zip(self.beside.chunks_exact(width)) {
                let current = row_at(row.place);
                // The forest below this node was in the table before, which is still here.
                let below = match view.below[node] {
                    0 => 0,
                    below => table[(row.place - 1) as usize * stride + below as usize].get(),
                };
                current[0].set(0);
                table::forest_row(below, &current[1..], &above[1..], row_at(row.before), values, columns);
                above = current;
            }
            for (value, last) in start.iter().zip(above) {
                value.set(last.get());
            }
        }
        Ok(())
    }

    /// Adds the path's node, the root of all that was added so far.
    fn add_root(&mut self, root: u32, matrix: &mut Matrix<'_, '_>) {
        let (view, values) = (&self.views[self.valid], &mut self.values[self.valid]);
        self.mapped.clear();
        for (&node, &name) in view.node.iter().zip(&view.name) {
            let weight = *matrix.at(root, name);
            let below = values[view.forest_below(node as usize)];
            self.mapped.push(if weight > 0 { weight + below } else { 0 });
        }
        for node in (0..view.len()).rev() {
            let range = view.range(node);
            let mut best = values[view.forest_below(node)];
            for (value, column) in values[range.clone()].iter_mut().zip(&view.columns[range.clone()]) {
                best = best.max(*value).max(self.mapped[column.node as usize]);
                *value = best;
            }
            *matrix.at(root, view.name[view.at[node] as usize]) = values[range.start];
        }
    }
}
