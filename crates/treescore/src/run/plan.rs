//! What a run is to do: gold, systems, setups, and what is asked of them.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use super::lens::SideColumns;
use super::timed::Meet;
use crate::measure::Facet;
use crate::read::times::TimesFormat;
use crate::read::{Corpus, FedSide, MemorySide, OpenError, SideReader, SideSource, UnitKind, Units};
use crate::setup::Setup;

/// Everything a run is to do. Gold is read once, whatever the number of systems and setups.
pub struct Plan {
    /// The gold trees.
    pub gold: Input,
    /// The systems.
    pub systems: Vec<Input>,
    /// What is measured, and how.
    pub setups: Vec<Setup>,
    /// What is asked besides the sums.
    pub ask: Ask,
    /// How many threads.
    pub threads: usize,
    /// Bytes per block, if not the usual number.
    pub block: Option<usize>,
}

impl Plan {
    /// These setups over gold and systems, on one thread, with nothing extra.
    pub fn new(gold: Input, systems: Vec<Input>, setups: Vec<Setup>) -> Self {
        Self { gold, systems, setups, ask: Ask::default(), threads: 1, block: None }
    }
}

/// The trees of one side, and what belongs to them.
pub struct Input {
    /// The trees.
    pub trees: InputTrees,
    /// Their word times, if they are known.
    pub times: Option<InputTimes>,
    /// Word alignments of another program, one for each conversation side.
    pub columns: Option<SideColumns>,
}

/// Where trees come from.
pub enum InputTrees {
    /// Files.
    Files(Corpus),
    /// Memory: each unit is one tree.
    Memory(Arc<Units>),
    /// The calling thread, which [feeds](crate::read::fed) them. They can be read once.
    Fed(Mutex<Option<FedSide>>),
}

/// Word times of one side.
#[derive(Clone, Debug)]
pub struct InputTimes {
    /// The files.
    pub corpus: Corpus,
    /// Their format, if their names do not tell it.
    pub format: Option<TimesFormat>,
    /// How times and trees find each other.
    pub meet: Meet,
}

impl From<Corpus> for Input {
    fn from(corpus: Corpus) -> Self {
        Self { trees: InputTrees::Files(corpus), times: None, columns: None }
    }
}

impl From<Units> for Input {
    fn from(units: Units) -> Self {
        Self { trees: InputTrees::Memory(Arc::new(units)), times: None, columns: None }
    }
}

impl From<FedSide> for Input {
    fn from(side: FedSide) -> Self {
        Self { trees: InputTrees::Fed(Mutex::new(Some(side))), times: None, columns: None }
    }
}

impl Input {
    /// The files, if trees come from files.
    pub fn corpus(&self) -> Option<&Corpus> {
        match &self.trees {
            InputTrees::Files(corpus) => Some(corpus),
            InputTrees::Memory(_) | InputTrees::Fed(_) => None,
        }
    }

    /// The name that tables show.
    pub fn short_name(&self) -> String {
        match &self.trees {
            InputTrees::Files(corpus) => corpus.short_name(),
            InputTrees::Memory(units) => units.name().to_owned(),
            InputTrees::Fed(side) => {
                let side = side.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                side.as_ref().map(|side| side.names().0.to_owned()).unwrap_or_default()
            }
        }
    }

    /// The name as given.
    pub fn name(&self) -> String {
        self.corpus().map_or_else(|| self.short_name(), |corpus| corpus.name().to_owned())
    }

    /// Name of a document for people: below the folder given, or the name of the file given, never a path.
    pub fn document_name(&self, document: usize) -> Option<String> {
        self.corpus().map_or_else(|| Some(self.short_name()), |corpus| corpus.display_name(document))
    }

    /// How many bytes there are to read, if that is known.
    pub fn bytes(&self) -> Option<u64> {
        match &self.trees {
            InputTrees::Files(corpus) => corpus.bytes(),
            InputTrees::Memory(units) => Some(units.bytes()),
            InputTrees::Fed(_) => None,
        }
    }
}

/// The trees of one side on their way into a run: opened once, and kept if they are read more than once.
pub(super) enum Opened {
    Files(Corpus),
    Memory(Arc<Units>),
    Fed(Option<FedSide>),
}

impl Opened {
    /// Takes the trees over; `is_read_again` keeps those of files in memory. Those that are fed are [kept](Self::keep) later.
    pub(super) fn new(trees: &InputTrees, is_read_again: bool) -> Result<Self, OpenError> {
        Ok(match trees {
            InputTrees::Files(corpus) => {
                let mut corpus = corpus.clone();
                if is_read_again {
                    corpus.hold()?;
                }
                Self::Files(corpus)
            }
            InputTrees::Memory(units) => Self::Memory(Arc::clone(units)),
            InputTrees::Fed(side) => {
                Self::Fed(side.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take())
            }
        })
    }

    /// What ends the waiting for trees that are fed.
    pub(super) fn stop(&self) -> Option<Arc<AtomicBool>> {
        match self {
            Self::Fed(Some(side)) => Some(side.stop()),
            Self::Fed(None) | Self::Files(_) | Self::Memory(_) => None,
        }
    }

    /// Waits for the trees of all sides that are fed, and keeps them.
    pub(super) fn keep(sides: &mut [&mut Self]) {
        let (mut fed, mut places) = (Vec::new(), Vec::new());
        for (at, side) in sides.iter_mut().enumerate() {
            if let Self::Fed(found) = side {
                fed.extend(found.take());
                places.push(at);
            }
        }
        for (units, at) in FedSide::drain(&mut fed).into_iter().zip(places) {
            *sides[at] = Self::Memory(Arc::new(units));
        }
    }

    /// A source of the units, from the first on.
    pub(super) fn source(
        &mut self,
        unit: UnitKind,
        block: Option<usize>,
    ) -> Result<Box<dyn SideSource>, OpenError> {
        Ok(match self {
            Self::Files(corpus) => {
                let reader = SideReader::new(corpus.clone(), unit)?;
                Box::new(match block {
                    Some(bytes) => reader.with_block(bytes),
                    None => reader,
                })
            }
            Self::Memory(units) => Box::new(MemorySide::new(Arc::clone(units), block)),
            Self::Fed(side) => match side.take() {
                Some(side) => Box::new(side),
                None => Box::new(MemorySide::new(Arc::default(), block)),
            },
        })
    }

    /// The files, if there are any.
    pub(super) fn corpus(&self) -> Option<&Corpus> {
        match self {
            Self::Files(corpus) => Some(corpus),
            Self::Memory(_) | Self::Fed(_) => None,
        }
    }
}

/// What is asked of a run besides its sums. Asking for more changes no number.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Sum by this, too.
    pub facet: Option<Facet>,
    /// Which pairs become rows.
    pub rows: Rows,
    /// What rows say about single items.
    pub matches: Matches,
    /// Keep the rows of so many pairs with the lowest figures, with their matches.
    pub worst: usize,
    /// Keep every refused pair in the result, not only the first of each kind.
    pub refused: bool,
    /// Keep the counts of all pairs as tables.
    pub tables: bool,
    /// Stop at the first refused pair.
    pub strict: bool,
}

/// Which pairs become rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// None.
    #[default]
    None,
    /// Every pair.
    All,
    /// The one with this number, from 1.
    One(u64),
}

impl Rows {
    /// Does the pair with this number become a row?
    pub fn has(self, pair: u64) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::One(number) => number == pair,
        }
    }
}

/// What rows say about single items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matches {
    /// Nothing.
    #[default]
    None,
    /// Items that are missing, extra, relabelled or crossing.
    Differences,
    /// All items.
    All,
}
