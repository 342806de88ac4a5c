//! The originals' exact text, one folder per program.

pub mod evalb;
