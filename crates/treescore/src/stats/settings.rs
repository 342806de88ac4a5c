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
    /// The largest number of units that stay as they are.
    pub above: usize,
    /// There are 2 to this power buckets.
    pub bits: u32,
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
    pub replicates: u32,
    /// The number of shuffles of a randomisation test.
    pub shuffles: u32,
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
        }
    }
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
    pub(super) fn tail(&self) -> f64 {
        f64::from(1000 - self.level.min(1000)) / 2000.0
    }

    /// The quantiles of a percentile interval.
    pub(super) fn quantiles(&self) -> (f64, f64) {
        (self.tail(), f64::from(1000 + self.level.min(1000)) / 2000.0)
    }

    /// The part of a signature that says how intervals and tests were made. Defaults of method, level and unit are
    /// left out.
    ///
    /// ```
    /// use treescore::stats::{StatSettings, TestMethod, Used};
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
            let (whole, tenth) = (self.level / 10, self.level % 10);
            parts.push(if tenth == 0 { format!("level:{whole}") } else { format!("level:{whole}.{tenth}") });
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
