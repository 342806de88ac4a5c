//! `treescore nbest GOLD FILE`: what is in n-best lists.

use std::io::Write;

use clap::Arg;
use treescore::front::{Depth, NbestAsk, NbestError, NbestLists};
use treescore::report::nbest::{NbestMeasure, NbestReport, render, render_csv, render_json, render_typeset};
use treescore::report::number::{count, counted};
use treescore::report::{Format, Style};
use treescore::setup::Setup;

use super::of_score::OfScoreError;
use super::rivals;
use super::score::ScoreError;
use crate::args::ScoreArgs;
use crate::interrupt;
use crate::job::{Chosen, Job, JobError, choose_format};
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;
use crate::terminal;
use crate::watch::{Follow, SHOWN};

const LISTS: &str = "N-best lists";

/// Above this many comparisons of trees, which take about ten seconds, the user is asked.
const MANY: u64 = 2_000_000;
/// The same for measures with tables of costs, whose comparisons take longer.
const MANY_WITH_TABLES: u64 = 30_000;

/// Options about rows that are taken.
const TAKEN: [&str; 1] = ["per_sentence"];

/// The arguments of `treescore nbest`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| rivals::hide(describe(arg), &[], &TAKEN)),
    before_help = "\
Examples:
  treescore nbest gold.trees parser.nbest
  treescore nbest gold.trees parser.nbest -m struct-iou --at 1,10,all
  treescore nbest gold.trees parser.nbest --per-sentence -f csv",
    after_help = "\
first: the first tree. oracle: the tree with the highest score. expected: the score of a tree drawn by its probability. \
MBR: the tree with the highest expected agreement with the others, by the same measure (minimum Bayes risk). The scores in \
the file are natural logarithms of probabilities.
Exit status: 0 all trees scored, 1 some not scored, 2 could not score."
)]
pub(crate) struct NbestCommand {
    #[command(flatten)]
    score: ScoreArgs,

    /// How many trees of each list are looked at (default: 1,2,5,10,20,50 and so on, all)
    #[arg(long, value_name = "N,…|all", value_delimiter = ',', value_parser = depth, help_heading = LISTS)]
    at: Vec<Depth>,

    /// Whether trees are also chosen by agreement (default: yes, up to 50 million comparisons of trees)
    #[arg(long, value_name = "yes|no", value_parser = yes_or_no, help_heading = LISTS)]
    mbr: Option<bool>,
}

/// Words options of scores that mean something else here.
fn describe(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "systems" => {
            arg.value_name("FILE").help("N-best lists of one system, in the order of the gold trees")
        }
        "per_sentence" => arg.help("Show one line per sentence").help_heading(LISTS),
        "format" => arg.help("Output format: table (default), json or csv"),
        _ => arg,
    }
}

fn depth(text: &str) -> Result<Depth, &'static str> {
    match text.parse() {
        _ if text == "all" => Ok(Depth::All),
        Ok(trees) if trees > 0 => Ok(Depth::First(trees)),
        _ => Err("must be a whole number of at least 1, or all"),
    }
}

fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("must be yes or no"),
    }
}

/// Why lists were not scored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NbestFailure {
    #[error(transparent)]
    OfScore(#[from] OfScoreError),
    #[error("--format {0} cannot show n-best lists: use table, json, csv, markdown or latex")]
    Format(&'static str),
    #[error("one file of n-best lists is needed, but there are {0}: score them one after the other")]
    Files(usize),
    #[error(
        "choosing trees by agreement takes {} comparisons of trees: do it all the same with --mbr yes, leave it out with \
         --mbr no, or look at fewer trees, for example --at 1,10,50",
        count(*.0)
    )]
    Many(u64),
    #[error(transparent)]
    Lists(#[from] NbestError),
}

/// Runs the command.
pub(crate) fn run(args: &NbestCommand) -> Status {
    match nbest(args) {
        Ok(status) => status,
        Err(NbestFailure::OfScore(error)) => error.fail(&args.score, "score the lists"),
        Err(error) => {
            Messages::plain(args.score.look.quiet).fail(&error, "score the lists");
            Status::from(match &error {
                NbestFailure::Lists(error) => rivals::status_of(error),
                _ => 2,
            })
        }
    }
}

fn nbest(args: &NbestCommand) -> Result<Status, NbestFailure> {
    let scoring = &args.score;
    rivals::refuse(scoring, &[], &TAKEN, "nbest")?;
    let failed = |error| OfScoreError::from(ScoreError::from(error));
    let format = match choose_format(scoring).map_err(failed)? {
        Chosen::Text(format) if format != Format::Jsonl => format,
        other => return Err(NbestFailure::Format(other.name())),
    };
    if scoring.spreadsheet && format != Format::Csv {
        return Err(failed(JobError::Spreadsheet).into());
    }
    if scoring.systems.len() != 1 {
        return Err(NbestFailure::Files(scoring.systems.len()));
    }
    let job = Job::for_rows(scoring, treescore::run::Rows::None).map_err(failed)?;
    let messages = Messages::new(&scoring.look);
    messages.warn_all(&job.notes);
    interrupt::watch();
    let mut output = Output::open(scoring.output.as_deref()).map_err(OfScoreError::from)?;
    let (Some(gold), Some(lists)) = (job.plan.gold.corpus(), job.plan.systems[0].corpus()) else {
        return Err(NbestError::Pairing.into());
    };
    let lists = NbestLists::read(gold, lists, job.plan.setups.clone())?;
    scoring
        .files
        .all
        .check_effects(lists.facts())
        .map_err(|error| OfScoreError::from(ScoreError::from(error)))?;
    let ask = NbestAsk {
        depths: args.at.clone(),
        mbr: args.mbr.unwrap_or(true),
        rows: scoring.per_sentence,
        threads: job.plan.threads,
    };
    let comparisons = lists.comparisons(&ask);
    let has_tables = |setup: &Setup| matches!(setup.measure.clone().set("effort", "1"), Ok(true));
    let many = if job.plan.setups.iter().any(has_tables) { MANY_WITH_TABLES } else { MANY };
    if args.mbr.is_none() && comparisons > many {
        return Err(NbestFailure::Many(comparisons));
    }
    let mut follow = Follow::new(messages.progress(None));
    let report = lists.score(&ask, &mut follow);
    follow.finish();
    let report = report?;
    tell_of_faults(&report, &messages);
    let style = terminal::result_style(&scoring.look, scoring.output.is_some());
    let style = Style { spreadsheet: scoring.spreadsheet, ..style };
    let text = match format {
        Format::Json => render_json(&report),
        Format::Csv => render_csv(&report, &style),
        Format::Markdown | Format::Latex => render_typeset(&report, format, &style),
        _ => render(&report, &style),
    };
    output.write_all(text.as_bytes()).and_then(|()| output.finish()).map_err(OfScoreError::from)?;
    Ok(Status::from(u8::from(report.measures.iter().any(|measure| measure.faulty() > 0))))
}

/// Names the first trees that could not be scored, and says how many there are.
fn tell_of_faults(report: &NbestReport, messages: &Messages) {
    for fault in report.faulty.iter().take(SHOWN as usize) {
        let line = fault.line.map(|line| format!(":{line}")).unwrap_or_default();
        let (sentence, place) = (fault.sentence, fault.place);
        messages.error(
            &format!("{}{line}: tree {place} of sentence {sentence}: {}", report.name, fault.why),
            "it takes no part, the others are scored",
        );
    }
    let most = report.measures.iter().map(NbestMeasure::faulty).max().unwrap_or(0);
    messages.count_hidden(most.saturating_sub(SHOWN.min(report.faulty.len() as u64)));
    if most > 0 {
        messages.warn(&format!("{} of {} not scored", count(most), counted(report.candidates, "tree")));
    }
}
