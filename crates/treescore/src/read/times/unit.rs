//! Units of time.

use std::fmt;
use std::str::FromStr;

/// The unit in which a file gives its times.
///
/// ```
/// use treescore::read::times::TimeUnit;
/// let unit: TimeUnit = "samples:16000".parse()?;
/// assert_eq!(unit.seconds(8000.0), 0.5);
/// assert_eq!(unit.to_string(), "samples:16000");
/// # Ok::<(), treescore::read::times::UnknownTimeUnit>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeUnit {
    /// Seconds.
    #[default]
    Seconds,
    /// Milliseconds.
    Milliseconds,
    /// Hundredths of a second, a common length of frames.
    Centiseconds,
    /// Units of 100 nanoseconds, as in label files of HTK.
    Htk,
    /// Samples, of which a second has this many; at least one.
    Samples(u32),
}

impl TimeUnit {
    /// Converts a time to seconds.
    pub fn seconds(self, time: f64) -> f64 {
        match self {
            Self::Seconds => time,
            Self::Milliseconds => time / 1e3,
            Self::Centiseconds => time / 1e2,
            Self::Htk => time / 1e7,
            Self::Samples(rate) => time / f64::from(rate),
        }
    }
}

impl fmt::Display for TimeUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seconds => f.write_str("s"),
            Self::Milliseconds => f.write_str("ms"),
            Self::Centiseconds => f.write_str("cs"),
            Self::Htk => f.write_str("htk"),
            Self::Samples(rate) => write!(f, "samples:{rate}"),
        }
    }
}

/// An unknown name of a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown unit of time `{0}`; use s, ms, cs, htk or samples:N with N samples per second")]
pub struct UnknownTimeUnit(pub String);

impl FromStr for TimeUnit {
    type Err = UnknownTimeUnit;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let rate = |name: &str| name.strip_prefix("samples:")?.parse().ok().filter(|&rate: &u32| rate > 0);
        Ok(match name {
            "s" => Self::Seconds,
            "ms" => Self::Milliseconds,
            "cs" => Self::Centiseconds,
            "htk" => Self::Htk,
            _ => Self::Samples(rate(name).ok_or_else(|| UnknownTimeUnit(name.to_owned()))?),
        })
    }
}
