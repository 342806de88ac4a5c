//! The path kernel: every pair of subtrees is taken apart along the path that costs least.
//!
//! A path runs from the root of a subtree to a leaf: along first children, along last children, or along the
//! largest ones (heavy). The subtrees beside it are compared with the other tree first. Then all subtrees on
//! the path are compared with all subtrees of the other tree: in tables of keyroots if the path is a left or
//! right one ([`table`](super::table)), over all forests of the other tree if it is heavy ([`heavy`]). Which
//! tree's path, and which of the three, is decided for each pair of subtrees by the [`strategy`], whose cost
//! is computed exactly before any value is. One of the choices, the heavy path of the larger tree, needs no
//! more than the cube of the number of nodes, so the best needs no more either.
//!
//! The algorithm is that of Pawlik and Augsten (2011; 2016), in the max form of the other kernels. All values
//! of pairs of subtrees are computed, as in the dense kernel, so the canonical mapping is traced as usual.

mod heavy;
mod profile;
mod strategy;
#[cfg(test)]
mod tests;
mod view;

use super::Scratch;
use super::limit::{MappingError, grow};
use super::shape::{Direction, Numbering, Shape};
use super::table;
use heavy::{Heavy, Matrix};
use profile::Profile;
use strategy::Strategy;

/// The paths of a subtree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Path {
    Left,
    Right,
    Heavy,
}

/// How a pair of subtrees is taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    /// True for a path of the gold subtree.
    of_gold: bool,
    path: Path,
}

/// One tree.
#[derive(Debug, Default, Clone)]
struct Side {
    profile: Profile,
    depths: Vec<u32>,
    /// In either [`Direction`].
    numbered: [Numbering; 2],
}

impl Side {
    fn rebuild(&mut self, shape: &Shape) {
        self.profile.rebuild(shape);
        self.depths.clone_from(&shape.depths);
        for direction in [Direction::Left, Direction::Right] {
            self.numbered[direction as usize].rebuild(shape, direction);
        }
    }
}

/// What remains to be done.
#[derive(Debug, Clone, Copy)]
struct Task {
    gold: u32,
    system: u32,
    /// True if the subtrees beside the path are done.
    is_ready: bool,
}

/// Memory of this kernel, reused.
#[derive(Debug, Default, Clone)]
pub(super) struct Paths {
    gold: Side,
    system: Side,
    strategy: Strategy,
    heavy: Heavy,
    tasks: Vec<Task>,
}

/// The matrix of weights and values.
struct Values<'a> {
    td: &'a mut [i64],
    width: usize,
    /// Rows of gold nodes, columns of system nodes.
    rows: &'a [u32],
    columns: &'a [u32],
}

impl Values<'_> {
    fn at(&mut self, (gold, system): (usize, usize)) -> &mut i64 {
        &mut self.td[self.rows[gold] as usize * self.width + self.columns[system] as usize]
    }
}

impl Paths {
    /// Chooses the ways for two trees that are not empty. Returns the number of cells they take; `None` if
    /// the choice itself needs more than `bytes`.
    pub(super) fn plan(&mut self, gold: &Shape, system: &Shape, bytes: u64) -> Option<u64> {
        let room = bytes.checked_sub(strategy::bytes(gold.len() as u64, system.len() as u64))?;
        self.gold.rebuild(gold);
        self.system.rebuild(system);
        let room = room.checked_sub(self.table_cells().checked_mul(8)?)?;
        Some(self.strategy.rebuild(&self.gold.profile, &self.system.profile, room))
    }

    /// Cells of the largest table of two keyroots.
    fn table_cells(&self) -> u64 {
        let cells = |at: usize| table::cells(&self.gold.numbered[at], &self.system.numbered[at]);
        cells(0).max(cells(1))
    }

    /// Replaces weights with values, as [planned](Self::plan).
    pub(super) fn run(
        &mut self,
        [rows, columns]: [&Numbering; 2],
        td: &mut [i64],
        scratch: &mut Scratch,
    ) -> Result<(), MappingError> {
        grow(&mut scratch.table, self.table_cells() as usize)?;
        let mut values = Values { td, width: columns.len(), rows: &rows.at, columns: &columns.at };
        self.tasks.clear();
        self.tasks.push(Task { gold: 0, system: 0, is_ready: false });
        while let Some(task) = self.tasks.pop() {
            let (gold, system) = (task.gold as usize, task.system as usize);
            if self.gold.profile.is_leaf(gold) || self.system.profile.is_leaf(system) {
                self.leaf(gold, system, &mut values);
            } else if task.is_ready {
                self.path(gold, system, &mut values, scratch)?;
            } else {
                self.tasks.push(Task { is_ready: true, ..task });
                self.push_beside(gold, system);
            }
        }
        Ok(())
    }

    /// Adds the subtrees beside the path as tasks.
    fn push_beside(&mut self, gold: usize, system: usize) {
        let Way { of_gold, path } = self.strategy.way(gold, system);
        let (profile, mut node) =
            if of_gold { (&self.gold.profile, gold) } else { (&self.system.profile, system) };
        while let Some(next) = profile.child(node, path) {
            for child in profile.children(node).filter(|&child| child != next) {
                let (gold, system) = if of_gold { (child, system) } else { (gold, child) };
                self.tasks.push(Task { gold: gold as u32, system: system as u32, is_ready: false });
            }
            node = next;
        }
    }

    /// Computes a leaf against all subtrees of a subtree: the best node of each.
    fn leaf(&self, gold: usize, system: usize, values: &mut Values<'_>) {
        let is_gold = self.gold.profile.is_leaf(gold);
        let (other, root) = if is_gold { (&self.system, system) } else { (&self.gold, gold) };
        let place = |node: usize| if is_gold { (gold, node) } else { (node, system) };
        let end = root + other.profile.sizes[root] as usize;
        for node in (root + 1..end).rev() {
            let value = *values.at(place(node));
            let up = values.at(place(other.profile.parent(node).unwrap_or(root)));
            *up = value.max(*up);
        }
    }

    /// Computes all subtrees on the path against all subtrees of the other subtree.
    fn path(
        &mut self,
        gold: usize,
        system: usize,
        values: &mut Values<'_>,
        scratch: &mut Scratch,
    ) -> Result<(), MappingError> {
        let Way { of_gold, path } = self.strategy.way(gold, system);
        let direction = match path {
            Path::Left => Direction::Left,
            Path::Right => Direction::Right,
            Path::Heavy => {
                let (gold, system) = ((&self.gold, gold), (&self.system, system));
                let (side, other) = if of_gold { (gold, system) } else { (system, gold) };
                return self.heavy.run(side, other, &mut Matrix { values, of_gold }, &mut scratch.gauge);
            }
        };
        let (rows, columns) =
            (&self.gold.numbered[direction as usize], &self.system.numbered[direction as usize]);
        let (bottom, right) = (rows.at[gold] as usize, columns.at[system] as usize);
        if of_gold {
            take_rows(rows, bottom, values, scratch);
            for right in keyroots(columns, right) {
                take_columns(columns, right, values, scratch);
                table::run(scratch, values.width, values.td)?;
            }
        } else {
            take_columns(columns, right, values, scratch);
            for bottom in keyroots(rows, bottom) {
                take_rows(rows, bottom, values, scratch);
                table::run(scratch, values.width, values.td)?;
            }
        }
        Ok(())
    }
}

/// The keyroots of a subtree, ascending.
fn keyroots(tree: &Numbering, root: usize) -> impl Iterator<Item = usize> {
    let is_keyroot =
        move |&node: &usize| node == root || tree.first[tree.parent[node] as usize] != tree.first[node];
    (tree.first[root] as usize..=root).filter(is_keyroot)
}

fn take_rows(tree: &Numbering, bottom: usize, values: &Values<'_>, scratch: &mut Scratch) {
    scratch.rows.rebuild(tree, tree.first[bottom] as usize, bottom, std::iter::repeat(u64::MAX));
    scratch.rows.share_places();
    scratch.rows.rename(|node| values.rows[tree.node[node as usize] as usize]);
}

fn take_columns(tree: &Numbering, right: usize, values: &Values<'_>, scratch: &mut Scratch) {
    let left = tree.first[right];
    scratch.columns.rebuild(left.., &tree.first[left as usize..=right], left);
    scratch.columns.rename(|node| values.columns[tree.node[node as usize] as usize]);
}
