//! Cells and blocks: what of one side belongs to what of the other (C.6).

use std::collections::BTreeSet;
use std::ops::Range;

use super::path::Step;
use super::read::{Side, Token};
use super::text::Text;

/// The longest expression of the exception list that is looked for, in tokens.
const LONGEST: usize = 4;

/// How the two sides of a cell belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One token of each side with the same text.
    Same,
    /// The same text in other tokens.
    Retok,
    /// The same by the exception list.
    Equiv,
    /// Another text.
    Diff,
    /// Tokens of the gold side only.
    Gold,
    /// Tokens of the system's side only.
    System,
}

/// Tokens of both sides that belong together, by their numbers in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// How they do.
    pub kind: Kind,
    /// The gold tokens.
    pub gold: Range<usize>,
    /// The system's tokens.
    pub system: Range<usize>,
}

/// How many cells there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellCounts {
    /// One token of each side with the same text.
    pub same: u64,
    /// The same text in other tokens.
    pub retok: u64,
    /// The same by the exception list.
    pub equiv: u64,
    /// Another text.
    pub diff: u64,
    /// Tokens of the gold side only.
    pub gold: u64,
    /// Tokens of the system's side only.
    pub system: u64,
}

impl CellCounts {
    pub(super) fn add(&mut self, kind: Kind) {
        let count = match kind {
            Kind::Same => &mut self.same,
            Kind::Retok => &mut self.retok,
            Kind::Equiv => &mut self.equiv,
            Kind::Diff => &mut self.diff,
            Kind::Gold => &mut self.gold,
            Kind::System => &mut self.system,
        };
        *count += 1;
    }
}

/// The classes of expressions that are the same.
pub(super) struct Exceptions {
    classes: Vec<BTreeSet<String>>,
}

impl Exceptions {
    pub(super) fn new(table: &str) -> Self {
        let lines = table.lines().filter(|line| !line.starts_with('#'));
        Self { classes: lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect() }
    }

    /// Numbers of tokens of the longest expressions at the start of both sides that are the same.
    fn longest(&self, gold: &[Token], system: &[Token]) -> Option<(usize, usize)> {
        for ours in (1..=gold.len().min(LONGEST)).rev() {
            for theirs in (1..=system.len().min(LONGEST)).rev() {
                let both = [expression(&gold[..ours]), expression(&system[..theirs])];
                if self.classes.iter().any(|class| both.iter().all(|it| class.contains(it))) {
                    return Some((ours, theirs));
                }
            }
        }
        None
    }
}

fn expression(tokens: &[Token]) -> String {
    let words: Vec<String> = tokens.iter().map(|token| token.word.iter().collect()).collect();
    words.join(" ")
}

fn letters(tokens: &[Token]) -> Vec<char> {
    tokens.iter().flat_map(|token| token.word.iter().copied()).collect()
}

/// Walks along the way; the cells of each block.
pub(super) fn blocks(
    gold: &Side,
    system: &Side,
    x: &Text,
    y: &Text,
    path: &[Step],
    exceptions: &Exceptions,
) -> Vec<Vec<Cell>> {
    let (mut blocks, mut block) = (Vec::new(), Vec::new());
    let (mut at_x, mut at_y, mut equal) = (0, 0, 0);
    let (mut token_x, mut token_y) = (0, 0);
    let (mut cell_x, mut cell_y) = (0, 0);
    for step in path {
        let (down, right) = step.reach();
        (at_x, at_y) = (at_x + down, at_y + right);
        equal += usize::from(*step == Step::Equal);
        token_x += usize::from(down == 1 && x.token_edges[at_x]);
        token_y += usize::from(right == 1 && y.token_edges[at_y]);
        if x.token_edges[at_x] && y.token_edges[at_y] {
            let found = Found { gold, system, ours: cell_x..token_x, theirs: cell_y..token_y, equal };
            block.extend(found.cells(exceptions));
            (cell_x, cell_y, equal) = (token_x, token_y, 0);
            if x.tree_edges[at_x] && y.tree_edges[at_y] {
                blocks.push(std::mem::take(&mut block));
            }
        }
    }
    blocks
}

/// What lies between two common edges of tokens, with the number of its equal characters.
struct Found<'a> {
    gold: &'a Side,
    system: &'a Side,
    ours: Range<usize>,
    theirs: Range<usize>,
    equal: usize,
}

impl Found<'_> {
    /// The cells it is made of.
    fn cells(&self, exceptions: &Exceptions) -> Vec<Cell> {
        let (gold, system) = (&self.gold.tokens[self.ours.clone()], &self.system.tokens[self.theirs.clone()]);
        let (x, y) = (letters(gold), letters(system));
        if system.is_empty() {
            return vec![self.whole(Kind::Gold)];
        }
        if gold.is_empty() {
            return vec![self.whole(Kind::System)];
        }
        if x == y {
            let is_one = gold.len() == 1 && system.len() == 1;
            return vec![self.whole(if is_one { Kind::Same } else { Kind::Retok })];
        }
        if let Some(cells) = self.by_exceptions(exceptions) {
            return cells;
        }
        let is_half_equal = 2 * self.equal >= x.len().max(y.len());
        if is_half_equal || (gold.len() <= LONGEST && system.len() <= LONGEST) {
            return vec![self.whole(Kind::Diff)];
        }
        if gold.len() == system.len() {
            return self.one_by_one(0, 0, gold.len(), Kind::Diff);
        }
        let (start, end) = (self.theirs.start, self.ours.end);
        vec![
            Cell { kind: Kind::Gold, gold: self.ours.clone(), system: start..start },
            Cell { kind: Kind::System, gold: end..end, system: self.theirs.clone() },
        ]
    }

    fn whole(&self, kind: Kind) -> Cell {
        Cell { kind, gold: self.ours.clone(), system: self.theirs.clone() }
    }

    /// Cells of one token each from `i` and `j` on: the same where the texts are equal.
    fn one_by_one(&self, i: usize, j: usize, count: usize, otherwise: Kind) -> Vec<Cell> {
        let cell = |at: usize| {
            let (ours, theirs) = (self.ours.start + i + at, self.theirs.start + j + at);
            let is_same = self.gold.tokens[ours].word == self.system.tokens[theirs].word;
            let kind = if is_same { Kind::Same } else { otherwise };
            Cell { kind, gold: ours..ours + 1, system: theirs..theirs + 1 }
        };
        (0..count).map(cell).collect()
    }

    /// `None` if the exception list does not explain all of it.
    fn by_exceptions(&self, exceptions: &Exceptions) -> Option<Vec<Cell>> {
        let (gold, system) = (&self.gold.tokens[self.ours.clone()], &self.system.tokens[self.theirs.clone()]);
        let (mut cells, mut i, mut j) = (Vec::new(), 0, 0);
        while i < gold.len() && j < system.len() {
            let is_same = gold[i].word == system[j].word;
            let (ours, theirs) =
                if is_same { (1, 1) } else { exceptions.longest(&gold[i..], &system[j..])? };
            if ours == theirs {
                cells.extend(self.one_by_one(i, j, ours, Kind::Equiv));
            } else {
                let (first_x, first_y) = (self.ours.start + i, self.theirs.start + j);
                let (gold, system) = (first_x..first_x + ours, first_y..first_y + theirs);
                cells.push(Cell { kind: Kind::Equiv, gold, system });
            }
            (i, j) = (i + ours, j + theirs);
        }
        (i == gold.len() && j == system.len()).then_some(cells)
    }
}
