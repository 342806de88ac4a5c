//! `treescore phrase score GOLD SYSTEM...`: scores the probabilities of any model, and the chunks of any
//! chunker.

use std::ops::Range;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use treescore::findings::Finding;
use treescore::read::Corpus;
use treescore_phrase::Floor;
use treescore_phrase::report::{Blame, ModelReport, ModelScores};

use super::Failure;
use super::chunk::ChunkHow;
use super::gold::{self, Golden};
use super::inputs::{GivenKind, Kind, find_kind};
use super::over::Threads;
use super::reading::{parse_floor, parse_range};
use super::results::{Results, blame_tables};
use super::scoring::Scoring;
use crate::args::input::{check_number, each};
use crate::args::{EncodingArg, FindingArgs, SideEncodings};
use crate::interrupt;
use crate::messages::Messages;
use crate::status::Status;

/// The arguments of `treescore phrase score`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore phrase score gold.trees model.jsonl           bits and calibration
  treescore phrase score gold.trees model.tsv --sequence  also the best sequence
  treescore phrase score gold.txt a.txt b.txt             chunks of two chunkers
  treescore phrase score gold.jsonl model.jsonl --reliability plot.svg",
    after_help = "\
Probabilities have a candidate per line: JSON, or five values separated by tabs:
  {\"sent\":\"1\",\"cat\":\"NP\",\"start\":0,\"end\":2,\"p\":0.75}
Chunks have a word per line, with its tag (B-NP, I-NP, O) in the last column.
Exit status: 0 all sentences scored, 1 some gold input is not a tree or some system could not be scored, \
2 could not score."
)]
pub(crate) struct ScoreCommand {
    /// Gold trees, or chunks (columns or JSON lines); - is standard input
    #[arg(value_name = "GOLD")]
    gold: PathBuf,

    /// Probabilities of a model (JSON lines or TSV), or chunks
    #[arg(value_name = "SYSTEM", required = true)]
    pub(super) systems: Vec<PathBuf>,

    /// Format: chunks-json, bio, bio:gold, bio:system, or a format of trees (list: treescore formats)
    #[arg(long, value_name = "FORMAT")]
    gold_input: Option<GivenKind>,

    /// Format of all systems, or of each: also probabilities
    #[arg(long, value_name = "FORMAT")]
    system_input: Vec<GivenKind>,

    #[command(flatten)]
    encoding: EncodingArg,

    #[command(flatten)]
    encodings: SideEncodings,

    #[command(flatten)]
    pub(super) how: ChunkHow,

    /// Use only gold trees A to B-1 of the trees with words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    pub(super) range: Option<Range<u64>>,

    /// Also choose the best sequence of chunks (model S); gold chunks must cover every word once
    #[arg(long)]
    pub(super) sequence: bool,

    /// Raise probabilities to E, and lower them to 1-E; gives chunks bits, too
    #[arg(long, value_name = "E", value_parser = parse_floor)]
    pub(super) floor: Option<Floor>,

    /// Break the bits down by these, separated by commas (default: category)
    #[arg(long, value_delimiter = ',', value_name = "WHAT", value_parser = PossibleValuesParser::new(["category", "length", "event", "none"]))]
    blame: Vec<String>,

    #[command(flatten)]
    pub(super) findings: FindingArgs,

    // The heading of the results would also be that of options behind them.
    #[command(flatten)]
    pub(super) threads: Threads,

    #[command(flatten)]
    pub(super) results: Results,
}

/// What a system holds, and a note about it; or why it has no scores.
type SystemKind = Result<(Kind, Option<Finding>), Failure>;

impl ScoreCommand {
    /// The options that were given and need bits.
    fn need_bits(&self) -> impl Iterator<Item = &'static str> {
        let blames = self.blame.iter().any(|blame| blame != "none");
        let draws = self.results.reliability.is_some();
        let options = [("--sequence", self.sequence), ("--reliability", draws), ("--blame", blames)];
        options.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Says which options had no effect, because no model has bits.
    fn warn_unused(&self) {
        let messages = Messages::new(&self.results.look);
        for option in self.need_bits() {
            let what = match &self.results.reliability {
                Some(path) if option == "--reliability" => format!("{} is not written", path.display()),
                _ => format!("{option} has no effect"),
            };
            messages.warn(&format!("{what}: no probabilities could be scored"));
        }
    }

    fn blame_tables(&self) -> Vec<Blame> {
        if self.blame.is_empty() { vec![Blame::Category] } else { blame_tables(&self.blame) }
    }
}

/// Runs the command.
pub(super) fn run(args: &ScoreCommand) -> Result<Status, Failure> {
    args.encodings.check(args.encoding, args.systems.len())?;
    let encoding = |system: Option<usize>| args.encodings.side(system, args.encoding);
    let given = args.gold_input.as_ref();
    let mut golden = encoding(None).find(&args.gold, given.and_then(|given| given.format.as_ref()))?;
    let systems = args.systems.iter().enumerate().map(|(at, path)| encoding(Some(at)).find(path, None));
    let mut systems = systems.collect::<Result<Vec<_>, _>>()?;
    Corpus::tell_apart(&mut systems);
    if systems.iter().chain([&golden]).filter(|corpus| corpus.is_stdin()).count() > 1 {
        return Err(Failure::Stdin);
    }
    let inputs: Vec<&Corpus> = systems.iter().chain([&golden]).collect();
    args.results.check(None, &inputs)?;
    interrupt::watch();
    let (gold_kind, note) =
        given.map_or_else(|| find_kind(&mut golden, Kind::Trees), |given| Ok((given.kind, None)))?;
    if gold_kind == Kind::Probabilities {
        return Err(Failure::GoldProbabilities(golden.name().to_owned()));
    }
    let kinds = system_kinds(args, &mut systems)?;
    let may_be = |kind: &SystemKind| matches!(kind, Ok((Kind::Probabilities, _)) | Err(_));
    let has_probabilities = args.floor.is_some() || kinds.iter().any(may_be);
    if let Some(option) = args.need_bits().next().filter(|_| !has_probabilities) {
        return Err(Failure::NeedsProbabilities(option));
    }
    let Golden { gold, faulty, mut found } = gold::read(args, &golden, gold_kind)?;
    found.extend(note);
    let mut scoring = Scoring::new(args, &golden, &gold, found)?;
    for (corpus, kind) in systems.iter().zip(kinds) {
        scoring.add(corpus, kind)?;
    }
    let (mut report, inventory) = scoring.report()?;
    if gold_kind == Kind::Trees {
        report.settings.insert(0, ("pp", args.how.options().pp.as_str().to_owned()));
    }
    if !interrupt::is_requested() {
        let has_bits = |model: &&ModelReport| matches!(model.scores, ModelScores::Phrases(_));
        let drawn = report.models.iter().find(has_bits).map(|model| model.name.as_str());
        if drawn.is_none() {
            args.warn_unused();
        }
        args.results.write(&report, &inventory, &args.blame_tables(), drawn)?;
    }
    Ok(Status::from(u8::from(faulty > 0 || !report.refused.is_empty())))
}

/// The kind of each system: given once for all, once for each, or found in the files. A file of another kind
/// has no scores.
fn system_kinds(args: &ScoreCommand, systems: &mut [Corpus]) -> Result<Vec<SystemKind>, Failure> {
    check_number("--system-input", args.system_input.len(), systems.len())?;
    let kinds = systems.iter_mut().enumerate().map(|(at, corpus)| {
        let given = each(&args.system_input, at).map(|given| Ok((given.kind, None)));
        match given.unwrap_or_else(|| find_kind(corpus, Kind::Probabilities))? {
            (Kind::Trees, _) => Err(Failure::TreesAsSystem(corpus.name().to_owned())),
            kind => Ok(kind),
        }
    });
    Ok(kinds.collect())
}
