//! `treescore convert TREES --to FORMAT`: writes trees in another format.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use treescore::read::{Confidence, Holds, Taker, UnitKind, Want, Wanted, recognise};
use treescore::write::trees::{TreeFormat, TreeWriter};

use super::each_tree::{self, EachTree, Failure};
use crate::args::Look;
use crate::args::input::FileArgs;
use crate::args::own::read_heads;
use crate::messages::Messages;
use crate::recipes;
use crate::status::Status;

/// How much of a file is looked at to recognise its format.
const SAMPLE: usize = 64 * 1024;

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
    files: FileArgs,

    #[command(flatten)]
    look: Look,
}

/// Parses the name of a format that trees are written in.
pub(super) fn target() -> impl TypedValueParser<Value = TreeFormat> {
    PossibleValuesParser::new(TreeFormat::VALUES)
        .try_map(|name| name.parse().map_err(|()| "no format that trees are written in"))
}

/// Runs the command.
pub(crate) fn run(args: &ConvertCommand) -> Status {
    each_tree::end(convert(args), &args.look, "convert")
}

/// What writes the trees.
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

fn convert(args: &ConvertCommand) -> Result<Status, Failure> {
    let messages = Messages::new(&args.look);
    let mut writer = writer(args, &messages)?;
    let to_dependencies = args.to == TreeFormat::Conllu;
    let holds: &[Holds] =
        if to_dependencies { &[Holds::Trees, Holds::Dependencies] } else { &[Holds::Trees] };
    let taker = Taker { name: format!("convert --to {}", args.to.as_str()), takes: holds };
    // Heads are found by tags, so that a file without them is refused whole.
    let needs_tags = to_dependencies.then(|| taker.name.clone());
    let each = EachTree {
        given: &args.trees,
        files: &args.files,
        wanted: Wanted {
            takers: vec![taker],
            needs_tags,
            ignores_types: args.to != TreeFormat::Json,
            ..Wanted::from(UnitKind::Tree)
        },
        recipe: args.recipe.as_deref(),
        others: [args.heads.as_deref().map(Path::new), args.recipe.as_deref().map(recipes::file)],
        output: args.output.as_deref(),
        is_strict: args.strict,
        is_wanted: None,
        is_stopped: None,
        style: None,
        messages,
    };
    let mut sample = Vec::new();
    let status = each.write(&mut |number, id, tree, out| {
        writer.write(number, id, tree, out).map_err(|unwritable| unwritable.to_string())?;
        if sample.len() <= SAMPLE {
            sample.extend_from_slice(out);
        }
        Ok(())
    })?;
    warn_of_reading(&writer, &sample, &Messages::new(&args.look));
    Ok(status)
}

/// Warns if what was written in brackets would be taken for something else: where most brackets hold one word,
/// they look like tags.
fn warn_of_reading(writer: &TreeWriter, sample: &[u8], messages: &Messages) {
    let Some(format) = writer.brackets_kind() else { return };
    let is_whole = sample.len() <= SAMPLE;
    let found = recognise(&sample[..sample.len().min(SAMPLE)], is_whole, Want::Trees);
    if found.is_ok_and(|found| found.format == format && found.confidence != Confidence::Ambiguous) {
        return;
    }
    messages.warn(&format!(
        "the content of what was written does not tell its format; read it with --input {}",
        format.as_str()
    ));
}
