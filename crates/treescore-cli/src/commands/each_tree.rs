//! The frame of commands that read trees and write each of them in another form.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use treescore::read::{Corpus, Format, OpenError, TreeAt, Trees, Wanted};
use treescore::report::{Style, number};
use treescore::tree::Tree;

use crate::args::Look;
use crate::args::input::{FileArgs, InputError};
use crate::args::own::TableError;
use crate::interrupt;
use crate::job::JobError;
use crate::messages::Messages;
use crate::output::{CreateError, Output, is_same_file};
use crate::status::Status;
use crate::timing::first_read;
use crate::watch::{SHOWN, describe_unreadable};

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Heads(#[from] TableError),
    #[error(transparent)]
    Recipe(#[from] JobError),
    #[error(transparent)]
    Create(#[from] CreateError),
    #[error("--heads is for --to conllu")]
    HeadsUnused,
    #[error("--output {} would overwrite an input file: choose another name", .0.display())]
    OutputIsInput(PathBuf),
    #[error("{0} contains no trees")]
    NoTrees(String),
    #[error("a tree was left out, and --strict is given; nothing is written")]
    Strict,
    #[error("{0}")]
    Other(String),
    #[error("cannot write the results: {0}")]
    Write(#[from] io::Error),
}

/// Ends a command: shows why nothing was written, and returns the exit status. `task` is what it does.
pub(super) fn end(result: Result<Status, Failure>, look: &Look, task: &str) -> Status {
    match result {
        Ok(status) => status,
        // A reader that closes the pipe, such as `head`, is not an error.
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Status::SUCCESS,
        Err(_) if interrupt::is_requested() => Status::from(130),
        Err(error) => {
            Messages::new(look).fail(&error, task);
            Status::from(2)
        }
    }
}

/// Trees to be written.
pub(super) struct EachTree<'a> {
    /// The trees as given.
    pub(super) given: &'a Path,
    /// The name of the recipe, if one is given.
    pub(super) recipe: Option<&'a str>,
    /// How they are read.
    pub(super) files: &'a FileArgs,
    /// What may be in them.
    pub(super) wanted: Wanted,
    /// Other files that are read: tables, recipes.
    pub(super) others: [Option<&'a Path>; 2],
    /// Where they are written.
    pub(super) output: Option<&'a Path>,
    /// True if no tree may be left out.
    pub(super) is_strict: bool,
    /// Which trees are wanted, by number, and the last of them. `None`: all.
    pub(super) is_wanted: Option<(&'a dyn Fn(u64) -> bool, u64)>,
    /// Set while trees are written, if nothing may be written after all.
    pub(super) is_stopped: Option<&'a Cell<bool>>,
    /// The style, if what is written has colours.
    pub(super) style: Option<&'a Style>,
    pub(super) messages: Messages,
}

/// Appends a tree with its number and id, or says why it cannot be written.
pub(super) type WriteTree<'a> = dyn FnMut(u64, Option<&[u8]>, &Tree, &mut Vec<u8>) -> Result<(), String> + 'a;

impl EachTree<'_> {
    /// Writes every tree that can be read and written.
    pub(super) fn write(self, write: &mut WriteTree<'_>) -> Result<Status, Failure> {
        let trees = self.files.find(self.given, self.recipe)?;
        let others = self.others.into_iter().flatten().chain([first_read(self.given)]);
        check_output(self.output, &trees, others)?;
        self.messages.note_left_out(&trees);
        interrupt::watch();
        let mut units = Trees::wanted(trees.clone(), self.wanted)?;
        let mut output = Output::open(self.output)?;
        if let Some(style) = self.style {
            output = output.in_style(style);
        }
        let mut work = Work { trees: &trees, messages: self.messages, seen: 0, left_out: 0 };
        let (mut text, mut has_trees) = (Vec::new(), false);
        for unit in &mut units {
            if let Some((is_wanted, last)) = self.is_wanted {
                if work.seen >= last {
                    break;
                }
                if !is_wanted(work.seen + 1) {
                    work.seen += 1;
                    continue;
                }
            }
            text.clear();
            let is_written = work.take(&unit?, &mut text, write);
            has_trees |= is_written;
            if interrupt::is_requested() {
                return Ok(Status::from(130)); // the unfinished file is removed
            }
            if self.is_stopped.is_some_and(Cell::get) {
                return Ok(Status::from(2)); // the unfinished file is removed
            }
            if !is_written && self.is_strict {
                return Err(Failure::Strict);
            }
            output.write_all(&text)?;
        }
        self.files.check_effects(units.log().facts().iter())?;
        work.messages.note_files(&trees, &units.log());
        for facts in units.log().facts().iter().filter(|facts| facts.format == Format::Conllu) {
            let name = trees.documents().get(facts.document).map_or("", |document| &document.name);
            let kept = "words, one tag each, heads and relations are kept, other columns are not";
            work.messages.note(&format!("{name}: CoNLL-U: {kept}"));
        }
        if work.seen == 0 {
            return Err(Failure::NoTrees(trees.name().to_owned()));
        }
        if let Some((_, last)) = self.is_wanted.filter(|(_, last)| *last < u64::MAX && *last > work.seen)
            && has_trees
        {
            let there = number::counted(work.seen, "tree");
            work.messages.warn(&format!("there is no tree {last}: {} has {there}", trees.name()));
        }
        // A file with nothing in it would look like an answer.
        if work.left_out == 0 || has_trees {
            output.finish()?;
        }
        Ok(work.finish())
    }
}

/// Refuses to overwrite what is read: trees, and other files.
pub(super) fn check_output<'p>(
    output: Option<&Path>,
    trees: &Corpus,
    mut others: impl Iterator<Item = &'p Path>,
) -> Result<(), Failure> {
    match output.filter(|path| path.is_file()) {
        Some(output) if trees.holds(output) || others.any(|other| is_same_file(other, output)) => {
            Err(Failure::OutputIsInput(output.to_owned()))
        }
        _ => Ok(()),
    }
}

/// The state of a run.
struct Work<'a> {
    trees: &'a Corpus,
    messages: Messages,
    seen: u64,
    left_out: u64,
}

impl Work<'_> {
    /// Appends a tree, or reports why it is left out. Returns true if it is written.
    fn take(&mut self, unit: &TreeAt, out: &mut Vec<u8>, write: &mut WriteTree<'_>) -> bool {
        self.seen += 1;
        let number = self.seen;
        let file = self.trees.documents().get(unit.document).map_or("", |document| &document.name);
        let consequence = format!("tree {number} is left out");
        let failure = match &unit.tree {
            Ok(tree) => match write(number, unit.id.as_deref(), tree, out) {
                Ok(()) => return true,
                Err(unwritable) => Ok(unwritable),
            },
            Err(error) => Err(error),
        };
        self.left_out += 1;
        if self.left_out > SHOWN {
            return false;
        }
        match failure {
            Ok(unwritable) => {
                let line = unit.position.line;
                self.messages.error(&format!("{file}:{line}: tree {number}: {unwritable}"), &consequence);
            }
            Err(error) => {
                let tree = Some(number);
                self.messages.diagnose(&describe_unreadable(error, file.to_owned(), tree, consequence));
            }
        }
        false
    }

    /// Warns about trees that were left out, and returns the exit status.
    fn finish(self) -> Status {
        if self.left_out > 0 {
            let trees = number::counted(self.seen, "tree");
            self.messages.count_hidden(self.left_out.saturating_sub(SHOWN));
            self.messages.warn(&format!("{} of {trees} left out", number::count(self.left_out)));
        }
        Status::from(u8::from(self.left_out > 0))
    }
}
