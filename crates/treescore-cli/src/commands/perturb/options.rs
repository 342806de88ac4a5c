//! The arguments of `treescore perturb`, as given and as checked.

use std::path::{Path, PathBuf};

use clap::ArgGroup;
use treescore::perturb::{InsertStyle, PerturbError, Perturbation, Perturber};
use treescore::read::times::Overlaps;
use treescore::read::{Corpus, OpenError};

use crate::args::own::TimesHow;
use crate::output::is_same_file;
use crate::timing::first_read;

/// What the help ends with.
const MORE: &str = "\
Example: one word in five is cut in two
  treescore perturb gold.trees --insert 0.2 --trees-out cut.trees --times-out cut.jsonl
A tree that cannot be perturbed is reported, and (()) is written in its place.
Exit status: 0 all trees perturbed, 1 all but some, 2 could not perturb.";

const TIMES: &str = "With --times";

/// `treescore perturb`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE)]
#[command(group = ArgGroup::new("perturbation").required(true).args(["noise", "insert", "delete"]))]
pub(crate) struct PerturbArgs {
    /// Trees: a file, a folder, @LIST (a file that names files) or - for standard input
    #[arg(value_name = "TREES")]
    trees: PathBuf,

    /// Move boundaries between words by up to this share of the way to the next, from 0 to 1
    #[arg(long, value_name = "DELTA", allow_negative_numbers = true)]
    noise: Option<f64>,

    /// Cut words in two, each with this probability
    #[arg(long, value_name = "DELTA", allow_negative_numbers = true)]
    insert: Option<f64>,

    /// Merge neighbouring words, each pair with this probability
    #[arg(long, value_name = "DELTA", allow_negative_numbers = true)]
    delete: Option<f64>,

    /// (T w) becomes (T (T w) (T w)), or (T w) (T w)
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = StyleArg::Nested, conflicts_with_all = ["noise", "delete"])]
    insert_style: StyleArg,

    /// Where the random numbers begin; the same seed gives the same result
    #[arg(long, value_name = "N", default_value_t = 12345)]
    seed: u64,

    /// Times of the words: a CTM, TextGrid or JSON file, a folder or @LIST of them; without, each word takes one
    /// unit
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,

    /// Write the trees here, one per line; - for standard output
    #[arg(long, value_name = "FILE")]
    trees_out: PathBuf,

    /// Write the times here: CTM if the name ends in .ctm, JSON lines for .json and .jsonl
    #[arg(long, value_name = "FILE")]
    times_out: PathBuf,

    /// Take times of words that overlap as they are instead of refusing them
    #[arg(long, help_heading = TIMES)]
    allow_overlaps: bool,

    #[command(flatten, next_help_heading = TIMES)]
    how: TimesHow,
}

/// What becomes of a word that is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum StyleArg {
    Nested,
    Flat,
}

/// Why the arguments cannot be followed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OptionError {
    #[error("--{option}: {error}")]
    Delta { option: &'static str, error: PerturbError },
    #[error("--times-out {}: the name must end in .ctm, .json or .jsonl", .0.display())]
    Format(PathBuf),
    #[error("--trees-out {} and --times-out {} are one file: give each its own", .0.display(), .1.display())]
    SameFile(PathBuf, PathBuf),
    #[error("{option} {} would overwrite what is read", path.display())]
    OutputIsInput { option: &'static str, path: PathBuf },
    #[error("{0} goes with --times")]
    TimesOption(&'static str),
    #[error(transparent)]
    Open(#[from] OpenError),
}

/// The format of the times that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimesOut {
    Ctm,
    JsonLines,
}

/// Arguments that can be followed.
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
        let option = args.how.given().or_else(|| args.allow_overlaps.then_some("--allow-overlaps"));
        if let Some(option) = option.filter(|_| times.is_none()) {
            return Err(OptionError::TimesOption(option));
        }
        args.check_outputs(&trees, times.as_ref())?;
        let (how, trees_out, times_out) = (&args.how, &args.trees_out, &args.times_out);
        Ok(Self { perturbation, perturber, trees, times, how, overlaps, trees_out, times_out, format })
    }
}

impl PerturbArgs {
    /// What to do, the option that says so, and how much of it.
    fn perturbation(&self) -> (Perturbation, &'static str, f64) {
        let style = match self.insert_style {
            StyleArg::Nested => InsertStyle::Nested,
            StyleArg::Flat => InsertStyle::Flat,
        };
        match (self.noise, self.insert, self.delete) {
            (Some(delta), _, _) => (Perturbation::Noise, "noise", delta),
            (_, Some(delta), _) => (Perturbation::Insert(style), "insert", delta),
            // One of the three is there, or the arguments were not parsed.
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
