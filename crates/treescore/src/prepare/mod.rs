//! The second stage: a recipe decides what of a tree counts.
//!
//! A [`Recipe`] is a value; [`Rules`] is a recipe worked out for the labels seen; [`Prepared`] is a tree with the rules applied:
//! the words that count and the brackets over them.

mod aligned_file;
mod chains;
mod edits;
mod forms;
pub mod heads;
pub mod param_file;
mod policies;
mod prepared;
mod presets;
pub mod quotes;
mod recipe;
mod rules;
mod settings;
pub mod speech_file;
mod speech_recipe;
mod types;

pub use chains::Chains;
pub(crate) use forms::folded;
pub use prepared::{Prepared, SideToPrepare, prepare_pair, prepare_partner};
pub use presets::{PRESETS, Preset};
pub use recipe::{
    Average, Compare, Cut, DeletedWords, Empty, Equate, Name, Punctuation, Recipe, Repeats, Root, Trivial,
    WordForm,
};
pub use rules::{LabelRule, Rules};
pub use settings::{SettingError, bytes, unescape};
pub(crate) use settings::{choose, escape, join_labels, split_labels, wrong};
pub use types::{NodeKind, Separator, TypeRule, TypeRules, TypeTableError};
