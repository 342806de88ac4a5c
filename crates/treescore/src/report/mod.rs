//! The last stage: reports are values ([`model`]), and each output is one renderer of them. No score is computed here.
//!
//! [`render`] makes any [`Format`] of a [`Report`]; [`diagnostic`] renders errors with the place they
//! point at. Renderers return text: they print nothing, open nothing, and ask neither the environment nor the terminal.
//! What a face found out about those it passes as a [`Style`].
//!
//! | module | output |
//! |---|---|
//! | [`text`] | tables for people |
//! | [`diagnostic`] | errors, with the source line |

mod access;
pub mod diagnostic;
pub mod model;
pub mod number;
#[cfg(test)]
mod sample;
mod style;
mod table;
pub mod text;

pub use diagnostic::Diagnostic;
pub use model::Report;
pub use style::{Glyphs, Labels, Role, Style};
