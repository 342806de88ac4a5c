//! The gold sentences of a probability file.

use std::io::{BufRead, Read};

use serde_json::Value;
use treescore::read::chunks::{BioColumn, BioReader, ChunkedSentence, ChunksError};
use treescore::values::hash::HashMap;

use super::{FileError, FileFault, LineFault, PhraseFileError, ReadFault, bad_json, lines, shorten};
use crate::{Category, Chunk, Inventory, NotAPartition, Sentence, UnknownCategory, WordList};

/// The largest number of words of a sentence; a file with more is considered a mistake.
const WORDS_MAX: u32 = 1 << 20;

/// Gold sentences: ids, lengths and chunks of any category.
///
/// ```
/// use treescore_phrase::Gold;
/// let mut gold = Gold::new("gold.jsonl");
/// gold.read("gold.jsonl", &br#"{"sent":"s1","n":2,"chunks":[["NP",0,2]]}"#[..])?;
/// assert_eq!(gold.len(), 1);
/// # Ok::<(), treescore_phrase::PhraseFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gold {
    name: String,
    inventory: Inventory,
    sentences: Vec<StoredSentence>,
    numbers: HashMap<Box<str>, u32>,
    chunks: Vec<Chunk>,
    /// The words of all sentences that have some.
    words: WordList,
    /// The files that were read.
    files: Vec<Box<str>>,
    /// Where the ids come from.
    ids: Ids,
    /// The numbers of all trees, in order, also of those that are no sentences here; empty if there are none.
    trees: Vec<u64>,
}

/// Where the ids of sentences come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ids {
    /// They are the numbers of sentences in columns, which have no ids.
    Columns,
    /// They are the numbers of trees, or stand in the file.
    Given,
}

#[derive(Clone, Debug)]
struct StoredSentence {
    id: Box<str>,
    length: u32,
    /// One past its last chunk.
    end: usize,
    /// The number of its first word among all words, if they are known.
    words: Option<usize>,
    /// The number of its file, and its first line; zero if it was not read from a file.
    file: usize,
    line: u64,
}

impl Gold {
    /// Creates an empty collection for the file or folder `name`.
    pub fn new(name: &str) -> Self {
        let (sentences, numbers, chunks) = (Vec::new(), HashMap::default(), Vec::new());
        let (name, files) = (name.to_owned(), Vec::new());
        let (inventory, words, trees) = (Inventory::default(), WordList::default(), Vec::new());
        Self { name, inventory, sentences, numbers, chunks, words, files, ids: Ids::Given, trees }
    }

    /// Says which trees there are, by number and in order, where some of them are no sentences of gold: they
    /// cannot be read, or are not selected. A system's sentences for them are then left out.
    #[must_use]
    pub fn of_trees(self, trees: Vec<u64>) -> Self {
        Self { trees, ..self }
    }

    /// Adds the sentences of a gold chunk file.
    ///
    /// # Errors
    /// The first line with a fault.
    pub fn read(&mut self, file: &str, input: impl BufRead) -> Result<(), PhraseFileError> {
        let mut sentence = Sentence::default();
        self.files.push(file.into());
        let read = lines(input, |line, text| {
            let added = self.parse(text, &mut sentence).and_then(|()| {
                self.chunks.extend_from_slice(&sentence.chunks);
                self.close(&sentence, line)?;
                self.add_words(sentence.words.iter());
                Ok(())
            });
            added.map_err(|fault| ReadFault::Line(line, fault))
        });
        read.map_err(|fault| fault.with_file(file))
    }

    /// Adds the sentences of a file of chunks in columns; their ids are their numbers, from 1.
    ///
    /// # Errors
    /// The first line with a fault.
    pub fn read_columns(
        &mut self,
        file: &str,
        stream: Box<dyn Read + Send>,
        column: BioColumn,
    ) -> Result<(), PhraseFileError> {
        let mut reader = BioReader::new(stream, column);
        let (mut read, mut sentence) = (ChunkedSentence::default(), Sentence::default());
        self.files.push(file.into());
        self.ids = Ids::Columns;
        let failed = |error| match error {
            ChunksError::Io(source) => PhraseFileError::Io { file: file.to_owned(), source },
            ChunksError::Fault(fault) if fault.advice.is_some() => {
                PhraseFileError::Columns { file: file.to_owned(), fault: Box::new(fault) }
            }
            ChunksError::Fault(fault) => {
                FileFault::BadColumns.with(fault.message).at(file, fault.at.line).into()
            }
        };
        while reader.next(&mut read).map_err(failed)? {
            sentence.clear();
            sentence.id = (self.sentences.len() + 1).to_string();
            sentence.length = read.len() as u32;
            for chunk in &read.chunks {
                let category = self.category(&chunk.category).map_err(|fault| fault.at(file, read.line))?;
                self.chunks.push(Chunk { category, start: chunk.start, end: chunk.end });
            }
            self.close(&sentence, read.line).map_err(|fault| fault.at(file, read.line))?;
            self.add_words(read.words());
        }
        Ok(())
    }

    /// Keeps the words of the last sentence, so that a system's can be compared with them.
    fn add_words<'w>(&mut self, words: impl Iterator<Item = &'w [u8]>) {
        let first = self.words.len();
        words.for_each(|word| self.words.push(word));
        if let Some(last) = self.sentences.last_mut() {
            let is_known = self.words.len() - first == last.length as usize;
            last.words = is_known.then_some(first);
        }
    }

    /// The words of a sentence, if they are known.
    pub(super) fn words(&self, at: usize) -> Option<impl ExactSizeIterator<Item = &[u8]>> {
        let kept = self.sentences.get(at)?;
        let first = kept.words?;
        Some((first..first + kept.length as usize).map(|word| self.words.get(word)))
    }

    pub(super) fn ids(&self) -> Ids {
        self.ids
    }

    /// True for the number of a tree that is no sentence of gold.
    pub(super) fn leaves_out(&self, id: &str) -> bool {
        self.find(id).is_none() && id.parse().is_ok_and(|id| self.trees.binary_search(&id).is_ok())
    }

    /// The numbers of all trees, if some of them are no sentences of gold.
    pub(super) fn trees(&self) -> &[u64] {
        &self.trees
    }

    /// The file and line where a sentence begins; all files, and line 0, if it was not read from one.
    pub(super) fn place(&self, at: usize) -> (&str, u64) {
        let kept = self.sentences.get(at);
        let file = kept.filter(|kept| kept.line > 0).and_then(|kept| self.files.get(kept.file));
        file.map_or((&*self.name, 0), |file| (&**file, kept.map_or(0, |kept| kept.line)))
    }

    pub(super) fn inventory(&self) -> &Inventory {
        &self.inventory
    }

    /// Creates the error for a sentence whose chunks are not a partition.
    pub fn not_a_partition(&self, error: &NotAPartition) -> FileError {
        FileFault::GoldNotPartition.with(error.to_string()).at(&self.name, 0)
    }

    /// Adds a sentence whose chunks have the categories of `inventory`.
    ///
    /// # Errors
    /// If there is already a sentence with its id.
    pub fn add(&mut self, sentence: &Sentence, inventory: &Inventory) -> Result<(), FileError> {
        for chunk in &sentence.chunks {
            let category = self.category(inventory.name(chunk.category));
            let category = category.map_err(|fault| fault.at(&self.name, 0))?;
            self.chunks.push(Chunk { category, ..*chunk });
        }
        self.close(sentence, 0).map_err(|fault| fault.at(&self.name, 0))?;
        self.add_words(sentence.words.iter());
        Ok(())
    }

    /// Ends a sentence whose chunks have been added, and which begins on this line of the last file.
    fn close(&mut self, sentence: &Sentence, line: u64) -> Result<(), LineFault> {
        let number = u32::try_from(self.sentences.len()).unwrap_or(u32::MAX);
        if self.numbers.insert(sentence.id.as_str().into(), number).is_some() {
            let text = format!("sentence {} occurs twice", shorten(sentence.id.as_bytes()));
            return Err(FileFault::DuplicateSentence.with(text));
        }
        let (id, end) = (sentence.id.as_str().into(), self.chunks.len());
        let file = self.files.len().saturating_sub(1);
        self.sentences.push(StoredSentence { id, length: sentence.length, end, words: None, file, line });
        Ok(())
    }

    fn category(&mut self, name: &str) -> Result<Category, LineFault> {
        let known = self.inventory.find(name.as_bytes());
        let added = known.or_else(|| self.inventory.add(name));
        added.ok_or_else(|| FileFault::GoldCategory.with("there are too many categories"))
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of sentences.
    pub fn len(&self) -> usize {
        self.sentences.len()
    }

    /// True if there are no sentences.
    pub fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    pub(super) fn find(&self, id: &str) -> Option<u32> {
        self.numbers.get(id).copied()
    }

    pub(super) fn id(&self, at: usize) -> &str {
        self.sentences.get(at).map_or("", |kept| &kept.id)
    }

    pub(super) fn length(&self, at: usize) -> u32 {
        self.sentences.get(at).map_or(0, |kept| kept.length)
    }

    pub(super) fn fill(&self, at: usize, sentence: &mut Sentence) {
        sentence.clear();
        let Some(kept) = self.sentences.get(at) else { return };
        let start =
            at.checked_sub(1).and_then(|before| self.sentences.get(before)).map_or(0, |kept| kept.end);
        sentence.id.push_str(&kept.id);
        sentence.length = kept.length;
        sentence.chunks.extend_from_slice(self.chunks.get(start..kept.end).unwrap_or_default());
    }

    /// Returns the category of another inventory for each category of gold.
    pub(super) fn categories_in(&self, inventory: &Inventory) -> Result<Vec<Category>, FileError> {
        // The first chunk of each category.
        let mut first: Vec<Option<usize>> = vec![None; self.inventory.len()];
        for (at, chunk) in self.chunks.iter().enumerate() {
            first[chunk.category.index()].get_or_insert(at);
        }
        let unknown = |name: &str, chunk: usize| {
            let sentence = self.id(self.sentences.partition_point(|kept| kept.end <= chunk));
            let text = format!(
                "sentence {}: {}; add it to the categories of the probability file",
                shorten(sentence.as_bytes()),
                UnknownCategory(name.as_bytes().into())
            );
            FileFault::GoldCategory.with(text).at(&self.name, 0)
        };
        let pairs = self.inventory.categories().zip(self.inventory.names()).zip(first);
        pairs
            .map(|((category, name), first)| match (inventory.find(name.as_bytes()), first) {
                (None, Some(chunk)) => Err(unknown(name, chunk)),
                (found, _) => Ok(found.unwrap_or(category)),
            })
            .collect()
    }

    fn parse(&mut self, text: &[u8], sentence: &mut Sentence) -> Result<(), LineFault> {
        sentence.clear();
        let value: Value = serde_json::from_slice(text).map_err(|error| bad_json(&error))?;
        let object = value.as_object().ok_or_else(|| FileFault::BadJson.with("not a JSON object"))?;
        let field = |name: &str| {
            object
                .get(name)
                .ok_or_else(|| FileFault::MissingField.with(format!("the field {name} is missing")))
        };
        match field("sent")? {
            Value::String(id) => sentence.id.push_str(id),
            Value::Number(id) => sentence.id.push_str(&id.to_string()),
            _ => return Err(FileFault::MissingField.with("sent must be a string or a number")),
        }
        sentence.length =
            field("n")?.as_u64().and_then(|n| u32::try_from(n).ok()).filter(|&n| n <= WORDS_MAX).ok_or_else(
                || FileFault::BadSpan.with(format!("n must be an integer from 0 to {WORDS_MAX}")),
            )?;
        let chunks = field("chunks")?.as_array();
        let chunks = chunks.ok_or_else(|| FileFault::MissingField.with("chunks must be a list"))?;
        for chunk in chunks {
            let chunk = self.chunk(chunk, sentence.length)?;
            sentence.chunks.push(chunk);
        }
        sentence.chunks.sort_unstable_by_key(|chunk| (chunk.start, chunk.end, chunk.category));
        if sentence.chunks.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(FileFault::DuplicateCandidate.with("a chunk occurs twice"));
        }
        let words = object.get("words").and_then(Value::as_array);
        words
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .for_each(|word| sentence.words.push(word.as_bytes()));
        for name in ["words", "tags"] {
            let strings = |list: &&Vec<Value>| list.iter().all(Value::is_string);
            let count = object.get(name).map(|list| list.as_array().filter(strings).map(Vec::len));
            if count.is_some_and(|count| count != Some(sentence.length as usize)) {
                return Err(FileFault::MissingField
                    .with(format!("{name} must be a list of {} strings", sentence.length)));
            }
        }
        Ok(())
    }

    fn chunk(&mut self, chunk: &Value, length: u32) -> Result<Chunk, LineFault> {
        let bad = || {
            let text = format!("a chunk must be [category, start, end] with 0 <= start < end <= {length}");
            FileFault::BadSpan.with(text)
        };
        let Some([Value::String(name), start, end]) = chunk.as_array().map(Vec::as_slice) else {
            return Err(bad());
        };
        let bound = |value: &Value| value.as_u64().and_then(|bound| u32::try_from(bound).ok());
        let (start, end) = bound(start).zip(bound(end)).ok_or_else(bad)?;
        if start >= end || end > length {
            return Err(bad());
        }
        Ok(Chunk { category: self.category(name)?, start, end })
    }
}
