//! Head tables: which child of a phrase is its head.
//!
//! A [`HeadTable`] is a value read from text, or one of the [`HEAD_TABLES`] that come with treescore; a [`HeadFinder`] is a table worked out for
//! the labels of one [`Labels`](crate::tree::Labels).
//!
//! ```
//! use treescore::prepare::heads::{HeadChild, HeadFinder, HeadTable};
//! use treescore::tree::Labels;
//!
//! let table = HeadTable::named("collins").unwrap();
//! let mut labels = Labels::new();
//! let finder = HeadFinder::new(&table, &mut labels);
//! let np = labels.intern(b"NP");
//! let children = ["DT", "NN", "PP"].map(|label| HeadChild::plain(labels.intern(label.as_bytes())));
//! assert_eq!(finder.find(np, &children), Some(1));
//! ```

mod file;
mod find;

pub use file::{HeadFault, HeadSyntax, HeadTableError};
pub use find::{HeadChild, HeadFinder};

/// The name of the rule that is tried where no class of a phrase's own rule has a member.
pub const DEFAULT_RULE: &[u8] = b"*default*";

/// A head table that comes with treescore.
#[derive(Debug)]
pub struct NamedHeadTable {
    /// Its name.
    pub name: &'static str,
    /// Whose table it is, in one line.
    pub about: &'static str,
    /// The table as a file.
    pub text: &'static str,
}

/// All tables with names.
pub const HEAD_TABLES: [NamedHeadTable; 3] = [
    NamedHeadTable {
        name: "charniak",
        about: "the table distributed with SParseval; knows the tags of speech",
        text: include_str!("data/charniak.txt"),
    },
    NamedHeadTable {
        name: "charniak2000",
        about: "head preferences of the parser of Charniak (2000), for newspaper text",
        text: include_str!("data/charniak2000.txt"),
    },
    NamedHeadTable {
        name: "collins",
        about: "Collins (1999), without his rule for coordination",
        text: include_str!("data/collins.txt"),
    },
];

/// From which side the children of a phrase are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The leftmost member of the class is the head.
    Left,
    /// The rightmost member of the class is the head.
    Right,
}

/// Labels that are equally good as heads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadClass {
    /// Which of several members is the head.
    pub direction: Direction,
    /// The members; none means every label.
    pub labels: Vec<Vec<u8>>,
}

/// What the heads of phrases with one label are: a member of the first class that has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadRule {
    /// The label of the phrases.
    pub label: Vec<u8>,
    /// Classes in the order in which they are tried.
    pub classes: Vec<HeadClass>,
}

/// Rules by label, and a rule for what they do not decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadTable {
    /// The rules in the order of the file; of several for one label, the first counts.
    pub rules: Vec<HeadRule>,
    /// The classes of the default rule; empty if there is none.
    pub default: Vec<HeadClass>,
}

impl HeadTable {
    /// The table of this name, or `None`.
    pub fn named(name: &str) -> Option<Self> {
        let found = HEAD_TABLES.iter().find(|table| table.name == name)?;
        Self::parse(found.text.as_bytes(), HeadSyntax::Careful).ok()
    }
}

#[cfg(test)]
mod tests;
