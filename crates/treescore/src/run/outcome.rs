//! The outcome of a run: sums, refusals, errors.

use std::collections::BTreeMap;

use super::aligned::Difference;
use super::kept::Kept;
use super::neighbours::Causes;
use super::row::{PairRow, PairTable, RowId};
use super::shift::Shift;
use super::survey::{Spot, Survey};
use super::timed::TimedError;
use super::totals::Totals;
use crate::align::times::Leftover;
use crate::align::{Cause, Refusal};
use crate::measure::{Bins, Quantiles};
use crate::read::times::{Times, TimesFile};
use crate::read::{InputFacts, OpenError, Uneven};
use crate::setup::{GoldHash, SetupError};
use crate::values::counted;

/// A refused pair, or an unreadable tree in no pair.
#[derive(Clone, Debug)]
pub struct RefusedAt {
    /// Its number and position.
    pub id: RowId,
    /// The position of the system.
    pub system: usize,
    /// The positions of the setups that refused it.
    pub setups: Vec<usize>,
    /// The reason.
    pub refusal: Refusal,
    /// Why the words differ, if they do and if that was asked for.
    pub cause: Option<Cause>,
    /// The words of both sides, if they differ.
    pub(super) words: Option<RefusedWords>,
}

impl RefusedAt {
    /// The refusal without the text around a fault. A list of refusals does not show it, and may be long.
    pub(super) fn without_text(mut self) -> Self {
        if let Refusal::NotATree(_, error) = &mut self.refusal {
            error.window.bytes = Vec::new();
        }
        self.setups.shrink_to_fit();
        self
    }
}

/// Words that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RefusedWords {
    /// Hashes of gold's words, and of the system's.
    pub(super) hashes: (u64, u64),
    /// The place of the gold tree.
    pub(super) gold: Spot,
}

/// The result of a run.
///
/// ```
/// use treescore::Setup;
/// use treescore::read::Units;
/// use treescore::run::{Plan, score};
/// let gold: Units = ["(S (N a))", "(S (N b))"].into_iter().collect();
/// let system: Units = ["(S (N a))", "(S (N x))"].into_iter().collect();
/// let plan = Plan::new(gold.into(), vec![system.into()], vec![Setup::named("parseval")?]);
/// let scored = score(&plan, &mut ())?;
/// let results = &scored.systems[0].setups[0];
/// assert_eq!((results.totals.scored, results.totals.refused), (1, 1));
/// assert_eq!(results.kinds["words differ"].0, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Scored {
    /// The results of each system.
    pub systems: Vec<SystemScored>,
    /// The hash of the gold units of each setup: trees, or lines.
    pub gold: Vec<GoldHash>,
    /// Word times that belong to no tree.
    pub leftovers: Vec<Leftover>,
    /// Every refused pair, if requested.
    pub refused: Vec<RefusedAt>,
    /// True if the run was interrupted.
    pub interrupted: bool,
    /// What was found out about the files.
    pub inputs: FoundInputs,
    /// What was seen beside the scores, if requested.
    pub survey: Survey,
}

impl Scored {
    /// The bins of quantiles, from the lengths of all pairs. They are the same for all systems and measures, so that their
    /// classes can be compared: of each length count the pairs of the system and measure that scored most.
    pub(crate) fn bins(&self, quantiles: Quantiles) -> Bins {
        let mut lengths: BTreeMap<u32, u64> = BTreeMap::new();
        for totals in self.systems.iter().flat_map(|system| &system.setups).map(|setup| &setup.totals) {
            for (&length, sum) in &totals.groups {
                let pairs = sum.count("pairs").and_then(|pairs| u64::try_from(pairs).ok()).unwrap_or(0);
                let most = lengths.entry(u32::try_from(length).unwrap_or(u32::MAX)).or_default();
                *most = pairs.max(*most);
            }
        }
        quantiles.cut(lengths)
    }
}

/// What was found out about the files of each side. Empty for sides that are not in files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundInputs {
    /// Of gold.
    pub gold: Vec<InputFacts>,
    /// Of each system.
    pub systems: Vec<Vec<InputFacts>>,
    /// Of the files of gold times.
    pub gold_times: Vec<TimesFacts>,
    /// Of the files of each system's times.
    pub system_times: Vec<Vec<TimesFacts>>,
    /// The numbers of the files of folders that were left out because they are no text: of gold, and of each
    /// system.
    pub no_text: Vec<Vec<usize>>,
}

/// What was found out about a file of times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimesFacts {
    /// The file.
    pub file: TimesFile,
    /// The number of its utterances.
    pub utterances: u64,
}

impl TimesFacts {
    /// What is known about the files of these times.
    pub(super) fn of(times: &Times) -> Vec<Self> {
        let files = times.files().iter().cloned().zip(times.utterances_of_files());
        files.map(|(file, utterances)| Self { file, utterances }).collect()
    }
}

impl FoundInputs {
    /// What was found out about all files, gold first.
    pub fn all(&self) -> impl Iterator<Item = &InputFacts> + Clone {
        self.gold.iter().chain(self.systems.iter().flatten())
    }
}

/// The results of one system.
#[derive(Debug)]
pub struct SystemScored {
    /// The results by each setup.
    pub setups: Vec<SetupScored>,
    /// How far its words or text agree with gold's, by the alignment of each pass.
    pub agreement: Vec<Totals>,
    /// Word errors without case and punctuation, if word accuracy was surveyed.
    pub(crate) word_forms: Option<Totals>,
    /// The numbers of unreadable trees in no pair, of gold and system.
    pub unreadable: [u64; 2],
    /// The numbers of trees without words, which are in no pair, of gold and system.
    pub without_words: [u64; 2],
    /// The first difference between the texts.
    pub difference: Option<Difference>,
    /// Why the words of refused pairs differ, if that was asked for.
    pub causes: Causes,
    /// What was seen of word times.
    pub times: super::survey::TimesSurvey,
    /// The files of word times, if there are any.
    pub times_files: Option<super::survey::TimesFiles>,
    /// Set if its number of units is not that of gold. It then has no scores, while other systems do.
    pub uneven: Option<Box<UnevenSides>>,
    /// The word errors of all pairs, if the figures of pairs were requested and words are aligned.
    pub kept_words: Option<Kept>,
}

impl SystemScored {
    /// The results by some setups, and nothing else.
    pub(crate) fn of(setups: Vec<SetupScored>) -> Self {
        Self {
            setups,
            agreement: Vec::new(),
            word_forms: None,
            unreadable: [0; 2],
            without_words: [0; 2],
            difference: None,
            causes: Causes::default(),
            times: super::survey::TimesSurvey::default(),
            times_files: None,
            uneven: None,
            kept_words: None,
        }
    }
}

/// The results of one system by one setup.
#[derive(Debug)]
pub struct SetupScored {
    /// All sums.
    pub totals: Totals,
    /// The refused pairs by kind: their number, and the first of them.
    pub kinds: BTreeMap<&'static str, (u64, RefusedAt)>,
    /// The likely reason if the words stopped matching at some pair.
    pub shift: Option<Shift>,
    /// The pairs with the lowest figures, the worst first, if requested.
    pub worst: Vec<PairRow>,
    /// The counts of all pairs, if requested.
    pub table: Option<PairTable>,
    /// The figures of all pairs, if requested.
    pub kept: Option<Kept>,
}

/// Why a run could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Settings do not go together.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Word times cannot be used.
    #[error(transparent)]
    Times(#[from] TimedError),
    /// Gold and a system have different numbers of units.
    #[error("{} has {}, {} has {}", .0.uneven.gold_name, counted(.0.uneven.gold, "tree"), .0.uneven.system_name, .0.uneven.system)]
    Uneven(Box<UnevenSides>),
    /// A pair was refused, and the run is strict.
    #[error("{} is refused: {}", .0.id, .0.refusal)]
    Strict(Box<RefusedAt>),
}

/// Two sides with different numbers of units, and what is known about where they diverge.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be true of two sides")]
pub struct UnevenSides {
    /// The numbers of units.
    pub uneven: Uneven,
    /// True if words were compared, so that the fields below are known.
    pub is_by_words: bool,
    /// True if the units are lines, not trees.
    pub is_by_line: bool,
    /// The likely reason.
    pub shift: Option<Shift>,
    /// The first pair whose words differ, if any, and the place of its gold tree.
    pub first_difference: Option<(u64, Spot)>,
    /// The first pair whose words could not be compared because one side is not a tree, if any.
    pub first_unread: Option<u64>,
    /// True if all units have ids, and both sides have some in common.
    pub have_ids: bool,
    /// True if the files of both sides are plain trees in brackets.
    pub has_brackets: bool,
}
