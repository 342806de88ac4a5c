//! One file for each study.

pub(crate) mod attachment;
pub(crate) mod averages;
pub(crate) mod correlation;
mod plausible;
pub(crate) mod sequence_table;
