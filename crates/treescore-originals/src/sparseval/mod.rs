//! SParseval with its companions `headtrees` and `strealign`, byte for byte: brackets and head dependencies
//! of speech.
//!
//! This is a literal model of the programs, one file per step of the specification:
//!
//! 1. Lines are read (`lines`, `read`, `tree_file`) into trees of numbers (`tree`, `names`), pruned
//!    (`prune`), and flattened in edit regions (`edits`).
//! 2. Words are placed in columns (`columns`, `raw`, `place`).
//! 3. Brackets (`spans`), heads (`heads`) and dependencies (`dependencies`, `bag` over `ordered`, words
//!    compared by `equal`) are counted, unit by unit (`side`), and printed (`report`).
//!
//! The programs are [`run()`], [`head_trees()`] and [`realign()`]. A [`Desk`] gives the files and takes what
//! is printed, so nothing here touches the file system. Head tables, parameter files and the sweep for
//! crossing brackets are those of [`treescore`].
//!
//! ```
//! use std::io;
//! use treescore_originals::sparseval::{Desk, Settings, run};
//!
//! struct Memory(Vec<u8>);
//! impl Desk for Memory {
//!     fn open(&mut self, name: &[u8]) -> Option<Vec<u8>> {
//!         let label = if name == b"gold" { "VP" } else { "XP" };
//!         Some(format!("(S (NP (PRP I)) ({label} (VBD left)))\n").into_bytes())
//!     }
//!     fn print(&mut self, text: &[u8]) -> io::Result<()> {
//!         self.0.extend_from_slice(text);
//!         Ok(())
//!     }
//!     fn warn(&mut self, _: &[u8]) -> io::Result<()> {
//!         Ok(())
//!     }
//! }
//!
//! let mut desk = Memory(Vec::new());
//! let settings = Settings { gold: b"gold".into(), test: b"test".into(), ..Settings::default() };
//! run(&settings, &mut desk).unwrap();
//! let report = String::from_utf8(desk.0).unwrap();
//! assert!(report.contains("Labeled Bracketing Recall:                      66.67\n"));
//! ```

mod bag;
mod columns;
mod dependencies;
mod desk;
mod edits;
mod equal;
mod head_trees;
mod heads;
mod lines;
mod names;
mod ordered;
mod place;
mod prune;
mod raw;
mod read;
mod realign;
mod report;
mod run;
mod show;
mod side;
mod spans;
mod tree;
mod tree_file;

pub use desk::{Desk, Stop};
pub use head_trees::{HeadTreeSettings, head_trees};
pub use realign::{RealignSettings, realign};
pub use run::{Settings, run};
pub use spans::Labelling;

/// Appends texts.
fn put_all(out: &mut Vec<u8>, texts: &[&[u8]]) {
    for text in texts {
        out.extend_from_slice(text);
    }
}

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;
