//! The sentences of one side, with their chunks: blocks of trees on all cores, in order.

use std::fmt::Write as _;
use std::ops::{ControlFlow, Range};

use crate::{Chunker, Inventory, Sentence, UnknownCategory};
use treescore::read::{
    Block, Corpus, Dialect, Fault, FaultKind, InputLog, Landmark, Next, OpenError, ReadError, Scanner,
    SideReader, Syntax, UnitKind, UnitReader, UnitTree, Wanted,
};
use treescore::run::parallel::{self, Ended, Reached, Source, Work};

/// The sentences to work on, and how their chunks are made.
#[derive(Clone, Debug)]
pub struct SentenceInput<'a> {
    /// The trees.
    pub corpus: &'a Corpus,
    /// Finds their chunks; each thread works with a copy.
    pub chunker: &'a Chunker,
    /// The range of the trees that have words, from 0; all if `None`.
    pub range: Option<Range<u64>>,
    /// The number of threads.
    pub threads: usize,
    /// The bytes of trees that a thread takes at a time; `None` for the usual number.
    pub block: Option<usize>,
}

/// What to do with each sentence.
pub trait SentenceWork: Sync {
    /// The state of one thread.
    type Worker: Send;
    /// The result of a block of sentences.
    type Part: Default + Send;

    /// Creates the state of one thread.
    fn worker(&self) -> Self::Worker;

    /// Empties the part of an earlier block, for reuse.
    fn begin(&self, part: &mut Self::Part);

    /// Processes one sentence, that of tree `number`, counted from 1.
    fn sentence(
        &self,
        worker: &mut Self::Worker,
        number: u64,
        sentence: &Sentence,
        inventory: &Inventory,
        part: &mut Self::Part,
    );
}

/// Why a tree is not a sentence.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TreeFault {
    /// It cannot be read.
    #[error("{0}")]
    Read(#[from] ReadError),
    /// A chunk has an unknown category.
    #[error("{0}")]
    Category(#[from] UnknownCategory),
}

impl TreeFault {
    /// True if the tree could be read, and has words.
    pub fn has_words(&self) -> bool {
        match self {
            Self::Category(_) => true,
            Self::Read(error) => error.kind == FaultKind::Discontinuous,
        }
    }
}

/// A tree that is not a sentence.
#[derive(Clone, Debug)]
pub struct FaultyTree {
    /// Number of the tree, from 1.
    pub number: u64,
    /// Number of its document, and the line in it.
    pub place: (usize, u64),
    /// The reason.
    pub fault: TreeFault,
}

/// The results of a block of trees.
#[derive(Debug, Default)]
pub struct SentencePart<P> {
    /// The result of the work.
    pub part: P,
    /// The number of sentences processed.
    pub sentences: u64,
    /// Trees without words, which are not sentences.
    pub empty: u64,
    /// Trees that are not sentences because they have a fault.
    pub faulty: Vec<FaultyTree>,
}

/// How the reading of sentences ended.
#[derive(Clone, Debug)]
pub struct SentencesRead {
    /// True at the end of the input, false if the caller stopped the run.
    pub is_complete: bool,
    /// What is known about the files.
    pub log: InputLog,
}

/// Takes the parts in order, with the number of bytes read so far.
pub(crate) type TakePart<'t, P> = dyn FnMut(&mut SentencePart<P>, u64) -> ControlFlow<()> + Send + 't;

/// Processes every sentence. `take` gets the parts in order, with the number of bytes read so far, and may stop
/// the run.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use treescore::read::Corpus;
/// use treescore_phrase::models::{ModelSettings, PhraseModel};
/// use treescore_phrase::run::{SentenceInput, TrainingPass, TrainingSum, sentences};
/// use treescore_phrase::{ChunkOptions, Chunker, Inventory};
/// let (settings, inventory) = (ModelSettings::default(), Inventory::default());
/// let corpus = Corpus::find("train.trees".as_ref())?;
/// let chunker = Chunker::new(inventory.clone(), ChunkOptions::default());
/// let input = SentenceInput { corpus: &corpus, chunker: &chunker, range: None, threads: 4, block: None };
/// let mut sum = TrainingSum::default();
/// sentences(&input, &TrainingPass::First(&settings, &inventory), &mut |part, _| {
///     sum.merge(std::mem::take(&mut part.part));
///     ControlFlow::Continue(())
/// })?;
/// let model: PhraseModel = sum.model(inventory)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a file cannot be read.
pub fn sentences<W: SentenceWork>(
    input: &SentenceInput<'_>,
    work: &W,
    take: &mut TakePart<'_, W::Part>,
) -> Result<SentencesRead, OpenError> {
    let source = TreeSource::new(input)?;
    let log = source.side.log();
    let work = BySentence { work, chunker: input.chunker };
    let mut hand_over = |part: &mut SentencePart<W::Part>, reached: Reached| take(part, reached.bytes);
    let ended = parallel::run(source, input.threads, &work, &mut hand_over, &mut None)?;
    Ok(SentencesRead { is_complete: !matches!(ended, Ended::Stopped), log })
}

/// Trees of one side, and which of them are wanted.
#[derive(Debug, Default)]
struct TreeBlock {
    trees: Block,
    number: u64,
    /// Number of the first tree, from 1.
    first: u64,
    /// The range of the wanted trees, among those with words.
    wanted: Range<u64>,
}

/// Reads the blocks.
struct TreeSource {
    side: SideReader,
    blocks: u64,
    trees: u64,
    selection: Option<Selection>,
}

/// Selects trees by their number among those with words. To know these numbers, all trees must be read once,
/// in order.
struct Selection {
    range: Range<u64>,
    /// Trees with words so far.
    passed: u64,
    counter: Counter,
}

/// Finds the trees that have words.
struct Counter {
    reader: UnitReader,
    scanner: Scanner,
    unit: UnitTree,
}

impl TreeSource {
    fn new(input: &SentenceInput<'_>) -> Result<Self, OpenError> {
        let needs_tags = Some("phrase recognition".to_owned());
        let wanted = Wanted { needs_tags, ignores_types: true, ..Wanted::from(UnitKind::Tree) };
        let side = SideReader::new(input.corpus.clone(), wanted)?;
        let side = if let Some(bytes) = input.block { side.with_block(bytes) } else { side };
        let selection = input.range.clone().map(|range| {
            let counter = Counter { reader: reader(), scanner: Scanner::new(), unit: UnitTree::default() };
            Selection { range, passed: 0, counter }
        });
        Ok(Self { side, blocks: 0, trees: 0, selection })
    }
}

fn reader() -> UnitReader {
    UnitReader::new(Syntax::Trees, Dialect::Native)
}

impl Counter {
    fn trees_with_words(&mut self, block: &Block) -> u64 {
        self.scanner.begin(block.padded());
        let has_words = |at: &usize| {
            let is_read = self.reader.read(&self.scanner, block, *at, &mut self.unit).is_ok();
            let labels = self.reader.labels();
            is_read && self.unit.arena.words().iter().any(|word| labels.name(word.tag) != b"-NONE-")
        };
        (0..block.extents().len()).filter(has_words).count() as u64
    }
}

impl Selection {
    /// Returns the range of the wanted trees, among those of the next block with words; `None` if neither
    /// this nor a later block has any.
    fn next(&mut self, block: &Block) -> Option<Range<u64>> {
        let Range { start, end } = self.range;
        if self.passed >= end {
            return None;
        }
        let passed = self.passed;
        self.passed += self.counter.trees_with_words(block);
        Some(start.saturating_sub(passed)..end.min(self.passed).saturating_sub(passed))
    }
}

impl Source for TreeSource {
    type Block = TreeBlock;

    fn next(&mut self, block: &mut TreeBlock) -> Result<Next, OpenError> {
        loop {
            if !self.side.next(&mut block.trees)? {
                return Ok(Next::End);
            }
            block.first = self.trees + 1;
            self.trees += block.trees.extents().len() as u64;
            block.wanted = match &mut self.selection {
                None => 0..u64::MAX,
                Some(selection) => match selection.next(&block.trees) {
                    Some(wanted) => wanted,
                    None => return Ok(Next::End),
                },
            };
            if !block.wanted.is_empty() {
                block.number = self.blocks;
                self.blocks += 1;
                return Ok(Next::Block);
            }
        }
    }

    fn number(block: &TreeBlock) -> u64 {
        block.number
    }

    fn bytes_read(&self) -> u64 {
        self.side.bytes_read()
    }
}

/// Reads trees, turns them into sentences, and has them processed.
struct BySentence<'w, W> {
    work: &'w W,
    chunker: &'w Chunker,
}

/// The state of one thread.
struct Thread<T> {
    reader: UnitReader,
    scanner: Scanner,
    unit: UnitTree,
    chunker: Chunker,
    sentence: Sentence,
    worker: T,
}

impl<W: SentenceWork> Work for BySentence<'_, W> {
    type Block = TreeBlock;
    type Worker = Thread<W::Worker>;
    type Part = SentencePart<W::Part>;

    fn worker(&self) -> Self::Worker {
        Thread {
            reader: reader(),
            scanner: Scanner::new(),
            unit: UnitTree::default(),
            chunker: self.chunker.clone(),
            sentence: Sentence::default(),
            worker: self.work.worker(),
        }
    }

    fn block(&self, thread: &mut Self::Worker, block: &TreeBlock, part: &mut Self::Part) {
        (part.sentences, part.empty) = (0, 0);
        part.faulty.clear();
        self.work.begin(&mut part.part);
        thread.scanner.begin(block.trees.padded());
        let mut counted = Landmark::first(block.trees.first());
        let mut with_words = 0;
        for (at, number) in (0..block.trees.extents().len()).zip(block.first..) {
            let found = thread.sentence(&block.trees, at, number, &mut counted);
            let is_wanted = block.wanted.contains(&with_words);
            with_words += u64::from(found.has_words());
            match found {
                _ if !is_wanted => {}
                Found::Sentence => {
                    part.sentences += 1;
                    let inventory = thread.chunker.inventory();
                    self.work.sentence(
                        &mut thread.worker,
                        number,
                        &thread.sentence,
                        inventory,
                        &mut part.part,
                    );
                }
                Found::Empty => part.empty += 1,
                Found::Faulty(fault) => {
                    let line = block.trees.extents().get(at).map_or(0, |extent| block.trees.line(extent));
                    part.faulty.push(FaultyTree { number, place: (block.trees.document, line), fault });
                }
            }
        }
    }
}

/// The kind of tree.
enum Found {
    Sentence,
    Empty,
    Faulty(TreeFault),
}

impl Found {
    fn has_words(&self) -> bool {
        match self {
            Self::Sentence => true,
            Self::Empty => false,
            Self::Faulty(fault) => fault.has_words(),
        }
    }
}

impl<T> Thread<T> {
    fn sentence(&mut self, block: &Block, at: usize, number: u64, counted: &mut Landmark) -> Found {
        if let Err(fault) = self.reader.read(&self.scanner, block, at, &mut self.unit) {
            *counted = block.landmark(at, Some(*counted));
            return Found::Faulty(block.error(at, fault, *counted).into());
        }
        let text = self.reader.text(block, &self.unit);
        let labels = self.reader.labels();
        // Chunks are stretches of words.
        if self.unit.arena.is_discontinuous() {
            let start = block.extents().get(at).map_or(0, |extent| extent.start as usize);
            let fault = Fault { kind: FaultKind::Discontinuous, at: start, also: None };
            return Found::Faulty(block.error(at, fault, block.landmark(at, Some(*counted))).into());
        }
        match self.chunker.sentence(&self.unit.arena, text, labels, &mut self.sentence) {
            Ok(true) => {
                // Writing to a string does not fail.
                let _ = write!(self.sentence.id, "{number}");
                Found::Sentence
            }
            Ok(false) => Found::Empty,
            Err(unknown) => Found::Faulty(unknown.into()),
        }
    }
}

#[cfg(test)]
#[path = "sentences_tests.rs"]
mod tests;
