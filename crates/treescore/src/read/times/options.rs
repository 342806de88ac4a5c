//! How times are read.

use super::TimesFormat;
use crate::values::choice;

choice! {
    /// What to do with a word that starts before the one before it has ended.
    Overlaps {
        /// It is a fault.
        Refuse = "refuse",
        /// Its times are kept as they are.
        Allow = "allow",
    }
}

/// How times are read.
///
/// ```
/// use treescore::read::times::{Times, TimesOptions};
///
/// let options = TimesOptions { tier: Some("Mots".to_owned()), ..TimesOptions::default() };
/// let text = br#""ooTextFile" "TextGrid" 0 2 <exists> 1 "IntervalTier" "mots" 0 2 2  0 1.5 "bonjour"  1.5 2 "sp""#;
/// let times = Times::of_bytes("u1.TextGrid", text.to_vec(), &options)?;
/// assert_eq!(times.whole(0)?.intervals(), [(0.0, 1.5)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesOptions {
    /// The format; told by the name of each file if it is `None`.
    pub format: Option<TimesFormat>,
    /// For a TextGrid: the tier of the words, in any case. `None`: `words`, or else `word`.
    pub tier: Option<String>,
    /// For a TextGrid: texts of intervals that are no words, besides blank ones.
    pub silences: Vec<String>,
    /// Words that overlap.
    pub overlaps: Overlaps,
}

impl TimesOptions {
    /// Texts of intervals that are taken for silence unless others are given.
    pub const SILENCES: [&str; 4] = ["sp", "sil", "<eps>", "SIL"];

    /// Names that the tier of the words may have, the best first; at least one.
    pub(super) fn tier_names(&self) -> Vec<&str> {
        self.tier.as_deref().map_or_else(|| vec!["words", "word"], |tier| vec![tier])
    }
}

impl Default for TimesOptions {
    fn default() -> Self {
        Self {
            format: None,
            tier: None,
            silences: Self::SILENCES.map(str::to_owned).to_vec(),
            overlaps: Overlaps::Refuse,
        }
    }
}
