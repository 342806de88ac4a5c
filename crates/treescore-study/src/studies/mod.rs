//! One file for each study.

pub(crate) mod alignment_examples;
pub(crate) mod alignment_growth;
pub(crate) mod attachment;
pub(crate) mod averages;
pub(crate) mod concepts;
pub(crate) mod correlation;
mod parsed;
pub(crate) mod peers;
pub(crate) mod perturbation;
pub(crate) mod phrase_models;
mod phrase_training;
mod plausible;
mod segments;
pub(crate) mod sequence_table;
mod sheet;
mod speech_design;
pub(crate) mod speech_factors;
mod spoken;
pub(crate) mod su_threshold;
