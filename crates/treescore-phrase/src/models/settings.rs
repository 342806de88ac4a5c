//! What a model is trained with.

use crate::Pp;
use crate::tagger::TaggerSettings;
use treescore::values::choice;

choice! {
    /// Where models get the tags of words from.
    TagSource {
        /// From a tagger, with probabilities.
        Tagger = "tagger",
        /// From the trees, for certain.
        Gold = "gold",
    }
}

/// The greatest length for which models may keep counts of their own.
pub const LONGEST_MAX: u32 = 10_000;

/// Everything beside the trees and categories that decides what a model is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelSettings {
    /// Do prepositional chunks contain the chunk of their object?
    pub pp: Pp,
    /// From this length on candidates are counted together.
    pub longest: u32,
    /// Tag sequences less probable than this are not considered.
    pub tau: f64,
    /// How many pseudo-candidates at the more general rate are added to every estimate.
    pub pseudo: f64,
    /// Where tags come from.
    pub tags: TagSource,
    /// The tagger's own settings.
    pub tagger: TaggerSettings,
}

impl Default for ModelSettings {
    fn default() -> Self {
        Self {
            pp: Pp::default(),
            longest: 20,
            tau: 0.01,
            pseudo: 1.0,
            tags: TagSource::Tagger,
            tagger: TaggerSettings::default(),
        }
    }
}

/// A setting with a value that no model can have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} is {value}, and must be {expected}")]
pub struct SettingError {
    /// As model files call it.
    pub name: &'static str,
    value: f64,
    expected: &'static str,
}

impl ModelSettings {
    /// Can a model have these settings?
    ///
    /// # Errors
    /// The first setting with an impossible value.
    pub fn check(&self) -> Result<(), SettingError> {
        let weight = |value: f64| value.is_finite() && value >= 0.0;
        let longest = f64::from(self.longest);
        for (name, value, is_good, expected) in [
            ("K", longest, (1..=LONGEST_MAX).contains(&self.longest), "from 1 to 10,000"),
            ("tau", self.tau, self.tau > 0.0 && self.tau <= 1.0, "above 0 and at most 1"),
            ("m", self.pseudo, weight(self.pseudo), "finite, and 0 or more"),
            ("theta", self.tagger.theta, weight(self.tagger.theta), "0 or more"),
            ("mu", self.tagger.mu, weight(self.tagger.mu), "0 or more"),
            ("eps", self.tagger.eps, (0.0..=1.0).contains(&self.tagger.eps), "from 0 to 1"),
        ] {
            if !is_good {
                return Err(SettingError { name, value, expected });
            }
        }
        Ok(())
    }

    /// A rate, with pseudo-candidates at the rate of something more general; that rate itself if there is nothing else.
    pub(super) fn estimate(&self, true_ones: f64, all: f64, parent: f64) -> f64 {
        let weight = all + self.pseudo;
        // Sums that were rounded may make a little more than all of them.
        if weight > 0.0 { ((true_ones + self.pseudo * parent) / weight).min(1.0) } else { parent }
    }
}
