//! Head tables, which choose the head among the children of a phrase.
//!
//! A [`HeadTable`] is read from text, or is one of the [`HEAD_TABLES`] that come with treescore. A
//! [`HeadFinder`] applies a table to the labels of one [`Labels`](crate::tree::Labels).
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

/// The name of the default rule, which is tried if no class of the phrase's rule has a member.
pub(super) const DEFAULT_RULE: &[u8] = b"*default*";

/// A head table that comes with treescore.
#[derive(Debug)]
pub struct NamedHeadTable {
    /// The name.
    pub name: &'static str,
    /// The source of the table, in one line.
    pub about: &'static str,
    /// The table as text.
    pub text: &'static str,
}

/// All named tables.
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

/// The side from which the children of a phrase are searched.
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
    /// The members. Empty means every label.
    pub labels: Vec<Vec<u8>>,
}

/// The rule for phrases with one label: the head is a member of the first class that has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeadRule {
    /// The label of the phrases.
    pub label: Vec<u8>,
    /// The classes, in the order in which they are tried.
    pub classes: Vec<HeadClass>,
}

/// Rules by label, and a default rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadTable {
    /// The rules in file order. Of several for one label, the first counts.
    pub rules: Vec<HeadRule>,
    /// The classes of the default rule. Empty if there is none.
    pub default: Vec<HeadClass>,
}

impl HeadTable {
    /// Returns the table with this name, or `None`.
    ///
    /// ```
    /// use treescore::prepare::heads::{HEAD_TABLES, HeadTable};
    /// assert!(HEAD_TABLES.iter().all(|table| HeadTable::named(table.name).is_some()));
    /// assert_eq!(HeadTable::named("nobody"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let found = HEAD_TABLES.iter().find(|table| table.name == name)?;
        Self::parse(found.text.as_bytes(), HeadSyntax::Careful).ok()
    }
}

#[cfg(test)]
mod tests;
