//! The sentences of a treebank, with their chunks, on all cores and in order.

use std::fmt::Write;
use std::ops::{ControlFlow, Range};

use crate::phrase::{ChunkOptions, Chunker, Inventory, Sentence, UnknownCategory};
use crate::read::{Block, Corpus, Dialect, Landmark, Next, OpenError, ReadError, SideReader, Syntax, Unit};
use crate::run::parallel::{self, Ended, Reached, Source, Work};
use crate::run::units::{self, UnitReader, bounds};
use crate::tree::Which;

/// Some sentences of a treebank, counted from 0 without trees that have no words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SentenceRange {
    /// The first.
    pub start: u64,
    /// One past the last; `None` if all that follow are meant.
    pub end: Option<u64>,
}

/// What is no range of sentences.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a range is two numbers like 0:100, the second greater than the first, or one of them left out")]
pub struct RangeError;

impl std::str::FromStr for SentenceRange {
    type Err = RangeError;

    /// `a:b` is a to b - 1; `a:` goes to the end, `:b` begins at 0.
    fn from_str(text: &str) -> Result<Self, RangeError> {
        let (start, end) = text.split_once(':').ok_or(RangeError)?;
        let number = |text: &str| text.parse().map_err(|_| RangeError);
        let start = if start.is_empty() { 0 } else { number(start)? };
        let end = if end.is_empty() { None } else { Some(number(end)?) };
        if end.is_some_and(|end| end <= start) { Err(RangeError) } else { Ok(Self { start, end }) }
    }
}

impl SentenceRange {
    fn is_all(self) -> bool {
        self == Self::default()
    }

    fn holds(self, number: u64) -> bool {
        number >= self.start && self.end.is_none_or(|end| number < end)
    }
}

/// Which sentences, and how they are made.
#[derive(Clone, Debug)]
pub struct Treebank {
    /// The files.
    pub corpus: Corpus,
    /// Which of the sentences.
    pub range: SentenceRange,
    /// The categories of chunks.
    pub inventory: Inventory,
    /// How chunks are made.
    pub options: ChunkOptions,
    /// How many threads to use.
    pub threads: usize,
    /// Bytes read at once, for tests.
    pub block: Option<usize>,
}

/// What is done with each sentence.
pub trait SentenceWork: Sync {
    /// What a thread keeps between sentences.
    type Worker: Send;
    /// What comes of some sentences.
    type Part: Default + Send;

    /// A new thread's state.
    fn worker(&self) -> Self::Worker;

    /// Does the work of one sentence. Its number is that of its tree, from 1; `part` is empty before the first sentence of a block.
    fn sentence(&self, worker: &mut Self::Worker, number: u64, sentence: &Sentence, part: &mut Self::Part);
}

/// A tree that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyTree {
    /// Number of its document in the corpus.
    pub document: usize,
    /// Number of the tree, from 1.
    pub number: u64,
    /// What is wrong with it.
    pub error: ReadError,
}

/// How many trees of each kind there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeCounts {
    /// Trees with words.
    pub sentences: u64,
    /// Trees without words, which are no sentences.
    pub empty: u64,
    /// Trees that cannot be read.
    pub faulty: u64,
}

/// Is told what happens during a run.
pub trait SentenceObserver: Send {
    /// A tree was left out.
    fn fault(&mut self, fault: &FaultyTree);

    /// So many trees were done, and so many bytes read. The run stops if it says so.
    fn progress(&mut self, so_far: TreeCounts, bytes: u64) -> ControlFlow<()>;
}

/// Why a run over sentences failed.
#[derive(Debug, thiserror::Error)]
pub enum SentencesError {
    /// A file cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A chunk has a category that the inventory lacks.
    #[error("gold-category: {file}, line {line}, tree {number}: {error}")]
    Category {
        /// The file.
        file: String,
        /// Line in which the tree begins.
        line: u64,
        /// Number of the tree, from 1.
        number: u64,
        /// The category.
        error: UnknownCategory,
    },
    /// Whoever watched said stop.
    #[error("stopped")]
    Stopped,
}

/// Some trees of one document.
#[derive(Debug, Default)]
pub(super) struct TreeBlock {
    block: Block,
    number: u64,
    /// Number of trees before it.
    before: u64,
    /// Which of its trees are in the range.
    chosen: Range<usize>,
}

/// Reads trees, and finds those that are in the range.
struct TreeSource {
    side: SideReader,
    range: SentenceRange,
    /// For finding trees without words, which do not count.
    units: UnitReader,
    unit: units::Unit,
    blocks: u64,
    trees: u64,
    sentences: u64,
}

impl TreeSource {
    /// Which trees of a block are in the range: one stretch.
    fn choose(&mut self, block: &Block) -> Range<usize> {
        let all = 0..block.extents().len();
        if self.range.is_all() {
            return all;
        }
        let mut chosen = 0..0;
        self.units.begin(Which::Gold, block);
        for at in all {
            let is_read = self.units.read(Which::Gold, block, at, &mut self.unit).is_ok();
            let labels = self.units.labels();
            let mut words = self.unit.arena.words().iter();
            let has_words = is_read && words.any(|word| labels.name(word.tag) != b"-NONE-");
            // Trees that are no sentences stand before the next sentence.
            if self.range.holds(self.sentences) {
                chosen = if chosen.is_empty() { at..at + 1 } else { chosen.start..at + 1 };
            }
            self.sentences += u64::from(has_words);
        }
        chosen
    }
}

impl Source for TreeSource {
    type Block = TreeBlock;

    fn next(&mut self, block: &mut TreeBlock) -> Result<Next, OpenError> {
        let is_over = self.range.end.is_some_and(|end| self.sentences >= end);
        if is_over || !self.side.next(&mut block.block)? {
            return Ok(Next::End);
        }
        block.chosen = self.choose(&block.block);
        (block.number, block.before) = (self.blocks, self.trees);
        self.blocks += 1;
        self.trees += block.block.extents().len() as u64;
        Ok(Next::Block)
    }

    fn number(block: &TreeBlock) -> u64 {
        block.number
    }

    fn bytes_read(&self) -> u64 {
        self.side.bytes_read()
    }
}

/// The work on blocks that is made of work on sentences.
struct BySentence<'t, W> {
    treebank: &'t Treebank,
    work: &'t W,
}

struct Worker<W> {
    units: UnitReader,
    unit: units::Unit,
    chunker: Chunker,
    sentence: Sentence,
    own: W,
}

#[derive(Default)]
struct Part<P> {
    own: P,
    counts: TreeCounts,
    faults: Vec<FaultyTree>,
    failed: Option<SentencesError>,
}

impl<W: SentenceWork> Work for BySentence<'_, W> {
    type Block = TreeBlock;
    type Worker = Worker<W::Worker>;
    type Part = Part<W::Part>;

    fn worker(&self) -> Self::Worker {
        Worker {
            units: UnitReader::new(Syntax::Trees, Dialect::Native),
            unit: units::Unit::default(),
            chunker: Chunker::new(self.treebank.inventory.clone(), self.treebank.options),
            sentence: Sentence::default(),
            own: self.work.worker(),
        }
    }

    fn block(&self, worker: &mut Self::Worker, trees: &TreeBlock, part: &mut Self::Part) {
        *part = Part::default();
        let (block, mut known) = (&trees.block, Landmark::first(trees.block.first()));
        worker.units.begin(Which::Gold, block);
        for at in trees.chosen.clone() {
            let number = trees.before + at as u64 + 1;
            if let Err(fault) = worker.units.read(Which::Gold, block, at, &mut worker.unit) {
                known = known.moved(block.text(), bounds(block, at).0);
                let error = ReadError::new(fault, block.text(), known);
                part.faults.push(FaultyTree { document: block.document, number, error });
                part.counts.faulty += 1;
            } else if let Err(error) = self.sentence(worker, block, number, part) {
                part.failed = Some(self.unknown_category(block, at, number, error));
                return;
            }
        }
    }
}

impl<W: SentenceWork> BySentence<'_, W> {
    /// Makes a sentence of the tree that was read last, and does the work of it.
    fn sentence(
        &self,
        worker: &mut Worker<W::Worker>,
        block: &Block,
        number: u64,
        part: &mut Part<W::Part>,
    ) -> Result<(), UnknownCategory> {
        let Worker { units, unit, chunker, sentence, own } = worker;
        sentence.clear();
        if chunker.sentence(&unit.arena, units.text(block, unit), units.labels(), sentence)? {
            part.counts.sentences += 1;
            // Nothing is allocated: the memory of the last name is used again, and writing to a string cannot fail.
            let _ = write!(sentence.id, "{number}");
            self.work.sentence(own, number, sentence, &mut part.own);
        } else {
            part.counts.empty += 1;
        }
        Ok(())
    }

    fn unknown_category(
        &self,
        block: &Block,
        at: usize,
        number: u64,
        error: UnknownCategory,
    ) -> SentencesError {
        let document = self.treebank.corpus.documents().get(block.document);
        let file = document.map(|document| document.name.clone()).unwrap_or_default();
        SentencesError::Category { file, line: block.line(&block.extents()[at]), number, error }
    }
}

/// Runs `work` over the sentences of a treebank; `take` gets the parts in order.
///
/// # Errors
/// If a file cannot be read, a chunk has an unknown category, or the observer said stop.
pub fn over_sentences<W: SentenceWork>(
    treebank: &Treebank,
    work: &W,
    observer: &mut dyn SentenceObserver,
    mut take: impl FnMut(&mut W::Part) + Send,
) -> Result<TreeCounts, SentencesError> {
    let mut side = SideReader::new(treebank.corpus.clone(), Unit::Tree)?;
    if let Some(bytes) = treebank.block {
        side = side.with_block(bytes);
    }
    let source = TreeSource {
        side,
        range: treebank.range,
        units: UnitReader::new(Syntax::Trees, Dialect::Native),
        unit: units::Unit::default(),
        blocks: 0,
        trees: 0,
        sentences: 0,
    };
    let (mut sum, mut failed) = (TreeCounts::default(), None);
    let mut each = |part: &mut Part<W::Part>, reached: Reached| {
        part.faults.iter().for_each(|fault| observer.fault(fault));
        sum.sentences += part.counts.sentences;
        sum.empty += part.counts.empty;
        sum.faulty += part.counts.faulty;
        failed = part.failed.take();
        if failed.is_some() {
            return ControlFlow::Break(());
        }
        take(&mut part.own);
        observer.progress(sum, reached.bytes)
    };
    let ended = parallel::run(source, treebank.threads, &BySentence { treebank, work }, &mut each)?;
    match (failed, ended) {
        (Some(error), _) => Err(error),
        (None, Ended::Stopped) => Err(SentencesError::Stopped),
        (None, _) => Ok(sum),
    }
}
