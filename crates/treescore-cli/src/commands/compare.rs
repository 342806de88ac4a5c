//! `treescore compare GOLD A B…`: is the difference real, and where is it?

mod evalb;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use treescore::measure::Facet;
use treescore::report::compare::{
    Compared, SampleFormat, render, render_csv, render_json, render_typeset, write_samples,
};
use treescore::report::{Format, Style};
use treescore::run::{KeptFigures, Plan};

use super::gold_words::words_of;
use super::of_score::{
    OfScoreError, OwnError, carry_out, choose_format, hide_refused, refuse_options, refuse_other_file,
};
use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::args::number::whole;
use crate::job::Job;
use crate::output::{Output, is_same_file};
use crate::parquet::{self, ParquetError};
use crate::statistics::{StatisticsError, check_memory, measures_of};
use crate::status::Status;
use crate::terminal;

/// The arguments of `treescore compare`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| hide_refused(arg, &[], &[])),
    before_help = "\
Examples:
  treescore compare gold.trees heron.trees plover.trees
  treescore compare gold.trees a.trees b.trees c.trees --pairwise
  treescore compare --evalb published.txt ours.txt   from what EVALB printed",
    after_help = "\
Differences are the second system's figure minus the first's; refused pairs count as zero.
Exit status: 0 compared, 1 compared but some pairs were refused, 2 could not compare."
)]
pub(crate) struct CompareCommand {
    #[command(flatten)]
    score: ScoreArgs,

    /// Compare all systems with each other, not only with the first
    #[arg(long, conflicts_with = "reference", help_heading = COMPARISON)]
    pairwise: bool,

    /// Number of sentences shown that differ most, for two systems (default: 3)
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>, help_heading = COMPARISON)]
    sentences: Option<usize>,

    /// Write all bootstrap replicates and shuffles to FILE.csv, FILE.jsonl or FILE.parquet
    #[arg(long, value_name = "FILE", help_heading = COMPARISON, conflicts_with = "evalb")]
    samples: Option<PathBuf>,

    /// Compare runs of EVALB: all files are what EVALB printed, and there is no gold
    #[arg(long, help_heading = COMPARISON, conflicts_with_all = [
        "measure", "recipe", "signature", "set", "delete", "labels", "unlabeled", "cutoff", "pair_by", "strict",
        "align", "side", "utterances", "gold_times", "resample_by", "sentences",
        "gold_column", "system_column", "id_column", "doc_column",
    ])]
    evalb: bool,
}

const COMPARISON: &str = "Comparison";

/// Why nothing was compared.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CompareError {
    #[error("two systems are needed, but there is one: treescore compare GOLD SYSTEM SYSTEM")]
    OneSystem,
    #[error("--sentences compares two systems, but there are {0}: remove it, or compare two")]
    Sentences(usize),
    #[error("--samples {}: the name must end in .csv, .jsonl or .parquet", .0.display())]
    Samples(PathBuf),
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    #[error("the systems cannot be compared: {0}")]
    Incomparable(String),
    #[error("nothing was compared: the run was interrupted")]
    Interrupted,
    #[error("nothing was compared: fewer than two systems have scores")]
    Nothing,
    #[error(transparent)]
    Evalb(#[from] evalb::EvalbError),
    #[error(transparent)]
    Statistics(#[from] StatisticsError),
}

impl OwnError for CompareError {
    fn status(&self) -> u8 {
        if matches!(self, Self::Interrupted) { 130 } else { 2 }
    }
}

/// Runs the command.
pub(crate) fn run(args: &CompareCommand) -> Status {
    let found = if args.evalb { compare_evalb(args) } else { compare(args) };
    found.unwrap_or_else(|error| error.fail(&args.score, "compare"))
}

/// Compares what EVALB printed.
fn compare_evalb(args: &CompareCommand) -> Result<Status, OfScoreError> {
    refuse_options(&args.score, &[], &[], "compare")?;
    let format = choose_format(&args.score, "a comparison", &FORMATS)?;
    let files: Vec<&Path> = args.score.gold.iter().chain(&args.score.systems).map(PathBuf::as_path).collect();
    if let Some(output) =
        args.score.output.as_ref().filter(|path| files.iter().any(|file| is_same_file(file, path)))
    {
        let path = output.display().to_string();
        return Err(OfScoreError::IsOther { option: "--output", path });
    }
    let compared =
        evalb::compare(&files, &args.score.statistics, args.pairwise).map_err(CompareError::from)?;
    let mut output = Output::open(args.score.output.as_deref())?;
    show(&compared, format, &args.score, &mut output)?;
    output.finish()?;
    let mut comparisons = compared.measures.iter().flat_map(|measure| &measure.comparisons);
    Ok(Status::from(u8::from(comparisons.any(|found| found.left_out > 0))))
}

fn compare(args: &CompareCommand) -> Result<Status, OfScoreError> {
    let scoring = &args.score;
    refuse_options(scoring, &[], &[], "compare")?;
    let samples = args.samples.as_deref().map(sample_format).transpose()?;
    let format = choose_format(scoring, "a comparison", &FORMATS)?;
    let mut job = Job::new(scoring).map_err(ScoreError::from)?;
    if let Some(path) = &args.samples {
        refuse_other_file(("--samples", path), scoring, &job.plan)?;
    }
    if job.plan.systems.len() < 2 {
        return Err(CompareError::OneSystem.into());
    }
    if args.sentences.is_some() && job.plan.systems.len() > 2 {
        return Err(CompareError::Sentences(job.plan.systems.len()).into());
    }
    ask_for_all(&mut job.plan, args, samples.is_some());
    if let Some(asked) = &job.plan.ask.statistics {
        check_memory(asked, measures_of(&job.plan.setups), job.plan.systems.len())
            .map_err(CompareError::from)?;
    }
    let (scored, report, mut output) = carry_out(scoring, &job)?;
    let plan = &job.plan;
    if scored.interrupted {
        return Err(CompareError::Interrupted.into());
    }
    if let Some(why) = report.statistics.as_ref().and_then(|statistics| statistics.incomplete.as_ref()) {
        return Err(CompareError::Incomparable(why.clone()).into());
    }
    let mut compared = Compared::new(&report, plan, &scored).ok_or(CompareError::Nothing)?;
    if compared.measures.iter().all(|measure| measure.comparisons.is_empty()) {
        return Err(CompareError::Nothing.into());
    }
    let sentences = compared.measures.iter().flat_map(|measure| &measure.sentences);
    let words = words_of(plan, &sentences.map(|sentence| sentence.tree).collect::<Vec<_>>());
    for sentence in compared.measures.iter_mut().flat_map(|measure| &mut measure.sentences) {
        sentence.text = words.get(&sentence.tree).cloned();
    }
    if let (Some(path), Some(format)) = (&args.samples, samples) {
        let file = Output::open(Some(path))?;
        let style = Style { spreadsheet: scoring.spreadsheet, ..Style::default() };
        let file = match format {
            Samples::Text(format) => {
                let mut buffered = io::BufWriter::new(file);
                write_samples(&report, plan, &scored, (format, &style), &mut buffered)?;
                buffered.into_inner().map_err(io::IntoInnerError::into_error)?
            }
            Samples::Parquet => parquet::write_samples(&report, plan, &scored, file)?,
        };
        file.finish()?;
    }
    show(&compared, format, scoring, &mut output)?;
    output.finish()?;
    Ok(Status::from(score::status(scoring, &report, &scored)))
}

/// Asks for all figures, and with two systems for labels, where the measures have them.
fn ask_for_all(plan: &mut Plan, args: &CompareCommand, with_samples: bool) {
    let systems = plan.systems.len();
    if let Some(statistics) = &mut plan.ask.statistics {
        statistics.figures = KeptFigures::All;
        statistics.intervals = KeptFigures::Headline;
        statistics.pairwise = args.pairwise;
        statistics.segments = true;
        statistics.settings.samples = with_samples;
        statistics.groups = false;
        statistics.furthest = if systems == 2 { args.sentences.unwrap_or(3) } else { 0 };
    }
    let has_labels = plan.setups.iter().all(|setup| setup.measure.info().facets.contains(&Facet::Label));
    plan.ask.facet = (plan.systems.len() == 2 && has_labels).then_some(Facet::Label);
}

/// The formats of a comparison.
const FORMATS: [Format; 5] = [Format::Table, Format::Json, Format::Csv, Format::Markdown, Format::Latex];

/// The format of samples.
#[derive(Clone, Copy)]
enum Samples {
    Text(SampleFormat),
    Parquet,
}

/// The format of samples, by the name of their file.
fn sample_format(path: &Path) -> Result<Samples, CompareError> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv") => Ok(Samples::Text(SampleFormat::Csv)),
        Some("jsonl") => Ok(Samples::Text(SampleFormat::Jsonl)),
        Some("parquet") => {
            parquet::check_built(&format!("--samples {}", path.display()))?;
            Ok(Samples::Parquet)
        }
        _ => Err(CompareError::Samples(path.to_owned())),
    }
}

fn show(
    compared: &Compared,
    format: Format,
    args: &ScoreArgs,
    output: &mut Output,
) -> Result<(), OfScoreError> {
    let style = terminal::result_style(&args.look, args.output.is_some());
    let style = Style { spreadsheet: args.spreadsheet, ..style };
    let text = match format {
        Format::Json => render_json(compared),
        Format::Csv => render_csv(compared, &style),
        Format::Markdown | Format::Latex => render_typeset(compared, format, &style),
        _ => render(compared, &style),
    };
    Ok(output.write_all(text.as_bytes())?)
}
