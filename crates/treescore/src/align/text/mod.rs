//! Two texts that are the same but for words, sentences and details: which trees and which words correspond.
//!
//! Both sides become one long text of characters in normal form ([`Normaliser`]). The texts are aligned: long common substrings that are
//! unique come first (`skeleton`), what lies between them is aligned exactly (`holes`), and what only one side has slides to where words
//! and trees end (`slide`). Where a word ends on both sides, a [`Cell`] ends; where a tree ends on both sides, a [`Group`] does. Cells
//! whose text differs are looked up in lists of [`Exceptions`].
//!
//! [`TextAligner`] does this while the texts are read: trees with equal words are only compared as bytes, and what was handed out is
//! forgotten.

mod anchors;
mod cells;
mod counts;
mod exceptions;
mod forms;
mod group;
mod holes;
mod jamo;
mod normalise;
mod path;
mod refine;
mod rules;
mod side;
mod skeleton;
mod slide;
mod spelling;
mod stream;
mod table_error;
mod window;
mod words;

#[cfg(test)]
mod tests;

pub use counts::TextCounts;
pub use exceptions::Exceptions;
pub use group::{Cell, Group, Kind};
pub use normalise::Normaliser;
pub use stream::{Feed, TextAligner};
pub use table_error::{TableError, TableFault};
pub use words::Words;

/// Which tables alignment uses. A clone is cheap.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Which characters of words are compared.
    pub normaliser: Normaliser,
    /// Which words are the same though they are spelled otherwise.
    pub exceptions: Exceptions,
}

impl Default for Tables {
    /// The usual normalisation, and what is the same in English.
    fn default() -> Self {
        let exceptions = Exceptions::language("en").unwrap_or_else(Exceptions::none);
        Self { normaliser: Normaliser::standard(), exceptions }
    }
}

impl Tables {
    /// The tables that come along, by their names in signatures; where a name stands for a file, what is left of it.
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
