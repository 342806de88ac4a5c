//! The gold chunks of `phrase score`, from trees or from files of chunks.

use std::io::{BufReader, Read};

use treescore::read::{Corpus, Document};
use treescore_phrase::run::SentenceWork;
use treescore_phrase::{Chunk, Chunker, Gold, Inventory, PhraseFileError, Sentence};

use super::Failure;
use super::inputs::Kind;
use super::over::Trees;
use super::score::ScoreCommand;
use crate::messages::Messages;

/// Reads gold sentences. Also returns the number of faulty trees.
pub(super) fn read(args: &ScoreCommand, corpus: &Corpus, kind: Kind) -> Result<(Gold, u64), Failure> {
    if kind == Kind::Trees {
        return read_trees(args, corpus);
    }
    if args.range.is_some() {
        return Err(Failure::RangeOfChunks(corpus.name().to_owned()));
    }
    if args.how.pp.is_some() {
        return Err(Failure::PpOfChunks(corpus.name().to_owned()));
    }
    Ok((read_chunks(corpus, kind)?, 0))
}

/// Reads files of chunks.
pub(super) fn read_chunks(corpus: &Corpus, kind: Kind) -> Result<Gold, Failure> {
    let mut gold = Gold::new(corpus.name());
    for document in corpus.documents() {
        match kind {
            Kind::Columns(column) => gold.read_columns(&document.name, document.open()?, column)?,
            _ => gold.read(&document.name, open_buffered(document)?)?,
        }
    }
    if gold.is_empty() { Err(Failure::NoSentences(corpus.name().to_owned())) } else { Ok(gold) }
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

pub(super) fn open_buffered(document: &Document) -> Result<BufReader<Box<dyn Read + Send>>, Failure> {
    Ok(BufReader::with_capacity(1 << 18, document.open()?))
}
