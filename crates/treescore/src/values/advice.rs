//! Advice: the next step after a message, as a value. Each face words it with its own options.

use std::fmt;

/// A next step that a message proposes. The library knows no command line, so the text here names none; a
/// face passes its own wording in [`Style::advice`](crate::report::Style).
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
    /// Align the texts, because the pairs are shifted against each other.
    FixShift,
    /// Allow the mapping more memory.
    RaiseMemory,
    /// Show the labels that were pooled.
    ShowAllLabels,
    /// Make the table this many columns wide.
    Widen(usize),
    /// Allow words that overlap in time.
    AllowOverlaps,
    /// Name the tier of a TextGrid that holds the words: one of these.
    NameTier(Vec<String>),
    /// Name the format of a file of times.
    TimesFormat,
    /// Give the utterance of each tree.
    GiveIds,
    /// Give impossible events a least probability.
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
            Self::AllowOverlaps => f.write_str("mend the times, or allow overlaps"),
            Self::NameTier(tiers) => write!(f, "name the tier of the words: {}", tiers.join(" or ")),
            Self::TimesFormat => {
                f.write_str("name it *.ctm, *.TextGrid, *.json or *.jsonl, or give the format")
            }
            Self::GiveIds => f.write_str("say which tree is which utterance"),
            Self::Floor => f.write_str("give it a least probability"),
        }
    }
}
