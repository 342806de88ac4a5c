//! The originals' exact text, one folder per program.

pub mod evalb;
pub mod jp_evalb;
pub mod sparseval;
