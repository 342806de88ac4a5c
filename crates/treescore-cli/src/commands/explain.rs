//! `treescore explain GOLD SYSTEM --from A --to B`: why two numbers differ.

mod ends;

use std::io;

use treescore::explain::{ExplainError as Unexplained, Explanation, Lattice, Pairs};
use treescore::front::read_examples;
use treescore::prepare::SettingError;
use treescore::report::explain::{Explained, render, render_csv, render_json, render_typeset};
use treescore::report::{Format, Style};
use treescore::run::{Input, Plan, Scored};
use treescore::setup::StatSettings;

use super::of_score::{OfScoreError, hide_refused, refuse_options};
use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::args::number::whole;
use crate::job::{Chosen, Job, JobError, choose_format, threads_for_setups};
use crate::messages::Messages;
use crate::output::{CreateError, Output, is_same_file};
use crate::status::Status;
use crate::{interrupt, recipes, terminal};
use ends::Ends;

const EXPLANATION: &str = "Explanation";

/// The options about one recipe, and about intervals and tests.
const REFUSED: [&str; 9] =
    ["recipe", "signature", "level", "ci", "test", "resamples", "shuffles", "reference", "resample_by"];

/// The arguments of `treescore explain`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| hide_refused(arg, &REFUSED, &["cutoff"])),
    before_help = "\
Examples:
  treescore explain gold.trees heron.trees --from raw --to collins
  treescore explain gold.trees heron.trees --from collins --to ours.prm",
    after_help = "\
Rules: root, punctuation, gold-tags, function-tags, equal-labels, traces, deletions, deleted-words, words, quotes, speech, \
labels, repeats, trivial, shortest, measure, empty, average, cutoff, pairs.
Exit status: 0 explained, 1 explained but some pairs were refused, 2 could not explain."
)]
pub(crate) struct ExplainCommand {
    #[command(flatten)]
    score: ScoreArgs,

    /// The first number: a recipe, FILE.prm or signature
    #[arg(long, value_name = "A", required = true, help_heading = EXPLANATION)]
    from: String,

    /// The second number
    #[arg(long, value_name = "B", required = true, help_heading = EXPLANATION)]
    to: String,

    /// Change one setting of --from: those of recipes, and pairs=scored|all|within; may be repeated
    #[arg(long, value_name = "KEY=VALUE", help_heading = EXPLANATION)]
    from_set: Vec<String>,

    /// Change one setting of --to
    #[arg(long, value_name = "KEY=VALUE", help_heading = EXPLANATION)]
    to_set: Vec<String>,

    /// Rules that are switched first, in this order
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = EXPLANATION)]
    order: Vec<String>,

    /// Number of pairs shown for a rule, in tables and JSON (default: 1)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>, help_heading = EXPLANATION)]
    examples: Option<usize>,
}

/// Why nothing was explained.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExplainError {
    #[error(transparent)]
    OfScore(#[from] OfScoreError),
    #[error("--{0} is not an option of explain: give recipes with --from and --to")]
    Recipe(&'static str),
    #[error("--format {0} cannot show an explanation: use table, json, csv, markdown or latex")]
    Format(&'static str),
    #[error("--examples has no place in --format {0}: use table or json, or remove it")]
    Examples(&'static str),
    #[error("explain is about one system, but there are {0}: explain one after the other")]
    Systems(usize),
    #[error("explain is about one measure, but there are {0}: choose one with -m")]
    Measures(usize),
    #[error("--{option} {setting}: {error}")]
    Setting { option: &'static str, setting: String, error: SettingError },
    #[error("--{option} {setting} is no setting: give KEY=VALUE, for example avg=sentence")]
    NoSetting { option: &'static str, setting: String },
    #[error("--cutoff has no effect: add --from-set pairs=within or --to-set pairs=within, or remove it")]
    Cutoff,
    #[error("nothing was explained: the run was interrupted")]
    Interrupted,
    #[error(transparent)]
    Unexplained(#[from] Unexplained),
}

/// Errors of scoring, and of files, are those of all commands that read something off a score.
macro_rules! of_score {
    ($($error:ty),*) => {$(
        impl From<$error> for ExplainError {
            fn from(error: $error) -> Self {
                Self::OfScore(error.into())
            }
        }
    )*};
}
of_score!(ScoreError, CreateError, io::Error);

impl From<JobError> for ExplainError {
    fn from(error: JobError) -> Self {
        ScoreError::from(error).into()
    }
}

/// Runs the command.
pub(crate) fn run(args: &ExplainCommand) -> Status {
    match explain(args) {
        Ok(status) => status,
        Err(ExplainError::OfScore(error)) => error.fail(&args.score, "explain"),
        Err(error) => {
            Messages::plain(args.score.look.quiet).fail(&error, "explain");
            Status::from(if matches!(error, ExplainError::Interrupted) { 130 } else { 2 })
        }
    }
}

/// Refuses options that make no sense here, and returns the format.
fn check(args: &ExplainCommand) -> Result<Format, ExplainError> {
    let scoring = &args.score;
    let of_recipe = [("recipe", scoring.recipe.is_some()), ("signature", scoring.signature.is_some())];
    if let Some((option, _)) = of_recipe.into_iter().find(|(_, is_given)| *is_given) {
        return Err(ExplainError::Recipe(option));
    }
    let statistics = &scoring.statistics;
    let own = [
        ("--level", statistics.level.is_some()),
        ("--ci", statistics.ci.is_some()),
        ("--test", statistics.test.is_some()),
        ("--resamples", statistics.resamples.is_some()),
        ("--shuffles", statistics.shuffles.is_some()),
        ("--reference", statistics.reference.is_some()),
        ("--resample-by", statistics.resample_by.is_some()),
    ];
    refuse_options(scoring, &own, &["cutoff"], "explain")?;
    if scoring.measure.len() > 1 {
        return Err(ExplainError::Measures(scoring.measure.len()));
    }
    match choose_format(scoring)? {
        Chosen::Text(format) if scoring.spreadsheet && format != Format::Csv => {
            Err(JobError::Spreadsheet.into())
        }
        Chosen::Text(format @ (Format::Csv | Format::Markdown | Format::Latex))
            if args.examples.is_some() =>
        {
            Err(ExplainError::Examples(format.name()))
        }
        Chosen::Text(format) if format != Format::Jsonl => Ok(format),
        other => Err(ExplainError::Format(other.name())),
    }
}

fn explain(args: &ExplainCommand) -> Result<Status, ExplainError> {
    let (scoring, format) = (&args.score, check(args)?);
    let (Ends { from, to }, mut job) = Ends::find(args)?;
    if scoring.cutoff.is_some() && [&from, &to].iter().all(|end| end.pairs != Pairs::Within) {
        return Err(ExplainError::Cutoff);
    }
    if job.plan.systems.len() > 1 {
        return Err(ExplainError::Systems(job.plan.systems.len()));
    }
    if let Some(path) = &scoring.output {
        let is_input = |end: &String| is_same_file(recipes::file(end), path);
        if [&args.from, &args.to].into_iter().any(is_input) {
            return Err(JobError::OutputIsInput(path.clone()).into());
        }
    }
    let seed =
        job.plan.ask.statistics.as_ref().map_or(StatSettings::default().seed, |asked| asked.settings.seed);
    let lattice = Lattice::new(from, to, &args.order, seed)?;
    lattice.ask(&mut job.plan);
    job.plan.threads = threads_for_setups(scoring, &job.plan);
    let (scored, output) = carry_out(scoring, &mut job)?;
    if scored.interrupted {
        return Err(ExplainError::Interrupted);
    }
    let explanation = lattice.explain(&scored, 0);
    let status = judge(scoring, &mut job, scored)?;
    let explanation = explanation?;
    let is_refused = [&explanation.from, &explanation.to].iter().any(|end| end.refused > 0);
    let explained = shown(args, &job.plan, &lattice, explanation);
    let style = terminal::result_style(&scoring.look, scoring.output.is_some());
    let style = Style { spreadsheet: scoring.spreadsheet, ..style };
    let text = match format {
        Format::Json => render_json(&explained),
        Format::Csv => render_csv(&explained, &style),
        Format::Markdown | Format::Latex => render_typeset(&explained, format, &style),
        _ => render(&explained, &style),
    };
    output.answer(&text)?;
    Ok(Status::from(status.max(u8::from(is_refused))))
}

/// The explanation with its examples.
fn shown(args: &ExplainCommand, plan: &Plan, lattice: &Lattice, explanation: Explanation) -> Explained {
    let mut explained = Explained::new(explanation, args.examples.unwrap_or(1));
    explained.system = plan.systems.first().map(Input::short_name);
    read_examples(&mut explained, plan, lattice.setups());
    explained
}

/// Carries out the plan. The output is opened before anything is read.
fn carry_out(args: &ScoreArgs, job: &mut Job) -> Result<(Scored, Output), ExplainError> {
    let messages = Messages::new(&args.look);
    messages.warn_all(&job.notes);
    interrupt::watch();
    let mut output = Output::open(args.output.as_deref())?;
    let style = terminal::result_style(&args.look, args.output.is_some());
    let names = &job.names;
    let shown = score::score((&job.plan, names), (Format::Table, &style), &messages, (&mut output, None))?;
    Ok((shown.scored, output))
}

/// Tells what was found, by the first of all setups, and returns the exit status of its scores.
fn judge(args: &ScoreArgs, job: &mut Job, mut scored: Scored) -> Result<u8, ExplainError> {
    let messages = Messages::new(&args.look);
    job.plan.setups.truncate(1);
    scored.gold.truncate(1);
    scored.systems.iter_mut().for_each(|system| system.setups.truncate(1));
    let (report, checked) = score::judge(args, &job.plan, &scored, &job.folders, &messages)?;
    checked?;
    Ok(score::status(args, &report, &scored))
}
