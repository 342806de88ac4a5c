//! `treescore rerun 'SIGNATURE' GOLD SYSTEM…`: a published score, made again.

use treescore::report::{self, Format};
use treescore::setup::Signature;

use super::of_score::{OfScoreError, carry_out, choose_format, hide_refused, refuse_options, refuse_setups};
use super::score::ScoreError;
use crate::args::ScoreArgs;
use crate::job::{Job, JobError};
use crate::messages::Messages;
use crate::status::Status;
use crate::terminal;

/// The arguments of `treescore rerun`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| hide_refused(refuse_setups(arg), &[], &TAKEN)),
    before_help = "\
Examples:
  treescore rerun 'treescore:0.1.0|m:parseval|…' gold.trees heron.trees
  treescore rerun 'treescore:0.1.0|m:parseval|…' gold.trees a.trees -f json",
    after_help = "\
The signature decides measure, recipe and settings; files that it only names, such as word times, are given again.
Exit status: 0 the settings, the gold trees and the number of pairs are those of the signature, 1 something differs,
2 could not run."
)]
pub(crate) struct RerunCommand {
    /// The signature of the published score, in quotes
    #[arg(value_name = "SIGNATURE")]
    published: String,

    #[command(flatten)]
    score: ScoreArgs,
}

/// Options about rows that it takes.
const TAKEN: [&str; 1] = ["no_tests"];

/// Runs the command.
pub(crate) fn run(args: &RerunCommand) -> Status {
    rerun(args).unwrap_or_else(|error| error.fail(&args.score, "score again"))
}

fn rerun(args: &RerunCommand) -> Result<Status, OfScoreError> {
    let scoring = &args.score;
    refuse_options(scoring, &[], &TAKEN, "rerun")?;
    let formats = [Format::Table, Format::Json, Format::Csv, Format::Markdown, Format::Latex];
    let format = choose_format(scoring, "a score made again", &formats)?;
    let published: Signature = args.published.parse().map_err(JobError::from).map_err(ScoreError::from)?;
    let mut job = Job::of_signatures(scoring, vec![published.clone()]).map_err(ScoreError::from)?;
    let is_asked = scoring.statistics.first_given().is_some();
    if published.statistics().is_none() && !is_asked {
        job.plan.ask.statistics = None; // the score had none
    }
    let lacks_statistics = published.statistics().is_some() && job.plan.ask.statistics.is_none();
    // Differences are told as warnings.
    let (scored, found, mut output) = carry_out(scoring, &job)?;
    let style = terminal::result_style(&scoring.look, scoring.output.is_some());
    let style = report::Style { spreadsheet: scoring.spreadsheet, ..style };
    report::write(&found, format, &style, &mut output)?;
    if scored.interrupted {
        return Ok(Status::from(130));
    }
    output.finish()?;
    let published = job.published.unwrap_or(published);
    let cells = found.measures.iter().flat_map(|measure| &measure.cells);
    let now = cells.filter_map(|cell| cell.signature.parse::<Signature>().ok());
    let is_same = now.into_iter().all(|now| published.is_repeated_by(&now));
    if is_same {
        let rest = if lacks_statistics { "; its intervals and tests were not made again" } else { "" };
        Messages::new(&scoring.look)
            .note(&format!("settings, gold trees and number of pairs are those of the signature{rest}"));
    }
    Ok(Status::from(u8::from(!is_same)))
}
