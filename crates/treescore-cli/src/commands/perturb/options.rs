//! The arguments of `treescore perturb`, given and checked.

use std::path::{Path, PathBuf};

use clap::ArgGroup;
use treescore::perturb::{InsertStyle, PerturbError, Perturbation, Perturber};
use treescore::read::times::Overlaps;
use treescore::read::{Corpus, OpenError};

use crate::args::Quiet;
use crate::args::input;
use crate::args::number::{decimal, whole};
use crate::args::times::TimesHow;
use crate::output::is_same_file;
use crate::timing::first_read;

const USAGE: &str = "\
treescore perturb [OPTIONS] TREES <--noise|--insert|--delete> DELTA
                         --trees-out FILE --times-out FILE";

const EXAMPLES: &str = "\
Examples:
  treescore perturb gold --insert 0.2 --trees-out cut --times-out cut.jsonl
  treescore perturb g --noise 0.1 --times g.ctm --trees-out t --times-out t.ctm";

const NOTES: &str = "\
A tree that cannot be perturbed is reported, and (()) is written for it.
Exit status: 0 all trees perturbed, 1 some not perturbed, 2 could not perturb.";

const TIMES: &str = "With --times";

/// `treescore perturb`.
#[derive(Debug, clap::Args)]
#[command(override_usage = USAGE, before_help = EXAMPLES, after_help = NOTES)]
#[command(group = ArgGroup::new("perturbation").required(true).args(["noise", "insert", "delete"]))]
pub(crate) struct PerturbArgs {
    /// Trees: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "TREES", value_parser = input())]
    trees: PathBuf,

    /// Move word boundaries by up to this share of the distance to the next one, from 0 to 1
    #[arg(long, value_name = "DELTA", allow_negative_numbers = true, value_parser = decimal)]
    noise: Option<f64>,

    /// Split words in two, each with this probability
    #[arg(long, value_name = "DELTA", allow_negative_numbers = true, value_parser = decimal)]
    insert: Option<f64>,

    /// Merge neighbouring words, each pair with this probability
    #[arg(long, value_name = "DELTA", allow_negative_numbers = true, value_parser = decimal)]
    delete: Option<f64>,

    /// Split (T w) into (T (T w) (T w)) (nested) or into (T w) (T w) (flat)
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = StyleArg::Nested, conflicts_with_all = ["noise", "delete"])]
    insert_style: StyleArg,

    /// Seed of the random numbers; the same seed gives the same result
    #[arg(long, value_name = "N", default_value_t = 12345, allow_negative_numbers = true, value_parser = whole::<u64>)]
    seed: u64,

    /// Times of the words: a CTM, TextGrid or JSON file, a folder or @LIST (default: one unit per word)
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,

    /// Write the trees to this file, one per line; - for standard output
    #[arg(long, value_name = "FILE")]
    trees_out: PathBuf,

    /// Write the times to this file: CTM for .ctm, JSON lines for .json and .jsonl
    #[arg(long, value_name = "FILE")]
    times_out: PathBuf,

    // The heading of the times would also be that of options behind them.
    #[command(flatten)]
    quiet: Quiet,

    /// Accept words that overlap in time, instead of refusing them
    #[arg(long, help_heading = TIMES)]
    allow_overlaps: bool,

    #[command(flatten, next_help_heading = TIMES)]
    how: TimesHow,
}

/// How a split word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum StyleArg {
    Nested,
    Flat,
}

/// Why the arguments are refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OptionError {
    #[error("--{option}: {error}")]
    Delta { option: &'static str, error: PerturbError },
    #[error("--times-out {}: the name must end in .ctm, .json or .jsonl", .0.display())]
    Format(PathBuf),
    #[error("--trees-out {} and --times-out {} are the same file: choose two names", .0.display(), .1.display())]
    SameFile(PathBuf, PathBuf),
    #[error("{option} {} would overwrite an input file: choose another name", path.display())]
    OutputIsInput { option: &'static str, path: PathBuf },
    #[error("{0} needs --times")]
    TimesOption(&'static str),
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// The format of written times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimesOut {
    Ctm,
    JsonLines,
}

/// Checked arguments.
pub(super) struct Plan<'a> {
    pub(super) perturbation: Perturbation,
    pub(super) perturber: Perturber,
    pub(super) trees: Corpus,
    pub(super) times: Option<Corpus>,
    pub(super) how: &'a TimesHow,
    pub(super) overlaps: Overlaps,
    pub(super) trees_out: &'a Path,
    pub(super) times_out: &'a Path,
    pub(super) format: TimesOut,
}

impl<'a> Plan<'a> {
    pub(super) fn new(args: &'a PerturbArgs) -> Result<Self, OptionError> {
        let (perturbation, option, delta) = args.perturbation();
        let perturber = Perturber::new(perturbation, delta, args.seed)
            .map_err(|error| OptionError::Delta { option, error })?;
        let format = format_of(&args.times_out)?;
        let trees = Corpus::find(&args.trees)?;
        let times = args.times.as_deref().map(Corpus::find).transpose()?;
        let overlaps = if args.allow_overlaps { Overlaps::Allow } else { Overlaps::Refuse };
        let option = args.how.first_given().or_else(|| args.allow_overlaps.then_some("--allow-overlaps"));
        if let Some(option) = option.filter(|_| times.is_none()) {
            return Err(OptionError::TimesOption(option));
        }
        args.check_outputs(&trees, times.as_ref())?;
        let (how, trees_out, times_out) = (&args.how, &args.trees_out, &args.times_out);
        Ok(Self { perturbation, perturber, trees, times, how, overlaps, trees_out, times_out, format })
    }
}

impl PerturbArgs {
    /// The options for messages.
    pub(super) fn quiet(&self) -> Quiet {
        self.quiet
    }

    /// The perturbation, its option and its strength.
    fn perturbation(&self) -> (Perturbation, &'static str, f64) {
        let style = match self.insert_style {
            StyleArg::Nested => InsertStyle::Nested,
            StyleArg::Flat => InsertStyle::Flat,
        };
        match (self.noise, self.insert, self.delete) {
            (Some(delta), _, _) => (Perturbation::Noise, "noise", delta),
            (_, Some(delta), _) => (Perturbation::Insert(style), "insert", delta),
            // clap requires one of the three.
            (_, _, delta) => (Perturbation::Delete, "delete", delta.unwrap_or_default()),
        }
    }

    fn check_outputs(&self, trees: &Corpus, times: Option<&Corpus>) -> Result<(), OptionError> {
        if is_same_file(&self.trees_out, &self.times_out) {
            return Err(OptionError::SameFile(self.trees_out.clone(), self.times_out.clone()));
        }
        let given = || [&self.trees].into_iter().chain(&self.times).chain(&self.how.ids);
        let is_read = |path: &PathBuf| {
            times.into_iter().chain([trees]).any(|corpus| corpus.holds(path))
                || given().any(|input| is_same_file(first_read(input), path))
        };
        for (option, path) in [("--trees-out", &self.trees_out), ("--times-out", &self.times_out)] {
            if path.is_file() && is_read(path) {
                return Err(OptionError::OutputIsInput { option, path: path.clone() });
            }
        }
        Ok(())
    }
}

fn format_of(path: &Path) -> Result<TimesOut, OptionError> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some("ctm") => Ok(TimesOut::Ctm),
        Some("json" | "jsonl") => Ok(TimesOut::JsonLines),
        _ => Err(OptionError::Format(path.to_owned())),
    }
}
