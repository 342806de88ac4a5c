//! `treescore phrase chunk TREES`: finds the chunks of trees.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use treescore_phrase::report::{ChunkFormat, write_chunks};
use treescore_phrase::run::SentenceWork;
use treescore_phrase::{ChunkOptions, Chunker, Inventory, Pp, Sentence};

use super::Failure;
use super::over::{Threads, Trees};
use super::reading::{check_output, parse_range};
use crate::args::{FindingArgs, Quiet, TreeFileArgs};
use crate::interrupt;
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;

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
    findings: FindingArgs,

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

/// The text of a block.
#[derive(Default)]
struct Written {
    text: Vec<u8>,
    /// The first sentence with words that JSON cannot hold, because they are not UTF-8.
    not_utf8: Option<String>,
}

impl SentenceWork for Writing {
    type Worker = ();
    type Part = Written;

    fn worker(&self) {}

    fn begin(&self, part: &mut Written) {
        part.text.clear();
        part.not_utf8 = None;
    }

    fn sentence(&self, (): &mut (), _: u64, sentence: &Sentence, inventory: &Inventory, part: &mut Written) {
        let is_lost = |word: &[u8]| std::str::from_utf8(word).is_err();
        if self.0 == ChunkFormat::JsonLines && sentence.words.iter().any(is_lost) {
            part.not_utf8.get_or_insert_with(|| sentence.id.clone());
        }
        write_chunks(sentence, inventory, self.0, &mut part.text);
    }
}

impl Written {
    fn check(&self, name: &str) -> Result<(), Failure> {
        match &self.not_utf8 {
            Some(sentence) => Err(Failure::NotUtf8 { name: name.to_owned(), sentence: sentence.clone() }),
            None => Ok(()),
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &ChunkCommand) -> Result<Status, Failure> {
    let corpus = args.files.find(&args.trees)?;
    check_output("--output", args.output.as_deref(), &[&corpus])?;
    interrupt::watch();
    let messages = Messages::plain(args.quiet);
    let mut output = Output::open(args.output.as_deref())?;
    let mut waiting = args.findings.denies().then(Output::held).transpose()?;
    let sink = waiting.as_mut().unwrap_or(&mut output);
    let chunker = Chunker::of_any_category(args.how.options());
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
    let faulty = trees.process("chunking", &Writing(args.format()), |part| {
        part.check(corpus.name())?;
        Ok(sink.write_all(&part.text)?)
    })?;
    if interrupt::is_requested() {
        return Ok(Status::from(130)); // the unfinished file is removed
    }
    if let Some(waiting) = waiting {
        waiting.release(&mut output)?;
    }
    output.finish()?;
    Ok(Status::from(u8::from(faulty > 0)))
}
