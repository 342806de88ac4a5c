//! `treescore phrase export MODEL TREES`: writes the probabilities of a model.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use treescore_phrase::models::ModelKind;
use treescore_phrase::run::ExportWork;

use super::Failure;
use super::over::{Threads, Trees, chunker, find, read_model};
use super::reading::{check_output, parse_range};
use crate::args::{FindingArgs, Quiet, TreeFileArgs};
use crate::interrupt;
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;

/// The arguments of `treescore phrase export`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore phrase export model.json test.trees --model C -o c.jsonl
  treescore phrase score test.trees c.jsonl  the same figures as phrase eval",
    after_help = "Exit status: 0 all trees exported, 1 some input is not a tree, 2 could not export."
)]
pub(crate) struct ExportCommand {
    /// Model file, written by treescore phrase train
    #[arg(value_name = "MODEL")]
    model: PathBuf,

    /// Trees: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "TREES", value_parser = crate::args::input())]
    trees: PathBuf,

    #[command(flatten)]
    files: TreeFileArgs,

    /// Model to export
    #[arg(long = "model", value_name = "NAME", default_value = "G", value_parser = PossibleValuesParser::new(ModelKind::VALUES))]
    kind: String,

    /// Use only trees A to B-1 of the trees with words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    range: Option<Range<u64>>,

    /// Write to a file, complete or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    findings: FindingArgs,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    quiet: Quiet,
}

/// Runs the command.
pub(super) fn run(args: &ExportCommand) -> Result<Status, Failure> {
    let (model_file, corpus) = find(&args.model, &args.trees, &args.files)?;
    let model = read_model(&model_file)?;
    check_output("--output", args.output.as_deref(), &[&corpus, &model_file])?;
    let kind = args.kind.parse().unwrap_or(ModelKind::G); // clap accepts only valid names
    let export = ExportWork::new(&model, kind)?;
    interrupt::watch();
    let mut output = Output::open(args.output.as_deref())?;
    let mut waiting = args.findings.denies().then(Output::held).transpose()?;
    let sink = waiting.as_mut().unwrap_or(&mut output);
    sink.write_all(&export.header())?;
    let (chunker, messages) = (chunker(&model), Messages::plain(args.quiet));
    let (range, threads) = (args.range.clone(), args.threads);
    let trees = Trees {
        corpus: &corpus,
        range,
        chunker: &chunker,
        messages: &messages,
        findings: &args.findings,
        side: None,
        threads,
    };
    let faulty = trees.process("exporting", &export, |part| sink.write_all(part).map_err(Failure::from))?;
    if interrupt::is_requested() {
        return Ok(Status::from(130)); // the unfinished file is removed
    }
    if let Some(waiting) = waiting {
        waiting.release(&mut output)?;
    }
    output.finish()?;
    Ok(Status::from(u8::from(faulty > 0)))
}
