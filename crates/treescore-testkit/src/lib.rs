//! Made-up trees and packs for treescore's own tests and benchmarks.
//!
//! [`generate`] makes treebanks of any size that look like newspaper text scored by a good parser, without any
//! licensed text in them: the words are invented, the grammar is a small table.
//! [`aligned`] is a naive twin of the alignment of whole files, to be compared with the fast one.
//! [`disturb`] makes the text of a side differ from the other's, as that of a real system does.

pub mod aligned;
pub mod disturb;
pub mod generate;
