//! The forest table of two keyroots.

use super::Scratch;
use super::forest::TableColumn;
use super::limit::MappingError;
use super::shape::Numbering;
use std::cell::Cell;

/// Cells that a table needs if rows [share places](super::forest::Rows::share_places): one row for each
/// subtree around a node, the empty forest, the row before the node, and its own.
pub(super) fn cells(rows: &Numbering, columns: &Numbering) -> u64 {
    (u64::from(rows.deepest) + 3) * (columns.len() as u64 + 1)
}

/// Rows between two looks at the meter have about this many cells.
const CELLS_AT_ONCE: usize = 1 << 20;

/// Computes the values of all pairs of a row and a column on the paths of the two keyroots, whose rows and columns
/// are in `scratch`. `td` has `width` columns. It holds the weights of those pairs and the values of all other
/// pairs in the two subtrees.
///
/// The table has room for one more column than there are, in each place.
pub(super) fn run(scratch: &mut Scratch, width: usize, td: &mut [i64]) -> Result<(), MappingError> {
    let Scratch { table: cells, rows, columns, gauge, .. } = scratch;
    let (rows, columns) = (rows.as_slice(), columns.as_slice());
    let stride = columns.len() + 1;
    cells[..stride].fill(0);
    // Rows are read and written in any order. `Cell` avoids the branches of splitting the table between them.
    let cells = Cell::from_mut(cells.as_mut_slice()).as_slice_of_cells();
    let row_at = |place: u32| &cells[place as usize * stride..][..stride];
    let mut above = row_at(0);
    for some in rows.chunks(CELLS_AT_ONCE.div_ceil(stride)) {
        for row in some {
            let current = row_at(row.place);
            let values = &mut td[row.node as usize * width..][..width];
            current[0].set(0);
            if row.is_on_path {
                path_row(&current[1..], &above[1..], values, columns);
            } else {
                forest_row(0, &current[1..], &above[1..], row_at(row.before), values, columns);
            }
            above = current;
        }
        gauge.add((some.len() * stride) as u64)?;
    }
    Ok(())
}

/// A row of cells.
pub(super) type Cells<'a> = &'a [Cell<i64>];

/// Computes a row on the keyroot's path. With a column on the other path, both prefixes are trees, whose
/// roots may be mapped. Other columns are subtrees with only the empty forest on the other side's left.
fn path_row(current: Cells<'_>, above: Cells<'_>, values: &mut [i64], columns: &[TableColumn]) {
    let (mut best, mut diagonal) = (0, 0);
    for ((cell, above), column) in current.iter().zip(above).zip(columns) {
        let value = &mut values[column.node as usize];
        // No branches: which columns are on the path cannot be predicted.
        let on_path = -i64::from(column.before == 0);
        best = above.get().max(*value + (diagonal & on_path)).max(best);
        *value += (best - *value) & on_path;
        diagonal = above.get();
        cell.set(best);
    }
}

/// Computes any other row: the subtrees of row and column are paired, beside the forests before them. `best`
/// is the value before the first column.
pub(super) fn forest_row(
    mut best: i64,
    current: Cells<'_>,
    above: Cells<'_>,
    base: Cells<'_>,
    values: &[i64],
    columns: &[TableColumn],
) {
    for ((cell, above), column) in current.iter().zip(above).zip(columns) {
        // Only the last maximum depends on the cell before.
        let beside = base[column.before as usize].get();
        best = above.get().max(beside + values[column.node as usize]).max(best);
        cell.set(best);
    }
}
