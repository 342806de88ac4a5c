//! `treescore phrase score GOLD SYSTEM...`: scores the probabilities of any model, and the chunks of any
//! chunker.

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use treescore::read::Corpus;
use treescore_phrase::Floor;
use treescore_phrase::report::{ModelReport, ModelScores};

use super::Failure;
use super::chunk::ChunkHow;
use super::gold::{self, Golden};
use super::inputs::{Kind, find_kind};
use super::over::Threads;
use super::reading::{parse_floor, parse_range};
use super::results::{Results, blame_tables};
use super::scoring::Scoring;
use crate::args::input::{check_number, each};
use crate::args::{EncodingArg, FindingArgs, SideEncodings};
use crate::interrupt;
use crate::messages::Messages;

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

    /// Format: trees, chunks-json, bio, bio:gold or bio:system
    #[arg(long, value_name = "FORMAT")]
    gold_input: Option<Kind>,

    /// Format of all systems, or of each: also probabilities
    #[arg(long, value_name = "FORMAT")]
    system_input: Vec<Kind>,

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

    /// Break the bits down by these, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "WHAT", default_value = "category", value_parser = PossibleValuesParser::new(["category", "length", "event", "none"]))]
    blame: Vec<String>,

    #[command(flatten)]
    pub(super) findings: FindingArgs,

    // The heading of the results would also be that of options behind them.
    #[command(flatten)]
    pub(super) threads: Threads,

    #[command(flatten)]
    pub(super) results: Results,
}

/// Runs the command.
pub(super) fn run(args: &ScoreCommand) -> Result<ExitCode, Failure> {
    args.encodings.check(args.encoding, args.systems.len())?;
    let encoding = |system: Option<usize>| args.encodings.side(system, args.encoding);
    let mut golden = encoding(None).find(&args.gold)?;
    let systems = args.systems.iter().enumerate().map(|(at, path)| encoding(Some(at)).find(path));
    let mut systems = systems.collect::<Result<Vec<_>, _>>()?;
    Corpus::tell_apart(&mut systems);
    if systems.iter().chain([&golden]).filter(|corpus| corpus.is_stdin()).count() > 1 {
        return Err(Failure::Stdin);
    }
    let inputs: Vec<&Corpus> = systems.iter().chain([&golden]).collect();
    args.results.check(None, &inputs)?;
    interrupt::watch();
    let gold_kind = args.gold_input.map_or_else(|| find_kind(&mut golden, Kind::Trees), Ok)?;
    if gold_kind == Kind::Probabilities {
        return Err(Failure::GoldProbabilities(golden.name().to_owned()));
    }
    let kinds = system_kinds(args, &mut systems)?;
    let may_be = |kind: &Result<Kind, Failure>| matches!(kind, Ok(Kind::Probabilities) | Err(_));
    let has_probabilities = args.floor.is_some() || kinds.iter().any(may_be);
    let needy = [("--sequence", args.sequence), ("--reliability", args.results.reliability.is_some())];
    if let Some((option, _)) = needy.into_iter().find(|(_, is_given)| *is_given && !has_probabilities) {
        return Err(Failure::NeedsProbabilities(option));
    }
    let Golden { gold, faulty, found } = gold::read(args, &golden, gold_kind)?;
    let mut scoring = Scoring::new(args, &gold, found)?;
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
        if let (Some(path), None) = (&args.results.reliability, drawn) {
            let path = path.display();
            Messages::new(&args.results.look)
                .warn(&format!("{path} is not written: no probabilities could be scored"));
        }
        args.results.write(&report, &inventory, &blame_tables(&args.blame), drawn)?;
    }
    Ok(ExitCode::from(u8::from(faulty > 0 || !report.refused.is_empty())))
}

/// The kind of each system: given once for all, once for each, or found in the files. A file of another kind
/// has no scores.
fn system_kinds(args: &ScoreCommand, systems: &mut [Corpus]) -> Result<Vec<Result<Kind, Failure>>, Failure> {
    check_number("--system-input", args.system_input.len(), systems.len())?;
    let kinds = systems.iter_mut().enumerate().map(|(at, corpus)| {
        let given = each(&args.system_input, at).copied();
        match given.map_or_else(|| find_kind(corpus, Kind::Probabilities), Ok)? {
            Kind::Trees => Err(Failure::TreesAsSystem(corpus.name().to_owned())),
            kind => Ok(kind),
        }
    });
    Ok(kinds.collect())
}
