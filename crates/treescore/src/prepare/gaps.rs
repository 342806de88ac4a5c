//! Brackets of discontinuous trees, whose words are sets.

use crate::values::hash::HashMap;

use super::policies;
use super::prepared::Prepared;
use super::rules::Rules;
use crate::tree::{Arena, Span};

/// Sets of words that are not one stretch, numbered alike on both sides of a pair. A set gets a span of its
/// own behind all words, so that equal sets have equal spans and everything that compares spans compares
/// sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordSets {
    numbers: HashMap<Vec<(u32, u32)>, u32>,
}

impl WordSets {
    /// Starts another pair.
    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
    }

    /// The span that stands for a set, in a sentence of this many words.
    fn span(&mut self, stretches: &[(u32, u32)], words: u32) -> Span {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(stretches.to_vec()).or_insert(next);
        let start = words + 1 + number;
        Span::new(start, start + 1).unwrap_or_default()
    }
}

/// A bracket of a discontinuous tree that covers words that count.
struct Covering {
    /// Its number in the tree.
    number: usize,
    stretches: Vec<(u32, u32)>,
    /// From its first word to its last.
    hull: Span,
    /// The span of its set of words.
    span: Span,
    class: u32,
    /// False if the recipe drops it.
    counts: bool,
}

impl Prepared {
    /// The brackets of a discontinuous tree, whose words are prepared, in opening order.
    fn covering(&self, arena: &Arena, rules: &Rules, sets: &mut WordSets) -> Vec<Covering> {
        let (recipe, by_label) = (rules.recipe(), rules.by_label());
        let words = self.kept().len() as u32;
        let (mut found, mut sentence) = (Vec::new(), Span::default());
        for (number, node) in arena.nodes().iter().enumerate() {
            let rule = &by_label[node.label.index()];
            let mut stretches = Vec::new();
            for (start, stop) in arena.stretches(number) {
                push_stretch(&mut stretches, (self.kept_before(start), self.kept_before(stop)));
            }
            let (Some(&(first, _)), Some(&(_, last))) = (stretches.first(), stretches.last()) else {
                continue;
            };
            let hull = Span::new(first, last).unwrap_or_default();
            let is_root = node.parent().is_none();
            if is_root {
                sentence = hull;
            }
            let span = if stretches.len() == 1 { hull } else { sets.span(&stretches, words) };
            let is_dropped = is_root && policies::is_dropped_root(recipe, rule);
            let is_trivial = stretches.len() == 1 && policies::is_trivial(recipe, span, sentence);
            let counts = rule.keep_bracket && !is_dropped && !is_trivial;
            found.push(Covering { number, stretches, hull, span, class: rule.bracket, counts });
        }
        found
    }

    /// Gives the brackets of a discontinuous tree, whose words are prepared, the spans of their sets.
    pub(crate) fn place_gaps(&mut self, arena: &Arena, rules: &Rules, sets: &mut WordSets) {
        let mut found = self.covering(arena, rules, sets);
        found.retain(|bracket| bracket.counts);
        found.sort_by_key(|bracket| bracket.span.key()); // brackets over the same words stay in opening order
        let rows = found.iter().map(|one| (one.span.key(), one.hull.key(), one.class)).collect::<Vec<_>>();
        self.replace_brackets(&rows, rules);
        found.retain(|bracket| bracket.stretches.len() > 1);
        self.set_gapped(found.into_iter().map(|one| (one.span.key(), one.stretches)).collect());
    }

    /// Which brackets of a discontinuous tree count, by number.
    pub(crate) fn gapped_brackets(&self, arena: &Arena, rules: &Rules) -> Vec<bool> {
        let mut seen = policies::Seen::default();
        let mut kept = vec![false; arena.nodes().len()];
        for bracket in self.covering(arena, rules, &mut WordSets::default()) {
            kept[bracket.number] =
                bracket.counts && !seen.is_repeat(rules, bracket.span.key(), bracket.class);
        }
        kept
    }
}

/// Adds a stretch of words that count. Words between two stretches may all be deleted.
fn push_stretch(stretches: &mut Vec<(u32, u32)>, (start, stop): (u32, u32)) {
    match stretches.last_mut() {
        _ if start >= stop => {}
        Some((_, end)) if *end == start => *end = stop,
        _ => stretches.push((start, stop)),
    }
}
