//! Both sides read, their texts aligned, and the trees handed out in groups.

use super::feed::{Numbers, SideFeed};
use super::{AlignedBlock, AlignedUnit, GroupAt, TextAlignment};
use crate::align::text::{Group, TextAligner};
use crate::prepare::Recipe;
use crate::read::{Corpus, Next, OpenError, Syntax};
use crate::run::parallel::Source;
use crate::tree::Which;

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
    numbers: Numbers,
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
    /// How texts are aligned.
    pub alignment: &'i TextAlignment,
    /// Bytes per block, if not the usual number.
    pub block: Option<usize>,
}

impl AlignedReader {
    /// A reader of both sides.
    ///
    /// # Errors
    /// If a file cannot be opened.
    pub fn new(input: &AlignedInput<'_>) -> Result<Self, OpenError> {
        let documents = input.gold.documents().len();
        let documents = if documents == input.system.documents().len() { documents } else { 1 };
        let side = |which, corpus| {
            let rules = input.alignment.rules(input.recipe.clone(), input.syntax);
            SideFeed::new(which, corpus, (input.unit, input.syntax), rules, documents > 1)
        };
        Ok(Self {
            gold: side(Which::Gold, input.gold)?,
            system: side(Which::System, input.system)?,
            aligner: TextAligner::new(input.alignment.tables.clone()),
            group: Group::default(),
            documents,
            document: 0,
            gold_document: 0,
            block: input.block.unwrap_or(BLOCK),
            numbers: Numbers::default(),
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
            document: if self.documents > 1 { self.document } else { self.gold_document },
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
        block.clear();
        while block.gold.len() + block.system.len() < self.block && self.document < self.documents {
            if !self.push_next(block)? {
                break;
            }
        }
        Ok(self.numbers.finish(block, [&mut self.gold, &mut self.system]))
    }

    fn number(block: &AlignedBlock) -> u64 {
        block.number
    }

    fn bytes_read(&self) -> u64 {
        self.gold.side.bytes_read() + self.system.side.bytes_read()
    }
}
