//! The gold chunks of `phrase score`, from trees or from files of chunks.

use std::io::{BufReader, Read};

use treescore::Which;
use treescore::findings::Finding;
use treescore::read::{Corpus, Document};
use treescore_phrase::run::SentenceWork;
use treescore_phrase::{Chunk, Chunker, Gold, Inventory, PhraseFileError, Sentence, WordList};

use super::Failure;
use super::inputs::Kind;
use super::over::{Trees, add_encoding};
use super::score::ScoreCommand;
use crate::messages::Messages;

/// Gold sentences, the number of faulty trees, and what was found about the files.
pub(super) struct Golden {
    pub(super) gold: Gold,
    pub(super) faulty: u64,
    pub(super) found: Vec<Finding>,
}

/// Reads gold sentences.
pub(super) fn read(args: &ScoreCommand, corpus: &Corpus, kind: Kind) -> Result<Golden, Failure> {
    if kind == Kind::Trees {
        return read_trees(args, corpus);
    }
    if args.range.is_some() {
        return Err(Failure::RangeOfChunks(corpus.name().to_owned()));
    }
    if args.how.pp.is_some() {
        return Err(Failure::PpOfChunks(corpus.name().to_owned()));
    }
    let (messages, mut found) = (Messages::new(&args.results.look), Vec::new());
    let gold = read_chunks(corpus, kind, &messages, &mut found)?;
    Ok(Golden { gold, faulty: 0, found })
}

/// Reads files of chunks, and notes what is found about them.
pub(super) fn read_chunks(
    corpus: &Corpus,
    kind: Kind,
    messages: &Messages,
    found: &mut Vec<Finding>,
) -> Result<Gold, Failure> {
    messages.note_left_out(corpus);
    let mut gold = Gold::new(corpus.name());
    for document in corpus.documents() {
        let stream = match open(document, found) {
            Err(Failure::Open(error)) if corpus.is_folder() && error.is_no_text() => {
                messages.note(&format!("{}: left out, because not text", document.name));
                continue;
            }
            opened => opened?,
        };
        match kind {
            Kind::Columns(column) => gold.read_columns(&document.name, stream, column)?,
            _ => gold.read(&document.name, buffered(stream))?,
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
    /// One past the last word of each sentence.
    word_ends: Vec<usize>,
    words: WordList,
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
        part.word_ends.clear();
        part.words.clear();
        part.ends.clear();
        part.chunks.clear();
    }

    fn sentence(&self, (): &mut (), _: u64, sentence: &Sentence, inventory: &Inventory, part: &mut Kept) {
        part.ids.push(sentence.id.clone());
        sentence.words.iter().for_each(|word| part.words.push(word));
        part.word_ends.push(part.words.len());
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
        let (mut start, mut word) = (0, 0);
        for ((id, &words), &end) in self.ids.iter().zip(&self.word_ends).zip(&self.ends) {
            sentence.clear();
            sentence.id.push_str(id);
            sentence.length = (words - word) as u32;
            (word..words).for_each(|at| sentence.words.push(self.words.get(at)));
            sentence.chunks.extend_from_slice(self.chunks.get(start..end).unwrap_or_default());
            gold.add(&sentence, &self.inventory).map_err(PhraseFileError::from)?;
            (start, word) = (end, words);
        }
        Ok(())
    }
}

/// Reads gold sentences from trees.
fn read_trees(args: &ScoreCommand, corpus: &Corpus) -> Result<Golden, Failure> {
    let messages = Messages::new(&args.results.look);
    let chunker = Chunker::of_any_category(args.how.options());
    let (range, threads) = (args.range.clone(), args.threads);
    let trees = Trees {
        corpus,
        range,
        chunker: &chunker,
        messages: &messages,
        findings: &args.findings,
        side: Some(Which::Gold),
        threads,
    };
    let mut gold = Gold::new(corpus.name());
    let (faulty, found) = trees.process_and_find("reading", &Keeping, |part| part.add_to(&mut gold))?;
    // Systems may have sentences for the other trees, too.
    if faulty > 0 || args.range.is_some() {
        gold = gold.of_trees(trees.numbers().unwrap_or_default());
    }
    Ok(Golden { gold, faulty, found })
}

/// Opens a file as text, and notes what is found about its encoding.
pub(super) fn open(document: &Document, found: &mut Vec<Finding>) -> Result<Box<dyn Read + Send>, Failure> {
    let (stream, encoding) = document.open_decoded()?;
    add_encoding(found, &document.name, encoding);
    Ok(stream)
}

pub(super) fn buffered(stream: Box<dyn Read + Send>) -> BufReader<Box<dyn Read + Send>> {
    BufReader::with_capacity(1 << 18, stream)
}
