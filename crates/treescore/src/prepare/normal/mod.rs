//! Normal forms of words, in which words of two sides are compared if their spelling may differ.

mod form;
mod jamo;
mod normalise;
mod table;
mod table_error;

pub(crate) use form::{STRAY, decode, normal_form};
pub use normalise::Normaliser;
pub use table_error::{TableError, TableFault};
pub(crate) use table_error::{checksum_name, rows};
