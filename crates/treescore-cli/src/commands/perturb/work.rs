//! Perturbs one tree after the other, or reports why it cannot.

use std::borrow::Cow;
use std::collections::BTreeMap;

use treescore::perturb::Perturber;
use treescore::read::times::Interval;
use treescore::read::{Corpus, TreeAt};
use treescore::report::number;
use treescore::tree::Tree;

use super::times::Clock;
use crate::advice;
use crate::messages::Messages;
use crate::watch::{SHOWN, describe_unreadable};

/// The state of a run.
pub(super) struct Work<'a> {
    perturber: Perturber,
    trees: &'a Corpus,
    clock: Clock,
    messages: Messages,
    seen: u64,
    /// Number of trees that were not perturbed, by kind of error.
    refused: BTreeMap<&'static str, u64>,
}

impl<'a> Work<'a> {
    pub(super) fn new(perturber: Perturber, trees: &'a Corpus, clock: Clock, messages: Messages) -> Self {
        Self { perturber, trees, clock, messages, seen: 0, refused: BTreeMap::new() }
    }

    /// Number of trees so far.
    pub(super) fn seen(&self) -> u64 {
        self.seen
    }

    /// The utterance id of the current tree.
    pub(super) fn id(&self) -> Cow<'_, str> {
        self.clock.id_of(self.seen)
    }

    /// Perturbs the next tree and its times, or reports why it cannot.
    pub(super) fn perturb(&mut self, unit: &TreeAt) -> Option<(Tree, Vec<Interval>)> {
        self.seen += 1;
        let file = self.trees.documents().get(unit.document).map_or("", |document| &document.name);
        let consequence = format!("(()) is written for tree {}", self.seen);
        let tree = match &unit.tree {
            Ok(tree) => tree,
            Err(error) => {
                let error_at = describe_unreadable(error, file.to_owned(), Some(self.seen), consequence);
                if self.refuse(error.kind.pointer()) {
                    self.messages.diagnose(&error_at);
                }
                return None;
            }
        };
        let (kind, reason) = match self.clock.times_of(self.seen, tree) {
            Ok(times) => match self.perturber.apply(tree, &times) {
                Ok(perturbed) => return Some(perturbed),
                Err(error) => ("times not usable", error.to_string()),
            },
            Err(fault) => (fault.kind(), advice::append(&fault, fault.advice())),
        };
        let title = format!("{file}, tree {}: {reason}", self.seen);
        if self.refuse(kind) {
            self.messages.error(&title, &consequence);
        }
        None
    }

    /// Counts an error of a kind. Returns true if it is to be shown.
    fn refuse(&mut self, kind: &'static str) -> bool {
        let count = self.refused.entry(kind).or_default();
        *count += 1;
        *count <= SHOWN
    }

    /// Warns about skipped trees and unused times. Returns the number of skipped trees.
    pub(super) fn finish(self) -> u64 {
        if let Some(leftover) = self.clock.leftover(self.seen) {
            self.messages.warn(&leftover);
        }
        let refused: u64 = self.refused.values().sum();
        if refused > 0 {
            let trees = number::counted(self.seen, "tree");
            let text =
                format!("{} of {trees} not perturbed; (()) was written for each", number::count(refused));
            self.messages.warn(&text);
        }
        refused
    }
}
