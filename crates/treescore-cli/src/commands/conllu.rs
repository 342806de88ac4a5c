//! `treescore conllu TREES`: converts trees to dependencies.

use std::path::{Path, PathBuf};

use treescore::read::{UnitKind, Wanted};
use treescore::write::trees::{TreeFormat, TreeWriter};

use super::each_tree::{self, EachTree, Failure};
use crate::args::Look;
use crate::args::input::FileArgs;
use crate::args::own::read_heads;
use crate::messages::Messages;
use crate::recipes;
use crate::status::Status;

/// The arguments of `treescore conllu`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore conllu gold.trees -o gold.conllu
  treescore conllu gold.trees --heads collins  with another head table",
    after_help = "\
A tree without dependencies is reported and left out; sent_id is the number of the tree in the input.
Exit status: 0 all trees written, 1 some left out, 2 could not write."
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
    files: FileArgs,

    #[command(flatten)]
    look: Look,
}

/// Runs the command.
pub(crate) fn run(args: &ConlluCommand) -> Status {
    each_tree::end(convert(args), &args.look, "write dependencies")
}

fn convert(args: &ConlluCommand) -> Result<Status, Failure> {
    let heads = read_heads(&args.heads)?;
    let messages = Messages::new(&args.look);
    let mut notes = Vec::new();
    let recipe = args.recipe.as_deref().map(|name| recipes::find(name, &mut notes)).transpose()?;
    messages.warn_all(&notes);
    let mut writer = TreeWriter::with(TreeFormat::Conllu, recipe, heads);
    let each = EachTree {
        given: &args.trees,
        files: &args.files,
        wanted: Wanted {
            needs_tags: Some("conllu".to_owned()),
            ignores_types: true,
            ..Wanted::from(UnitKind::Tree)
        },
        recipe: args.recipe.as_deref(),
        others: [Some(Path::new(&args.heads)), args.recipe.as_deref().map(recipes::file)],
        output: args.output.as_deref(),
        is_strict: false,
        is_wanted: None,
        is_stopped: None,
        style: None,
        messages,
    };
    each.write(&mut |number, _, tree, out| {
        writer.write(number, None, tree, out).map_err(|unwritable| unwritable.to_string())
    })
}
