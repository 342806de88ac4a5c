//! `treescore convert TREES --to FORMAT`: writes trees in another format.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use treescore::prepare::unescape;
use treescore::read::{
    Corpus, Encoding, FormatOptions, Holds, Nbest, OpenError, ReadOptions, Taker, TreeAt, Trees, UnitKind,
    Wanted,
};
use treescore::report::number;
use treescore::setup::GivenFormat;
use treescore::write::trees::{TreeFormat, TreeWriter};

use crate::args::Look;
use crate::args::own::{TableError, read_heads};
use crate::interrupt;
use crate::job::JobError;
use crate::messages::Messages;
use crate::output::{CreateError, Output, is_same_file};
use crate::recipes;
use crate::timing::first_read;
use crate::watch::{SHOWN, describe_unreadable};

/// The arguments of `treescore convert`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore convert trees.export --to brackets -o trees.mrg
  treescore convert trees.mrg --to json
  treescore convert trees.mrg --to brackets -r collins  only what counts",
    after_help = "\
Reading what was written gives the same trees. A tree that the format cannot hold is reported and left out.
Exit status: 0 all trees written, 1 some left out, 2 could not write."
)]
pub(crate) struct ConvertCommand {
    /// Trees in any format: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "TREES", value_parser = crate::args::input())]
    trees: PathBuf,

    /// Format to write: brackets, discbracket, export, json or conllu
    #[arg(long, value_name = "FORMAT", hide_possible_values = true, value_parser = target())]
    to: TreeFormat,

    /// Write to a file, complete or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write only the brackets and words that count: a recipe or a .prm file
    #[arg(short, long, value_name = "NAME")]
    recipe: Option<String>,

    /// Head table of --to conllu: charniak (default), charniak2000, collins, or a file of rules
    #[arg(long, value_name = "TABLE")]
    heads: Option<String>,

    /// Stop at the first tree that cannot be read or written
    #[arg(long)]
    strict: bool,

    #[command(flatten)]
    files: OneSide,

    #[command(flatten)]
    look: Look,
}

/// How the files of one side are read.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Input files")]
pub(crate) struct OneSide {
    /// Format of the files, if their content does not tell (list: treescore formats)
    #[arg(long, value_name = "FORMAT", value_parser = crate::args::input::format)]
    input: Option<GivenFormat>,

    /// Encoding of the files: windows-1252, gb18030, euc-jp …
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<Encoding>,

    /// Which tree of an n-best list: the first (default), or the best by its score
    #[arg(long, value_name = "WHICH", value_parser = PossibleValuesParser::new(Nbest::VALUES))]
    nbest: Option<String>,

    /// Leave out trees whose root has one of these labels, for example CODE
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    skip: Vec<String>,

    /// Of a folder, read only the files whose names match, for example '*.mrg'
    #[arg(long, value_name = "GLOB")]
    only: Option<String>,
}

impl OneSide {
    /// Finds the files.
    pub(crate) fn find(&self, path: &Path) -> Result<Corpus, Failure> {
        let field = self.input.as_ref().and_then(|given| given.field.as_ref());
        let nbest = self.nbest.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default();
        let details = FormatOptions {
            field: field.map(|field| field.as_bytes().to_vec()),
            nbest,
            ..FormatOptions::default()
        };
        let options = ReadOptions {
            format: self.input.as_ref().map(|given| given.format),
            encoding: self.encoding,
            skip: self.skip.iter().map(|label| unescape(label)).collect(),
            details,
            ..ReadOptions::default()
        };
        let corpus = Corpus::find(path)?.with_options(options);
        match &self.only {
            None => Ok(corpus),
            Some(_) if !corpus.is_folder() => Err(Failure::Only),
            Some(pattern) => Ok(corpus.only_matching(pattern)?),
        }
    }
}

fn target() -> impl TypedValueParser<Value = TreeFormat> {
    PossibleValuesParser::new(TreeFormat::VALUES)
        .try_map(|name| name.parse().map_err(|()| "no format that trees are written in"))
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Heads(#[from] TableError),
    #[error(transparent)]
    Recipe(#[from] JobError),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("--only needs a folder")]
    Only,
    #[error("--heads is for --to conllu")]
    HeadsUnused,
    #[error("--output {} would overwrite an input file: choose another name", .0.display())]
    OutputIsInput(PathBuf),
    #[error("{0} contains no trees")]
    NoTrees(String),
    #[error("a tree was left out, and --strict is given; nothing is written")]
    Strict,
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

/// Runs the command.
pub(crate) fn run(args: &ConvertCommand) -> ExitCode {
    match convert(args) {
        Ok(status) => status,
        // A reader that closes the pipe, such as `head`, is not an error.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) if interrupt::is_requested() => ExitCode::from(130),
        Err(error) => {
            Messages::new(&args.look).fail(&error.to_string(), "convert");
            ExitCode::from(2)
        }
    }
}

/// What is to be read and written.
fn writer(args: &ConvertCommand, messages: &Messages) -> Result<TreeWriter, Failure> {
    if args.heads.is_some() && args.to != TreeFormat::Conllu {
        return Err(Failure::HeadsUnused);
    }
    let heads = read_heads(args.heads.as_deref().unwrap_or("charniak"))?;
    let mut notes = Vec::new();
    let recipe = args.recipe.as_deref().map(|name| recipes::find(name, &mut notes)).transpose()?;
    messages.warn_all(&notes);
    Ok(TreeWriter::with(args.to, recipe, heads))
}

/// Refuses to overwrite what is read.
fn check_output(args: &ConvertCommand, trees: &Corpus) -> Result<(), Failure> {
    let heads = args.heads.as_deref().map(Path::new);
    let recipe = args.recipe.as_deref().map(recipes::file);
    let others = [heads, recipe, Some(first_read(&args.trees))];
    let is_read =
        |path: &Path| trees.holds(path) || others.iter().flatten().any(|other| is_same_file(other, path));
    match args.output.as_ref().filter(|path| path.is_file() && is_read(path)) {
        Some(output) => Err(Failure::OutputIsInput(output.clone())),
        None => Ok(()),
    }
}

fn convert(args: &ConvertCommand) -> Result<ExitCode, Failure> {
    let messages = Messages::new(&args.look);
    let writer = writer(args, &messages)?;
    let trees = args.files.find(&args.trees)?;
    check_output(args, &trees)?;
    interrupt::watch();
    let taker = Taker { name: "convert".to_owned(), takes: &[Holds::Trees, Holds::Dependencies] };
    let wanted = Wanted { takers: vec![taker], ..Wanted::from(UnitKind::Tree) };
    let units = Trees::wanted(trees.clone(), wanted)?;
    let mut output = Output::open(args.output.as_deref())?;
    let mut work = Work { writer, trees: &trees, messages, seen: 0, left_out: 0 };
    let mut text = Vec::new();
    for unit in units {
        text.clear();
        let is_written = work.convert(&unit?, &mut text);
        if interrupt::is_requested() {
            return Ok(ExitCode::from(130)); // the unfinished file is removed
        }
        if !is_written && args.strict {
            return Err(Failure::Strict);
        }
        output.write_all(&text)?;
    }
    if work.seen == 0 {
        return Err(Failure::NoTrees(trees.name().to_owned()));
    }
    output.finish()?;
    Ok(work.finish())
}

/// The state of a run.
struct Work<'a> {
    writer: TreeWriter,
    trees: &'a Corpus,
    messages: Messages,
    seen: u64,
    left_out: u64,
}

impl Work<'_> {
    /// Appends a tree, or reports why it is left out. Returns true if it is written.
    fn convert(&mut self, unit: &TreeAt, out: &mut Vec<u8>) -> bool {
        self.seen += 1;
        let number = self.seen;
        let file = self.trees.documents().get(unit.document).map_or("", |document| &document.name);
        let consequence = format!("tree {number} is left out");
        let failure = match &unit.tree {
            Ok(tree) => match self.writer.write(number, unit.id.as_deref(), tree, out) {
                Ok(()) => return true,
                Err(unwritable) => Ok(unwritable),
            },
            Err(error) => Err(error),
        };
        self.left_out += 1;
        if self.left_out > SHOWN {
            return false;
        }
        match failure {
            Ok(unwritable) => {
                let line = unit.position.line;
                self.messages.error(&format!("{file}:{line}: tree {number}: {unwritable}"), &consequence);
            }
            Err(error) => {
                let tree = Some(number);
                self.messages.diagnose(&describe_unreadable(error, file.to_owned(), tree, consequence));
            }
        }
        false
    }

    /// Warns about trees that were left out, and returns the exit status.
    fn finish(self) -> ExitCode {
        if self.left_out > 0 {
            let trees = number::counted(self.seen, "tree");
            self.messages.count_hidden(self.left_out.saturating_sub(SHOWN));
            self.messages.warn(&format!("{} of {trees} left out", number::count(self.left_out)));
        }
        ExitCode::from(u8::from(self.left_out > 0))
    }
}
