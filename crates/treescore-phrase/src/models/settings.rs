//! The settings of training.

use crate::Pp;
use crate::tagger::TaggerSettings;
use treescore::values::choice;

choice! {
    /// Where models get the tags of words.
    TagSource {
        /// From a tagger, with probabilities.
        Tagger = "tagger",
        /// From the trees, with certainty.
        Gold = "gold",
    }
}

/// The greatest length for which models may keep separate counts.
const LONGEST_MAX: u32 = 10_000;

/// Everything except the trees and categories that decides what a model is.
///
/// ```
/// use treescore_phrase::models::ModelSettings;
/// let settings = ModelSettings { tau: 0.0, ..ModelSettings::default() };
/// let error = settings.check().unwrap_err();
/// assert_eq!(error.to_string(), "tau is 0; it must be above 0 and at most 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelSettings {
    /// Whether prepositional chunks contain the chunk of their object.
    pub pp: Pp,
    /// Candidates of this length and longer ones are counted together.
    pub longest: u32,
    /// Tag sequences less probable than this are not considered.
    pub tau: f64,
    /// The number of pseudo-candidates, at the more general rate, added to every estimate.
    pub pseudo: f64,
    /// Where tags come from.
    pub tags: TagSource,
    /// The settings of the tagger.
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

/// A setting has a value that is out of range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{name} is {value}; it must be {expected}")]
pub struct SettingError {
    /// Its name in model files.
    pub name: &'static str,
    value: f64,
    expected: &'static str,
}

impl ModelSettings {
    /// Checks that all settings are in range.
    ///
    /// # Errors
    /// The first setting that is out of range.
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

    /// Estimates a rate, with pseudo-candidates at a more general rate; that rate itself if there is no
    /// evidence.
    pub(super) fn estimate(&self, true_ones: f64, all: f64, parent: f64) -> f64 {
        let weight = all + self.pseudo;
        // Rounding may make the sum slightly more than the total.
        if weight > 0.0 { ((true_ones + self.pseudo * parent) / weight).min(1.0) } else { parent }
    }
}
