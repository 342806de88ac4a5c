//! Words and concepts: the sequences of leaves that word accuracy and concept accuracy compare.

use super::items::{Items, Numbering};
use super::sequence::Item;
use crate::values::choice;

choice! {
    /// How a leaf outside all brackets is treated.
    EmptySlots {
        /// It is a concept with an empty slot.
        Keep = "keep",
        /// It is dropped.
        Drop = "drop",
    }
}

/// The slot of a leaf outside all brackets, as a type. Type 0 is the dummy root's.
const EMPTY: u32 = 1;

impl Numbering {
    /// Reduces a forest to the sequence of its concepts: for each leaf, its slot as the type and its value as
    /// the label. A slot is the list of the labels around the leaf.
    ///
    /// Once both sides are reduced, [`slot`](Self::slot) names their types.
    pub(crate) fn reduce_to_concepts(&mut self, items: &mut Items, empty: EmptySlots) {
        self.around.clear();
        let mut kept = 1;
        for node in 1..items.items.len() {
            let (item, end) = (items.items[node], items.ends[node]);
            while self.around.pop_if(|(end, _)| *end as usize <= node).is_some() {}
            let slot = self.around.last().map_or(EMPTY, |&(_, slot)| slot);
            if end as usize > node + 1 {
                let inside = self.slot_number(slot, item.label);
                self.around.push((end, inside));
            } else if empty == EmptySlots::Keep || slot != EMPTY {
                items.items[kept] = Item { kind: slot, ..item };
                items.sources[kept] = items.sources[node];
                kept += 1;
            }
        }
        items.flatten(kept);
    }

    /// The slot of a concept: its labels from the top down, joined with dots.
    pub(crate) fn slot(&self, concept: Item) -> Vec<u8> {
        let mut labels: Vec<&[u8]> = self.slot_labels(concept).collect();
        labels.reverse();
        labels.join(&b'.')
    }

    /// The labels of a concept's slot, innermost first.
    pub(crate) fn slot_labels(&self, concept: Item) -> impl Iterator<Item = &[u8]> {
        let mut slot = concept.kind;
        std::iter::from_fn(move || {
            let (around, label) = self.slot_parts(slot)?;
            slot = around;
            Some(self.labels.name(label))
        })
    }

    /// The slot inside a bracket with this label inside another slot. Two lists of labels are equal if their
    /// last labels and the lists before them are equal, so a pair of numbers identifies a slot.
    fn slot_number(&mut self, around: u32, label: u32) -> u32 {
        let mut key = [0; 8];
        key[..4].copy_from_slice(&around.to_le_bytes());
        key[4..].copy_from_slice(&label.to_le_bytes());
        self.slots.number(&key) + EMPTY + 1
    }

    /// The slot around a slot, and its last label; `None` for the empty slot.
    fn slot_parts(&self, slot: u32) -> Option<(u32, u32)> {
        let (&around, label) = self.slots.name(slot.checked_sub(EMPTY + 1)?).split_first_chunk()?;
        Some((u32::from_le_bytes(around), u32::from_le_bytes(*label.first_chunk()?)))
    }
}

impl Items {
    /// Reduces a forest to the sequence of its leaves, all of one type.
    pub(crate) fn reduce_to_words(&mut self) {
        let mut kept = 1;
        for node in 1..self.items.len() {
            if self.ends[node] as usize == node + 1 {
                self.items[kept] = Item { kind: EMPTY, ..self.items[node] };
                self.sources[kept] = self.sources[node];
                kept += 1;
            }
        }
        self.flatten(kept);
    }

    /// Keeps the first `nodes` nodes, all directly under the dummy root.
    fn flatten(&mut self, nodes: usize) {
        self.items.truncate(nodes);
        self.sources.truncate(nodes);
        self.ends.clear();
        self.ends.push(self.items.len() as u32);
        self.ends.extend(2..=self.items.len() as u32);
    }
}
