//! Numbers and ranges of numbers: `3`, `3-7`, `2,5-`.

use std::ops::RangeInclusive;

/// Numbers from 1, as given on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<RangeInclusive<u64>>);

impl Ranges {
    /// True if a number is among them.
    pub(crate) fn has(&self, number: u64) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// The largest number.
    pub(crate) fn last(&self) -> u64 {
        self.0.iter().map(|range| *range.end()).max().unwrap_or(0)
    }

    /// True if there is one number only.
    pub(crate) fn is_one(&self) -> bool {
        matches!(&self.0[..], [range] if range.start() == range.end())
    }
}

/// Parses numbers and ranges.
pub(crate) fn ranges(text: &str) -> Result<Ranges, String> {
    let number = |text: &str| match text.trim().parse::<u64>() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("`{text}` is not a number from 1: write 3, 3-7, or 2,5-")),
    };
    let range = |part: &str| match part.split_once('-') {
        None => number(part).map(|number| number..=number),
        Some((from, to)) if to.trim().is_empty() => number(from).map(|from| from..=u64::MAX),
        Some((from, to)) => match (number(from)?, number(to)?) {
            (from, to) if from > to => Err(format!("{from}-{to} is empty: write {to}-{from}")),
            (from, to) => Ok(from..=to),
        },
    };
    text.split(',').map(range).collect::<Result<Vec<_>, _>>().map(Ranges)
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn ranges_are_lists_of_numbers() {
        for (text, inside, outside) in [
            ("3", vec![3], vec![2, 4]),
            ("3-7", vec![3, 7], vec![2, 8]),
            ("2,5-", vec![2, 5, 999], vec![1, 3]),
        ] {
            let found = ranges(text).unwrap();
            assert!(inside.iter().all(|&number| found.has(number)), "{text}");
            assert!(!outside.iter().any(|&number| found.has(number)), "{text}");
        }
        for text in ["", "0", "x", "7-3", "-3", "1,,2"] {
            assert!(ranges(text).is_err(), "{text}");
        }
        assert!(ranges("3").unwrap().is_one() && !ranges("3-4").unwrap().is_one());
    }
}
