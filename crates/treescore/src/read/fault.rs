//! What can be wrong with the text of a tree.

/// Why a stretch of text is not a tree. Offsets are bytes in the block that was scanned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where it shows.
    pub at: usize,
    /// A second place that explains it, if there is one.
    pub also: Option<usize>,
}

impl Fault {
    /// The same fault in a text that has so many more bytes before it.
    pub(super) fn moved(self, bytes: usize) -> Self {
        Self { at: self.at + bytes, also: self.also.map(|also| also + bytes), ..self }
    }
}

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FaultKind {
    /// `)` without `(`.
    ExtraClose,
    /// The text ends inside brackets.
    Unclosed {
        /// How many are never closed.
        brackets: usize,
    },
    /// A word stands beside other elements of a bracket instead of in a bracket of its own.
    BareWord,
    /// Text that is in no bracket.
    TextOutside,
    /// A second tree where one was expected.
    SecondTree,
    /// Not JSON, or not the JSON of a tree.
    NotJson {
        /// What may stand there.
        expected: &'static str,
    },
    /// A name twice in a JSON object.
    RepeatedName {
        /// The name.
        name: &'static str,
    },
    /// A JSON object without a label.
    NoLabel,
    /// A label, type or word that holds the character between types and labels.
    TypeEnd,
}

impl FaultKind {
    /// One sentence for people: what was found.
    pub fn title(self) -> String {
        match self {
            Self::ExtraClose => "`)` without `(`".to_owned(),
            Self::Unclosed { brackets: 1 } => "1 bracket is never closed".to_owned(),
            Self::Unclosed { brackets } => format!("{brackets} brackets are never closed"),
            Self::BareWord => "word without a bracket of its own".to_owned(),
            Self::TextOutside => "text outside brackets".to_owned(),
            Self::SecondTree => "a second tree on the line".to_owned(),
            Self::NotJson { expected } => format!("JSON: {expected} expected"),
            Self::RepeatedName { name } => format!("`{name}` is given twice"),
            Self::NoLabel => "object without `label`".to_owned(),
            Self::TypeEnd => "U+001F in a string, which stands between types and labels".to_owned(),
        }
    }

    /// What the pointer under the text says.
    pub fn pointer(self) -> &'static str {
        match self {
            Self::ExtraClose => "closes nothing",
            Self::Unclosed { .. } => "this one is still open at the end",
            Self::BareWord => "needs a tag: (TAG word)",
            Self::TextOutside => "in no bracket",
            Self::SecondTree => "begins here",
            Self::NotJson { .. } => "found this instead",
            Self::RepeatedName { .. } => "take one of the two away",
            Self::NoLabel => "needs a \"label\": \"…\"",
            Self::TypeEnd => "take the character out of this string",
        }
    }

    /// What the second mark says.
    pub fn second(self) -> &'static str {
        match self {
            Self::ExtraClose | Self::TextOutside | Self::SecondTree => "here the tree is already complete",
            Self::Unclosed { .. } | Self::NotJson { .. } => "here reading gave up",
            Self::BareWord => "in this bracket",
            Self::RepeatedName { .. } | Self::NoLabel | Self::TypeEnd => "in this object",
        }
    }
}
