//! When the words of both sides were spoken.

use std::sync::Arc;

use super::plan::{Input, InputTimes};
use crate::align::Refusal;
use crate::align::times::{Covers, Order, TimedSide, TimesFault, check, is_unlike};
use crate::measure::Side;
use crate::prepare::{Prepared, Recipe, Rules};
use crate::read::times::{Interval, TimedWords, Times, TimesError};
use crate::read::{Block, Corpus, Dialect, OpenError, Scanner, SideReader, Syntax, UnitKind};
use crate::read::{UnitReader, UnitTree, bounds};
use crate::setup::TimesSettings;
use crate::tree::{Which, Word};

/// The times of both sides, shared by all threads.
#[derive(Clone, Debug)]
pub struct TimedPair {
    /// The gold times.
    pub gold: Arc<TimedSide>,
    /// The system's times.
    pub system: Arc<TimedSide>,
}

/// Where the times of the words that count go, on each side.
pub(crate) type Intervals = (Vec<Interval>, Vec<Interval>);

impl TimedPair {
    /// Finds the times of a pair of trees, and says whether the words there are others than here, on each side. The gold utterance is
    /// written to `utterance`.
    pub(super) fn find(
        &self,
        tree: u64,
        (gold, system): (&Side<'_>, &Side<'_>),
        times: &mut Intervals,
        utterance: &mut String,
    ) -> Result<[bool; 2], Refusal> {
        let of_gold = self.gold.of(tree).map_err(|fault| Refusal::Times(Which::Gold, fault))?;
        let of_system = self.system.of(tree).map_err(|fault| Refusal::Times(Which::System, fault))?;
        let names = (of_gold.utterance(), of_system.utterance());
        if names.0 != names.1 && self.gold.has(names.1) && self.system.has(names.1) {
            let (utterance, gold) = (names.1.to_owned(), names.0.to_owned());
            let fault = TimesFault::OtherUtterance { tree: tree + 1, utterance, gold };
            return Err(Refusal::Times(Which::System, fault));
        }
        utterance.clear();
        utterance.push_str(names.0);
        times.0.clear();
        times.1.clear();
        let others = [
            take(&self.gold, tree, &of_gold, &OneTree::of(gold), &mut times.0)
                .map_err(|f| Refusal::Times(Which::Gold, f))?,
            take(&self.system, tree, &of_system, &OneTree::of(system), &mut times.1)
                .map_err(|fault| Refusal::Times(Which::System, fault))?,
        ];
        Ok(others)
    }

    /// Finds the times of all trees of two groups. Trees are given by their numbers, each with the number of words up to its end.
    pub(super) fn find_all(
        &self,
        gold: (&Side<'_>, &[(u64, u32)]),
        system: (&Side<'_>, &[(u64, u32)]),
        times: &mut Intervals,
    ) -> Result<[bool; 2], Refusal> {
        let ours = take_all(&self.gold, gold, &mut times.0);
        let theirs = take_all(&self.system, system, &mut times.1);
        Ok([
            ours.map_err(|fault| Refusal::Times(Which::Gold, fault))?,
            theirs.map_err(|fault| Refusal::Times(Which::System, fault))?,
        ])
    }
}

/// The words of one tree among others.
struct OneTree<'a> {
    words: &'a [Word],
    text: &'a [u8],
    /// Numbers of the words that count, counted from `first`.
    kept: &'a [u32],
    first: u32,
}

impl<'a> OneTree<'a> {
    fn of(side: &Side<'a>) -> Self {
        Self { words: side.arena.words(), text: side.text, kept: side.prepared.kept(), first: 0 }
    }

    /// Number in the tree of a word that counts.
    fn number(&self, at: usize) -> usize {
        (self.kept[at] - self.first) as usize
    }

    fn word(&self, at: usize) -> &'a [u8] {
        self.words[self.number(at)].bytes(self.text)
    }
}

/// Takes the times of the words of all trees that count, and says whether any of the words there are others than here.
fn take_all(
    by: &TimedSide,
    (side, trees): (&Side<'_>, &[(u64, u32)]),
    times: &mut Vec<Interval>,
) -> Result<bool, TimesFault> {
    times.clear();
    let (mut first, mut rest, mut has_others) = (0, side.prepared.kept(), false);
    for &(number, end) in trees {
        let (kept, others) = rest.split_at(rest.partition_point(|&word| word < end));
        let words = &side.arena.words()[first as usize..end as usize];
        let tree = OneTree { words, text: side.text, kept, first };
        has_others |= take(by, number, &by.of(number)?, &tree, times)?;
        (first, rest) = (end, others);
    }
    Ok(has_others)
}

/// Takes the times of the words of a tree that count, and says whether the words there are others than here.
fn take(
    by: &TimedSide,
    number: u64,
    placed: &TimedWords<'_>,
    tree: &OneTree<'_>,
    times: &mut Vec<Interval>,
) -> Result<bool, TimesFault> {
    let kept = tree.kept.len();
    let covers = check(kept, tree.words.len(), placed, |at| tree.word(at))?;
    let place = |at: usize| if covers == Covers::Kept { at } else { tree.number(at) };
    times.extend((0..kept).map(|at| placed.intervals()[place(at)]));
    let timed_word = |at: usize| placed.word(place(at));
    by.confirm(number, kept, |at| timed_word(at).is_some_and(|timed| !is_unlike(tree.word(at), timed)))?;
    // No word at all is no other word.
    let is_other = |timed: &[u8], at| !timed.is_empty() && is_unlike(tree.word(at), timed);
    Ok((0..kept).any(|at| timed_word(at).is_some_and(|timed| is_other(timed, at))))
}

/// Something worth knowing about word times.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimesNote {
    /// Words shorter than a microsecond, to which nothing can be mapped.
    ShortWords {
        /// The file.
        name: String,
        /// How many.
        words: u64,
    },
    /// There is not one utterance for each tree, so words are handed out one after the other, which was not asked for.
    Running {
        /// The file.
        name: String,
        /// How many utterances it has.
        utterances: u64,
    },
}

/// The times of gold and of each system, as settings say they are read. There is one pair for each system, or none if no times are given.
pub(super) fn timed_pairs<'i>(
    settings: &TimesSettings,
    (gold, gold_trees): (&Input, Option<&Corpus>),
    systems: impl Iterator<Item = (&'i Input, Option<&'i Corpus>)>,
    reading: (UnitKind, &Syntax, &Recipe),
    (cache, note): (&mut TimesCache, &mut dyn FnMut(TimesNote)),
) -> Result<Vec<TimedPair>, TimedError> {
    let mut side = |input: &Input, trees: Option<&Corpus>| -> Result<Arc<TimedSide>, TimedError> {
        let missing = || TimedError::NoTimes { name: input.name() };
        let (given, trees) = input.times.as_ref().zip(trees).ok_or_else(missing)?;
        let times = cache.read(given, settings, trees)?;
        if times.short_words() > 0 {
            note(TimesNote::ShortWords { name: times.name().to_owned(), words: times.short_words() });
        }
        Ok(Arc::new(timed_side(times, given.meet.clone(), trees, reading)?))
    };
    let gold_side = side(gold, gold_trees)?;
    let mut pairs = Vec::new();
    for (input, trees) in systems {
        pairs.push(TimedPair { gold: Arc::clone(&gold_side), system: side(input, trees)? });
    }
    let is_asked = matches!(gold.times.as_ref().map(|times| &times.meet), Some(Meet::Running));
    let sides = std::iter::once(&gold_side).chain(pairs.iter().map(|pair| &pair.system));
    for side in sides.filter(|side| side.is_running() && !is_asked) {
        let (name, utterances) = (side.times().name().to_owned(), side.times().len() as u64);
        note(TimesNote::Running { name, utterances });
    }
    Ok(pairs)
}

/// Times that were read, each file once for each way of reading it.
#[derive(Default)]
pub(super) struct TimesCache(Vec<(Corpus, TimesSettings, Times)>);

impl TimesCache {
    fn read(
        &mut self,
        InputTimes { corpus, format, .. }: &InputTimes,
        settings: &TimesSettings,
        trees: &Corpus,
    ) -> Result<Times, TimesError> {
        // Two folders must have one order, whichever it is.
        let corpus = if trees.is_folder() { corpus.clone() } else { corpus.clone().in_natural_order() };
        let known = self.0.iter().find(|(other, how, _)| *other == corpus && how == settings);
        if let Some((_, _, times)) = known {
            return Ok(times.clone());
        }
        let times = Times::read(&corpus, &settings.options(*format))?;
        self.0.push((corpus, settings.clone(), times.clone()));
        Ok(times)
    }
}

/// How trees and times find each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Meet {
    /// Utterance by utterance if there are as many as trees, else by running words.
    #[default]
    Auto,
    /// The first utterance belongs to the first tree, the second to the second.
    Utterance,
    /// Recordings hold many trees, whose words follow one another.
    Running,
    /// Each tree has the utterance of this id.
    Ids(Vec<String>),
}

impl Meet {
    /// Are trees counted before they are read?
    pub(super) fn counts_trees(&self) -> bool {
        matches!(self, Self::Auto | Self::Running)
    }
}

/// Lets the times of one side find its trees. The trees are read once to be counted, unless that does not matter.
///
/// # Errors
/// If the trees cannot be read, or only once and they would have to be counted first.
pub fn timed_side(
    times: Times,
    meet: Meet,
    trees: &Corpus,
    (unit, syntax, recipe): (UnitKind, &Syntax, &Recipe),
) -> Result<TimedSide, TimedError> {
    let mut unread = None;
    let order = match meet {
        Meet::Utterance => Order::ByUtterance,
        Meet::Ids(ids) => Order::ById(ids),
        Meet::Running if trees.is_stdin() => return Err(TimedError::Stdin),
        Meet::Auto if trees.is_stdin() => Order::ByUtterance,
        Meet::Auto | Meet::Running => {
            let Counted { words: counts, first_unread } = count_words(trees, unit, syntax, recipe)?;
            unread = first_unread;
            let all = |pick: fn(&(u32, u32)) -> u32| counts.iter().map(pick).collect::<Vec<u32>>();
            let total: u64 = (0..times.len()).map(|utterance| times.words_of(utterance) as u64).sum();
            let has_all = counts.iter().map(|&(_, all)| u64::from(all)).sum::<u64>() == total;
            let words = if has_all { all(|&(_, all)| all) } else { all(|&(kept, _)| kept) };
            if meet == Meet::Running { Order::Running(words) } else { Order::choose(&times, words) }
        }
    };
    Ok(TimedSide::new(times, order).with_unread(unread))
}

/// Why times and trees did not meet.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimedError {
    /// A file of trees that cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A file of times that cannot be read.
    #[error(transparent)]
    Times(#[from] TimesError),
    /// Times are asked for, and a side has none, or its trees are not in files.
    #[error("{name} has no word times")]
    NoTimes {
        /// The side.
        name: String,
    },
    /// Trees that can be read only once.
    #[error("running times need the trees in a file, because they are read twice")]
    Stdin,
}

/// What was counted before a run.
struct Counted {
    /// How many words each tree has: those that count, and all.
    words: Vec<(u32, u32)>,
    /// The first tree that could not be read; its words are a guess.
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
                let words = guessed_words(&block.text()[start..end]);
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

/// How many words a text in brackets seems to have that is no tree: if the brackets are wrong, the words are mostly still there, and the
/// trees behind it need their times.
fn guessed_words(text: &[u8]) -> u32 {
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
            assert_eq!(guessed_words(text.as_bytes()), words, "{text}");
        }
    }
}
