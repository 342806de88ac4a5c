//! `treescore correlate GOLD SYSTEM… -m a,b`: how measures agree.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use treescore::report::Format;
use treescore::report::correlate::{
    CorrelateAsk, CorrelateBlock, CorrelateError as Uncorrelated, Correlated, correlations, render,
    render_json,
};

use super::gold_words::words_of;
use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::args::number::{at_least_one, whole};
use crate::job::Job;
use crate::messages::Messages;
use crate::output::{CreateError, Output, is_same_file};
use crate::{interrupt, terminal};

const CORRELATION: &str = "Correlation";

/// The arguments of `treescore correlate`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore correlate gold.trees heron.trees -m parseval,struct-iou
  treescore correlate gold.trees heron.trees -m parseval,tree-node --over groups --group 10 --plot agreement.svg",
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
    #[error(transparent)]
    Score(#[from] ScoreError),
    #[error("{0} is not an option of correlate: remove it, or score without correlate")]
    Option(&'static str),
    #[error("--format {0} cannot show correlations: use table or json")]
    Format(Format),
    #[error("two measures are needed, for example -m parseval,struct-iou")]
    OneMeasure,
    #[error("--group needs --over groups")]
    Group,
    #[error("--sentences needs --over sentences")]
    Sentences,
    #[error("--plot shows one system and two measures, but there are {0} plots to draw")]
    Plots(usize),
    #[error("--plot {} would overwrite another file of this run: choose another name", .0.display())]
    PlotIsOther(PathBuf),
    #[error(transparent)]
    Uncorrelated(#[from] Uncorrelated),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

/// Runs the command.
pub(crate) fn run(args: &CorrelateCommand) -> ExitCode {
    match find(args) {
        Ok(status) => status,
        Err(CorrelateError::Score(error)) => score::fail(&error, &args.score),
        Err(CorrelateError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            Messages::plain(args.score.look.quiet).fail(&error, "correlate");
            ExitCode::from(2)
        }
    }
}

fn find(args: &CorrelateCommand) -> Result<ExitCode, CorrelateError> {
    let scoring = &args.score;
    check_options(args)?;
    let ask = CorrelateAsk {
        over: args.over.as_ref().and_then(|over| over.parse().ok()).unwrap_or(Correlated::Sentences),
        size: args.group.unwrap_or(10),
        sentences: args.sentences.unwrap_or(3),
    };
    if args.group.is_some() && ask.over != Correlated::Groups {
        return Err(CorrelateError::Group);
    }
    if args.sentences.is_some() && ask.over != Correlated::Sentences {
        return Err(CorrelateError::Sentences);
    }
    let Job { format, plan, notes, folders, .. } = Job::new(scoring).map_err(ScoreError::from)?;
    if !matches!(format, Format::Table | Format::Json) {
        return Err(CorrelateError::Format(format));
    }
    if plan.setups.len() < 2 {
        return Err(CorrelateError::OneMeasure);
    }
    let messages = Messages::new(&scoring.look);
    messages.warn_all(&notes);
    interrupt::watch();
    let mut output = Output::open(scoring.output.as_deref())?;
    let style = terminal::result_style(&scoring.look, scoring.output.is_some());
    let (scored, _, _) = score::score(&plan, Format::Table, &style, &messages, &mut output)?;
    let (report, checked) = score::judge(scoring, &plan, &scored, &folders, &messages)?;
    checked?;
    let mut blocks = correlations(&report, &plan, &scored, ask)?;
    let found = blocks.iter().flat_map(|block| &block.disagreements);
    let words = words_of(&plan, &found.map(|found| found.tree).collect::<Vec<_>>());
    for found in blocks.iter_mut().flat_map(|block| &mut block.disagreements) {
        found.text = words.get(&found.tree).cloned();
    }
    if let Some(path) = &args.plot {
        draw(path, &blocks)?;
    }
    let text = if format == Format::Json { render_json(&blocks) } else { render(&blocks, &style) };
    output.write_all(text.as_bytes())?;
    output.finish()?;
    Ok(ExitCode::from(score::status(scoring, &report, &scored)))
}

/// Refuses options of scoring that correlations do not honour.
fn check_options(args: &CorrelateCommand) -> Result<(), CorrelateError> {
    let scoring = &args.score;
    let options = [
        ("--no-tests", scoring.statistics.no_tests),
        ("--ci", scoring.statistics.ci.is_some()),
        ("--test", scoring.statistics.test.is_some()),
        ("--shuffles", scoring.statistics.shuffles.is_some()),
        ("--reference", scoring.statistics.reference.is_some()),
        ("--resample-by", scoring.statistics.resample_by.is_some()),
        ("--by", scoring.by.is_some()),
        ("--bins", scoring.bins.is_some()),
        ("--all", scoring.all),
        ("--per-sentence", scoring.per_sentence),
        ("--detail", scoring.detail.is_some()),
        ("--worst", scoring.worst.is_some()),
        ("--pair", scoring.pair.is_some()),
        ("--refused", scoring.refused),
        ("--wide", scoring.wide),
    ];
    if let Some((option, _)) = options.into_iter().find(|(_, is_given)| *is_given) {
        return Err(CorrelateError::Option(option));
    }
    let plot = args.plot.as_ref();
    let mut others = scoring.gold.iter().chain(&scoring.systems).chain(&scoring.output);
    match plot.filter(|plot| others.any(|other| other == *plot || is_same_file(other, plot))) {
        Some(plot) => Err(CorrelateError::PlotIsOther(plot.clone())),
        None => Ok(()),
    }
}

fn draw(path: &Path, blocks: &[CorrelateBlock]) -> Result<(), CorrelateError> {
    let [block] = blocks else { return Err(CorrelateError::Plots(blocks.len())) };
    let mut file = Output::open(Some(path))?;
    file.write_all(block.scatter().draw().as_bytes())?;
    Ok(file.finish()?)
}
