//! `treescore conllu TREES`: converts trees to dependencies.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use treescore::read::{Corpus, OpenError, TreeAt, Trees, UnitKind, Wanted};
use treescore::report::number;
use treescore::write::conllu::ConlluWriter;

use crate::args::Look;
use crate::args::own::{TableError, read_heads};
use crate::interrupt;
use crate::job::JobError;
use crate::messages::Messages;
use crate::output::{CreateError, Output, is_same_file};
use crate::recipes;
use crate::timing::first_read;
use crate::watch::{SHOWN, describe_unreadable};

/// The arguments of `treescore conllu`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore conllu gold.trees -o gold.conllu
  treescore conllu gold.trees --heads collins  with another head table",
    after_help = "\
A tree without dependencies is reported and skipped; sent_id is the number of the tree in the input.
Exit status: 0 all trees written, 1 some skipped, 2 could not write."
)]
pub(crate) struct ConlluCommand {
    /// Trees: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "TREES", value_parser = crate::args::input())]
    trees: PathBuf,

    /// Head table: charniak, charniak2000, collins, or a file of rules
    #[arg(long, value_name = "TABLE", default_value = "charniak")]
    heads: String,

    /// Which brackets and words count: a recipe or a .prm file (default: all but traces, with labels cut)
    #[arg(short, long, value_name = "NAME")]
    recipe: Option<String>,

    /// Write to a file, complete or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    look: Look,
}

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Heads(#[from] TableError),
    #[error(transparent)]
    Recipe(#[from] JobError),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("--output {} would overwrite an input file: choose another name", .0.display())]
    OutputIsInput(PathBuf),
    #[error("{0} contains no trees")]
    NoTrees(String),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

/// Runs the command.
pub(crate) fn run(args: &ConlluCommand) -> ExitCode {
    match convert(args) {
        Ok(status) => status,
        // A reader that closes the pipe, such as `head`, is not an error.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) if interrupt::is_requested() => ExitCode::from(130),
        Err(error) => {
            Messages::new(&args.look).fail(&error.to_string(), "write dependencies");
            ExitCode::from(2)
        }
    }
}

fn convert(args: &ConlluCommand) -> Result<ExitCode, Failure> {
    let heads = read_heads(&args.heads)?;
    let messages = Messages::new(&args.look);
    let mut notes = Vec::new();
    let recipe = args.recipe.as_deref().map(|name| recipes::find(name, &mut notes)).transpose()?;
    messages.warn_all(&notes);
    let trees = Corpus::find(&args.trees)?;
    let recipe_file = args.recipe.as_deref().map(recipes::file);
    let others = [Some(Path::new(&args.heads)), recipe_file, Some(first_read(&args.trees))];
    let is_read =
        |path: &Path| trees.holds(path) || others.iter().flatten().any(|other| is_same_file(other, path));
    if let Some(output) = args.output.as_ref().filter(|path| path.is_file() && is_read(path)) {
        return Err(Failure::OutputIsInput(output.clone()));
    }
    interrupt::watch();
    let mut output = Output::open(args.output.as_deref())?;
    let writer = ConlluWriter::new(recipe.unwrap_or_else(ConlluWriter::recipe), heads);
    let mut work = Work { writer, trees: &trees, messages, seen: 0, refused: 0 };
    let mut sentence = Vec::new();
    let wanted = Wanted { needs_tags: Some("conllu".to_owned()), ..Wanted::from(UnitKind::Tree) };
    for unit in Trees::wanted(trees.clone(), wanted)? {
        sentence.clear();
        work.convert(&unit?, &mut sentence);
        if interrupt::is_requested() {
            return Ok(ExitCode::from(130)); // the unfinished file is removed
        }
        output.write_all(&sentence)?;
    }
    if work.seen == 0 {
        return Err(Failure::NoTrees(trees.name().to_owned()));
    }
    output.finish()?;
    Ok(work.finish())
}

/// The state of a run.
struct Work<'a> {
    writer: ConlluWriter,
    trees: &'a Corpus,
    messages: Messages,
    seen: u64,
    refused: u64,
}

impl Work<'_> {
    /// Appends the sentence of a tree, or reports why there is none.
    fn convert(&mut self, unit: &TreeAt, out: &mut Vec<u8>) {
        self.seen += 1;
        let file = self.trees.documents().get(unit.document).map_or("", |document| &document.name);
        let consequence = format!("tree {} is skipped, the others are written", self.seen);
        let failure = match &unit.tree {
            Ok(tree) => match self.writer.sentence(self.seen, tree, out) {
                Ok(()) => return,
                Err(refusal) => Ok(refusal),
            },
            Err(error) => Err(error),
        };
        self.refused += 1;
        if self.refused > SHOWN {
            return;
        }
        match failure {
            Ok(refusal) => {
                self.messages.error(&format!("{file}, tree {}: {refusal}", self.seen), &consequence);
            }
            Err(error) => {
                let tree = Some(self.seen);
                self.messages.diagnose(&describe_unreadable(error, file.to_owned(), tree, consequence));
            }
        }
    }

    /// Warns about skipped trees, and returns the exit status.
    fn finish(self) -> ExitCode {
        if self.refused > 0 {
            let trees = number::counted(self.seen, "tree");
            let text = format!("{} of {trees} skipped", number::count(self.refused));
            self.messages.warn(&text);
        }
        ExitCode::from(u8::from(self.refused > 0))
    }
}
