//! The forest table of two keyroots.

use super::forest::{Column, Row};
use super::shape::Numbering;

/// Cells that a table needs if rows [share places](super::forest::Rows::share_places): for the rows before the subtrees around one node, that of
/// the empty forest, that before the node, and its own.
pub(super) fn cells(rows: &Numbering, columns: &Numbering) -> u64 {
    (u64::from(rows.deepest) + 3) * (columns.len() as u64 + 1)
}

/// Computes the values of all pairs of a row and a column on the paths of the two keyroots. `td` has `width` columns, and holds the weights of
/// those pairs, and the values of all others in the two subtrees.
///
/// `cells` has room for one more column than there are, in each of the places.
pub(super) fn run(rows: &[Row], columns: &[Column], width: usize, td: &mut [i64], cells: &mut [i64]) {
    let stride = columns.len() + 1;
    cells[..stride].fill(0);
    let mut above = 0;
    for row in rows {
        let current = row.place as usize;
        let (low, rest) = cells.split_at_mut(current * stride);
        let (current_row, high) = rest.split_at_mut(stride);
        let row_at = |place: usize| {
            let (side, place) = if place < current { (&*low, place) } else { (&*high, place - current - 1) };
            &side[place * stride..][..stride]
        };
        let values = &mut td[row.node as usize * width..][..width];
        current_row[0] = 0;
        if row.is_on_path {
            path_row(&mut current_row[1..], &row_at(above)[1..], values, columns);
        } else {
            let base = row_at(row.before as usize);
            forest_row(&mut current_row[1..], &row_at(above)[1..], base, values, columns);
        }
        above = current;
    }
}

/// A row on the keyroot's path: with a column on the other's path, both prefixes are trees, whose roots may be mapped. Other columns
/// are subtrees that have nothing but the empty forest to their left on the other side.
fn path_row(current: &mut [i64], above: &[i64], values: &mut [i64], columns: &[Column]) {
    let (mut best, mut diagonal) = (0, 0);
    for ((cell, &above), column) in current.iter_mut().zip(above).zip(columns) {
        let value = &mut values[column.node as usize];
        // No branches: which columns are on the path cannot be predicted.
        let on_path = -i64::from(column.before == 0);
        best = above.max(*value + (diagonal & on_path)).max(best);
        *value += (best - *value) & on_path;
        diagonal = above;
        *cell = best;
    }
}

/// Any other row: the subtrees of row and column are paired, beside the forests before them.
fn forest_row(current: &mut [i64], above: &[i64], base: &[i64], values: &[i64], columns: &[Column]) {
    let mut best = 0;
    for ((cell, &above), column) in current.iter_mut().zip(above).zip(columns) {
        // Only the last maximum waits for the cell before.
        best = above.max(base[column.before as usize] + values[column.node as usize]).max(best);
        *cell = best;
    }
}
