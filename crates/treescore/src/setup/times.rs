//! The reading of word times, as far as it can change a number.

use crate::measure::Settings;
use crate::prepare::{Name, SettingError, choose, escape, join_labels, split_labels, unescape};
use crate::read::times::{Overlaps, TimesFormat, TimesOptions};

/// The settings for reading word times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesSettings {
    /// The treatment of utterances whose words overlap.
    pub overlaps: Overlaps,
    /// The TextGrid tier with the words, if not the default.
    pub tier: Option<Name>,
    /// The texts that mean silence, if not the default. With an empty list every text is a word.
    pub silences: Option<Vec<Name>>,
}

impl Default for TimesSettings {
    fn default() -> Self {
        Self { overlaps: Overlaps::Refuse, tier: None, silences: None }
    }
}

impl TimesSettings {
    /// The settings that differ from the default.
    pub(crate) fn settings(&self) -> Settings {
        let mut settings = Vec::new();
        if self.overlaps == Overlaps::Allow {
            settings.push(("overlaps", self.overlaps.as_str().to_owned()));
        }
        settings.extend(self.tier.as_ref().map(|tier| ("tier", escape(tier))));
        settings.extend(self.silences.as_ref().map(|texts| ("silence", join_labels(texts))));
        settings
    }

    /// Changes a setting. Returns false if there is no setting with this name.
    ///
    /// # Errors
    /// If the value is not valid for the setting.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        match key {
            "overlaps" => choose(&mut self.overlaps, key, value, Overlaps::VALUES)?,
            "tier" => self.tier = Some(unescape(value)),
            "silence" => self.silences = Some(split_labels(value)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The reader options for this format. `None`: the format follows from each file's name.
    pub fn options(&self, format: Option<TimesFormat>) -> TimesOptions {
        let text = |name: &Name| String::from_utf8_lossy(name).into_owned();
        TimesOptions {
            format,
            tier: self.tier.as_ref().map(text),
            silences: match &self.silences {
                Some(silences) => silences.iter().map(text).collect(),
                None => TimesOptions::default().silences,
            },
            overlaps: self.overlaps,
        }
    }
}
