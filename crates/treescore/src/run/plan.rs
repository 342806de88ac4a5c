//! The plan of a run: gold, systems, setups, and the requested results.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use super::fold::{MOST_BITS, SumBy, Summing};
use super::kept::{KeptFigure, KeptFigures};
use super::lens::SideColumns;
use super::pass::Reading;
use super::timed::TimesMatching;
use crate::measure::Facet;
use crate::read::times::{Segments, TimeUnit, TimesFormat};
use crate::read::{
    Corpus, FedSide, InputLog, MemorySide, OpenError, SideReader, SideSource, Units, resolver,
};
use crate::setup::{ResampleBy, Setup, StatSettings, TestMethod};
use crate::tree::Which;
use crate::values::Meter;

/// A complete description of a run. Gold is read once, regardless of the number of systems and setups.
pub struct Plan {
    /// The gold side.
    pub gold: Input,
    /// The systems.
    pub systems: Vec<Input>,
    /// The setups: each system is scored by each of them.
    pub setups: Vec<Setup>,
    /// The results requested besides the sums.
    pub ask: Ask,
    /// The number of threads.
    pub threads: usize,
    /// The block size in bytes, if not the default.
    pub block: Option<usize>,
}

impl Plan {
    /// Keeps in memory what can be read only once, such as standard input, so that the plan can be carried out again.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn hold_streams(&self) -> Result<(), OpenError> {
        let inputs = self.systems.iter().chain([&self.gold]);
        let times = inputs.clone().filter_map(|input| input.times.as_ref()).map(|times| &times.corpus);
        inputs.filter_map(Input::corpus).chain(times).try_for_each(Corpus::hold_streams)
    }

    /// Creates a plan for one thread that requests sums only.
    pub fn new(gold: Input, systems: Vec<Input>, setups: Vec<Setup>) -> Self {
        Self { gold, systems, setups, ask: Ask::default(), threads: 1, block: None }
    }
}

/// The trees of one side, with their word times and alignments.
///
/// ```
/// use treescore::read::Units;
/// use treescore::run::Input;
/// let units: Units = ["(S (N a))", "(S (N b))"].into_iter().collect();
/// let input = Input::from(units);
/// assert_eq!(input.bytes(), Some(18));
/// ```
pub struct Input {
    /// The trees.
    pub trees: InputTrees,
    /// The word times of the trees.
    pub times: Option<InputTimes>,
    /// Word alignments by another program, one for each conversation side.
    pub columns: Option<SideColumns>,
}

/// The source of the trees of one side.
pub enum InputTrees {
    /// Files.
    Files(Corpus),
    /// Memory; each unit is one tree.
    Memory(Arc<Units>),
    /// The calling thread, which [feeds](crate::read::feeder) the trees. They can be read only once.
    Fed(Mutex<Option<FedSide>>),
}

/// The word times of one side.
#[derive(Clone, Debug)]
pub struct InputTimes {
    /// The files.
    pub corpus: Corpus,
    /// The format. `None`: recognised from each file.
    pub format: Option<TimesFormat>,
    /// Where each utterance begins in its recording.
    pub segments: Option<Arc<Segments>>,
    /// How times are assigned to trees.
    pub matching: TimesMatching,
    /// The unit of the times, if it is not that of the setup.
    pub unit: Option<TimeUnit>,
    /// Seconds that are added to every time, if not those of the setup.
    pub shift: Option<f64>,
}

impl InputTimes {
    /// Times in these files, which are read as the setup says. Without a format it is recognised.
    pub fn new(corpus: Corpus, format: Option<TimesFormat>) -> Self {
        let matching = TimesMatching::default();
        Self { corpus, format, segments: None, matching, unit: None, shift: None }
    }
}

impl From<Corpus> for Input {
    fn from(corpus: Corpus) -> Self {
        Self { trees: InputTrees::Files(corpus), times: None, columns: None }
    }
}

impl From<Units> for Input {
    fn from(units: Units) -> Self {
        Self::from(Arc::new(units))
    }
}

impl From<Arc<Units>> for Input {
    fn from(units: Arc<Units>) -> Self {
        Self { trees: InputTrees::Memory(units), times: None, columns: None }
    }
}

impl From<FedSide> for Input {
    fn from(side: FedSide) -> Self {
        Self { trees: InputTrees::Fed(Mutex::new(Some(side))), times: None, columns: None }
    }
}

impl Input {
    /// The same input, to be read once more; `None` if its trees come one by one and can be read only once.
    pub fn again(&self) -> Option<Self> {
        let trees = match &self.trees {
            InputTrees::Files(corpus) => InputTrees::Files(corpus.clone()),
            InputTrees::Memory(units) => InputTrees::Memory(Arc::clone(units)),
            InputTrees::Fed(_) => return None,
        };
        Some(Self { trees, times: self.times.clone(), columns: None })
    }

    /// The files, if trees come from files.
    pub fn corpus(&self) -> Option<&Corpus> {
        match &self.trees {
            InputTrees::Files(corpus) => Some(corpus),
            InputTrees::Memory(_) | InputTrees::Fed(_) => None,
        }
    }

    /// The name shown in tables.
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

    /// The name as given by the user.
    pub fn name(&self) -> String {
        self.corpus().map_or_else(|| self.short_name(), |corpus| corpus.name().to_owned())
    }

    /// The name of a document as shown to people: relative to the given folder, or the name of the given
    /// file, never a full path.
    pub fn document_name(&self, document: usize) -> Option<String> {
        match &self.trees {
            InputTrees::Files(corpus) => corpus.display_name(document),
            InputTrees::Memory(units) => {
                units.files().nth(document).map(str::to_owned).or_else(|| Some(self.short_name()))
            }
            InputTrees::Fed(_) => Some(self.short_name()),
        }
    }

    /// The number of documents, as far as it is known before they are read.
    pub fn documents(&self) -> usize {
        match &self.trees {
            InputTrees::Files(corpus) => corpus.documents().len(),
            InputTrees::Memory(units) => units.files().count().max(1),
            InputTrees::Fed(_) => 1,
        }
    }

    /// The number of bytes to read, if known.
    pub fn bytes(&self) -> Option<u64> {
        match &self.trees {
            InputTrees::Files(corpus) => corpus.bytes(),
            InputTrees::Memory(units) => Some(units.bytes()),
            InputTrees::Fed(_) => None,
        }
    }
}

/// The trees of one side during a run. Files are opened once, and kept in memory if they are read more than
/// once.
pub(super) enum Opened {
    Files(Corpus),
    Memory(Arc<Units>),
    Fed(Option<FedSide>),
}

impl Opened {
    /// Opens the trees. With `is_read_again`, files are loaded into memory. Fed trees are [kept](Self::keep)
    /// later.
    pub(super) fn new(trees: &InputTrees, is_read_again: bool, meter: &Meter) -> Result<Self, OpenError> {
        Ok(match trees {
            InputTrees::Files(corpus) => {
                let corpus = corpus.clone();
                corpus.attach(meter);
                if is_read_again {
                    corpus.hold()?;
                }
                Self::Files(corpus)
            }
            InputTrees::Memory(units) => Self::Memory(Arc::clone(units)),
            InputTrees::Fed(side) => {
                let mut side = side.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
                if let Some(side) = &mut side {
                    side.attach(meter);
                }
                Self::Fed(side)
            }
        })
    }

    /// The flag that ends the waiting for fed trees.
    pub(super) fn stop(&self) -> Option<Arc<AtomicBool>> {
        match self {
            Self::Fed(Some(side)) => Some(side.stop()),
            Self::Fed(None) | Self::Files(_) | Self::Memory(_) => None,
        }
    }

    /// Waits for the trees of all fed sides, and keeps them in memory.
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

    /// Creates a source that starts at the first unit. The words of `partner` decide where two readings are
    /// possible. `log` gets what is known about the files.
    pub(super) fn source(
        &mut self,
        (which, reading, is_rival): (Which, &Reading, bool),
        block: Option<usize>,
        partner: Option<&Corpus>,
        log: &mut InputLog,
    ) -> Result<Box<dyn SideSource>, OpenError> {
        Ok(match self {
            Self::Files(corpus) => {
                let (mut wanted, input) = (reading.wanted(), &reading.input);
                // An empty file does not stop the other systems.
                wanted.has_rivals = is_rival;
                wanted.side = Some(which);
                let with_options = |corpus: &Corpus, which| {
                    corpus.clone().with_options(input.apply(which, corpus.options()))
                };
                let corpus = with_options(corpus, which);
                let partner = partner.map(|partner| with_options(partner, which.other()));
                let resolve = partner.map(|partner| resolver(&corpus, &partner, &wanted));
                let reader = SideReader::with_partner(corpus, wanted, resolve)?;
                *log = reader.log();
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

    /// The files, if trees come from files.
    pub(super) fn corpus(&self) -> Option<&Corpus> {
        match self {
            Self::Files(corpus) => Some(corpus),
            Self::Memory(_) | Self::Fed(_) => None,
        }
    }
}

/// The intervals and tests that a report shows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent requests")]
pub struct Statistics {
    /// How they are computed.
    pub settings: StatSettings,
    /// How systems are compared.
    pub test: TestMethod,
    /// The figures they are about.
    pub figures: KeptFigures,
    /// The position of the system that the others are compared with.
    pub reference: usize,
    /// The figures that have intervals for each system alone, among those that are kept.
    pub intervals: KeptFigures,
    /// Whether systems are compared at all.
    pub compared: bool,
    /// Whether all systems are compared with each other.
    pub pairwise: bool,
    /// The key of each gold tree, if keys decide which pairs are drawn together.
    pub keys: Option<Arc<[u64]>>,
    /// Whether figures are needed pair by pair. Otherwise many pairs are summed while they are scored.
    pub by_pair: bool,
    /// Whether word alignments are kept, for the test of matched pairs of segments.
    pub segments: bool,
    /// Whether the groups of a breakdown have intervals, for which their pairs are kept.
    pub groups: bool,
    /// How many of the units that differ most in the headline are listed, for each two systems that are compared.
    pub furthest: usize,
}

impl Default for Statistics {
    /// Intervals of headlines, and comparisons with the first system.
    fn default() -> Self {
        Self {
            settings: StatSettings::default(),
            test: TestMethod::Randomisation,
            figures: KeptFigures::Headline,
            reference: 0,
            intervals: KeptFigures::All,
            compared: true,
            pairwise: false,
            keys: None,
            by_pair: false,
            segments: false,
            groups: true,
            furthest: 0,
        }
    }
}

impl Statistics {
    /// Which of some systems are compared: the first of two, and the second.
    pub(crate) fn pairs(&self, systems: usize) -> Vec<(usize, usize)> {
        if self.pairwise {
            let all = (0..systems).flat_map(|first| (first + 1..systems).map(move |second| (first, second)));
            return all.collect();
        }
        Self::with_reference(self.reference, systems).collect()
    }

    fn with_reference(reference: usize, systems: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..systems).filter(move |&system| system != reference).map(move |system| (reference, system))
    }

    /// Which systems are held against each other before pairs are summed: those that are compared, and the others with the
    /// first of them. It stands in for a reference that turns out not to fit gold, which is known at the end only.
    pub(crate) fn pairs_to_meet(&self, systems: usize) -> Vec<(usize, usize)> {
        let mut pairs = self.pairs(systems);
        let stand_in = usize::from(self.reference == 0);
        if !self.pairwise && self.compared {
            let with_it = Self::with_reference(stand_in, systems);
            pairs.extend(with_it.filter(|&(_, system)| system != self.reference));
        }
        pairs
    }
}

/// The results of a run that are requested besides the sums. Requests change no number.
///
/// ```
/// use treescore::run::{Ask, Matches, Rows};
/// let ask = Ask { rows: Rows::One(57), matches: Matches::All, ..Ask::default() };
/// assert!(ask.rows.has(57) && !ask.rows.has(58));
/// ```
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent requests")]
pub struct Ask {
    /// The breakdown to compute.
    pub facet: Option<Facet>,
    /// A second breakdown, of the other kind: by items (labels, types) if the first is by pairs (lengths, files), and the other
    /// way round.
    pub second_facet: Option<Facet>,
    /// The pairs that become rows.
    pub rows: Rows,
    /// The items that rows list.
    pub matches: Matches,
    /// The number of pairs with the lowest figures whose rows are kept, with their differences.
    pub worst: usize,
    /// Whether every refused pair is kept, not only the first of each kind.
    pub refused: bool,
    /// Whether the counts of all pairs are kept as tables.
    pub tables: bool,
    /// Of how many setups tables are kept, from the first; `None`: of all.
    pub tables_of: Option<usize>,
    /// Intervals and tests, for which figures of each pair are kept.
    pub statistics: Option<Statistics>,
    /// Whether the run stops at the first refused pair.
    pub strict: bool,
    /// Whether rows list the aligned words, if words of speech are aligned.
    pub cells: bool,
    /// Whether rows hold sketches: both trees with their verdicts.
    pub sketches: bool,
    /// Whether trees are looked at for [findings](crate::findings): labels, tags, roots.
    pub survey: bool,
}

impl Ask {
    /// How the kept figures of pairs may be summed while scoring; `None` if they are needed pair by pair.
    pub(super) fn summing(&self) -> Option<Summing> {
        let asked = self.statistics.as_ref().filter(|asked| !asked.by_pair && !self.keeps_groups())?;
        let folding = Some(asked.settings.folding).filter(|folding| folding.bits() <= MOST_BITS)?;
        let by = match (asked.settings.resample_by, &asked.keys) {
            (ResampleBy::Pair, _) => SumBy::Tree,
            (ResampleBy::Keys, Some(keys)) => SumBy::Keys(Arc::clone(keys)),
            (ResampleBy::File | ResampleBy::Side | ResampleBy::Keys, _) => SumBy::Cluster,
        };
        Some(Summing { folding, by })
    }

    /// True if a table is kept of the setup at this position.
    pub(super) fn has_table(&self, position: usize) -> bool {
        self.tables && self.tables_of.is_none_or(|first| position < first)
    }

    /// The breakdowns, in their order.
    pub(crate) fn facets(&self) -> impl Iterator<Item = &Facet> {
        [&self.facet, &self.second_facet].into_iter().flatten()
    }

    /// The breakdown by items.
    pub(super) fn item_facet(&self) -> Option<&Facet> {
        self.facets().find(|facet| facet.is_item_facet())
    }

    /// The breakdown by pairs.
    pub(super) fn group_facet(&self) -> Option<&Facet> {
        self.facets().find(|facet| !facet.is_item_facet())
    }

    /// True if the groups of a breakdown have intervals.
    pub(super) fn keeps_groups(&self) -> bool {
        self.facets().next().is_some() && self.statistics.as_ref().is_some_and(|asked| asked.groups)
    }

    /// The figures that are kept of each pair by a setup.
    pub(super) fn kept_of(&self, setup: &Setup) -> Vec<KeptFigure> {
        let (info, average) = (setup.measure.info(), setup.recipe.average);
        self.statistics.as_ref().map(|asked| asked.figures.of(info, average)).unwrap_or_default()
    }
}

/// The pairs that become rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// No pair.
    #[default]
    None,
    /// Every pair.
    All,
    /// The pair with this number, from 1.
    One(u64),
}

impl Rows {
    /// True if the pair with this number becomes a row.
    pub fn has(self, pair: u64) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::One(number) => number == pair,
        }
    }
}

/// The items that rows list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matches {
    /// No items.
    #[default]
    None,
    /// Items that are missing, extra, relabelled or crossing.
    Differences,
    /// All items.
    All,
    /// All items, to be shown as a table of costs.
    Table,
}
