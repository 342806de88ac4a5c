//! Numbers for people: percentages, fractions, counts, differences.
//!
//! Digits are those of C's `printf` for the same double: the exact binary value is rounded, ties to even.

use super::model::FigureUnit;
use super::style::Style;
use crate::measure::FactNumber;
pub use crate::values::{count, counted};

/// Formats a figure in its unit, or `–` if it is undefined.
///
/// ```
/// use treescore::report::{Style, model::FigureUnit, number};
///
/// let style = Style::default();
/// assert_eq!(number::figure(Some(0.9141), FigureUnit::Percent, &style), "91.41");
/// assert_eq!(number::figure(Some(0.7841), FigureUnit::Fraction, &style), "0.7841");
/// assert_eq!(number::figure(Some(0.55), FigureUnit::PerPair, &style), "0.55");
/// assert_eq!(number::figure(None, FigureUnit::Percent, &style), "–");
/// ```
pub fn figure(value: Option<f64>, unit: FigureUnit, style: &Style) -> String {
    let glyphs = style.glyphs();
    let Some(digits) = value.and_then(|value| digits(value, unit, style.digits)) else {
        return glyphs.undefined.to_owned();
    };
    match digits.strip_prefix('-') {
        Some(magnitude) if is_zero(magnitude) => magnitude.to_owned(),
        Some(magnitude) => format!("{}{magnitude}", glyphs.minus),
        None => digits,
    }
}

/// Formats a difference in its unit, with its sign unless it is zero.
///
/// ```
/// use treescore::report::{Style, model::FigureUnit, number};
///
/// let style = Style::default();
/// assert_eq!(number::difference(Some(0.0004), FigureUnit::Percent, &style), "+0.04");
/// assert_eq!(number::difference(Some(-0.0036), FigureUnit::Percent, &style), "−0.36");
/// assert_eq!(number::difference(Some(-0.00001), FigureUnit::Percent, &style), "0.00");
/// ```
pub fn difference(value: Option<f64>, unit: FigureUnit, style: &Style) -> String {
    let text = figure(value, unit, style);
    let is_positive = value.is_some_and(|value| value.is_finite() && value > 0.0);
    if is_positive && !is_zero(&text) { format!("+{text}") } else { text }
}

/// The digits of a value, with `decimals` decimals. A fraction has two more, which is the precision of a percentage.
fn digits(value: f64, unit: FigureUnit, decimals: usize) -> Option<String> {
    value.is_finite().then(|| match unit {
        FigureUnit::Percent => format!("{:.decimals$}", 100.0 * value),
        FigureUnit::Fraction => format!("{value:.0$}", decimals + 2),
        FigureUnit::PerPair => format!("{value:.decimals$}"),
    })
}

fn is_zero(digits: &str) -> bool {
    digits.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// A number of a fact: with thousands separators, decimals or seconds.
///
/// ```
/// use treescore::measure::FactNumber;
/// use treescore::report::{Style, number};
/// assert_eq!(number::fact(FactNumber::Count(38204), &Style::default()), "38,204");
/// assert_eq!(number::fact(FactNumber::Percent(Some(0.5)), &Style::default()), "50.00");
/// ```
pub fn fact(number: FactNumber, style: &Style) -> String {
    match number {
        FactNumber::Count(number) => count(number),
        FactNumber::Fraction(value) => figure(value, FigureUnit::Fraction, style),
        FactNumber::Percent(value) => figure(value, FigureUnit::Percent, style),
        FactNumber::Seconds(value) => {
            let seconds = figure(value, FigureUnit::PerPair, style);
            if value.is_some() { seconds + " s" } else { seconds }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{count, difference, figure};
    use crate::report::{Style, model::FigureUnit};

    #[test]
    fn figures() {
        use FigureUnit::{Fraction, PerPair, Percent};
        for (value, unit, unicode, ascii, why) in [
            (Some(0.9141), Percent, "91.41", "91.41", "per cent"),
            (Some(1.0), Percent, "100.00", "100.00", "everything"),
            (Some(0.0), Percent, "0.00", "0.00", "zero is defined"),
            (Some(-0.0), Percent, "0.00", "0.00", "zero has no sign"),
            (Some(-0.000_01), Percent, "0.00", "0.00", "rounded to zero"),
            (Some(-0.0036), Percent, "−0.36", "-0.36", "negative"),
            (Some(0.001_25), Percent, "0.12", "0.12", "0.125 is exact, ties to even"),
            (Some(0.003_75), Percent, "0.38", "0.38", "0.375 is exact, ties to even"),
            (Some(0.010_05), Percent, "1.00", "1.00", "100 x 0.01005 is below 1.005"),
            (Some(2.0 / 3.0), Percent, "66.67", "66.67", "rounded up"),
            (Some(2.0 / 3.0), Fraction, "0.6667", "0.6667", "fraction"),
            (Some(0.55), PerPair, "0.55", "0.55", "per pair"),
            (Some(12.345_678), PerPair, "12.35", "12.35", "per pair, above one"),
            (None, Percent, "–", "-", "undefined"),
            (Some(f64::NAN), Percent, "–", "-", "never NaN"),
            (Some(f64::INFINITY), Fraction, "–", "-", "never infinite"),
        ] {
            let style = Style::default();
            assert_eq!(figure(value, unit, &style), unicode, "{why}");
            assert_eq!(figure(value, unit, &Style { unicode: false, ..style }), ascii, "{why}, ASCII");
        }
    }

    #[test]
    fn decimals() {
        use FigureUnit::{Fraction, PerPair, Percent};
        for (digits, percent, fraction, per_pair) in
            [(0, "67", "0.67", "1"), (1, "66.7", "0.667", "0.7"), (4, "66.6667", "0.666667", "0.6667")]
        {
            let style = Style { digits, ..Style::default() };
            let shown = [Percent, Fraction, PerPair].map(|unit| figure(Some(2.0 / 3.0), unit, &style));
            assert_eq!(shown, [percent, fraction, per_pair]);
        }
    }

    #[test]
    fn differences() {
        for (value, unicode, ascii, why) in [
            (Some(0.0004), "+0.04", "+0.04", "better"),
            (Some(-0.032), "−3.20", "-3.20", "worse"),
            (Some(0.0), "0.00", "0.00", "equal"),
            (Some(0.000_04), "0.00", "0.00", "rounded to equal, from above"),
            (Some(-0.000_04), "0.00", "0.00", "rounded to equal, from below"),
            (None, "–", "-", "undefined"),
            (Some(f64::INFINITY), "–", "-", "never infinite"),
        ] {
            let style = Style::default();
            assert_eq!(difference(value, FigureUnit::Percent, &style), unicode, "{why}");
            assert_eq!(
                difference(value, FigureUnit::Percent, &Style { unicode: false, ..style }),
                ascii,
                "{why}, ASCII"
            );
        }
    }

    #[test]
    fn counts() {
        for (value, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (21_486, "21,486"),
            (2_411_000, "2,411,000"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(count(value), expected);
        }
    }
}
