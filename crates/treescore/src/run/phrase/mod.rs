//! Models of phrases over whole treebanks: what is done with each sentence when they are trained, evaluated and written out.

mod evaluate;
mod export;
mod train;

pub use evaluate::{Evaluated, Evaluating};
pub use export::{ExportScratch, Exporting};
pub use train::{Pass, PassScratch, PassSum};
