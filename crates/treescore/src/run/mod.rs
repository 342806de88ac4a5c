//! The runner: carries out a [`Plan`] on all cores.
//!
//! [`score`] is the entry point. Its parts: `parallel` manages threads and order and knows nothing about
//! trees; a lens turns two trees into a measurable [`Pair`](crate::measure::Pair) or a
//! [`Refusal`](crate::align::Refusal).

mod aligned;
mod collect;
pub mod differing;
mod fold;
mod folders;
mod frames;
mod furthest;
mod gate;
mod held;
mod in_order;
mod inputs;
mod kept;
mod label_rows;
mod lens;
mod meeting;
mod mend;
pub mod neighbours;
mod observer;
mod outcome;
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub mod parallel;
mod pass;
mod pipeline;
mod plan;
mod replies;
mod row;
mod samples;
mod score;
mod shift;
mod spoken;
mod stat_rows;
pub mod survey;
mod timed;
mod totals;
mod work;
mod worst;

pub use aligned::{Difference, Listed, ListedCell, ListedGroup, Listing, TreePlace, list};
pub use kept::{Kept, KeptFigure, KeptFigures};
pub use label_rows::LabelRows;
pub use lens::SideColumns;
pub(crate) use lens::{Both, Forest, Lens};
pub use parallel::Caller;
// For the crates and tests of this workspace; not part of the interface.
pub use folders::{FolderNote, pair_folders};
pub(crate) use frames::frames_differ;
pub use furthest::{Furthest, UnitDifference};
pub(crate) use held::{each_tree, hold};
pub use observer::{Observer, Progress};
pub use outcome::{
    FoundInputs, RefusedAt, RunError, Scored, SetupScored, SystemScored, TimesFacts, UnevenSides,
};
#[doc(hidden)]
pub use pipeline::Pipeline;
pub use plan::{Ask, Input, InputTimes, InputTrees, Matches, Plan, Rows, Statistics};
pub use replies::{ReplyCounts, ReplyNote, ReplySums};
pub use row::{Line, PairRow, PairTable, RowId, RowKind};
pub use samples::SampleSums;
pub use score::{score, score_with};
pub use shift::Shift;
pub use stat_rows::{Answer, RowsError, StatRows};
// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub use timed::timed_side;
pub use timed::{TimedError, TimesMatching, TimesNote};
pub use totals::{GroupKey, Note, Totals};
// Where the observer of a run is, its meter is looked for.
pub use crate::values::Meter;
pub(crate) use work::is_main;
