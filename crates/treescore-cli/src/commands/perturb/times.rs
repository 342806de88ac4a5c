//! Word times: reading and writing.

use std::borrow::Cow;
use std::io::{self, Write};

use treescore::align::times::{TimedSide, TimesFault, check};
use treescore::prepare::Recipe;
use treescore::read::times::{Interval, Overlaps};
use treescore::read::{Syntax, UnitKind};
use treescore::setup::TimesSettings;
use treescore::tree::{Tree, Which};
use treescore::write::times::{write_ctm, write_jsonl};

use super::options::{Plan, TimesOut};
use crate::timing::{self, Reading, TimingError};

/// The source of times.
pub(super) enum Clock {
    /// Every word takes one unit.
    Units,
    /// From files.
    Timed(Box<TimedSide>),
}

impl Clock {
    /// Reads the times of a plan and assigns them to its trees as in scoring, with all words. Adds warnings
    /// to `notes`.
    pub(super) fn new(plan: &Plan<'_>, notes: &mut Vec<String>) -> Result<Self, TimingError> {
        let Some(times) = &plan.times else { return Ok(Self::Units) };
        let every_word = Recipe::evalb(); // it deletes nothing
        let (unit, syntax) = (UnitKind::Tree, &Syntax::Trees);
        let allows = plan.overlaps == Overlaps::Allow;
        let settings = timing::settings(plan.how, allows, TimesSettings::default());
        let options = &settings.options(Which::Gold, plan.how.times_format);
        let reading = Reading { unit, syntax, recipe: &every_word, options };
        let side = timing::read_side(plan.how, times.clone(), &plan.trees, reading, notes)?;
        Ok(Self::Timed(Box::new(side)))
    }

    /// The times of a tree, which is numbered from 1.
    pub(super) fn times_of(&self, number: u64, tree: &Tree) -> Result<Cow<'_, [Interval]>, TimesFault> {
        match self {
            Self::Units => {
                let unit = |word| (f64::from(word), f64::from(word) + 1.0);
                Ok((0..tree.words().count() as u32).map(unit).collect())
            }
            Self::Timed(side) => {
                let placed = side.of(number.saturating_sub(1))?;
                let words: Vec<&[u8]> = tree.words().collect();
                check(words.len(), words.len(), &placed, |at| words[at])?;
                let is_same =
                    |at: usize| placed.word(at).is_some_and(|timed| timed.eq_ignore_ascii_case(words[at]));
                side.confirm(number.saturating_sub(1), words.len(), is_same)?;
                Ok(placed.intervals().into())
            }
        }
    }

    /// The utterance id of a tree, which is numbered from 1; its number if it has none.
    pub(super) fn id_of(&self, number: u64) -> Cow<'_, str> {
        let placed = match self {
            Self::Units => None,
            Self::Timed(side) => side.of(number.saturating_sub(1)).ok(),
        };
        placed.map_or_else(|| number.to_string().into(), |placed| placed.utterance().into())
    }

    /// Describes the times that none of this many trees uses.
    pub(super) fn leftover(&self, trees: u64) -> Option<String> {
        match self {
            Self::Units => None,
            Self::Timed(side) => side.leftover(trees).map(|leftover| leftover.to_string()),
        }
    }
}

/// Writes the times of one sentence; none if it has no tree.
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
