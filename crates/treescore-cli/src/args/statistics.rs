//! Options about intervals and tests.

use std::path::Path;

use clap::builder::PossibleValuesParser;
use treescore::setup::{self, IntervalMethod, MOST_DRAWS, TestMethod};

/// The heading of these options.
pub(crate) const SURE: &str = "How sure a score is";

/// How intervals and tests are made.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = SURE)]
pub(crate) struct StatisticsArgs {
    /// Show scores only, without intervals and tests
    #[arg(long, conflicts_with_all = ["level", "ci", "test", "resamples", "shuffles", "resample_by", "reference"])]
    pub(crate) no_tests: bool,

    /// Level of intervals in per cent (default: 95)
    #[arg(long, value_name = "PERCENT", value_parser = parse_level)]
    pub(crate) level: Option<u16>,

    /// How the ends of intervals are found: percentile (default), or bca, which should have --resamples 5000
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(IntervalMethod::VALUES))]
    pub(crate) ci: Option<String>,

    /// How systems are compared: randomisation (default) or bootstrap
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(TestMethod::VALUES))]
    pub(crate) test: Option<String>,

    /// Number of bootstrap replicates (default: 1000)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_draws)]
    pub(crate) resamples: Option<u64>,

    /// Number of shuffles of a randomisation test (default: 10000)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_draws)]
    pub(crate) shuffles: Option<u64>,

    /// Seed of all random draws (default: 12345)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_seed)]
    pub(crate) seed: Option<u64>,

    /// Draw whole files, conversation sides, or what FILE says, which has a line with a key (a speaker, a text) for
    /// each gold tree
    #[arg(long, value_name = "file|side|FILE")]
    pub(crate) resample_by: Option<String>,

    /// System that the others are compared with (default: the first)
    #[arg(long, value_name = "NAME")]
    pub(crate) reference: Option<String>,
}

fn parse_seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "must be a whole number from 0 to 18,446,744,073,709,551,615")
}

fn parse_draws(text: &str) -> Result<u64, &'static str> {
    let number = text.parse().ok().filter(|number| (1..=MOST_DRAWS).contains(number));
    number.ok_or("must be a whole number from 1 to 4,294,967,296")
}

fn parse_level(text: &str) -> Result<u16, &'static str> {
    setup::level(text)
        .ok_or("must be a percentage above 0 and below 100 with at most one decimal, for example 99")
}

impl StatisticsArgs {
    /// The file of keys of `--resample-by`, if it names one.
    pub(crate) fn keys(&self) -> Option<&Path> {
        self.resample_by.as_deref().filter(|by| !matches!(*by, "file" | "side")).map(Path::new)
    }

    /// The first given option that needs intervals.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let all = [
            ("--level", self.level.is_some()),
            ("--ci", self.ci.is_some()),
            ("--resamples", self.resamples.is_some()),
            ("--seed", self.seed.is_some()),
            ("--resample-by", self.resample_by.is_some()),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option).or(self.first_of_tests())
    }

    /// The first given option that needs several systems.
    pub(crate) fn first_of_tests(&self) -> Option<&'static str> {
        let all = [
            ("--test", self.test.is_some()),
            ("--shuffles", self.shuffles.is_some()),
            ("--reference", self.reference.is_some()),
        ];
        all.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }
}
