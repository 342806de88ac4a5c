//! `treescore correlate GOLD SYSTEM… -m a,b`: how measures agree.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use treescore::report::Format;
use treescore::report::correlate::{
    CorrelateAsk, CorrelateError as Uncorrelated, Correlated, Correlations, correlations, render, render_json,
};

use super::gold_words::words_of;
use super::of_score::{
    OfScoreError, OwnError, carry_out, choose_format, hide_refused, refuse_options, refuse_other_file,
};
use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::args::number::{at_least_one, whole};
use crate::job::Job;
use crate::output::Output;
use crate::status::Status;
use crate::terminal;

const CORRELATION: &str = "Correlation";

/// The options about tests and about single measures that make no sense here.
const REFUSED: [&str; 7] = ["ci", "test", "shuffles", "reference", "resample_by", "signature", "spreadsheet"];

/// The arguments of `treescore correlate`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| hide_refused(arg, &REFUSED, &[])),
    before_help = "\
Examples:
  treescore correlate gold.trees heron.trees -m parseval,struct-iou
  treescore correlate gold.trees heron.trees -m parseval,tree-node --plot p.svg",
    after_help = "\
Each measure has its headline figure. Refused pairs count as zero.
Exit status: 0 correlated, 1 correlated but some pairs were refused, 2 could not correlate."
)]
pub(crate) struct CorrelateCommand {
    #[command(flatten)]
    score: ScoreArgs,

    /// What has a value by each measure: sentences (default), files, or random groups of sentences
    #[arg(long, value_name = "WHAT", value_parser = PossibleValuesParser::new(Correlated::VALUES), help_heading = CORRELATION)]
    over: Option<String>,

    /// Size of random groups (default: 10)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = at_least_one::<usize>, help_heading = CORRELATION)]
    group: Option<usize>,

    /// Draw a scatter plot, for one system and two measures
    #[arg(long, value_name = "FILE.svg", help_heading = CORRELATION)]
    plot: Option<PathBuf>,

    /// Number of sentences shown that two measures rank most differently (default: 3)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>, help_heading = CORRELATION)]
    sentences: Option<usize>,
}

/// Why nothing was correlated.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CorrelateError {
    #[error("two measures are needed, for example -m parseval,struct-iou")]
    OneMeasure,
    #[error("--group needs --over groups")]
    Group,
    #[error("--sentences needs --over sentences")]
    Sentences,
    #[error("--plot {}: the plot is SVG, so the name must end in .svg", .0.display())]
    NotSvg(PathBuf),
    #[error("--plot shows one system and two measures, but there are {0} plots to draw")]
    Plots(usize),
    #[error("nothing was correlated: the run was interrupted")]
    Interrupted,
    #[error(transparent)]
    Uncorrelated(#[from] Uncorrelated),
}

impl OwnError for CorrelateError {
    fn status(&self) -> u8 {
        if matches!(self, Self::Interrupted) { 130 } else { 2 }
    }
}

/// Runs the command.
pub(crate) fn run(args: &CorrelateCommand) -> Status {
    find(args).unwrap_or_else(|error| error.fail(&args.score, "correlate"))
}

/// Refuses options that make no sense here, and says what is asked for.
fn check(args: &CorrelateCommand) -> Result<CorrelateAsk, OfScoreError> {
    let scoring = &args.score;
    let statistics = &scoring.statistics;
    let own = [
        ("--ci", statistics.ci.is_some()),
        ("--test", statistics.test.is_some()),
        ("--shuffles", statistics.shuffles.is_some()),
        ("--reference", statistics.reference.is_some()),
        ("--resample-by", statistics.resample_by.is_some()),
        // It is that of one measure.
        ("--signature", scoring.signature.is_some()),
    ];
    refuse_options(scoring, &own, &[], "correlate")?;
    let ask = CorrelateAsk {
        over: args.over.as_ref().and_then(|over| over.parse().ok()).unwrap_or(Correlated::Sentences),
        size: args.group.unwrap_or(10),
        sentences: args.sentences.unwrap_or(3),
    };
    if args.group.is_some() && ask.over != Correlated::Groups {
        return Err(CorrelateError::Group.into());
    }
    if args.sentences.is_some() && ask.over != Correlated::Sentences {
        return Err(CorrelateError::Sentences.into());
    }
    Ok(ask)
}

fn find(args: &CorrelateCommand) -> Result<Status, OfScoreError> {
    let (scoring, ask) = (&args.score, check(args)?);
    choose_format(scoring, "correlations", &[Format::Table, Format::Json])?;
    let mut job = Job::new(scoring).map_err(ScoreError::from)?;
    if let Some(path) = &args.plot {
        if path.extension().is_none_or(|extension| extension != "svg") {
            return Err(CorrelateError::NotSvg(path.clone()).into());
        }
        refuse_other_file(("--plot", path), scoring, &job.plan)?;
    }
    if job.plan.setups.len() < 2 {
        return Err(CorrelateError::OneMeasure.into());
    }
    if let Some(statistics) = &mut job.plan.ask.statistics {
        statistics.compared = false;
        statistics.by_pair = true;
    }
    let (scored, report, output) = carry_out(scoring, &job)?;
    // Measures go over the data one after the other, so that a part of it may have values by one of them only.
    if scored.interrupted {
        return Err(CorrelateError::Interrupted.into());
    }
    let mut all = correlations(&report, &job.plan, &scored, ask).map_err(CorrelateError::from)?;
    let found = all.blocks.iter().flat_map(|block| &block.disagreements);
    let words = words_of(&job.plan, &found.map(|found| found.tree).collect::<Vec<_>>());
    for found in all.blocks.iter_mut().flat_map(|block| &mut block.disagreements) {
        found.text = words.get(&found.tree).cloned();
    }
    let style = terminal::result_style(&scoring.look, scoring.output.is_some());
    let text = if job.format == Format::Json { render_json(&all) } else { render(&all, &style) };
    let plot = args.plot.as_ref().map(|path| scatter(&all).map(|plot| (path, plot))).transpose()?;
    if let Some((path, plot)) = plot {
        write(Output::open(Some(path))?, &plot)?;
    }
    write(output, &text)?;
    Ok(Status::from(score::status(scoring, &report, &scored)))
}

/// The plot of the only two measures of the only system.
fn scatter(found: &Correlations) -> Result<String, CorrelateError> {
    let [block] = &found.blocks[..] else { return Err(CorrelateError::Plots(found.blocks.len())) };
    Ok(block.scatter().draw())
}

/// Writes a text, and ends the output.
fn write(mut output: Output, text: &str) -> Result<(), OfScoreError> {
    output.write_all(text.as_bytes())?;
    Ok(output.finish()?)
}
