//! `treescore draw TREES`: pictures of trees.

mod timed;

use std::cell::{Cell, OnceCell};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use treescore::draw::{Drawn, Limits, Show, latex, svg, text};
use treescore::measure::SketchTree;
use treescore::prepare::Recipe;
use treescore::read::{Corpus, Holds, Taker, UnitKind, Wanted};
use treescore::report::Style;
use treescore::tree::Tree;
use treescore::write::trees::{TreeFormat, TreeWriter, choose};

use super::each_tree::{self, EachTree, Failure};
use super::picture;
use crate::args::Look;
use crate::args::input::FileArgs;
use crate::args::ranges::{Ranges, ranges};
use crate::messages::Messages;
use crate::output::{Output, is_read};
use crate::recipes;
use crate::status::Status;
use crate::watch::SHOWN;
use crate::{interrupt, terminal};

/// The arguments of `treescore draw`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore draw gold.trees --tree 3                     one tree
  treescore draw gold.trees --style outline              one word on a line
  treescore draw gold.trees --tree 3 -f svg -o tree.svg  a picture for a page
  treescore draw gold.trees -f svg -o pictures/          one file for each tree",
    after_help = "\
A tree wider than the terminal is drawn as an outline. Of a very large tree a part is drawn, and the picture says how much is left out.
Exit status: 0 all trees drawn, 1 some left out, 2 could not draw."
)]
pub(crate) struct DrawCommand {
    /// Trees in any format: a file, a folder, @LIST (a file that lists files) or - for standard input
    #[arg(value_name = "TREES", value_parser = crate::args::input())]
    trees: PathBuf,

    /// Which trees to draw, by number: 3, 3-7, or 2,5- (default: all)
    #[arg(long, value_name = "N", value_parser = ranges, allow_hyphen_values = true)]
    tree: Option<Ranges>,

    /// How text is drawn: tree (default), outline (one word on a line) or brackets
    #[arg(long, value_enum, value_name = "STYLE", hide_possible_values = true)]
    style: Option<StyleArg>,

    /// Format: text (default), svg, png or latex (forest)
    #[arg(
        short,
        long,
        value_enum,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true,
        hide_default_value = true
    )]
    format: PictureFormat,

    /// Write to a file; FOLDER/ gets one svg or png per tree
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw only the brackets and words that count: a recipe or a .prm file
    #[arg(short, long, value_name = "NAME")]
    recipe: Option<String>,

    /// Times of the words, shown under them, in any format of times
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,

    #[command(flatten)]
    files: FileArgs,

    #[command(flatten)]
    look: Look,
}

/// How text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StyleArg {
    Tree,
    Outline,
    Brackets,
}

/// Formats of pictures of trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    Text,
    Svg,
    Png,
    Latex,
}

impl PictureFormat {
    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Latex => "latex",
        }
    }

    /// True if a file holds one tree.
    fn is_single(self) -> bool {
        matches!(self, Self::Svg | Self::Png)
    }
}

/// Runs the command.
pub(crate) fn run(args: &DrawCommand) -> Status {
    each_tree::end(draw(args), &args.look, "draw")
}

fn draw(args: &DrawCommand) -> Result<Status, Failure> {
    check(args)?;
    let messages = Messages::new(&args.look);
    let mut notes = Vec::new();
    let recipe = args.recipe.as_deref().map(|name| recipes::find(name, &mut notes)).transpose()?;
    messages.warn_all(&notes);
    let folder = folder(args)?;
    let style = terminal::result_style(&args.look, args.output.is_some());
    if let Some(times) = &args.times {
        return draw_timed(args, (times, recipe), (&style, folder.as_deref()), &messages);
    }
    let is_wanted = |number: u64| args.tree.as_ref().is_none_or(|ranges| ranges.has(number));
    let taker = Taker { name: "draw".to_owned(), takes: &[Holds::Trees] };
    let is_stopped = Cell::new(false);
    // Brackets are written as they are: colours in them are not those of the program.
    let is_drawn = args.style != Some(StyleArg::Brackets);
    let screen = Style { colour: style.colour && is_drawn, ..style.clone() };
    let each = EachTree {
        given: &args.trees,
        files: &args.files,
        wanted: Wanted { takers: vec![taker], ignores_types: true, ..Wanted::from(UnitKind::Tree) },
        recipe: args.recipe.as_deref(),
        others: [args.recipe.as_deref().map(recipes::file), None],
        output: args.output.as_deref().filter(|_| folder.is_none()),
        is_strict: false,
        is_wanted: Some((&is_wanted, args.tree.as_ref().map_or(u64::MAX, Ranges::last))),
        is_stopped: Some(&is_stopped),
        style: Some(&screen),
        messages,
    };
    let mut pen = Pen {
        args,
        recipe,
        style: &style,
        folder: folder.as_deref(),
        drawn: 0,
        failed: None,
        trees: OnceCell::new(),
    };
    let status = each.write(&mut |number, id, tree, out| {
        let drawn = pen.draw(number, id, tree, out);
        is_stopped.set(pen.failed.is_some());
        drawn
    });
    match (pen.failed, status) {
        (Some(failure), _) => Err(failure),
        (None, Ok(Status::SUCCESS)) if pen.drawn == 0 && args.tree.is_some() => Err(no_such_tree()),
        (None, status) => status,
    }
}

/// Draws trees with the times of their words.
fn draw_timed(
    args: &DrawCommand,
    (times, recipe): (&Path, Option<Recipe>),
    (style, folder): (&Style, Option<&Path>),
    messages: &Messages,
) -> Result<Status, Failure> {
    let output = args.output.as_deref().filter(|_| folder.is_none());
    let trees = timed::read(args, (times, recipe), output, messages)?;
    if interrupt::is_requested() {
        return Ok(Status::from(130));
    }
    let mut output = Output::open(output)?.in_style(style);
    let mut pen = Pen { args, recipe: None, style, folder, drawn: 0, failed: None, trees: OnceCell::new() };
    let mut left_out = 0;
    let mut highest = 0;
    for (number, drawn) in trees {
        highest = number;
        let mut text = Vec::new();
        let is_drawn = match drawn {
            Ok(drawn) => pen.draw_reduced(number, &drawn, &mut text),
            Err(why) => Err(why),
        };
        if let Err(why) = is_drawn {
            left_out += 1;
            if left_out <= SHOWN {
                messages.warn(&format!("tree {number} is left out: {why}"));
            }
        }
        if let Some(failure) = pen.failed.take() {
            return Err(failure);
        }
        output.write_all(&text)?;
    }
    messages.count_hidden(left_out.saturating_sub(SHOWN));
    if pen.drawn + left_out == 0 && args.tree.is_some() {
        return Err(no_such_tree());
    }
    if let Some(last) =
        args.tree.as_ref().map(Ranges::last).filter(|last| (highest + 1..u64::MAX).contains(last))
    {
        messages.warn(&format!("there is no tree {last}: the last that is drawn is tree {highest}"));
    }
    // A file with nothing in it would look like an answer.
    if left_out == 0 || pen.drawn > 0 {
        output.finish()?;
    }
    Ok(Status::from(u8::from(left_out > 0)))
}

fn no_such_tree() -> Failure {
    Failure::Other("there is no tree with this number: see how many there are without --tree".to_owned())
}

/// Refuses options that have no effect.
fn check(args: &DrawCommand) -> Result<(), Failure> {
    let (format, look) = (args.format, &args.look);
    if format == PictureFormat::Png {
        picture::check_png()?;
    }
    if args.style == Some(StyleArg::Brackets) && args.times.is_some() {
        return Err(Failure::Other(
            "brackets have no place for times: use --style tree or outline".to_owned(),
        ));
    }
    if format == PictureFormat::Latex && args.times.is_some() {
        return Err(Failure::Other(
            "trees in LaTeX have no place for times: use --format svg or png, or remove --times".to_owned(),
        ));
    }
    for (option, is_given) in [("--width", look.width.is_some()), ("--ascii", look.ascii)] {
        if is_given && args.style == Some(StyleArg::Brackets) {
            return Err(Failure::Other(format!("{option} has no effect with --style brackets: remove it")));
        }
    }
    for (option, is_given) in
        [("--style", args.style.is_some()), ("--width", look.width.is_some()), ("--ascii", look.ascii)]
    {
        if is_given && format != PictureFormat::Text {
            return Err(Failure::Other(format!(
                "{option} is for --format text: remove it, or remove --format {}",
                format.name()
            )));
        }
    }
    Ok(())
}

/// The folder that gets a file for each tree, if one is named; it is made if it does not exist.
fn folder(args: &DrawCommand) -> Result<Option<PathBuf>, Failure> {
    let Some(path) = &args.output else { return Ok(None) };
    let is_named = path.to_string_lossy().ends_with('/');
    if !args.format.is_single() || !(is_named || path.is_dir()) {
        return Ok(None);
    }
    std::fs::create_dir_all(path)?;
    Ok(Some(path.clone()))
}

/// Draws one tree after the other.
struct Pen<'a> {
    args: &'a DrawCommand,
    recipe: Option<Recipe>,
    style: &'a Style,
    folder: Option<&'a Path>,
    drawn: u64,
    /// Why drawing stops.
    failed: Option<Failure>,
    /// The files that are read, once somebody has asked for them.
    trees: OnceCell<Option<Corpus>>,
}

impl Pen<'_> {
    fn draw(&mut self, number: u64, id: Option<&[u8]>, tree: &Tree, out: &mut Vec<u8>) -> Result<(), String> {
        let chosen;
        let tree = match &self.recipe {
            Some(recipe) => {
                chosen = choose(recipe, tree).map_err(|unwritable| unwritable.to_string())?;
                &chosen
            }
            None => tree,
        };
        if self.args.style == Some(StyleArg::Brackets) {
            let format =
                if tree.arena().is_discontinuous() { TreeFormat::Discbracket } else { TreeFormat::Brackets };
            self.drawn += 1;
            return TreeWriter::new(format)
                .write(number, id, tree, out)
                .map_err(|unwritable| unwritable.to_string());
        }
        let drawn = Drawn::new(&SketchTree::from(tree), Show::ALL).prune(Limits::default());
        self.draw_reduced(number, &drawn, out)
    }

    /// Draws what is shown of a tree.
    fn draw_reduced(&mut self, number: u64, drawn: &Drawn, out: &mut Vec<u8>) -> Result<(), String> {
        self.drawn += 1;
        if self.drawn > 1 && self.args.format.is_single() && self.folder.is_none() {
            self.failed = Some(Failure::Other(format!(
                "a file of --format {} holds one tree: choose one with --tree N, or name a folder, for example -o pictures/",
                self.args.format.name()
            )));
            return Ok(());
        }
        if self.drawn > 1 && self.folder.is_none() {
            out.push(b'\n');
        }
        let bytes = match self.args.format {
            PictureFormat::Text => self.text(number, drawn),
            PictureFormat::Svg => svg::tree(drawn, svg::Page::Clear).into_bytes(),
            PictureFormat::Latex => latex::forest(drawn).into_bytes(),
            PictureFormat::Png => {
                let (bytes, undrawn) = picture::png(&svg::tree(drawn, svg::Page::Paper))?;
                if let Some(why) = undrawn {
                    Messages::new(&self.args.look).warn(&format!("tree {number}: {why}"));
                }
                bytes
            }
        };
        if self.args.format != PictureFormat::Text {
            self.note_left_out(number, drawn);
        }
        match self.folder {
            Some(folder) => {
                let path = folder.join(format!("tree-{number}.{}", self.args.format.name()));
                self.failed = self.write_file(&path, &bytes).err();
            }
            None => out.extend_from_slice(&bytes),
        }
        Ok(())
    }

    /// The number of a tree, its picture, and what is left out of it.
    fn text(&self, number: u64, drawn: &Drawn) -> Vec<u8> {
        let is_one = self.args.tree.as_ref().is_some_and(Ranges::is_one);
        let mut out =
            if is_one { String::new() } else { text::caption(&format!("tree {number}"), self.style) };
        out += &match self.args.style {
            Some(StyleArg::Outline) => text::outline(drawn, self.style),
            _ => text::tree_or_outline(drawn, self.style).0,
        };
        if !drawn.left_out.is_nothing() {
            out += &(drawn.left_out.to_text() + "\n");
        }
        out.into_bytes()
    }

    fn note_left_out(&self, number: u64, drawn: &Drawn) {
        if !drawn.left_out.is_nothing() {
            let messages = Messages::new(&self.args.look);
            messages.warn(&format!("tree {number} is drawn in part: {}", drawn.left_out.to_text()));
        }
    }
}

impl Pen<'_> {
    /// Writes a whole file, which is none of those that are read.
    fn write_file(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let args = self.args;
        let find = || Corpus::find(&args.trees).ok();
        let is_tree = || self.trees.get_or_init(find).as_ref().is_some_and(|trees| trees.holds(path));
        let others = args.times.iter().map(PathBuf::as_path).chain(args.recipe.as_deref().map(recipes::file));
        if path.is_file() && (is_tree() || others.into_iter().any(|other| is_read(other, path))) {
            return Err(Failure::OutputIsInput(path.to_owned()));
        }
        let mut output = Output::open(Some(path))?;
        output.write_all(bytes)?;
        Ok(output.finish()?)
    }
}
