//! The fourth stage: what counts as a match, and how matches are tallied.
//!
//! A measure is one file here and one line in the [registry](crate::registry).

pub mod bracket;
mod cell_tags;
pub mod crossing;
pub mod dependency;
mod detail;
pub mod edit;
mod fixed;
mod named;
mod parseval;
pub mod struct_iou;

use std::collections::BTreeMap;
use std::ops::AddAssign;

pub use dependency::{Attachment, AttachmentTally, DependencyMeasure, DependencyTally};
pub use detail::{Fact, FactNumber, Fate, Mapped, NodeView};
pub use edit::{ConceptAccuracy, EditTally, TreeNode, WordAccuracy};
pub use fixed::Fixed;
pub use named::{NamedTallies, Names};
pub use parseval::{BracketCounts, BracketScratch, BracketTally, Parseval};
pub use struct_iou::{IouTally, StructIou};

use crate::align::{Meeting, WordCounts};
use crate::prepare::{Prepared, Recipe, Rules, SettingError};
use crate::read::Syntax;
use crate::align::Refusal;
use crate::tree::{Arena, Labels};

/// One side of a pair, ready to be measured.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The tree as it was read.
    pub arena: &'a Arena,
    /// The text its words are slices of.
    pub text: &'a [u8],
    /// What the recipe leaves of it.
    pub prepared: &'a Prepared,
    /// When each word that counts was spoken, in seconds from start to end, if that is known.
    pub times: Option<&'a [(f64, f64)]>,
    /// Where each word that counts is on an axis that both sides share, if texts were aligned and that is asked for.
    pub positions: Option<&'a [(f64, f64)]>,
    /// Has the file of times other words than the tree?
    pub has_other_words: bool,
    /// The utterance whose times these are; of gold only.
    pub utterance: Option<&'a str>,
}

/// Two trees over a common index.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The gold tree.
    pub gold: Side<'a>,
    /// The system's tree.
    pub system: Side<'a>,
    /// What the recipe says about labels.
    pub rules: &'a Rules,
    /// The names of the labels.
    pub labels: &'a Labels,
    /// Where the words meet, if they were aligned: then not word has to be next to word.
    pub meeting: Option<&'a Meeting>,
    /// How many words are wrong, if they were aligned as those of speech.
    pub errors: Option<WordCounts>,
}

/// One tree whose pair was refused.
#[derive(Clone, Copy)]
pub struct Alone<'a> {
    /// The tree.
    pub side: Side<'a>,
    /// What the recipe says about labels.
    pub rules: &'a Rules,
    /// The names of the labels.
    pub labels: &'a Labels,
}

/// What a measure asks of the two sides of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// The same words, number by number.
    Words,
    /// Intervals of time, or of words where there are no times; the words themselves do not matter.
    Intervals,
    /// Nothing: the measure finds out itself what corresponds.
    Free,
}

impl Index {
    /// The name in signatures; whether words have times is for the data to say.
    pub fn as_str(self, has_times: bool) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Intervals if has_times => "time",
            Self::Intervals => "position",
            Self::Free => "free",
        }
    }
}

/// The integers of a tally by name.
pub type Counts = BTreeMap<&'static str, i128>;

/// Turns a pair of trees into a tally.
pub trait Measure: Clone + Sync {
    /// What it counts.
    type Tally: Tally;
    /// Buffers kept between pairs, one set per thread.
    type Scratch: Default + Send;

    /// Name in options and signatures.
    fn name(&self) -> &'static str;

    /// The figures its scores have, the headline first.
    fn figures(&self) -> &'static [Figure];

    /// The counts of its tally that are shown with every pair.
    fn shown_counts(&self) -> &'static [&'static str];

    /// BibTeX keys of the papers that define it.
    fn papers(&self) -> &'static [&'static str];

    /// What it asks of the two sides.
    fn index(&self) -> Index {
        Index::Words
    }

    /// How the trees are written.
    fn syntax(&self) -> Syntax {
        Syntax::Trees
    }

    /// How many bytes of trees are worth a thread's while, if measuring takes longer than reading.
    fn block(&self) -> Option<usize> {
        None
    }

    /// Does a pair count in which a side has no words at all?
    fn takes_empty(&self) -> bool {
        false
    }

    /// The recipe that is used if none is asked for.
    fn recipe(&self) -> Recipe {
        Recipe::default()
    }

    /// Its own settings as `(key, value)`, in a fixed order: everything besides the recipe that changes a number.
    fn settings(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Changes one of its own settings; false if it has none of that name.
    ///
    /// # Errors
    /// If there is no such value.
    fn set(&mut self, _key: &str, _value: &str) -> Result<bool, SettingError> {
        Ok(false)
    }

    /// The length of a sentence, by which pairs are grouped and cut off.
    fn length(&self, side: &Side<'_>, _rules: &Rules) -> u32 {
        side.prepared.length()
    }

    /// Measures a pair.
    ///
    /// # Errors
    /// Why this pair cannot be measured.
    fn tally(&self, pair: &Pair<'_>, scratch: &mut Self::Scratch) -> Result<Self::Tally, Refusal>;

    /// The tally of a pair that was refused: everything in gold was missed.
    fn missed(&self, gold: Option<&Alone<'_>>, scratch: &mut Self::Scratch) -> Self::Tally;

    /// The names its tallies can be broken down by.
    fn names(&self) -> &'static [Names] {
        &[]
    }

    /// Adds what became of each node of a pair to the tallies by name. Only asked for names that [`names`](Self::names)
    /// lists.
    ///
    /// # Errors
    /// Why this cannot be said, though the pair has a tally; nothing was added then.
    fn by_name(
        &self,
        _names: Names,
        _pair: &Pair<'_>,
        _scratch: &mut Self::Scratch,
        _tallies: &mut NamedTallies<Self::Tally>,
    ) -> Result<(), Refusal> {
        Ok(())
    }

    /// Does it map nodes or words to each other, which [`detail`](Self::detail) can show?
    fn maps(&self) -> bool {
        false
    }

    /// What was mapped to what, node by node.
    ///
    /// # Errors
    /// Why this cannot be said, though the pair has a tally.
    fn detail(&self, _pair: &Pair<'_>, _scratch: &mut Self::Scratch) -> Result<Vec<Mapped>, Refusal> {
        Ok(Vec::new())
    }
}

/// Integers that add up; scores are derived from it, never stored in it.
pub trait Tally: Clone + Default + Send + AddAssign {
    /// The figures of the summed tally, in the order of [`Measure::figures`]; `None` is undefined.
    fn corpus(&self) -> Vec<Option<f64>>;

    /// The means of the pairs' figures, where they exist.
    fn sentence_mean(&self) -> Vec<Option<f64>>;

    /// The integers by name.
    fn counts(&self) -> Counts;

    /// The tally that has these counts; what is not named is zero.
    fn of_counts(counts: &Counts) -> Self;

    /// What else is worth telling about the sum, in lines of a few numbers.
    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }
}

/// One figure of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Name in machine formats.
    pub key: &'static str,
    /// Heading in tables.
    pub title: &'static str,
    /// How people read it.
    pub kind: FigureKind,
    /// Narrow tables drop the lowest rank first; rank 0 is shown in wide tables only.
    pub rank: u8,
}

/// How a figure is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// A fraction usually given in per cent.
    Percent,
    /// A fraction usually given as it is.
    Fraction,
    /// An amount per pair.
    PerPair,
}

/// A count by name; what is not there, or no count, is zero.
pub(crate) fn count(counts: &Counts, name: &str) -> u64 {
    counts.get(name).map_or(0, |&count| count.try_into().unwrap_or(0))
}

/// `part / whole`, undefined if there is nothing.
pub fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
