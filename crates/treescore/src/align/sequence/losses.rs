//! Lower bounds of what the rest of an alignment must lose: items without an equal partner nearby.

use super::band::{Band, Table};
use super::lonely::Lonely;

/// The search takes at most one part in this many of the time that the band itself takes.
const SHARE: usize = 4;

/// For each item, the loss of all items from there on, compared with an equal partner for each. Missing
/// entries count as 0. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    gold: Vec<i64>,
    system: Vec<i64>,
}

impl Losses {
    /// Begins with the losses of items that have no partner anywhere. `loss` is the difference between an equal
    /// pair and the next best one.
    pub(super) fn begin(&mut self, lonely: &Lonely, loss: i64) {
        for (losses, lonely) in [(&mut self.gold, &lonely.gold), (&mut self.system, &lonely.system)] {
            losses.clear();
            if !lonely.is_empty() {
                losses.resize(lonely.len() + 1, 0);
                let mut sum = 0;
                for (slot, is_lonely) in losses.iter_mut().zip(lonely).rev() {
                    sum += if *is_lonely { loss } else { 0 };
                    *slot = sum;
                }
            }
        }
    }

    /// Searches a band, which must contain all best alignments.
    pub(super) fn find(
        &mut self,
        table: Table,
        band: Band,
        loss: i64,
        lonely: &Lonely,
        is_equal: impl Fn(usize, usize) -> bool,
    ) {
        search(table, band, loss, (&lonely.gold, &is_equal), &mut self.gold);
        let is_equal = |system: usize, gold: usize| is_equal(gold, system);
        search(table.transpose(), band, loss, (&lonely.system, is_equal), &mut self.system);
    }

    /// Upper bound of the value of the items from a node on.
    pub(super) fn rest(&self, table: Table, row: usize, column: usize) -> i64 {
        let most = |items: usize, lost: Option<&i64>| table.equal * items as i64 - lost.copied().unwrap_or(0);
        let (gold, system) = (self.gold.get(row), self.system.get(column));
        most(table.height - row, gold).min(most(table.width - column, system))
    }
}

/// Searches the losses of one side, of which some items are known to be lonely.
fn search(
    table: Table,
    band: Band,
    loss: i64,
    (lonely, is_equal): (&[bool], impl Fn(usize, usize) -> bool),
    losses: &mut Vec<i64>,
) {
    losses.clear();
    losses.resize(table.height + 1, 0);
    let mut budget = table.height * table.columns(band) / SHARE;
    let mut sum = 0;
    for (item, slot) in losses.iter_mut().enumerate().take(table.height).rev() {
        if lonely.get(item).copied().unwrap_or(false) {
            sum += loss;
            *slot = sum;
            continue;
        }
        let near = table.limits(band, item);
        let (start, end) = (near.start, near.end.min(table.width));
        // A partner is usually at the same relative position.
        let middle = (item * table.width / table.height).clamp(start, end - 1);
        let all = (end - middle).max(middle + 1 - start);
        let is_there = |away: &usize| {
            (middle + away < end && is_equal(item, middle + away))
                || (start + away <= middle && is_equal(item, middle - away))
        };
        let looked_at = (0..all.min(budget / 2)).take_while(|away| !is_there(away)).count();
        budget -= 2 * looked_at;
        sum += if looked_at == all { loss } else { 0 };
        *slot = sum;
    }
}
