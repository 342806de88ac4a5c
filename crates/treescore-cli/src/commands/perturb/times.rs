//! The words' times: where they come from, how they are written.

use std::borrow::Cow;
use std::io::{self, Write};

use treescore::align::times::{Order, TimedSide, TimesFault, check};
use treescore::read::times::{Interval, Times};
use treescore::read::{Corpus, TreeAt};
use treescore::report::times::{write_ctm, write_jsonl};
use treescore::tree::Tree;

use super::options::TimesOut;

/// Where times come from.
pub(super) enum Clock {
    /// Every word takes one unit.
    Units,
    /// From files.
    Timed(Box<TimedSide>),
}

/// Recordings that hold many trees, one of which cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(
    "tree {tree} cannot be read ({fault}), and {times} has no utterance for each tree: where the times of the next tree \
     begin is not known; mend the tree, or give each tree an utterance of its own"
)]
pub(super) struct LostPlace {
    tree: usize,
    /// Where, and what is wrong with it.
    fault: String,
    times: String,
}

impl Clock {
    /// Times for these trees.
    pub(super) fn timed(times: Times, corpus: &Corpus, trees: &[TreeAt]) -> Result<Self, LostPlace> {
        let words = trees.iter().map(|unit| unit.tree.as_ref().map_or(0, |tree| tree.words().count() as u32));
        let order = Order::choose(&times, words.collect());
        if matches!(order, Order::Running(_)) {
            check_all_read(&times, corpus, trees)?;
        }
        Ok(Self::Timed(Box::new(TimedSide::new(times, order))))
    }

    /// The times of a tree, which is numbered from 1.
    pub(super) fn of(&self, number: u64, tree: &Tree) -> Result<Cow<'_, [Interval]>, TimesFault> {
        match self {
            Self::Units => {
                let unit = |word| (f64::from(word), f64::from(word) + 1.0);
                Ok((0..tree.words().count() as u32).map(unit).collect())
            }
            Self::Timed(side) => {
                let placed = side.of(number.saturating_sub(1))?;
                let words: Vec<&[u8]> = tree.words().collect();
                check(words.len(), words.len(), &placed, |at| words[at])?;
                Ok(placed.intervals().into())
            }
        }
    }

    /// The utterance of a tree, which is numbered from 1; its number if it has none.
    pub(super) fn id_of(&self, number: u64) -> Cow<'_, str> {
        let placed = match self {
            Self::Units => None,
            Self::Timed(side) => side.of(number.saturating_sub(1)).ok(),
        };
        placed.map_or_else(|| number.to_string().into(), |placed| placed.utterance().into())
    }

    /// What is to be said of times that none of so many trees uses.
    pub(super) fn leftover(&self, trees: u64) -> Option<String> {
        match self {
            Self::Units => None,
            Self::Timed(side) => side.leftover(trees).map(|leftover| leftover.to_string()),
        }
    }
}

fn check_all_read(times: &Times, corpus: &Corpus, trees: &[TreeAt]) -> Result<(), LostPlace> {
    for (unit, number) in trees.iter().zip(1..) {
        if let Err(error) = &unit.tree {
            let document = corpus.documents().get(unit.document).map_or("", |document| &document.name);
            let fault = format!("{document}, {error}");
            return Err(LostPlace { tree: number, fault, times: times.name().to_owned() });
        }
    }
    Ok(())
}

/// Writes the times of one sentence; there are none if it has no tree.
pub(super) fn write(
    out: &mut impl Write,
    format: TimesOut,
    id: &str,
    sentence: Option<&(Tree, Vec<Interval>)>,
) -> io::Result<()> {
    let words = sentence.into_iter().flat_map(|(tree, times)| tree.words().zip(times.iter().copied()));
    match format {
        TimesOut::Ctm => write_ctm(out, id, words),
        TimesOut::JsonLines => write_jsonl(out, id, words),
    }
}
