//! Facts about a sum beyond its figures, for tables.

/// A line of numbers about summed counts: `nodes  gold 38,204   system 37,816   mapped 33,590`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What the line is about.
    pub about: &'static str,
    /// The numbers and what they are.
    pub numbers: Vec<(&'static str, FactNumber)>,
}

/// A number of a [`Fact`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FactNumber {
    /// So many.
    Count(u64),
    /// A fraction, or undefined.
    Fraction(Option<f64>),
    /// A fraction to be shown in per cent, or undefined.
    Percent(Option<f64>),
    /// A time, or undefined.
    Seconds(Option<f64>),
}
