//! The displacement of word boundaries.

use super::boundaries::interpolate;
use super::draws::Draws;

/// Moves every boundary but the first and the last towards a neighbour. The neighbour before has moved
/// already, the one after has not, so boundaries never change their order.
pub(super) fn shift(boundaries: &mut [f64], delta: f64, draws: &mut Draws) {
    for at in 1..boundaries.len().saturating_sub(1) {
        let share = delta * (2.0 * draws.unit() - 1.0);
        let neighbour = if share < 0.0 { boundaries[at - 1] } else { boundaries[at + 1] };
        boundaries[at] = interpolate(boundaries[at], neighbour, share.abs());
    }
}
