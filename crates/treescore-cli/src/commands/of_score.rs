//! What `compare`, `correlate`, `diff` and `report` share: all read something off a score.

use std::io;
use std::path::Path;

use clap::Arg;
use treescore::report::{Format, Report, build};
use treescore::run::{Plan, Scored};

use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::job::{Chosen, Job, is_file_of_run};
use crate::messages::Messages;
use crate::output::{CreateError, Output};
use crate::status::Status;
use crate::{interrupt, terminal};

/// Why a score, or what is read off it, could not be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OfScoreError {
    #[error(transparent)]
    Score(#[from] ScoreError),
    #[error("{option} is not an option of {command}: remove it, or score without {command}")]
    Option { option: &'static str, command: &'static str },
    #[error("--format {format} cannot show {what}: use {usable}")]
    Format { format: &'static str, what: &'static str, usable: String },
    #[error("{option} {path} would overwrite another file of this run: choose another name")]
    IsOther { option: &'static str, path: String },
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
    #[error("{message}")]
    Own { message: String, status: u8 },
}

/// Why one of the commands has failed, in ways that only it can fail.
pub(crate) trait OwnError: std::error::Error {
    /// The exit status.
    fn status(&self) -> u8 {
        2
    }
}

impl<E: OwnError> From<E> for OfScoreError {
    fn from(error: E) -> Self {
        Self::Own { message: error.to_string(), status: error.status() }
    }
}

impl OfScoreError {
    /// Tells why a command has failed, and what its exit status is.
    pub(super) fn fail(&self, args: &ScoreArgs, command: &str) -> Status {
        match self {
            Self::Score(error) => score::fail(error, args),
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
            error => {
                Messages::plain(args.look.quiet).fail(error, command);
                Status::from(if let Self::Own { status, .. } = error { *status } else { 2 })
            }
        }
    }
}

/// The options about rows and breakdowns of scores, by their names in clap.
const OF_ROWS: [&str; 16] = [
    "no_tests",
    "cutoff",
    "by",
    "bins",
    "all",
    "per_sentence",
    "detail",
    "worst",
    "pair",
    "refused",
    "wide",
    "baselines",
    "gold2",
    "shown_columns",
    "digits",
    "cite",
];

/// The same options as they are typed.
const OPTIONS_OF_ROWS: [&str; 16] = [
    "--no-tests",
    "--cutoff",
    "--by",
    "--bins",
    "--all",
    "--per-sentence",
    "--detail",
    "--worst",
    "--pair",
    "--refused",
    "--wide",
    "--baselines",
    "--gold2",
    "--columns",
    "--digits",
    "--cite",
];

/// Hides an option in the help of a command that refuses it: those about rows that it does not take, and others of its own.
pub(super) fn hide_refused(arg: Arg, own: &[&str], taken: &[&str]) -> Arg {
    let of_rows = OF_ROWS.iter().filter(|name| !taken.contains(name));
    let is_refused = of_rows.chain(own).any(|name| arg.get_id() == *name);
    if is_refused { arg.hide(true) } else { arg }
}

/// The format of the output, which must be one of those that can show what a command has to show.
pub(super) fn choose_format(
    args: &ScoreArgs,
    what: &'static str,
    shown: &[Format],
) -> Result<Format, OfScoreError> {
    match crate::job::choose_format(args).map_err(ScoreError::from)? {
        Chosen::Text(format) if shown.contains(&format) => Ok(format),
        other => {
            let names: Vec<&str> = shown.iter().map(|format| format.name()).collect();
            let (last, others) = names.split_last().unwrap_or((&"table", &[]));
            let usable = format!("{} or {last}", others.join(", "));
            Err(OfScoreError::Format { format: other.name(), what, usable })
        }
    }
}

/// Options that decide how scores are made, by their names in clap.
const OF_SETUPS: [&str; 8] =
    ["measure", "recipe", "signature", "set", "delete", "labels", "unlabeled", "cutoff"];

/// Refuses options that decide how scores are made, in a command that repeats what its argument `published` says.
pub(super) fn refuse_setups(arg: Arg) -> Arg {
    let is_refused = OF_SETUPS.iter().any(|name| arg.get_id() == *name);
    if is_refused { arg.hide(true).conflicts_with("published") } else { arg }
}

/// Refuses the first of these options that is given, and those about rows and breakdowns of scores that are not taken.
pub(super) fn refuse_options(
    args: &ScoreArgs,
    own: &[(&'static str, bool)],
    taken: &[&str],
    command: &'static str,
) -> Result<(), OfScoreError> {
    let has_cutoff = args.set.iter().any(|set| set.starts_with("cutoff=") && set != "cutoff=none");
    let given = [
        args.statistics.no_tests,
        args.cutoff.is_some(),
        args.by.is_some(),
        args.bins.is_some(),
        args.all,
        args.per_sentence,
        args.detail.is_some(),
        args.worst.is_some(),
        args.pair.is_some(),
        args.refused,
        args.wide,
        args.baselines,
        args.gold2.is_some(),
        !args.shown_columns.is_empty(),
        args.digits.is_some(),
        args.cite,
    ];
    let in_set = ("--set cutoff", has_cutoff && !taken.contains(&"cutoff"));
    let of_rows = OF_ROWS.iter().zip(OPTIONS_OF_ROWS).zip(given);
    let of_rows = of_rows
        .filter(|((name, _), _)| !taken.contains(name))
        .map(|((_, option), is_given)| (option, is_given));
    let all: Vec<(&'static str, bool)> = own.iter().copied().chain(of_rows).chain([in_set]).collect();
    match all.iter().find(|(_, is_given)| *is_given) {
        Some(&(option, _)) => Err(OfScoreError::Option { option, command }),
        None => Ok(()),
    }
}

/// Refuses a second file that is another file of the run.
pub(super) fn refuse_other_file(
    (option, path): (&'static str, &Path),
    args: &ScoreArgs,
    plan: &Plan,
) -> Result<(), OfScoreError> {
    if is_file_of_run(args, plan, path) {
        return Err(OfScoreError::IsOther { option, path: path.display().to_string() });
    }
    Ok(())
}

/// Carries out a plan, and tells what was found. The output is opened before anything is read.
pub(super) fn carry_out(args: &ScoreArgs, job: &Job) -> Result<(Scored, Report, Output), OfScoreError> {
    let messages = Messages::new(&args.look);
    messages.warn_all(&job.notes);
    interrupt::watch();
    let mut output = Output::open(args.output.as_deref())?;
    let style = terminal::result_style(&args.look, args.output.is_some());
    let shown =
        score::score((&job.plan, &job.names), (Format::Table, &style), &messages, (&mut output, None))?;
    let scored = shown.scored;
    let (mut report, checked) = score::judge(args, &job.plan, &scored, &job.folders, &messages)?;
    checked?;
    build::add_statistics(&mut report, &job.plan, &scored);
    score::warn_of_signature(&report, job.published.as_ref(), &messages);
    Ok((scored, report, output))
}
