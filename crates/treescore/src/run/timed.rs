//! When the words of both sides were spoken.

use std::sync::Arc;

use crate::align::times::{Covers, Order, TimedSide, TimesFault, check};
use crate::measure::Side;
use crate::prepare::{Prepared, Recipe, Rules};
use crate::read::times::{Interval, Times};
use crate::read::{Block, Buffer, Corpus, Dialect, OpenError, Scanner, SideReader, Syntax, Unit};
use crate::tree::{Arena, Which};

/// The times of both sides, shared by all threads.
#[derive(Clone, Debug)]
pub struct TimedPair {
    /// The gold times.
    pub gold: Arc<TimedSide>,
    /// The system's times.
    pub system: Arc<TimedSide>,
}

impl TimedSide {
    /// The times of the words of a tree that count, and whether the words there are others than here.
    pub(super) fn times_of(
        &self,
        tree: u64,
        side: &Side<'_>,
        times: &mut Vec<Interval>,
    ) -> Result<bool, TimesFault> {
        let placed = self.of(tree)?;
        let (kept, words) = (side.prepared.kept(), side.arena.words());
        let word = |at: usize| words[kept[at] as usize].bytes(side.text);
        times.clear();
        match check(kept.len(), words.len(), &placed, word)? {
            Covers::Kept => {
                times.extend_from_slice(placed.intervals());
                Ok((0..kept.len()).any(|at| is_other(placed.word(at), word(at))))
            }
            Covers::All => {
                times.extend(kept.iter().map(|&word| placed.intervals()[word as usize]));
                Ok((0..kept.len()).any(|at| is_other(placed.word(kept[at] as usize), word(at))))
            }
        }
    }
}

/// Upper and lower case are the same, for many recognisers write one of them only; no word at all is no other word.
fn is_other(timed: Option<&[u8]>, word: &[u8]) -> bool {
    timed.is_some_and(|timed| !timed.is_empty() && !timed.eq_ignore_ascii_case(word))
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

/// Lets the times of one side find its trees. The trees are read once to be counted, unless that does not matter.
///
/// # Errors
/// If the trees cannot be read, or only once and they would have to be counted first.
pub fn timed_side(
    times: Times,
    meet: Meet,
    trees: &Corpus,
    (unit, syntax, recipe): (Unit, &Syntax, &Recipe),
) -> Result<TimedSide, TimedError> {
    let order = match meet {
        Meet::Utterance => Order::ByUtterance,
        Meet::Ids(ids) => Order::ById(ids),
        Meet::Running if trees.is_stdin() => return Err(TimedError::Stdin),
        Meet::Auto if trees.is_stdin() => Order::ByUtterance,
        Meet::Auto | Meet::Running => {
            let counts = count_words(trees, unit, syntax, recipe)?;
            let all = |pick: fn(&(u32, u32)) -> u32| counts.iter().map(pick).collect::<Vec<u32>>();
            let total: u64 = (0..times.len()).map(|utterance| times.words_of(utterance) as u64).sum();
            let has_all = counts.iter().map(|&(_, all)| u64::from(all)).sum::<u64>() == total;
            let words = if has_all { all(|&(_, all)| all) } else { all(|&(kept, _)| kept) };
            if meet == Meet::Running { Order::Running(words) } else { Order::choose(&times, words) }
        }
    };
    Ok(TimedSide::new(times, order))
}

/// Why times and trees did not meet.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TimedError {
    /// A file of trees that cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Trees that can be read only once.
    #[error("running times need the trees in a file, because they are read twice")]
    Stdin,
}

/// How many words each tree has: those that count, and all.
fn count_words(
    trees: &Corpus,
    unit: Unit,
    syntax: &Syntax,
    recipe: &Recipe,
) -> Result<Vec<(u32, u32)>, OpenError> {
    let mut side = SideReader::new(trees.clone(), unit)?;
    let (mut scanner, mut rules) = (Scanner::new(), Rules::new(recipe.clone()));
    let (mut block, mut buffer, mut arena) = (Block::default(), Buffer::default(), Arena::default());
    let mut prepared = Prepared::default();
    let mut counts = Vec::new();
    while side.next(&mut block)? {
        scanner.begin(Which::Gold, block.padded());
        for extent in block.extents() {
            let extent = (extent.start as usize, extent.end as usize);
            let read = match syntax {
                Syntax::Trees => {
                    scanner.scan(Which::Gold, block.padded(), extent, Dialect::Native, &mut arena)
                }
                other => other.read(block.text(), extent, scanner.labels_mut(), &mut buffer, &mut arena),
            };
            if read.is_err() {
                let words = guessed_words(&block.text()[extent.0..extent.1]);
                counts.push((words, words));
                continue;
            }
            rules.update(scanner.labels());
            prepared.prepare(&arena, &rules);
            counts.push((prepared.kept().len() as u32, arena.words().len() as u32));
        }
    }
    Ok(counts)
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
