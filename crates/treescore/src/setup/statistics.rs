//! The settings of intervals and tests, and their part of a signature.

use crate::prepare::Empty;
use crate::values::choice;

choice! {
    /// How the ends of an interval are found.
    IntervalMethod {
        /// Quantiles of the replicates.
        Percentile = "percentile",
        /// Quantiles that are corrected for bias and skew (Efron 1987).
        Bca = "bca",
    }
}

choice! {
    /// What is drawn and swapped as one.
    ResampleBy {
        /// Pairs, or the smallest groups of pairs that two systems have in common.
        Pair = "pair",
        /// Files.
        File = "file",
        /// Conversation sides.
        Side = "side",
        /// What a file of keys says.
        Keys = "keys",
    }
}

choice! {
    /// How two systems are compared.
    TestMethod {
        /// Paired approximate randomisation.
        Randomisation = "randomisation",
        /// Paired bootstrap.
        Bootstrap = "bootstrap",
    }
}

/// When units are summed into buckets, so that any number of pairs takes bounded memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Folding {
    above: usize,
    bits: u32,
}

impl Folding {
    /// Units stay as they are up to `above` of them; more are summed into 2 to the power of `bits` buckets. `None` if
    /// there would be more buckets than keys.
    pub fn new(above: usize, bits: u32) -> Option<Self> {
        (bits < u64::BITS).then_some(Self { above, bits })
    }

    /// The largest number of units that stay as they are.
    pub fn above(self) -> usize {
        self.above
    }

    /// There are 2 to this power buckets.
    pub fn bits(self) -> u32 {
        self.bits
    }
}

/// The bucket of a key if units are folded into 2^bits buckets.
pub fn bucket(key: u64, bits: u32) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15).checked_shr(64 - bits).unwrap_or(0)
}

impl Default for Folding {
    fn default() -> Self {
        Self { above: 1 << 17, bits: 16 }
    }
}

/// Everything that decides a digit of intervals and tests, beside the rows; and the number of threads, which
/// decides none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatSettings {
    /// The seed of all draws.
    pub seed: u64,
    /// The number of bootstrap replicates.
    pub replicates: u64,
    /// The number of shuffles of a randomisation test.
    pub shuffles: u64,
    /// The level of intervals, in tenths of a per cent.
    pub level: u16,
    /// How the ends of intervals are found.
    pub method: IntervalMethod,
    /// What an undefined score of a sentence counts in a mean.
    pub empty: Empty,
    /// What is drawn and swapped as one.
    pub resample_by: ResampleBy,
    /// When units are summed into buckets.
    pub folding: Folding,
    /// The number of threads.
    pub threads: usize,
    /// Whether the sums and values of all replicates and shuffles are kept. It decides no digit either; without them,
    /// any number of shuffles takes bounded memory, and a replicate 24 bytes for each figure.
    pub samples: bool,
}

impl Default for StatSettings {
    fn default() -> Self {
        Self {
            seed: 12345,
            replicates: 1000,
            shuffles: 10_000,
            level: 950,
            method: IntervalMethod::Percentile,
            empty: Empty::Skip,
            resample_by: ResampleBy::Pair,
            folding: Folding::default(),
            threads: 1,
            samples: true,
        }
    }
}

/// The most replicates or shuffles: draws are numbered with 32 bits.
pub const MOST_DRAWS: u64 = 1 << 32;

/// The keys of a signature that are about statistics.
pub(super) const KEYS: [&str; 8] = ["boot", "ci", "level", "ar", "pb", "resample", "fold", "seed"];

/// The settings of intervals and tests that a signature gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignedStatistics {
    /// The settings; what is not in the signature is the default.
    pub settings: StatSettings,
    /// The test, if there was one.
    pub test: Option<TestMethod>,
}

impl SignedStatistics {
    /// Reads the fields of a signature that are about statistics.
    pub(super) fn read(fields: &[(String, String)]) -> Result<Self, (&'static str, String)> {
        let mut found = Self { settings: StatSettings::default(), test: None };
        for (key, value) in fields {
            let Some(key) = KEYS.into_iter().find(|known| known == key) else { continue };
            found.set(key, value).ok_or_else(|| (key, value.clone()))?;
        }
        Ok(found)
    }

    /// The settings in which these statistics differ from others: `(what, here, there)`. Tests are compared where both have
    /// one. Folding is no setting: it follows from the number of units.
    pub(super) fn differences(&self, other: &Self) -> Vec<(String, String, String)> {
        let tests = self.test.zip(other.test);
        let values = |of: &Self| {
            let StatSettings { seed, replicates, shuffles, level, method, resample_by, .. } = of.settings;
            let is_shuffled = tests == Some((TestMethod::Randomisation, TestMethod::Randomisation));
            let percent = format!("{}.{}", level / 10, level % 10);
            [
                ("replicates", Some(replicates.to_string())),
                ("intervals", Some(method.as_str().to_owned())),
                ("level", Some(format!("{} %", percent.trim_end_matches(".0")))),
                ("test", of.test.filter(|_| tests.is_some()).map(|test| test.as_str().to_owned())),
                ("shuffles", is_shuffled.then(|| shuffles.to_string())),
                ("resampled by", Some(resample_by.as_str().to_owned())),
                ("seed", Some(seed.to_string())),
            ]
        };
        let both = values(self).into_iter().zip(values(other));
        let both = both.filter_map(|((what, here), (_, there))| Some((what.to_owned(), here?, there?)));
        both.filter(|(_, here, there)| here != there).collect()
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let settings = &mut self.settings;
        let number =
            |value: &str| value.parse::<u64>().ok().filter(|number| (1..=MOST_DRAWS).contains(number));
        match key {
            "boot" => settings.replicates = number(value)?,
            "ci" => settings.method = value.parse().ok()?,
            "level" => settings.level = level(value)?,
            "ar" => (settings.shuffles, self.test) = (number(value)?, Some(TestMethod::Randomisation)),
            "pb" => (settings.replicates, self.test) = (number(value)?, Some(TestMethod::Bootstrap)),
            "resample" => settings.resample_by = value.parse().ok()?,
            // Folding follows from the number of units.
            "fold" => return (value.parse() == Ok(1_u64 << settings.folding.bits)).then_some(()),
            _ => settings.seed = value.parse().ok()?,
        }
        Some(())
    }
}

/// A level in per cent with at most one decimal, in tenths of a per cent: above 0 and below 100.
///
/// ```
/// use treescore::setup::level;
/// assert_eq!([level("95"), level("99.9"), level("100"), level("99.99")], [Some(950), Some(999), None, None]);
/// ```
pub fn level(text: &str) -> Option<u16> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole) || !is_digits(tenth) || tenth.len() > 1 {
        return None;
    }
    let level = whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(tenth.parse().ok()?)?;
    (1..1000).contains(&level).then_some(level)
}

/// What of the statistics was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// True if there are intervals.
    pub intervals: bool,
    /// The test that was asked for, also if all tests were exact.
    pub test: Option<TestMethod>,
    /// True if units were folded.
    pub folded: bool,
    /// True if detectable differences were computed.
    pub detectable: bool,
}

impl StatSettings {
    /// The probability beyond one end of an interval.
    pub(crate) fn tail(&self) -> f64 {
        f64::from(1000 - self.level.min(1000)) / 2000.0
    }

    /// The quantiles of a percentile interval.
    pub(crate) fn quantiles(&self) -> (f64, f64) {
        (self.tail(), f64::from(1000 + self.level.min(1000)) / 2000.0)
    }

    /// The level in per cent: `95`, `99.9`.
    pub fn level_text(&self) -> String {
        let (whole, tenth) = (self.level / 10, self.level % 10);
        if tenth == 0 { whole.to_string() } else { format!("{whole}.{tenth}") }
    }

    /// The part of a signature that says how intervals and tests were made. Defaults of method, level and unit are
    /// left out.
    ///
    /// ```
    /// use treescore::setup::{StatSettings, TestMethod, Used};
    /// let used = Used { intervals: true, test: Some(TestMethod::Randomisation), ..Used::default() };
    /// assert_eq!(StatSettings::default().signature(used), "boot:1000|ar:10000|seed:12345");
    /// ```
    pub fn signature(&self, used: Used) -> String {
        let mut parts = Vec::new();
        if used.intervals {
            parts.push(format!("boot:{}", self.replicates));
            if self.method != IntervalMethod::Percentile {
                parts.push(format!("ci:{}", self.method.as_str()));
            }
        }
        if (used.intervals || used.detectable) && self.level != 950 {
            parts.push(format!("level:{}", self.level_text()));
        }
        parts.extend(used.test.map(|test| match test {
            TestMethod::Randomisation => format!("ar:{}", self.shuffles),
            TestMethod::Bootstrap => format!("pb:{}", self.replicates),
        }));
        if !parts.is_empty() {
            if self.resample_by != ResampleBy::Pair {
                parts.push(format!("resample:{}", self.resample_by.as_str()));
            }
            if used.folded {
                parts.push(format!("fold:{}", 1_u64 << self.folding.bits));
            }
            parts.push(format!("seed:{}", self.seed));
        }
        parts.join("|")
    }
}
