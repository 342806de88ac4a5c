//! What became of each item: line by line, and by name.

use super::costs::EditCosts;
use super::level::{Level, Viewed};
use super::tally::EditTally;
use crate::align::items::{Items, Numbering};
use crate::align::sequence::{Counts, Item};
use crate::measure::{Mapped, NamedTallies, Names};

/// Two forests as items, and which of them correspond.
pub(super) struct Compared<'a, L> {
    pub(super) level: &'a L,
    pub(super) numbering: &'a Numbering,
    pub(super) gold: &'a Items,
    pub(super) system: &'a Items,
    /// Numbers of items, ascending on both sides.
    pub(super) pairs: &'a [(u32, u32)],
}

/// An item of gold, of the system, or of both, by number.
type Row = (Option<usize>, Option<usize>);

impl<L: Level> Compared<'_, L> {
    /// The lines of the mapping: brackets behind what is in them, and what only one side has in between, gold's first.
    pub(super) fn lines(&self) -> Vec<Mapped> {
        let [gold, system] = [self.gold, self.system].map(|items| Viewed::new(self.numbering, items));
        let line = |(i, j): Row| {
            let gold = i.map(|i| self.level.view(&gold, i));
            let system = j.map(|j| self.level.view(&system, j));
            Mapped::of(gold, system, self.is_correct((i, j)))
        };
        self.rows().into_iter().map(line).collect()
    }

    /// Adds the items to the tallies of their names. What two corresponding items add goes to gold's name, except that the system has
    /// one item more of its own.
    pub(super) fn add(&self, names: Names, costs: &EditCosts, tallies: &mut NamedTallies<EditTally>) {
        for row in self.rows() {
            let counts = match row {
                (Some(_), None) => Counts { deleted: 1, ..Counts::default() },
                (None, _) => Counts { inserted: 1, ..Counts::default() },
                _ if self.is_correct(row) => Counts { correct: 1, ..Counts::default() },
                _ => Counts { substituted: 1, ..Counts::default() },
            };
            let name = |items: &Items, node: usize| self.name(names, items.items()[node]);
            let (gold, system) = (row.0.map(|i| name(self.gold, i)), row.1.map(|j| name(self.system, j)));
            let tally = EditTally::of(counts, costs);
            match (gold, system) {
                (Some(gold), Some(system)) if gold != system => {
                    let theirs = EditTally { system: 1, largest: costs.of_all(0, 1), ..EditTally::default() };
                    *tallies.of(&gold) += EditTally { system: 0, largest: costs.of_all(1, 0), ..tally };
                    *tallies.of(&system) += theirs;
                    tallies.mistake(&gold, &system);
                }
                (gold, system) => *tallies.of(&gold.or(system).unwrap_or_default()) += tally,
            }
        }
    }

    fn name(&self, names: Names, item: Item) -> Vec<u8> {
        match names {
            Names::Labels => self.numbering.label(item).to_vec(),
            Names::Types => L::kind(self.numbering, item).into_owned(),
        }
    }

    fn is_correct(&self, row: Row) -> bool {
        let (Some(i), Some(j)) = row else { return false };
        self.gold.items()[i].label == self.system.items()[j].label
    }

    /// A mapping keeps the order in which brackets close, so both sides can be gone through together.
    fn rows(&self) -> Vec<Row> {
        let mut partners = vec![None; self.gold.items().len()];
        for &(i, j) in self.pairs {
            partners[i as usize] = Some(j as usize);
        }
        let mut rows = Vec::with_capacity(self.gold.len() + self.system.len() - self.pairs.len());
        let mut rest = postorder(self.system).into_iter();
        for i in postorder(self.gold) {
            let partner = partners[i];
            if let Some(j) = partner {
                rows.extend(rest.by_ref().take_while(|&next| next != j).map(|extra| (None, Some(extra))));
            }
            rows.push((Some(i), partner));
        }
        rows.extend(rest.map(|extra| (None, Some(extra))));
        rows
    }
}

/// The items in the order in which their brackets close, without the dummy root.
fn postorder(items: &Items) -> Vec<usize> {
    let mut order: Vec<usize> = (1..items.items().len()).collect();
    order.sort_by_key(|&node| (items.ends()[node], std::cmp::Reverse(node)));
    order
}
