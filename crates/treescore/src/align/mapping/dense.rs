//! The dense kernel: all pairs of subtrees, keyroot by keyroot.
//!
//! The matrix `td` holds the weights at first. The value of a pair of subtrees, `td[i][j] = V(T(i), T(j))`,
//! is computed exactly once, from the weight in the same place, and is only read afterwards. One matrix
//! therefore serves for both.

use super::Scratch;
use super::chains;
use super::limit::MappingError;
use super::shape::Numbering;
use super::table;

/// Replaces weights with values. The last one is the value of the whole pair.
pub(super) fn run(
    rows: &Numbering,
    columns: &Numbering,
    td: &mut [i64],
    scratch: &mut Scratch,
) -> Result<(), MappingError> {
    let width = columns.len();
    chains::rows(rows, columns, td, &mut scratch.inside);
    chains::columns(rows, columns, td, &mut scratch.collected);
    for (bottom, [done, all]) in rows.keyroots_in_steps() {
        let top = rows.first[bottom] as usize;
        scratch.rows.rebuild(rows, top, bottom, std::iter::repeat(u64::MAX));
        scratch.rows.share_places();
        for &right in &columns.keyroots {
            let left = columns.first[right as usize];
            scratch.columns.rebuild(left.., &columns.first[left as usize..=right as usize], left);
            table::run(scratch, width, td)?;
        }
        scratch.gauge.reach(done, all)?;
    }
    Ok(())
}
