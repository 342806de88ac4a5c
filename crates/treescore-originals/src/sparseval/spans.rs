//! Brackets over columns (specification, section 7.5).

use std::ops::AddAssign;

use super::tree::{Order, Tree};
use treescore::measure::bracket::LeftOver;
use treescore::measure::crossing::{self, Open};
use treescore::tree::{Label, Span};

/// Whether labels count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labelling {
    /// Brackets and dependencies match only with the same labels.
    #[default]
    Labeled,
    /// `-u`: labels are ignored.
    Unlabeled,
}

/// Span and label, ordered so that equal brackets are neighbours.
type Bracket = (u64, Label);

/// The counts of the brackets of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BracketCounts {
    pub(super) matched: u64,
    pub(super) gold: u64,
    pub(super) test: u64,
    pub(super) crossing: u64,
}

impl AddAssign for BracketCounts {
    fn add_assign(&mut self, other: Self) {
        let Self { matched, gold, test, crossing } = other;
        self.matched += matched;
        self.gold += gold;
        self.test += test;
        self.crossing += crossing;
    }
}

/// Counts brackets; buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Brackets {
    gold: Vec<Bracket>,
    test: Vec<Bracket>,
    ends: Vec<u32>,
    order: Order,
    left: LeftOver,
    open: Open,
}

impl Brackets {
    pub(super) fn count(&mut self, gold: &Tree, test: &Tree, labelling: Labelling) -> BracketCounts {
        collect(gold, &mut self.order, &mut self.ends, &mut self.gold);
        collect(test, &mut self.order, &mut self.ends, &mut self.test);
        self.left.gold.clear();
        self.left.system.clear();
        let (mut gold, mut test, mut matched) = (&self.gold[..], &self.test[..], 0);
        while let Some(&(span, _)) = gold.first().into_iter().chain(test.first()).min() {
            let gold_run = take_run(&mut gold, span);
            let test_run = take_run(&mut test, span);
            if test_run.is_empty() {
                self.left.gold.extend(gold_run.iter().map(|&(span, _)| span));
            } else if gold_run.is_empty() {
                self.left.system.extend(test_run.iter().map(|&(span, _)| span));
            } else if labelling == Labelling::Unlabeled {
                matched += gold_run.len().min(test_run.len()) as u64;
            } else {
                matched += count_common(gold_run, test_run);
            }
        }
        BracketCounts {
            matched,
            gold: self.gold.len() as u64,
            test: self.test.len() as u64,
            crossing: crossing::count(&self.left, &mut self.open).into(),
        }
    }
}

/// Collects the brackets of a tree. A phrase begins where the last word before it ends, not where its first
/// word begins.
fn collect(tree: &Tree, order: &mut Order, ends: &mut Vec<u32>, brackets: &mut Vec<Bracket>) {
    brackets.clear();
    tree.order(order);
    ends.clear();
    ends.resize(tree.len(), 0);
    for &id in order.nodes.iter().rev() {
        let node = tree.node(id);
        ends[id] = match node.children.last() {
            Some(last) => ends[last],
            None => node.word.map_or(0, |_| node.place + 1),
        };
    }
    let mut begin = 0;
    for &id in &order.nodes {
        if tree.is_leaf(id) {
            begin = ends[id];
        } else if !tree.node(id).marks.is_deletable {
            let span = Span::new(begin, ends[id]).filter(|span| span.width() > 0);
            brackets.extend(span.map(|span| (span.key(), tree.node(id).label)));
        }
    }
    brackets.sort_unstable();
}

/// Takes the brackets over a span off the front.
fn take_run<'a>(brackets: &mut &'a [Bracket], span: u64) -> &'a [Bracket] {
    let length = brackets.iter().take_while(|bracket| bracket.0 == span).count();
    let (run, rest) = brackets.split_at(length);
    *brackets = rest;
    run
}

/// Counts the common brackets of two sorted lists.
fn count_common(mut gold: &[Bracket], mut test: &[Bracket]) -> u64 {
    let mut count = 0;
    while let ([one, gold_rest @ ..], [other, test_rest @ ..]) = (gold, test) {
        if one <= other {
            gold = gold_rest;
        }
        if other <= one {
            test = test_rest;
        }
        count += u64::from(one == other);
    }
    count
}

#[cfg(test)]
#[path = "spans_tests.rs"]
mod tests;
