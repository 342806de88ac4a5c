//! Boundaries that move.

use super::boundaries::between;
use super::draws::Draws;

/// Moves every boundary but the first and the last towards a neighbour: the one before has moved already, the one behind
/// has not. So boundaries never change their order.
pub(super) fn shift(boundaries: &mut [f64], delta: f64, draws: &mut Draws) {
    for at in 1..boundaries.len().saturating_sub(1) {
        let share = delta * (2.0 * draws.unit() - 1.0);
        let neighbour = if share < 0.0 { boundaries[at - 1] } else { boundaries[at + 1] };
        boundaries[at] = between(boundaries[at], neighbour, share.abs());
    }
}
