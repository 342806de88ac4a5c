//! Subtrees without branches against all subtrees: no table is needed.
//!
//! A chain (a leaf, or a word below its tag) can only be mapped to a path. With `c` the top of a chain, `p`
//! the node below it, and `j` any node of the other tree with children `x`,
//! `V(c, T(j)) = max(V(p, T(j)), max V(c, T(x)), w(c, j) + max V(p, T(x)))`. Half of the keyroots of a parse
//! tree are leaves; if words are nodes, nearly all keyroots are chains.

use super::shape::Numbering;

/// Computes gold chains against all system subtrees. `inside` is scratch.
pub(super) fn rows(rows: &Numbering, columns: &Numbering, td: &mut [i64], inside: &mut Vec<[i64; 2]>) {
    for leaf in rows.chain_leaves() {
        leaf_row(columns, &mut td[leaf * columns.len()..][..columns.len()]);
    }
    upper_rows(rows, columns, td, inside);
}

/// Computes the row of a leaf: the best node of each subtree. Every node passes its value on to its parent.
fn leaf_row(columns: &Numbering, values: &mut [i64]) {
    for (column, &parent) in columns.parent.iter().enumerate() {
        values[parent as usize] = values[parent as usize].max(values[column]);
    }
}

/// Computes the rows of chain nodes above the leaves.
pub(super) fn upper_rows(rows: &Numbering, columns: &Numbering, td: &mut [i64], inside: &mut Vec<[i64; 2]>) {
    let width = columns.len();
    for &row in rows.chains.iter().filter(|&&row| !rows.is_leaf(row as usize)) {
        let (before, from) = td.split_at_mut(row as usize * width);
        inside.clear();
        inside.resize(width, [0; 2]);
        upper_row(columns, &before[before.len() - width..], &mut from[..width], inside);
    }
}

/// Computes the row of a chain node from the values of the node below it, `lower`. `inside` collects the best
/// children of each column, for both rows.
fn upper_row(columns: &Numbering, lower: &[i64], values: &mut [i64], inside: &mut [[i64; 2]]) {
    for (column, ((value, &lower), &parent)) in values.iter_mut().zip(lower).zip(&columns.parent).enumerate()
    {
        let [own, below] = inside[column];
        *value = own.max(lower).max(*value + below);
        let up = &mut inside[parent as usize];
        *up = [up[0].max(*value), up[1].max(lower)];
    }
}

/// Computes all other gold subtrees against system chains. `inside` is scratch.
pub(super) fn columns(rows: &Numbering, columns: &Numbering, td: &mut [i64], inside: &mut Vec<i64>) {
    let width = columns.len();
    for row in rows.keyroots.iter().flat_map(|&keyroot| rows.path(keyroot as usize)) {
        let (before, from) = td.split_at_mut(row * width);
        inside.clear();
        inside.resize(columns.chains.len(), 0);
        for child in rows.children(row) {
            let values = &before[child * width..][..width];
            for (inside, &column) in inside.iter_mut().zip(&columns.chains) {
                *inside = values[column as usize].max(*inside);
            }
        }
        upper_columns(columns, inside, &mut from[..width]);
    }
}

/// Computes one row against all chains, with the best values of the row's children in `inside`.
fn upper_columns(columns: &Numbering, inside: &[i64], values: &mut [i64]) {
    let (mut lower, mut below) = (0, 0);
    for (&inside, &column) in inside.iter().zip(&columns.chains) {
        if columns.is_leaf(column as usize) {
            (lower, below) = (0, 0);
        }
        let value = &mut values[column as usize];
        *value = inside.max(lower).max(*value + below);
        (lower, below) = (*value, inside);
    }
}
