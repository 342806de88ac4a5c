//! The notations of trees.

use std::str::FromStr;

use super::fault::Fault;
use super::forest::{self, Bare};
use super::json_tree::{self, Buffer};
use super::plain;
use crate::tree::{Arena, Labels};

/// The notation of a tree, or of a line of several trees and words.
///
/// ```
/// use treescore::read::Syntax;
/// assert_eq!("forest".parse(), Ok(Syntax::Forest));
/// assert!(Syntax::Forest.is_by_line());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// One tree in brackets, every word in its own bracket. A [`Scanner`](super::Scanner) reads the same
    /// faster.
    #[default]
    Trees,
    /// One tree in brackets. A word without its own bracket gets one with this label.
    Wrapped(Vec<u8>),
    /// One tree in brackets. A word without its own bracket is tagged with the label around it: `(NP the
    /// dog)`.
    Loose,
    /// A line of any number of bracketed trees and bare words: `(AOrigin von (APlace hamburg)) bitte`.
    Forest,
    /// A line of words. Brackets are ordinary characters.
    Plain,
    /// A line of JSON: `{"label": "APlace", "type": "class", "children": ["hamburg"]}`, or a list of such
    /// objects.
    Json,
}

impl Syntax {
    /// The names of the notations without parameters.
    pub const NAMES: &'static [&'static str] = &["trees", "forest", "plain", "json"];

    /// The name in options and signatures.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Trees => "trees",
            Self::Wrapped(_) => "wrapped",
            Self::Loose => "loose",
            Self::Forest => "forest",
            Self::Plain => "plain",
            Self::Json => "json",
        }
    }

    /// True if every line is a unit, so that a tree cannot span several lines.
    pub fn is_by_line(&self) -> bool {
        matches!(self, Self::Forest | Self::Plain | Self::Json)
    }

    /// Reads `text[extent.0..extent.1]` into `arena`. The words are slices of [`Self::text`].
    ///
    /// # Errors
    /// The first fault. The arena then holds the part before it.
    // For the crates and tests of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn read(
        &self,
        text: &[u8],
        extent: (usize, usize),
        labels: &mut Labels,
        buffer: &mut Buffer,
        arena: &mut Arena,
    ) -> Result<(), Fault> {
        let end = extent.1.min(text.len());
        let extent = (extent.0.min(end), end);
        match self {
            Self::Trees => forest::read(text, extent, Bare::Refused, labels, arena),
            Self::Wrapped(name) => {
                let tag = labels.intern(name);
                forest::read(text, extent, Bare::Tagged(tag), labels, arena)
            }
            Self::Loose => forest::read(text, extent, Bare::LikeParent, labels, arena),
            Self::Forest => forest::read(text, extent, Bare::Leaf, labels, arena),
            Self::Plain => {
                plain::read(text, extent, arena);
                Ok(())
            }
            Self::Json => json_tree::read(text, extent, labels, buffer, arena),
        }
    }

    /// The text that contains the words: the buffer for JSON, whose strings have escapes, else `text` itself.
    // For the crates and tests of this workspace; not part of the interface.
    #[doc(hidden)]
    pub fn text<'t>(&self, text: &'t [u8], buffer: &'t Buffer) -> &'t [u8] {
        match self {
            Self::Json => buffer.text(),
            Self::Trees | Self::Wrapped(_) | Self::Loose | Self::Forest | Self::Plain => text,
        }
    }
}

impl FromStr for Syntax {
    type Err = ();

    /// Parses one of [`NAMES`](Self::NAMES).
    fn from_str(name: &str) -> Result<Self, ()> {
        let all = [Self::Trees, Self::Forest, Self::Plain, Self::Json];
        all.into_iter().find(|syntax| syntax.as_str() == name).ok_or(())
    }
}

#[cfg(test)]
#[path = "syntax_tests.rs"]
mod tests;
