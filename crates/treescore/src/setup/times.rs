//! The reading of word times, as far as it can change a number.

use std::fmt::Display;
use std::str::FromStr;

use crate::align::times::TimesWords;
use crate::measure::Settings;
use crate::prepare::{Name, SettingError, choose, escape, join_labels, split_labels, unescape, wrong};
use crate::read::times::{MissingTimes, Overlaps, TimeUnit, TimesFormat, TimesOptions};
use crate::tree::Which;
use crate::values::choice;

/// The settings for reading word times.
#[derive(Clone, Debug, PartialEq)]
pub struct TimesSettings {
    /// The treatment of utterances whose words overlap.
    pub overlaps: Overlaps,
    /// The tier with the words, if not the default.
    pub tier: Option<Name>,
    /// The texts that mean silence, if not the default. With an empty list every text is a word.
    pub silences: Option<Vec<Name>>,
    /// The units of the times.
    pub unit: BothSides<TimeUnit>,
    /// Seconds that are added to every time.
    pub shift: BothSides<f64>,
    /// What the fourth column of CTM is.
    pub ctm: BothSides<CtmColumn>,
    /// The treatment of times that cover several words.
    pub words: TimesWords,
    /// The treatment of words without times.
    pub missing: MissingTimes,
}

choice! {
    /// What the fourth column of CTM is.
    #[derive(Default, PartialOrd, Ord)]
    CtmColumn {
        /// The duration of a word.
        #[default]
        Durations = "durations",
        /// Its end.
        Ends = "ends",
    }
}

impl CtmColumn {
    /// What a format that was asked for says.
    pub fn of(format: TimesFormat) -> Self {
        if format == TimesFormat::CtmEnds { Self::Ends } else { Self::Durations }
    }
}

impl Display for CtmColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A value for gold and one for all systems.
///
/// ```
/// use treescore::setup::BothSides;
/// assert_eq!(BothSides { gold: 1, system: 2 }.to_string(), "1/2");
/// assert_eq!(BothSides { gold: 2, system: 2 }.to_string(), "2");
/// assert_eq!("1/2".parse(), Ok(BothSides { gold: 1, system: 2 }));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BothSides<T> {
    /// For gold.
    pub gold: T,
    /// For the systems.
    pub system: T,
}

impl<T: Copy> BothSides<T> {
    /// The value of a side.
    pub fn of(&self, which: Which) -> T {
        match which {
            Which::Gold => self.gold,
            Which::System => self.system,
        }
    }
}

impl<T: Display + PartialEq> Display for BothSides<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { gold, system } = self;
        if gold == system { gold.fmt(f) } else { write!(f, "{gold}/{system}") }
    }
}

impl<T: FromStr + Copy> FromStr for BothSides<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (gold, system) = text.split_once('/').unwrap_or((text, text));
        Ok(Self { gold: gold.parse()?, system: system.parse()? })
    }
}

impl Default for TimesSettings {
    fn default() -> Self {
        Self {
            overlaps: Overlaps::Refuse,
            tier: None,
            silences: None,
            unit: BothSides::default(),
            shift: BothSides::default(),
            ctm: BothSides::default(),
            words: TimesWords::Same,
            missing: MissingTimes::Refuse,
        }
    }
}

impl TimesSettings {
    /// The settings that differ from the default.
    pub(crate) fn settings(&self) -> Settings {
        let usual = Self::default();
        let mut settings = Vec::new();
        if self.overlaps == Overlaps::Allow {
            settings.push(("overlaps", self.overlaps.as_str().to_owned()));
        }
        settings.extend(self.tier.as_ref().map(|tier| ("tier", escape(tier))));
        settings.extend(self.silences.as_ref().map(|texts| ("silence", join_labels(texts))));
        let others = [
            (self.unit != usual.unit).then(|| ("unit", self.unit.to_string())),
            (self.shift != usual.shift).then(|| ("shift", self.shift.to_string())),
            (self.ctm != usual.ctm).then(|| ("ctm", self.ctm.to_string())),
            (self.words != usual.words).then(|| ("times-words", self.words.as_str().to_owned())),
            (self.missing != usual.missing).then(|| ("missing-times", self.missing.as_str().to_owned())),
        ];
        settings.extend(others.into_iter().flatten());
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
            "unit" => choose(&mut self.unit, key, value, &["s", "ms", "cs", "htk", "samples:N"])?,
            "shift" => {
                let shift = value.parse().ok();
                let is_finite = |both: &BothSides<f64>| both.gold.is_finite() && both.system.is_finite();
                let wrong = || wrong(key, value, "a number of seconds");
                self.shift = shift.filter(is_finite).ok_or_else(wrong)?;
            }
            "ctm" => choose(&mut self.ctm, key, value, CtmColumn::VALUES)?,
            "times-words" => choose(&mut self.words, key, value, TimesWords::VALUES)?,
            "missing-times" => choose(&mut self.missing, key, value, MissingTimes::VALUES)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The reader options of a side for this format. `None`: the format is recognised.
    pub fn options(&self, which: Which, format: Option<TimesFormat>) -> TimesOptions {
        let ends = (self.ctm.of(which) == CtmColumn::Ends).then_some(TimesFormat::CtmEnds);
        let text = |name: &Name| String::from_utf8_lossy(name).into_owned();
        TimesOptions {
            format: format.or(ends),
            tier: self.tier.as_ref().map(text),
            silences: match &self.silences {
                Some(silences) => silences.iter().map(text).collect(),
                None => TimesOptions::default().silences,
            },
            overlaps: self.overlaps,
            missing: self.missing,
            unit: self.unit.of(which),
            shift: self.shift.of(which),
            segments: None,
        }
    }
}
