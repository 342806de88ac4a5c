//! `treescore phrase chunk TREES`: finds the chunks of trees.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use treescore_phrase::report::{ChunkFormat, write_chunks};
use treescore_phrase::run::SentenceWork;
use treescore_phrase::{ChunkOptions, Chunker, Inventory, Pp, Sentence};

use super::Failure;
use super::over::{Threads, Trees};
use super::reading::{check_output, parse_range};
use crate::args::{Quiet, TreeFileArgs};
use crate::interrupt;
use crate::messages::Messages;
use crate::output::Output;

/// The arguments of `treescore phrase chunk`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore phrase chunk gold.trees                [NP the baker] [VP slept]
  treescore phrase chunk gold.trees -o gold.jsonl  for treescore phrase score
  treescore phrase chunk gold.trees --format bio   word, tag and B-NP, I-NP or O",
    after_help = "Exit status: 0 all trees chunked, 1 some input is not a tree, 2 could not find chunks."
)]
pub(crate) struct ChunkCommand {
    /// Trees: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "TREES", value_parser = crate::args::input())]
    trees: PathBuf,

    #[command(flatten)]
    files: TreeFileArgs,

    #[command(flatten)]
    how: ChunkHow,

    /// Use only trees A to B-1 of the trees with words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    range: Option<Range<u64>>,

    /// Output format (default: by the name of the output file, else brackets)
    #[arg(short, long, value_enum, value_name = "FORMAT")]
    format: Option<FormatArg>,

    /// Write to a file, complete or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    quiet: Quiet,
}

/// How chunks are formed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct ChunkHow {
    /// Prepositional chunks: with their object (full, the default), or only the preposition (bare)
    #[arg(long, value_enum, value_name = "HOW")]
    pub(super) pp: Option<PpArg>,
}

impl ChunkHow {
    pub(super) fn options(self) -> ChunkOptions {
        let pp = match self.pp {
            Some(PpArg::Full) | None => Pp::Full,
            Some(PpArg::Bare) => Pp::Bare,
        };
        ChunkOptions { pp }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum PpArg {
    Full,
    Bare,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FormatArg {
    Brackets,
    Jsonl,
    Bio,
}

impl ChunkCommand {
    fn format(&self) -> ChunkFormat {
        let extension = self.output.as_deref().and_then(Path::extension).and_then(|name| name.to_str());
        match (self.format, extension) {
            (Some(FormatArg::Jsonl), _) | (None, Some("jsonl" | "json")) => ChunkFormat::JsonLines,
            (Some(FormatArg::Bio), _) | (None, Some("bio" | "iob" | "conll")) => ChunkFormat::Bio,
            (Some(FormatArg::Brackets) | None, _) => ChunkFormat::Brackets,
        }
    }
}

/// Writes the chunks of each block.
struct Writing(ChunkFormat);

impl SentenceWork for Writing {
    type Worker = ();
    type Part = Vec<u8>;

    fn worker(&self) {}

    fn begin(&self, part: &mut Vec<u8>) {
        part.clear();
    }

    fn sentence(&self, (): &mut (), _: u64, sentence: &Sentence, inventory: &Inventory, part: &mut Vec<u8>) {
        write_chunks(sentence, inventory, self.0, part);
    }
}

/// Runs the command.
pub(super) fn run(args: &ChunkCommand) -> Result<ExitCode, Failure> {
    let corpus = args.files.find(&args.trees)?;
    check_output("--output", args.output.as_deref(), &[&corpus])?;
    interrupt::watch();
    let messages = Messages::plain(args.quiet);
    let mut output = Output::open(args.output.as_deref())?;
    let chunker = Chunker::of_any_category(args.how.options());
    let (range, threads) = (args.range.clone(), args.threads);
    let trees = Trees { corpus: &corpus, range, chunker: &chunker, messages: &messages, threads };
    let faulty = trees
        .process("chunking", &Writing(args.format()), |part| output.write_all(part).map_err(Failure::from))?;
    if interrupt::is_requested() {
        return Ok(ExitCode::from(130)); // the unfinished file is removed
    }
    output.finish()?;
    Ok(ExitCode::from(u8::from(faulty > 0)))
}
