//! `treescore phrase score GOLD SYSTEM...`: scores the probabilities of any model, and the chunks of any
//! chunker.

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use treescore::read::Corpus;
use treescore::report::FindingReport;
use treescore_phrase::report::{ModelReport, ModelScores, PhraseReport, SequenceScores};
use treescore_phrase::{
    ChunkSystem, FileModel, Floor, Gold, Inventory, PhraseFileError, PhraseProbabilities, PhraseScorer,
    ProbabilityFormat, Sentence,
};

use super::Failure;
use super::chunk::ChunkHow;
use super::gold::{self, open_buffered};
use super::inputs::{Kind, find_kind};
use super::over::Threads;
use super::reading::{parse_floor, parse_range};
use super::results::{Results, blame_tables};
use crate::messages::Messages;
use crate::{advice, interrupt};

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
Exit status: 0 all sentences scored, 1 some gold input is not a tree, 2 could not score."
)]
pub(crate) struct ScoreCommand {
    /// Gold trees, or chunks (columns or JSON lines); - is standard input
    #[arg(value_name = "GOLD")]
    gold: PathBuf,

    /// Probabilities of a model (JSON lines or TSV), or chunks
    #[arg(value_name = "SYSTEM", required = true)]
    systems: Vec<PathBuf>,

    /// Format: trees, chunks-json, bio, bio:gold or bio:system
    #[arg(long, value_name = "FORMAT")]
    gold_input: Option<Kind>,

    /// Format of all systems, or of each: also probabilities
    #[arg(long, value_name = "FORMAT")]
    system_input: Vec<Kind>,

    #[command(flatten)]
    pub(super) how: ChunkHow,

    /// Use only gold trees A to B-1 of the trees with words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    pub(super) range: Option<Range<u64>>,

    /// Also choose the best sequence of chunks (model S); gold chunks must cover every word once
    #[arg(long)]
    sequence: bool,

    /// Raise probabilities to E, and lower them to 1-E; gives chunks bits, too
    #[arg(long, value_name = "E", value_parser = parse_floor)]
    floor: Option<Floor>,

    /// Break the bits down by these, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "WHAT", default_value = "category", value_parser = PossibleValuesParser::new(["category", "length", "event", "none"]))]
    blame: Vec<String>,

    // The heading of the results would also be that of options behind them.
    #[command(flatten)]
    pub(super) threads: Threads,

    #[command(flatten)]
    pub(super) results: Results,
}

/// Runs the command.
pub(super) fn run(args: &ScoreCommand) -> Result<ExitCode, Failure> {
    let mut golden = Corpus::find(&args.gold)?;
    let mut systems = args.systems.iter().map(|path| Corpus::find(path)).collect::<Result<Vec<_>, _>>()?;
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
    let has_probabilities = args.floor.is_some() || kinds.contains(&Kind::Probabilities);
    let needy = [("--sequence", args.sequence), ("--reliability", args.results.reliability.is_some())];
    if let Some((option, _)) = needy.into_iter().find(|(_, is_given)| *is_given && !has_probabilities) {
        return Err(Failure::NeedsProbabilities(option));
    }
    let (gold, faulty) = gold::read(args, &golden, gold_kind)?;
    let mut scoring = Scoring {
        args,
        gold: &gold,
        models: Vec::new(),
        inventory: None,
        longest: Vec::new(),
        findings: Vec::new(),
    };
    for (corpus, kind) in systems.iter().zip(kinds) {
        scoring.add(corpus, kind)?;
    }
    let (mut report, inventory) = scoring.report();
    if gold_kind == Kind::Trees {
        report.settings.insert(0, ("pp", args.how.options().pp.as_str().to_owned()));
    }
    if !interrupt::is_requested() {
        let has_bits = |model: &&ModelReport| matches!(model.scores, ModelScores::Phrases(_));
        let drawn = report.models.iter().find(has_bits).map(|model| model.name.as_str());
        args.results.write(&report, &inventory, &blame_tables(&args.blame), drawn)?;
    }
    Ok(ExitCode::from(u8::from(faulty > 0)))
}

/// The kind of each system: given once for all, once for each, or found in the files.
fn system_kinds(args: &ScoreCommand, systems: &mut [Corpus]) -> Result<Vec<Kind>, Failure> {
    let kinds = match args.system_input.as_slice() {
        [] => {
            let kinds = systems.iter_mut().map(|corpus| find_kind(corpus, Kind::Probabilities));
            kinds.collect::<Result<Vec<_>, _>>()?
        }
        [one] => vec![*one; systems.len()],
        given if given.len() == systems.len() => given.to_vec(),
        given => return Err(Failure::SystemInputs { systems: systems.len(), given: given.len() }),
    };
    match kinds.iter().zip(systems).find(|(kind, _)| **kind == Kind::Trees) {
        Some((_, corpus)) => Err(Failure::TreesAsSystem(corpus.name().to_owned())),
        None => Ok(kinds),
    }
}

/// The scores so far.
struct Scoring<'a> {
    args: &'a ScoreCommand,
    gold: &'a Gold,
    models: Vec<ModelReport>,
    /// The categories of the models with bits, and the name of the first.
    inventory: Option<(Inventory, String)>,
    /// The pooled length of each model with bits.
    longest: Vec<u32>,
    /// What was noticed, each with the name of its model.
    findings: Vec<(String, FindingReport)>,
}

impl Scoring<'_> {
    /// Scores a system.
    fn add(&mut self, corpus: &Corpus, kind: Kind) -> Result<(), Failure> {
        let [document] = corpus.documents() else {
            return Err(Failure::SeveralFiles(corpus.name().to_owned()));
        };
        let name = document.short_name();
        if kind != Kind::Probabilities {
            return self.add_chunks(gold::read_chunks(corpus, kind)?, name);
        }
        let Some(first) = corpus.first_byte()? else {
            return Err(Failure::EmptyFile(document.name.clone()));
        };
        let format = ProbabilityFormat::of(&document.name, first);
        let model = FileModel::read(&document.name, format, open_buffered(document)?, self.gold)?;
        let floor = self.args.floor.unwrap_or(Floor::NONE);
        self.add_model(model, FileModel::gold_sentence, floor, name)
    }

    /// Scores the chunks of a system: bits with a floor, and chunks as shared tasks count them.
    fn add_chunks(&mut self, chunks: Gold, name: String) -> Result<(), Failure> {
        let system = ChunkSystem::new(chunks, self.gold).map_err(PhraseFileError::from)?;
        let tally = system.tally().map_err(PhraseFileError::from)?;
        if let Some(finding) = system.categories_differ() {
            let report = FindingReport::new(&finding, advice::render);
            let several = (self.args.systems.len() > 1).then_some(name.as_str());
            Messages::new(&self.args.results.look).show(|style| report.render(several, style));
            self.findings.push((name.clone(), report));
        }
        let scores = Box::new(SequenceScores::of(tally, system.inventory()));
        if let Some(floor) = self.args.floor {
            self.add_model(system, ChunkSystem::gold_sentence, floor, name.clone())?;
        }
        self.models.push(ModelReport { name, scores: ModelScores::Chunks(scores) });
        Ok(())
    }

    /// Scores the probabilities of a model.
    fn add_model<M: PhraseProbabilities>(
        &mut self,
        model: M,
        fill: impl Fn(&M, usize, &mut Sentence),
        floor: Floor,
        name: String,
    ) -> Result<(), Failure> {
        let inventory = model.inventory().clone();
        match &self.inventory {
            Some((known, first)) if *known != inventory => {
                return Err(Failure::OtherCategories { first: first.clone(), other: name });
            }
            Some(_) => {}
            None => self.inventory = Some((inventory.clone(), name.clone())),
        }
        self.longest.push(model.longest());
        let mut scorer = PhraseScorer::new(model, floor);
        if self.args.sequence {
            scorer = scorer.with_sequences();
        }
        let mut sentence = Sentence::default();
        for at in 0..self.gold.len() {
            fill(scorer.model(), at, &mut sentence);
            scorer
                .add(&sentence)
                .map_err(|error| PhraseFileError::from(self.gold.not_a_partition(&error)))?;
            if interrupt::is_requested() {
                break;
            }
        }
        let phrases = ModelScores::Phrases(Box::new(scorer.scores()));
        self.models.push(ModelReport { name: name.clone(), scores: phrases });
        self.models.extend(scorer.sequences().map(|tally| {
            let chosen = SequenceScores::of(tally.clone(), &inventory);
            ModelReport { name: format!("S on {name}"), scores: ModelScores::Sequences(Box::new(chosen)) }
        }));
        Ok(())
    }

    /// The report and its categories.
    fn report(self) -> (PhraseReport, Inventory) {
        let Self { args, gold, models, inventory, mut longest, findings } = self;
        longest.dedup();
        let longest: Vec<String> = longest.iter().map(u32::to_string).collect();
        let mut settings = Vec::new();
        settings.extend((!longest.is_empty()).then(|| ("K", longest.join("/"))));
        settings.extend(args.floor.and_then(Floor::get).map(|floor| ("floor", floor.to_string())));
        let inventory = inventory.map(|(inventory, _)| inventory);
        let categories = inventory.iter().flat_map(Inventory::names).map(str::to_owned).collect();
        let sentences = gold.len() as u64;
        let report =
            PhraseReport { models, categories, settings, sentences, findings, ..PhraseReport::default() };
        (report, inventory.unwrap_or_default())
    }
}
