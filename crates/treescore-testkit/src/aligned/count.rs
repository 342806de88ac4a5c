//! The counts of each block (C.7 and C.8).

use std::collections::BTreeMap;
use std::ops::Range;

use super::cells::Cell;
use super::params::Params;
use super::read::{Side, Token};

/// One row of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Numbers of the gold trees, from 1.
    pub gold: Vec<usize>,
    /// Numbers of the system trees, from 1.
    pub system: Vec<usize>,
    /// Brackets of both sides with the same label and span.
    pub matched: u64,
    /// Brackets of the gold trees.
    pub gold_brackets: u64,
    /// Brackets of the system trees.
    pub system_brackets: u64,
    /// System brackets that cross a gold bracket.
    pub crossing: u64,
    /// Gold tokens that count.
    pub words: u64,
    /// Tokens whose tags are right.
    pub tags: u64,
    /// Gold tokens that count for the length.
    pub length: u64,
}

/// A label over shared cells.
type Bracket = (String, usize, usize);

/// Counts every block.
pub(super) fn blocks(gold: &Side, system: &Side, blocks: &[Vec<Cell>], params: &Params) -> Vec<Block> {
    let is_kept = |token: &Token| !params.delete.contains(&token.tag);
    blocks.iter().map(|cells| block(gold, system, cells, params, &is_kept)).collect()
}

fn block(
    gold: &Side,
    system: &Side,
    cells: &[Cell],
    params: &Params,
    is_kept: &dyn Fn(&Token) -> bool,
) -> Block {
    let gold_cells: Vec<Range<usize>> = cells.iter().map(|cell| cell.gold.clone()).collect();
    let system_cells: Vec<Range<usize>> = cells.iter().map(|cell| cell.system.clone()).collect();
    let has_kept = |side: &Side, cell: &Range<usize>| side.tokens[cell.clone()].iter().any(is_kept);
    let shared: Vec<bool> =
        gold_cells.iter().zip(&system_cells).map(|(x, y)| has_kept(gold, x) && has_kept(system, y)).collect();
    let (gold_brackets, gold_spans) = brackets(gold, &gold_cells, &shared, params, is_kept);
    let (system_brackets, system_spans) = brackets(system, &system_cells, &shared, params, is_kept);
    let length = |token: &&Token| !params.delete_for_length.contains(&token.tag);
    let tokens = || gold_cells.iter().flat_map(|cell| &gold.tokens[cell.clone()]);
    Block {
        gold: trees(gold, &gold_cells),
        system: trees(system, &system_cells),
        matched: count_common(&gold_spans, &system_spans),
        gold_brackets,
        system_brackets,
        crossing: system_spans.iter().filter(|one| gold_spans.iter().any(|other| cross(one, other))).count()
            as u64,
        words: tokens().filter(|token| is_kept(token)).count() as u64,
        tags: cells.iter().map(|cell| count_right_tags(gold, system, cell, is_kept)).sum(),
        length: tokens().filter(length).count() as u64,
    }
}

/// Returns the tokens of one side of a block.
fn tokens(cells: &[Range<usize>]) -> Range<usize> {
    let used = || cells.iter().filter(|cell| !cell.is_empty());
    used().next().map_or(0, |cell| cell.start)..used().next_back().map_or(0, |cell| cell.end)
}

fn trees(side: &Side, cells: &[Range<usize>]) -> Vec<usize> {
    let block = tokens(cells);
    side.trees.iter().filter(|tree| block.contains(&tree.first)).map(|tree| tree.number).collect()
}

/// Returns the number of brackets that the side has in the block, and those that have a span.
fn brackets(
    side: &Side,
    cells: &[Range<usize>],
    shared: &[bool],
    params: &Params,
    is_kept: &dyn Fn(&Token) -> bool,
) -> (u64, Vec<Bracket>) {
    let (names, block) = (params.names(), tokens(cells));
    let (mut count, mut spans) = (0, Vec::new());
    for phrase in &side.phrases {
        let has_kept = side.tokens[phrase.first..phrase.end].iter().any(is_kept);
        if !block.contains(&phrase.first) || !has_kept || params.delete.contains(&phrase.label) {
            continue;
        }
        count += 1;
        let is_inside = |at: usize| phrase.first <= at && at < phrase.end;
        let has_it = |cell: &Range<usize>| cell.clone().any(|at| is_inside(at) && is_kept(&side.tokens[at]));
        // The numbers of the shared cells in which the phrase has a part, in order.
        let parts = cells.iter().zip(shared).filter(|(_, shared)| **shared).map(|(cell, _)| has_it(cell));
        let covered: Vec<usize> =
            parts.enumerate().filter(|(_, has)| *has).map(|(number, _)| number).collect();
        if let (Some(first), Some(last)) = (covered.first(), covered.last()) {
            let label = phrase.label.as_str();
            spans.push((names.get(label).copied().unwrap_or(label).to_owned(), *first, last + 1));
        }
    }
    (count, spans)
}

/// Counts the common items of two lists, each as often as it is in both.
fn count_common<T: Ord>(one: &[T], other: &[T]) -> u64 {
    let mut counts: BTreeMap<&T, u64> = BTreeMap::new();
    for item in one {
        *counts.entry(item).or_default() += 1;
    }
    let mut found = 0;
    for item in other {
        if let Some(left) = counts.get_mut(item).filter(|left| **left > 0) {
            *left -= 1;
            found += 1;
        }
    }
    found
}

fn cross(one: &Bracket, other: &Bracket) -> bool {
    let cuts = |a: &Bracket, b: &Bracket| a.1 < b.1 && b.1 < a.2 && a.2 < b.2;
    cuts(one, other) || cuts(other, one)
}

fn count_right_tags(gold: &Side, system: &Side, cell: &Cell, is_kept: &dyn Fn(&Token) -> bool) -> u64 {
    let kept = |side: &'_ Side, cell: &Range<usize>| -> Vec<(Vec<char>, String)> {
        let tokens = side.tokens[cell.clone()].iter().filter(|token| is_kept(token));
        tokens.map(|token| (token.word.clone(), token.tag.clone())).collect()
    };
    let (gold_words, system_words) = (kept(gold, &cell.gold), kept(system, &cell.system));
    if gold_words.len() == system_words.len() {
        return gold_words.iter().zip(&system_words).filter(|(one, other)| one.1 == other.1).count() as u64;
    }
    count_common(&gold_words, &system_words)
}
