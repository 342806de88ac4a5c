//! A file of trees, line by line, and the messages for faulty lines.

use super::Stop;
use super::lines::{Line, lines};
use super::names::Names;
use super::prune::Deletion;
use super::put_all;
use super::read::{Fault, Reader, SideTrees};
use super::show::write_as_root;
use treescore::tree::Which;

/// Which lines are blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlankLines {
    /// Lines with only blanks before their end: `sparseval`.
    ToTheEnd,
    /// Lines with only blanks before a newline: `headtrees` and `strealign`.
    ToANewline,
}

/// How trees are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadOptions<'a> {
    /// The names of both files, for messages.
    pub(super) gold: &'a [u8],
    pub(super) test: &'a [u8],
    pub(super) blank: BlankLines,
    pub(super) deletion: Deletion,
}

/// The trees of a file.
pub(super) struct TreeFile<'a> {
    lines: Box<dyn Iterator<Item = Line<'a>> + 'a>,
    which: Which,
    options: ReadOptions<'a>,
}

impl<'a> TreeFile<'a> {
    pub(super) fn new(bytes: &'a [u8], which: Which, options: ReadOptions<'a>) -> Self {
        Self { lines: Box::new(lines(bytes)), which, options }
    }

    fn name(&self) -> &'a [u8] {
        match self.which {
            Which::Gold => self.options.gold,
            Which::System => self.options.test,
        }
    }

    /// Reads the next tree into a side; false at the end of the file.
    pub(super) fn read_one(
        &mut self,
        reader: &mut Reader,
        names: &mut Names<'_>,
        side: &mut SideTrees,
    ) -> Result<bool, Stop> {
        let is_blank = |line: &Line<'_>| {
            line.behind_blanks().is_empty()
                && (self.options.blank == BlankLines::ToTheEnd || line.ends_in_newline())
        };
        let Some(line) = self.lines.by_ref().find(|line| !is_blank(line)) else { return Ok(false) };
        match reader.read(&line, self.which, self.options.deletion, names, side) {
            Ok(()) => Ok(true),
            Err(fault) => Err(Stop::Message(self.message(fault, &line, reader, names, side))),
        }
    }

    /// Reads all remaining trees into a side.
    pub(super) fn read_all(
        &mut self,
        reader: &mut Reader,
        names: &mut Names<'_>,
        side: &mut SideTrees,
    ) -> Result<(), Stop> {
        while self.read_one(reader, names, side)? {}
        Ok(())
    }

    fn message(
        &self,
        fault: Fault,
        line: &Line<'_>,
        reader: &Reader,
        names: &Names<'_>,
        side: &SideTrees,
    ) -> Vec<u8> {
        let mut out = Vec::new();
        match fault {
            Fault::NoBracket => out.extend_from_slice(b"oops, misparse\n"),
            Fault::WordAfterChildren { column } => {
                return position(self.name(), line.number, column as u64 + 1, "word after children");
            }
            Fault::Misbracketed(node) => {
                write_as_root(&mut out, &side.tree, names, node, |_| None);
                let mut shown = line.c_text().to_vec();
                for &at in &reader.overwritten {
                    shown[at] = b' ';
                }
                let label = names.labels.name(side.tree.node(node).label);
                put_all(&mut out, &[b"misbracketing:\n", &shown, b"Node:", label, b"\ngold file: "]);
                put_all(&mut out, &[self.options.gold, b"\ntest file ", self.options.test, b"\n"]);
            }
        }
        out
    }

    /// Creates our own error for a word directly under the root of a side.
    pub(super) fn root_word(name: &[u8], (line, column): (u64, u64)) -> Stop {
        Stop::Message(position(name, line, column, "word directly under the root"))
    }
}

/// Formats `FILE:LINE:COLUMN: fault`, for faults that the original does not report.
fn position(name: &[u8], line: u64, column: u64, what: &str) -> Vec<u8> {
    let mut out = name.to_vec();
    put_all(&mut out, &[format!(":{line}:{column}: {what}\n").as_bytes()]);
    out
}
