//! Messages on standard error: errors, warnings and progress.

use std::error::Error;
use std::io::Write;

use treescore::read::{Corpus, InputLog};
use treescore::report::diagnostic::{self, Diagnostic};
use treescore::report::{Style, number};
use treescore::run::FolderNote;

use crate::advice;
use crate::args::{Look, Quiet};
use crate::progress::Progress;
use crate::screen::Screen;
use crate::streams;
use crate::terminal;

/// Number of warnings about one file that are shown in full.
const WARNINGS: usize = 20;

/// Shows the messages of a run. With `--quiet` it shows only the error that ends the run.
pub(crate) struct Messages {
    style: Style,
    is_quiet: bool,
}

impl Messages {
    /// Messages in the style that the options ask for.
    pub(crate) fn new(look: &Look) -> Self {
        Self { style: terminal::message_style(look), is_quiet: look.quiet.quiet }
    }

    /// Messages of a command without options for their style.
    pub(crate) fn plain(quiet: Quiet) -> Self {
        Self { style: terminal::plain_style(), is_quiet: quiet.quiet }
    }

    /// The same style, but nothing is shown.
    pub(crate) fn silent(&self) -> Self {
        Self { style: self.style.clone(), is_quiet: true }
    }

    /// Shows a warning.
    pub(crate) fn warn(&self, text: &str) {
        self.show(|style| diagnostic::warning(text, style));
    }

    /// Shows a note: something that is as it should be, but that people may want to know.
    pub(crate) fn note(&self, text: &str) {
        self.show(|style| diagnostic::note(text, style));
    }

    /// Names the files of a folder that were left out because they are not text, the empty ones, and what of a
    /// file is not kept.
    pub(crate) fn note_files(&self, corpus: &Corpus, log: &InputLog) {
        let name = |at: usize| corpus.documents().get(at).map_or("", |document| &document.name);
        for at in log.no_text() {
            self.note(&format!("{}: left out, because not text", name(at)));
        }
        for facts in log.facts() {
            if facts.is_blank {
                self.warn(&format!("{} is empty", name(facts.document)));
            }
            if facts.counts.get("types") > 0 {
                let types = number::counted(facts.counts.get("types"), "type");
                self.note(&format!("{}: {types} of nodes not kept", name(facts.document)));
            }
        }
    }

    /// Notes the files of a folder that are left out, if any: links to nothing, pipes, descriptions.
    pub(crate) fn note_left_out(&self, corpus: &Corpus) {
        if !corpus.left_out().is_empty() {
            let note = FolderNote::LeftOut(corpus.name().to_owned(), corpus.left_out().to_vec());
            self.note(&note.to_string());
        }
    }

    /// Shows several warnings: the first ones, and how many more there are. A file may give any number of them.
    pub(crate) fn warn_all(&self, texts: &[String]) {
        for text in texts.iter().take(WARNINGS) {
            self.warn(text);
        }
        if texts.len() > WARNINGS {
            self.warn(&format!("and {} more warnings of this kind", texts.len() - WARNINGS));
        }
    }

    /// Shows an error at a place in a file; the run continues.
    pub(crate) fn diagnose(&self, error: &Diagnostic) {
        self.show(|style| diagnostic::render(error, style));
    }

    /// Shows an error and its consequence; the run continues.
    pub(crate) fn error(&self, title: &str, consequence: &str) {
        self.show(|style| diagnostic::error(title, &[consequence.to_owned()], &[], style));
    }

    /// Shows how many more errors of a kind there were.
    pub(crate) fn count_hidden(&self, hidden: u64) {
        if hidden > 0 {
            self.show(|style| diagnostic::more_of_this_kind(hidden, style));
        }
    }

    /// Shows a message that is rendered elsewhere.
    pub(crate) fn show(&self, render: impl FnOnce(&Style) -> String) {
        if !self.is_quiet {
            say(&render(&self.style));
        }
    }

    /// Shows the error that ends the run, also with `--quiet`. `task` is what could not be done.
    pub(crate) fn fail(&self, error: &dyn Error, task: &str) {
        self.fail_with(&advice::explain(error), task);
    }

    /// As [`fail`](Self::fail), with a text that is complete.
    pub(crate) fn fail_with(&self, text: &str, task: &str) {
        self.fail_as(|style| diagnostic::error(text, &[], &[], style), task);
    }

    /// As [`fail`](Self::fail), with an error that is rendered elsewhere.
    pub(crate) fn fail_as(&self, render: impl FnOnce(&Style) -> String, task: &str) {
        say(&render(&self.style));
        say(&format!("treescore: could not {task}\n"));
    }

    /// The progress of a run over this many bytes.
    pub(crate) fn progress(&self, bytes: Option<u64>) -> Progress {
        let progress = Progress::new(bytes, self.style.unicode);
        if self.is_quiet { progress.hidden() } else { progress }
    }
}

/// Writes to standard error, if it is open.
pub(crate) fn say(text: &str) {
    let mut stderr = Screen::new(streams::stderr(), streams::stderr().is_terminal());
    stderr.let_colours_through();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
