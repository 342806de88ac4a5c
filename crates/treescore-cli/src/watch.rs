//! What a run says while it runs: errors with their lines, rows of sentences, progress.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use treescore::read::{FaultKind, ReadError, Syntax};
use treescore::registry::Watcher;
use treescore::report::Style;
use treescore::report::diagnostic::{self, Diagnostic};
use treescore::report::model::SentenceScores;
use treescore::report::sentences::Sentences;
use treescore::run::{Job, RefusedAt};
use treescore::{Refusal, Which};

use crate::interrupt;
use crate::output::Output;
use crate::progress::Progress;

/// How many errors of one kind are shown in full.
pub(crate) const SHOWN: u64 = 5;

/// Watches one run.
pub(crate) struct Watch<'w> {
    pub(crate) job: &'w Job,
    pub(crate) style: &'w Style,
    /// How the trees are written.
    pub(crate) syntax: Syntax,
    /// Are errors to be said?
    pub(crate) says_errors: bool,
    pub(crate) progress: Progress,
    pub(crate) sentences: SentenceSink<'w>,
    /// How many errors of each kind there were.
    pub(crate) shown: BTreeMap<&'static str, u64>,
    /// The first failure to write; it ends the run.
    pub(crate) failed: Option<io::Error>,
}

/// Where the pairs' scores go.
pub(crate) enum SentenceSink<'w> {
    /// Nowhere.
    None,
    /// Into the report.
    Kept(Vec<SentenceScores>),
    /// Out at once, line by line.
    Written(&'w Sentences, &'w mut Output, String),
}

impl Watch<'_> {
    /// Ends the progress line and says how many errors were not shown.
    pub(crate) fn finish(&mut self) {
        self.progress.clear();
        for &count in self.shown.values() {
            if count > SHOWN {
                say(&diagnostic::more_of_this_kind(count - SHOWN, self.style));
            }
        }
    }
}

/// Says something on standard error.
pub(crate) fn say(text: &str) {
    // If standard error is closed, there is nobody to tell.
    let _ = io::stderr().write_all(text.as_bytes());
}

impl Watcher for Watch<'_> {
    fn pair(&mut self, scores: SentenceScores) {
        match &mut self.sentences {
            SentenceSink::None => {}
            SentenceSink::Kept(all) => all.push(scores),
            SentenceSink::Written(sentences, output, name) => {
                if self.failed.is_none() {
                    self.failed = output.write_all(sentences.row(name, &scores).as_bytes()).err();
                }
            }
        }
    }

    fn refused(&mut self, refused: &RefusedAt) {
        if !self.says_errors {
            return;
        }
        let Some((kind, mut diagnostic)) = diagnose(refused, self.job) else { return };
        if let (Refusal::NotATree(_, error), true) = (&refused.refusal, self.syntax.is_by_line())
            && matches!(error.kind, FaultKind::Unclosed { .. })
        {
            diagnostic
                .help
                .push("an utterance is one line; trees over several lines: --input trees".to_owned());
        }
        let count = self.shown.entry(kind).or_default();
        *count += 1;
        if *count <= SHOWN {
            self.progress.clear();
            say(&diagnostic::render(&diagnostic, self.style));
        }
    }

    fn progress(&mut self, pairs: u64, refused: u64, bytes: u64) -> ControlFlow<()> {
        self.progress.show(pairs, refused, bytes);
        if interrupt::asked() || self.failed.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// The error for a pair that cannot be read, and its kind; other refusals are told by the report.
fn diagnose(refused: &RefusedAt, job: &Job) -> Option<(&'static str, Diagnostic)> {
    let Refusal::NotATree(which, error) = &refused.refusal else { return None };
    let (corpus, at) = match which {
        Which::Gold => (&job.gold, refused.gold),
        Which::System => (&job.system, refused.system),
    };
    let document = at.and_then(|(document, _)| corpus.documents().get(document));
    let file = document.map(|document| document.name.clone()).unwrap_or_default();
    let is_by_group = job.is_by_group();
    let consequence = match (job.strict, is_by_group) {
        (true, _) => "the run stops here (--strict)",
        (false, true) => "what it should meet on the other side stands alone",
        (false, false) => "the others are scored",
    };
    let consequence = if is_by_group {
        consequence.to_owned()
    } else {
        format!("pair {} is refused, {consequence}", refused.pair)
    };
    // Where texts are aligned, a pair is no tree; the line says which one it is.
    let tree = (!is_by_group).then_some(refused.pair);
    Some((error.kind.pointer(), unreadable(error, file, tree, consequence)))
}

/// The error for a tree that cannot be read, and what follows from it.
pub(crate) fn unreadable(
    error: &ReadError,
    file: String,
    tree: Option<u64>,
    consequence: String,
) -> Diagnostic {
    let mut notes = Vec::new();
    if let (FaultKind::ExtraClose, Some(also)) = (error.kind, error.also) {
        notes.push(format!("the bracket at column {} is probably one too many", also.column));
    }
    notes.push(consequence);
    Diagnostic {
        title: error.kind.title(),
        file,
        line: error.position.line,
        column: error.position.column,
        tree,
        source: error.window.bytes.clone(),
        source_starts_at: error.window.first_column,
        source_is_cut: error.window.is_cut,
        pointer_note: error.kind.pointer().to_owned(),
        second: error.also.map(|also| (also.column, error.kind.second().to_owned())),
        notes,
        help: Vec::new(),
    }
}
