//! The first stage: bytes become trees.
//!
//! [`Corpus`] names the files of a side, [`Trees`] reads them tree by tree, and [`one`] reads a tree from a
//! string. [`Units`] are trees in memory; a [`Feeder`] supplies them while a run is going on. [`times`] reads
//! word times, [`columns`] word alignments. A faulty tree costs one unit, never the run: units are cut from
//! the bytes before anything is parsed, so gold and system stay in step.

mod blocks;
mod by_id;
pub mod chunks;
pub mod columns;
mod comments;
mod corpus;
mod difference;
mod document;
mod encoding;
mod error;
mod fault;
mod file_fault;
mod forest;
mod format;
mod formats;
mod hang;
mod head;
mod inspect;
pub(crate) mod json;
mod json_tree;
mod layout;
mod limit;
mod lines;
mod lists;
mod mask;
mod memory;
mod once;
mod one;
mod options;
mod pairs;
mod partners;
mod pieces;
mod plain;
mod recognise;
mod relay;
mod replay;
mod resolve;
mod route;
mod scan;
mod split;
mod stored_units;
mod syntax;
mod tape;
mod text;
pub mod times;
mod trees;
mod unit;
mod unpack;
pub(crate) mod window;

#[cfg(test)]
pub(crate) use blocks::pad;
pub(crate) use by_id::by_id;
pub(crate) use corpus::name_in_message;
pub use corpus::{Corpus, Document};
pub(crate) use difference::Difference;
pub use encoding::{Encoding, TextEncoding, UnknownEncoding};
pub use error::{OpenError, ReadError};
pub use fault::FaultKind;
pub use file_fault::FileFault;
pub use format::{Format, Holds, Want};
pub use formats::{Cut, FormatOptions, Nbest};
pub use inspect::Inspected;
pub use limit::{TABLE_MAX, WHOLE_MAX, read_limited, read_table};
pub(crate) use memory::MemorySide;
pub use memory::{Fed, FedSide, Feeder, Units, feeder, feeder_of};
pub use one::one;
pub use options::{DecidedBy, InputFacts, InputLog, ReadOptions, Taker, Wanted};
pub use pairs::Uneven;
pub(crate) use pairs::UnevenLog;
pub use partners::{NameStep, Partners};
pub use recognise::{Confidence, Recognition, recognise};
pub(crate) use resolve::{PAIRS, Recoded, find_code, recoded, resolver};
pub use split::UnitKind;
pub use syntax::Syntax;
pub use tape::TapeCounts;
pub(crate) use tape::UnitFacts;
pub use trees::{TreeAt, Trees};
pub(crate) use unit::bounds;
pub use window::{Position, Window};

// For the crates and tests of this workspace; not part of the interface.
#[doc(hidden)]
pub use blocks::{Block, SideReader, SideSource};
#[doc(hidden)]
pub use fault::Fault;
#[doc(hidden)]
pub use json_tree::Buffer;
#[doc(hidden)]
pub use pairs::{Next, PairBlock, PairReader, Unmatched};
#[doc(hidden)]
pub use recognise::recognise_by_rules;
#[doc(hidden)]
pub use scan::{Dialect, Scanner};
#[doc(hidden)]
pub use split::Extent;
#[doc(hidden)]
pub use unit::{UnitReader, UnitTree};
#[doc(hidden)]
pub use window::Landmark;
