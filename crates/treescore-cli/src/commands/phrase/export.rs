//! `treescore phrase export MODEL TREES`: what a model says, as a probability file.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use treescore_phrase::models::ModelKind;
use treescore_phrase::run::Exporting;

use super::Failure;
use super::over::{Threads, Trees, chunker, find, read_model};
use super::reading::{check_output, range};
use crate::output::Output;
use crate::{interrupt, terminal};

/// The arguments of `treescore phrase export`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  treescore phrase export model.json test.trees --model C -o c.jsonl
  treescore phrase score test.trees c.jsonl                  the same figures as phrase eval

Exit status: 0 fine, 1 something is not a tree, 2 could not export.")]
pub(crate) struct ExportCommand {
    /// A model: what treescore phrase train has written
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// Trees: a file, a folder, @LIST (a file that names files) or - for standard input
    #[arg(value_name = "TREES")]
    trees: PathBuf,

    /// Which of the models
    #[arg(long = "model", value_name = "NAME", default_value = "G", value_parser = PossibleValuesParser::new(ModelKind::VALUES))]
    kind: String,

    /// Only trees a to b-1 of those that have words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = range)]
    range: Option<Range<u64>>,

    /// Write to a file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    threads: Threads,
}

/// Runs the command.
pub(super) fn run(args: &ExportCommand) -> Result<ExitCode, Failure> {
    let (model_file, corpus) = find(&args.model, &args.trees)?;
    let model = read_model(&model_file)?;
    check_output("--output", args.output.as_deref(), &[&corpus, &model_file])?;
    let kind = args.kind.parse().unwrap_or(ModelKind::G); // one of those that clap lets through
    let export = Exporting::new(&model, kind)?;
    interrupt::watch();
    let mut output = Output::open(args.output.as_deref())?;
    output.write_all(&export.header())?;
    let (chunker, style, range) = (chunker(&model), terminal::plain(), args.range.clone());
    let trees = Trees { corpus: &corpus, range, chunker: &chunker, style: &style, threads: args.threads };
    let faulty = trees.over("exporting", &export, |part| output.write_all(part).map_err(Failure::from))?;
    if interrupt::asked() {
        return Ok(ExitCode::from(130)); // dropped unfinished: no half-written file
    }
    output.finish()?;
    Ok(ExitCode::from(u8::from(faulty > 0)))
}
