//! The faults of a tree's text.

/// Why a piece of text is not a tree. Offsets are bytes in the scanned block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where it shows.
    pub at: usize,
    /// A second position that explains it, if any.
    pub also: Option<usize>,
}

/// The kinds of fault.
///
/// ```
/// use treescore::read::FaultKind;
/// let kind = FaultKind::Unclosed { brackets: 2 };
/// assert_eq!(kind.title(), "2 brackets are never closed");
/// assert_eq!(kind.pointer(), "this one is still open at the end");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FaultKind {
    /// `)` without `(`.
    ExtraClose,
    /// The text ends inside brackets.
    Unclosed {
        /// How many brackets are never closed.
        brackets: usize,
    },
    /// A word stands beside other elements of a bracket instead of in its own bracket.
    BareWord,
    /// Text outside all brackets.
    TextOutside,
    /// A second tree where one was expected.
    SecondTree,
    /// Not JSON, or not the JSON of a tree.
    NotJson {
        /// What is allowed there.
        expected: &'static str,
    },
    /// A JSON object has the same name twice.
    RepeatedName {
        /// The name.
        name: &'static str,
    },
    /// A JSON object without a label.
    NoLabel,
    /// A label, type or word contains the separator of types and labels.
    TypeEnd,
    /// The brackets of a tree have too many stretches of words to be held.
    TooDiscontinuous,
    /// The words of a bracket are not one stretch, where they must be.
    Discontinuous,
    /// Something that only this format knows; [`ReadError::title`](super::ReadError::title) says what.
    Told,
}

impl FaultKind {
    /// The name of the kind, for programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::ExtraClose => "extra-close",
            Self::Unclosed { .. } => "unclosed",
            Self::BareWord => "bare-word",
            Self::TextOutside => "text-outside",
            Self::SecondTree => "second-tree",
            Self::NotJson { .. } => "not-json",
            Self::RepeatedName { .. } => "repeated-name",
            Self::NoLabel => "no-label",
            Self::TypeEnd => "type-end",
            Self::TooDiscontinuous => "too-discontinuous",
            Self::Discontinuous => "discontinuous",
            Self::Told => "format",
        }
    }

    /// The title of a message: what was found.
    pub fn title(self) -> String {
        match self {
            Self::ExtraClose => "`)` without `(`".to_owned(),
            Self::Unclosed { brackets: 1 } => "1 bracket is never closed".to_owned(),
            Self::Unclosed { brackets } => format!("{brackets} brackets are never closed"),
            Self::BareWord => "word without a bracket of its own".to_owned(),
            Self::TextOutside => "text outside brackets".to_owned(),
            Self::SecondTree => "a second tree on the line".to_owned(),
            Self::NotJson { expected } => format!("JSON: expected {expected}"),
            Self::RepeatedName { name } => format!("`{name}` is given twice"),
            Self::NoLabel => "object without `label`".to_owned(),
            Self::TypeEnd => {
                "U+001F in a string; it is reserved as the separator of type and label".to_owned()
            }
            Self::TooDiscontinuous => "too many discontinuous brackets".to_owned(),
            Self::Discontinuous => "the words of a bracket are not one stretch".to_owned(),
            Self::Told => "not a unit of this format".to_owned(),
        }
    }

    /// The text at the pointer under the line.
    pub fn pointer(self) -> &'static str {
        match self {
            Self::ExtraClose => "closes nothing",
            Self::Unclosed { .. } => "this one is still open at the end",
            Self::BareWord => "needs a tag: (TAG word)",
            Self::TextOutside => "outside all brackets",
            Self::SecondTree => "begins here",
            Self::NotJson { .. } => "found this instead",
            Self::RepeatedName { .. } => "remove one of the two",
            Self::NoLabel => "needs a \"label\": \"…\"",
            Self::TypeEnd => "remove the character from this string",
            Self::TooDiscontinuous | Self::Discontinuous | Self::Told => "here",
        }
    }

    /// The text at the second pointer.
    pub fn second(self) -> &'static str {
        match self {
            Self::ExtraClose | Self::TextOutside | Self::SecondTree => "the tree is already complete here",
            Self::Unclosed { .. } | Self::NotJson { .. } => "reading stopped here",
            Self::BareWord => "in this bracket",
            Self::RepeatedName { .. } | Self::NoLabel | Self::TypeEnd => "in this object",
            Self::TooDiscontinuous | Self::Discontinuous | Self::Told => "",
        }
    }
}
