//! What the rest of an alignment loses for certain: items that have no equal near enough.

use super::band::{Band, Table};

/// The search may take this part of the time that the band itself takes.
const SHARE: usize = 4;

/// What is lost from each item on, against an equal partner for each; nothing is known of items that are not there. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses {
    gold: Vec<i64>,
    system: Vec<i64>,
}

impl Losses {
    /// Nothing is known.
    pub(super) fn clear(&mut self) {
        self.gold.clear();
        self.system.clear();
    }

    /// Looks within a band, which must have all best alignments. `loss` is how much less any other pair is worth than an equal one.
    pub(super) fn find(
        &mut self,
        table: Table,
        band: Band,
        loss: i64,
        is_equal: impl Fn(usize, usize) -> bool,
    ) {
        search(table, band, loss, &is_equal, &mut self.gold);
        search(table.turned(), band, loss, |system, gold| is_equal(gold, system), &mut self.system);
    }

    /// The most that the items from a node on can be worth.
    pub(super) fn rest(&self, table: Table, row: usize, column: usize) -> i64 {
        let most = |items: usize, lost: Option<&i64>| table.equal * items as i64 - lost.copied().unwrap_or(0);
        let (gold, system) = (self.gold.get(row), self.system.get(column));
        most(table.height - row, gold).min(most(table.width - column, system))
    }
}

/// Of the items of one side.
fn search(
    table: Table,
    band: Band,
    loss: i64,
    is_equal: impl Fn(usize, usize) -> bool,
    losses: &mut Vec<i64>,
) {
    losses.clear();
    losses.resize(table.height + 1, 0);
    let mut budget = table.height * table.columns(band) / SHARE;
    let mut sum = 0;
    for (item, slot) in losses.iter_mut().enumerate().take(table.height).rev() {
        let near = table.limits(band, item);
        let (start, end) = (near.start, near.end.min(table.width));
        // A partner is most often where the item itself is.
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
