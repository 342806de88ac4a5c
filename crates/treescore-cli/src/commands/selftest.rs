//! `treescore selftest FILE [SYSTEM]`: do the laws of scoring hold on these trees?

use std::io::Write as _;

use treescore::front::{SelftestError, selftest as check_laws};
use treescore::report::Format;
use treescore::report::selftest::{Selftest, render_json, render_text};
use treescore::run::RunError;

use super::of_score::{OfScoreError, OwnError, choose_format};
use super::rivals;
use super::score::ScoreError;
use crate::args::ScoreArgs;
use crate::interrupt;
use crate::job::Job;
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;
use crate::terminal;
use crate::watch::Follow;

/// The arguments of `treescore selftest`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| rivals::hide(arg, &REFUSED, &[])),
    mut_arg("gold", |arg| arg.value_name("FILE")),
    mut_arg("systems", |arg| arg.required_unless_present("gold").help("Trees of one system (default: trees of FILE, with some brackets left out and relabelled)")),
    mut_arg("format", |arg| arg.help("Output format: table (default) or json")),
    before_help = "\
Examples:
  treescore selftest gold.trees
  treescore selftest gold.trees heron.trees
  treescore selftest gold.trees heron.trees -m parseval,leaf-ancestor -r spmrl
  treescore selftest gold.trees -f json",
    after_help = "\
Laws: gold against itself is perfect; swapped sides swap recall and precision; threads and blocks change nothing; pairs, \
halves and classes of length sum to the total; verdicts on single items sum to the counts; trees that are written and read \
back are the same.
Exit status: 0 all laws hold, 1 some law fails, 2 could not run."
)]
pub(crate) struct SelftestCommand {
    #[command(flatten)]
    score: ScoreArgs,
}

/// Options of scores that it refuses, beside those that are about single rows, alignments and tests.
const REFUSED: [&str; 3] = ["spreadsheet", "repair", "cut"];

/// Why no law was checked.
#[derive(Debug, thiserror::Error)]
enum SelftestFailure {
    #[error("selftest takes one system, but there are {0}: test them one after the other")]
    Systems(usize),
    #[error(
        "--input replies is not for selftest: it needs trees, and replies are texts that trees are made from"
    )]
    Replies,
    #[error("no law could be checked: no pair was scored, and no tree was read")]
    Nothing,
    #[error("nothing was tested: the run was interrupted")]
    Interrupted,
}

impl OwnError for SelftestFailure {
    fn status(&self) -> u8 {
        if matches!(self, Self::Interrupted) { 130 } else { 2 }
    }
}

/// Runs the command.
pub(crate) fn run(args: &SelftestCommand) -> Status {
    selftest(&args.score).unwrap_or_else(|error| error.fail(&args.score, "test"))
}

fn selftest(args: &ScoreArgs) -> Result<Status, OfScoreError> {
    let replies = args.replies.first_given();
    let own = [("--spreadsheet", args.spreadsheet), (replies.unwrap_or_default(), replies.is_some())];
    rivals::refuse(args, &own, &[], "selftest")?;
    let format = choose_format(args, "a self-test", &[Format::Table, Format::Json])?;
    if args.systems.len() > 1 {
        return Err(SelftestFailure::Systems(args.systems.len()).into());
    }
    if (0..=args.systems.len()).any(|system| args.files.has_replies(system)) {
        return Err(SelftestFailure::Replies.into());
    }
    let messages = Messages::new(&args.look);
    let (job, mut output) = open(args, &messages)?;
    let found = check(args, &job, &messages)?;
    let style = terminal::result_style(&args.look, args.output.is_some());
    let text = if format == Format::Json { render_json(&found) } else { render_text(&found, &style) };
    output.write_all(text.as_bytes())?;
    output.finish()?;
    if !found.is_checked() {
        return Err(SelftestFailure::Nothing.into());
    }
    Ok(Status::from(u8::from(!found.holds())))
}

/// Makes the plan and opens the output. Files are read several times, so that streams are kept in memory.
fn open(args: &ScoreArgs, messages: &Messages) -> Result<(Job, Output), OfScoreError> {
    let job = if args.systems.is_empty() { Job::of_one(args) } else { Job::new(args) };
    let job = job.map_err(ScoreError::from)?;
    messages.warn_all(&job.notes);
    interrupt::watch();
    let output = Output::open(args.output.as_deref())?;
    job.plan.hold_streams().map_err(RunError::from).map_err(ScoreError::from)?;
    Ok((job, output))
}

/// Checks the laws, and shows how far the runs are.
fn check(args: &ScoreArgs, job: &Job, messages: &Messages) -> Result<Selftest, OfScoreError> {
    let plan = &job.plan;
    // Without columns of a table, which are refused, both sides are files.
    let Some(gold) = plan.gold.corpus() else { return Err(SelftestFailure::Nothing.into()) };
    let system = plan.systems.first().filter(|_| !args.systems.is_empty()).and_then(|input| input.corpus());
    let mut follow = Follow::new(messages.progress(None));
    let found = check_laws(gold, system, (&plan.setups, plan.threads), &mut follow);
    follow.finish();
    match found {
        Ok(found) => {
            args.files.all.check_effects(found.inputs.iter()).map_err(ScoreError::from)?;
            Ok(found)
        }
        Err(SelftestError::Run(error)) => Err(ScoreError::from(error).into()),
        Err(SelftestError::Interrupted) => Err(SelftestFailure::Interrupted.into()),
    }
}
