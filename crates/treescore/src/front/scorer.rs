//! Scoring trees in memory, pair by pair, with the same lenses and counters as for files.

use crate::align::Refusal;
use crate::measure::{Counter, Counts, Index, Match, MeasureInfo, Pair, ShownMatch, Sketch, Sum};
use crate::prepare::Average;
use crate::read::{Block, Dialect, Fault, ReadError, Scanner};
use crate::read::{UnitReader, UnitTree};
use crate::run::{Both, Forest, Lens};
use crate::setup::{Pairing, Setup, Signature, UnknownMeasure};
use crate::tree::{Tree, Which};

/// An input of a [`Scorer`]: text in brackets, a [`Tree`], or a tree with word times.
///
/// ```
/// use treescore::{Scorer, TreeInput};
/// let mut scorer = Scorer::of("parseval")?;
/// let gold = TreeInput::from("(S (N a) (V b))");
/// let pair = scorer.score(gold, b"(S (N a) (V b))".as_slice())?;
/// assert_eq!(pair.figure("f1"), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub enum TreeInput<'a> {
    /// Text in the syntax of the measure.
    Text(&'a [u8]),
    /// A tree.
    Tree(&'a Tree),
    /// A tree and the times of its words: start and end of each word in seconds.
    Timed(&'a Tree, &'a [(f64, f64)]),
}

impl<'a> From<&'a str> for TreeInput<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.as_bytes())
    }
}

impl<'a> From<&'a [u8]> for TreeInput<'a> {
    fn from(text: &'a [u8]) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a Tree> for TreeInput<'a> {
    fn from(tree: &'a Tree) -> Self {
        Self::Tree(tree)
    }
}

impl<'a> From<(&'a Tree, &'a [(f64, f64)])> for TreeInput<'a> {
    fn from((tree, times): (&'a Tree, &'a [(f64, f64)])) -> Self {
        Self::Timed(tree, times)
    }
}

/// Scores pairs of trees by one setup, for training loops and notebooks. Buffers are reused from pair to
/// pair. A gold tree that is [set](Self::set_gold) once is prepared once for all systems.
///
/// ```
/// use treescore::Scorer;
/// let mut scorer = Scorer::of("parseval")?;
/// scorer.add("(S (NP (D a) (N b)) (V c))", "(S (NP (D a) (N b)) (V c))")?;
/// scorer.add("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))")?;
/// assert_eq!(scorer.figure("f1"), Some(0.75));
/// for found in scorer.matches("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))")? {
///     println!("{found}"); // matched S “a b c”, missing NP “a b”, crossing VP “b c”
/// }
/// println!("{}", scorer.report());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scorer {
    setup: Setup,
    units: UnitReader,
    gold: Slot,
    system: Slot,
    lens: Lens,
    counter: Box<dyn Counter>,
    row: Vec<i128>,
    matches: Vec<Match>,
    sum: Sum,
    missed: Sum,
    scored: u64,
    refused: u64,
    is_gold_loaded: bool,
    gold_times: Option<Vec<(f64, f64)>>,
    /// The length of the gold sentence of the pair at hand.
    length: Option<u32>,
}

/// The tree and the buffers of one side.
struct Slot {
    scanner: Scanner,
    block: Block,
    tree: UnitTree,
    /// The text of a tree that was not read from the block.
    text: Vec<u8>,
    is_loaded: bool,
}

impl Slot {
    fn new() -> Self {
        Self {
            scanner: Scanner::new(),
            block: Block::default(),
            tree: UnitTree::default(),
            text: Vec::new(),
            is_loaded: false,
        }
    }

    fn fill(&mut self, units: &mut UnitReader, input: TreeInput<'_>) -> Result<(), Fault> {
        match input {
            TreeInput::Text(text) => {
                self.is_loaded = false;
                self.block.clear();
                self.block.push(text);
                self.block.seal();
                self.scanner.begin(self.block.padded());
                units.read(&self.scanner, &self.block, 0, &mut self.tree)
            }
            TreeInput::Tree(tree) | TreeInput::Timed(tree, _) => {
                self.is_loaded = true;
                self.text.clear();
                self.text.extend_from_slice(tree.text());
                units.load(tree, &mut self.tree);
                Ok(())
            }
        }
    }

    fn forest<'a>(&'a self, units: &'a UnitReader) -> Forest<'a> {
        let text = if self.is_loaded { &self.text } else { units.text(&self.block, &self.tree) };
        Forest { arena: &self.tree.arena, text }
    }

    fn not_a_tree(&self, which: Which, fault: Fault) -> Refusal {
        let text = self.block.text();
        if text.trim_ascii().is_empty() {
            return Refusal::NoTree(which);
        }
        Refusal::NotATree(which, ReadError::new(fault, text, self.block.landmark(0, None)))
    }
}

/// The counts of one pair, with the figures computed from them.
///
/// ```
/// use treescore::Scorer;
/// use treescore::measure::BracketCounts;
/// let mut scorer = Scorer::of("parseval")?;
/// let pair = scorer.score("(S (NP (D a) (N b)) (V c))", "(S (D a) (VP (N b) (V c)))")?;
/// assert_eq!(pair.figure("recall"), Some(0.5));
/// assert_eq!(pair.count("matched"), Some(1));
/// assert_eq!(pair.counts::<BracketCounts>().gold, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PairScore<'s> {
    info: &'static MeasureInfo,
    row: &'s [i128],
}

impl PairScore<'_> {
    /// A figure by name; `None` if it is undefined or the measure does not have it.
    pub fn figure(&self, key: &str) -> Option<f64> {
        self.info.figure(key).and_then(|at| (self.info.derive)(self.row)[at])
    }

    /// A count by name; `None` if the measure does not have it.
    pub fn count(&self, name: &str) -> Option<i128> {
        self.info.field(name).map(|at| self.row[at])
    }

    /// The counts as a typed struct.
    pub fn counts<C: Counts>(&self) -> C {
        C::read(self.row)
    }
}

/// What a pair came to, scored or refused.
#[derive(Clone, Debug)]
pub struct Counted<'s> {
    /// Its counts; of a refused pair, what it missed.
    pub counts: &'s [i128],
    /// The length of the gold sentence; `None` if it could not be read.
    pub length: Option<u32>,
    /// Why it was refused.
    pub refusal: Option<Refusal>,
}

impl Scorer {
    /// Creates a scorer from the name of a measure, with the measure's default recipe.
    ///
    /// # Errors
    /// If no measure has this name.
    pub fn of(measure: &str) -> Result<Self, UnknownMeasure> {
        Setup::named(measure).map(Self::new)
    }

    /// Creates a scorer from a setup. A pairing by group is replaced by pairing in order, because trees come
    /// pair by pair.
    pub fn new(setup: Setup) -> Self {
        let pairing = if setup.pairing.is_by_group() { Pairing::InOrder } else { setup.pairing };
        let setup = Setup { pairing, ..setup };
        let units = UnitReader::new(setup.measure.demands().syntax, Dialect::Native);
        let is_speech = setup.pairing.words().is_some();
        let demands = setup.measure.demands();
        let info = setup.measure.info();
        Self {
            units: if is_speech { units.with_bare_words() } else { units },
            gold: Slot::new(),
            system: Slot::new(),
            lens: Lens::new(setup.recipe.clone(), &demands, &setup.pairing, Vec::new()),
            counter: setup.measure.counter(),
            row: vec![0; info.fields.len()],
            matches: Vec::new(),
            sum: Sum::new(info),
            missed: Sum::new(info),
            scored: 0,
            refused: 0,
            is_gold_loaded: false,
            gold_times: None,
            length: None,
            setup,
        }
    }

    /// Sets the gold tree for the following calls of [`score_system`](Self::score_system).
    ///
    /// # Errors
    /// If the input is not a tree.
    ///
    /// ```
    /// let mut scorer = treescore::Scorer::of("parseval")?;
    /// scorer.set_gold("(S (NP (D a) (N b)) (V c))")?;
    /// for (system, f1) in [("(S (NP (D a) (N b)) (V c))", 1.0), ("(S (D a) (VP (N b) (V c)))", 0.5)] {
    ///     assert_eq!(scorer.score_system(system)?.figure("f1"), Some(f1));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_gold<'t>(&mut self, gold: impl Into<TreeInput<'t>>) -> Result<(), Refusal> {
        self.is_gold_loaded = false;
        let gold = gold.into();
        self.gold_times = times_of(gold).map(<[(f64, f64)]>::to_vec);
        let read = self.gold.fill(&mut self.units, gold);
        read.map_err(|fault| self.gold.not_a_tree(Which::Gold, fault))?;
        self.lens.begin_gold();
        self.is_gold_loaded = true;
        Ok(())
    }

    /// Scores a system tree against the current gold tree, without adding the pair to the sum.
    ///
    /// # Errors
    /// If the pair is refused.
    pub fn score_system<'t>(&mut self, system: impl Into<TreeInput<'t>>) -> Result<PairScore<'_>, Refusal> {
        self.measure(system.into())?;
        Ok(PairScore { info: self.sum.info(), row: &self.row })
    }

    /// Scores a pair without adding it to the sum.
    ///
    /// # Errors
    /// If the pair is refused.
    pub fn score<'t>(
        &mut self,
        gold: impl Into<TreeInput<'t>>,
        system: impl Into<TreeInput<'t>>,
    ) -> Result<PairScore<'_>, Refusal> {
        let (gold, system) = (gold.into(), system.into());
        self.set_gold(gold)?;
        self.measure(system)?;
        Ok(PairScore { info: self.sum.info(), row: &self.row })
    }

    /// Scores a pair and adds it to the sum. A refused pair counts as if the system had found nothing.
    ///
    /// # Errors
    /// If the pair is refused.
    pub fn add<'t>(
        &mut self,
        gold: impl Into<TreeInput<'t>>,
        system: impl Into<TreeInput<'t>>,
    ) -> Result<PairScore<'_>, Refusal> {
        let (gold, system) = (gold.into(), system.into());
        let measured = self.set_gold(gold).and_then(|()| self.measure(system));
        match measured {
            Ok(()) => {
                self.scored += 1;
                self.sum.add_pair(&self.row, self.setup.recipe.empty);
                Ok(PairScore { info: self.sum.info(), row: &self.row })
            }
            Err(refusal) => {
                self.refuse();
                Err(refusal)
            }
        }
    }

    /// Counts a pair, scored or refused, without adding it to the sum.
    ///
    /// ```
    /// let mut scorer = treescore::Scorer::of("parseval")?;
    /// let counted = scorer.count("(S (N a) (V b))", "(S (N a) (V c))");
    /// assert!(counted.refusal.is_some_and(|refusal| refusal.kind() == "words differ"));
    /// assert_eq!(counted.length, Some(2));
    /// # Ok::<(), treescore::setup::UnknownMeasure>(())
    /// ```
    pub fn count<'t>(
        &mut self,
        gold: impl Into<TreeInput<'t>>,
        system: impl Into<TreeInput<'t>>,
    ) -> Counted<'_> {
        let (gold, system) = (gold.into(), system.into());
        self.length = None;
        let measured = self.set_gold(gold).and_then(|()| self.measure(system));
        let refusal = measured.err();
        if refusal.is_some() {
            self.count_missed();
        }
        Counted { counts: &self.row, length: self.length, refusal }
    }

    /// The number of labels that were seen.
    pub fn labels(&self) -> usize {
        self.units.labels().len()
    }

    /// Adds a refused pair to the sum of misses.
    fn refuse(&mut self) {
        self.refused += 1;
        self.count_missed();
        self.missed.add_missed(&self.row);
    }

    /// Counts what the pair at hand missed.
    fn count_missed(&mut self) {
        let Self { units, gold, lens, counter, row, .. } = self;
        let gold = self.is_gold_loaded.then(|| lens.unpaired(gold.forest(units), units.labels()));
        // A pair that is refused without any gold word has no gold tree.
        self.length =
            gold.as_ref().map(|gold| counter.length(&gold.side, gold.rules)).filter(|&words| words > 0);
        counter.count_missed(gold.as_ref(), row);
    }

    /// Compares a pair item by item.
    ///
    /// # Errors
    /// If the pair is refused.
    pub fn matches<'t>(
        &mut self,
        gold: impl Into<TreeInput<'t>>,
        system: impl Into<TreeInput<'t>>,
    ) -> Result<Vec<ShownMatch>, Refusal> {
        self.compared(gold.into(), system.into(), |counter, pair, matches| {
            matches.iter().map(|found| counter.show(pair, found)).collect()
        })
    }

    /// Compares a pair and sketches both trees with what became of their brackets and words. Only the trees themselves are
    /// sketched if the measure [has no pictures](crate::measure::MeasureInfo::is_drawn).
    ///
    /// # Errors
    /// If the pair is refused.
    pub fn sketch<'t>(
        &mut self,
        gold: impl Into<TreeInput<'t>>,
        system: impl Into<TreeInput<'t>>,
    ) -> Result<Sketch, Refusal> {
        self.compared(gold.into(), system.into(), |counter, pair, matches| counter.sketch(pair, matches))
    }

    /// Compares a pair, and reads off what is wanted.
    fn compared<T>(
        &mut self,
        gold: TreeInput<'_>,
        system: TreeInput<'_>,
        read_off: impl FnOnce(&dyn Counter, &Pair<'_>, &[Match]) -> T,
    ) -> Result<T, Refusal> {
        self.set_gold(gold)?;
        let read = self.system.fill(&mut self.units, system);
        read.map_err(|fault| self.system.not_a_tree(Which::System, fault))?;
        let has_times = self.take_times(system)?;
        let Self { units, gold, system, lens, counter, matches, .. } = self;
        let both = Both { gold: gold.forest(units), system: system.forest(units), labels: units.labels() };
        let located = lens.pair_in_memory(&both, has_times)?;
        counter.compare(&located.pair, matches)?;
        Ok(read_off(&**counter, &located.pair, matches))
    }

    fn measure(&mut self, system: TreeInput<'_>) -> Result<(), Refusal> {
        if !self.is_gold_loaded {
            return Err(Refusal::NoTree(Which::Gold));
        }
        let read = self.system.fill(&mut self.units, system);
        read.map_err(|fault| self.system.not_a_tree(Which::System, fault))?;
        let has_times = self.take_times(system)?;
        let Self { units, gold, system, lens, counter, row, .. } = self;
        let both = Both { gold: gold.forest(units), system: system.forest(units), labels: units.labels() };
        let located = lens.pair_in_memory(&both, has_times)?;
        self.length = Some(counter.length(&located.pair.gold, located.pair.rules));
        counter.count(&located.pair, row)
    }

    /// Checks and stores the times of both sides: both sides need times, one interval for each word. Returns
    /// false if neither side has any or the measure does not use them.
    fn take_times(&mut self, system: TreeInput<'_>) -> Result<bool, Refusal> {
        let (gold, system) = match (&self.gold_times, times_of(system)) {
            (Some(gold), Some(system)) => (gold, system),
            (None, None) => return Ok(false),
            (None, Some(_)) => return Err(Refusal::NoTimes(Which::Gold)),
            (Some(_), None) => return Err(Refusal::NoTimes(Which::System)),
        };
        if self.lens.index() != Index::Intervals {
            return Ok(false);
        }
        let sides = [(Which::Gold, &gold[..], &self.gold), (Which::System, system, &self.system)];
        for (which, times, slot) in sides {
            if times.iter().any(|&(start, end)| !(start <= end && start.is_finite() && end.is_finite())) {
                return Err(Refusal::WrongTimes(which));
            }
            if times.len() != slot.tree.arena.words().len() {
                return Err(Refusal::TimeCountDiffers {
                    which,
                    words: slot.tree.arena.words().len() as u32,
                    times: times.len() as u32,
                });
            }
        }
        self.lens.set_times(gold, system);
        Ok(true)
    }

    /// The sum over the added pairs that were scored.
    pub fn sum(&self) -> &Sum {
        &self.sum
    }

    /// The sum over all added pairs. Refused pairs count as if the system had found nothing.
    ///
    /// ```
    /// let mut scorer = treescore::Scorer::of("parseval")?;
    /// scorer.add("(S (N a) (V b))", "(S (N a) (V b))")?;
    /// scorer.add("(S (N a) (V b))", "(S (N a) (V c))").unwrap_err(); // refused: the words differ
    /// assert_eq!(scorer.sum().count("gold"), Some(1));
    /// assert_eq!(scorer.all_pairs().count("gold"), Some(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_pairs(&self) -> Sum {
        self.sum.clone().and(&self.missed)
    }

    /// A figure of the sum, in the recipe's headline average.
    pub fn figure(&self, key: &str) -> Option<f64> {
        self.sum.figure(key, self.setup.recipe.average)
    }

    /// The signature of the setup, with the number of added pairs.
    pub fn signature(&self) -> Signature {
        let pairs = self.scored + self.refused;
        Signature { scored: Some(self.scored), pairs: Some(pairs), ..self.setup.signature() }
    }

    /// The figures of the sum, one in each line, and the signature.
    pub fn report(&self) -> String {
        let average = self.setup.recipe.average;
        let figures = self.sum.figures(average);
        let line = |(figure, value): (&crate::measure::Figure, &Option<f64>)| {
            let value = value.map_or_else(|| "undefined".to_owned(), |value| format!("{value:.4}"));
            format!("{} {value}\n", figure.title)
        };
        let shown = self
            .sum
            .info()
            .figures
            .iter()
            .zip(figures.iter())
            .filter(|(figure, _)| figure.rank > 0 && (average == Average::Corpus || figure.has_mean));
        shown.map(line).collect::<String>() + &self.signature().to_string()
    }
}

fn times_of(input: TreeInput<'_>) -> Option<&[(f64, f64)]> {
    match input {
        TreeInput::Timed(_, times) => Some(times),
        TreeInput::Text(_) | TreeInput::Tree(_) => None,
    }
}
