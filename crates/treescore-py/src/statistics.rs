//! Settings of intervals and tests, as Python asks for them.

use pyo3::prelude::*;
use treescore::run::{KeptFigures, Statistics};
use treescore::setup::{MOST_DRAWS, StatSettings};

use crate::error;

const SEED: &str = "TREESCORE_SEED";

/// The seed: as asked for, else by the environment, else the usual one.
pub(crate) fn seed(py: Python<'_>, given: Option<u64>) -> PyResult<u64> {
    if let Some(seed) = given {
        return Ok(seed);
    }
    let Some(value) = std::env::var_os(SEED) else { return Ok(StatSettings::default().seed) };
    let value = value.to_string_lossy();
    value.parse().map_err(|_| {
        let message = format!("{SEED}={value}: the variable must be a whole number of at least 0");
        error::setting(py, &message, SEED, Some(&value), Vec::new())
    })
}

/// The settings of intervals and tests.
pub(crate) fn settings(
    py: Python<'_>,
    level: f64,
    resamples: u64,
    shuffles: u64,
    given_seed: Option<u64>,
) -> PyResult<StatSettings> {
    let tenths = (level * 1000.0).round();
    if !(1.0..1000.0).contains(&tenths) || (level * 1000.0 - tenths).abs() > 1e-6 {
        let message = format!("level must be above 0 and below 1, with at most three decimals, not {level}");
        return Err(error::setting(py, &message, "level", Some(&level.to_string()), Vec::new()));
    }
    for (key, draws) in [("resamples", resamples), ("shuffles", shuffles)] {
        if !(1..=MOST_DRAWS).contains(&draws) {
            let message = format!("{key} must be from 1 to {MOST_DRAWS}, not {draws}");
            return Err(error::setting(py, &message, key, Some(&draws.to_string()), Vec::new()));
        }
    }
    Ok(StatSettings {
        level: tenths as u16,
        replicates: resamples,
        shuffles,
        seed: seed(py, given_seed)?,
        samples: false,
        ..StatSettings::default()
    })
}

/// What reports show: intervals, and comparisons with the first system.
pub(crate) fn of_reports(py: Python<'_>, figures: KeptFigures) -> PyResult<Statistics> {
    let settings = StatSettings { seed: seed(py, None)?, samples: false, ..StatSettings::default() };
    Ok(Statistics { settings, figures, ..Statistics::default() })
}
