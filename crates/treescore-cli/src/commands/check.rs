//! `treescore check GOLD SYSTEM…`: what would spoil a score, before it is made.

use std::io::Write as _;

use treescore::findings::{Finding, Severity, of_open};
use treescore::front::{CheckPass, CheckedSides, check as check_sides};
use treescore::read::{Corpus, InputFacts, OpenError};
use treescore::report::check::{Checked, render, render_json, render_typeset};
use treescore::report::{FindingReport, Format};
use treescore::run::{Input, Plan, RunError, Scored};
use treescore::tree::Which;

use super::of_score::{OfScoreError, choose_format, hide_refused, refuse_options};
use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::job::{self, Corpora, Job, JobError};
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;
use crate::watch::Watch;
use crate::{advice, interrupt, terminal};

/// The arguments of `treescore check`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| hide_refused(arg, &REFUSED, &[])),
    mut_arg("systems", |arg| arg.required_unless_present("gold")),
    before_help = "\
Examples:
  treescore check gold.trees heron.trees
  treescore check gold.trees heron.trees plover.trees -r spmrl
  treescore check heron.trees             what can be said about one file
  treescore check gold.trees heron.trees -f json",
    after_help = "\
Nothing is scored but what is needed to say what a remedy is worth.
All findings are explained in: treescore help findings
Exit status: 0 nothing but notes, 1 warnings, or pairs that a score would refuse, 2 nothing could be scored."
)]
pub(crate) struct CheckCommand {
    #[command(flatten)]
    score: ScoreArgs,
}

/// Options of scores that a check refuses, beside those about rows, by their names in clap.
const REFUSED: [&str; 10] = [
    "spreadsheet",
    "strict",
    "level",
    "ci",
    "resamples",
    "seed",
    "resample_by",
    "test",
    "shuffles",
    "reference",
];

/// Runs the command.
pub(crate) fn run(args: &CheckCommand) -> Status {
    check(&args.score).unwrap_or_else(|error| error.fail(&args.score, "check"))
}

fn check(args: &ScoreArgs) -> Result<Status, OfScoreError> {
    refuse(args)?;
    let format =
        choose_format(args, "a check", &[Format::Table, Format::Json, Format::Markdown, Format::Latex])?;
    let is_one = args.systems.is_empty() && args.columns.first_given().is_none();
    let messages = Messages::new(&args.look);
    let checked = match look(args, is_one, &messages) {
        Ok(checked) => checked,
        Err(error) => refusal(error, (args, is_one))?,
    };
    if interrupt::is_requested() {
        return Ok(Status::from(130));
    }
    let style = terminal::result_style(&args.look, args.output.is_some());
    let text = match format {
        Format::Json => render_json(&checked),
        Format::Markdown | Format::Latex => render_typeset(&checked, format, &style),
        _ => render(&checked, &style),
    };
    let mut output = Output::open(args.output.as_deref())?;
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(Status::from(match checked.severity() {
        Some(Severity::Refusal) => 2,
        Some(Severity::Warning) => 1,
        _ => 0,
    }))
}

/// Refuses options that have no effect on a check.
fn refuse(args: &ScoreArgs) -> Result<(), OfScoreError> {
    let statistics = args.statistics.first_given();
    let own = [
        ("--spreadsheet", args.spreadsheet),
        ("--strict", args.strict),
        (statistics.unwrap_or_default(), statistics.is_some()),
    ];
    refuse_options(args, &own, &[], "check")
}

/// Goes over the inputs.
fn look(args: &ScoreArgs, is_one: bool, messages: &Messages) -> Result<Checked, ScoreError> {
    let mut job = if is_one { Job::of_one(args)? } else { Job::new(args)? };
    job.plan.ask.statistics = None;
    messages.warn_all(&job.notes);
    interrupt::watch();
    job.plan.hold_streams().map_err(RunError::from)?;
    let sides = if is_one { CheckedSides::OneFile } else { CheckedSides::Sides };
    let adjust = |found: &mut Vec<Finding>| args.findings.apply(found);
    let run = &mut |plan: &Plan, pass| match score_quietly(plan, messages) {
        Err(ScoreError::Run(_) | ScoreError::Uneven(_)) if pass == CheckPass::Remedies => Ok(None),
        scored => scored.map(Some),
    };
    let (mut checked, found) = check_sides(job.plan, (sides, &job.folders), adjust, run)?;
    checked.findings = found.iter().map(worded).collect();
    Ok(checked)
}

/// Carries out a plan. What would be said about single pairs is among the findings.
fn score_quietly(plan: &Plan, messages: &Messages) -> Result<Scored, ScoreError> {
    let progress = messages.progress(plan.systems.iter().chain([&plan.gold]).map(Input::bytes).sum());
    let silent = messages.silent();
    let mut watch = Watch::new(plan, &silent, progress, None);
    score::run_watched(plan, &mut watch)
}

fn worded(finding: &Finding) -> FindingReport {
    FindingReport::new(finding, advice::render)
}

/// The finding that an error is, if it is one: then it is the only one, because nothing else could be read.
fn refusal(error: ScoreError, (args, is_one): (&ScoreArgs, bool)) -> Result<Checked, ScoreError> {
    let corpora = files(args, is_one);
    let finding = match &error {
        ScoreError::Uneven(finding) => Some((**finding).clone()),
        ScoreError::Run(RunError::Open(open)) | ScoreError::Job(JobError::Open(open)) => {
            let of_side = |finding| match side(open, &corpora) {
                Some(side) if !is_one => Finding::of_side(finding, side),
                _ => finding,
            };
            of_open(open).map(|finding| worded(&of_side(finding)))
        }
        _ => None,
    };
    let finding = finding.ok_or(error)?;
    let sides: Vec<_> = corpora.iter().map(|corpus| (corpus.short_name(), facts(corpus))).collect();
    Ok(Checked::refused(finding, &sides))
}

/// The files that were given, gold first; none if they cannot be found.
fn files(args: &ScoreArgs, is_one: bool) -> Vec<Corpus> {
    let Ok(Corpora { gold, systems }) = job::find(args, is_one) else { return Vec::new() };
    let systems = if is_one { Vec::new() } else { systems };
    std::iter::once(gold).chain(systems).collect()
}

/// What the files of a side are, as far as that can be said: streams are gone by now.
fn facts(corpus: &Corpus) -> Vec<InputFacts> {
    if corpus.is_stdin() {
        return Vec::new();
    }
    let found = corpus.documents().iter().filter_map(|document| corpus.inspect(document).ok());
    found.map(|found| found.facts).collect()
}

/// The side whose file cannot be read.
fn side(error: &OpenError, corpora: &[Corpus]) -> Option<Which> {
    let OpenError::Format { name, .. } = error else { return None };
    let has = |corpus: &Corpus| corpus.documents().iter().any(|document| document.name == *name);
    let mut found = corpora.iter().enumerate().filter(|(_, corpus)| has(corpus)).map(|(at, _)| at);
    let first = found.next()?;
    Some(if first == 0 { Which::Gold } else { Which::System })
}
