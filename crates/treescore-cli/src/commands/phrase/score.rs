//! `treescore phrase score GOLD PROBABILITIES`: what the probabilities of any model are worth.

use std::io::{BufReader, Read, Write};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::process::ExitCode;

use treescore::phrase::{
    Chunk, Chunker, FileModel, Floor, Gold, Inventory, PhraseFileError, PhraseProbabilities, PhraseScorer,
    ProbabilityFormat, Sentence,
};
use treescore::read::{Corpus, Document};
use treescore::report::phrase::{
    Blame, ModelReport, ModelScores, PhraseReport, SequenceScores, csv, json, reliability, text,
};
use treescore::run::{SentenceInput, SentenceWork, sentences};

use super::Failure;
use super::chunk::ChunkHow;
use super::reading::{Watch, check_output, floor, range};
use crate::args::Look;
use crate::output::Output;
use crate::{interrupt, terminal, threads};

/// The arguments of `treescore phrase score`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  treescore phrase score gold.trees model.jsonl              bits, expected precision and recall
  treescore phrase score gold.trees model.tsv --sequence     also the best sequence of chunks: P, R, F1
  treescore phrase score gold.chunks.jsonl model.jsonl --floor 1e-6 --reliability plot.svg

A line of the file is a candidate: {\"sent\":\"1\",\"cat\":\"NP\",\"start\":0,\"end\":2,\"p\":0.75} or the five values with tabs
between; the first line may name categories and a default for all others.
Exit status: 0 fine, 1 something in gold is not a tree, 2 could not score.")]
pub(crate) struct ScoreCommand {
    /// Gold trees, or a gold chunk file (treescore phrase chunk -o FILE.jsonl); - for standard input
    #[arg(value_name = "GOLD")]
    gold: PathBuf,

    /// The probabilities of a model: JSON lines or TSV
    #[arg(value_name = "PROBABILITIES")]
    probabilities: PathBuf,

    #[command(flatten)]
    how: ChunkHow,

    /// Only gold trees a to b-1 of those that have words, counted from 0
    #[arg(long, value_name = "A:B", value_parser = range)]
    range: Option<Range<u64>>,

    /// Also choose whole sequences of chunks (model S): gold chunks must cover every word once
    #[arg(long)]
    sequence: bool,

    /// No probability is less than this, or more than 1 less this
    #[arg(long, value_name = "E", value_parser = floor)]
    floor: Option<Floor>,

    /// What the bits are spent on
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT", default_value = "category")]
    blame: Vec<BlameArg>,

    /// How results are written
    #[arg(short, long, value_enum, value_name = "FORMAT", default_value_t = FormatArg::Table)]
    format: FormatArg,

    /// Write to a file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Also write all figures in full precision to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Draw how far probabilities are what they say, as SVG
    #[arg(long, value_name = "FILE")]
    reliability: Option<PathBuf>,

    #[command(flatten)]
    look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum BlameArg {
    Category,
    Length,
    Event,
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum FormatArg {
    Table,
    Json,
    Csv,
}

impl ScoreCommand {
    fn blame(&self) -> Vec<Blame> {
        let blame = self.blame.iter().filter_map(|blame| match blame {
            BlameArg::Category => Some(Blame::Category),
            BlameArg::Length => Some(Blame::Length),
            BlameArg::Event => Some(Blame::Event),
            BlameArg::None => None,
        });
        blame.collect()
    }

    fn check_outputs(&self, inputs: &[&Corpus]) -> Result<(), Failure> {
        check_output("--output", self.output.as_deref(), inputs)?;
        check_output("--json", self.json.as_deref(), inputs)?;
        check_output("--reliability", self.reliability.as_deref(), inputs)
    }
}

/// Keeps what scoring needs of a block of sentences.
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
        // Threads meet new categories in an order of their own: what the numbers mean goes with them.
        if part.inventory != *inventory {
            part.inventory = inventory.clone();
        }
    }
}

impl Kept {
    fn give(&self, gold: &mut Gold) -> Result<(), Failure> {
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

/// The gold sentences of trees, and how many trees were left out.
fn gold_of_trees(args: &ScoreCommand, corpus: &Corpus) -> Result<(Gold, u64), Failure> {
    let style = terminal::messages(&args.look);
    let mut watch = Watch::new(corpus, "reading", &style);
    let chunker = Chunker::of_any_category(args.how.options());
    let threads = threads::useful(None, corpus.bytes().unwrap_or(u64::MAX), None);
    let input = SentenceInput { corpus, chunker: &chunker, range: args.range.clone(), threads, block: None };
    let mut gold = Gold::new(corpus.name());
    let mut failed = None;
    sentences(&input, &Keeping, &mut |part, bytes| {
        let flow = watch.part(part, bytes);
        failed = part.part.give(&mut gold).err();
        if failed.is_some() { ControlFlow::Break(()) } else { flow }
    })?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    Ok((gold, watch.finish()?))
}

fn gold_of_chunks(args: &ScoreCommand, corpus: &Corpus) -> Result<(Gold, u64), Failure> {
    if args.range.is_some() {
        return Err(Failure::RangeOfChunks(corpus.name().to_owned()));
    }
    let mut gold = Gold::new(corpus.name());
    for document in corpus.documents() {
        gold.read(&document.name, buffered(document)?)?;
    }
    if gold.is_empty() { Err(Failure::NoSentences(corpus.name().to_owned())) } else { Ok((gold, 0)) }
}

fn buffered(document: &Document) -> Result<BufReader<Box<dyn Read + Send>>, Failure> {
    Ok(BufReader::with_capacity(1 << 18, document.open()?))
}

/// Runs the command.
pub(super) fn run(args: &ScoreCommand) -> Result<ExitCode, Failure> {
    let (mut gold, mut probabilities) = (Corpus::find(&args.gold)?, Corpus::find(&args.probabilities)?);
    if gold.is_stdin() && probabilities.is_stdin() {
        return Err(Failure::Stdin);
    }
    args.check_outputs(&[&gold, &probabilities])?;
    interrupt::watch();
    let is_chunks = gold.first_byte()? == Some(b'{');
    let (gold, faulty) = if is_chunks { gold_of_chunks(args, &gold)? } else { gold_of_trees(args, &gold)? };
    let first = probabilities.first_byte()?.unwrap_or(b'{');
    let [document] = probabilities.documents() else {
        return Err(Failure::SeveralFiles(probabilities.name().to_owned()));
    };
    let format = ProbabilityFormat::of(&document.name, first);
    let model = FileModel::read(&document.name, format, buffered(document)?, &gold)?;
    let floor = args.floor.unwrap_or(Floor::NONE);
    let mut report = score(args, model, &gold, floor, &document.short_name())?;
    if !is_chunks {
        report.0.settings.insert(0, ("pp", args.how.options().pp.as_str().to_owned()));
    }
    if !interrupt::asked() {
        write(args, &report.0, &report.1)?;
    }
    Ok(ExitCode::from(u8::from(faulty > 0)))
}

/// The report, and the inventory that it is about.
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
        if interrupt::asked() {
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

fn write(args: &ScoreCommand, report: &PhraseReport, inventory: &Inventory) -> Result<(), Failure> {
    let style = terminal::results(&args.look, args.output.is_some());
    let results = match args.format {
        FormatArg::Table => text(report, inventory, &args.blame(), &style),
        FormatArg::Json => json(report, inventory),
        FormatArg::Csv => csv(report),
    };
    let mut outputs = vec![(Output::open(args.output.as_deref())?, results)];
    if let Some(path) = &args.json {
        outputs.push((Output::open(Some(path))?, json(report, inventory)));
    }
    if let (Some(path), Some(ModelReport { name, scores: ModelScores::Phrases(scores) })) =
        (&args.reliability, report.models.first())
    {
        outputs.push((Output::open(Some(path))?, reliability(name, scores)));
    }
    for (output, text) in &mut outputs {
        output.write_all(text.as_bytes())?;
    }
    outputs.into_iter().try_for_each(|(output, _)| output.finish())?;
    Ok(())
}
