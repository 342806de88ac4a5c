//! `treescore diff GOLD SYSTEM`: pictures of what a system got wrong.

mod chosen;

use std::io::{self, Write};

use clap::ValueEnum;
use treescore::draw::json::PairJson;
use treescore::draw::{Folding, Limits, PairPicture, PairTitle, Show, html, svg, text};
use treescore::measure::{MeasureInfo, Sketch};
use treescore::query::{Query, QueryError};
use treescore::report::Style;
use treescore::report::number::{self, counted};
use treescore::run::{Input, PairRow, Plan, RowKind, Rows};

use super::of_score::{OfScoreError, OwnError, hide_refused, refuse_options};
use super::score::{self, ScoreError};
use crate::args::ScoreArgs;
use crate::interrupt;
use crate::job::Job;
use crate::messages::Messages;
use crate::output::Output;
use crate::status::Status;
use crate::terminal;
use crate::watch::Watch;
use chosen::{Choice, Chooser};

/// The arguments of `treescore diff`.
#[derive(Debug, clap::Args)]
#[command(
    mut_args(|arg| hide_refused(describe(arg), &REFUSED, &TAKEN)),
    before_help = "\
Examples:
  treescore diff gold.trees system.trees             the lowest score
  treescore diff gold.trees system.trees --pair 17   one pair
  treescore diff gold.trees system.trees --worst 5   the five lowest scores
  treescore diff gold.trees system.trees --where 'label:PP f1<80'
  treescore diff gold.trees system.trees --pair 17 -f svg -o pair.svg",
    after_help = "\
Gold is left, the system right. − is missing, ≠ relabelled, + extra, × crossing: it cuts a gold bracket in two. What is \
the same on both sides is folded if the pair is long or the terminal narrow.
Terms of --where: a word, \"a phrase\", label:PP, gold:PP, sys:PP, mark:missing (relabel, extra, cross), relabel:ADJP>VP, \
f1<80, words>30, doc:NAME, refused; - before a term negates it; a pair must fit all terms.
Exit status: 0 drawn, 1 a pair that was drawn is refused, 2 could not draw."
)]
pub(crate) struct DiffCommand {
    #[command(flatten)]
    score: ScoreArgs,

    /// Draw the pairs that fit a query: 'label:PP f1<80'; with --worst, the lowest
    #[arg(long = "where", value_name = "QUERY", help_heading = DIFF, allow_hyphen_values = true, conflicts_with = "pair")]
    query: Option<String>,

    /// Fold nothing, however long the pair is
    #[arg(long, help_heading = DIFF)]
    full: bool,

    /// Show tags, and words that do not count; tags that differ are always shown
    #[arg(long, help_heading = DIFF)]
    tags: bool,
}

const DIFF: &str = "Differences";
/// Options of scores that have no effect on pictures, by their names in clap.
const REFUSED: [&str; 10] = [
    "spreadsheet",
    "level",
    "ci",
    "test",
    "resamples",
    "shuffles",
    "seed",
    "resample_by",
    "reference",
    "require_same_text",
];
/// Options about rows that choose pairs.
const TAKEN: [&str; 2] = ["worst", "pair"];

/// Words options of scores that mean something else here.
fn describe(arg: clap::Arg) -> clap::Arg {
    match arg.get_id().as_str() {
        "worst" => arg.help("Draw the N pairs with the lowest scores (default: 1)").help_heading(DIFF),
        "pair" => arg.help("Draw this pair, by its number").help_heading(DIFF).conflicts_with("worst"),
        "systems" => arg.help("System trees: one system"),
        "format" => arg.help("Format of the picture: text (default), svg, html or json"),
        _ => arg,
    }
}

/// Formats of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    Text,
    Svg,
    Html,
    Json,
}

/// Why nothing was drawn.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DiffError {
    #[error("there is no picture format `{0}`: use text, svg, html or json")]
    Format(String),
    #[error("{option} is for --format text: remove it, or remove --format")]
    ForText { option: &'static str },
    #[error(
        "{0} has no pictures: its items are not brackets or words of trees; use -m parseval, struct-iou or tree-node"
    )]
    NotDrawn(&'static str),
    #[error("pictures show one measure, but --measure names {0}: name one")]
    Measures(usize),
    #[error("pictures show one system, but there are {0}: name one")]
    Systems(usize),
    #[error("--where: {0}")]
    Query(#[from] QueryError),
    #[error("a file of --format svg holds one pair: choose one with --pair N, or use --format html")]
    SeveralPairs,
    #[error(
        "the words of pair {0} do not correspond, so that one picture cannot show both trees: use --format html or text"
    )]
    NotMirrored(u64),
    #[error("no pair fits, and --format svg needs one")]
    NothingFits,
    #[error("{option} has no effect with --format json, which has everything: remove it")]
    NotInJson { option: &'static str },
    #[error("nothing was drawn: the run was interrupted")]
    Interrupted,
}

impl OwnError for DiffError {
    fn status(&self) -> u8 {
        if matches!(self, Self::Interrupted) { 130 } else { 2 }
    }
}

/// Runs the command.
pub(crate) fn run(args: &DiffCommand) -> Status {
    diff(args).unwrap_or_else(|error| error.fail(&args.score, "draw"))
}

fn diff(args: &DiffCommand) -> Result<Status, OfScoreError> {
    let scoring = &args.score;
    let format = check(args)?;
    let rows = scoring.pair.map_or(Rows::All, Rows::One);
    let mut job = Job::for_rows(scoring, rows).map_err(ScoreError::from)?;
    let info = check_plan(&job.plan)?;
    let query = args.query.as_deref().map(|query| Query::parse(query, info)).transpose();
    let query = query.map_err(DiffError::from)?;
    let asked = &mut job.plan.ask;
    (asked.sketches, asked.statistics, asked.worst) = (true, None, 0);
    let Job { plan, folders, published, names, notes, .. } = &job;
    let messages = Messages::new(&scoring.look);
    messages.warn_all(notes);
    interrupt::watch();
    let style = terminal::result_style(&scoring.look, scoring.output.is_some());
    let mut output = Output::open(scoring.output.as_deref())?.in_style(&style);
    let choice = match (scoring.pair, scoring.worst, &query) {
        (Some(pair), ..) => Choice::Pair(pair),
        (None, Some(number), _) => Choice::Worst(number),
        (None, None, Some(_)) => Choice::All,
        (None, None, None) => Choice::Worst(1),
    };
    let mut chooser = Chooser::new(info, choice, query);
    let progress = messages.progress(plan.systems.iter().chain([&plan.gold]).map(Input::bytes).sum());
    let mut sink = |row: PairRow| {
        chooser.take(plan, row);
        Ok(())
    };
    let mut watch = Watch::new(plan, &messages, progress, None);
    watch.names.clone_from(names);
    watch.sink = Some(&mut sink);
    let scored = score::run_watched(plan, &mut watch)?;
    drop(watch);
    let (report, checked) = score::judge(scoring, plan, &scored, folders, &messages)?;
    if scored.interrupted {
        return Err(DiffError::Interrupted.into());
    }
    checked?;
    score::warn_of_signature(&report, published.as_ref(), &messages);
    let is_default = scoring.pair.is_none() && scoring.worst.is_none() && args.query.is_none();
    let chosen = chooser.finish();
    tell(&chosen.rows, chosen.seen, is_default, (info, &messages));
    write(args, format, (plan, info), &chosen.rows, (&style, &mut output))?;
    output.finish()?;
    Ok(Status::from(u8::from(chosen.rows.iter().any(|row| row.refusal.is_some()))))
}

/// Refuses options that have no effect, and returns the format.
fn check(args: &DiffCommand) -> Result<DiffFormat, OfScoreError> {
    let scoring = &args.score;
    let own = [
        ("--spreadsheet", scoring.spreadsheet),
        (scoring.statistics.first_given().unwrap_or_default(), scoring.statistics.first_given().is_some()),
        ("--require-same-text", scoring.align.require_same_text),
    ];
    refuse_options(scoring, &own, &TAKEN, "diff")?;
    if scoring.systems.len() > 1 {
        return Err(DiffError::Systems(scoring.systems.len()).into());
    }
    let format = match scoring.format.as_deref() {
        None => DiffFormat::Text,
        Some(name) => DiffFormat::from_str(name, false).map_err(|_| DiffError::Format(name.to_owned()))?,
    };
    for (option, is_given) in [("--width", scoring.look.width.is_some()), ("--ascii", scoring.look.ascii)] {
        if is_given && format != DiffFormat::Text {
            return Err(DiffError::ForText { option }.into());
        }
    }
    for (option, is_given) in [("--full", args.full), ("--tags", args.tags)] {
        if is_given && format == DiffFormat::Json {
            return Err(DiffError::NotInJson { option }.into());
        }
    }
    Ok(format)
}

/// Refuses several measures, and those without pictures.
fn check_plan(plan: &Plan) -> Result<&'static MeasureInfo, DiffError> {
    let [setup] = &plan.setups[..] else { return Err(DiffError::Measures(plan.setups.len())) };
    let info = setup.measure.info();
    if plan.systems.len() > 1 {
        return Err(DiffError::Systems(plan.systems.len()));
    }
    if info.is_drawn { Ok(info) } else { Err(DiffError::NotDrawn(info.name)) }
}

/// Says what was chosen, where that was not asked for.
fn tell(rows: &[PairRow], seen: u64, is_default: bool, (info, messages): (&MeasureInfo, &Messages)) {
    match rows {
        [] => messages.warn(&format!("no pair fits: {} looked at", counted(seen, "pair"))),
        [row] if is_default && seen > 1 => {
            let title = info.figures[0].title;
            let why = if row.refusal.is_some() {
                "no pair was scored; this is the first".to_owned()
            } else {
                format!("the lowest {title} of {}", counted(seen, "pair"))
            };
            messages
                .note(&format!("{}: {why}; choose others with --pair N, --worst N or --where QUERY", row.id));
        }
        _ => {}
    }
}

/// Writes what was chosen.
fn write(
    args: &DiffCommand,
    format: DiffFormat,
    (plan, info): (&Plan, &'static MeasureInfo),
    rows: &[PairRow],
    (style, output): (&Style, &mut Output),
) -> Result<(), OfScoreError> {
    let folding = if args.full { Folding::Forbidden } else { Folding::Allowed };
    let picture = |row: &PairRow| {
        let show = Show { tags: args.tags, deleted: args.tags, uncounted: false };
        let empty = Sketch::default();
        let sketch = row.sketch.as_deref().unwrap_or(&empty);
        PairPicture::new(sketch, title(plan, info, row, style), show, Limits::default())
    };
    match format {
        DiffFormat::Text => {
            for (number, row) in rows.iter().enumerate() {
                if number > 0 {
                    output.write_all(b"\n")?;
                }
                output.write_all(text::pair(&picture(row), folding, style).as_bytes())?;
            }
        }
        DiffFormat::Svg => match rows {
            [] => return Err(DiffError::NothingFits.into()),
            [row] => output.write_all(drawing(&picture(row), row, folding)?.as_bytes())?,
            _ => return Err(DiffError::SeveralPairs.into()),
        },
        DiffFormat::Html => {
            let pictures: Vec<PairPicture> = rows.iter().map(picture).collect();
            output.write_all(html::page(&pictures, folding).as_bytes())?;
        }
        DiffFormat::Json => write_json((plan, info), rows, output)?,
    }
    Ok(())
}

/// A pair as one drawing; one of its trees if it was refused.
fn drawing(picture: &PairPicture, row: &PairRow, folding: Folding) -> Result<String, DiffError> {
    let view = picture.view(folding);
    match svg::mirror(&view, svg::Page::Clear) {
        Some(text) => Ok(text),
        None if row.refusal.is_some() => {
            let tree = if view.gold.words.is_empty() { &view.system } else { &view.gold };
            Ok(svg::tree(tree, svg::Page::Clear))
        }
        None => Err(DiffError::NotMirrored(row.id.pair)),
    }
}

/// What stands over a picture.
fn title(plan: &Plan, info: &MeasureInfo, row: &PairRow, style: &Style) -> PairTitle {
    let figure = &info.figures[0];
    let value = number::figure((info.derive)(&row.counts)[0], figure.unit, style);
    let name = |input: &Input| input.short_name();
    PairTitle {
        number: if row.id.kind == RowKind::Pair { row.id.pair.to_string() } else { row.id.to_string() },
        figure: row.refusal.is_none().then(|| (figure.title.to_owned(), value)),
        gold: "gold".to_owned(),
        system: plan.systems.get(row.system).map(name).unwrap_or_default(),
        refused: row.refusal.as_ref().map(ToString::to_string),
    }
}

/// Writes pairs as data, a pair on each line: they may be many, and none waits for the next.
fn write_json((plan, info): (&Plan, &MeasureInfo), rows: &[PairRow], output: &mut Output) -> io::Result<()> {
    let head = serde_json::json!({
        "measure": info.name,
        "figure": info.figures[0].key,
        "gold": plan.gold.short_name(),
        "system": plan.systems.first().map(Input::short_name),
    });
    let head = head.to_string();
    write!(output, "{},\n\"pairs\": [", head.trim_end_matches('}'))?;
    let empty = Sketch::default();
    for (number, row) in rows.iter().enumerate() {
        output.write_all(if number == 0 { b"\n" } else { b",\n" })?;
        let value = (info.derive)(&row.counts)[0].filter(|_| row.refusal.is_none());
        let refused = row.refusal.as_ref().map(ToString::to_string);
        let sketch = row.sketch.as_deref().unwrap_or(&empty);
        serde_json::to_writer(&mut *output, &PairJson::new(row.id.pair, value, refused, sketch))?;
    }
    output.write_all(b"\n]}\n")
}
