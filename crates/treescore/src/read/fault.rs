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
        }
    }

    /// What the second mark says.
    pub fn second(self) -> &'static str {
        match self {
            Self::ExtraClose | Self::TextOutside | Self::SecondTree => "here the tree is already complete",
            Self::Unclosed { .. } => "here reading gave up",
            Self::BareWord => "in this bracket",
        }
    }
}
