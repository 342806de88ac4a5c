//! The first stage: bytes become trees.
//!
//! [`Corpus`] names the files, [`SideReader`] hands out blocks of bytes cut into [`Extent`]s (one per tree or line), and
//! [`Scanner`] turns an extent into an [`Arena`](crate::tree::Arena) or a [`Fault`]; so do the readers of other [`Syntax`]. Faults
//! cost one extent, never the run.

mod blocks;
pub mod columns;
mod corpus;
mod error;
mod fault;
mod forest;
mod json;
mod json_tree;
mod layout;
mod mask;
mod memory;
mod one;
mod pairs;
mod plain;
mod replay;
mod scan;
mod split;
mod syntax;
pub mod times;
mod trees;
mod unit;
pub(crate) mod window;

#[cfg(test)]
pub(crate) use blocks::pad;
pub use blocks::{Block, SideReader, SideSource};
pub use corpus::{Corpus, Document};
pub use error::{OpenError, ReadError};
pub use fault::{Fault, FaultKind};
pub use json_tree::Buffer;
pub use memory::{FedSide, Feeder, MemorySide, Units, fed};
pub use one::one;
pub use pairs::{Next, PairBlock, PairReader, Uneven, Unmatched};
pub use replay::Model;
pub use scan::{Dialect, Scanner};
pub use split::{Extent, UnitKind};
pub use syntax::Syntax;
pub use trees::{TreeAt, Trees};
pub(crate) use unit::bounds;
pub use unit::{UnitReader, UnitTree};
pub use window::{Landmark, Position, Window};
