//! `treescore verify RESULTS.json GOLD SYSTEM…`: are published numbers those of these files?

use std::path::PathBuf;

use treescore::read::Corpus;
use treescore::report::Format;
use treescore::report::verify::{Published, PublishedError, render_json, render_text, render_typeset};

use super::of_score::{
    OfScoreError, OwnError, carry_out, choose_format, hide_refused, refuse_options, refuse_setups,
};
use super::score::ScoreError;
use crate::args::ScoreArgs;
use crate::job::{Job, JobError};
use crate::output::is_same_file;
use crate::status::Status;
use crate::terminal;

/// The arguments of `treescore verify`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| hide_refused(refuse_setups(arg), &REFUSED, &[])),
    before_help = "\
Examples:
  treescore gold.trees heron.trees -f json -o results.json
  treescore verify results.json gold.trees heron.trees
  treescore verify results.json gold.trees heron.trees -f json",
    after_help = "\
Every figure, count, interval and coverage is compared; the systems are given in the order of the results.
Exit status: 0 all numbers are the same, 1 some differ, 2 could not run."
)]
pub(crate) struct VerifyCommand {
    /// Results that were written with --format json
    #[arg(value_name = "RESULTS")]
    published: PathBuf,

    #[command(flatten)]
    score: ScoreArgs,
}

/// Options of scores that it refuses, beside those about rows.
const REFUSED: [&str; 1] = ["spreadsheet"];

/// Why nothing was verified.
#[derive(Debug, thiserror::Error)]
enum VerifyError {
    #[error("{} {source}", name.display())]
    Published { name: PathBuf, source: PublishedError },
    #[error("{} is not UTF-8, and so no JSON", .0.display())]
    NotText(PathBuf),
    #[error(
        "the results are of {names}, but the number of systems given is {now}: give these, in this order"
    )]
    Systems { names: String, now: usize },
    #[error("nothing was verified: the run was interrupted")]
    Interrupted,
}

impl OwnError for VerifyError {
    fn status(&self) -> u8 {
        if matches!(self, Self::Interrupted) { 130 } else { 2 }
    }
}

/// Runs the command.
pub(crate) fn run(args: &VerifyCommand) -> Status {
    verify(args).unwrap_or_else(|error| error.fail(&args.score, "verify"))
}

fn verify(args: &VerifyCommand) -> Result<Status, OfScoreError> {
    let scoring = &args.score;
    refuse_options(scoring, &[("--spreadsheet", scoring.spreadsheet)], &[], "verify")?;
    let format = choose_format(
        scoring,
        "a verification",
        &[Format::Table, Format::Json, Format::Markdown, Format::Latex],
    )?;
    let published = read(args)?;
    if let Some(output) = scoring.output.as_ref().filter(|output| is_same_file(&args.published, output)) {
        return Err(ScoreError::from(JobError::OutputIsInput(output.clone())).into());
    }
    let mut job = Job::of_signatures(scoring, published.signatures().to_vec()).map_err(ScoreError::from)?;
    let (then, now) = (published.systems(), job.plan.systems.len());
    if then.len() != now {
        return Err(VerifyError::Systems { names: then.join(", "), now }.into());
    }
    published.ask(&mut job.plan);
    // How signatures differ is told system by system, with the numbers.
    job.published = None;
    let (scored, report, output) = carry_out(scoring, &job)?;
    if scored.interrupted {
        return Err(VerifyError::Interrupted.into());
    }
    let verified = published.verify(&report);
    let style = terminal::result_style(&scoring.look, scoring.output.is_some());
    let text = match format {
        Format::Json => render_json(&verified),
        Format::Markdown | Format::Latex => render_typeset(&verified, format, &style),
        _ => render_text(&verified, &style),
    };
    output.answer(&text)?;
    Ok(Status::from(u8::from(!verified.is_same())))
}

/// Reads the published results.
fn read(args: &VerifyCommand) -> Result<Published, OfScoreError> {
    let name = &args.published;
    let open = |error| ScoreError::from(JobError::Open(error));
    let corpus = Corpus::find(name).map_err(open)?;
    let document = corpus.documents().first().ok_or_else(|| VerifyError::NotText(name.clone()))?;
    let bytes = document.read_all().map_err(open)?;
    let text = String::from_utf8(bytes).map_err(|_| VerifyError::NotText(name.clone()))?;
    Ok(text.parse().map_err(|source| VerifyError::Published { name: name.clone(), source })?)
}
