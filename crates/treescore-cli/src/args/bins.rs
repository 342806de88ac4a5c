//! The argument of `--bins`.

use treescore::measure::{Bins, Facet, Quantiles};

/// Classes of sentence length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BinsArg {
    Lengths(Bins),
    /// So many classes with about equally many sentences.
    Quantiles(u32),
}

/// The largest number of quantiles: a table with more rows is no summary.
const MOST: u32 = 1000;

impl BinsArg {
    /// The breakdown with these classes; cumulative ones hold all sentences up to a length.
    pub(crate) fn facet(self, is_cumulative: bool) -> Facet {
        match self {
            Self::Lengths(bins) if is_cumulative => Facet::MaxLength(bins),
            Self::Lengths(bins) => Facet::Length(bins),
            Self::Quantiles(bins) => Facet::Quantiles(Quantiles { bins, is_cumulative }),
        }
    }
}

/// Parses `5,10,20` or `quantile:8`.
pub(crate) fn parse(text: &str) -> Result<BinsArg, String> {
    if let Some(number) = text.strip_prefix("quantile:") {
        let bins = number.parse().ok().filter(|bins| (1..=MOST).contains(bins));
        let wrong = || format!("quantile:N needs a number from 1 to {MOST}, for example --bins quantile:8");
        return bins.map(BinsArg::Quantiles).ok_or_else(wrong);
    }
    let lengths: Option<Vec<u32>> = text.split(',').map(|length| length.trim().parse().ok()).collect();
    let lengths = lengths.filter(|lengths| lengths.first() > Some(&0) && lengths.is_sorted_by(|a, b| a < b));
    let wrong = "bins are increasing numbers, for example --bins 5,10,20, or quantile:8";
    lengths.map(|lengths| BinsArg::Lengths(Bins(lengths))).ok_or_else(|| wrong.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins() {
        assert_eq!(parse("5,10"), Ok(BinsArg::Lengths(Bins(vec![5, 10]))));
        assert_eq!(parse("quantile:8"), Ok(BinsArg::Quantiles(8)));
        for wrong in [
            "",
            "0,5",
            "5,5",
            "10,5",
            "-1",
            "5,",
            "a",
            "quantile:",
            "quantile:0",
            "quantile:1001",
            "quantile:-2",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
