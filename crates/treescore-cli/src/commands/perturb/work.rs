//! One tree after the other: perturbed, or reported.

use std::borrow::Cow;
use std::collections::BTreeMap;

use treescore::perturb::Perturber;
use treescore::read::times::Interval;
use treescore::read::{Corpus, TreeAt};
use treescore::report::{Style, diagnostic, number};
use treescore::tree::Tree;

use super::times::Clock;
use crate::advice::advised;
use crate::watch::{SHOWN, say, unreadable};

/// The state of a run.
pub(super) struct Work<'a> {
    perturber: Perturber,
    trees: &'a Corpus,
    clock: Clock,
    style: Style,
    seen: u64,
    /// How many trees were not perturbed, by kind of error.
    refused: BTreeMap<&'static str, u64>,
}

impl<'a> Work<'a> {
    pub(super) fn new(perturber: Perturber, trees: &'a Corpus, clock: Clock, style: Style) -> Self {
        Self { perturber, trees, clock, style, seen: 0, refused: BTreeMap::new() }
    }

    /// How many trees there were so far.
    pub(super) fn seen(&self) -> u64 {
        self.seen
    }

    /// The utterance of the current tree.
    pub(super) fn id(&self) -> Cow<'_, str> {
        self.clock.id_of(self.seen)
    }

    /// The next tree and its times, perturbed. If that cannot be done, the reason is said.
    pub(super) fn next(&mut self, unit: &TreeAt) -> Option<(Tree, Vec<Interval>)> {
        self.seen += 1;
        let file = self.trees.documents().get(unit.document).map_or("", |document| &document.name);
        let consequence = format!("tree {} is left out, the others are perturbed", self.seen);
        let tree = match &unit.tree {
            Ok(tree) => tree,
            Err(error) => {
                let error_at = unreadable(error, file.to_owned(), Some(self.seen), consequence);
                let text = diagnostic::render(&error_at, &self.style);
                self.refuse(error.kind.pointer(), &text);
                return None;
            }
        };
        let (kind, reason) = match self.clock.of(self.seen, tree) {
            Ok(times) => match self.perturber.apply(tree, &times) {
                Ok(perturbed) => return Some(perturbed),
                Err(error) => ("times not usable", error.to_string()),
            },
            Err(fault) => (fault.kind(), advised(&fault, fault.advice())),
        };
        let title = format!("{file}, tree {}: {reason}", self.seen);
        let text = diagnostic::error(&title, &[consequence], &[], &self.style);
        self.refuse(kind, &text);
        None
    }

    fn refuse(&mut self, kind: &'static str, text: &str) {
        let count = self.refused.entry(kind).or_default();
        *count += 1;
        if *count <= SHOWN {
            say(text);
        }
    }

    /// Says what was left out, and gives the number of trees among it.
    pub(super) fn finish(self) -> u64 {
        if let Some(leftover) = self.clock.leftover(self.seen) {
            say(&diagnostic::warning(&leftover, &self.style));
        }
        let refused: u64 = self.refused.values().sum();
        if refused > 0 {
            let trees = number::counted(self.seen, "tree");
            let text =
                format!("{} of {trees} not perturbed: (()) stands in place of each", number::count(refused));
            say(&diagnostic::warning(&text, &self.style));
        }
        refused
    }
}
