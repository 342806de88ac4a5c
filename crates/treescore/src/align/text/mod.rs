//! Alignment of two texts that are the same except for words, sentences and details: which trees and which
//! words correspond.
//!
//! Each side becomes one long text of characters in normal form ([`Normaliser`]). The texts are aligned in
//! three phases: long common substrings that are unique come first (`skeleton`), the holes between them are
//! aligned exactly (`holes`), and text that only one side has slides to word and tree boundaries (`slide`).
//! Where a word ends on both sides, a [`Cell`] ends; where a tree ends on both sides, a [`Group`] ends. Cells
//! whose text differs are looked up in lists of [`Exceptions`].
//!
//! [`TextAligner`] does this while the texts are read. Trees with equal words are only compared as bytes, and
//! returned groups are forgotten.

mod anchors;
mod cells;
mod counts;
mod exceptions;
mod forms;
mod group;
mod holes;
mod path;
mod refine;
mod side;
mod skeleton;
mod slide;
mod spelling;
mod stream;
mod window;
mod words;

#[cfg(test)]
mod tests;

pub use counts::TextCounts;
pub use exceptions::Exceptions;
pub use group::{Cell, Kind};
// For the crates and tests of this workspace; not part of the interface.
pub use crate::prepare::normal::{Normaliser, TableError, TableFault};
#[doc(hidden)]
pub use group::Group;
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub use stream::{Feed, TextAligner};
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub use words::Words;

/// The tables of an alignment. Cheap to clone.
///
/// ```
/// use treescore::align::text::{Exceptions, Normaliser, Tables};
/// let tables = Tables { exceptions: Exceptions::none(), ..Tables::default() };
/// assert_eq!((tables.normaliser.name(), tables.exceptions.name()), ("standard".into(), "none".into()));
/// ```
#[derive(Clone, Debug)]
pub struct Tables {
    /// The normal form in which characters are compared.
    pub normaliser: Normaliser,
    /// Words that are equivalent although they are spelled differently.
    pub exceptions: Exceptions,
}

impl Default for Tables {
    /// Standard normalisation and English exceptions.
    fn default() -> Self {
        let exceptions = Exceptions::language("en").expect("English is built in");
        Self { normaliser: Normaliser::standard(), exceptions }
    }
}

impl Tables {
    /// The built-in tables with these names, as in signatures. If a name stands for a file, only its built-in
    /// part is used.
    pub fn named(normaliser: &str, exceptions: &str) -> Self {
        let base = normaliser.strip_suffix("+jamo").unwrap_or(normaliser);
        let table = if base == "none" { Normaliser::none() } else { Normaliser::standard() };
        let all = exceptions.split('+').filter_map(Exceptions::language);
        Self {
            normaliser: if base == normaliser { table } else { table.with_jamo() },
            exceptions: all.fold(Exceptions::none(), |all, more| all.and(&more)),
        }
    }
}
