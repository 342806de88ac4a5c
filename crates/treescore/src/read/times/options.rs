//! Options for reading word times.

use std::sync::Arc;

use super::{Segments, TimeUnit, TimesFormat};
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

choice! {
    /// How to treat words without times.
    MissingTimes {
        /// As a fault.
        Refuse = "refuse",
        /// They share the gap between their neighbours evenly.
        Spread = "spread",
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
#[derive(Clone, Debug, PartialEq)]
pub struct TimesOptions {
    /// The format. `None`: recognised from each file.
    pub format: Option<TimesFormat>,
    /// The tier of the words, ignoring case, in formats with tiers. `None`: the one that is called so.
    pub tier: Option<String>,
    /// The texts that are silence, not words, besides blank ones.
    pub silences: Vec<String>,
    /// How to treat overlapping words.
    pub overlaps: Overlaps,
    /// How to treat words without times.
    pub missing: MissingTimes,
    /// The unit of the times.
    pub unit: TimeUnit,
    /// Seconds that are added to every time.
    pub shift: f64,
    /// Where each utterance begins in its recording: its start is added to the times of the utterance.
    pub segments: Option<Arc<Segments>>,
}

impl TimesOptions {
    /// The default texts of silences.
    pub(super) const SILENCES: [&str; 12] = [
        "sp",
        "sil",
        "SIL",
        "<sil>",
        "<SIL>",
        "!SIL",
        "<eps>",
        "<p>",
        "<s>",
        "</s>",
        "[silence]",
        "[SILENCE]",
    ];

    pub(super) fn is_silence(&self, text: &[u8]) -> bool {
        self.silences.iter().any(|silence| silence.as_bytes() == text)
    }
}

impl Default for TimesOptions {
    fn default() -> Self {
        Self {
            format: None,
            tier: None,
            silences: Self::SILENCES.map(str::to_owned).to_vec(),
            overlaps: Overlaps::Refuse,
            missing: MissingTimes::Refuse,
            unit: TimeUnit::Seconds,
            shift: 0.0,
            segments: None,
        }
    }
}
