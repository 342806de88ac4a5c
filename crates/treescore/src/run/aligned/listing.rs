//! Listing the groups of an alignment with their words.

use std::ops::ControlFlow;

use super::{AlignedBlock, AlignedReader, AlignedUnit, Difference, GroupAt, TreePlace, join_words};
use crate::align::text::{Cell, Kind, TextCounts};
use crate::prepare::Rules;
use crate::read::{Block, Corpus, Next, OpenError, ReadError, Scanner, SideReader, SideSource, resolver};
use crate::read::{UnitReader, UnitTree};
use crate::run::outcome::FoundInputs;
use crate::run::parallel::Source;
use crate::run::pass::{Pass, passes};
use crate::setup::{Pairing, Setup};
use crate::tree::Which;

/// An entry of the listing, in the order of the text.
#[derive(Clone, Debug)]
pub enum Listed {
    /// Trees that cover the same text.
    Group(ListedGroup),
    /// An unreadable tree, which is in no group.
    NotATree(Which, TreePlace, ReadError),
}

/// A group: trees that cover the same text, by their numbers from 1, and their aligned words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGroup {
    /// The gold trees.
    pub gold: Vec<u64>,
    /// The system's trees.
    pub system: Vec<u64>,
    /// The cells, in the order of the text.
    pub cells: Vec<ListedCell>,
    /// How far the texts agree.
    pub text: TextCounts,
}

impl ListedGroup {
    /// The first difference of the group, with the positions of its first trees.
    fn first_difference(&self, gold: Option<TreePlace>, system: Option<TreePlace>) -> Option<Difference> {
        let cell = self.cells.iter().find(|cell| cell.kind.differs())?;
        Some(Difference {
            gold: (gold, join_words(cell.gold.iter().map(|word| &word[..]))),
            system: (system, join_words(cell.system.iter().map(|word| &word[..]))),
        })
    }
}

/// The words of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedCell {
    /// The kind of the cell.
    pub kind: Kind,
    /// The gold words.
    pub gold: Vec<Vec<u8>>,
    /// The system's words.
    pub system: Vec<Vec<u8>>,
}

/// How far two texts agree, and the trees in no group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The sums over all groups.
    pub text: TextCounts,
    /// The numbers of trees without words, of gold and system.
    pub without_words: [u64; 2],
    /// The numbers of unreadable trees, of gold and system.
    pub unreadable: [u64; 2],
    /// The first difference between the texts.
    pub first: Option<Difference>,
    /// What was found out about the files.
    pub inputs: FoundInputs,
}

/// Aligns two corpora as the setup pairs them, and passes every group to `each`, in the order of the text,
/// with the number of bytes read so far. `Break` ends the listing.
///
/// # Errors
/// If a file cannot be read.
///
/// ```
/// use std::ops::ControlFlow;
/// use treescore::Setup;
/// use treescore::read::Corpus;
/// use treescore::run::{Listed, list};
/// use treescore::setup::{Pairing, TextAlignment};
///
/// let dir = tempfile::tempdir()?;
/// let path = |name: &str| dir.path().join(name);
/// std::fs::write(path("gold"), "(S (D a) (N b))\n(S (V c))")?;
/// std::fs::write(path("system"), "(S (N ab) (V c))")?;
/// let setup = Setup::named("parseval")?.with_pairing(Pairing::Text(TextAlignment::default()));
/// let mut groups = Vec::new();
/// let each = &mut |listed, _| {
///     if let Listed::Group(group) = listed {
///         groups.push((group.gold, group.system));
///     }
///     ControlFlow::Continue(())
/// };
/// let (gold, system) = (Corpus::find(&path("gold"))?, Corpus::find(&path("system"))?);
/// list((&gold, &system), &setup, each)?;
/// assert_eq!(groups, [(vec![1, 2], vec![1])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list(
    (gold, system): (&Corpus, &Corpus),
    setup: &Setup,
    each: &mut dyn FnMut(Listed, u64) -> ControlFlow<()>,
) -> Result<Listing, OpenError> {
    let mut all = passes(std::slice::from_ref(setup), 1);
    let (Some(Pass { reading, .. }), Pairing::Text(alignment)) = (all.pop(), &setup.pairing) else {
        return Ok(Listing::default());
    };
    let wanted = reading.wanted();
    let [gold, system] = [(Which::Gold, gold), (Which::System, system)]
        .map(|(which, corpus)| corpus.clone().with_options(reading.input.apply(which, corpus.options())));
    let source = |corpus: &Corpus, partner: &Corpus| -> Result<SideReader, OpenError> {
        let resolve = Some(resolver(corpus, partner, &wanted));
        SideReader::with_partner(corpus.clone(), wanted.clone(), resolve)
    };
    let sources = [source(&gold, &system)?, source(&system, &gold)?];
    let logs = sources.each_ref().map(SideReader::log);
    let sources = sources.map(|source| Box::new(source) as Box<dyn SideSource>);
    let mut reader = AlignedReader::new(sources, &reading, alignment, None);
    let mut lister = Lister {
        units: reading.units(),
        scanners: [Scanner::new(), Scanner::new()],
        rules: reading.pairing.rules(reading.recipe.clone(), &reading.syntax),
        unit: UnitTree::default(),
    };
    let (mut block, mut listing) = (AlignedBlock::default(), Listing::default());
    while reader.next(&mut block)? == Next::Block {
        lister.scanners[0].begin(block.gold.padded());
        lister.scanners[1].begin(block.system.padded());
        listing.without_words.iter_mut().zip(block.without_words).for_each(|(sum, more)| *sum += more);
        for unit in &block.units {
            let found = match unit {
                AlignedUnit::Group(group) => {
                    let found = lister.group(&block, group);
                    let first_of = |places: &[TreePlace], trees: &std::ops::Range<usize>| {
                        places.get(trees.start).filter(|_| !trees.is_empty()).copied()
                    };
                    if listing.first.is_none() {
                        let gold = first_of(&block.gold_places, &group.gold);
                        let system = first_of(&block.system_places, &group.system);
                        listing.first = found.first_difference(gold, system);
                    }
                    listing.text += group.text;
                    Listed::Group(found)
                }
                AlignedUnit::NotATree(which, place, error, _) => {
                    listing.unreadable[usize::from(*which == Which::System)] += 1;
                    Listed::NotATree(*which, *place, (**error).clone())
                }
            };
            if each(found, reader.bytes_read()).is_break() {
                return Ok(listing);
            }
        }
    }
    let [gold, system] = logs.map(|log| log.facts());
    listing.inputs = FoundInputs { gold, systems: vec![system], ..FoundInputs::default() };
    Ok(listing)
}

struct Lister {
    units: UnitReader,
    scanners: [Scanner; 2],
    rules: Rules,
    unit: UnitTree,
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

    /// The aligned words of some trees.
    fn words(&mut self, which: Which, block: &Block, trees: std::ops::Range<usize>) -> Vec<Vec<u8>> {
        let mut words = Vec::new();
        for at in trees {
            // The aligner read this tree before, so it is readable.
            let scanner = &self.scanners[usize::from(which == Which::System)];
            if self.units.read(scanner, block, at, &mut self.unit).is_err() {
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
