//! `treescore conllu TREES`: trees as dependencies.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use treescore::read::{Corpus, OpenError, TreeAt, Trees};
use treescore::report::{Style, diagnostic, number};
use treescore::write::conllu::ConlluWriter;

use crate::args::Look;
use crate::args::own::{TableError, heads};
use crate::job::JobError;
use crate::output::{CreateError, Output, is_same_file};
use crate::recipes;
use crate::timing::first_read;
use crate::watch::{SHOWN, say, unreadable};
use crate::{interrupt, terminal};

/// The arguments of `treescore conllu`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example
  treescore conllu gold.trees --heads collins -o gold.conllu
A tree without dependencies is reported and left out; sent_id is its number among all trees.
Exit status: 0 all trees written, 1 all but some, 2 could not write.")]
pub(crate) struct ConlluCommand {
    /// Trees: a file, a folder, @LIST (a file that names files) or - for standard input
    #[arg(value_name = "TREES")]
    trees: PathBuf,

    /// Which child is the head: charniak, charniak2000, collins, or a file of rules
    #[arg(long, value_name = "TABLE", default_value = "charniak")]
    heads: String,

    /// Which words and brackets count (default: all but traces, with labels cut)
    #[arg(short, long, value_name = "NAME")]
    recipe: Option<String>,

    /// Write to a file, whole or not at all
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
    #[error("--output {} would overwrite a file that is read", .0.display())]
    OutputIsInput(PathBuf),
    #[error("{0} holds no trees")]
    NoTrees(String),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

/// Runs the command.
pub(crate) fn run(args: &ConlluCommand) -> ExitCode {
    match convert(args) {
        Ok(status) => status,
        // A reader that has seen enough, such as `head`, is no failure.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) if interrupt::asked() => ExitCode::from(130),
        Err(error) => {
            say(&diagnostic::error(&error.to_string(), &[], &[], &terminal::messages(&args.look)));
            say("treescore: could not write dependencies\n");
            ExitCode::from(2)
        }
    }
}

fn convert(args: &ConlluCommand) -> Result<ExitCode, Failure> {
    let heads = heads(&args.heads)?;
    let style = terminal::messages(&args.look);
    let mut notes = Vec::new();
    let recipe = args.recipe.as_deref().map(|name| recipes::recipe(name, &mut notes)).transpose()?;
    for note in &notes {
        say(&diagnostic::warning(note, &style));
    }
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
    let mut work = Work { writer, trees: &trees, style, seen: 0, refused: 0 };
    let mut sentence = Vec::new();
    for unit in Trees::new(trees.clone())? {
        sentence.clear();
        work.next(&unit?, &mut sentence);
        if interrupt::asked() {
            return Ok(ExitCode::from(130)); // dropped unfinished: no half-written file
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
    style: Style,
    seen: u64,
    refused: u64,
}

impl Work<'_> {
    /// Appends the sentence of a tree, or says why there is none.
    fn next(&mut self, unit: &TreeAt, out: &mut Vec<u8>) {
        self.seen += 1;
        let file = self.trees.documents().get(unit.document).map_or("", |document| &document.name);
        let consequence = format!("tree {} is left out, the others are written", self.seen);
        let text = match &unit.tree {
            Ok(tree) => match self.writer.sentence(self.seen, tree, out) {
                Ok(()) => return,
                Err(refusal) => {
                    let title = format!("{file}, tree {}: {refusal}", self.seen);
                    diagnostic::error(&title, &[consequence], &[], &self.style)
                }
            },
            Err(error) => {
                let error_at = unreadable(error, file.to_owned(), Some(self.seen), consequence);
                diagnostic::render(&error_at, &self.style)
            }
        };
        self.refused += 1;
        if self.refused <= SHOWN {
            say(&text);
        }
    }

    /// Says how many trees were left out.
    fn finish(self) -> ExitCode {
        if self.refused > 0 {
            let trees = number::counted(self.seen, "tree");
            let text = format!("{} of {trees} left out", number::count(self.refused));
            say(&diagnostic::warning(&text, &self.style));
        }
        ExitCode::from(u8::from(self.refused > 0))
    }
}
