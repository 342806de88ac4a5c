//! Pictures in characters: trees, outlines and mirrored pairs.

mod canvas;
mod cells;
mod joints;
mod lines;
mod middle;
mod mirror;
mod outline;
mod pieces;
mod title;
mod tree;

pub use mirror::{blocks, mirror, pair};
pub use outline::outline;
pub use title::{cuts, title};
pub use tree::{tree, tree_or_outline};

use crate::report::{Role, Style};

/// A line that names what follows, in the role of captions.
pub fn caption(text: &str, style: &Style) -> String {
    style.paint(Role::Dim, text) + "\n"
}
