//! Numbers as values of options, refused in plain words.

use std::str::FromStr;

/// Parses a whole number of at least 1.
pub(crate) fn at_least_one<N: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<N, &'static str> {
    let number = text.parse().ok().filter(|number: &N| *number >= N::from(1));
    number.ok_or("must be a whole number of at least 1")
}

/// Parses a whole number of at least 0.
pub(crate) fn whole<N: FromStr>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|_| "must be a whole number of at least 0")
}

/// Parses a number with or without decimals.
pub(crate) fn decimal(text: &str) -> Result<f64, &'static str> {
    text.parse().map_err(|_| "must be a number, for example 0.5")
}
