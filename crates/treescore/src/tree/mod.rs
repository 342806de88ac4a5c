//! Trees as flat arrays: the words of a sentence and the brackets over them.
//!
//! No files, recipes or measures here. Trees are walked by hopping through arrays, so their depth costs no
//! stack.

mod arena;
mod build;
mod escapes;
mod label;
mod owned;
mod span;
mod steps;
mod walk;
mod which;
mod word;

pub use arena::{Arena, GivenHead, Node, NodeId};
pub use build::TreeBuilder;
pub(crate) use escapes::unescape;
pub use label::{Label, Labels};
pub(crate) use label::{TYPE_END, split_type};
pub use owned::Tree;
pub use span::Span;
pub(crate) use steps::Step;
pub use walk::{Event, Walk};
pub use which::Which;
pub use word::Word;
