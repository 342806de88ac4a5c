//! Gold and system aligned by their texts: trees in groups that cover the same text, whatever their words and sentence breaks.
//!
//! Reading and aligning go on in one place, in the order of the text; what is then done with the groups is done by all threads.

use std::collections::VecDeque;
use std::ops::{AddAssign, Range};

use super::parallel::Source;
use super::units::{Unit, UnitReader, bounds};
use crate::align::OneSided;
use crate::align::text::{Cell, Feed, Group, Tables, TextAligner, TextTally, Words};
use crate::prepare::{Recipe, Rules};
use crate::read::{Block, Corpus, Dialect, Landmark, Next, OpenError, ReadError, SideReader, Syntax};
use crate::tree::Which;

/// How texts are aligned.
#[derive(Clone, Debug)]
pub struct Alignment {
    /// What counts as the same text.
    pub tables: Tables,
    /// What becomes of words that only one side has.
    pub one_sided: OneSided,
}

impl Default for Alignment {
    /// The usual tables; words of one side are skipped.
    fn default() -> Self {
        Self { tables: Tables::default(), one_sided: OneSided::Skip }
    }
}

impl Alignment {
    /// Its settings as `(key, value)`, in a fixed order: everything that changes a number.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("norm", self.tables.normaliser.name()),
            ("exc", self.tables.exceptions.name()),
            ("one-sided", self.one_sided.as_str().to_owned()),
        ]
    }
}

/// Where a tree stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreePlace {
    /// Its number in the corpus, from 1.
    pub number: u64,
    /// Number of its document.
    pub document: usize,
    /// The line it begins on.
    pub line: u64,
}

/// Some groups of trees, ready to be measured.
#[derive(Debug, Default)]
pub struct AlignedBlock {
    /// The gold trees of all groups.
    pub gold: Block,
    /// The system's trees.
    pub system: Block,
    /// Where the gold trees stand.
    pub gold_places: Vec<TreePlace>,
    /// Where the system's trees stand.
    pub system_places: Vec<TreePlace>,
    /// The groups, and trees that are none, in order.
    pub units: Vec<AlignedUnit>,
    /// The cells of all groups that have any.
    pub cells: Vec<Cell>,
    /// Number of the block, from 0.
    pub number: u64,
    /// Number of the first unit, from 0.
    pub first_pair: u64,
    /// Trees without words that were read meanwhile, which are in no group: of gold and system.
    pub without_words: [u64; 2],
}

/// A group, or a tree that cannot be in one.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all are groups, and a box for each would have to be allocated"
)]
pub enum AlignedUnit {
    /// Trees that cover the same text.
    Group(GroupAt),
    /// What is not a tree, and so has no text.
    NotATree(Which, TreePlace, Box<ReadError>),
}

/// Trees that cover the same text.
#[derive(Clone, Debug)]
pub struct GroupAt {
    /// The gold trees, by number in the block.
    pub gold: Range<usize>,
    /// The system's trees.
    pub system: Range<usize>,
    /// Where their words meet, in [`AlignedBlock::cells`].
    pub cells: Range<usize>,
    /// One tree on each side, and each word has its partner.
    pub is_plain: bool,
    /// Number of the gold document: of the first gold tree, or of the one before if there is none.
    pub document: usize,
    /// What there is to say about its text.
    pub text: TextTally,
}

/// How far texts agree, over a whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextSums {
    /// The sums of the groups.
    pub text: TextTally,
    /// Trees without words, of gold and system.
    pub without_words: [u64; 2],
    /// What could not be read, and so has no text, of gold and system.
    pub not_trees: [u64; 2],
    /// The first place at which the texts differ.
    pub first: Option<Difference>,
}

/// A place at which the texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of the first gold tree of the group, if it has one, and the words.
    pub gold: (Option<u64>, String),
    /// The same of the system.
    pub system: (Option<u64>, String),
}

impl AddAssign for TextSums {
    fn add_assign(&mut self, other: Self) {
        self.text += other.text;
        for which in 0..2 {
            self.without_words[which] += other.without_words[which];
            self.not_trees[which] += other.not_trees[which];
        }
        if self.first.is_none() {
            self.first = other.first;
        }
    }
}

/// How many bytes of trees make a block.
const BLOCK: usize = 256 * 1024;

/// Reads both sides and aligns their texts.
pub struct AlignedReader {
    gold: SideFeed,
    system: SideFeed,
    aligner: TextAligner,
    group: Group,
    /// Pairs of documents that are aligned one by one; everything at once if 1.
    documents: usize,
    document: usize,
    /// Number of the document of the last gold tree.
    gold_document: usize,
    block: usize,
    blocks: u64,
    units: u64,
}

/// What of a job an [`AlignedReader`] needs to know.
#[derive(Clone, Debug)]
pub struct AlignedInput<'i> {
    /// The gold trees.
    pub gold: &'i Corpus,
    /// The system's trees.
    pub system: &'i Corpus,
    /// What a tree is on either side.
    pub unit: crate::read::Unit,
    /// How trees are written.
    pub syntax: &'i Syntax,
    /// The recipe, which says which words are traces.
    pub recipe: &'i Recipe,
    /// Bytes per block, if not the usual number.
    pub block: Option<usize>,
}

impl AlignedReader {
    /// A reader of both sides.
    ///
    /// # Errors
    /// If a file cannot be opened.
    pub fn new(input: &AlignedInput<'_>, tables: &Tables) -> Result<Self, OpenError> {
        let documents = input.gold.documents().len();
        let documents = if documents == input.system.documents().len() { documents } else { 1 };
        Ok(Self {
            gold: SideFeed::new(Which::Gold, input.gold, input, documents > 1)?,
            system: SideFeed::new(Which::System, input.system, input, documents > 1)?,
            aligner: TextAligner::new(tables.clone()),
            group: Group::default(),
            documents,
            document: 0,
            gold_document: 0,
            block: input.block.unwrap_or(BLOCK),
            blocks: 0,
            units: 0,
        })
    }

    /// Adds the next group, or what was read that is no tree; false if nothing is left.
    fn push_next(&mut self, block: &mut AlignedBlock) -> Result<bool, OpenError> {
        loop {
            let found = self.aligner.next(&mut self.gold, &mut self.system, &mut self.group)?;
            for side in [&mut self.gold, &mut self.system] {
                block.units.append(&mut side.faulty);
            }
            if found {
                self.push_group(block);
                return Ok(true);
            }
            self.document += 1;
            if self.document >= self.documents {
                return Ok(!block.units.is_empty());
            }
            // Files that are paired are aligned each with its own, so that none can spoil the next.
            self.gold.document = self.document;
            self.system.document = self.document;
            self.aligner.restart();
        }
    }

    fn push_group(&mut self, block: &mut AlignedBlock) {
        let Group { gold_trees, system_trees, is_plain, cells, text } = &self.group;
        let first = block.cells.len();
        block.cells.extend_from_slice(cells);
        let gold = self.gold.hand_over(*gold_trees, &mut block.gold, &mut block.gold_places);
        let system = self.system.hand_over(*system_trees, &mut block.system, &mut block.system_places);
        if let Some(place) = block.gold_places.get(gold.start) {
            self.gold_document = place.document;
        }
        block.units.push(AlignedUnit::Group(GroupAt {
            document: self.gold_document.max(if self.documents > 1 { self.document } else { 0 }),
            gold,
            system,
            cells: first..block.cells.len(),
            is_plain: *is_plain,
            text: *text,
        }));
    }
}

impl Source for AlignedReader {
    type Block = AlignedBlock;

    fn next(&mut self, block: &mut AlignedBlock) -> Result<Next, OpenError> {
        block.gold.clear();
        block.system.clear();
        block.units.clear();
        block.cells.clear();
        block.gold_places.clear();
        block.system_places.clear();
        while block.gold.len() + block.system.len() < self.block && self.document < self.documents {
            if !self.push_next(block)? {
                break;
            }
        }
        block.gold.seal();
        block.system.seal();
        block.without_words =
            [&mut self.gold, &mut self.system].map(|side| std::mem::take(&mut side.without_words));
        block.number = self.blocks;
        block.first_pair = self.units;
        self.blocks += 1;
        self.units += block.units.len() as u64;
        let is_end = block.units.is_empty() && block.without_words == [0, 0];
        Ok(if is_end { Next::End } else { Next::Block })
    }

    fn number(block: &AlignedBlock) -> u64 {
        block.number
    }

    fn bytes_read(&self) -> u64 {
        self.gold.side.bytes_read() + self.system.side.bytes_read()
    }
}

/// The trees of one side on their way to the aligner, and those that wait until it has found their partners.
struct SideFeed {
    which: Which,
    side: SideReader,
    reader: UnitReader,
    rules: Rules,
    unit: Unit,
    block: Block,
    /// Units of the block that were read.
    taken: usize,
    /// How far lines and columns of the block are counted, which only faults need.
    counted: Option<Landmark>,
    /// The document to read, if others are not to be touched.
    document: usize,
    is_by_document: bool,
    trees: u64,
    without_words: u64,
    faulty: Vec<AlignedUnit>,
    waiting: VecDeque<Waiting>,
    /// The text of the trees that wait, and how much of it is not needed any more.
    bytes: Vec<u8>,
    done: usize,
}

/// A tree that waits.
struct Waiting {
    place: TreePlace,
    length: usize,
}

impl SideFeed {
    fn new(
        which: Which,
        corpus: &Corpus,
        input: &AlignedInput<'_>,
        is_by_document: bool,
    ) -> Result<Self, OpenError> {
        Ok(Self {
            which,
            side: SideReader::new(corpus.clone(), input.unit)?,
            reader: UnitReader::new(input.syntax.clone(), Dialect::Native).taking_bare_words(),
            rules: Rules::of(input.recipe.clone(), input.syntax),
            unit: Unit::default(),
            block: Block::default(),
            taken: 0,
            counted: None,
            document: 0,
            is_by_document,
            trees: 0,
            without_words: 0,
            faulty: Vec::new(),
            waiting: VecDeque::new(),
            bytes: Vec::new(),
            done: 0,
        })
    }

    /// Makes sure that there is a unit to read; false if there is none, or none of this document.
    fn fill(&mut self) -> Result<bool, OpenError> {
        if self.taken == self.block.extents().len() {
            // Also when nothing is left: asked again for the next document, it must be seen that the block is empty now.
            self.taken = 0;
            self.counted = None;
            if !self.side.next(&mut self.block)? {
                return Ok(false);
            }
            self.reader.begin(self.which, &self.block);
        }
        Ok(!self.is_by_document || self.block.document <= self.document)
    }

    /// Hands the text of the next trees over; gives their numbers in the block.
    fn hand_over(&mut self, trees: u32, block: &mut Block, places: &mut Vec<TreePlace>) -> Range<usize> {
        let first = block.extents().len();
        for tree in self.waiting.drain(..self.waiting.len().min(trees as usize)) {
            let end = self.done + tree.length;
            block.push(&self.bytes[self.done..end]);
            self.done = end;
            places.push(tree.place);
        }
        if self.done > self.bytes.len() / 2 {
            self.bytes.drain(..self.done);
            self.done = 0;
        }
        first..block.extents().len()
    }

    #[cold]
    fn not_a_tree(&mut self, fault: crate::read::Fault, at: usize) {
        let (start, end) = bounds(&self.block, at);
        if self.block.text()[start..end].trim_ascii().is_empty() {
            self.without_words += 1; // a blank line
            return;
        }
        let known = self.counted.unwrap_or(Landmark::first(self.block.first()));
        let known = known.moved(self.block.text(), start);
        self.counted = Some(known);
        let error = ReadError::new(fault, self.block.text(), known);
        self.faulty.push(AlignedUnit::NotATree(self.which, self.place(at), Box::new(error)));
    }

    fn place(&self, at: usize) -> TreePlace {
        let line = self.block.line(&self.block.extents()[at]);
        TreePlace { number: self.trees, document: self.block.document, line }
    }
}

impl Feed for SideFeed {
    type Error = OpenError;

    fn next_tree(&mut self, words: &mut Words) -> Result<bool, OpenError> {
        while self.fill()? {
            let at = self.taken;
            self.taken += 1;
            self.trees += 1;
            if let Err(fault) = self.reader.read(self.which, &self.block, at, &mut self.unit) {
                self.not_a_tree(fault, at);
                continue;
            }
            self.rules.update(self.reader.labels());
            let text = self.reader.text(&self.block, &self.unit);
            let mut has_words = false;
            for word in self.unit.arena.words() {
                if !self.rules.by_label()[word.tag.index()].is_trace {
                    let bytes = word.bytes(text);
                    words.push(if bytes.is_empty() { b"\0" } else { bytes });
                    has_words = true;
                }
            }
            if has_words {
                let (start, end) = bounds(&self.block, at);
                self.bytes.extend_from_slice(&self.block.text()[start..end]);
                self.waiting.push_back(Waiting { place: self.place(at), length: end - start });
                return Ok(true);
            }
            self.without_words += 1;
        }
        Ok(false)
    }
}
