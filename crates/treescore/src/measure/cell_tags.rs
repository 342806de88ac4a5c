//! Tags of aligned words: in each cell, the tags of as many words as both sides have.

use super::Pair;
use crate::align::{CellIndex, CellPlace};
use crate::prepare::Rules;
use crate::tree::Label;

/// Buffers for cells with different numbers of words on the two sides.
#[derive(Clone, Debug, Default)]
pub(super) struct CellTags {
    gold: Vec<(u32, u32)>,
    system: Vec<(u32, u32)>,
}

impl CellTags {
    /// Counts correct tags. In a cell with equally many words on both sides, tags are compared in order; in
    /// any other cell, a tag is correct if the other side has it on the same word, wherever in the cell.
    pub(super) fn count(&mut self, pair: &Pair<'_>, cells: &CellIndex) -> u32 {
        let (gold, system) = (cells.gold(), cells.system());
        let (mut i, mut j, mut correct) = (0, 0, 0);
        while i < gold.len() && j < system.len() {
            let cell = gold[i].cell.max(system[j].cell);
            i += run(&gold[i..], |place| place.cell < cell);
            j += run(&system[j..], |place| place.cell < cell);
            let gold_words = run(&gold[i..], |place| place.cell == cell);
            let system_words = run(&system[j..], |place| place.cell == cell);
            correct += if gold_words == system_words {
                (0..gold_words).map(|at| u32::from(is_same(pair, i + at, j + at))).sum()
            } else {
                self.count_uneven(pair, (&gold[i..i + gold_words], i), (&system[j..j + system_words], j))
            };
            (i, j) = (i + gold_words, j + system_words);
        }
        correct
    }

    /// The size of the intersection of two multisets of words with tags.
    fn count_uneven(
        &mut self,
        pair: &Pair<'_>,
        (gold, first_gold): (&[CellPlace], usize),
        (system, first_system): (&[CellPlace], usize),
    ) -> u32 {
        let tag = |label: Label| pair.rules.by_label()[label.index()].tag;
        self.gold.clear();
        self.system.clear();
        let gold_places = gold.iter().enumerate();
        self.gold.extend(gold_places.map(|(at, place)| (place.name, tag(gold_tag(pair, first_gold + at)))));
        let system_places = system.iter().enumerate();
        self.system
            .extend(system_places.map(|(at, place)| (place.name, tag(system_tag(pair, first_system + at)))));
        self.gold.sort_unstable();
        self.system.sort_unstable();
        if pair.rules.has_related_tags() { self.match_related(pair.rules) } else { self.match_equal() }
    }

    /// Counts equal entries of the two sorted lists.
    fn match_equal(&self) -> u32 {
        let (mut i, mut j, mut both) = (0, 0, 0);
        while i < self.gold.len() && j < self.system.len() {
            let (gold, system) = (self.gold[i], self.system[j]);
            both += u32::from(gold == system);
            i += usize::from(gold <= system);
            j += usize::from(system <= gold);
        }
        both
    }

    /// Counts equal entries where equality of tags is not a matter of classes: each gold tag takes the first
    /// remaining one on the same word.
    fn match_related(&mut self, rules: &Rules) -> u32 {
        let mut both = 0;
        for &(name, gold) in &self.gold {
            let mut same = self.system.iter();
            let found = same.position(|&(word, system)| word == name && rules.same_tag(gold, system));
            if let Some(at) = found {
                self.system.remove(at);
                both += 1;
            }
        }
        both
    }
}

/// True if a counted gold word and a counted system word have the same tag.
fn is_same(pair: &Pair<'_>, gold: usize, system: usize) -> bool {
    let tag = |label: Label| pair.rules.by_label()[label.index()].tag;
    let (a, b) = (gold_tag(pair, gold), system_tag(pair, system));
    a == b || pair.rules.same_tag(tag(a), tag(b))
}

/// The number of leading places for which the condition holds.
fn run(places: &[CellPlace], is_so: impl Fn(&CellPlace) -> bool) -> usize {
    places.iter().take_while(|place| is_so(place)).count()
}

/// The tag of a counted gold word.
fn gold_tag(pair: &Pair<'_>, at: usize) -> Label {
    pair.gold.arena.words()[pair.gold.prepared.kept()[at] as usize].tag
}

/// The tag of a counted system word.
fn system_tag(pair: &Pair<'_>, at: usize) -> Label {
    pair.system.arena.words()[pair.system.prepared.kept()[at] as usize].tag
}
