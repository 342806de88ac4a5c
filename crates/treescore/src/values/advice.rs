//! Advice: the next step after a message, as a value. Each face (command line, Python) words it with its own
//! options.

use std::fmt;

/// A next step that a message suggests. The library does not know the options of any face, so the texts here
/// name none. A face passes its own wording in [`Style::advice`](crate::report::Style).
///
/// ```
/// use treescore::values::Advice;
/// assert_eq!(Advice::AlignTexts.to_string(), "align the texts");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// List the refused pairs.
    ListRefused,
    /// Align the texts, because the words of some pairs differ.
    AlignTexts,
    /// Align the texts, because the pairs are shifted.
    FixShift,
    /// Raise the memory limit of the mapping.
    RaiseMemory,
    /// Show the labels that were pooled.
    ShowAllLabels,
    /// Widen the table to this many columns.
    Widen(usize),
    /// Allow words that overlap in time.
    AllowOverlaps,
    /// Spread words without times over the gaps between their neighbours.
    SpreadTimes,
    /// Share a time among the words that it covers.
    SplitTimes,
    /// Give the utterance id of each tree.
    GiveIds,
    /// Give impossible events a minimum probability.
    Floor,
    /// Change a setting of the recipe.
    Set(&'static str, &'static str),
    /// Delete brackets and words with these labels.
    Delete(Vec<String>),
    /// Cut function tags off labels.
    CutLabels,
    /// Use another recipe.
    UseRecipe(&'static str),
    /// Compare spans, with gold's tags for punctuation.
    CompareSpans,
    /// Pair units with the same id.
    PairById,
    /// Pair units on the same line.
    PairByLine,
    /// Leave out trees with this root.
    Skip(String),
    /// Take only some files of a folder.
    Only(String),
    /// Give this file as gold, and that one as system.
    Exchange(String, String),
    /// Give a setting of one side: `gold` or `system`, the setting, its value.
    ForSide(&'static str, &'static str, String),
    /// Give a setting a value.
    Give(&'static str, String),
    /// Read a file in another format.
    ReadAs(String),
    /// Take the best tree of an n-best list.
    TakeBest,
    /// Align the texts.
    Align,
    /// Take a recipe without punctuation, or take punctuation out of both sides.
    DropPunctuation,
    /// Silence a finding.
    Ignore(&'static str),
    /// Something to do outside treescore.
    Do(&'static str),
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ListRefused => f.write_str("list them"),
            Self::AlignTexts => f.write_str("align the texts"),
            Self::FixShift => f.write_str("fix the shift by aligning the texts"),
            Self::RaiseMemory => f.write_str("raise the limit"),
            Self::ShowAllLabels => f.write_str("show all labels"),
            Self::Widen(columns) => write!(f, "needs a width of {columns}"),
            Self::AllowOverlaps => f.write_str("correct the times, or allow overlaps"),
            Self::SpreadTimes => f.write_str("spread them over the gaps"),
            Self::SplitTimes => f.write_str("share the time among them"),
            Self::GiveIds => f.write_str("give the utterance id of each tree"),
            Self::Floor => f.write_str("set a minimum probability"),
            Self::Set(key, value) => write!(f, "{key}={value}"),
            Self::Delete(labels) => write!(f, "delete {}", labels.join(",")),
            Self::CutLabels => f.write_str("cut labels"),
            Self::UseRecipe(name) => write!(f, "use the recipe {name}"),
            Self::CompareSpans => f.write_str("compare spans, with punct=gold"),
            Self::PairById => f.write_str("pair by id"),
            Self::PairByLine => f.write_str("pair by line"),
            Self::Skip(label) => write!(f, "skip trees with the root {label}"),
            Self::Only(pattern) => write!(f, "take only {pattern}"),
            Self::Exchange(gold, system) => write!(f, "gold is {gold}, the system is {system}"),
            Self::ForSide(side, key, value) => write!(f, "{side} {key}={value}"),
            Self::Give(key, value) => write!(f, "{key}={value}"),
            Self::ReadAs(format) => write!(f, "read it as {format}"),
            Self::TakeBest => f.write_str("take the best tree of each list"),
            Self::Align => f.write_str("align the texts"),
            Self::DropPunctuation => f.write_str("take punctuation out of both sides"),
            Self::Ignore(id) => write!(f, "ignore {id}"),
            Self::Do(what) => f.write_str(what),
        }
    }
}
