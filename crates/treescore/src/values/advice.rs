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
        }
    }
}
