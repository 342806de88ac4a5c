//! The runner: blocks of pairs through the lenses of all setups, on all cores, in order.
//!
//! [`parallel`] knows threads and order and nothing of trees; a lens takes a pair from trees to a measurable
//! [`Pair`](crate::measure::Pair) or a [`Refusal`](crate::align::Refusal); [`score`] carries out a whole [`Plan`].

mod aligned;
mod in_order;
mod inputs;
mod lens;
pub mod parallel;
mod pass;
mod pipeline;
mod plan;
mod row;
mod score;
mod shift;
mod spoken;
mod timed;
mod totals;
mod work;
mod worst;

pub use aligned::{Difference, Listed, ListedCell, ListedGroup, Listing, TreePlace, list};
pub use lens::SideColumns;
pub(crate) use lens::{Both, Forest, Lens};
pub use parallel::Caller;
pub use pipeline::Pipeline;
pub use plan::{Ask, Input, InputTimes, InputTrees, Matches, Plan, Rows};
pub use row::{Line, PairRow, PairTable, RowId, RowKind};
pub use score::{
    Observer, Progress, RefusedAt, RunError, Scored, SetupScored, SystemScored, UnevenSides, score,
    score_with,
};
pub use shift::{Shift, ShiftDetector};
pub use timed::{Meet, TimedError, TimedPair, TimesNote, timed_side};
pub use totals::{GroupKey, Note, Totals};
