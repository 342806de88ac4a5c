//! Aligns sentences: blocks of consecutive trees of both sides.

use std::cmp::Ordering;
use std::ops::Range;

use super::near::Near;
use super::repairs::{Repair, RepairKind};
use super::texts::Texts;

/// Trees of both sides that are scored together. Several trees are merged under a root that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) gold: Range<usize>,
    pub(super) test: Range<usize>,
}

/// Aligns the sentences from left to right, as the program does.
pub(super) fn blocks(gold: &Texts, test: &Texts, repairs: &mut Vec<Repair>) -> Vec<Block> {
    let (all_gold, all_test) = (gold.len(), test.len());
    if all_gold == 0 && all_test == 0 {
        repairs.push(Repair { kind: RepairKind::NoTrees, gold: None, test: None });
    }
    let mut near = Near::new(gold, test);
    let mut blocks = Vec::new();
    let (mut j, mut i) = (0, 0);
    while j < all_gold || i < all_test {
        // The program compares the number of the test sentence with the number of gold sentences, and stops.
        if i > all_gold {
            repairs.push(Repair::at_first(RepairKind::Dropped, j..all_gold, i..all_test));
            break;
        }
        if j >= all_gold || i >= all_test {
            repairs.push(Repair::at_first(RepairKind::LeftOver, j..all_gold, i..all_test));
            join_rest(&mut blocks, Block { gold: j..all_gold, test: i..all_test });
            break;
        }
        let (first_gold, first_test) = (j, i);
        let is_last = j + 1 == all_gold && i + 1 == all_test;
        if !near.is_near(j, i, repairs) && !is_last {
            (j, i) = accumulate(&mut near, (gold, test), (j, i), repairs);
        }
        (j, i) = (j + 1, i + 1);
        blocks.push(Block { gold: first_gold..j, test: first_test..i });
    }
    blocks
}

/// Returns the last gold and test sentence of a block that begins with these. The block grows on the side
/// whose current sentence is shorter, until the next pair is near or both sentences are equally long.
fn accumulate(
    near: &mut Near<'_>,
    (gold, test): (&Texts, &Texts),
    (mut j, mut i): (usize, usize),
    repairs: &mut Vec<Repair>,
) -> (usize, usize) {
    loop {
        if j + 1 >= gold.len() || i + 1 >= test.len() {
            repairs.push(Repair::at(RepairKind::BlockAtEnd, j, i));
            return (gold.len() - 1, test.len() - 1);
        }
        if near.is_near(j + 1, i + 1, repairs) {
            return (j, i);
        }
        match test.length(i).cmp(&gold.length(j)) {
            Ordering::Less => i += 1,
            Ordering::Greater => j += 1,
            Ordering::Equal => return (j, i),
        }
    }
}

/// Adds the rest of one side to the last block.
fn join_rest(blocks: &mut Vec<Block>, rest: Block) {
    match blocks.last_mut() {
        Some(last) => {
            last.gold.end = rest.gold.end;
            last.test.end = rest.test.end;
        }
        None => blocks.push(rest),
    }
}

#[cfg(test)]
#[path = "sentences_tests.rs"]
mod tests;
