//! Options for reading word times.

use super::TimesFormat;
use crate::values::choice;

choice! {
    /// How to treat a word that starts before the one before it ends.
    Overlaps {
        /// As a fault.
        Refuse = "refuse",
        /// As valid; its times are kept.
        Allow = "allow",
    }
}

/// Options for reading word times.
///
/// ```
/// use treescore::read::times::{Times, TimesOptions};
///
/// let options = TimesOptions { tier: Some("Mots".to_owned()), ..TimesOptions::default() };
/// let text = br#""ooTextFile" "TextGrid" 0 2 <exists> 1
/// "IntervalTier" "mots" 0 2 2  0 1.5 "bonjour"  1.5 2 "sp""#;
/// let times = Times::from_bytes("u1.TextGrid", text.to_vec(), &options)?;
/// assert_eq!(times.whole(0)?.intervals(), [(0.0, 1.5)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesOptions {
    /// The format. `None`: detected from the name of each file.
    pub format: Option<TimesFormat>,
    /// For a TextGrid: the tier of the words, ignoring case. `None`: `words` or, failing that, `word`.
    pub tier: Option<String>,
    /// For a TextGrid: the texts of intervals that are not words, besides blank ones.
    pub silences: Vec<String>,
    /// How to treat overlapping words.
    pub overlaps: Overlaps,
}

impl TimesOptions {
    /// The default texts of silences.
    pub(super) const SILENCES: [&str; 4] = ["sp", "sil", "<eps>", "SIL"];

    /// The names that the tier of the words may have, in order of preference; at least one.
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
