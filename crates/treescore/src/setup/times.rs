//! How word times are read, as settings that change numbers.

use crate::measure::Settings;
use crate::prepare::{Name, SettingError, choose, escape, join_labels, split_labels, unescape};
use crate::read::times::{Overlaps, TimesFormat, TimesOptions};

/// How word times are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesSettings {
    /// What becomes of an utterance whose words overlap.
    pub overlaps: Overlaps,
    /// The tier of the words in TextGrids, if not the usual one.
    pub tier: Option<Name>,
    /// The texts that are silence, if not the usual ones; an empty list means that every text is a word.
    pub silences: Option<Vec<Name>>,
}

impl Default for TimesSettings {
    fn default() -> Self {
        Self { overlaps: Overlaps::Refuse, tier: None, silences: None }
    }
}

impl TimesSettings {
    /// Those that are not as usual.
    pub fn settings(&self) -> Settings {
        let mut settings = Vec::new();
        if self.overlaps == Overlaps::Allow {
            settings.push(("overlaps", self.overlaps.as_str().to_owned()));
        }
        settings.extend(self.tier.as_ref().map(|tier| ("tier", escape(tier))));
        settings.extend(self.silences.as_ref().map(|texts| ("silence", join_labels(texts))));
        settings
    }

    /// Changes one of them; false if there is none of that name.
    ///
    /// # Errors
    /// If the setting does not take such a value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        match key {
            "overlaps" => choose(&mut self.overlaps, key, value, Overlaps::VALUES)?,
            "tier" => self.tier = Some(unescape(value)),
            "silence" => self.silences = Some(split_labels(value)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The options of the reader of times, for files of this format or whatever their names tell.
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
