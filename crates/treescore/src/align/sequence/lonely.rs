//! Items that have no equal partner anywhere on the other side.

use super::Item;
use super::band::Table;

/// For each item of both sequences, whether it has no partner. Empty if that is not known. Buffers are reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Lonely {
    pub(super) gold: Vec<bool>,
    pub(super) system: Vec<bool>,
    /// For each label, whether gold and the system have it.
    labels: Vec<[bool; 2]>,
}

impl Lonely {
    /// Finds them. Items with equal labels may be of different types; they count as partners.
    pub(super) fn find(&mut self, gold: &[Item], system: &[Item]) {
        let Self { labels, .. } = self;
        labels.clear();
        for (side, items) in [gold, system].into_iter().enumerate() {
            for item in items {
                let label = item.label as usize;
                if labels.len() <= label {
                    labels.resize(label + 1, [false; 2]);
                }
                labels[label][side] = true;
            }
        }
        let fill = |list: &mut Vec<bool>, items: &[Item], other: usize| {
            list.clear();
            list.extend(items.iter().map(|item| !labels[item.label as usize][other]));
        };
        fill(&mut self.gold, gold, 1);
        fill(&mut self.system, system, 0);
    }

    /// Keeps those of a table, which begins behind equal items.
    pub(super) fn trim(&mut self, prefix: usize, table: Table) {
        for (list, length) in [(&mut self.gold, table.height), (&mut self.system, table.width)] {
            list.drain(..prefix.min(list.len()));
            list.truncate(length);
        }
    }

    /// Forgets them.
    pub(super) fn clear(&mut self) {
        self.gold.clear();
        self.system.clear();
    }
}
