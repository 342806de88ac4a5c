//! Facts about a sum besides its figures, for tables.

/// A line of numbers about summed counts: `nodes  gold 38,204   system 37,816   mapped 33,590`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The subject of the line.
    pub about: &'static str,
    /// The numbers with their names.
    pub numbers: Vec<(&'static str, FactNumber)>,
    /// A line of text under the numbers.
    pub note: Option<String>,
}

/// A number of a [`Fact`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FactNumber {
    /// A count.
    Count(u64),
    /// A fraction, or undefined.
    Fraction(Option<f64>),
    /// A fraction shown in per cent, or undefined.
    Percent(Option<f64>),
    /// A time, or undefined.
    Seconds(Option<f64>),
}
