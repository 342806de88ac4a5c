//! The second stage: a recipe decides what of a tree counts.
//!
//! A [`Recipe`] is a value: it can be compared, hashed, printed and read back, which makes a signature
//! repeatable. [`Rules`] apply a recipe to the labels seen so far, and [`Prepared`] holds the words and
//! brackets of a tree that count. [`param_file`] and [`speech_file`] read the parameter files of other
//! programs, [`heads`] reads head tables.

mod aligned_file;
mod chains;
pub(crate) mod conventions;
mod difference;
mod edits;
mod forms;
mod gaps;
pub mod heads;
mod lists;
mod named_file;
pub mod normal;
mod origins;
pub mod param_file;
mod policies;
mod prepared;
mod presets;
mod quotes;
mod recipe;
mod rules;
mod settings;
pub mod speech_file;
mod speech_recipe;
mod type_table;
mod types;

pub(crate) use difference::PreparedDifference;
pub(crate) use forms::{fold_bytes, write_plain};
pub(crate) use gaps::WordSets;
pub use named_file::NamedFile;
pub use prepared::Prepared;
pub(crate) use prepared::{SideToPrepare, prepare_partner};
pub use presets::{PRESETS, Preset};
pub use recipe::{
    Average, Compare, Cut, DeletedWords, Empty, Equate, Name, Punctuation, Recipe, Repeats, Root, Trivial,
    WordForm,
};
pub(crate) use rules::LabelRule;
pub use rules::Rules;
pub use settings::SettingError;
pub(crate) use settings::{choose, join_labels, split_labels, wrong};
pub use type_table::TypeTable;
pub use types::{NodeKind, Separator, TypeRule, TypeRules, TypeTableError};

// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub use settings::{bytes, cells, escape, unescape};
