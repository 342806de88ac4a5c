//! `treescore report GOLD SYSTEM… -o report.html`: a page to look at and to send.

mod explained;

use treescore::explain::ExplainError;
use treescore::report::{Format, build};
use treescore::run::{Input, PairRow, RunError};
use treescore_html::{Collector, Contents, Sentences};

use super::baselines;
use super::of_score::{OfScoreError, OwnError, hide_refused, refuse_options};
use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::interrupt;
use crate::job::{Chosen, Job, JobError};
use crate::messages::Messages;
use crate::output::{Output, is_same_file};
use crate::recipes;
use crate::status::Status;
use crate::streams;
use crate::watch::Watch;

/// The arguments of `treescore report`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| hide_refused(arg, &REFUSED, &TAKEN)),
    before_help = "\
Examples:
  treescore report gold.trees heron.trees -o report.html
  treescore report gold.trees a.trees b.trees -o report.html
  treescore report gold.trees raw.trees --align -o report.html
  treescore report gold.trees a.trees --baselines --explain raw -o r.html",
    after_help = "\
One file with scores, charts, and every sentence with its trees. It makes no request, opens from a disk or a mail, and
prints. By default it holds the trees of up to 20,000 sentences: those that were refused, those in which systems differ most,
and those with the lowest scores; the list has all of them.
Exit status: 0 written, 1 written but some pairs were refused, 2 could not write."
)]
pub(crate) struct ReportCommand {
    #[command(flatten)]
    score: ScoreArgs,

    /// Sentences whose trees go into the file: all, none, or at most N (default: 20000)
    #[arg(long, value_name = "all|N|none", value_parser = sentences, help_heading = "Report")]
    sentences: Option<Sentences>,

    /// Add a chart of what each rule is worth, from the score by this recipe (or FILE.prm) to that of the report
    #[arg(long, value_name = "RECIPE", help_heading = "Report")]
    explain: Option<String>,
}

/// Options of scores that a report refuses, beside those about rows.
const REFUSED: [&str; 2] = ["format", "spreadsheet"];
/// Options about rows that it takes.
const TAKEN: [&str; 3] = ["no_tests", "baselines", "gold2"];

fn sentences(text: &str) -> Result<Sentences, String> {
    match text {
        "all" => Ok(Sentences::All),
        "none" => Ok(Sentences::None),
        number => match number.parse() {
            Ok(0) => Ok(Sentences::None),
            Ok(most) => Ok(Sentences::Most(most)),
            Err(_) => Err("write all, none or a number of sentences".to_owned()),
        },
    }
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReportError {
    #[error("a report is a page, not text for a terminal: add -o report.html")]
    Terminal,
    #[error("--explain {recipe}: {error}")]
    Explain { recipe: String, error: ExplainError },
}

impl OwnError for ReportError {}

/// Runs the command.
pub(crate) fn run(args: &ReportCommand) -> Status {
    report(args).unwrap_or_else(|error| error.fail(&args.score, "write the report"))
}

fn report(args: &ReportCommand) -> Result<Status, OfScoreError> {
    let scoring = &args.score;
    let format = crate::job::choose_format(scoring).map_err(ScoreError::from)?;
    let own = [
        ("--format", scoring.format.is_some() || format != Chosen::Text(Format::Table)),
        ("--spreadsheet", scoring.spreadsheet),
    ];
    refuse_options(scoring, &own, &TAKEN, "report")?;
    if scoring.output.is_none() && streams::stdout().is_terminal() {
        return Err(ReportError::Terminal.into());
    }
    if let (Some(recipe), Some(output)) = (&args.explain, &scoring.output)
        && is_same_file(recipes::file(recipe), output)
    {
        return Err(ScoreError::from(JobError::OutputIsInput(output.clone())).into());
    }
    let mut job = Job::new(scoring).map_err(ScoreError::from)?;
    let setup = treescore_html::ask(&mut job.plan);
    let lattice =
        args.explain.as_deref().map(|recipe| explained::lattice(scoring, (&mut job, setup), recipe));
    let lattice = lattice.transpose()?;
    let Job { plan, folders, published, names, notes, .. } = &mut job;
    let messages = Messages::new(&scoring.look);
    messages.warn_all(notes);
    interrupt::watch();
    let mut output = Output::open(scoring.output.as_deref())?;
    baselines::keep_gold(scoring, plan)?;
    if lattice.is_some() {
        plan.hold_streams().map_err(|error| ScoreError::from(RunError::from(error)))?;
    }
    let sentences = args.sentences.unwrap_or_default();
    let mut collector = Collector::new(plan, setup, sentences)?;
    let progress = messages.progress(plan.systems.iter().chain([&plan.gold]).map(Input::bytes).sum());
    let mut sink = |row: PairRow| collector.take(plan, row);
    let mut watch = Watch::new(plan, &messages, progress, None);
    watch.names.clone_from(names);
    watch.sink = Some(&mut sink);
    let scored = score::run_watched(plan, &mut watch)?;
    let (mut report, checked) = score::judge(scoring, plan, &scored, folders, &messages)?;
    checked?;
    build::add_statistics(&mut report, plan, &scored);
    baselines::add(&mut report, scoring, plan, &messages)?;
    let explanations = match &lattice {
        Some(lattice) if !report.interrupted => explained::explain(lattice, plan, &messages)?,
        _ => Some(Vec::new()),
    };
    score::warn(plan, &scored, &report, (published.as_ref(), Format::Json), &messages);
    let Some(explanations) = explanations.filter(|_| !report.interrupted) else {
        return Ok(Status::from(130)); // the unfinished file is removed
    };
    let contents = Contents { explanations: &explanations, ..Contents::new(&report, plan, sentences) };
    treescore_html::write(&contents, collector, &mut output)?;
    output.finish()?;
    Ok(Status::from(score::status(scoring, &report, &scored)))
}
