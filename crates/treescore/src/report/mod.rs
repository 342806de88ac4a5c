//! The last stage: reports are values ([`model`]), and each output is one renderer of them. Nothing is computed here.

pub mod compat;
pub mod model;
