//! What `compare` and `correlate` share: both read something off a score, and may write a second file.

use std::io;
use std::path::Path;

use clap::Arg;
use treescore::report::{Format, Report};
use treescore::run::{Plan, Scored};

use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::job::{Job, is_file_of_run};
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
    #[error("{option} {path} would overwrite another file of this run: choose another name")]
    IsOther { option: &'static str, path: String },
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

impl OfScoreError {
    /// Tells why a command has failed, and what its exit status is.
    pub(super) fn fail(&self, args: &ScoreArgs, command: &str) -> Status {
        match self {
            Self::Score(error) => score::fail(error, args),
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
            error => {
                Messages::plain(args.look.quiet).fail(error, command);
                Status::from(2)
            }
        }
    }
}

/// The options of scores that `compare` and `correlate` refuse, by their names in clap.
const OF_ROWS: [&str; 11] =
    ["no_tests", "cutoff", "by", "bins", "all", "per_sentence", "detail", "worst", "pair", "refused", "wide"];

/// Hides an option in the help of a command that refuses it.
pub(super) fn hide_refused(arg: Arg, own: &[&str]) -> Arg {
    let is_refused = OF_ROWS.iter().chain(own).any(|name| arg.get_id() == *name);
    if is_refused { arg.hide(true) } else { arg }
}

/// Refuses the first of these options that is given, and those about rows and breakdowns of scores.
pub(super) fn refuse_options(
    args: &ScoreArgs,
    own: &[(&'static str, bool)],
    command: &'static str,
) -> Result<(), OfScoreError> {
    let of_rows = [
        ("--no-tests", args.statistics.no_tests),
        ("--cutoff", args.cutoff.is_some()),
        ("--by", args.by.is_some()),
        ("--bins", args.bins.is_some()),
        ("--all", args.all),
        ("--per-sentence", args.per_sentence),
        ("--detail", args.detail.is_some()),
        ("--worst", args.worst.is_some()),
        ("--pair", args.pair.is_some()),
        ("--refused", args.refused),
        ("--wide", args.wide),
        ("--set cutoff", args.set.iter().any(|set| set.starts_with("cutoff=") && set != "cutoff=none")),
    ];
    match own.iter().chain(&of_rows).find(|(_, is_given)| *is_given) {
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
    let (report, checked) = score::judge(args, &job.plan, &scored, &job.folders, &messages)?;
    checked?;
    score::warn_of_signature(&report, job.published.as_ref(), &messages);
    Ok((scored, report, output))
}
