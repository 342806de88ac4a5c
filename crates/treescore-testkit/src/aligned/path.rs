//! The path through two texts (C.5): skeleton, holes, sliding.

use super::holes;
use super::skeleton::{self, Reach};
use super::slide;
use super::text::View;

/// One step of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Equal characters.
    Equal,
    /// One character in place of another.
    Change,
    /// A character of the gold side only.
    Gold,
    /// A character of the system only.
    System,
}

impl Step {
    /// Returns how far it goes on each side.
    pub(super) fn reach(self) -> (usize, usize) {
        match self {
            Self::Equal | Self::Change => (1, 1),
            Self::Gold => (1, 0),
            Self::System => (0, 1),
        }
    }
}

/// Returns the path through two whole texts.
pub(super) fn whole(x: View, y: View) -> Vec<Step> {
    through(x, y, Reach::Everything)
}

/// Returns the path through two ranges; with [`Reach::Anchored`] it ends early.
pub(super) fn through(x: View, y: View, reach: Reach) -> Vec<Step> {
    let pieces = skeleton::pieces(x.letters, y.letters, reach);
    let mut path = holes::fill(x, y, &pieces);
    slide::gaps(x, y, &mut path);
    path
}
