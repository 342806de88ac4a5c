//! Why a tree cannot be written in a format.

use super::TreeFormat;
use super::outline::Kind;
use crate::align::Refusal;

/// Why a tree cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unwritable {
    /// The words of some bracket are not one stretch.
    #[error("is discontinuous, which {} cannot hold; discbracket, export and json can", .0.as_str())]
    Discontinuous(TreeFormat),
    /// It has no words.
    #[error("has no words, which {} cannot hold", .0.as_str())]
    NoWords(TreeFormat),
    /// The recipe leaves no words.
    #[error("has no words that count")]
    NothingCounts,
    /// Words stand outside all brackets, or there are several trees.
    #[error("is not one tree: some words stand outside the outermost bracket")]
    NotOneTree,
    /// Some words have tags and some have none.
    #[error("has words with tags and words without, which brackets cannot tell apart; discbracket can")]
    MixedTags,
    /// Trees of one file in brackets are read alike.
    #[error("has {}, but the trees before it have {}; in brackets all trees of a file are read alike", kind.as_str(), before.as_str())]
    OtherKind {
        /// What its words have.
        kind: Kind,
        /// What the words before have.
        before: Kind,
    },
    /// A word without a tag is alone in its bracket, which would be read as its tag.
    #[error("the word `{}` has no tag and is alone in its bracket, which would be read as its tag", String::from_utf8_lossy(.0))]
    AloneInBracket(Vec<u8>),
    /// A bracket without a label begins with a word, which would be read as its label.
    #[error("a bracket without a label begins with the word `{}`, which would be read as its label", String::from_utf8_lossy(.0))]
    NoLabel(Vec<u8>),
    /// The format needs tags.
    #[error("the word `{}` has no tag, which export needs", String::from_utf8_lossy(.0))]
    NoTag(Vec<u8>),
    /// The root would be read in another way.
    #[error("{}", .0)]
    Root(&'static str),
    /// A word, label, tag or id that the format cannot hold.
    #[error("the {} `{}` {why}, which {} cannot hold", part.as_str(), String::from_utf8_lossy(text), format.as_str())]
    Text {
        /// What it is.
        part: Part,
        /// It.
        text: Vec<u8>,
        /// What is the matter with it.
        why: &'static str,
        /// The format.
        format: TreeFormat,
    },
    /// The file says heads, which do not fit other words.
    #[error("has heads from its file, which -r would part from their words")]
    HeadsAndRecipe,
    /// No dependencies were found.
    #[error("{0}")]
    NoDependencies(Box<Refusal>),
}

crate::values::choice! {
    /// What a text is in a tree.
    Part {
        /// A word.
        Word = "word",
        /// The label of a bracket.
        Label = "label",
        /// The tag of a word.
        Tag = "tag",
        /// The id of the tree.
        Id = "id",
    }
}

impl Part {
    /// Refuses a text of this part.
    pub(super) fn refuse(self, text: &[u8], why: &'static str, format: TreeFormat) -> Unwritable {
        Unwritable::Text { part: self, text: text.to_vec(), why, format }
    }

    /// Checks a text that must stand between blanks: `also` are further bytes that it must not hold.
    pub(super) fn check(self, text: &[u8], also: &[u8], format: TreeFormat) -> Result<(), Unwritable> {
        let has = |found: fn(u8) -> bool| text.iter().any(|&byte| found(byte));
        if text.is_empty() {
            Err(self.refuse(text, "is empty", format))
        } else if has(|byte| matches!(byte, b' ' | b'\t'..=b'\r')) {
            Err(self.refuse(text, "contains a blank", format))
        } else if has(|byte| byte == 0) {
            Err(self.refuse(text, "contains a zero byte", format))
        } else if text.iter().any(|byte| also.contains(byte)) {
            Err(self.refuse(text, "contains a bracket", format))
        } else {
            Ok(())
        }
    }
}
