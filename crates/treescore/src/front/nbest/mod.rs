//! N-best lists: all trees of each sentence, scored.

mod tally;

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use self::tally::Tally;
use super::agreement::{Rivals, batches};
use crate::read::{Corpus, Format, FormatOptions, InputFacts, OpenError, ReadOptions, Units};
use crate::report::nbest::{FaultyCandidate, NbestReport};
use crate::run::{Ask, Input, Observer, Plan, Progress, RefusedAt, RunError, Scored, hold, score};
use crate::setup::{InputSettings, Pairing, Setup, Signature};
use crate::tree::Which;
use crate::values::{Meter, counted};

/// Trees that could not be scored whose reasons are kept.
const FAULTY: usize = 20;

/// How many trees of each list are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// At most this many.
    First(usize),
    /// All of them.
    All,
}

/// What is asked of n-best lists.
#[derive(Clone, Debug)]
pub struct NbestAsk {
    /// The depths, each of which is a point of the curves. Empty: 1, 2, 5, 10, 20, 50 … and all.
    pub depths: Vec<Depth>,
    /// Whether trees are also chosen by their agreement with the others.
    pub mbr: bool,
    /// Whether every sentence is listed.
    pub rows: bool,
    /// The number of threads.
    pub threads: usize,
}

impl Default for NbestAsk {
    fn default() -> Self {
        Self { depths: Vec::new(), mbr: true, rows: false, threads: 1 }
    }
}

/// Why n-best lists could not be scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NbestError {
    /// A file cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The run could not be finished.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The file has one tree for each sentence.
    #[error("{0} is not an n-best list: it has one tree for each sentence")]
    NotLists(String),
    /// Gold and the lists have different numbers of sentences.
    #[error(
        "{gold_name} has {}, but {name} has lists for {}: give both the same sentences",
        counted(*gold as u64, "tree"),
        counted(*lists as u64, "sentence")
    )]
    Uneven {
        /// The name of gold.
        gold_name: String,
        /// The number of gold trees.
        gold: usize,
        /// The name of the lists.
        name: String,
        /// The number of lists.
        lists: usize,
    },
    /// Systems have different numbers of trees.
    #[error(
        "{first_name} has {}, but {name} has {}: give all systems the same sentences",
        counted(*first as u64, "tree"),
        counted(*trees as u64, "tree")
    )]
    UnevenSystems {
        /// The name of the first system.
        first_name: String,
        /// The number of its trees.
        first: usize,
        /// The name of the other system.
        name: String,
        /// The number of its trees.
        trees: usize,
    },
    /// The setups pair trees in another way than by their order.
    #[error(
        "the trees of a list are those of one sentence: texts are not aligned, words have no times, and trees are paired by their order"
    )]
    Pairing,
    /// The setups do not read files alike.
    #[error(
        "measures that read lines and measures that read trees cannot be used together here: use them one after the other"
    )]
    Readings,
    /// The run was stopped.
    #[error("the run was interrupted")]
    Interrupted,
}

/// N-best lists beside gold, in memory.
///
/// ```
/// use treescore::Setup;
/// use treescore::front::{NbestAsk, NbestLists};
/// use treescore::read::Corpus;
/// use treescore::report::nbest::NbestChoice;
/// let gold = Corpus::held("gold", b"(S (NP (D a) (N b)) (V c))");
/// let lists = b"-2.5\t(S (D a) (VP (N b) (V c)))\n-3.5\t(S (NP (D a) (N b)) (V c))\n";
/// let setups = vec![Setup::named("parseval")?];
/// let lists = NbestLists::read(&gold, &Corpus::held("parser", lists), setups)?;
/// let report = lists.score(&NbestAsk::default(), &mut ())?;
/// let all = report.measures[0].points.last().unwrap();
/// let f1: Vec<_> = all.choices.iter().map(|found| (found.choice, found.scores.corpus[0])).collect();
/// assert_eq!(f1[..2], [(NbestChoice::First, Some(0.5)), (NbestChoice::Oracle, Some(1.0))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NbestLists {
    name: String,
    gold: Arc<Units>,
    candidates: Units,
    lists: Vec<Range<usize>>,
    setups: Vec<Setup>,
    /// What is known about the files, of gold and of the lists.
    facts: [Vec<InputFacts>; 2],
}

impl NbestLists {
    /// Reads gold and the lists as these setups read files.
    ///
    /// # Errors
    /// If a file cannot be read, or does not fit the other, or the setups do not fit lists.
    pub fn read(gold: &Corpus, lists: &Corpus, setups: Vec<Setup>) -> Result<Self, NbestError> {
        check_setups(&setups)?;
        let details = FormatOptions { candidates: true, ..lists.options().details.clone() };
        let lists = lists.clone().with_options(ReadOptions { details, ..lists.options().clone() });
        let read = |corpus: &Corpus, which, partner| match hold(corpus, (which, &setups), Some(partner))? {
            Some((units, log)) => Ok((units, log.facts())),
            None => Err(NbestError::Readings),
        };
        let (gold_units, gold_facts) = read(gold, Which::Gold, &lists)?;
        let (candidates, facts) = read(&lists, Which::System, gold)?;
        if facts.iter().any(|facts| facts.format != Format::Nbest) {
            return Err(NbestError::NotLists(lists.name().to_owned()));
        }
        let ranges = candidates.lists();
        if ranges.len() != gold_units.len() {
            let (gold_name, name) = (gold.name().to_owned(), lists.name().to_owned());
            let (gold, lists) = (gold_units.len(), ranges.len());
            return Err(NbestError::Uneven { gold_name, gold, name, lists });
        }
        let facts = [gold_facts, facts];
        let name = lists.short_name();
        Ok(Self { name, gold: Arc::new(gold_units), candidates, lists: ranges, setups, facts })
    }

    /// What is known about the files that were read.
    pub fn facts(&self) -> impl Iterator<Item = &InputFacts> + Clone {
        self.facts.iter().flatten()
    }

    /// The number of pairs of trees that are compared to choose trees by their agreement.
    pub fn comparisons(&self, ask: &NbestAsk) -> u64 {
        let deepest = self.deepest(ask);
        let of_list = |list: &Range<usize>| {
            let trees = list.len().min(deepest) as u64;
            if trees > 1 { trees.saturating_mul(trees) } else { 0 }
        };
        let all = self.lists.iter().map(of_list).fold(0, u64::saturating_add);
        if ask.mbr { all.saturating_mul(self.setups.len() as u64) } else { 0 }
    }

    /// Scores all trees.
    ///
    /// # Errors
    /// If the run cannot be finished.
    pub fn score(&self, ask: &NbestAsk, observer: &mut dyn Observer) -> Result<NbestReport, NbestError> {
        let deepest = self.deepest(ask);
        let plan = Plan {
            ask: Ask { tables: true, ..Ask::default() },
            threads: ask.threads,
            ..Plan::new(
                Arc::clone(&self.gold).into(),
                self.ranks(0..self.lists.len(), deepest),
                self.setups.clone(),
            )
        };
        let mut watched = Faults { inner: &mut *observer, lists: self, found: Vec::new() };
        let scored = score(&plan, &mut watched)?;
        let faulty = watched.found;
        if scored.interrupted {
            return Err(NbestError::Interrupted);
        }
        let mut measures: Vec<Tally<'_>> =
            (0..self.setups.len()).map(|setup| Tally::new(self, &scored, setup, ask)).collect();
        let sizes: Vec<usize> = self.lists.iter().map(|list| list.len().min(deepest)).collect();
        for batch in batches(if ask.mbr { &sizes } else { &[] }) {
            let most = sizes[batch.clone()].iter().copied().max().unwrap_or(0);
            let ranks: Vec<Arc<Units>> = self.units(batch.clone(), most).collect();
            let rivals = Rivals { ranks: &ranks, setups: &self.setups, threads: ask.threads };
            let agreements = rivals.agree(observer)?.ok_or(NbestError::Interrupted)?;
            for (measure, agreements) in measures.iter_mut().zip(agreements) {
                let sentences = batch.clone().zip(agreements);
                sentences.for_each(|(sentence, agreement)| measure.add(sentence, Some(&agreement)));
            }
        }
        for measure in measures.iter_mut().filter(|_| !ask.mbr) {
            (0..self.lists.len()).for_each(|at| measure.add(at, None));
        }
        let lengths = self.lists.iter().map(Range::len);
        Ok(NbestReport {
            name: self.name.clone(),
            sentences: self.lists.len() as u64,
            candidates: self.candidates.len() as u64,
            lengths: (lengths.clone().min().unwrap_or(0), lengths.max().unwrap_or(0)),
            measures: measures.into_iter().map(Tally::finish).collect(),
            faulty,
        })
    }

    fn longest(&self) -> usize {
        self.lists.iter().map(Range::len).max().unwrap_or(0)
    }

    /// How many trees of the longest list are looked at.
    fn deepest(&self, ask: &NbestAsk) -> usize {
        let deepest = ask.depths.iter().max().copied().unwrap_or(Depth::All);
        match deepest {
            Depth::First(trees) => trees.min(self.longest()),
            Depth::All => self.longest(),
        }
    }

    /// The points of the curves: each a number of trees, and whether these are all.
    fn points(&self, ask: &NbestAsk) -> Vec<(usize, bool)> {
        let longest = self.longest();
        let mut depths = ask.depths.clone();
        if depths.is_empty() {
            let steps = std::iter::successors(Some(1usize), |step| step.checked_mul(10));
            let round = steps.flat_map(|step| [1, 2, 5].map(|times| step.saturating_mul(times)));
            depths.extend(round.take_while(|&trees| trees < longest).map(Depth::First));
            depths.push(Depth::All);
        }
        depths.sort_unstable();
        depths.dedup();
        let point = |depth: Depth| match depth {
            Depth::First(trees) => (trees, false),
            Depth::All => (longest, true),
        };
        depths.into_iter().map(point).collect()
    }

    /// The k-th trees of some lists, for each k, as units in which a tree that a list has not is missing.
    fn units(&self, sentences: Range<usize>, most: usize) -> impl Iterator<Item = Arc<Units>> {
        (0..most).map(move |rank| {
            let lists = self.lists[sentences.clone()].iter();
            let chosen = lists.map(|list| Some(list.start + rank).filter(|at| list.contains(at)));
            Arc::new(self.candidates.pick(chosen))
        })
    }

    fn ranks(&self, sentences: Range<usize>, most: usize) -> Vec<Input> {
        self.units(sentences, most).map(Input::from).collect()
    }

    /// The signature of a setup, with what was read.
    fn signature(&self, scored: &Scored, setup: usize, pairs: (u64, u64)) -> Signature {
        let mut made = self.setups[setup].clone();
        let [gold, lists] = self.facts.each_ref().map(|facts| InputSettings::found(facts, None));
        made.input = made.input.with_found(gold, lists);
        let gold = scored.gold.get(setup).copied();
        Signature { scored: Some(pairs.0), pairs: Some(pairs.1), gold, ..made.signature() }
    }
}

/// Refuses setups that do not take trees as the trees of one sentence.
pub(super) fn check_setups(setups: &[Setup]) -> Result<(), NbestError> {
    let fits =
        |setup: &Setup| matches!(setup.pairing, Pairing::InOrder) && setup.times.is_none() && !setup.by_id;
    if setups.iter().all(fits) { Ok(()) } else { Err(NbestError::Pairing) }
}

/// Follows a run for somebody else, and keeps the first trees that could not be scored. Lists that have ended are no fault.
struct Faults<'o> {
    inner: &'o mut dyn Observer,
    lists: &'o NbestLists,
    found: Vec<FaultyCandidate>,
}

impl Observer for Faults<'_> {
    fn refused(&mut self, refused: &RefusedAt) {
        let sentence = usize::try_from(refused.id.pair - 1).unwrap_or(usize::MAX);
        let list = self.lists.lists.get(sentence).cloned().unwrap_or_default();
        if refused.system < list.len() && self.found.len() < FAULTY {
            self.found.push(FaultyCandidate {
                sentence: refused.id.pair,
                place: refused.system + 1,
                line: self.lists.candidates.position(list.start + refused.system).map(|at| at.line),
                why: refused.refusal.to_string(),
            });
        }
    }

    fn meter(&self) -> Meter {
        self.inner.meter()
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.inner.progress(progress)
    }
}
