//! Groups of trees with their words, one after the other: what alignment found, to be looked at.

use std::ops::ControlFlow;

use super::{
    AlignedBlock, AlignedInput, AlignedReader, AlignedUnit, Difference, GroupAt, TextSums, TreePlace,
    some_words,
};
use crate::align::text::{Cell, Kind, TextCounts};
use crate::prepare::Rules;
use crate::read::{Block, Dialect, Next, OpenError, ReadError};
use crate::run::parallel::Source;
use crate::run::units::{Unit, UnitReader};
use crate::tree::Which;

/// What alignment found, in the order of the text.
#[derive(Clone, Debug)]
pub enum Listed {
    /// Trees that cover the same text.
    Group(ListedGroup),
    /// What is not a tree, and so has no text.
    NotATree(Which, TreePlace, ReadError),
}

/// Trees that cover the same text, by their numbers from 1, and how their words meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGroup {
    /// The gold trees.
    pub gold: Vec<u64>,
    /// The system's trees.
    pub system: Vec<u64>,
    /// Where their words meet.
    pub cells: Vec<ListedCell>,
    /// How far their texts agree.
    pub text: TextCounts,
}

impl ListedGroup {
    /// The first difference, in a group whose first trees stand there.
    fn first_difference(&self, gold: Option<TreePlace>, system: Option<TreePlace>) -> Option<Difference> {
        let cell = self.cells.iter().find(|cell| cell.kind.differs())?;
        Some(Difference {
            gold: (gold, some_words(cell.gold.iter().map(|word| &word[..]))),
            system: (system, some_words(cell.system.iter().map(|word| &word[..]))),
        })
    }
}

/// The words of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedCell {
    /// What they have in common.
    pub kind: Kind,
    /// The gold words.
    pub gold: Vec<Vec<u8>>,
    /// The system's words.
    pub system: Vec<Vec<u8>>,
}

/// Aligns two corpora and tells of every group. `Break` ends the run.
///
/// # Errors
/// If a file cannot be read.
pub fn list(
    input: &AlignedInput<'_>,
    tell: &mut dyn FnMut(Listed, u64) -> ControlFlow<()>,
) -> Result<TextSums, OpenError> {
    let mut reader = AlignedReader::new(input)?;
    let mut lister = Lister {
        units: UnitReader::new(input.syntax.clone(), Dialect::Native).taking_bare_words(),
        rules: input.alignment.rules(input.recipe.clone(), input.syntax),
        unit: Unit::default(),
    };
    let (mut block, mut sums) = (AlignedBlock::default(), TextSums::default());
    while reader.next(&mut block)? == Next::Block {
        lister.units.begin(Which::Gold, &block.gold);
        lister.units.begin(Which::System, &block.system);
        sums += TextSums { without_words: block.without_words, ..TextSums::default() };
        for unit in &block.units {
            let found = match unit {
                AlignedUnit::Group(group) => {
                    let found = lister.group(&block, group);
                    let first = found.first_difference(
                        block.gold_places.get(group.gold.start).filter(|_| !group.gold.is_empty()).copied(),
                        block
                            .system_places
                            .get(group.system.start)
                            .filter(|_| !group.system.is_empty())
                            .copied(),
                    );
                    sums += TextSums { text: group.text, first, ..TextSums::default() };
                    Listed::Group(found)
                }
                AlignedUnit::NotATree(which, place, error) => {
                    sums.not_trees[usize::from(*which == Which::System)] += 1;
                    Listed::NotATree(*which, *place, (**error).clone())
                }
            };
            if tell(found, reader.bytes_read()).is_break() {
                return Ok(sums);
            }
        }
    }
    Ok(sums)
}

struct Lister {
    units: UnitReader,
    rules: Rules,
    unit: Unit,
}

impl Lister {
    fn group(&mut self, block: &AlignedBlock, group: &GroupAt) -> ListedGroup {
        let numbers = |places: &[TreePlace]| places.iter().map(|place| place.number).collect();
        let mut gold = self.words(Which::Gold, &block.gold, group.gold.clone()).into_iter();
        let mut system = self.words(Which::System, &block.system, group.system.clone()).into_iter();
        let same = Cell { gold: 1, system: 1, kind: Kind::Same };
        let plain = vec![same; if group.is_plain { gold.len() } else { 0 }];
        let cells = block.cells[group.cells.clone()].iter().chain(&plain).map(|cell| ListedCell {
            kind: cell.kind,
            gold: gold.by_ref().take(cell.gold as usize).collect(),
            system: system.by_ref().take(cell.system as usize).collect(),
        });
        ListedGroup {
            cells: cells.collect(),
            gold: numbers(&block.gold_places[group.gold.clone()]),
            system: numbers(&block.system_places[group.system.clone()]),
            text: group.text,
        }
    }

    /// The words of some trees that were aligned.
    fn words(&mut self, which: Which, block: &Block, trees: std::ops::Range<usize>) -> Vec<Vec<u8>> {
        let mut words = Vec::new();
        for at in trees {
            // It was read before, when it was aligned; if it were not a tree, it would not be here.
            if self.units.read(which, block, at, &mut self.unit).is_err() {
                continue;
            }
            self.rules.update(self.units.labels());
            let text = self.units.text(block, &self.unit);
            let aligned = self.unit.arena.words().iter();
            let aligned = aligned.filter(|word| !self.rules.by_label()[word.tag.index()].is_unaligned);
            words.extend(aligned.map(|word| word.bytes(text).to_vec()));
        }
        words
    }
}
