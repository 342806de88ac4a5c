//! Replies of language models, turned into trees over gold's words.
//!
//! A model asked for a tree returns text: the tree with prose around it, in a code fence, in JSON, over several
//! lines, with a bracket too many or too few, with other words. [`repair`] turns such a reply into one tree over
//! exactly the words of gold, or into nothing, and says what it had to do. It sees the words of gold, never
//! its labels or brackets.
//!
//! The steps, in their order: `fences`, `json` and `readings` give the texts that may hold the tree;
//! `places`, `stretch` and `candidate` find it there, and `search` chooses the one that covers most words
//! of gold (`words`). Then `brackets` balances it, `nodes` makes nodes of it, and `fit` gives it gold's words.

mod brackets;
mod candidate;
mod escapes;
mod fences;
mod fit;
mod gold;
mod json;
mod labels;
mod ladder;
mod lexer;
mod lines;
mod nodes;
mod normal;
mod places;
mod readings;
mod search;
mod step;
mod stretch;
mod words;

pub use gold::asked_words;
pub use ladder::{RepairLimits, repair, repair_within};
pub use step::{Remark, Step};

use crate::tree::Tree;
use crate::values::choice;

choice! {
    /// How much of a reply may be repaired before it is scored.
    Repair {
        /// Everything: the tree has gold's words whatever the reply has.
        All = "all",
        /// Wrapping and brackets. A reply with other words has no tree.
        Brackets = "brackets",
        /// Nothing. A reply that is not one plain tree over gold's words has no tree.
        None = "none",
    }
}

/// What became of one reply.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The tree, over exactly the words of gold. `None` if no tree was found in the reply.
    pub tree: Option<Tree>,
    /// The repairs that were needed, each once, in the order in which they are made.
    pub steps: Vec<Step>,
    /// What else was changed or found.
    pub remarks: Vec<Remark>,
    /// The reply is one line that holds one tree and nothing else.
    pub is_valid: bool,
    /// The brackets of the tree match, whatever is wrapped around it.
    pub is_balanced: bool,
    /// The words of the tree are those of gold, quotes and dashes of any kind being equal.
    pub is_faithful: bool,
    /// The reply was too long to be compared with gold: the cells of the tables that this takes.
    pub too_large: Option<u64>,
}

/// Why a reply is not scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplyFault {
    /// There is no tree in it, or none with a word of gold.
    #[error("no tree in the reply")]
    NoTree,
    /// It is not one plain tree, and nothing is repaired.
    #[error("the reply is not one plain tree, and nothing is repaired")]
    NotValid,
    /// Its words are not those of gold, and words are not repaired.
    #[error("the reply has other words than gold, and words are not repaired")]
    OtherWords,
    /// It is too long to be compared with gold.
    #[error("the reply needs {cells} steps to be compared with gold; the limit is {limit}")]
    TooLong {
        /// The steps that are needed, at least.
        cells: u64,
        /// The steps that are allowed.
        limit: u64,
    },
}

impl ReplyFault {
    /// The kind of fault, as named in coverage tables.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::NoTree => "no tree",
            Self::NotValid => "not valid",
            Self::OtherWords => "other words",
            Self::TooLong { .. } => "too much work",
        }
    }
}

impl Repaired {
    /// The tree, if no more was repaired than is allowed.
    ///
    /// # Errors
    /// If there is no tree, or more was repaired.
    pub fn tree_within(&self, allowed: Repair) -> Result<&Tree, ReplyFault> {
        let Some(tree) = &self.tree else {
            let limit = RepairLimits::default().effort;
            return Err(self
                .too_large
                .map_or(ReplyFault::NoTree, |cells| ReplyFault::TooLong { cells, limit }));
        };
        match allowed {
            Repair::None if !self.is_valid => Err(ReplyFault::NotValid),
            Repair::None | Repair::Brackets if !self.is_faithful => Err(ReplyFault::OtherWords),
            Repair::None | Repair::Brackets | Repair::All => Ok(tree),
        }
    }
}
