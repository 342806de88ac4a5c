//! Costs of substitutions, insertions and deletions.

use std::fmt;
use std::str::FromStr;

use crate::align::sequence::Costs;

/// A cost: a number from 0 to 1000 with at most six decimals.
///
/// ```
/// use treescore::measure::edit::Cost;
/// assert_eq!("4.50".parse::<Cost>().unwrap().to_string(), "4.5");
/// assert!("0.1234567".parse::<Cost>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cost {
    millionths: u32,
}

const MILLION: u32 = 1_000_000;
const DECIMALS: usize = 6;
const LARGEST: u32 = 1000;

impl Cost {
    /// A whole number up to 1000; larger numbers are reduced to 1000.
    pub const fn whole(number: u32) -> Self {
        let number = if number < LARGEST { number } else { LARGEST };
        Self { millionths: number * MILLION }
    }

    /// The valid values, for error messages.
    pub(super) const TAKES: &'static str =
        "a number from 0 to 1000 with at most six decimals, such as 4 or 0.5";
}

impl FromStr for Cost {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > DECIMALS {
            return Err(());
        }
        let whole: u32 = whole.parse().map_err(|_| ())?;
        let decimals: u32 = format!("{decimals:0<DECIMALS$}").parse().map_err(|_| ())?;
        let millionths = whole.checked_mul(MILLION).and_then(|whole| whole.checked_add(decimals)).ok_or(())?;
        if millionths > LARGEST * MILLION { Err(()) } else { Ok(Self { millionths }) }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, decimals) = (self.millionths / MILLION, self.millionths % MILLION);
        write!(f, "{whole}")?;
        if decimals > 0 {
            let decimals = format!("{decimals:0DECIMALS$}");
            write!(f, ".{}", decimals.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

/// The costs of the three operations. Insertions and deletions are not both free: otherwise no item would
/// ever be compared.
///
/// ```
/// use treescore::measure::edit::{Cost, EditCosts};
/// let costs = EditCosts::new(Cost::whole(1), Cost::whole(1), Cost::whole(1)).unwrap();
/// assert_ne!(costs, EditCosts::default()); // 4, 3 and 3
/// assert!(EditCosts::new(Cost::whole(1), Cost::whole(0), Cost::whole(0)).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EditCosts {
    substitute: Cost,
    insert: Cost,
    delete: Cost,
}

impl Default for EditCosts {
    /// 4, 3 and 3, the usual costs in speech scoring.
    fn default() -> Self {
        Self { substitute: Cost::whole(4), insert: Cost::whole(3), delete: Cost::whole(3) }
    }
}

impl EditCosts {
    /// Creates costs; `None` if both inserting and deleting are free.
    pub fn new(substitute: Cost, insert: Cost, delete: Cost) -> Option<Self> {
        (insert.max(delete) > Cost::default()).then_some(Self { substitute, insert, delete })
    }

    /// Cost of replacing an item with another of the same type.
    pub fn substitute(&self) -> Cost {
        self.substitute
    }

    /// Cost of an item that only the system has.
    pub fn insert(&self) -> Cost {
        self.insert
    }

    /// Cost of an item that only gold has.
    pub fn delete(&self) -> Cost {
        self.delete
    }

    /// The smallest whole numbers in the same proportion, and their unit in millionths.
    pub(super) fn scale(&self) -> (Costs, u32) {
        let Self { substitute, insert, delete } = self;
        let unit = divisor(substitute.millionths, divisor(insert.millionths, delete.millionths)).max(1);
        let scaled = |cost: &Cost| cost.millionths / unit;
        (Costs { substitute: scaled(substitute), insert: scaled(insert), delete: scaled(delete) }, unit)
    }

    /// The cost of deletions and insertions, in millionths.
    pub(super) fn of_gaps(&self, deleted: u64, inserted: u64) -> u128 {
        let times = |cost: Cost, items: u64| u128::from(cost.millionths) * u128::from(items);
        times(self.delete, deleted) + times(self.insert, inserted)
    }

    /// The cost of substitutions, deletions and insertions, in millionths.
    pub(super) fn of_edits(&self, substituted: u64, deleted: u64, inserted: u64) -> u128 {
        u128::from(self.substitute.millionths) * u128::from(substituted) + self.of_gaps(deleted, inserted)
    }
}

/// Converts millionths to a number.
pub(super) fn amount(millionths: u128) -> f64 {
    millionths as f64 / f64::from(MILLION)
}

/// The greatest common divisor.
fn divisor(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn costs_are_read_and_written() {
        for (text, expected) in [
            ("4", Some("4")),
            ("0", Some("0")),
            ("1000", Some("1000")),
            ("0.000001", Some("0.000001")),
            ("4.50", Some("4.5")),
            ("007", Some("7")),
            ("1000.000001", None),
            ("0.0000001", None),
            ("99999999999", None),
            ("-1", None),
            ("+1", None),
            ("1e3", None),
            (".5", None),
            ("5.", None),
            ("", None),
            ("inf", None),
        ] {
            let written = text.parse().ok().map(|cost: Cost| cost.to_string());
            assert_eq!(written.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn proportions_are_kept() {
        let cost = |text: &str| text.parse::<Cost>().unwrap();
        let costs = EditCosts::new(cost("0.5"), cost("1.25"), cost("0")).unwrap();
        assert_eq!(costs.scale(), (Costs { substitute: 2, insert: 5, delete: 0 }, 250_000));
        assert_eq!(EditCosts::default().scale(), (Costs::default(), MILLION));
        assert_eq!(EditCosts::new(cost("1"), cost("0"), cost("0")), None);
    }

    proptest! {
        #[test]
        fn any_cost_reads_back(millionths in 0..=LARGEST * MILLION) {
            let cost = Cost { millionths };
            prop_assert_eq!(cost.to_string().parse(), Ok(cost));
        }
    }
}
