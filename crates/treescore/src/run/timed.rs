//! Word times of both sides, assigned to trees.

use std::sync::Arc;

use super::meeting::{OneTree, Taker};
use super::plan::{Input, InputTimes};
use super::survey::{TimesPlace, TimesSurvey};
use crate::align::Refusal;
use crate::align::times::{Order, TimedSide, TimesFault, TimesWords};
use crate::measure::Side;
use crate::prepare::{Prepared, Recipe, Rules};
use crate::read::times::{Interval, MissingTimes, Times, TimesError, TimesFile, TimesOptions};
use crate::read::{Block, Corpus, Dialect, OpenError, Scanner, SideReader, Syntax, UnitKind};
use crate::read::{UnitReader, UnitTree, bounds};
use crate::setup::TimesSettings;
use crate::tree::Which;

/// The word times of gold and one system, shared by all threads.
#[derive(Clone, Debug)]
pub(crate) struct TimedPair {
    /// The gold times.
    pub gold: Arc<TimedSide>,
    /// The system's times.
    pub system: Arc<TimedSide>,
    /// The treatment of times that cover several words.
    pub words: TimesWords,
}

/// The times of the counted words, of gold and system.
pub(crate) type Intervals = (Vec<Interval>, Vec<Interval>);

impl TimedPair {
    /// Finds the times of a pair of trees, and writes the gold utterance to `utterance`. What is seen of the
    /// times is added to `seen`.
    pub(super) fn find(
        &self,
        tree: u64,
        (gold, system): (&Side<'_>, &Side<'_>),
        times: &mut Intervals,
        utterance: &mut String,
        seen: &mut TimesSurvey,
    ) -> Result<(), Refusal> {
        let TimesSurvey { pairs, clocks, gold: by_gold, system: by_system } = seen;
        *pairs += 1;
        let mut by_gold = Taker::new(&self.gold, self.words, by_gold);
        let mut by_system = Taker::new(&self.system, self.words, by_system);
        let of_gold = by_gold.of(tree).map_err(|fault| Refusal::Times(Which::Gold, fault))?;
        let of_system = by_system.of(tree).map_err(|fault| Refusal::Times(Which::System, fault))?;
        let names = (of_gold.utterance(), of_system.utterance());
        if names.0 != names.1 && self.gold.has(names.1) && self.system.has(names.1) {
            let (utterance, gold) = (names.1.to_owned(), names.0.to_owned());
            let fault = TimesFault::OtherUtterance { tree: tree + 1, utterance, gold };
            return Err(Refusal::Times(Which::System, fault));
        }
        let places = || [&of_gold, &of_system].map(TimesPlace::new);
        clocks.see([of_gold.intervals(), of_system.intervals()], places);
        utterance.clear();
        utterance.push_str(names.0);
        times.0.clear();
        times.1.clear();
        let gold = by_gold.take(tree, &of_gold, &OneTree::new(gold), &mut times.0);
        let gold = gold.map_err(|fault| Refusal::Times(Which::Gold, fault))?;
        let system = by_system.take(tree, &of_system, &OneTree::new(system), &mut times.1);
        let system = system.map_err(|fault| Refusal::Times(Which::System, fault))?;
        gold.count(&mut seen.gold);
        system.count(&mut seen.system);
        Ok(())
    }

    /// Finds the times of all trees of two groups. Each tree is given by its number and the number of words
    /// up to its end.
    pub(super) fn find_all(
        &self,
        gold: (&Side<'_>, &[(u64, u32)]),
        system: (&Side<'_>, &[(u64, u32)]),
        times: &mut Intervals,
        seen: &mut TimesSurvey,
    ) -> Result<(), Refusal> {
        seen.pairs += 1;
        let places = [self.gold.all_of(gold.1), self.system.all_of(system.1)];
        if let [(gold, Some(gold_first)), (system, Some(system_first))] = &places {
            let places = || [gold_first, system_first].map(TimesPlace::new);
            seen.clocks.see([gold, system], places);
        }
        let gold = Taker::new(&self.gold, self.words, &mut seen.gold).take_all(gold, &mut times.0);
        let gold = gold.map_err(|fault| Refusal::Times(Which::Gold, fault))?;
        let system = Taker::new(&self.system, self.words, &mut seen.system).take_all(system, &mut times.1);
        let system = system.map_err(|fault| Refusal::Times(Which::System, fault))?;
        gold.count(&mut seen.gold);
        system.count(&mut seen.system);
        Ok(())
    }
}

/// A note about word times.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimesNote {
    /// Some words are shorter than a microsecond; nothing can be mapped to them.
    ShortWords {
        /// The name of the file.
        name: String,
        /// The number of such words.
        words: u64,
    },
    /// The number of utterances is not that of the trees, so words are assigned to trees one after the other,
    /// without a request for that.
    Running {
        /// The name of the file.
        name: String,
        /// The number of utterances in the file.
        utterances: u64,
    },
}

/// Reads the times of gold and of each system. Returns one pair for each system.
pub(super) fn timed_pairs<'i>(
    settings: &TimesSettings,
    (gold, gold_trees): (&Input, Option<&Corpus>),
    systems: impl Iterator<Item = (&'i Input, Option<&'i Corpus>)>,
    reading: (UnitKind, &Syntax, &Recipe),
    (cache, note): (&mut TimesCache, &mut dyn FnMut(TimesNote)),
) -> Result<Vec<TimedPair>, TimedError> {
    let mut side = |which, input: &Input, trees: Option<&Corpus>| -> Result<Arc<TimedSide>, TimedError> {
        let missing = || TimedError::NoTimes { name: input.name() };
        let (given, trees) = input.times.as_ref().zip(trees).ok_or_else(missing)?;
        let times = cache.read(given, settings.options(which, given.format), trees)?;
        if times.short_words() > 0 {
            note(TimesNote::ShortWords { name: times.name().to_owned(), words: times.short_words() });
        }
        Ok(Arc::new(timed_side(times, given.matching.clone(), trees, reading)?))
    };
    let gold_side = side(Which::Gold, gold, gold_trees)?;
    let mut pairs = Vec::new();
    for (input, trees) in systems {
        let (gold, system) = (Arc::clone(&gold_side), side(Which::System, input, trees)?);
        pairs.push(TimedPair { gold, system, words: settings.words });
    }
    let sides = std::iter::once(&gold_side).chain(pairs.iter().map(|pair| &pair.system));
    check_effects(settings, sides.clone().flat_map(|side| side.times().files()))?;
    let is_asked = matches!(gold.times.as_ref().map(|times| &times.matching), Some(TimesMatching::Running));
    for side in sides.filter(|side| side.is_running() && !is_asked) {
        let (name, utterances) = (side.times().name().to_owned(), side.times().len() as u64);
        note(TimesNote::Running { name, utterances });
    }
    Ok(pairs)
}

/// Checks that every setting has an effect on some file.
fn check_effects<'f>(
    settings: &TimesSettings,
    mut files: impl Iterator<Item = &'f TimesFile> + Clone,
) -> Result<(), TimedError> {
    if settings.tier.is_some() && !files.clone().any(|file| file.format.has_tiers()) {
        return Err(TimedError::NoTiers);
    }
    if settings.missing == MissingTimes::Spread && !files.any(|file| file.counts.untimed > 0) {
        return Err(TimedError::NoneMissing);
    }
    Ok(())
}

/// The times read so far, by file and options.
#[derive(Default)]
pub(super) struct TimesCache(Vec<(Corpus, TimesOptions, Times)>);

impl TimesCache {
    fn read(
        &mut self,
        InputTimes { corpus, segments, unit, shift, .. }: &InputTimes,
        options: TimesOptions,
        trees: &Corpus,
    ) -> Result<Times, TimesError> {
        // A folder of times sorts like its folder of trees. All other times are sorted in natural order.
        let corpus = if trees.is_folder() { corpus.clone() } else { corpus.clone().in_natural_order() };
        let options = TimesOptions {
            segments: segments.clone(),
            unit: unit.unwrap_or(options.unit),
            shift: shift.unwrap_or(options.shift),
            ..options
        };
        let known = self.0.iter().find(|(other, how, _)| *other == corpus && *how == options);
        if let Some((_, _, times)) = known {
            return Ok(times.clone());
        }
        let times = Times::read(&corpus, &options)?;
        self.0.push((corpus, options, times.clone()));
        Ok(times)
    }
}

/// How times are assigned to trees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TimesMatching {
    /// Utterance by utterance if there are as many utterances as trees, else by running words.
    #[default]
    Auto,
    /// The first utterance to the first tree, the second to the second, and so on.
    Utterance,
    /// By running words: a recording holds many trees, one after the other.
    Running,
    /// By id: the utterance of each tree.
    Ids(Vec<String>),
}

impl TimesMatching {
    /// True if the trees must be counted before the run.
    pub(super) fn counts_trees(&self) -> bool {
        matches!(self, Self::Auto | Self::Running)
    }
}

/// Assigns the times of one side to its trees. The trees are read once to count them, unless their number
/// does not matter.
///
/// # Errors
/// If the trees cannot be read, or must be counted but come from standard input.
pub fn timed_side(
    times: Times,
    matching: TimesMatching,
    trees: &Corpus,
    (unit, syntax, recipe): (UnitKind, &Syntax, &Recipe),
) -> Result<TimedSide, TimedError> {
    let mut unread = None;
    let order = match matching {
        TimesMatching::Utterance => Order::ByUtterance,
        TimesMatching::Ids(ids) => Order::ById(ids),
        TimesMatching::Running if trees.is_stdin() => return Err(TimedError::Stdin),
        TimesMatching::Auto if trees.is_stdin() => Order::ByUtterance,
        TimesMatching::Auto | TimesMatching::Running => {
            let Counted { words: counts, first_unread } = count_words(trees, unit, syntax, recipe)?;
            unread = first_unread;
            let all = |pick: fn(&(u32, u32)) -> u32| counts.iter().map(pick).collect::<Vec<u32>>();
            let total: u64 = (0..times.len()).map(|utterance| times.words_of(utterance) as u64).sum();
            let has_all = counts.iter().map(|&(_, all)| u64::from(all)).sum::<u64>() == total;
            let words = if has_all { all(|&(_, all)| all) } else { all(|&(kept, _)| kept) };
            if matching == TimesMatching::Running {
                Order::Running(words)
            } else {
                Order::choose(&times, words)
            }
        }
    };
    Ok(TimedSide::new(times, order).with_unread(unread))
}

/// Why times could not be assigned to trees.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimedError {
    /// A file of trees cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file of times cannot be read.
    #[error(transparent)]
    Times(#[from] TimesError),
    /// A side has no times although the setup needs them, or its trees are not in files.
    #[error("{name} has no word times")]
    NoTimes {
        /// The name of the side.
        name: String,
    },
    /// A tier is named, but no file of times has tiers.
    #[error("a tier is named, but no file of times has tiers")]
    NoTiers,
    /// Words without times are to be spread, but there are none.
    #[error("words without times are to be spread, but all words have times")]
    NoneMissing,
    /// The trees must be counted first, but come from standard input, which can be read only once.
    #[error("times by running words need the trees in a file, because the trees are read twice")]
    Stdin,
}

/// The words of all trees, counted before a run.
struct Counted {
    /// For each tree, the number of counted words and of all words.
    words: Vec<(u32, u32)>,
    /// The first unreadable tree; its number of words is a guess.
    first_unread: Option<u64>,
}

fn count_words(
    trees: &Corpus,
    unit: UnitKind,
    syntax: &Syntax,
    recipe: &Recipe,
) -> Result<Counted, OpenError> {
    let mut side = SideReader::new(trees.clone(), unit)?;
    let (mut reader, mut rules) =
        (UnitReader::new(syntax.clone(), Dialect::Native), Rules::new(recipe.clone()));
    let (mut scanner, mut block) = (Scanner::new(), Block::default());
    let (mut unit, mut prepared) = (UnitTree::default(), Prepared::default());
    let (mut counts, mut first_unread) = (Vec::new(), None);
    while side.next(&mut block)? {
        scanner.begin(block.padded());
        for at in 0..block.extents().len() {
            let read = reader.read(&scanner, &block, at, &mut unit);
            if read.is_err() {
                first_unread.get_or_insert(counts.len() as u64);
                let (start, end) = bounds(&block, at);
                let words = guess_words(&block.text()[start..end]);
                counts.push((words, words));
                continue;
            }
            unit.arena.make_words_of_leaves();
            rules.update(reader.labels());
            prepared.prepare(&unit.arena, &rules);
            counts.push((prepared.kept().len() as u32, unit.arena.words().len() as u32));
        }
    }
    Ok(Counted { words: counts, first_unread })
}

/// Guesses the number of words in an unreadable tree. If only the brackets are wrong, the words are mostly
/// still there, and the trees after it need the right times.
fn guess_words(text: &[u8]) -> u32 {
    let mut before = b'(';
    let mut words = 0;
    for &byte in text.iter().filter(|byte| !byte.is_ascii_whitespace()) {
        words += u32::from(byte == b')' && !matches!(before, b'(' | b')'));
        before = byte;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_broken_trees_are_guessed() {
        for (text, words) in [
            ("(S (D the) (N cat)", 2),
            ("(S (D the) (N cat )))", 2),
            ("(())", 0),
            ("", 0),
            ("word", 0),
            ("(NP the cat)", 1),
        ] {
            assert_eq!(guess_words(text.as_bytes()), words, "{text}");
        }
    }
}
