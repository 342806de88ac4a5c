//! `treescore phrase score GOLD PROBABILITIES`: scores the probabilities of any model.

use std::io::{BufReader, Read};
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use treescore::read::{Corpus, Document};
use treescore_phrase::report::{ModelReport, ModelScores, PhraseReport, SequenceScores};
use treescore_phrase::run::SentenceWork;
use treescore_phrase::{
    Chunk, Chunker, FileModel, Floor, Gold, Inventory, PhraseFileError, PhraseProbabilities, PhraseScorer,
    ProbabilityFormat, Sentence,
};

use super::Failure;
use super::chunk::ChunkHow;
use super::over::{Threads, Trees};
use super::reading::{parse_floor, parse_range};
use super::results::{Results, blame_tables};
use crate::interrupt;
use crate::messages::Messages;

/// The arguments of `treescore phrase score`.
#[derive(Debug, clap::Args)]
#[command(
    before_help = "\
Examples:
  treescore phrase score gold.trees model.jsonl           bits and calibration
  treescore phrase score gold.trees model.tsv --sequence  also the best sequence
  treescore phrase score gold.jsonl model.jsonl --reliability plot.svg",
    after_help = "\
Each line of PROBABILITIES is a candidate, as JSON or as five values separated by tabs:
  {\"sent\":\"1\",\"cat\":\"NP\",\"start\":0,\"end\":2,\"p\":0.75}
The first line may give the categories and a default for all other candidates.
Exit status: 0 all sentences scored, 1 some gold input is not a tree, 2 could not score."
)]
pub(crate) struct ScoreCommand {
    /// Gold trees, or a gold chunk file (treescore phrase chunk -o FILE.jsonl); - for standard input
    #[arg(value_name = "GOLD")]
    gold: PathBuf,

    /// Probabilities of a model: JSON lines or TSV
    #[arg(value_name = "PROBABILITIES")]
    probabilities: PathBuf,

    #[command(flatten)]
    how: ChunkHow,

    /// Use only gold trees A to B-1 of the trees with words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    range: Option<Range<u64>>,

    /// Also choose the best sequence of chunks (model S); gold chunks must cover every word once
    #[arg(long)]
    sequence: bool,

    /// Raise smaller probabilities to E, and lower larger ones to 1-E
    #[arg(long, value_name = "E", value_parser = parse_floor)]
    floor: Option<Floor>,

    /// Break the bits down by these, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "WHAT", default_value = "category", value_parser = PossibleValuesParser::new(["category", "length", "event", "none"]))]
    blame: Vec<String>,

    // The heading of the results would also be that of options behind them.
    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    results: Results,
}

/// Collects what scoring needs of a block of sentences.
struct Keeping;

/// Sentences and the names of their categories.
#[derive(Default)]
struct Kept {
    ids: Vec<String>,
    lengths: Vec<u32>,
    /// One past the last chunk of each sentence.
    ends: Vec<usize>,
    chunks: Vec<Chunk>,
    inventory: Inventory,
}

impl SentenceWork for Keeping {
    type Worker = ();
    type Part = Kept;

    fn worker(&self) {}

    fn begin(&self, part: &mut Kept) {
        part.ids.clear();
        part.lengths.clear();
        part.ends.clear();
        part.chunks.clear();
    }

    fn sentence(&self, (): &mut (), _: u64, sentence: &Sentence, inventory: &Inventory, part: &mut Kept) {
        part.ids.push(sentence.id.clone());
        part.lengths.push(sentence.length);
        part.chunks.extend_from_slice(&sentence.chunks);
        part.ends.push(part.chunks.len());
        // Each thread numbers new categories in its own order, so the names are kept with the numbers.
        if part.inventory != *inventory {
            part.inventory = inventory.clone();
        }
    }
}

impl Kept {
    fn add_to(&self, gold: &mut Gold) -> Result<(), Failure> {
        let mut sentence = Sentence::default();
        let mut start = 0;
        for ((id, &length), &end) in self.ids.iter().zip(&self.lengths).zip(&self.ends) {
            sentence.clear();
            sentence.id.push_str(id);
            sentence.length = length;
            sentence.chunks.extend_from_slice(self.chunks.get(start..end).unwrap_or_default());
            gold.add(&sentence, &self.inventory).map_err(PhraseFileError::from)?;
            start = end;
        }
        Ok(())
    }
}

/// Reads gold sentences from trees. Also returns the number of faulty trees.
fn read_trees(args: &ScoreCommand, corpus: &Corpus) -> Result<(Gold, u64), Failure> {
    let messages = Messages::new(&args.results.look);
    let chunker = Chunker::of_any_category(args.how.options());
    let (range, threads) = (args.range.clone(), args.threads);
    let trees = Trees { corpus, range, chunker: &chunker, messages: &messages, threads };
    let mut gold = Gold::new(corpus.name());
    let faulty = trees.process("reading", &Keeping, |part| part.add_to(&mut gold))?;
    Ok((gold, faulty))
}

/// Reads gold sentences from a chunk file.
fn read_chunks(args: &ScoreCommand, corpus: &Corpus) -> Result<(Gold, u64), Failure> {
    if args.range.is_some() {
        return Err(Failure::RangeOfChunks(corpus.name().to_owned()));
    }
    if args.how.pp.is_some() {
        return Err(Failure::PpOfChunks(corpus.name().to_owned()));
    }
    let mut gold = Gold::new(corpus.name());
    for document in corpus.documents() {
        gold.read(&document.name, open_buffered(document)?)?;
    }
    if gold.is_empty() { Err(Failure::NoSentences(corpus.name().to_owned())) } else { Ok((gold, 0)) }
}

fn open_buffered(document: &Document) -> Result<BufReader<Box<dyn Read + Send>>, Failure> {
    Ok(BufReader::with_capacity(1 << 18, document.open()?))
}

/// Runs the command.
pub(super) fn run(args: &ScoreCommand) -> Result<ExitCode, Failure> {
    let (mut gold, mut probabilities) = (Corpus::find(&args.gold)?, Corpus::find(&args.probabilities)?);
    if gold.is_stdin() && probabilities.is_stdin() {
        return Err(Failure::Stdin);
    }
    args.results.check(None, &[&gold, &probabilities])?;
    interrupt::watch();
    let is_chunks = gold.first_byte()? == Some(b'{');
    let (gold, faulty) = if is_chunks { read_chunks(args, &gold)? } else { read_trees(args, &gold)? };
    let first = probabilities.first_byte()?.unwrap_or(b'{');
    let [document] = probabilities.documents() else {
        return Err(Failure::SeveralFiles(probabilities.name().to_owned()));
    };
    let format = ProbabilityFormat::of(&document.name, first);
    let model = FileModel::read(&document.name, format, open_buffered(document)?, &gold)?;
    let floor = args.floor.unwrap_or(Floor::NONE);
    let mut report = score(args, model, &gold, floor, &document.short_name())?;
    if !is_chunks {
        report.0.settings.insert(0, ("pp", args.how.options().pp.as_str().to_owned()));
    }
    if !interrupt::is_requested() {
        let drawn = report.0.models.first().map(|model| model.name.as_str());
        args.results.write(&report.0, &report.1, &blame_tables(&args.blame), drawn)?;
    }
    Ok(ExitCode::from(u8::from(faulty > 0)))
}

/// Scores the model. Returns the report and its categories.
fn score(
    args: &ScoreCommand,
    model: FileModel<'_>,
    gold: &Gold,
    floor: Floor,
    name: &str,
) -> Result<(PhraseReport, Inventory), Failure> {
    let inventory = model.inventory().clone();
    let mut settings = vec![("K", model.longest().to_string())];
    settings.extend(floor.get().map(|floor| ("floor", floor.to_string())));
    let mut scorer = PhraseScorer::new(model, floor);
    if args.sequence {
        scorer = scorer.with_sequences();
    }
    let mut sentence = Sentence::default();
    for at in 0..gold.len() {
        scorer.model().gold_sentence(at, &mut sentence);
        scorer.add(&sentence).map_err(|error| PhraseFileError::from(gold.not_a_partition(&error)))?;
        if interrupt::is_requested() {
            break;
        }
    }
    let phrases = ModelScores::Phrases(Box::new(scorer.scores()));
    let mut models = vec![ModelReport { name: name.to_owned(), scores: phrases }];
    models.extend(scorer.sequences().map(|tally| {
        let chosen = SequenceScores::of(tally.clone(), &inventory);
        ModelReport { name: format!("S on {name}"), scores: ModelScores::Sequences(Box::new(chosen)) }
    }));
    let categories = inventory.names().map(str::to_owned).collect();
    let sentences = gold.len() as u64;
    let report = PhraseReport { models, categories, settings, sentences, ..PhraseReport::default() };
    Ok((report, inventory))
}
