//! Passes: setups that read and pair trees alike go over the data together.
//!
//! A measure of lines and a measure of trees cut the same bytes differently, and so do texts aligned without
//! different words. Such setups need passes of their own.

use super::lens::Lens;
use super::timed::TimedPair;
use crate::measure::{AnyMeasure, Demands, Index, TextAgreement, WordAgreement};
use crate::prepare::{Average, Cut, DeletedWords, Empty, Name, Recipe};
use crate::read::UnitReader;
use crate::read::{Dialect, Holds, Syntax, Taker, UnitKind, Unmatched, Wanted};
use crate::setup::{InputSettings, Pairing, Setup, TimesSettings};

/// Systems and setups that go over the data together.
pub(super) struct Pass {
    /// The positions of the systems.
    pub(super) systems: Vec<usize>,
    /// The positions of the setups.
    pub(super) setups: Vec<usize>,
    /// The reading that all of them share.
    pub(super) reading: Reading,
}

/// How trees are read and paired.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) pairing: Pairing,
    pub(super) unit: UnitKind,
    pub(super) syntax: Syntax,
    pub(super) unmatched: Unmatched,
    /// The recipe of the first setup, which decides what is a word where texts are aligned.
    pub(super) recipe: Recipe,
    /// The preferred block size in bytes, if a measure is much slower than reading.
    pub(super) block: Option<usize>,
    /// The measures, and what they take.
    pub(super) takers: Vec<Taker>,
    /// True if some measure compares labels of brackets.
    pub(super) compares_labels: bool,
    /// The first measure that needs the tags of words.
    pub(super) needs_tags: Option<String>,
    pub(super) input: InputSettings,
    pub(super) by_id: bool,
}

/// Two setups with equal keys can share a pass. Besides pairing and syntax, the key has the words that are
/// part of the text, where trees are grouped by their words.
#[derive(PartialEq)]
struct Key<'s> {
    pairing: (Option<&'static str>, Vec<(&'static str, String)>, u64),
    unit: UnitKind,
    syntax: Syntax,
    is_by_line_on_request: bool,
    input: (&'s InputSettings, bool),
    words: Option<(&'s [Name], bool, DeletedWords, bool)>,
}

impl<'s> Key<'s> {
    fn new(setup: &'s Setup) -> Self {
        let Setup { recipe, pairing, .. } = setup;
        let has_traces = recipe.delete.iter().any(|name| name == b"-NONE-");
        let words = (&recipe.empties[..], has_traces, recipe.deleted_words, recipe.tags == Cut::Spmrl);
        let memory = pairing.words().map_or(0, |words| words.memory);
        Self {
            pairing: (pairing.index(), pairing.settings(Index::Words, true), memory),
            unit: setup.unit(),
            syntax: setup.measure.demands().syntax,
            is_by_line_on_request: setup.is_by_line_on_request(),
            input: (&setup.input, setup.by_id),
            words: pairing.is_by_group().then_some(words),
        }
    }
}

/// The passes for this number of systems and these setups. Pairings by group need one pass for each system,
/// because each system has its own groups.
pub(super) fn passes(setups: &[Setup], systems: usize) -> Vec<Pass> {
    let mut groups: Vec<(Key<'_>, Vec<usize>)> = Vec::new();
    for (at, setup) in setups.iter().enumerate() {
        let key = Key::new(setup);
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => group.push(at),
            None => groups.push((key, vec![at])),
        }
    }
    // Trees are read before lines, for any order of the measures, so that diagnostics come in one order.
    groups.sort_by_key(|(key, _)| (key.unit == UnitKind::Line, key.syntax.as_str()));
    let mut passes = Vec::new();
    for (_, group) in groups {
        let reading = Reading::new(setups, &group);
        let each: Vec<Vec<usize>> = if reading.pairing.is_by_group() {
            (0..systems).map(|system| vec![system]).collect()
        } else {
            vec![(0..systems).collect()]
        };
        let pass = |systems| Pass { systems, setups: group.clone(), reading: reading.clone() };
        passes.extend(each.into_iter().map(pass));
    }
    passes
}

impl Reading {
    fn new(setups: &[Setup], group: &[usize]) -> Self {
        let setup = &setups[group[0]];
        let hints = group.iter().filter_map(|&at| setups[at].measure.demands().block_hint);
        // Lines that are paired on request may have gaps, so a missing partner is a refusal. Where lines are
        // the only unit, different numbers of lines are an error.
        let is_asked = setup.is_by_line_on_request();
        Self {
            pairing: setup.pairing.clone(),
            unit: setup.unit(),
            syntax: setup.measure.demands().syntax,
            unmatched: if is_asked { Unmatched::HandOut } else { Unmatched::Stop },
            recipe: setup.recipe.clone(),
            block: hints.min(),
            takers: group.iter().map(|&at| taker(&setups[at])).collect(),
            compares_labels: group.iter().any(|&at| compares_labels(&setups[at])),
            needs_tags: group.iter().find_map(|&at| needs_tags(&setups[at])),
            input: setup.input.clone(),
            by_id: setup.by_id,
        }
    }

    /// What is wanted of the files.
    pub(super) fn wanted(&self) -> Wanted {
        Wanted {
            unit: self.unit,
            syntax: self.syntax.clone(),
            compares_labels: self.compares_labels,
            needs_tags: self.needs_tags.clone(),
            may_be_silent: matches!(self.pairing, Pairing::Sides(_)),
            side: None,
            has_rivals: false,
            ignores_types: !matches!(self.syntax, Syntax::Forest | Syntax::Json),
            takes_replies: matches!(self.pairing, Pairing::InOrder),
            takers: self.takers.clone(),
        }
    }

    /// Creates a reader of units.
    pub(super) fn units(&self) -> UnitReader {
        let units = UnitReader::new(self.syntax.clone(), Dialect::Native);
        if matches!(self.pairing, Pairing::InOrder) { units } else { units.with_bare_words() }
    }

    /// The measure of the alignment itself, if this pairing has one.
    pub(super) fn agreement(&self) -> Option<Box<dyn AnyMeasure>> {
        match &self.pairing {
            Pairing::InOrder => None,
            Pairing::Text(_) => Some(Box::new(TextAgreement)),
            Pairing::Sides(_) | Pairing::Utterances(_) => Some(Box::new(WordAgreement)),
        }
    }
}

fn compares_labels(setup: &Setup) -> bool {
    !setup.ignores_labels() && !setup.measure.demands().takes.contains(&Holds::Words)
}

fn needs_tags(setup: &Setup) -> Option<String> {
    setup.measure.demands().needs_tags.then(|| setup.measure.info().name.to_owned())
}

fn taker(setup: &Setup) -> Taker {
    Taker { name: setup.measure.info().name.to_owned(), takes: setup.measure.demands().takes }
}

/// Setups with equal keys share a lens.
#[derive(Clone, PartialEq)]
pub(super) struct LensKey {
    recipe: Recipe,
    index: Index,
    takes_empty: bool,
    times: Option<TimesSettings>,
}

/// A description of a lens, from which each thread makes its own.
#[derive(Clone)]
pub(super) struct LensPlan {
    key: LensKey,
    demands: Demands,
    /// The times of each system's pairs. Empty without times.
    pub(super) timed: Vec<TimedPair>,
}

impl LensPlan {
    /// Describes the lens of a setup. Only measures over intervals or over aligned words use times.
    pub(super) fn new(setup: &Setup) -> Self {
        let demands = setup.measure.demands();
        let uses_times = demands.index == Index::Intervals || setup.pairing.words().is_some();
        // How sums are made and read changes nothing in trees.
        let (empty, average, cutoff) = (Empty::Skip, Average::Corpus, None);
        let key = LensKey {
            recipe: Recipe { empty, average, cutoff, ..setup.recipe.clone() },
            index: demands.index,
            takes_empty: demands.takes_empty,
            times: setup.times.clone().filter(|_| uses_times),
        };
        Self { key, demands, timed: Vec::new() }
    }

    /// Labels of the trees may begin with types, as in JSON.
    pub(super) fn expect_types(&mut self) {
        if self.demands.syntax == Syntax::Forest {
            self.demands.syntax = Syntax::Json;
        }
    }

    /// True if labels and words may begin with types.
    pub(super) fn expects_types(&self) -> bool {
        self.demands.syntax == Syntax::Json
    }

    pub(super) fn is_shared_with(&self, other: &Self) -> bool {
        self.key == other.key
    }

    pub(super) fn times(&self) -> Option<&TimesSettings> {
        self.key.times.as_ref()
    }

    pub(super) fn recipe(&self) -> &Recipe {
        &self.key.recipe
    }

    pub(super) fn index(&self) -> Index {
        self.key.index
    }

    pub(super) fn make(&self, pairing: &Pairing) -> Lens {
        Lens::new(self.key.recipe.clone(), &self.demands, pairing, self.timed.clone())
    }
}
