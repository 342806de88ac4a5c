//! Cells and blocks: the tokens of both sides that belong together (C.6).

use std::collections::BTreeSet;
use std::ops::Range;

use super::path::Step;
use super::read::{Side, Token};
use super::text::Text;

/// The longest expression looked up in the exception list, in tokens.
const LONGEST: usize = 4;

/// How the two sides of a cell correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One token of each side with the same text.
    Same,
    /// The same text in other tokens.
    Retok,
    /// The same by the exception list.
    Equiv,
    /// Different text.
    Diff,
    /// Tokens of the gold side only.
    Gold,
    /// Tokens of the system only.
    System,
}

/// The tokens of both sides that an alignment puts together, by their numbers in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// How they correspond.
    pub kind: Kind,
    /// The gold tokens.
    pub gold: Range<usize>,
    /// The system tokens.
    pub system: Range<usize>,
}

/// The number of cells of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellCounts {
    /// One token of each side with the same text.
    pub same: u64,
    /// The same text in other tokens.
    pub retok: u64,
    /// The same by the exception list.
    pub equiv: u64,
    /// Different text.
    pub diff: u64,
    /// Tokens of the gold side only.
    pub gold: u64,
    /// Tokens of the system only.
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

/// The classes of equivalent expressions.
pub(super) struct Exceptions {
    classes: Vec<BTreeSet<String>>,
}

impl Exceptions {
    pub(super) fn new(table: &str) -> Self {
        let lines = table.lines().filter(|line| !line.starts_with('#'));
        Self { classes: lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect() }
    }

    /// Returns the numbers of tokens of the longest equivalent expressions at the start of both sides.
    fn longest(&self, gold: &[Token], system: &[Token]) -> Option<(usize, usize)> {
        for gold_count in (1..=gold.len().min(LONGEST)).rev() {
            for system_count in (1..=system.len().min(LONGEST)).rev() {
                let both = [expression(&gold[..gold_count]), expression(&system[..system_count])];
                if self.classes.iter().any(|class| both.iter().all(|it| class.contains(it))) {
                    return Some((gold_count, system_count));
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

/// Follows the path and returns the cells of each block.
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
            let found = Found {
                gold_side: gold,
                system_side: system,
                gold: cell_x..token_x,
                system: cell_y..token_y,
                equal,
            };
            block.extend(found.cells(exceptions));
            (cell_x, cell_y, equal) = (token_x, token_y, 0);
            if x.tree_edges[at_x] && y.tree_edges[at_y] {
                blocks.push(std::mem::take(&mut block));
            }
        }
    }
    blocks
}

/// The tokens between two common token edges, with the number of equal characters.
struct Found<'a> {
    gold_side: &'a Side,
    system_side: &'a Side,
    gold: Range<usize>,
    system: Range<usize>,
    equal: usize,
}

impl Found<'_> {
    /// Divides it into cells.
    fn cells(&self, exceptions: &Exceptions) -> Vec<Cell> {
        let (gold, system) =
            (&self.gold_side.tokens[self.gold.clone()], &self.system_side.tokens[self.system.clone()]);
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
        let (start, end) = (self.system.start, self.gold.end);
        vec![
            Cell { kind: Kind::Gold, gold: self.gold.clone(), system: start..start },
            Cell { kind: Kind::System, gold: end..end, system: self.system.clone() },
        ]
    }

    fn whole(&self, kind: Kind) -> Cell {
        Cell { kind, gold: self.gold.clone(), system: self.system.clone() }
    }

    /// Returns cells of one token each from `i` and `j` on: `Same` where the texts are equal.
    fn one_by_one(&self, i: usize, j: usize, count: usize, otherwise: Kind) -> Vec<Cell> {
        let cell = |at: usize| {
            let (gold, system) = (self.gold.start + i + at, self.system.start + j + at);
            let is_same = self.gold_side.tokens[gold].word == self.system_side.tokens[system].word;
            let kind = if is_same { Kind::Same } else { otherwise };
            Cell { kind, gold: gold..gold + 1, system: system..system + 1 }
        };
        (0..count).map(cell).collect()
    }

    /// Returns the cells by the exception list; `None` if it does not explain all of them.
    fn by_exceptions(&self, exceptions: &Exceptions) -> Option<Vec<Cell>> {
        let (gold, system) =
            (&self.gold_side.tokens[self.gold.clone()], &self.system_side.tokens[self.system.clone()]);
        let (mut cells, mut i, mut j) = (Vec::new(), 0, 0);
        while i < gold.len() && j < system.len() {
            let is_same = gold[i].word == system[j].word;
            let (gold_count, system_count) =
                if is_same { (1, 1) } else { exceptions.longest(&gold[i..], &system[j..])? };
            if gold_count == system_count {
                cells.extend(self.one_by_one(i, j, gold_count, Kind::Equiv));
            } else {
                let (first_x, first_y) = (self.gold.start + i, self.system.start + j);
                let (gold, system) = (first_x..first_x + gold_count, first_y..first_y + system_count);
                cells.push(Cell { kind: Kind::Equiv, gold, system });
            }
            (i, j) = (i + gold_count, j + system_count);
        }
        (i == gold.len() && j == system.len()).then_some(cells)
    }
}
